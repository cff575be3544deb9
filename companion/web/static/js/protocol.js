/** What happened: every ruling in full, with its picture, and the form that corrects it. */

import { saidAnew } from "./anew.js";
import { elementById, h } from "./dom.js";
import { misreadForm } from "./misread.js";
import { get } from "./requests.js";
import { changesList, clauseLine, earlierLine, sectionLine } from "./ruling.js";
import { fieldText, reasonLine, saidText, sourceText } from "./says.js";
import { correctButton, signed } from "./signature.js";
import { headed, t } from "./words.js";

/** The newest rulings of a match, and all of them once somebody has asked: what is ruled once stays as it is, so those that
 *  come are added. `changed()` is called when they are there.
 *  @param {() => unknown} changed */
export function chronicle(changed) {
  /** @type {number | null} */
  let matchId = null;
  /** @type {Wire.Totalled[]} */
  let known = [];
  let isWhole = true;
  async function load() {
    const asked = matchId;
    const entries = await get(`matches/${asked}/rulings`).catch(() => null);
    if (asked !== matchId || !entries) return; // the page says itself that the line is dead; the button is still there
    known = entries;
    changed();
  }
  return {
    all: () => isWhole || load(),
    /** @param {Wire.Table} table */
    of(table) {
      if (table.match_id !== matchId) known = [];
      matchId = table.match_id;
      const newest = withTotals(table.rulings, table.match?.scores ?? {});
      isWhole = !newest.length || newest[0].number === 1 || known.length > 0;
      if (!known.length || !newest.length) return newest;
      if (newest[0].number > known[known.length - 1].number + 1) { // the line was dead for long: they are asked for anew
        [known, isWhole] = [[], false];
        void load();
        return newest;
      }
      known = [...known.filter(({ number }) => number < newest[0].number), ...newest];
      return known;
    },
  };
}

/** Rulings of the match at the table, as far as they are known (`entries`), and a button for `all` of them; `attempt` hands a
 *  correction in. With `whose`, those that changed this player's total, and a button that calls `everything`.
 *  @param {Wire.Table} table
 *  @param {Wire.Totalled[]} entries
 *  @param {Wire.Attempt} attempt
 *  @param {string} language
 *  @param {{ whose: string | null, everything: () => unknown, all: () => unknown }} ways */
export function protocol(table, entries, attempt, language, { whose, everything, all }) {
  if (!entries.length) return [];
  const list = h("ol", { class: "protocol" }, [...entries].reverse()
    .filter((entry) => whose === null || whose in entry.changes).map((entry) => line(entry, table, attempt, language)));
  if (whose !== null) {
    return [h("h2", {}, t("What changed {player}'s total", { player: whose })),
      h("button", { type: "button", on: { click: everything } }, t("Everything that happened")), list];
  }
  return [h("h2", {}, t("What happened")), list,
    entries[0].number === 1 ? null : h("button", { type: "button", on: { click: all } }, t("All rulings"))];
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

/** A ruling never changes; what is begun at it, lasts as long as the event can be corrected.
 *  @param {Wire.Totalled} entry
 *  @param {Wire.Table} table
 *  @param {Wire.Attempt} attempt
 *  @param {string} language */
function line(entry, { match_id: matchId, match, uncorrectable }, attempt, language) {
  const stays = uncorrectable.includes(entry.number);
  return h("li", { data: { lasts: JSON.stringify([matchId, entry.number, match?.players, stays]) } },
    h("div", { class: "line" }, h("b", {}, `${entry.number}`), h("span", { class: "verdict" }, t(entry.headline)),
      reasonLine(entry, "span")),
    changesList(entry.changes, entry.totals, Boolean(match?.low_wins)), clauseLine(entry), sectionLine(entry), earlierLine(entry),
    h("div", { class: "line small" }, h("time", { datetime: entry.at }, new Date(entry.at).toLocaleTimeString(language)),
      h("span", {}, [sourceText(entry.source), entry.event.by === "host" ? t("host") : entry.event.by].filter(Boolean).join(" – ")),
      entry.frame && matchId !== null ? misreadForm(matchId, entry.frame, attempt, (event) => correctButton(event, attempt)) : null,
      entry.frame ? h("button", { type: "button", on: { click: () => showFrame(matchId, entry) } }, t("Picture")) : null,
      stays ? null : correction(entry, match?.players ?? [], attempt)));
}

/** @param {number | null} matchId
 *  @param {Wire.Totalled} entry */
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
 *  @param {Wire.Totalled} entry
 *  @param {string[]} players
 *  @param {Wire.Attempt} attempt */
function correction(entry, players, attempt) {
  async function correct(/** @type {object | null} */ to) {
    const answer = await attempt("events", { event: signed({ event: "correct", number: entry.number, to }) });
    if (!answer?.accepted) return answer;
    if (element.contains(document.activeElement)) summary.focus();
    element.open = false;
    inside.replaceChildren();
    return answer;
  }
  const inside = h("div", { class: "anew" });
  const summary = h("summary", {}, t("Correct"));
  const element = h("details", { on: { toggle: load } }, summary, h("p", {}, t(entry.called)), inside,
    h("button", { type: "button", on: { click: () => correct(null) } }, t("Strike it out")));
  async function load() {
    if (!element.open || inside.children.length) return;
    inside.replaceChildren(await saidAnew(entry, players, correct).catch(() => null) ?? fieldByField(entry, correct));
  }
  return element;
}

/** Of an event that no form asks for, such as that somebody joins: field by field.
 *  @param {Wire.Totalled} entry
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
