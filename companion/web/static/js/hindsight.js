/** What could have been after a ruling, and at a table that teaches what could be done now, in sentences. */

import { saidText } from "./says.js";
import { clauses, headed, language, listed, minus, t } from "./words.js";

const MOST_PLACES = 4;
const MOST_WORDS = 12;

/** What could have been: words that would have won, places that were free, the words of a card, the best laydown.
 *  @param {Wire.Hints} hints */
export function hintLines(hints) {
  /** @type {string[]} */
  const lines = [];
  if (hints.saving_words?.length) lines.push(t("This would have won: {words}.", { words: listed(hints.saving_words) }));
  lines.push(...roundLines(hints));
  lines.push(...(hints.remarks ?? []).map(({ text, said }) => saidText(said, text)));
  return [...lines, ...placeLines(hints), ...cardLines(hints), ...(hints.best_laydowns ?? []).map(laydownText)];
}

/** @param {Wire.Laydown} best */
function laydownText(best) {
  const told = { player: best.player, points: best.points, lines: best.lines.map((line) => line.join(" ")).join(" | ") };
  return best.exhaustive
    ? t("The best laydown of {player}'s last cards would have been {lines}, worth {points}.", told)
    : t("A good laydown of {player}'s last cards would have been {lines}, worth {points}.", told);
}

/** Of a round that a challenge ended: the cards that were safe, until when it could be won.
 *  @param {Wire.Hints} hints */
function roundLines({ no_word: none, safe_cards: safe, safe_actions: actions, lost_from: lost, last_chance: last, right_in_hundred: right }) {
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
  return t("With an action card these were safe on {row}: {ways}; a pass always is.", { row, ways: clauses(ways) });
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

/** Where a card would have gone, the doubt that would have paid, where the next card can go.
 *  @param {Wire.Hints} hints */
function placeLines({ placements, doubt, next }) {
  return [
    placements?.length ? t("It would have fitted here, the best place first: {places}.", { places: placesText(placements) }) : "",
    doubt?.open ? t("A doubt would pay now: “{word}” is not in the dictionary, and {player} would take from a longest row ({count}).", { ...doubt, count: doubt.cards }) : "",
    doubt && !doubt.open ? t("A doubt would have paid: “{word}” is not in the dictionary, and {player} would have taken from a longest row ({count}).", { ...doubt, count: doubt.cards }) : "",
    next && next.placements.length ? t("{player} can place {letter} here, the best place first: {places}.", { ...next, places: placesText(next.placements) }) : "",
    next && !next.placements.length ? t("{letter} has no place in any row.", { letter: next.letter }) : "",
  ].filter(Boolean);
}

/** @param {Wire.Placing[]} placements */
const placesText = (placements) => some(placements.map(placeText), MOST_PLACES);

/** @param {Wire.Placing} place */
function placeText(place) {
  const where = place.side === "front" ? t("row {row} in front", { row: place.row }) : t("row {row} at the back", { row: place.row });
  return place.word ? headed(where, place.word) : where;
}

/** The words of a card by what they are worth, and what could have been declared.
 *  @param {Wire.Hints} hints */
function cardLines({ listed_words: words, words_in_all: count, best_total: points, moves = [], cards, roll }) {
  const made = moves.filter((move) => move.points !== undefined);
  const averages = moves.filter((move) => move.total !== undefined);
  return [
    words?.length ? t("Words of the card ({count}): {words}.", { count: count ?? words.length, words: some(words.map(wordText), MOST_WORDS) }) : "",
    points === undefined ? "" : t("All of them would have brought {points}.", { points: numberText(points) }),
    made.length ? t("The words written would have brought: {moves}.", { moves: listed(made.map((move) => moveText(move, numberText(move.points ?? 0)))) }) : "",
    averages.length && cards ? t("On average over the cards left ({count}), if every word is found: {moves}.", { count: cards, moves: listed(averages.map((move) => moveText(move, mean(move.total ?? 0, cards)))) }) : "",
    roll ? t("A roll brings {points} on average.", { points: mean(roll.total, roll.over) }) : "",
  ].filter(Boolean);
}

/** @param {{ word: string, points: number, found: boolean }} word */
const wordText = ({ word, points, found }) => `${word} ${points}${found ? " ✓" : ""}`;

/** @param {Wire.Declaring} move
 *  @param {string} points */
function moveText({ move, to }, points) {
  return {
    none: () => t("as rolled {points}", { points }),
    double: () => t("Double {points}", { points }),
    triple: () => t("Triple {points}", { points }),
    raise: () => t("raised to {to}: {points}", { to, points }),
    pass_on: () => t("passed on {points}", { points }),
  }[move]();
}

/** @param {number} total
 *  @param {number} count */
const mean = (total, count) => numberText(Number((total / count).toFixed(1)));
/** @param {number} number */
const numberText = (number) => minus(number.toLocaleString(language, { useGrouping: false }));

/** The first of several things; how many more there are is said.
 *  @param {string[]} all
 *  @param {number} most */
function some(all, most) {
  return listed(all.length > most ? [...all.slice(0, most), t("{count} more", { count: all.length - most })] : all);
}
