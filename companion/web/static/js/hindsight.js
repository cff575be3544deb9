/** What could have been in a round that a challenge ended: the cards that were safe, until when it could be won. */

import { listed, t } from "./words.js";

/** In whole sentences, none where nothing is known.
 *  @param {Wire.Hints} hints */
export function roundLines({ no_word: none, safe_cards: safe, safe_actions: actions, lost_from: lost, last_chance: last, right_in_hundred: right }) {
  return [
    none ? t("No word in the dictionary would have won: the challenge was right.") : "",
    safe ? safeText(safe) : "",
    actions ? actionsText(actions) : "",
    lost ? t("From {row} on, the round was lost for {player} whatever was laid, if the other always has the right card.", lost) : "",
    last ? chanceText(last) : "",
    right === undefined ? "" : t("Were each card face down the letter printed on it, such a challenge would be right {count} times in a hundred.", { count: right }),
  ].filter(Boolean);
}

/** A card face down is safe wherever a letter is.
 *  @param {Wire.SafeCards} safe */
function safeText({ row, left, right }) {
  const cards = endsText(left.replace("?", ""), right.replace("?", ""));
  return cards ? t("Safe on {row}: {cards}; so was a card face down there.", { row, cards }) : t("No card was safe on {row}.", { row });
}

/** @param {Wire.SafeActions} actions */
function actionsText({ row, squeeze, exchange, switch: switched }) {
  const ways = [
    squeeze.length ? t("squeezed in {rows}", { rows: listed(squeeze) }) : "",
    exchange.length ? t("exchanged {rows}", { rows: listed(exchange) }) : "",
    switched.length ? t("switched {rows}", { rows: listed(switched) }) : "",
  ].filter(Boolean);
  if (!ways.length) return t("No squeeze, exchange or switch was safe on {row}; a pass always is.", { row });
  return t("With an action card these were safe on {row}: {ways}; a pass always is.", { row, ways: ways.join("; ") });
}

/** @param {Wire.LastChance} last */
function chanceText({ player, row, left, right, face_up: faceUp }) {
  const told = { player, row, cards: endsText(left, right) };
  return faceUp
    ? t("With {row} on the table {player} could still have won if no card lay face down: {cards}.", told)
    : t("With {row} on the table {player} could still have won: {cards}.", told);
}

/** @param {string} left
 *  @param {string} right */
function endsText(left, right) {
  return listed([
    left ? t("{card} on the left", { card: cardsText(left) }) : "",
    right ? t("{card} on the right", { card: cardsText(right) }) : "",
  ].filter(Boolean));
}

/** @param {string} cards */
function cardsText(cards) {
  return [...cards].map((card) => (card === "?" ? t("a card face down") : card)).join(" ");
}
