/** One of several, picked with one tap: cards from their pictures, letters from tiles. They are radio buttons, so arrows and
 *  screen readers know them; of tiles a key picks the letter, too. */

import { cardOf, lettersOn } from "./cards.js";
import { h } from "./dom.js";
import { saidText } from "./says.js";
import { t } from "./words.js";

const MOST_BESIDE = 2; // cards of an option that still lets others stand beside it
const FACE_DOWN = "?";

/** What a value is known by: the same whatever order the names of an object come in, which the journal sorts.
 *  @param {any} value */
export const keyOf = (value) => (value !== null && typeof value === "object" ? JSON.stringify(sorted(value)) : String(value));

/** @param {any} value
 *  @returns {any} */
function sorted(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

/** A choice whose options are cards: each with its picture, its name and what is said below.
 *  @param {Wire.ChoiceField} field
 *  @param {string} label
 *  @param {string} help
 *  @returns {Wire.Drawn} */
export function pictured(field, label, help) {
  const { options, optional } = field;
  const only = options.length === 1 && !optional ? 0 : options.findIndex(({ value }) => keyOf(value) === keyOf(field.chosen));
  const radios = options.map((option, at) => h("input", { type: "radio", name: field.name, value: keyOf(option.value), checked: at === only,
    required: !optional, "aria-label": calledOf(option), data: { reads: option.label } }));
  const none = optional ? h("input", { type: "radio", name: field.name, value: "", checked: only < 0, data: { reads: "" } }) : null;
  const isWide = options.some(({ cards }) => cards.length > MOST_BESIDE);
  const chosen = () => options[radios.findIndex(({ checked }) => checked)];
  return {
    element: h("fieldset", { class: "choosing" }, h("legend", {}, label, help ? h("small", { class: "help" }, help) : null),
      h("div", { class: "pictured", data: { wide: isWide ? "yes" : "" } },
        none ? h("label", { class: "to-pick none" }, none, t("no card")) : null,
        options.map((option, at) => h("label", { class: "to-pick" }, radios[at], pictureOf(option))))),
    value: () => chosen()?.value ?? null,
    letters: () => chosen()?.cards.flatMap(lettersOn) ?? [],
  };
}

/** @param {Wire.Option} option */
function pictureOf(option) {
  const caption = saidText(option.caption_said, option.caption);
  return [h("span", { class: "looks", "aria-hidden": "true" }, option.cards.map((card) => cardOf(card))),
    h("b", {}, saidText(option.label_said, option.label)), caption ? h("small", {}, caption) : null];
}

/** An option as it is read out: what is written on the picture, too.
 *  @param {Wire.Option} option */
function calledOf(option) {
  const written = option.cards.map((card) => (card.kind === "creature" ? card.dna : ""));
  return [saidText(option.label_said, option.label), ...written, saidText(option.caption_said, option.caption)].filter(Boolean).join(", ");
}

/** One of some signs, each a tile.
 *  @param {Wire.SignField} field
 *  @param {string} label
 *  @param {string} help
 *  @returns {Wire.Drawn} */
export function tiles(field, label, help) {
  const radios = field.signs.map((sign) => h("input", { type: "radio", name: field.name, value: sign, required: !field.optional, data: { reads: sign },
    "aria-label": sign === FACE_DOWN ? t("face down") : sign }));
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const radio = event.ctrlKey || event.metaKey || event.altKey ? undefined : radios[field.signs.indexOf(event.key.toUpperCase())];
    if (!radio) return;
    event.preventDefault();
    radio.focus();
    radio.click();
  }
  const chosen = () => radios.find(({ checked }) => checked)?.value ?? null;
  return {
    element: h("fieldset", { class: "choosing", on: { keydown: pressed } }, h("legend", {}, label, help ? h("small", { class: "help" }, help) : null),
      h("div", { class: "tiles" }, field.signs.map((sign, at) =>
        h("label", { class: "to-pick tile" }, radios[at], h("span", { "aria-hidden": "true" }, sign === FACE_DOWN ? "★" : sign))))),
    value: chosen,
    letters: () => [chosen() ?? []].flat(),
  };
}
