/** “That reading was wrong”: which card of a kept picture, and what it truly is, each with one tap. */

import { h, show } from "./dom.js";
import { renew } from "./drafts.js";
import { answerText } from "./question.js";
import { get, sentenceOf } from "./requests.js";
import { t } from "./words.js";

const NO_CARD = "";

/** What is opened to say it, for the frame of a match; `attempt(path, body)` says it. `correct` makes a button of the
 *  event that corrects the match, for whoever may correct it.
 *  @param {number} matchId
 *  @param {string} frame
 *  @param {Wire.Attempt} attempt
 *  @param {((event: Wire.Correction) => HTMLElement) | null} correct */
export function misreadForm(matchId, frame, attempt, correct) {
  const inside = h("div", { "aria-live": "polite" });
  const say = async (/** @type {Wire.ReadCard | null} */ card, /** @type {string} */ truth) => {
    const answer = await attempt("misreadings", { frame, card: card ? card.card : null, truth });
    if (answer) put(inside, card?.accepted && truth === card.read ? takenBack() : thanks(answer.correction, correct));
  };
  const element = h("details", { class: "misread", data: { match: matchId }, on: { toggle: load } }, h("summary", {}, t("That reading was wrong")), inside);
  async function load() {
    if (!element.open) return;
    try {
      const reading = await get(`readings/${matchId}/${frame}`);
      whichCard(inside, reading, `/readings/${matchId}/${frame}`, say);
    } catch (error) {
      put(inside, h("p", { class: "refused" }, sentenceOf(error)));
    }
  }
  return element;
}

/** The form for the newest picture of the table, in a place of its own: one that somebody is at work on stays.
 *  @param {HTMLElement} place
 *  @param {Wire.Table} table
 *  @param {Wire.Attempt} attempt
 *  @param {((event: Wire.Correction) => HTMLElement) | null} correct */
export function showMisread(place, { match_id: matchId, frame }, attempt, correct) {
  const isOpen = place.querySelector("details[open]") !== null;
  if (isOpen && place.dataset.match === String(matchId)) return;
  place.dataset.match = String(matchId);
  show(place, [matchId, frame], () => (matchId !== null && frame ? misreadForm(matchId, frame, attempt, correct) : []));
}

/** The next step in the place of the last: who is there with the keyboard goes on from it.
 *  @param {HTMLElement} inside
 *  @param {...any} step */
const put = (inside, ...step) => renew(inside, h("div", {}, step));

/** @typedef {(card: Wire.ReadCard | null, truth: string) => unknown} Say */

/** Each card as it was seen and what it was read as.
 *  @param {HTMLElement} inside
 *  @param {Wire.Reading} reading
 *  @param {string} pictures
 *  @param {Say} say */
function whichCard(inside, reading, pictures, say) {
  const pick = (/** @type {Wire.ReadCard | null} */ card) => whatItIs(inside, reading, card, say);
  put(inside, h("p", {}, t("Which card was it?")), h("div", { class: "cards-read" },
    reading.cards.map((card) => h("button", { type: "button", data: { card: String(card.card) }, on: { click: () => pick(card) } },
      h("img", { src: `${pictures}/${card.card}.jpg`, alt: "", loading: "lazy" }), answerText(card.read), card.accepted ? "" : " ?")),
    h("button", { type: "button", on: { click: () => pick(null) } }, t("One that was not seen"))));
}

/** What it may have been first, then everything that the deck has, and what was read where that takes a slip back; what
 *  else there may be can be written.
 *  @param {HTMLElement} inside
 *  @param {Wire.Reading} reading
 *  @param {Wire.ReadCard | null} card
 *  @param {Say} say */
function whatItIs(inside, { names }, card, say) {
  const read = card?.accepted ? card.read : null;
  const likely = [...(card && !card.accepted ? [card.read] : []), ...(card?.others ?? [])].filter((name) => name !== read);
  const others = names.filter((name) => name !== read && !likely.includes(name));
  const button = (/** @type {string} */ truth, /** @type {string} */ label, /** @type {boolean} */ main) =>
    h("button", { type: "button", class: main ? "main" : "", data: { truth }, on: { click: () => say(card, truth) } }, label);
  const written = h("input", { name: "truth", maxlength: 40, required: true, autocomplete: "off", autocapitalize: "characters" });
  put(inside, h("p", {}, card ? t("It was read as {card}. What is it truly?", { card: answerText(card.read) }) : t("Which card was not seen?")),
    h("div", { class: "candidates" }, likely.map((name) => button(name, answerText(name), true)), others.map((name) => button(name, answerText(name), false)),
      card ? button(NO_CARD, t("No card lies there"), false) : null,
      read === null || card?.said === null ? null : button(read, t("{card}, as it was read", { card: answerText(read) }), false)),
    h("form", { on: { submit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); say(card, written.value.trim()); } } },
      h("label", {}, t("Another answer"), written), h("button", { type: "submit" }, t("That is it"))));
}

function takenBack() {
  return h("p", { role: "status" }, t("Taken back: the card is called what was read, and no case is kept of it."));
}

/** @param {Wire.Correction | null} correction
 *  @param {((event: Wire.Correction) => HTMLElement) | null} correct */
function thanks(correction, correct) {
  const kept = h("p", { role: "status" }, t("Kept as a case: the picture, what was read and what is true."));
  if (!correction) return [kept];
  return [kept, correct ? correct(correction) : h("p", { class: "hint" }, t("The host, or the buttons on the table, can correct the match."))];
}
