/** A press is meant for what its hand set out for: what another's event has put under the finger meanwhile is not pressed. */

import { pathOf } from "./drafts.js";

const PRESSED = "button, summary, label, a[href], [type=radio], [type=checkbox]";
// From seeing something to pressing it nobody takes less than about 250 ms (a simple reaction); chosen a little above that.
const REACTION_MS = Number(document.documentElement.dataset.reactionMs ?? 300);

/** What could be pressed at a moment, and where on the page.
 *  @typedef {{ atMs: number, places: Map<string, Place[]> }} Sight
 *  @typedef {{ left: number, top: number, right: number, bottom: number }} Place */

/** From now on whatever has lain under a finger for less than a reaction is not pressed by it; by the keyboard everything is. */
export function onlyWhatHasSettled() {
  /** The newest, and before it those that somebody may still be acting on.
   *  @type {Sight[]} */
  let sights = [];
  let isDue = false, isMeant = true;

  /** What whoever acts at this moment has seen, if it has been there for long enough.
   *  @param {number} atMs */
  const actedOn = (atMs) => sights.filter((sight) => sight.atMs <= atMs - REACTION_MS).at(-1);

  function look() {
    isDue = false;
    const atMs = performance.now();
    const acted = actedOn(atMs);
    sights = [...sights.slice(acted ? sights.indexOf(acted) : 0), { atMs, places: placesOf(document.body) }];
  }
  function changed() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(look);
  }

  new MutationObserver(changed).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "open"] });
  for (const kind of ["scroll", "resize"]) addEventListener(kind, changed, { passive: true, capture: true });
  addEventListener("pointerdown", ({ target, pageX, pageY }) => {
    const pressed = target instanceof Element ? target.closest(PRESSED) : null;
    if (isDue) look();
    const acted = actedOn(performance.now());
    isMeant = !pressed || !acted || acted === sights.at(-1) || (acted.places.get(pathOf(pressed, document.body)) ?? []).some(
      ({ left, top, right, bottom }) => left <= pageX && pageX <= right && top <= pageY && pageY <= bottom);
  }, { passive: true, capture: true });
  addEventListener("click", (event) => {
    if (isMeant || event.detail === 0) return; // no pointer has clicked
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  look();
}

/** @param {Element} page
 *  @returns {Sight["places"]} */
function placesOf(page) {
  const places = new Map();
  for (const one of page.querySelectorAll(PRESSED)) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const what = pathOf(one, page);
    places.set(what, [...(places.get(what) ?? []), { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY }]);
  }
  return places;
}
