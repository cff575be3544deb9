/** A press is meant for what its hand set out for: what another's event has put under the finger meanwhile is not pressed. */

import { pathOf } from "./drafts.js";

const PRESSED = "button, summary, label, a[href], [type=radio], [type=checkbox]";
const REACTION_MS = Number(document.documentElement.dataset.reactionMs); // as the three buttons have it

/** What could be pressed at a moment, and where on the page.
 *  @typedef {{ atMs: number, places: Map<string, Place[]> }} Sight
 *  @typedef {{ left: number, top: number, right: number, bottom: number }} Place */

/** From now on whatever has lain under a finger for less than a reaction is not pressed by it; by the keyboard everything is. */
export function onlyWhatHasSettled() {
  /** The newest, and before it those that somebody may still be acting on.
   *  @type {Sight[]} */
  let sights = [];
  let isDue = false, isMeant = true;

  /** What somebody saw who presses now, if there was anything yet. */
  const actedOn = () => sights.filter(({ atMs }) => atMs <= performance.now() - REACTION_MS).at(-1);

  function look() {
    isDue = false;
    const acted = actedOn();
    const newer = acted ? sights.slice(sights.indexOf(acted)) : sights;
    sights = [...newer, { atMs: performance.now(), places: placesOf(document.body) }];
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
    const acted = actedOn();
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
