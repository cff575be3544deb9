/** How loud the table speaks: the host says it, the table remembers it. */

import { h } from "./dom.js";
import { get } from "./requests.js";
import { t } from "./words.js";

/** Puts a slider into `place`.
 *  @param {HTMLElement} place
 *  @param {Wire.Attempt} attempt */
export async function loudness(place, attempt) {
  const { percent } = await get("voice");
  const slider = h("input", { type: "range", name: "loudness", min: 0, max: 100, step: 10, value: percent });
  slider.addEventListener("change", () => attempt("voice", { percent: slider.valueAsNumber }));
  place.replaceChildren(h("h2", {}, t("Voice")), h("label", { class: "loudness" }, t("How loud the table speaks"), slider));
}
