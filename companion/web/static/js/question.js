/** What the camera leaves to people: the question with the doubtful card itself; any answer may be given. */

import { h } from "./dom.js";
import { formOf } from "./forms.js";
import { saidText } from "./says.js";
import { t } from "./words.js";

/** The question to answer; `attempt(path, body)` does it.
 *  @param {Wire.Question} asked
 *  @param {Wire.Attempt} attempt */
export function questionForm(asked, attempt) {
  const answer = (/** @type {unknown} */ label) => attempt("answer", { question: asked.id, label });
  const { field, candidates } = asked;
  return h("section", { class: "question", "aria-label": t("Question"), data: { asks: asked.asks } },
    h("p", {}, saidText(asked.said, asked.text)), cropOf(asked),
    candidates.length ? h("div", { class: "candidates" }, candidates.map((label) => h("button", { type: "button", class: "main", on: { click: () => answer(label) } }, answerText(label)))) : null,
    field ? others(asked, formOf([{ ...field, name: "label", optional: false }], t("That is it"), {}, (values) => answer(written(asked, values.label)))) : null);
}

/** Any other answer; folded where there is much to pick from and something likely stands above.
 *  @param {Wire.Question} asked
 *  @param {HTMLElement} form */
const others = ({ asks, candidates }, form) => (asks === "card" && candidates.length ? h("details", {}, h("summary", {}, t("Another answer")), form) : form);

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

/** @param {Wire.Question} asked
 *  @param {string} text */
const written = ({ asks }, text) => (asks === "word" ? text.toLowerCase() : text);
