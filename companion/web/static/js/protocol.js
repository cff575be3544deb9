/** What happened: every ruling in full, with its picture, and the form that corrects it. */

import { saidAnew } from "./anew.js";
import { elementById, h } from "./dom.js";
import { misreadForm } from "./misread.js";
import { get } from "./requests.js";
import { changesList, clauseLine, earlierLine, sectionLine } from "./ruling.js";
import { fieldText, reasonLine, saidText, sourceText } from "./says.js";
import { correctButton, signed } from "./signature.js";
import { headed, t } from "./words.js";

const OF_THE_MATCH = new Set(["undo", "redo", "correct"]);

/** The newest rulings of the match at the table, and a button for all of them; `attempt` hands a correction in. With
 *  `whose`, those of all rulings that changed this player's total, and a button that calls `everything`.
 *  @param {Wire.Table} table
 *  @param {Wire.Attempt} attempt
 *  @param {string} language
 *  @param {string | null} [whose]
 *  @param {(() => void) | null} [everything] */
export function protocol(table, attempt, language, whose = null, everything = null) {
  const { rulings, match, match_id: matchId } = table;
  if (!rulings.length) return [];
  const list = h("ol", { class: "protocol" });
  const fill = (/** @type {Wire.Entry[]} */ entries) => list.replaceChildren(...[...entries].reverse()
    .filter((entry) => whose === null || whose in entry.changes).map((entry) => line(entry, table, attempt, language)));
  const fillAll = async () => fill(await get(`matches/${matchId}/rulings`));
  const isWhole = rulings[0].number === 1;
  fill(withTotals(rulings, match?.scores ?? {}));
  if (whose !== null) {
    if (!isWhole) fillAll();
    return [h("h2", {}, t("What changed {player}'s total", { player: whose })),
      h("button", { type: "button", on: everything ? { click: everything } : {} }, t("Everything that happened")), list];
  }
  /** @type {HTMLButtonElement} */
  const all = h("button", { type: "button", on: { click: () => fillAll().then(() => all.remove()) } }, t("All rulings"));
  return [h("h2", {}, t("What happened")), list, isWhole ? null : all];
}

/** Entries with the totals after each, counted back from the totals now.
 *  @param {Wire.Entry[]} rulings
 *  @param {Record<string, number>} scores */
function withTotals(rulings, scores) {
  let totals = { ...scores };
  return [...rulings].reverse().map((entry) => {
    const told = { ...entry, totals };
    totals = { ...totals };
    for (const [player, change] of Object.entries(entry.changes)) totals[player] -= change;
    return told;
  }).reverse();
}

/** @param {Wire.Entry} entry
 *  @param {Wire.Table} table
 *  @param {Wire.Attempt} attempt
 *  @param {string} language */
function line(entry, { match_id: matchId, match }, attempt, language) {
  return h("li", {},
    h("div", { class: "line" }, h("b", {}, `${entry.number}`), h("span", { class: "verdict" }, t(entry.headline)),
      reasonLine(entry, "span")),
    changesList(entry.changes, entry.totals, Boolean(match?.low_wins)), clauseLine(entry), sectionLine(entry), earlierLine(entry),
    h("div", { class: "line small" }, h("time", { datetime: entry.at }, new Date(entry.at).toLocaleTimeString(language)),
      h("span", {}, [sourceText(entry.source), entry.event.by].filter(Boolean).join(" – ")),
      entry.frame && matchId !== null ? misreadForm(matchId, entry.frame, attempt, (event) => correctButton(event, attempt)) : null,
      entry.frame ? h("button", { type: "button", on: { click: () => showFrame(matchId, entry) } }, t("Picture")) : null,
      typeof entry.event.event === "number" || OF_THE_MATCH.has(entry.event.event) ? null : correction(entry, match?.players ?? [], attempt)));
}

/** @param {number | null} matchId
 *  @param {Wire.Entry} entry */
function showFrame(matchId, entry) {
  const picture = elementById("picture", HTMLDialogElement);
  const frame = h("img", { src: `/frames/${matchId}/${entry.frame}`, alt: t("The table as the camera saw it") });
  picture.querySelector("img")?.remove();
  const said = /** @type {HTMLElement} */ (picture.querySelector("p"));
  said.textContent = headed(String(entry.number), saidText(entry.said, entry.reason));
  said.after(frame);
  picture.showModal();
}

/** Another event in the place of this one, or none.
 *  @param {Wire.Entry} entry
 *  @param {string[]} players
 *  @param {Wire.Attempt} attempt */
function correction(entry, players, attempt) {
  const correct = (/** @type {object | null} */ to) => attempt("events", { event: signed({ event: "correct", number: entry.number, to }) });
  const inside = h("div", { class: "anew" });
  const element = h("details", { on: { toggle: load } }, h("summary", {}, t("Correct")), h("p", {}, t(entry.called)), inside,
    h("button", { type: "button", on: { click: () => correct(null) } }, t("Strike it out")));
  async function load() {
    if (!element.open || inside.children.length) return;
    inside.replaceChildren(await saidAnew(entry.event, players, correct).catch(() => fieldByField(entry, correct)));
  }
  return element;
}

/** Of an event that no form asks for, such as that somebody joins: field by field.
 *  @param {Wire.Entry} entry
 *  @param {(to: object) => unknown} correct */
function fieldByField(entry, correct) {
  const fields = Object.entries(entry.event).filter(([name]) => name !== "event");
  const inputs = fields.map(([name, value]) => ({ name, value, input: h("input", { value: typeof value === "string" ? value : JSON.stringify(value), autocomplete: "off" }) }));
  /** @param {SubmitEvent} submitted */
  function submit(submitted) {
    submitted.preventDefault();
    correct({ ...entry.event, ...Object.fromEntries(inputs.map(({ name, value, input }) => [name, typeof value === "string" ? input.value : parsed(input.value)])) });
  }
  return h("form", { on: { submit } }, inputs.map(({ name, input }) => h("label", {}, fieldText(name), input)),
    h("button", { type: "submit", class: "main" }, t("Put this in its place")));
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the rules say what is wrong with it
  }
}
