/** The rules of a game: the picture of each lesson is drawn as the kiosk draws the table. */

import { boardOf, outcomeOf } from "./board.js";
import { byId } from "./dom.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-board]"))) {
  /** @type {Wire.Board} */
  const board = JSON.parse(place.dataset.board ?? "");
  const parts = place.dataset.over ? outcomeOf(board) : boardOf(board);
  place.replaceChildren(...parts.filter((part) => part !== null));
  for (const area of place.querySelectorAll("section")) area.removeAttribute("aria-label"); // in a picture it is no landmark of the page
}

byId("print").addEventListener("click", () => window.print());
