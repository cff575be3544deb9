/** An earlier event said anew: with the game's own form for it, in which stands what was said. */

import { h } from "./dom.js";
import { eventOf, formOf } from "./forms.js";
import { keyOf } from "./pictured.js";
import { get } from "./requests.js";
import { t } from "./words.js";

/** The form, for whoever of `players` said it; `correct(event)` puts it in its place. Null where the game has none.
 *  @param {Wire.RuledEvent} entry
 *  @param {string[]} players
 *  @param {(event: object) => any} correct */
export async function saidAnew({ event, number }, players, correct) {
  const place = h("div", {});
  const who = typeof event.player === "string" && players.includes(event.player)
    ? h("select", { name: "player" }, players.map((player) => h("option", { value: player, selected: player === event.player }, player))) : null;
  async function draw() {
    const player = who?.value ?? players[0];
    /** @type {Wire.Form | Wire.NoForm} */
    const form = await get(`anew?number=${number}&event=${encodeURIComponent(event.event)}&player=${encodeURIComponent(player)}`);
    if (!form.fields) return false;
    const fields = form.fields.map((field) => asSaid(field, event[field.name]));
    const asked = formOf(fields, t("Put this in its place"), {}, (values) => correct(eventOf({ ...form, given: givenOf(form, event) }, values)));
    for (const field of fields) write(asked, field, event[field.name]);
    place.replaceChildren(asked);
    return true;
  }
  who?.addEventListener("change", draw);
  if (!await draw()) return null;
  return h("div", { class: "anew" }, who ? h("label", {}, t("player"), who) : null, place);
}

/** What the event says that is not asked: who calls together with whom.
 *  @param {Wire.Form} form
 *  @param {Wire.Event} event */
const givenOf = (form, event) => Object.fromEntries(Object.entries(form.given).map(([name, value]) => [name, event[name] ?? value]));

/** A field with what was said as what is chosen.
 *  @param {Wire.Field} field
 *  @param {any} value
 *  @returns {any} */
function asSaid(field, value) {
  if (value === undefined) return field;
  if (field.kind === "choice") return { ...field, chosen: optionOf(field, value)?.value ?? value };
  return ["number", "players"].includes(field.kind) ? { ...field, chosen: value } : field;
}

/** The option that was said, whichever way the event wrote it.
 *  @param {Wire.ChoiceField} field
 *  @param {any} value */
const optionOf = ({ options }, value) => options.find((one) => [one.value, ...one.spellings].some((written) => keyOf(written) === keyOf(value)));

/** Writes what was said into what is not chosen; what depends on it is asked, too.
 *  @param {HTMLElement} form
 *  @param {Wire.Field} field
 *  @param {any} value */
function write(form, field, value) {
  if (field.kind === "each") {
    for (const [player, own] of Object.entries(value ?? {})) {
      const of = field.own[player] ?? field.of;
      write(form, { ...of, name: `${of.name}.${player}` }, own);
    }
    return;
  }
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${CSS.escape(field.name)}"]`));
  if (!input || value === undefined || value === null) return;
  if (field.kind === "tick") input.checked = value === true;
  else if (field.kind === "sign") {
    const radio = /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${CSS.escape(field.name)}"][value="${CSS.escape(value)}"]`));
    if (radio) radio.checked = true;
  } else if (field.kind in WRITTEN) input.value = WRITTEN[field.kind](value);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @type {Record<string, (value: any) => string>} */
const WRITTEN = {
  word: String,
  words: (words) => words.join(" "),
  letters: (letters) => [...letters].join(""),
  card: String,
  cards: (cards) => cards.join(" "),
  lines: (lines) => lines.map((/** @type {string[]} */ line) => line.join(" ")).join(" ; "),
  cells: (cells) => cells.map((/** @type {{ x: number, y: number, card: string }} */ { x, y, card }) => `${x},${y} ${card}`).join("; "),
};
