/** The drawn table: its cards are laid, taken and turned here, as hands would do it before a real camera. */

import { ALPHABET } from "./cards.js";
import { h } from "./dom.js";
import { askedOnce } from "./forms.js";
import { handCard, openShown } from "./hand.js";
import { saidText } from "./says.js";
import { t } from "./words.js";

/** Where the next card goes; it stays as it was chosen until another place is. */
const place = { side: "right", row: 0, apart: false };

/** What lays cards: places and the deck's cards; `deck` is what the table's /cards say, with how the game lays them.
 *  `dealt` are the cards that the table has dealt whoever lays them, if it deals any.
 *  @param {Wire.Deck} deck
 *  @param {Wire.Attempt} attempt
 *  @param {Wire.Hand | null} dealt */
export function layer(deck, attempt, dealt) {
  const hand = dealt?.cards;
  const { laying } = deck;
  place.row = Math.min(place.row, deck.rows - 1);
  place.apart = false;
  const column = laying.by_column ? gridColumn() : null;
  const lay = (/** @type {string} */ label) => attempt("cards", { act: "place", label, face_down: label === "?", side: place.side, row: place.row,
    apart: place.apart, ...(column ? { column: Number(column.value) } : {}) });
  return [
    h("div", { class: "places" }, rowChoice(deck), column ? h("label", {}, t("Column"), column) : sideChoice(), laying.apart ? apart() : null),
    ...(hand ? [h("p", { class: "hint" }, t("Your cards"))] : []),
    laying.are_signs ? letterButtons(lay, hand ? [...hand.filter((card) => card.length === 1), "?"] : [...ALPHABET, "?"], laying.others) : hand ? handButtons(lay, hand) : namedCards(deck, lay),
    ...openShown(dealt?.open ?? null),
  ];
}

/** The rows by what they are in the game, the farthest first.
 *  @param {Wire.Deck} deck */
function rowChoice(deck) {
  if (deck.rows < 2) return null;
  const rows = h("select", { "aria-label": t("Row"), on: { change: () => { place.row = Number(rows.value); } } },
    deck.laying.rows.map((name, row) => h("option", { value: row, selected: row === place.row }, saidText(name.label_said, name.label))));
  return rows;
}

function sideChoice() {
  const sides = [["left", t("left end")], ["right", t("right end")]].map(([value, label]) =>
    h("button", { type: "button", "aria-pressed": String(value === place.side), data: { side: value }, on: { click: () => {
      place.side = value;
      for (const button of sides) button.setAttribute("aria-pressed", String(button.dataset.side === value));
    } } }, label));
  return h("div", { class: "choice", role: "group", "aria-label": t("Where the card goes") }, sides);
}

function apart() {
  const tick = h("input", { type: "checkbox", on: { change: () => { place.apart = tick.checked; } } });
  return h("label", { class: "tick" }, tick, t("apart, as a line of its own"));
}

const gridColumn = () => h("input", { type: "number", min: -6, max: 6, value: 0, class: "column" });

/** @param {(label: string) => unknown} lay
 *  @param {string[]} letters
 *  @param {Wire.Laying["others"]} others */
function letterButtons(lay, letters, others) {
  return h("div", { class: "letters" }, letters.map((label) =>
    h("button", { type: "button", class: "lay", "aria-label": label === "?" ? t("Lay a card face down") : t("Lay {letter}", { letter: label }),
      on: { click: () => lay(label) } }, label === "?" ? "★" : label)),
  others.map(({ label, called }) => h("button", { type: "button", class: "turn", on: { click: () => lay(label) } }, t(called))));
}

/** @param {(label: string) => unknown} lay
 *  @param {string[]} hand */
function handButtons(lay, hand) {
  return h("div", { class: "lying" }, hand.map((name) =>
    h("button", { type: "button", class: "take", "aria-label": t("Lay {letter}", { letter: name }), on: { click: () => lay(name) } }, handCard(name))));
}

/** Cards by their names: typed or picked from the list; some come off the deck unseen.
 *  @param {Wire.Deck} deck
 *  @param {(label: string) => unknown} lay */
function namedCards(deck, lay) {
  const list = h("datalist", { id: "deck-cards" }, deck.cards.map((name) => h("option", { value: name })));
  const name = h("input", { name: "label", list: "deck-cards", maxlength: 40, required: true, autocomplete: "off", "aria-label": t("Card") });
  const unseen = () => deck.cards[Math.floor(Math.random() * deck.cards.length)];
  return h("form", { class: "named", on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    lay(deck.cards.find((card) => card.toLowerCase() === name.value.trim().toLowerCase()) ?? name.value.trim());
    name.value = "";
  } } }, name, list, h("button", { type: "submit" }, t("Lay it")),
  deck.laying.unseen ? h("button", { type: "button", on: { click: () => lay(unseen()) } }, t("The next card of the deck")) : null);
}

/** The cards that lie there; `stale` when the match has none of them any more, `turns` when they can be turned sideways.
 *  @param {Wire.DrawnCard[]} cards
 *  @param {boolean} turns
 *  @param {boolean} stale
 *  @param {Wire.Attempt} attempt */
export function lying(cards, turns, stale, attempt) {
  const clear = () => attempt("cards", { act: "clear" });
  return [
    h("div", { class: "lying" }, cards.map((card, index) => [
      index > 0 && cards[index - 1].row !== card.row ? h("span", { class: "next-row" }) : null,
      h("button", { type: "button", class: "take", "aria-label": t("Take {letter} away", { letter: card.label }),
        on: { click: () => attempt("cards", { act: "remove", index }) } }, handCard(card.label)),
      turns ? h("button", { type: "button", class: "turn", "aria-label": t("Turn {card}", { card: card.label }), "aria-pressed": String(card.sideways),
        on: { click: () => attempt("cards", { act: "turn_sideways", index }) } }, "↻") : null,
    ])),
    h("button", { type: "button", id: "clear", class: stale ? "main" : "", disabled: !cards.length, on: { click: stale ? clear : askedOnce(clear) } }, t("Clear the table")),
  ];
}
