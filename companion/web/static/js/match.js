/** A past match: how the table stood at the end, what there was to show with the winners, and its charts. */

import { boardOf, isCleared, outcomeOf } from "./board.js";
import { chartOf } from "./chart.js";
import { byId } from "./dom.js";

const lies = byId("lies");
/** @type {Wire.Board} */
const board = JSON.parse(lies.dataset.board ?? "");
const lay = isCleared(board) ? [] : boardOf(board); // an empty row waits for nobody any more
const shown = board.outcome.filter((part) => part.kind !== "note"); // what a note says of the totals, they say above
lies.replaceChildren(...[...lay, ...outcomeOf({ ...board, outcome: shown })].filter((part) => part !== null));
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-chart]"))) {
  place.replaceWith(chartOf(JSON.parse(place.dataset.chart ?? ""), place.dataset.caption ?? ""));
}
for (const time of document.querySelectorAll("time")) { // the server writes it in UTC
  time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
