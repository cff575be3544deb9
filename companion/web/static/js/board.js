/** A board as a game describes it (`companion/games/board.py`): each kind of part drawn. No game is known here. */

import { cardOf } from "./cards.js";
import { h } from "./dom.js";
import { saidText } from "./says.js";
import { listed, t } from "./words.js";

const LONG_ROW = 13; // cards: longer ones get the whole width, one below the other
const LEAST_WIDTH = { row: 7, rows: 5 }; // cards a line has room for, however few lie there

/** Everything that lies on the table. `before` is the board before, to mark what is new; `live` is what people say one
 *  by one: who has joined in what several say (`joiners`), and the letters of a card that phones have turned (`opened`).
 *  @param {Wire.Board} board
 *  @param {Wire.Board | null} [before]
 *  @param {Wire.Spoken} [live] */
export function boardOf(board, before = null, live = {}) {
  return partsOf(board.parts, before?.parts ?? null, live);
}

/** What there is to show, with the winners, once the match is over.
 *  @param {Wire.Board} board */
export const outcomeOf = (board) => partsOf(board.outcome, null);

/** What a player wants of it without looking up.
 *  @param {Wire.Board} board
 *  @param {boolean} isOver
 *  @param {Wire.Spoken} [live] */
export function atHand(board, isOver, live = {}) {
  return partsOf((isOver ? board.outcome : board.parts).filter((part) => part.at_hand), null, live);
}

/** @param {Wire.Item} item
 *  @returns {item is Wire.SaidWord} */
const isSaid = (item) => item.kind === "said";

/** The word just said, of which others may say something; null when there is none.
 *  @param {Wire.Board} board */
export function saidOn(board) {
  return board.parts.flatMap((part) => (part.kind === "strip" ? part.items : [])).find(isSaid) ?? null;
}

/** Whether the game goes on with an empty row: what lies on the table then is of no use to it any more.
 *  @param {Wire.Board} board */
export function isCleared(board) {
  const rows = board.parts.flatMap((part) => (part.kind === "row" ? [part] : []));
  return rows.length > 0 && rows.every((part) => part.cards.length === 0);
}

/** Whether there is much to lay out, so that all else has to keep small.
 *  @param {Wire.Board} board */
export function isLarge(board) {
  return board.parts.some((part) => ["rows", "lines", "grid", "areas"].includes(part.kind));
}

/** @param {any} one
 *  @param {string} [name] */
const text = (one, name = "text") => saidText(one[`${name}_said`], one[name]);

/** @param {Wire.Part[]} parts
 *  @param {Wire.Part[] | null} before
 *  @param {Wire.Spoken} [live] */
function partsOf(parts, before, live = {}) {
  return parts.map((part, at) => {
    const old = before?.[at]?.kind === part.kind ? before[at] : null;
    return PARTS[part.kind](part, old, live);
  });
}

/** @param {Wire.Row} part
 *  @param {Wire.Row | null} before
 *  @param {Wire.Spoken} live */
function row(part, before, live) {
  const label = part.awaits && live.opened;
  const turned = label ? [/** @type {Wire.Card} */ ({ kind: part.awaits, label })] : [];
  const cards = part.cards.length ? part.cards : turned;
  return h("div", { class: "row", style: { "--cards": Math.max(LEAST_WIDTH.row, cards.length) } },
    cards.length ? cardsOf(cards, before?.cards) : h("p", { class: "empty" }, text(part, "empty")));
}

/** @param {Wire.Rows} part
 *  @param {Wire.Rows | null} before */
function rows(part, before) {
  const longest = Math.max(LEAST_WIDTH.rows, ...part.rows.map((line) => line.cards.length));
  return h("ol", { class: "rows", data: { long: longest > LONG_ROW ? "yes" : "" } }, part.rows.map((line, at) =>
    h("li", { class: "row", style: { "--cards": longest }, data: { longest: line.is_marked ? "yes" : "" } },
      numberOf(at), cardsOf(line.cards, before?.rows[at]?.cards))));
}

/** @param {Wire.Lines} part
 *  @param {Wire.Lines | null} before */
