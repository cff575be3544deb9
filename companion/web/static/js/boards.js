/** Each game's table as cards, from the view's `board`. */

import { creatureCard, jumbleCard, letterCard, rankCard } from "./cards.js";
import { h } from "./dom.js";
import { signed } from "./ruling.js";
import { listed, t } from "./words.js";

/** The board of a match; `before` is the same game's board in the view before, to mark what is new; `told` is what
 *  players say one by one: what the phones hand in, and the `doubters` of the word just said. */
export function boardOf(match, before = null, told = {}) {
  return (BOARDS[match.game] ?? anyBoard)(match.board, before ?? {}, match, told);
}

/** What else there is to show of a match that is over: tokens to settle (A15), the best solution there was (W24). */
export function outcomeOf({ game, board, players }) {
  if (game === "anagrascramble" && board.tokens) {
    return [h("p", { class: "note" }, t("Tokens"), ": ", players.map((player) => `${player} ${signed(board.tokens[player])}`).join(" · "))];
  }
  return game === "wordcard" ? bestSolution(board) : [];
}

/** The best solution of the group game, once it is known. */
export function bestSolution({ best }) {
  if (!best) return [];
  return [h("section", { class: "best", "aria-label": t("Best solution") },
    h("p", { class: "note" }, t("Best solution: {points} points", { points: best.gain }), best.exhaustive ? null : [" ", t("(that was found)")]),
    h("ol", { class: "lines" }, best.lines.map((line) => h("li", { class: "line" }, line.map((card) => rankCard(card))))))];
}

/** What waits to be carried out, the newest first, and who may still interrupt what. */
export function stackOf(board) {
  return [...waiting(board), board.chance ? h("p", { class: "note" }, t("{player} may interrupt {card}", board.chance)) : null];
}

function waiting(board) {
  return board.stack.length ? [h("ol", { class: "stack", "aria-label": t("Waiting effects") }, [...board.stack].reverse().map((effect) =>
    h("li", {}, `${effect.card}: ${effect.effect}`, effect.target ? ` → ${effect.target.card}` : "")))] : [];
}

const BOARDS = { disorder, typo, anagrascramble, villains, wordcard };

function disorder(board, before) {
  const fresh = newPlace(board.row, before.row ?? []);
  const cards = board.row.map((label, at) => letterCard(label, { value: board.values[at], fresh: at === fresh }));
  return [
    h("div", { class: "row", style: { "--cards": Math.max(7, cards.length) } },
      cards.length ? cards : h("p", { class: "empty" }, t("The table is empty. Any card may begin."))),
    h("p", { class: "stake" }, cards.length === 0 ? null : [
      h("b", {}, String(board.points)), " ", board.points === 1 ? t("chip on the table") : t("chips on the table")],
      h("span", { class: "aside" }, t("Game to {target}", { target: board.target }))),
    board.debts.map(({ player, letters }) => h("p", { class: "note" }, t("{player} still owes a proof for {letters}.", { player, letters }))),
    board.tie_break.length ? h("p", { class: "note" }, t("Tie-break: {players}", { players: listed(board.tie_break) })) : null,
  ];
}

/** The place of the one card that is new, -1 when nothing or more than one card is. */
function newPlace(row, before) {
  if (row.length !== before.length + 1) return -1;
  let at = 0;
  while (at < before.length && row[at] === before[at]) at += 1;
  return row.slice(at + 1).join() === before.slice(at).join() ? at : -1;
}

const LONG_ROW = 13; // cards: longer ones get the whole width, one below the other

