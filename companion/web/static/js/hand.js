/** The cards the table has dealt whoever looks, where it plays itself. */

import { letterCard, rankCard } from "./cards.js";
import { h } from "./dom.js";
import { get } from "./requests.js";
import { t } from "./words.js";

/** Asks for the hand anew once the match has gone on; `shown` is told of it, of none as well.
 *  @param {() => string | null | undefined} token of the phone; none on the host's pages
 *  @param {(hand: Wire.Hand) => unknown} shown */
export function ownHand(token, shown) {
  let asked = "";
  return async (/** @type {Wire.Table} */ table) => {
    const key = JSON.stringify([table.match_id, table.practice, table.rulings.at(-1)?.number, token()]);
    if (key === asked) return;
    asked = key;
    const hand = table.practice ? await get("hand", token()).catch(() => null) : null;
    if (key === asked) shown(hand ?? { player: null, cards: null });
  };
}

/** The cards, to be looked at.
 *  @param {string[] | null} cards */
export function handShown(cards) {
  if (!cards) return [];
  return [h("h2", {}, t("Your cards")), h("div", { class: "own-cards" }, cards.length ? cards.map(handCard) : t("none"))];
}

/** @param {string} name */
export function handCard(name) {
  if (name.length === 1 && name !== "*") return letterCard(name);
  if (name.includes("/") || name === "*") return rankCard(name);
  return h("span", { class: "named-card" }, name);
}
