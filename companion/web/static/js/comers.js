/** Who plays while a match is on: the host lets in whoever comes late, with a phone or without, and takes out who leaves. */

import { h } from "./dom.js";
import { askedOnce } from "./forms.js";
import { t } from "./words.js";

/** What the section is made from: as long as this is the same, a half-written name stays.
 *  @param {Wire.Message} message */
export const comersKey = ({ table: { match, away }, seated }) => (match ? [match.players, match.left, match.over, away, seated] : null);

/** Phones of whoever does not play in this match, and would.
 *  @param {Wire.Match} match
 *  @param {string[]} seated */
export const waiting = (match, seated) => seated.filter((name) => !match.players.includes(name) || match.left.includes(name));

/** @param {Wire.PlayingMessage} message
 *  @param {Wire.Attempt} attempt */
export function comers({ table: { match, away }, seated }, attempt) {
  const deserted = match.left.length > 0 && match.players.length - match.left.length < 2; // whoever joins takes the match up
  if (match.over && !deserted) return [];
  const say = (/** @type {string} */ event, /** @type {string} */ player) => attempt("events", { event: { event, player } });
  const joins = (/** @type {string} */ name, /** @type {string} */ label) =>
    h("button", { type: "button", data: { joins: name }, on: { click: () => say("join", name) } }, label);
  const asking = waiting(match, seated);
  return [
    h("h2", {}, t("Who plays")),
    h("ul", { class: "seated" },
      match.players.map((name) => h("li", {}, name, match.left.includes(name)
        ? joins(name, t("Is back"))
        : match.over ? null : [awayButton(name, away.includes(name), attempt),
          h("button", { type: "button", data: { leaves: name }, on: { click: askedOnce(() => say("leave", name)) } }, t("Leaves"))])),
      asking.filter((name) => !match.players.includes(name)).map((name) => h("li", {}, t("{name} would like to play", { name }), joins(name, t("Let in"))))),
    withoutPhone(say),
  ];
}

/** Whoever is away for a while is passed over where the match can go on without them.
 *  @param {string} player
 *  @param {boolean} isAway
 *  @param {Wire.Attempt} attempt */
export const awayButton = (player, isAway, attempt) =>
  h("button", { type: "button", data: { away: player }, on: { click: () => attempt("away", { player, away: !isAway }) } }, isAway ? t("Is back") : t("Is away for a while"));

/** Somebody without a phone plays at the table beside the others.
 *  @param {(event: string, player: string) => unknown} say */
function withoutPhone(say) {
  const input = h("input", { name: "newcomer", maxlength: 132, autocomplete: "off", required: true });
  /** @param {SubmitEvent} submitted */
  function submit(submitted) {
    submitted.preventDefault();
    const name = input.value.trim();
    if (name) say("join", name);
  }
  return h("form", { class: "newcomer", on: { submit } }, h("label", {}, t("Somebody joins without a phone"), input), h("button", { type: "submit" }, t("Let in")));
}
