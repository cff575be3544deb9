/** A past match: how the table stood at the end, and what there was to show with the winners. */

import { boardOf, isCleared, outcomeOf } from "./board.js";
import { byId } from "./dom.js";

const lies = byId("lies");
/** @type {Wire.Board} */
const board = JSON.parse(lies.dataset.board ?? "");
const lay = isCleared(board) ? [] : boardOf(board); // an empty row waits for nobody any more
lies.replaceChildren(...[...lay, ...outcomeOf(board)].filter((part) => part !== null));
