/** All tables of a hub, each as a small kiosk; beside them the newest rulings, or those that are searched for. */

import { h } from "./dom.js";
import { kiosk } from "./kiosk.js";
import { lineTo } from "./line.js";
import { isLoadedAnew, servedNow } from "./program.js";
import { get } from "./requests.js";
import { saidText } from "./says.js";
import { headed, listed, t } from "./words.js";

/** @type {Wire.Voicing} */
const SILENT = { percent: 0, by: "table" };
const LATER_MS = 1_000; // how soon after a change the rulings are asked for again

/** @type {Map<string, (board: Wire.HubBoard) => void>} */
const tiles = new Map();
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A tile of one table; gives the function that shows it a board.
 *  @param {string} id */
function tile(id) {
  const template = /** @type {HTMLTemplateElement} */ (place("tile"));
  const element = /** @type {HTMLElement} */ (template.content.cloneNode(true)).firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error("the template has no tile");
  element.dataset.table = id;
  const after = [...tiles.keys()].filter((other) => other > id).sort()[0];
  place("tables").insertBefore(element, after ? document.querySelector(`[data-table="${after}"]`) : null);
  const show = kiosk(/** @type {HTMLElement} */ (element.querySelector("[data-part=kiosk]")));
  const head = /** @type {HTMLElement} */ (element.querySelector("h2"));
  const name = t("Table {id}", { id: id.slice(-4) });
  for (const part of element.querySelectorAll("[aria-label]")) { // of many tables each part is told apart by ear, too
    part.setAttribute("aria-label", headed(name, part.getAttribute("aria-label") ?? ""));
  }
  return (/** @type {Wire.HubBoard} */ board) => {
    element.dataset.online = board.online ? "yes" : "no";
    head.replaceChildren(board.address ? h("a", { href: `${board.address}/kiosk` }, name) : name,
      board.online ? "" : h("small", {}, t("not connected")));
    if (board.view) show(messageOf(board.view, board.age_ms));
  };
}

/** A view as a table's own page gets it: the timer on this page's clock, or none where nobody knows how it goes, and
 *  nothing to be pressed.
 *  @param {Wire.HubView} view
 *  @param {number} [ageMs]
 *  @returns {Wire.Message} */
function messageOf(view, ageMs) {
  const now = performance.now() - (ageMs ?? 0);
  const timer = ageMs === undefined || !view.table.timer ? null : { ...view.table.timer, as_of_ms: now };
  const table = { ...view.table, timer, dialog: null, sound: null, voice: SILENT, listening: [], forms: [], for_phones: {}, server: "" };
  return { now_ms: now, table, audience: { riddle: null, tally: null }, seated: [], asking: [], gathering: view.gathering, parts: {}, report: null, drawn: null, joins_at: null };
}

/** @param {Wire.HubBoard[]} boards */
function showBoards(boards) {
  for (const board of boards) {
    try {
      if (!tiles.has(board.id)) tiles.set(board.id, tile(board.id));
      tiles.get(board.id)?.(board);
    } catch (error) {
      console.warn(`table ${board.id} says what cannot be shown:`, error); // it must not cost the others their boards
    }
  }
  place("none").hidden = tiles.size > 0;
}

/** @param {Wire.HubRuling} ruling */
function rulingLine(ruling) {
  const about = [t("Table {id}", { id: ruling.table.slice(-4) }), listed(ruling.players), ruling.clause ?? ""];
  return h("li", {}, h("p", {}, t(ruling.headline)), h("p", {}, saidText(ruling.said, ruling.reason)),
    h("small", {}, about.filter((part) => part).join(" · ")));
}

async function askRulings() {
  const sought = new FormData(/** @type {HTMLFormElement} */ (place("search"))).get("q");
  /** @type {Wire.HubRuling[]} */
  const found = await get(`hub/rulings?q=${encodeURIComponent(String(sought ?? ""))}`).catch(() => []);
  place("rulings").replaceChildren(...found.slice(0, 60).map(rulingLine));
}

/** @type {number | null} */
let due = null;
function rulingsSoon() {
  if (due === null) due = window.setTimeout(() => { due = null; void askRulings(); }, LATER_MS);
}

place("search").addEventListener("submit", (event) => { event.preventDefault(); void askRulings(); });
place("search").addEventListener("input", rulingsSoon);
place("whole").addEventListener("click", () => document.documentElement.requestFullscreen());
get("hub/code").then(({ code }) => {
  /** @type {HTMLElement} */ (place("code").querySelector("code")).textContent = `tableside join ${code}`;
  place("code").hidden = false;
}, () => { /* it is shown on the hub's own machine and to the host only */ });

let isFirst = true;
const isHeard = () => { document.documentElement.dataset.live = "on"; };

/** @param {string} boards */
function hearBoards(boards) {
  isHeard();
  showBoards(JSON.parse(boards));
  rulingsSoon();
}

lineTo("/api/hub/live", { boards: hearBoards, beat: isHeard }, {
  opened() { // also when the browser itself has opened it again: the hub may be another
    if (!isFirst) servedNow().then(({ page }) => page && isLoadedAnew(page));
    isFirst = false;
  },
  lost: () => { document.documentElement.dataset.live = "lost"; },
});
void askRulings();
