/** Cards laid on a grid: the free places beside what lies there are pressed, then the card is picked from pictures. The next
 *  place goes on in the same line. */

import { cardOf, rankCard, rankedLetter } from "./cards.js";
import { h } from "./dom.js";
import { cardChooser, keptText } from "./picking.js";
import { t } from "./words.js";

/** @typedef {{ x: number, y: number, card: string }} Placed */

const LAID = /^(-?\d+)\s*,\s*(-?\d+)\s+(\S+)$/;

/** @param {string} text
 *  @returns {Placed[]} */
const laidIn = (text) => text.toUpperCase().split(";").map((part) => part.trim().match(LAID)).flatMap((found) => (found ? [found] : []))
  .map(([, x, y, card]) => ({ x: Number(x), y: Number(y), card }));

/** @param {{ x: number, y: number }} spot */
const spotKey = ({ x, y }) => `${x},${y}`;

/** @param {Wire.CellsField} field
 *  @param {string} label
 *  @param {string} help
 *  @returns {Wire.Drawn} */
export function placing(field, label, help) {
  /** @type {{ x: number, y: number }} */
  let next = { x: 0, y: 0 };
  const table = h("div", { class: "free-grid" });
  const { input, put } = keptText(field.name, show);
  const placed = () => laidIn(input.value);
  const write = (/** @type {Placed[]} */ cells) => put(cells.map((cell) => `${spotKey(cell)} ${cell.card}`).join("; "));
  const isTaken = (/** @type {{ x: number, y: number }} */ spot) => [...field.lying, ...placed()].some((cell) => spotKey(cell) === spotKey(spot));
  /** @param {string} card */
  function take(card) {
    const before = placed().at(-1);
    const down = before !== undefined && before.x === next.x && before.y < next.y;
    write([...placed().filter((cell) => spotKey(cell) !== spotKey(next)), { ...next, card }]);
    do next = down ? { x: next.x, y: next.y + 1 } : { x: next.x + 1, y: next.y };
    while (isTaken(next));
    show();
  }
  /** @param {{ x: number, y: number }} spot */
  function choose(spot) {
    next = spot;
    show();
    /** @type {HTMLElement | null} */ (table.querySelector("[aria-pressed=true]"))?.focus();
  }
  /** @param {Placed} cell */
  function takeBack(cell) {
    write(placed().filter((other) => spotKey(other) !== spotKey(cell)));
    choose({ x: cell.x, y: cell.y });
  }
  function show() {
    const cells = [...field.lying, ...placed(), next];
    const [left, top] = [Math.min(...cells.map(({ x }) => x)) - 1, Math.min(...cells.map(({ y }) => y)) - 1];
    const [right, bottom] = [Math.max(...cells.map(({ x }) => x)) + 1, Math.max(...cells.map(({ y }) => y)) + 1];
    const at = (/** @type {{ x: number, y: number }} */ { x, y }) => ({ "grid-column": x - left + 1, "grid-row": y - top + 1 });
    const free = [];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        if (!isTaken({ x, y })) free.push({ x, y });
      }
    }
    table.replaceChildren(
      ...field.lying.map((cell) => h("span", { style: at(cell) }, cardOf(cell.card))),
      ...placed().map((cell) => h("button", { type: "button", class: "picture", style: at(cell), "aria-label": t("Take {letter} away", { letter: cell.card }),
        on: { click: () => takeBack(cell) } }, rankCard(cell.card))),
      ...free.map((spot) => h("button", { type: "button", class: "free", style: at(spot), "aria-pressed": String(spotKey(spot) === spotKey(next)), data: { spot: spotKey(spot) },
        "aria-label": t("Free place: row {row}, column {column}", { row: spot.y - top + 1, column: spot.x - left + 1 }), on: { click: () => choose(spot) } })));
    chooser.renew();
    if (placed().length) problem.textContent = "";
  }
  const chooser = cardChooser(field, take, () => placed().map(({ card }) => card));
  const problem = h("p", { class: "refused", role: "alert" });
  const element = h("fieldset", { class: "picking" }, h("legend", {}, label, h("small", { class: "help" }, help || t("Press a free place, then pick the card."))),
    input, table, chooser.element, problem);
  if (field.lying.length) next = below(field.lying);
  show();
  return {
    element,
    value: () => (placed().length || !field.optional ? placed() : null),
    letters: () => placed().map(({ card }) => rankedLetter(card)),
    lacks: () => {
      if (field.optional || placed().length) return false;
      problem.textContent = t("Pick a card first.");
      /** @type {HTMLElement} */ (element.querySelector(".free")).focus();
      return true;
    },
  };
}

/** The first free place below the card that lies farthest left in the lowest row.
 *  @param {Wire.Cell[]} lying */
function below(lying) {
  const lowest = Math.max(...lying.map(({ y }) => y));
  return { x: Math.min(...lying.filter(({ y }) => y === lowest).map(({ x }) => x)), y: lowest + 1 };
}
