/** What the rules call things, in the words people use. */

import { h } from "./dom.js";
import { headed, listed, t } from "./words.js";

/** Who does what is awaited: the player in turn, or whoever the game asks in between.
 *  @param {Wire.Match} match */
export function actorOf(match) {
  return match.actor ?? match.turn;
}

/** What the match asks of this player now; "" while it asks nothing.
 *  @param {Wire.Table} table
 *  @param {string} name */
export function askedText({ match, board, paused }, name) {
  if (!match || match.over || paused) return "";
  if (actorOf(match) === name) return headed(t("Your turn"), awaitingText(match));
  return board?.asked?.player === name ? saidText(board.asked.text_said, board.asked.text) : "";
}

/** What the match waits for, as a sentence to whoever does it.
 *  @param {Wire.Match} match */
export function awaitingText(match) {
  return match.over || !match.awaiting ? "" : t(match.awaiting_said);
}

/** What the totals count, and where a low one is good, that it is.
 *  @param {Wire.Match} match */
export function scoreName({ score_name: name, low_wins: why }) {
  return [t(name), why && t(why)].filter(Boolean).join(" · ");
}

/** Who has won a match that is over.
 *  @param {Wire.Match} match */
export function wonText({ winners }) {
  if (!winners.length) return t("The match is over.");
  return winners.length > 1 ? t("{players} share the win", { players: listed(winners) }) : t("{player} wins", { player: winners[0] });
}

/** A sentence of the referee's in the page's language: its template filled in, parts that are told themselves first.
 *  @param {Wire.Said | null | undefined} said
 *  @param {string | null} [plain] */
export function saidText(said, plain = "") {
  if (!said) return plain ? t(plain) : "";
  const fillings = Object.entries(said.fillings).map(([name, part]) => [name, typeof part === "object" ? saidText(part) : part]);
  const text = t(said.text, Object.fromEntries(fillings));
  return said.is_capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Why the referee ruled so, in the page's language; where it is not translated it is marked as English.
 *  @param {{ said: Wire.Said | null, reason: string }} entry
 *  @param {"p" | "span"} [tag] */
export function reasonLine(entry, tag = "p") {
  const text = saidText(entry.said, entry.reason);
  return h(tag, { class: "reason", lang: text === entry.reason ? "en" : null }, text);
}

/** Where an event came from.
 *  @param {string} source */
export function sourceText(source) {
  return SOURCES[source]?.() ?? source;
}

/** @type {Record<string, () => string>} */
const SOURCES = {
  panel: () => t("buttons"),
  camera: () => t("camera"),
  phone: () => t("phone"),
  phones: () => t("phones"),
  host: () => t("host"),
  clock: () => t("clock"),
  table: () => t("the table"),
  import: () => t("brought in"),
};

/** What a field of an event says of it.
 *  @param {string} field */
export function fieldText(field) {
  return FIELDS[field]?.() ?? field;
}

/** @type {Record<string, () => string>} */
const FIELDS = {
  about: () => t("about"),
  after: () => t("after which card"),
  at: () => t("which card"),
  back: () => t("behind"),
  card: () => t("card"),
  cards: () => t("cards"),
  cells: () => t("places and cards"),
  colour: () => t("colour"),
  discard: () => t("discarded first"),
  face: () => t("die"),
  from: () => t("from"),
  front: () => t("in front"),
  hands: () => t("cards left"),
  jumble: () => t("seven letters"),
  line: () => t("line"),
  lines: () => t("lines"),
  move: () => t("declaration"),
  options: () => t("options"),
  pick: () => t("target picked"),
  player: () => t("player"),
  players: () => t("players"),
  row: () => t("row"),
  side: () => t("side"),
  target: () => t("target"),
  to: () => t("raised to"),
  type: () => t("game"),
  upheld: () => t("explanation good"),
  villain: () => t("Villain"),
  wilds: () => t("wilds stand for"),
  with: () => t("with which card"),
  word: () => t("word"),
  words: () => t("words"),
};

/** How well the table plays, by what the table calls it. */
export const strengthNames = () => /** @type {Record<string, string>} */ ({ easy: t("easy"), medium: t("medium"), hard: t("hard") });
