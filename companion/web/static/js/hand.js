/** The cards the table has dealt whoever looks, where it plays itself. */

import { letterCard, rankCard } from "./cards.js";
import { h } from "./dom.js";
import { Refused, get, pause } from "./requests.js";
import { t } from "./words.js";

const AGAIN_MS = 1_000;
const NONE = { player: null, cards: null, open: null };

/** Asks for the hand anew once the match has gone on, and until the table answers: it may say nothing more before whoever
 *  holds the hand has played. `shown` is told of it, of none as well.
 *  @param {() => string | null | undefined} token of the phone; none on the host's pages
 *  @param {(hand: Wire.Hand) => unknown} shown */
export function ownHand(token, shown) {
  let asked = "";
  return async (/** @type {Wire.Table} */ table) => {
    const key = JSON.stringify([table.match_id, table.practice, table.rulings.at(-1)?.number, token()]);
    if (key === asked) return;
    asked = key;
    let hand = table.practice ? await handOf(token()) : NONE;
    while (key === asked && !hand) {
      shown(NONE);
      await pause(AGAIN_MS);
      if (key === asked) hand = await handOf(token());
    }
    if (key === asked && hand) shown(hand);
  };
}

/** Whether whoever was so answered may ask again: nobody was there, it was asked too often, or the table stops.
 *  @param {number} status */
const isNotNow = (status) => status === 0 || status === 429 || status >= 500;

/** The hand of whose token this is, none where it has none; null where the table does not answer, or not now.
 *  @param {string | null | undefined} token
 *  @returns {Promise<Wire.Hand | null>} */
const handOf = (token) => get("hand", token).catch((/** @type {Refused} */ { status }) => (isNotNow(status) ? null : NONE));

/** What was dealt to whose forms are on the page.
 *  @type {string[]} */
let dealt = [];
/** @type {WeakMap<Element, () => void>} */
const offers = new WeakMap();

/** Has every form on the page offer these cards.
 *  @param {string[] | null} cards */
export function offerHand(cards) {
  dealt = cards ?? [];
  for (const offer of document.querySelectorAll("[data-offers=hand]")) offers.get(offer)?.();
}

/** The own cards as pictures, to be picked; none where the table deals none. Those `lying` already are not offered again.
 *  @param {(card: string, event: MouseEvent) => unknown} take
 *  @param {() => string[]} lying */
export function ownCards(take, lying) {
  const element = h("div", { class: "pictures", role: "group", "aria-label": t("Your cards"), data: { offers: "hand" } });
  function renew() {
    const used = lying().map((card) => (isWild(card) ? WILD : card));
    const left = dealt.filter((card) => {
      const at = used.indexOf(card);
      if (at >= 0) used.splice(at, 1);
      return at < 0;
    });
    element.replaceChildren(...left.map((card) =>
      h("button", { type: "button", class: "picture", on: { click: (/** @type {MouseEvent} */ event) => take(card, event) } }, rankCard(card))));
  }
  offers.set(element, renew);
  renew();
  return { element, renew };
}

const WILD = "*";

/** @param {string} card */
const isWild = (card) => card.startsWith(WILD);

/** The cards, to be looked at, and what was dealt to lie open.
 *  @param {Pick<Wire.Hand, "cards" | "open">} hand */
export function handShown({ cards, open }) {
  if (!cards) return [];
  return [h("h2", {}, t("Your cards")), h("div", { class: "own-cards" }, cards.length ? cards.map(handCard) : t("No cards")), ...openShown(open)];
}

/** The card that was dealt to lie open.
 *  @param {string | null} card */
export const openShown = (card) => (card ? [h("p", { class: "hint" }, t("Lies open")), h("div", { class: "own-cards lying open-card" }, handCard(card))] : []);

/** @param {string} name */
export function handCard(name) {
  if (name.length === 1 && name !== "*") return letterCard(name);
  if (name.includes("/") || name === "*") return rankCard(name);
  return h("span", { class: "named-card" }, name);
}
