/** A phone makes itself felt, once, when something begins to be asked of its player: it may lie there with nobody looking. */

const NUDGE_MS = 200;

/** A function that is told, with each view, whether something is asked of this phone's player. What is asked when they
 *  sit down is read there; a phone that cannot vibrate, or that nobody has touched yet, stays still. */
export function nudging() {
  let before = true;
  return (/** @type {boolean} */ asked) => {
    const touched = /** @type {any} */ (navigator).userActivation?.hasBeenActive ?? true; // Firefox has it since 120
    if (asked && !before && touched) navigator.vibrate?.(NUDGE_MS);
    before = asked;
  };
}

/** Gives the function that is told what this phone is asked for, as a text, empty for nothing. What it is asked for stands
 *  at its top, so a page that was scrolled down goes there once it is asked for something else. */
export function returning() {
  let before = "";
  return (/** @type {string} */ due) => {
    if (due && due !== before) window.scrollTo(0, 0);
    before = due;
  };
}
