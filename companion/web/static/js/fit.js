/** Everything is on the screen: what is in a place shrinks until nothing of it sticks out. */

const SMALLEST = 0.2;
const FULL = 32; // steps from the smallest size to the one that is meant

/** The size that each place was given last, in steps.
 *  @type {WeakMap<HTMLElement, number>} */
const GIVEN = new WeakMap();

/** What places looked like once they fitted.
 *  @typedef {{ place: HTMLElement, looks: string }[]} Fitted */

/** Shrink the contents of the places, whose lengths are multiples of --fit, as little as needed. A place takes room from
 *  later ones only: up to the first that looks otherwise than in `before`, everything is left as it is.
 *  @param {HTMLElement[]} places
 *  @param {Fitted} before  what came of it the last time, if all else is as it was then
 *  @returns {Fitted} */
export function fitAll(places, before) {
  const same = places.findIndex((place, at) => before[at]?.place !== place || before[at].looks !== looksOf(place));
  const anew = same < 0 ? [] : places.slice(same);
  const sizes = anew.map((place) => GIVEN.get(place) ?? FULL);
  anew.forEach((place) => give(place, FULL)); // what lies within another fits whatever that one comes to
  anew.forEach((place, at) => fit(place, sizes[at]));
  return places.map((place) => ({ place, looks: looksOf(place) }));
}

/** Give a place the largest size at which nothing sticks out, which often is the one it had.
 *  @param {HTMLElement} place
 *  @param {number} last */
function fit(place, last) {
  let [fitting, tooLarge] = [0, FULL + 1];
  const measure = (/** @type {number} */ size) => {
    give(place, size);
    if (sticksOut(place)) tooLarge = size;
    else fitting = size;
  };
  measure(FULL);
  if (fitting < FULL && last > 0 && last < FULL) {
    measure(last);
    measure(fitting === last ? last + 1 : last - 1);
  }
  while (tooLarge - fitting > 1) measure(Math.floor((fitting + tooLarge) / 2));
  give(place, fitting);
}

/** @param {HTMLElement} place
 *  @param {number} size */
function give(place, size) {
  if (GIVEN.get(place) === size) return;
  GIVEN.set(place, size);
  place.style.setProperty("--fit", String(SMALLEST + ((1 - SMALLEST) * size) / FULL));
}

/** @param {HTMLElement} place */
const looksOf = (place) => `${place.clientWidth} ${place.clientHeight} ${place.outerHTML}`;

/** @param {HTMLElement} place */
const sticksOut = (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1;
