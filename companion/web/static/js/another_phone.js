/** Another phone would play for a player: whoever is at the table, or holds the phone that does, says whether it may. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** @param {string[]} names
 *  @param {(path: string, body: object) => unknown} post */
export const handOvers = (names, post) => names.map((name) => {
  const say = (/** @type {boolean} */ agreed) => post("seats/hand-over", { name, agreed });
  return h("div", { class: "hand-over", data: { for: name } }, h("p", {}, t("Another phone would play for {name}.", { name })),
    h("button", { type: "button", on: { click: () => say(true) } }, t("It may")),
    h("button", { type: "button", on: { click: () => say(false) } }, t("It may not")));
});
