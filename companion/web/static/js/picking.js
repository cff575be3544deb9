/** Cards with a rank and a letter, picked from pictures: the letter first, then which of its cards. What is picked stands in
 *  the field as it is typed, so either may be put right by the other. */

import { rankCard } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const WILD = "*";
const NEXT_LINE = ";";

/** What picks cards into `input`: one, several, or several lines of them.
 *  @param {HTMLInputElement} input
 *  @param {{ kind: string, ranks: string[], wild: string }} field
 *  @param {string} label */
export function picking(input, { kind, ranks, wild }, label) {
  const pictures = h("div", { class: "pictures" });
  let isWild = false;
  /** @param {string} text */
  function put(text) {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const taken = () => input.value.split(/\s+|(?=;)/).filter(Boolean);
  /** @param {string} card */
  function add(card) {
    put((kind === "card" ? [card] : [...taken(), card]).join(" "));
    pictures.replaceChildren();
    isWild = false;
  }
  /** @param {string} letter */
  const show = (letter) => pictures.replaceChildren(...ranks.map((rank) => {
    const card = `${isWild ? `${WILD}=` : ""}${rank}/${letter}`;
    return h("button", { type: "button", class: "picture", on: { click: () => add(card) } }, rankCard(card));
  }));
  function wildcard() {
    if (wild === "bare") return add(WILD);
    isWild = true; // and what it stands for comes next
    pictures.replaceChildren(h("p", { class: "hint" }, t("What does the wild stand for?")));
  }
  const letters = LETTERS.map((letter) => h("button", { type: "button", class: "lay", on: { click: () => show(letter) } }, letter));
  const also = [
    wild === "no" ? null : h("button", { type: "button", class: "lay", "aria-label": t("wild card"), on: { click: wildcard } }, "★"),
    kind === "lines" ? h("button", { type: "button", class: "also", on: { click: () => put([...taken(), NEXT_LINE].join(" ")) } }, t("Another line")) : null,
    kind === "card" ? null : h("button", { type: "button", class: "also", on: { click: () => put(taken().slice(0, -1).join(" ")) } }, t("Take the last one back")),
  ];
  return h("div", { class: "picking", role: "group", "aria-label": label }, h("div", { class: "letters" }, letters, also), pictures);
}
