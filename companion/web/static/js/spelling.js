/** Letters that a word is made of, to be laid into it with the thumb. The keyboard writes on beside them. */

import { ALPHABET } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const WILD = "?";
const BETWEEN = /[\s,;]/;

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

/** Buttons for the letters of what is written in `input`. `offer(letters)` says which, `?` a wild; a letter is used up once it
 *  is in the word as often as it is there, and then is only pressed again where the word `isOpen` to others.
 *  @param {HTMLInputElement | HTMLTextAreaElement} input
 *  @param {{ isOpen: boolean, isSeveral: boolean }} about */
export function spelling(input, { isOpen, isSeveral }) {
  let offered = "";
  /** @type {HTMLButtonElement[]} */
  let tiles = [];
  const row = h("div", { class: "tiles" });
  const any = h("div", { class: "tiles any", hidden: true });
  const said = h("span", { class: "unseen", role: "status" });
  const element = h("div", { class: "spelling", role: "group", "aria-label": t("Its letters"), hidden: true }, row, any, said);

  // Where writing left off, and what was written then: some browsers (Chromium 150) forget it once the field has lost the focus.
  let kept = { text: "", start: 0, end: 0 };
  /** What is marked, or where the caret is: where it was last, or after all that somebody else has written since. */
  function place() {
    const end = input.value.length;
    if (document.activeElement === input) return { start: input.selectionStart ?? end, end: input.selectionEnd ?? end };
    return kept.text === input.value ? kept : { start: end, end };
  }
  const leave = () => void (kept = { text: input.value, start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 });

  /** The word that is being written. */
  function word() {
    const { end } = place();
    const [before, after] = [input.value.slice(0, end), input.value.slice(end)];
    if (!isSeveral) return input.value;
    return (before.split(BETWEEN).at(-1) ?? "") + (after.split(BETWEEN)[0] ?? "");
  }
  /** @param {string} text
   *  @param {number} [from] */
  function write(text, from = place().start) {
    if (input.maxLength > 0 && input.value.length + text.length > input.maxLength) return;
    input.setRangeText(text, from, place().end, "end");
    leave();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    said.textContent = word();
  }
  function takeBack() {
    const { start, end } = place();
    if (start !== end) write("");
    else if (start > 0) write("", start - 1);
  }
  /** @param {HTMLButtonElement} tile */
  function press(tile) {
    const letter = tile.dataset.letter ?? "";
    if (tile.getAttribute("aria-disabled") === "true") return;
    if (letter === WILD) return open(tile, any.hidden);
    any.hidden = true;
    write(letter.toLowerCase());
  }
  /** @param {HTMLButtonElement} tile
   *  @param {boolean} isShown */
  function open(tile, isShown) {
    any.hidden = !isShown;
    any.replaceChildren(...(isShown ? ALPHABET.map((letter) => h("button", { type: "button", class: "tile", on: { click: () => {
      any.hidden = true;
      write(letter.toLowerCase());
      tile.focus();
    } } }, letter)) : []));
  }
  /** Each letter of the word uses up a tile of its own, else a wild. */
  function mark() {
    const left = [...plain(word())];
    for (const tile of [...tiles].sort((one, other) => Number(one.dataset.letter === WILD) - Number(other.dataset.letter === WILD))) {
      const at = tile.dataset.letter === WILD ? left.length - 1 : left.indexOf(tile.dataset.letter ?? "");
      if (at >= 0) left.splice(at, 1);
      tile.dataset.used = at >= 0 ? "yes" : "";
      tile.setAttribute("aria-disabled", String(at >= 0 && !isOpen));
    }
  }
  /** @param {string[]} letters */
  function offer(letters) {
    if (letters.join() === offered) return;
    offered = letters.join();
    any.hidden = true;
    tiles = letters.map((letter) => {
      /** @type {HTMLButtonElement} */
      const tile = h("button", { type: "button", class: "tile", data: { letter }, "aria-label": letter === WILD ? t("wild card") : letter, on: { click: () => press(tile) } },
        letter === WILD ? "★" : letter);
      return tile;
    });
    row.replaceChildren(...tiles,
      h("button", { type: "button", class: "tile also", "aria-label": t("Take the last letter back"), on: { click: takeBack } }, "⌫"),
      ...(isSeveral ? [h("button", { type: "button", class: "also", on: { click: () => write(" ") } }, t("Next word"))] : []));
    element.hidden = !letters.length;
    mark();
  }
  for (const kind of ["input", "change"]) input.addEventListener(kind, mark);
  input.addEventListener("blur", leave);
  return { element, offer };
}
