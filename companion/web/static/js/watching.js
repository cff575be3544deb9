/** A phone without a seat: it sees the match as the kiosk shows it, and may guess along. */

import { boardOf, outcomeOf } from "./board.js";
import { h } from "./dom.js";
import { recall, remember } from "./remembered.js";
import { actorOf, awaitingText, saidText, wonText } from "./says.js";
import { minus, t } from "./words.js";

const STORED = "tableside-watcher"; // a number by which one phone guesses once

function ownNumber() {
  const known = recall(STORED);
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(STORED, made);
  return made;
}

/** @type {{ number: number, yes: boolean } | null} */
let said = null; // by this phone, of the riddle of that number

/** What there is to guess, and how the last guesses came out; `attempt(path, body)` hands a guess in, `again()` draws anew.
 *  @param {Wire.Audience} audience
 *  @param {string} key
 *  @param {Wire.Attempt} attempt
 *  @param {() => void} again */
export function guessing({ riddle, tally }, key, attempt, again) {
  if (!riddle) return tally ? h("p", { class: "hint tally" }, saidText(tally.said, tally.text), " ", tallyText(tally)) : [];
  const { number } = riddle;
  const guess = async (/** @type {boolean} */ yes) => {
    if (!await attempt("guesses", { key, phone: ownNumber(), riddle: number, yes })) return;
    said = { number, yes };
    again();
  };
  const button = (/** @type {boolean} */ yes) => h("button", { type: "button", data: { guess: yes ? "yes" : "no" },
    "aria-pressed": String(said?.number === number && said.yes === yes), on: { click: () => guess(yes) } }, yes ? t("yes") : t("no"));
  return h("section", { class: "question", "aria-label": t("Guess along") }, h("p", {}, saidText(riddle.said, riddle.text)),
    h("div", { class: "candidates" }, button(true), button(false)),
    h("small", { class: "help" }, t("Nobody sees what you guess before the ruling.")));
}

/** What a page draws it from: with the same, nothing changes.
 *  @param {Wire.Audience} audience */
export const guessingKey = (audience) => [audience, said];

/** How the guesses came out, once the ruling is there.
 *  @param {NonNullable<Wire.Audience["tally"]>} tally */
export const tallyText = ({ answer, right, guesses }) =>
  t("{answer}: {right} of {guesses} who watch guessed it.", { answer: answer ? t("yes") : t("no"), right, guesses });

/** Whose turn it is and how everybody stands.
 *  @param {Wire.Table} table */
export function standing({ match, title, paused }) {
  return [h("h1", {}, title || "Tableside"), match && !match.over ? h("p", { class: "whose" }, paused ? t("Paused")
    : match.turn ? t("{player}'s turn", { player: actorOf(match) ?? match.turn }) : awaitingText(match)) : null,
  match ? h("ul", { class: "others" }, match.players.map((player) => h("li", {}, player, " ", h("b", {}, minus(match.scores[player]))))) : null];
}

/** All that lies on the table; once the match is over, who has won and how it came out.
 *  @param {Wire.Playing} table
 *  @param {Wire.Gathering} gathering */
export function everything({ match, board, joiners }, gathering) {
  if (!match.over) return boardOf(board, null, { ...gathering, joiners });
  return [h("p", { class: "hint" }, wonText(match)), ...outcomeOf(board)];
}