function lines(part, before) {
  const laid = part.lines.map((line, at) => h("li", { class: "line" }, part.title ? null : numberOf(at),
    cardsOf(line.cards, before ? before.lines[at]?.cards ?? [] : null), line.said ? h("span", { class: "said" }, line.said) : null));
  const list = laid.length ? h("ol", { class: "lines" }, laid) : part.empty ? h("p", { class: "empty" }, text(part, "empty")) : null;
  return part.title ? h("section", { class: "titled", "aria-label": text(part, "title") }, h("p", { class: "note" }, text(part, "title")), list) : list;
}

/** @param {number} at */
const numberOf = (at) => h("span", { class: "row-number", "aria-hidden": "true" }, String(at + 1));

/** @param {Wire.Grid} part */
function grid({ cells }) {
  const left = Math.min(...cells.map((cell) => cell.x));
  const top = Math.min(...cells.map((cell) => cell.y));
  return h("div", { class: "grid" }, cells.map((cell) =>
    h("span", { style: { "grid-column": cell.x - left + 1, "grid-row": cell.y - top + 1 } }, cardOf(cell.card))));
}

/** @param {Wire.Areas} part */
function areas(part) {
  return h("div", { class: "sides" }, part.areas.map((area) => h("section", { class: "side", "aria-label": area.player },
    h("h2", {}, area.player, area.caption ? h("small", {}, text(area, "caption")) : null),
    h("div", { class: "creatures" }, area.cards.map((card) => cardOf(card))),
    area.note ? h("p", { class: "area-note" }, text(area, "note")) : null)));
}

/** @param {Wire.Spread} part */
const spread = ({ cards }) => h("div", { class: "open-cards" }, cards.map((card) => cardOf(card)));

/** @param {Wire.Waiting} part */
const waiting = ({ effects }) =>
  h("ol", { class: "stack", "aria-label": t("Waiting effects") }, effects.map((effect) => h("li", {}, text(effect))));

/** @param {Wire.Note} part */
const note = (part) => h("p", { class: "note" }, text(part));

/** @param {Wire.Strip} part
 *  @param {null} _before
 *  @param {Wire.Spoken} live */
function strip({ items }, _before, live) {
  return h("div", { class: "strip" }, items.map((item) => ITEMS[item.kind](item, live)));
}

/** @type {Record<string, (part: any, before: any, live: Wire.Spoken) => any>} */
const PARTS = { row, rows, lines, grid, areas, spread, waiting, strip, note };

/** @type {{ [K in Wire.Item["kind"]]: (item: any, live: Wire.Spoken) => HTMLElement }} */
const ITEMS = {
  caption: (item) => h("span", { class: item.tone }, text(item)),
  count: (item) => h("span", { class: "count" }, item.before ? [text(item, "before"), " "] : null, h("b", {}, String(item.number)), " ", text(item, "unit")),
  chosen: (item) => h("span", { class: "queued" }, cardOf(item.card), h("span", {}, item.player)),
  pile: (item) => h("span", { class: "queued" }, item.top ? cardOf(item.top) : null, h("span", { class: "aside" }, text(item))),
  said: (item, { joiners = [] }) => h("span", { class: "said" }, t("“{text}”", { text: item.word }), " ", h("small", {}, item.player,
    joiners.length ? [" · ", t(item.joined, { players: listed(joiners) })] : null)),
};

/** Cards side by side; of the line `before`, if it is known, those it had not are new.
 *  @param {Wire.Card[]} cards
 *  @param {Wire.Card[] | null} [before] */
function cardsOf(cards, before) {
  const kept = before ? keptOf(before.map(({ label }) => label), cards.map(({ label }) => label)) : null;
  return cards.map((card, at) => cardOf(card, { fresh: kept !== null && !kept.has(at) }));
}

/** The places in `now` of the longest sequence that it has in common with `before`.
 *  @param {string[]} before
 *  @param {string[]} now */
function keptOf(before, now) {
  const common = Array.from({ length: before.length + 1 }, () => new Array(now.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i][j] = before[i] === now[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const kept = new Set();
  for (let i = 0, j = 0; i < before.length && j < now.length;) {
    if (before[i] === now[j]) {
      kept.add(j);
      i += 1;
      j += 1;
    } else if (common[i + 1][j] >= common[i][j + 1]) i += 1;
    else j += 1;
  }
  return kept;
}
