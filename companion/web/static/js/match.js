/** A past match: how the table stood at the end, and what there was to show with the winners. */

import { boardOf, isCleared, outcomeOf } from "./board.js";
import { byId } from "./dom.js";

const lies = byId("lies");
/** @type {Wire.Board} */
const board = JSON.parse(lies.dataset.board ?? "");
const lay = isCleared(board) ? [] : boardOf(board); // an empty row waits for nobody any more
const shown = board.outcome.filter((part) => part.kind !== "note"); // what a note says of the totals, they say above
lies.replaceChildren(...[...lay, ...outcomeOf({ ...board, outcome: shown })].filter((part) => part !== null));
