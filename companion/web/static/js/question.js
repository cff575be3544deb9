/** What the camera leaves to people: the question with the doubtful card itself; any answer may be given. */

import { h } from "./dom.js";
import { saidText } from "./says.js";
import { t } from "./words.js";

/** The question to answer; `attempt(path, body)` does it. `letters` are offered as buttons besides the candidates.
 *  @param {Wire.Question} asked
 *  @param {Wire.Attempt} attempt
 *  @param {string[]} [letters] */
export function questionForm(asked, attempt, letters = []) {
  const answer = (/** @type {string} */ label) => attempt("answer", { question: asked.id, label });
  const button = (/** @type {string} */ label, /** @type {boolean} */ main) => h("button", { type: "button", class: main ? "main" : "", on: { click: () => answer(label) } }, answerText(label));
  const free = h("input", { name: "label", maxlength: 40, required: true, autocomplete: "off", autocapitalize: asked.asks === "word" ? "none" : "characters" });
  const others = asked.asks === "card" ? letters.filter((label) => !asked.candidates.includes(label)) : [];
  return h("section", { class: "question", "aria-label": t("Question"), data: { asks: asked.asks } },
    h("p", {}, saidText(asked.said, asked.text)), cropOf(asked),
    h("div", { class: "candidates" }, asked.candidates.map((label) => button(label, true)), others.map((label) => button(label, false))),
    asked.asks === "confirm" ? null : h("form", { on: { submit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); answer(written(asked, free.value.trim())); } } },
      h("label", {}, asked.asks === "word" ? t("Word") : t("Another answer"), free, asked.asks === "wild" ? h("small", { class: "help" }, t("e.g. *=Q/R, *=/R or *=Q/")) : null),
      h("button", { type: "submit" }, t("That is it"))));
}

/** The doubtful card, cut out of the picture it was seen on; null when the question is about no single card.
 *  @param {Wire.Question} asked */
export function cropOf(asked) {
  if (!asked.frame || !asked.quad) return null;
  return h("img", { class: "crop", src: `/questions/${asked.id}.jpg`, alt: t("The doubtful card as the camera saw it") });
}

/** A candidate in the page's language, where it is a word of ours.
 *  @param {string} label */
export function answerText(label) {
  return ANSWERS[label]?.() ?? label;
}

/** @type {Record<string, () => string>} */
const ANSWERS = { yes: () => t("yes"), no: () => t("no"), "?": () => t("face down") };

/** Names of cards are written as they are, letters and ranks in capitals.
 *  @param {Wire.Question} asked
 *  @param {string} text */
function written(asked, text) {
  if (asked.asks === "word") return text.toLowerCase();
  return asked.candidates.some((label) => /[a-z]/.test(label)) ? text : text.toUpperCase();
}