function typo(board, before, _match, { doubters = [] }) {
  const longest = Math.max(5, ...board.rows.map((row) => row.length));
  return [
    h("ol", { class: "rows", data: { long: longest > LONG_ROW ? "yes" : "" } }, board.rows.map((row, number) => {
      const fresh = newPlace([...row], [...(before.rows?.[number] ?? row)]);
      return h("li", { class: "row", style: { "--cards": longest }, data: { longest: board.longest.includes(number + 1) ? "yes" : "" } },
        h("span", { class: "row-number", "aria-hidden": "true" }, String(number + 1)),
        [...row].map((label, at) => letterCard(label, { fresh: at === fresh })));
    })),
    h("div", { class: "queue" },
      board.to_place.map(({ player, letter }) => h("span", { class: "queued" }, letterCard(letter), h("span", {}, player))),
      board.doubtable ? h("p", { class: "said" }, "“", board.doubtable.word, "” ", h("small", {}, board.doubtable.player,
        doubters.length ? [" · ", t("doubted by {players}", { players: listed(doubters) })] : null)) : null,
      h("p", { class: "aside" }, t("Timer: {player}", { player: board.timer_holder }))),
  ];
}

function anagrascramble(board, _before, _match, told) {
  const jumble = board.jumble ?? told.jumble;
  return [
    h("div", { class: "jumble-place" },
      jumble ? jumbleCard(jumble, board.colour) : h("p", { class: "empty" }, t("The next card is still face down."))),
    h("p", { class: "stake" },
      board.target ? [t("Target"), " ", h("b", {}, String(board.target)), " ", t("letters")] : null,
      board.factor > 1 ? h("span", { class: "factor" }, `×${board.factor}`) : null,
      h("span", { class: "aside" }, t("{left} of {all} rolls left", { left: board.rolls_left, all: board.rolls }))),
    board.tied.length ? h("p", { class: "note" }, t("Showdown: {players}", { players: listed(board.tied) })) : null,
  ];
}

function villains(board) {
  return [
    h("div", { class: "sides" }, Object.entries(board.sides).map(([player, side]) =>
      h("section", { class: "side", "aria-label": player },
        h("h3", {}, player, h("small", {}, t("hand {hand} · deck {deck} · discard {discard}",
          { hand: side.hand, deck: side.deck, discard: side.discard.length }))),
        h("div", { class: "creatures" }, side.in_play.map(creatureCard)),
        side.minted.length ? h("p", { class: "minted" }, t("Minted: {names}", { names: listed(side.minted.map((card) => card.name)) })) : null))),
    stackOf(board),
  ];
}

function wordcard(board, before, match) {
  const lines = board.grid.length ? [grid(board.grid)] : board.lines.map((line, number) => {
    const known = before.lines?.[number]?.cards ?? [];
    return h("li", { class: "line" }, h("span", { class: "row-number", "aria-hidden": "true" }, String(number + 1)),
      line.cards.map((card) => rankCard(card, { fresh: !known.includes(card) })),
      line.claimed.length ? h("span", { class: "said" }, line.claimed.join(", ")) : null);
  });
  return [
    h("ol", { class: "lines" }, lines.length ? lines : h("p", { class: "empty" }, t("Nothing lies on the table yet."))),
    board.open_cards.length ? h("div", { class: "open-cards" }, board.open_cards.map((card) => rankCard(card))) : null,
    h("p", { class: "stake" },
      Object.entries(board.players).map(([player, hand]) => h("span", { class: "aside" }, t("{player}: {cards} cards", { player, cards: hand.cards }))),
      board.solved.length ? h("span", { class: "aside" }, t("Solved: {players}", { players: listed(board.solved) })) : null),
    match.over || !board.contestable ? null : h("p", { class: "note" }, t("“{words}” may be contested", { words: board.contestable.words.join("”, “") })),
  ];
}

function grid(cells) {
  const left = Math.min(...cells.map((cell) => cell.x));
  const top = Math.min(...cells.map((cell) => cell.y));
  return h("div", { class: "grid" }, cells.map((cell) =>
    h("span", { style: { "grid-column": cell.x - left + 1, "grid-row": cell.y - top + 1 } }, rankCard(cell.card))));
}

/** A board of a game this page does not know by name: every list as cards, everything else as words. */
function anyBoard(board) {
  return h("dl", { class: "any" }, Object.entries(board).map(([name, value]) => [
    h("dt", {}, name.replaceAll("_", " ")),
    h("dd", {}, Array.isArray(value) ? value.map((item) => letterCard(String(item))) : String(value)),
  ]));
}
