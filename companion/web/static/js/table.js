/** The simulated table: the kiosk, and beside it the OLED, the panel's buttons, the camera and the cards to lay. */

import { actsKey, isPlaying, matchActs } from "./acts.js";
import { isCleared } from "./board.js";
import { byId, elementById, h, show } from "./dom.js";
import { layer, lying } from "./drawn.js";
import { ownHand } from "./hand.js";
import { awake, kiosk } from "./kiosk.js";
import { follow } from "./live.js";
import { attempts, get, keepNewest } from "./requests.js";
import { saidText } from "./says.js";
import { shelf, startForm } from "./start.js";
import { clauses, headed, language, t } from "./words.js";

const MOST_SEATS = 8;
/** @type {Record<string, string>} */
const KEYS = { " ": "challenge", ArrowUp: "up", ArrowDown: "down", Enter: "select" };
for (let seat = 1; seat <= MOST_SEATS; seat += 1) KEYS[seat] = `player${seat}`;

/** @type {Record<string, () => string>} */
const KINDS = { simulated: () => t("simulated"), real: () => t("real"), missing: () => t("missing") };

/** What a part is, and what is wrong with it or how it is kept from looking often.
 *  @param {Wire.Message["parts"][string]} part */
function partText(part) {
  const kind = KINDS[part.kind]?.() ?? part.kind;
  const said = part.fault ? headed(kind, saidText(part.said, part.fault)) : kind;
  return part.pace ? clauses([said, saidText(part.pace_said ?? null, part.pace)]) : said;
}

const attempt = attempts(byId("problem"));

/** The element that an event happened to.
 *  @param {globalThis.Event} event */
const elementOf = (event) => (event.target instanceof Element ? event.target : null);

// ------------------------------------------------------------------ the panel

/** @type {Promise<unknown>} */
let line = Promise.resolve();

/** Presses arrive in the order they were made, however fast.
 *  @param {string} button */
function press(button) {
  line = line.then(() => attempt("press", { button }));
}

document.querySelector(".panel")?.addEventListener("click", (event) => {
  const button = elementOf(event)?.closest("[data-press]");
  if (button instanceof HTMLElement && button.dataset.press) press(button.dataset.press);
});

/** One button for each player in seating order, as far as the panel has them.
 *  @param {string[]} players */
function seatButtons(players) {
  return players.slice(0, MOST_SEATS).map((player, index) =>
    h("button", { type: "button", data: { press: `player${index + 1}` }, "aria-label": t("{player}'s button", { player }) },
      h("kbd", {}, String(index + 1)), " ", player));
}

/** Whether a key is meant for nothing on the page: whatever has the focus answers it itself, and an open dialog, too.
 *  @param {KeyboardEvent} event */
const isForThePanel = ({ target }) => target === document.body && !document.querySelector("dialog[open]");

addEventListener("keydown", (event) => {
  const button = KEYS[event.key];
  if (!button || !isForThePanel(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const key = document.querySelector(`[data-press=${button}]`);
  if (!key) return;
  key.classList.add("pressed");
  setTimeout(() => key.classList.remove("pressed"), 150);
  press(button);
});

// What is clicked with the mouse gives the focus back: the space bar then calls, and does not click it again.
addEventListener("click", (event) => {
  const clicked = event.detail > 0 ? elementOf(event)?.closest("button, summary") : null;
  if (clicked instanceof HTMLElement) clicked.blur();
});

keepNewest(elementById("screen", HTMLImageElement), "/screen.png");
keepNewest(elementById("camera", HTMLImageElement), "/camera.jpg");

document.getElementById("next-photo")?.addEventListener("click", () => attempt("photos/next", {}));

// ------------------------------------------------------------------ the drawn table

/** @type {string | null} */
let dealt = null;
/** @type {Wire.Deck | null} */
let deckLying = null; // the deck that lies ready
/** @type {Wire.Hand | null} */
let hand = null; // what the table has dealt whoever plays against it
let turns = false; // whether the cards that lie there can be turned sideways
/** @type {Wire.Message | null} */
let newest = null;
/** @type {ReturnType<typeof startForm> | null} */
let starting = null;

/** @param {Wire.Message} message */
function showLying({ table, drawn }) {
  if (!drawn) return;
  const stale = table.board !== null && drawn.length > 0 && isCleared(table.board);
  show(byId("lying"), [drawn, stale, turns], () => lying(drawn, turns, stale, attempt));
}

function showLayer() {
  if (deckLying) byId("layer").replaceChildren(...layer(deckLying, attempt, hand));
}

const showHand = ownHand(() => null, (dealtNow) => {
  if (!dealtNow.cards && !hand) return;
  hand = dealtNow.cards && dealtNow;
  showLayer();
});

/** The deck that lies ready beside the drawn table follows the match; it is fetched anew when that changes.
 *  @param {string} key */
async function deal(key) {
  try {
    const deck = await get("cards");
    if (key !== dealt) return;
    turns = deck.laying.turns;
    deckLying = deck;
    showLayer();
    if (newest) showLying(newest);
  } catch {
    dealt = null; // the page says itself that the line is dead; the next message asks again
  }
}

const seats = document.getElementById("seat-buttons"); // a real panel has its own
const choices = await shelf();
const showKiosk = awake(kiosk(/** @type {HTMLElement} */ (document.querySelector("[data-part=kiosk]"))));

follow((message) => {
  showKiosk(message);
  const { table } = message;
  for (const [name, part] of Object.entries(message.parts)) {
    const place = /** @type {HTMLElement} */ (document.querySelector(`[data-device=${name}]`));
    place.dataset.kind = part.kind;
    show(/** @type {HTMLElement} */ (place.querySelector(".kind")), part, () => partText(part));
  }
  if (message.drawn && document.getElementById("lying")) {
    newest = message;
    showLying(message);
    showHand(table);
    const key = JSON.stringify([table.match_id, table.match?.game]);
    if (key !== dealt) {
      dealt = key;
      deal(key);
    }
  }
  if (seats) show(seats, table.match?.players, () => seatButtons(table.match?.players ?? []));
  show(byId("acts"), isPlaying(message) ? actsKey(message) : null, () => {
    starting = isPlaying(message) ? null : startForm(choices, message.seated, language);
    return isPlaying(message) ? matchActs(message, attempt) : starting?.element;
  });
  starting?.come(message.seated);
});
