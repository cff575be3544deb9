/** Everything that may be done to the match now, for whoever may do all of it: the host, and a simulated table. */

import { h } from "./dom.js";
import { eventForm, explanation, fieldsOf } from "./forms.js";
import { questionForm } from "./question.js";
import { eventText, saidText } from "./says.js";
import { signed, signature } from "./signature.js";
import { t } from "./words.js";

export const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

// Events everybody at the table hands in together: the form says for whom, so one is enough.
const SHARED = new Set(["reveal", "showdown", "hands", "close", "card", "resolve", "doubt"]);

/** What the acts are made from: as long as this is the same, a half-filled form stays as it is. */
export function actsKey({ table, gathering }) {
  const { match } = table;
  return [table.match_id, match?.may, match?.board, match?.awaiting, match?.over, table.paused, table.timer_holder, table.doubters, table.question, table.difference, gathering];
}

/** The acts as elements; `attempt(path, body)` does them. */
export function matchActs(message, attempt) {
  const { table } = message;
  const { match } = table;
  const send = (event) => attempt("events", { event });
  return [
    table.question ? questionForm(table.question, attempt, [...ALPHABET, "?"]) : null,
    table.difference ? difference(table, attempt) : null,
    possible(match).map(({ player, event }) => act(message, player, event, send)),
    table.timer_holder ? h("button", { type: "button", data: { act: "timer" }, on: { click: () => attempt("timer") } }, t("Start the timer")) : null,
    signature(match.players),
    h("div", { class: "table-acts" },
      match.over ? h("button", { type: "button", class: "main", on: { click: () => attempt("match/again") } }, t("Same again")) : null,
      h("button", { type: "button", on: { click: () => send(signed({ event: "undo" })) } }, t("Undo")),
      h("button", { type: "button", on: { click: () => send(signed({ event: "redo" })) } }, t("Redo")),
      match.over ? null : h("button", { type: "button", on: { click: () => attempt(table.paused ? "match/resume" : "match/pause") } }, table.paused ? t("Go on") : t("Pause")),
      h("button", { type: "button", on: { click: () => attempt("match/close") } }, t("Leave the match"))),
  ];
}

/** What the table shows otherwise; it is answered by an event, a correction, or by saying that the match is right. */
function difference(table, attempt) {
  return h("section", { class: "question", "aria-label": t("Difference"), data: { asks: "difference" } },
    h("p", {}, saidText(table.difference_said, table.difference)),
    h("button", { type: "button", on: { click: () => attempt("match/overlook") } }, t("The match is right")));
}

function possible(match) {
  const seen = new Set();
  return match.players.flatMap((player) => (match.may[player] ?? []).map((event) => ({ player, event })))
    .filter(({ event }) => {
      if (!SHARED.has(event)) return true;
      if (seen.has(event)) return false;
      seen.add(event);
      return true;
    });
}

function act(message, player, event, send) {
  const { match } = message.table;
  const whose = SHARED.has(event) ? match.holders[event] ?? player : player;
  const title = SHARED.has(event) ? eventText(event) : `${player}: ${eventText(event)}`;
  const together = TOGETHER[event];
  const fields = together ? null : fieldsOf(match, event, whose);
  if (fields && !fields.length) {
    return h("button", { type: "button", data: { event, player }, on: { click: () => send({ event, player }) } }, title);
  }
  const more = event === "contest" && match.board.explanations ? [explanation()] : [];
  const form = together ? together(match, send, message) : eventForm(match, event, whose, send, more);
  return h("details", { data: { event, player }, open: event === match.awaiting && event !== "place" }, h("summary", {}, title), form);
}

// ------------------------------------------------------------------ what the table hands in for several players

const split = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** One field per player; `read` makes the entry of each, `event` the whole. */
function perPlayer(players, label, read, make, extra = []) {
  return (send) => {
    const inputs = players.map((player) => [player, h("input", { autocomplete: "off", "aria-label": `${label}: ${player}` })]);
    return h("form", { on: { submit: (submitted) => {
      submitted.preventDefault();
      send(make(Object.fromEntries(inputs.map(([player, input]) => [player, read(input.value.trim())]))));
    } } }, extra, inputs.map(([player, input]) => h("label", {}, `${player}: ${label}`, input)), h("button", { type: "submit", class: "main" }, t("Hand in")));
  };
}

const TOGETHER = {
  reveal: (match, send) => perPlayer(match.players, t("card"), (text) => text.toUpperCase(), (cards) => ({ event: "reveal", cards }))(send),
  hands: (match, send) => perPlayer(match.players, t("cards left, e.g. Q/R 7/A"), (text) => split(text.toUpperCase()), (hands) => ({ event: "hands", hands }))(send),
  showdown: (match, send) => {
    const jumble = h("input", { maxlength: 7, minlength: 7, required: true, autocomplete: "off" });
    return perPlayer(match.board.tied, t("words"), (text) => split(text.toLowerCase()), (words) => ({ event: "showdown", jumble: jumble.value.toUpperCase(), words }),
      [h("label", {}, t("The seven letters of the card"), jumble)])(send);
  },
  doubt: (match, send, message) => {
    const others = match.players.filter((player) => player !== match.board.doubtable?.player);
    const ticks = others.map((player) => [player, h("input", { type: "checkbox", checked: message.table.doubters.includes(player) })]);
    const { longest } = match.board.doubtable;
    const row = longest.length > 1 ? h("select", {}, longest.map((number) => h("option", { value: number }, `${number}: ${match.board.doubtable.rows[number - 1]}`))) : null;
    return h("form", { on: { submit: (submitted) => {
      submitted.preventDefault();
      const said = { event: "doubt", players: ticks.filter(([, tick]) => tick.checked).map(([player]) => player) };
      if (row) said.row = Number(row.value);
      send(said);
    } } }, ticks.map(([player, tick]) => h("label", { class: "tick" }, tick, player)),
    row ? h("label", {}, t("Row taken if the word fails"), row) : null,
    h("button", { type: "submit", class: "main" }, t("Doubt the word")));
  },
};
