/** Everything that may be done to the match now, for whoever may do all of it: the host, and a simulated table. */

import { h } from "./dom.js";
import { fieldsOf } from "./drafts.js";
import { formOf, handIn, labelOf } from "./forms.js";
import { writtenIn } from "./own_part.js";
import { questionForm } from "./question.js";
import { newestLast, oneAtATime, post } from "./requests.js";
import { saidText } from "./says.js";
import { signed, signature } from "./signature.js";
import { headed, t } from "./words.js";

const KEPT_AFTER_MS = 200; // without another letter

/** Whether a match is on: there is a board then, too.
 *  @param {Wire.Message} message
 *  @returns {message is Wire.PlayingMessage} */
export const isPlaying = (message) => message.table.match !== null;

/** Whether somebody is to do something: the screens stay on.
 *  @param {Wire.Table} table */
export const isRunning = ({ match, paused }) => match !== null && !match.over && !paused;

/** What the acts are made from: as long as this is the same, a half-filled form stays as it is.
 *  @param {Wire.Message} message */
export function actsKey({ table, gathering, seated }) {
  const { match } = table;
  return [table.forms.some(together) ? seated : null, table.match_id, table.undoes, table.forms, table.board, match?.awaiting, match?.over, table.paused, table.timer_holder, table.joiners, table.question, table.difference, gathering, table.pairing, table.rulings.length > 0];
}

/** The acts as elements; `attempt(path, body)` does them.
 *  @param {Wire.PlayingMessage} message
 *  @param {Wire.Attempt} attempt */
export function matchActs(message, attempt) {
  const { table } = message;
  const { match } = table;
  const send = (/** @type {object} */ event) => attempt("events", { event });
  const undoes = table.undoes?.number ?? 0;
  return [
    table.question ? questionForm(table.question, attempt) : null,
    table.difference ? difference(table, attempt) : null,
    table.forms.map((form) => {
      const parts = partsOf(form, message, attempt);
      return [parts, act(form, message, send, parts !== null)];
    }),
    table.timer_holder ? h("button", { type: "button", data: { act: "timer" }, on: { click: () => attempt("timer") } }, t("Start the timer")) : null,
    signature(match.players),
    h("div", { class: "table-acts" },
      match.over ? h("button", { type: "button", class: "main", on: { click: oneAtATime(() => attempt("match/again")) } }, t("Same again")) : null,
      h("button", { type: "button", "aria-describedby": "undoes", on: { click: () => attempt("events", { event: signed({ event: "undo" }), undoes }) } }, t("Undo")),
      h("button", { type: "button", on: { click: () => attempt("events", { event: signed({ event: "redo" }), undoes }) } }, t("Redo")),
      match.over ? null : h("button", { type: "button", data: { act: "pause" }, on: { click: () => attempt(table.paused ? "match/resume" : "match/pause") } }, table.paused ? t("Go on") : t("Pause")),
      table.pairing && table.rulings.length ? h("button", { type: "button", on: { click: () => attempt("match/arbiter") } }, t("Call the arbiter")) : null,
      h("button", { type: "button", on: { click: () => attempt("match/close") } }, t("Leave the match"))),
    h("p", { class: "hint", id: "undoes" }, undoing(table.undoes)),
  ];
}

/** What an undo would take back, said before anybody presses it.
 *  @param {Wire.Table["undoes"]} undoes */
function undoing(undoes) {
  if (!undoes) return t("There is nothing to undo.");
  const { number, called, player } = undoes;
  return player ? t("Undo takes back no. {number}: {event}, by {player}.", { number, event: t(called), player })
    : t("Undo takes back no. {number}: {event}.", { number, event: t(called) });
}

/** What the table shows otherwise; it is answered by an event, a correction, or by saying that the match is right.
 *  @param {Wire.Table} table
 *  @param {Wire.Attempt} attempt */
function difference(table, attempt) {
  return h("section", { class: "question", "aria-label": t("Difference"), data: { asks: "difference" } },
    h("p", {}, saidText(table.difference_said, table.difference)),
    h("button", { type: "button", on: { click: () => attempt("match/overlook") } }, t("The match is right")));
}

/** The field of what all say together, each their own part.
 *  @param {Wire.Form} form */
const together = (form) => form.fields.flatMap((field) => (field.kind === "each" ? [field] : []))[0];

/** Where some say their part by phone, whoever plays without one says it here: nobody has to be told what the phones say.
 *  So they do when the time is up, of what they have written by then.
 *  @param {Wire.Form} form
 *  @param {Wire.PlayingMessage} message
 *  @param {Wire.Attempt} attempt */
function partsOf(form, { seated, gathering }, attempt) {
  const each = together(form);
  const byPhone = gathering.closed ? gathering.chosen : seated;
  const without = each?.players.filter((player) => !byPhone.includes(player)) ?? [];
  const waitsToOpen = form.fields.length > 1 && gathering.opened === null;
  if (!each || waitsToOpen || !without.length || without.length === each.players.length) return null;
  return h("section", { "aria-label": t("Without a phone"), data: { parts: form.event } }, without.map((player) => {
    const own = each.own[player] ?? each.of;
    const title = t("{player} plays without a phone: {what}", { player, what: labelOf(own) });
    const asked = formOf([own], t("Hand it in"), { event: form.event, player }, (values) => attempt("choice", { player, [own.name]: values[own.name] ?? [] }));
    if (own.kind === "words") keepFor(player, asked, own);
    return h("details", { data: { part: player } }, h("summary", {}, gathering.chosen.includes(player) ? `✓ ${title}` : title), asked);
  }));
}

/** What is written for a player without a phone goes to the table as it is written, as from a phone: when the time is up
 *  it counts as it stands.
 *  @param {string} player
 *  @param {HTMLElement} asked
 *  @param {Wire.WordField} field */
function keepFor(player, asked, field) {
  const form = /** @type {HTMLFormElement} */ (asked);
  const { send } = newestLast((/** @type {object} */ draft) => post("drafts", draft).catch(() => null));
  let due = 0;
  function keep() {
    const fields = fieldsOf(form);
    const words = String(fields[field.name] ?? "").split(/[\s,;]+/).filter(Boolean);
    send({ player, event: form.dataset.event, fields, says: { [field.name]: words } });
  }
  form.addEventListener("input", () => {
    clearTimeout(due);
    due = window.setTimeout(keep, KEPT_AFTER_MS);
  });
  form.addEventListener("submit", () => clearTimeout(due));
}

/** A form with whose it is; what is waited for stands open, but for what the camera usually sees, and what phones say.
 *  @param {Wire.Form} form
 *  @param {Wire.PlayingMessage} message
 *  @param {(event: object) => unknown} send
 *  @param {boolean} isSaidInParts */
function act(form, { table, seated }, send, isSaidInParts) {
  const title = form.player === null ? labelOf(form) : headed(form.player, labelOf(form));
  if (!form.fields.length) {
    const button = handIn(form, send);
    button.textContent = title;
    return button;
  }
  const joined = form.fields.map((field) => (field.kind === "players" ? { ...field, chosen: [...field.chosen, ...table.joiners] } : field));
  const asked = handIn({ ...form, fields: joined }, send);
  const written = writtenIn(form);
  if (written && form.player !== null && !seated.includes(form.player)) keepFor(form.player, asked, written);
  return h("details", { data: { event: form.event, player: form.player ?? "" }, open: !isSaidInParts && (form.is_asked || (form.event === table.match.awaiting && !form.is_folded)) },
    h("summary", {}, title), asked);
}
