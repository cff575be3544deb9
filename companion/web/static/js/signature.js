/** Whoever takes something back or corrects it says so with a name, which this browser remembers. */

import { h } from "./dom.js";
import { recall, remember } from "./remembered.js";
import { t } from "./words.js";

const STORED = "tableside-name";

/** An event that changes the past, with the name of whoever makes it.
 *  @param {object} event */
export function signed(event) {
  return { ...event, by: recall(STORED) || "host" };
}

/** A button that hands in the event by which a wrong reading is put right.
 *  @param {Wire.Correction} event
 *  @param {Wire.Attempt} attempt
 *  @returns {HTMLElement} */
export function correctButton(event, attempt) {
  const { number, to } = event;
  const said = Object.entries(to).filter(([name]) => name !== "event").map(([, value]) => (typeof value === "string" ? value : JSON.stringify(value))).join(" ");
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "button", class: "main", on: { click: async () => {
    const answer = await attempt("events", { event: signed(event) });
    if (answer?.accepted) button.remove();
  } } }, t("Correct no. {number}: {event}", { number, event: said }));
  return button;
}

/** The field that asks for the name.
 *  @param {string[]} players */
export function signature(players) {
  const input = h("input", { maxlength: 132, autocomplete: "off", list: "signatures", placeholder: t("host") });
  input.value = recall(STORED) ?? "";
  input.addEventListener("input", () => remember(STORED, input.value.trim()));
  return h("label", { class: "signature" }, t("Corrections in the name of"), input,
    h("datalist", { id: "signatures" }, players.map((player) => h("option", { value: player }))));
}
