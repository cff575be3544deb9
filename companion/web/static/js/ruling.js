/** A ruling in full: what, why, which clause, whose reading, what it changed. */

import { h, show } from "./dom.js";
import { hintLines } from "./hindsight.js";
import { reasonLine, saidText } from "./says.js";
import { headed, minus, t } from "./words.js";

/** The slip with the newest ruling, from an entry of `table.rulings`; with a place for what `addHints` adds to it.
 *  @param {Wire.RuledEvent} entry
 *  @param {Wire.Match | null} match
 *  @param {{ advice: string | null, advice_said: Wire.Said | null }} [practice] what a good player thinks of it */
export function rulingSlip(entry, match, practice = { advice: null, advice_said: null }) {
  return [
    h("h2", { class: "verdict" }, t(entry.headline)),
    reasonLine(entry),
    changesList(entry.changes, match?.scores, Boolean(match?.low_wins)),
    practice.advice ? h("p", { class: "hint advice" }, h("b", {}, t("To learn from:")), " ", saidText(practice.advice_said, practice.advice)) : null,
    h("div", { class: "hints" }),
    clauseLine(entry),
    sectionLine(entry),
  ];
}

/** What the referee can add to the ruling on a slip. It comes later, bit by bit, and the ruling itself stays as it is:
 *  it lands once, and is read aloud once.
 *  @param {Element} slip
 *  @param {Wire.Hints} hints */
export function addHints(slip, hints) {
  const home = slip.querySelector(".hints");
  if (home) show(home, hints, () => hintLines(hints).map((line) => h("p", { class: "hint" }, line)));
}

/** Why the last attempt was refused, and by which clause.
 *  @param {Wire.Refusal} refusal */
export function refusalSlip(refusal) {
  return [
    h("h2", { class: "verdict" }, t(refusal.headline)),
    reasonLine(refusal),
    h("p", { class: "unchanged" }, t("Nothing has changed.")),
    clauseLine(refusal),
    sectionLine(refusal),
  ];
}

/** The clause in words, before it how this match reads it where a house rule says so.
 *  @param {Wire.Cited} entry */
export function clauseLine(entry) {
  if (!entry.clause_text) return null; // what is no game's business cites none
  return h("p", { class: "clause" },
    h("b", { class: "stamp" }, entry.clause),
    h("span", { class: "clause-text" }, readingsOf(entry), t(entry.clause_text)),
    entry.house ? h("em", { class: "house" }, t("house reading")) : null);
}

/** What the house rules of the match say of the clause that is cited.
 *  @param {{ readings?: Wire.Notice[] }} citing */
function readingsOf({ readings = [] }) {
  return readings.map(({ text, said }) => h("b", { class: "reading" }, saidText(said, text), " "));
}

/** Where the published rulebook has the clause.
 *  @param {Wire.Cited} entry */
export function sectionLine({ section, section_said: said }) {
  return section ? h("p", { class: "section" }, t("In the rulebook: {section}", { section: saidText(said, section) })) : null;
}

/** Which rulings of this match came before under the same clause, for whoever opens it.
 *  @param {Wire.Cited} entry */
export function earlierLine({ clause, earlier }) {
  if (!earlier?.length) return null;
  return h("details", { class: "earlier" }, h("summary", {}, headed(clause ?? "", t("Ruled before under it"))), h("p", {}, earlier.join(", ")));
}

/** Who wins and who loses how much; `isLowGood` says that it is good to have little.
 *  @param {Record<string, number>} changes
 *  @param {Record<string, number> | undefined} totals
 *  @param {boolean} isLowGood */
export function changesList(changes, totals, isLowGood) {
  const changed = Object.entries(changes);
  if (!changed.length) return null;
  return h("ul", { class: "changes" }, changed.map(([player, change]) =>
    h("li", {},
      h("span", { class: "who" }, player),
      h("b", { data: { good: change < 0 === isLowGood ? "yes" : "no" } }, signed(change)),
      totals ? h("span", { class: "sum" }, sumText(totals[player] - change, change)) : null)));
}

/** How a total came about: "−5 − 4 = −9".
 *  @param {number} before
 *  @param {number} change */
const sumText = (before, change) => minus(`${before} ${change < 0 ? "−" : "+"} ${Math.abs(change)} = ${before + change}`);

/** @param {number} number */
export function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
