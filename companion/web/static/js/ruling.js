/** A ruling in full: what, why, which clause, whose reading, what it changed. */

import { h } from "./dom.js";
import { verdictText } from "./says.js";
import { t } from "./words.js";

/** The slip with the newest ruling, from an entry of `table.rulings`. */
export function rulingSlip(entry, totals) {
  return [
    h("h2", { class: "verdict" }, verdictText(entry.verdict)),
    h("p", { class: "reason", lang: "en" }, entry.reason),
    changesList(entry.changes, totals),
    clauseLine(entry),
  ];
}

/** Why the last attempt was refused. */
export function refusalSlip(refusal) {
  return [
    h("h2", { class: "verdict" }, verdictText(refusal.verdict)),
    h("p", { class: "reason", lang: "en" }, refusal.reason),
    h("p", { class: "clause" }, refusal.clause ? h("b", { class: "stamp" }, refusal.clause) : null, h("span", {}, t("Nothing has changed."))),
  ];
}

function clauseLine(entry) {
  if (!entry.clause) return null;
  return h("p", { class: "clause" },
    h("b", { class: "stamp" }, entry.clause),
    h("span", { class: "clause-text" }, t(entry.clause_text)),
    entry.house ? h("em", { class: "house" }, t("house reading")) : null);
}

function changesList(changes, totals) {
  const changed = Object.entries(changes);
  if (!changed.length) return null;
  return h("ul", { class: "changes" }, changed.map(([player, change]) =>
    h("li", {},
      h("span", { class: "who" }, player),
      h("b", {}, signed(change)),
      totals ? h("span", { class: "sum" }, `${totals[player] - change} ${change < 0 ? "−" : "+"} ${Math.abs(change)} = ${totals[player]}`) : null)));
}

export function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
