/** How loud what happens is spoken, and by whom: the host says it, the table remembers it, and whoever changes it
 *  elsewhere (a button, another page) is followed. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** Slider and choice in `place`; gives the function that has them follow the table.
 *  @param {HTMLElement} place
 *  @param {Wire.Attempt} attempt */
export function loudness(place, attempt) {
  let shown = ""; // what the table said last; nothing once somebody has chosen something else here
  /** @type {Wire.Voicing} */
  let newest = { percent: 0, by: "table" };
  function put() {
    slider.value = String(newest.percent);
    speakers.value = newest.by;
  }
  /** @param {Partial<Wire.Voicing>} change */
  async function say(change) {
    shown = ""; // a view with the old value may have it again: somebody else has said so since
    return (await attempt("voice", change)) ?? put();
  }
  const slider = h("input", { type: "range", name: "loudness", min: 0, max: 100, step: 10 });
  slider.addEventListener("change", () => say({ percent: slider.valueAsNumber }));
  const speakers = h("select", { name: "speakers", autocomplete: "off" },
    [["table", t("the table")], ["page", t("the kiosk's page")], ["both", t("both")]].map(([value, label]) => h("option", { value }, label)));
  speakers.addEventListener("change", () => say({ by: /** @type {Wire.Voicing["by"]} */ (speakers.value) }));
  place.replaceChildren(h("h2", {}, t("Voice")),
    h("label", { class: "loudness" }, t("How loud the table speaks"), slider),
    h("label", { class: "loudness" }, t("Who speaks"), speakers));
  return (/** @type {Wire.Voicing} */ voice) => {
    if (shown === JSON.stringify(voice)) return; // what is being dragged is left alone
    shown = JSON.stringify(voice);
    newest = voice;
    put();
  };
}
