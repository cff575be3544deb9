/** Everything is on the screen: what is in a place shrinks until nothing of it sticks out. */

const SMALLEST = 0.2;
const STEPS = 5; // halvings: to a fortieth of what fits

/** Shrink the contents of `place`, whose lengths are multiples of --fit, as little as needed.
 *  @param {HTMLElement} place */
export function fit(place) {
  const shrink = (/** @type {number} */ factor) => place.style.setProperty("--fit", String(factor));
  shrink(1);
  if (!sticksOut(place)) return;
  let [fitting, tooLarge] = [SMALLEST, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const factor = (fitting + tooLarge) / 2;
    shrink(factor);
    if (sticksOut(place)) tooLarge = factor;
    else fitting = factor;
  }
  shrink(fitting);
}

/** @param {HTMLElement} place */
const sticksOut = (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1;
