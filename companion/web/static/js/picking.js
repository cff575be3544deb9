/** Cards with a rank and a letter, picked from pictures: the letter first, then which of its cards. What is picked lies there
 *  as cards, which are taken back with one tap. For drafts it stands in the form, too, as it is written, and out of sight. */

import { ALPHABET, rankCard, rankedLetter } from "./cards.js";
import { h } from "./dom.js";
import { ownCards } from "./hand.js";
import { t } from "./words.js";

const WILD = "*";
const NEXT_LINE = ";";

/** Letters, and the cards of the one that was pressed, below those that the table has dealt; `take` gets the card, `lying` says
 *  which have been picked, and has to call `renew` when they are others. Of a wild it is asked what it stands for where that must be said, which may be a rank or a letter alone.
 *  @param {{ ranks: string[], wild: Wire.CardField["wild"] }} field
 *  @param {(card: string) => unknown} take
 *  @param {() => string[]} lying */
export function cardChooser({ ranks, wild }, take, lying) {
  const pictures = h("div", { class: "pictures" });
  const isOnlyWild = wild === "only";
  let isWild = isOnlyWild;
  /** @type {HTMLElement | null} */
  let opener = null;
  /** @param {string} card */
  function add(card) {
    isWild = isOnlyWild;
    pictures.replaceChildren(...(isOnlyWild ? [alone()] : []));
    take(card);
    opener?.focus();
  }
  /** @param {string} card */
  const picture = (card) => h("button", { type: "button", class: "picture", on: { click: () => add(card) } }, rankCard(card));
  /** @param {string} letter
   *  @param {MouseEvent} event */
  function show(letter, { currentTarget }) {
    opener = /** @type {HTMLElement} */ (currentTarget);
    const cards = ranks.map((rank) => `${isWild ? `${WILD}=` : ""}${rank}/${letter}`);
    pictures.replaceChildren(...[...cards, ...(isWild ? [`${WILD}=/${letter}`] : [])].map(picture));
  }
  /** What a wild stands for, where it is a rank and no letter. */
  const alone = () => h("div", { class: "alone" }, h("p", { class: "hint" }, t("What does the wild stand for?"), " ", t("A letter first, or a rank alone:")),
    h("div", { class: "pictures" }, ranks.map((rank) => picture(`${WILD}=${rank}/`))));
  /** @param {MouseEvent} event */
  function wildcard({ currentTarget }) {
    opener = /** @type {HTMLElement} */ (currentTarget);
    if (wild === "bare") return add(WILD);
    isWild = true;
    return pictures.replaceChildren(alone());
  }
  if (isOnlyWild) pictures.replaceChildren(alone());
  const own = ownCards((card, event) => (card === WILD ? wildcard(event) : add(card)), lying);
  const element = h("div", { class: "chooser" }, isOnlyWild ? null : own.element,
    h("div", { class: "tiles" }, ALPHABET.map((letter) => h("button", { type: "button", class: "tile", on: { click: (/** @type {MouseEvent} */ event) => show(letter, event) } }, letter)),
      wild === "bare" || wild === "meant" ? h("button", { type: "button", class: "tile", "aria-label": t("wild card"), on: { click: wildcard } }, "★") : null),
    pictures);
  return { element, renew: own.renew };
}

/** What holds a value as it is written, for drafts; `renew` is called whenever it changes, by whomever.
 *  @param {string} name
 *  @param {() => unknown} renew */
export function keptText(name, renew) {
  const input = h("input", { name, hidden: true, autocomplete: "off", tabindex: -1, data: { picked: "yes" } });
  for (const kind of ["input", "change"]) input.addEventListener(kind, renew);
  return { input, put: (/** @type {string} */ text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  } };
}

/** A field of one card, of cards, or of lines of them.
 *  @param {{ kind: string, name: string, ranks: string[], wild: Wire.CardField["wild"], optional: boolean, least?: number }} field
 *  @param {string} label
 *  @param {string} help
 *  @returns {Wire.Drawn} */
export function picking(field, label, help) {
  const { kind, name, optional, least = 1 } = field;
  const lying = h("div", { class: "lying", "aria-live": "polite" });
  const { input, put } = keptText(name, show);
  const written = () => input.value.toUpperCase().match(/;|[^\s;]+/g) ?? [];
  const cards = () => written().filter((sign) => sign !== NEXT_LINE);
  const write = (/** @type {string[]} */ signs) => put(signs.join(" "));
  const take = (/** @type {string} */ card) => write(kind === "card" ? [card] : [...written(), card]);
  /** @param {number} at */
  function takeBack(at) {
    write(written().filter((_, other) => other !== at));
    /** @type {HTMLElement | null} */ (lying.querySelector("button") ?? element.querySelector("button"))?.focus();
  }
  function show() {
    lying.replaceChildren(...written().map((sign, at) => (sign === NEXT_LINE ? h("span", { class: "next-line" })
      : h("button", { type: "button", class: "picture", "aria-label": t("Take {letter} away", { letter: sign }), on: { click: () => takeBack(at) } }, rankCard(sign)))));
    chooser.renew();
    if (cards().length) problem.textContent = "";
  }
  const chooser = cardChooser(field, take, cards);
  const problem = h("p", { class: "refused", role: "alert" });
  const more = kind === "lines" ? h("button", { type: "button", class: "also", on: { click: () => written().length && write([...written(), NEXT_LINE]) } }, t("Another line")) : null;
  const element = h("fieldset", { class: "picking" }, h("legend", {}, label, help ? h("small", { class: "help" }, help) : null),
    input, lying, chooser.element, more, problem);
  return {
    element,
    value: () => {
      if (!cards().length && optional) return null;
      if (kind === "lines") return input.value.toUpperCase().split(NEXT_LINE).map((line) => line.split(/\s+/).filter(Boolean)).filter((line) => line.length);
      return kind === "card" ? cards()[0] ?? "" : cards();
    },
    letters: () => cards().map(rankedLetter),
    lacks: () => {
      if (optional || cards().length >= (kind === "cards" ? Math.min(least, 1) : 1)) return false;
      problem.textContent = t("Pick a card first.");
      /** @type {HTMLElement} */ (element.querySelector(".tile")).focus();
      return true;
    },
  };
}
