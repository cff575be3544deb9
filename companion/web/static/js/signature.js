/** Whoever takes something back or corrects it says so with a name, which this browser remembers. */

import { h } from "./dom.js";
import { t } from "./words.js";

const STORED = "tableside-name";

/** An event that changes the past, with the name of whoever makes it.
 *  @param {object} event */
export function signed(event) {
  return { ...event, by: localStorage.getItem(STORED) || "host" };
}

/** The field that asks for the name.
 *  @param {string[]} players */
export function signature(players) {
  const input = h("input", { maxlength: 24, autocomplete: "off", list: "signatures", placeholder: t("host") });
  input.value = localStorage.getItem(STORED) ?? "";
  input.addEventListener("input", () => localStorage.setItem(STORED, input.value.trim()));
  return h("label", { class: "signature" }, t("Corrections in the name of"), input,
    h("datalist", { id: "signatures" }, players.map((player) => h("option", { value: player }))));
}
