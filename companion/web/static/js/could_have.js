/** What could have been, and what could be done now, in sentences: places of a card, a doubt, the words of a card, what
 *  could have been declared. */

import { listed, t } from "./words.js";

const MOST_PLACES = 4;
const MOST_WORDS = 12;

/** Where a card would have gone, the doubt that would have paid, where the next card can go.
 *  @param {Wire.Hints} hints */
export function placeLines({ placements, doubt, next }) {
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
  return place.word ? `${where}: ${place.word}` : where;
}

/** The words of a card by what they are worth, and what could have been declared.
 *  @param {Wire.Hints} hints */
export function cardLines({ listed_words: words, words_in_all: count, best_total: points, moves = [], cards, roll }) {
  const made = moves.filter((move) => move.points !== undefined);
  const averages = moves.filter((move) => move.total !== undefined);
  return [
    words?.length ? t("Words of the card ({count}): {words}.", { count: count ?? words.length, words: some(words.map(wordText), MOST_WORDS) }) : "",
    points === undefined ? "" : t("All of them would have brought {points}.", { points: signed(points) }),
    made.length ? t("The words written would have brought: {moves}.", { moves: listed(made.map((move) => moveText(move, signed(move.points ?? 0)))) }) : "",
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
const mean = (total, count) => signed(Number((total / count).toFixed(1)));
/** @param {number} number */
const signed = (number) => String(number).replace("-", "−");

/** The first of several things; that there are more is said.
 *  @param {string[]} all
 *  @param {number} most */
function some(all, most) {
  return all.length > most ? `${all.slice(0, most).join(", ")} …` : listed(all);
}
