/** Forms as a game describes them (`companion/games/form_fields.py`): each kind of field drawn, its value read. No game is known here. */

import { h } from "./dom.js";
import { keyOf, pictured, tiles } from "./pictured.js";
import { picking } from "./picking.js";
import { placing } from "./placing.js";
import { saidText } from "./says.js";
import { spelling } from "./spelling.js";
import { headed, t } from "./words.js";

const ASKS_MS = 5_000;
const DOUBLE_TAP_MS = 600; // whoever taps twice has not read what is asked

/** The words of a form's button.
 *  @param {{ label: string, label_said?: Wire.Said | null }} one */
export const labelOf = (one) => saidText(one.label_said, one.label);

/** What hands `form` in: a button where one press says it all, else a form with its fields; `send` gets the event.
 *  @param {Wire.Form} form
 *  @param {(event: Wire.Event) => any} send */
export function handIn(form, send) {
  const data = { event: form.event, player: form.player ?? "" };
  if (!form.fields.length) {
    const press = () => send(eventOf(form, {}));
    return h("button", { type: "button", class: form.is_call ? "call" : null, data, on: { click: form.is_costly ? askedOnce(press) : press } }, labelOf(form));
  }
  return formOf(form.fields, labelOf(form), data, (values) => send(eventOf(form, values)));
}

/** A listener for what is costly: the first press asks, a second one soon after does it, but not that of a double tap.
 *  @param {() => unknown} act */
export function askedOnce(act) {
  return (/** @type {MouseEvent} */ { currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    const label = button.dataset.label;
    if (button.hasAttribute("aria-disabled")) return null;
    if (label !== undefined) return act();
    button.dataset.label = button.textContent ?? "";
    button.textContent = t("Sure? Press again");
    button.setAttribute("aria-disabled", "true"); // it keeps the focus, which one that is disabled loses
    setTimeout(() => button.removeAttribute("aria-disabled"), DOUBLE_TAP_MS);
    return setTimeout(() => {
      button.textContent = button.dataset.label ?? "";
      delete button.dataset.label;
    }, ASKS_MS);
  };
}

/** A form element that asks `fields` and hands their values to `take`; what was refused stays there to be put right.
 *  @param {Wire.Field[]} fields
 *  @param {string} label
 *  @param {Wire.Props["data"]} data
 *  @param {(values: Record<string, any>) => any} take */
export function formOf(fields, label, data, take) {
  const asked = askedOf(fields);
  /** @param {SubmitEvent} submitted */
  async function submit(submitted) {
    submitted.preventDefault();
    if (asked.lacks()) return;
    const element = /** @type {HTMLFormElement} */ (submitted.currentTarget);
    element.dataset.sent = "yes";
    const answer = await take(asked.values());
    if (answer?.accepted) return;
    delete element.dataset.sent;
    element.dispatchEvent(new Event("input", { bubbles: true })); // it is a draft again
  }
  return h("form", { class: "event", data, on: { submit } }, asked.elements, h("button", { type: "submit", class: "main" }, label));
}

/** Fields as elements, those that depend on another shown only when it has their values; `values()` reads them.
 *  @param {Wire.Field[]} fields */
export function askedOf(fields) {
  const drawn = fields.map((field, at) => {
    const before = fields.slice(0, at).filter(({ name }) => name === field.name).length; // asked instead of one another
    return { field, ...KINDS[field.kind](before ? { ...field, name: `${field.name}.${before + 1}` } : field) };
  });
  function values() {
    /** @type {Record<string, any>} */
    const said = {};
    for (const { field, value } of drawn) {
      if (!isAsked(field, said)) continue;
      const given = value();
      if (given !== null || isHouseRule(field)) said[field.name] = given; // of a rule, none is a choice as well
    }
    return said;
  }
  function renew() {
    const said = values();
    for (const { field, element } of drawn) {
      if (!field.only) continue;
      element.hidden = !isAsked(field, said);
      for (const input of element.querySelectorAll("input, select")) input.toggleAttribute("disabled", element.hidden); // not asked, so not required
    }
    for (const { field, offer } of drawn) offer?.(lettersFor(field, said));
  }
  /** The letters of what is picked in the fields before it, as far as they are asked.
   *  @param {Wire.Field} field
   *  @param {Record<string, any>} said */
  function lettersFor(field, said) {
    const names = wordOf(field)?.letters_of ?? [];
    return names.flatMap((name) => drawn.filter((one) => one.field.name === name && isAsked(one.field, said)).flatMap(({ letters }) => letters?.() ?? []));
  }
  /** Whether something must be said that is not: what it is says so, and has the focus. */
  function lacks() {
    const said = values();
    return drawn.some((one) => isAsked(one.field, said) && one.lacks?.());
  }
  for (const { element } of drawn) {
    for (const kind of ["change", "input"]) element.addEventListener(kind, renew, { capture: true }); // of those, too, that do not bubble
  }
  renew();
  return { elements: drawn.map(({ element }) => element), values, lacks };
}

/** The field of words that it is, or that everybody is asked for themselves.
 *  @param {Wire.Field} field
 *  @returns {Wire.WordField | null} */
function wordOf(field) {
  const one = field.kind === "each" ? field.of : field;
  return one.kind === "word" || one.kind === "words" ? one : null;
}

/** @param {Wire.Field} field
 *  @returns {field is Wire.ChoiceField} */
export const isHouseRule = (field) => field.kind === "choice" && field.clause !== "";

/** @param {Wire.Field} field
 *  @param {Record<string, any>} said */
const isAsked = (field, said) => [field.only, field.besides].every((one) => !one || one[1].includes(said[one[0]]));

/** The event with these values, as a transcript has it.
 *  @param {Wire.Form} form
 *  @param {Record<string, any>} values */
export function eventOf(form, values) {
  const who = form.player === null || "players" in values || "players" in form.given ? {} : { player: form.player };
  return { event: form.event, ...who, ...form.given, ...values };
}

// ------------------------------------------------------------------ kinds of fields

/** @type {{ [K in Wire.Field["kind"]]: (field: any) => Wire.Drawn }} */
const KINDS = { sign, choice, word, words, letters, number, tick, card: cards, cards, lines: cards, cells, players, player, pairs, each, setting };

/** @param {Wire.Field} field */
const helpOf = (field) => saidText(field.hint_said, field.hint);

/** @param {Wire.Field} field
 *  @param {HTMLElement} input */
function labelled(field, input) {
  const help = helpOf(field);
  return h("label", {}, labelOf(field), help ? h("small", { class: "help" }, help) : null, input);
}

/** A text somebody types; `read` makes the value. What is left empty is not said, unless it must be.
 *  @param {Wire.Field} field
 *  @param {Wire.Props} attributes
 *  @param {(text: string) => any} read */
function typed(field, { required = true, ...attributes }, read) {
  const input = h("input", { name: field.name, autocomplete: "off", required: required && !field.optional, ...attributes });
  return { input, element: labelled(field, input), value: () => (input.value.trim() ? read(input.value.trim()) : field.optional ? null : read("")) };
}

/** @param {Wire.SignField} field */
function sign(field) {
  return tiles(field, labelOf(field), helpOf(field));
}

/** @param {Wire.ChoiceField} field */
function choice(field) {
  if (field.clause) return houseRule(field);
  if (field.options.some(({ cards }) => cards.length)) return pictured(field, labelOf(field), helpOf(field));
  const first = field.options.findIndex(({ value }) => value === field.chosen);
  const options = field.options.map((option, at) => h("option", { value: keyOf(option.value), selected: at === first }, labelOf(option)));
  const input = h("select", { name: field.name }, field.optional ? h("option", { value: "" }, "–") : null, options);
  const element = field.sides.length ? h("div", { class: "picked" }, labelled(field, input), die(input, field.sides)) : labelled(field, input);
  return { input, element, value: () => field.options.find(({ value }) => keyOf(value) === input.value)?.value ?? null };
}

/** Rolls a die with these sides for whoever has none at hand, and shows what it came to in `input`.
 *  @param {HTMLSelectElement} input
 *  @param {any[]} sides */
function die(input, sides) {
  const roll = () => {
    input.value = keyOf(sides[Math.floor(Math.random() * sides.length)]);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return h("button", { type: "button", class: "by-chance", on: { click: roll } }, t("Roll it here"));
}

/** Readings of a clause, each with its sentence; the one that is chosen first is what the table had last.
 *  @param {Wire.ChoiceField} field */
function houseRule(field) {
  const first = Math.max(0, field.options.findIndex(({ value }) => value === field.chosen));
  if (field.options.length > MOST_RADIOS) return houseRuleOfMany(field, first);
  const inputs = field.options.map((option, at) => h("input", { type: "radio", name: field.name, value: keyOf(option.value), checked: at === first, data: { reads: labelOf(option) } }));
  const readings = field.options.map((option, at) =>
    h("label", { class: "tick" }, inputs[at], h("span", {}, labelOf(option), h("small", { class: "help" }, saidText(option.sentence_said, option.sentence)))));
  return {
    element: h("fieldset", {}, h("legend", {}, labelOf(field), " ", h("b", { class: "stamp" }, field.clause)), readings),
    value: () => field.options[inputs.findIndex(({ checked }) => checked)].value,
  };
}

/** Of many readings the sentence of the one that is chosen.
 *  @param {Wire.ChoiceField} field
 *  @param {number} first */
function houseRuleOfMany(field, first) {
  const input = h("select", { name: field.name }, field.options.map((option, at) => h("option", { value: keyOf(option.value), selected: at === first }, labelOf(option))));
  const help = h("small", { class: "help" });
  const chosen = () => field.options[input.selectedIndex];
  const explain = () => { help.textContent = saidText(chosen().sentence_said, chosen().sentence); };
  input.addEventListener("change", explain);
  explain();
  return { element: h("label", {}, h("span", {}, labelOf(field), " ", h("b", { class: "stamp" }, field.clause)), input, help), value: () => chosen().value };
}

const MOST_RADIOS = 5;

const LETTERS_ONLY = "[\\p{L}\\p{M}'’\\- ]+"; // a slip of the finger is asked again; it loses nobody a round

/** @param {Wire.WordField} field */
function word(field) {
  return spelled(field, typed(field, { maxlength: 40, pattern: LETTERS_ONLY, ...AS_SPELLED, title: t("letters only") }, (text) => text), false);
}

/** @param {Wire.WordField} field */
function words(field) {
  const several = { maxlength: 400, pattern: "[\\p{L}\\p{M}'’\\-\\s,;]*", ...AS_SPELLED, title: t("letters only"), required: false };
  return spelled(field, typed(field, several, (text) => text.split(/[\s,;]+/).filter(Boolean)), true);
}

const AS_SPELLED = { autocapitalize: "none", autocorrect: "off", spellcheck: "false" };

/** What is written, with buttons for the letters it is made of.
 *  @param {Wire.WordField} field
 *  @param {{ input: HTMLInputElement, element: HTMLElement, value: () => any }} written
 *  @param {boolean} isSeveral
 *  @returns {Wire.Drawn} */
function spelled(field, { input, element, value }, isSeveral) {
  const buttons = spelling(input, { isOpen: field.is_open, isSeveral });
  const offer = (/** @type {string[]} */ before) => buttons.offer([...before, ...field.letters]);
  offer([]);
  return { element: h("div", { class: "picked" }, element, buttons.element), value, offer };
}

/** @param {Wire.LettersField} field */
function letters(field) {
  const exactly = { maxlength: field.count, minlength: field.count, pattern: `[A-Za-z]{${field.count}}`, autocapitalize: "characters" };
  const asked = typed(field, { ...exactly, data: field.is_needed ? { dealt: "yes" } : null }, (text) => (field.listed ? [...text.toUpperCase()] : text.toUpperCase()));
  return { ...asked, letters: () => [...asked.input.value.trim().toUpperCase()] };
}

/** @param {Wire.NumberField} field */
function number(field) {
  return typed(field, { type: "number", min: field.least, max: field.most, value: field.chosen }, (text) => (text === "" ? null : Number(text)));
}

/** @param {Wire.PlainField} field */
function tick(field) {
  const input = h("input", { name: field.name, type: "checkbox" });
  return { element: h("label", { class: "tick" }, input, labelOf(field)), value: () => input.checked };
}

/** Cards, or lines of them.
 *  @param {Wire.CardField | Wire.CardsField} field */
function cards(field) {
  return picking(field, labelOf(field), helpOf(field));
}

/** @param {Wire.CellsField} field */
function cells(field) {
  return placing(field, labelOf(field), helpOf(field));
}

/** @param {Wire.PlayersField} field */
function players(field) {
  const ticks = field.among.map((player) => ({ player, input: h("input", { name: `${field.name}.${player}`, type: "checkbox", checked: field.chosen.includes(player) }) }));
  return {
    element: h("fieldset", {}, h("legend", {}, labelOf(field)), ticks.map(({ player, input }) => h("label", { class: "tick" }, input, player))),
    value: () => ticks.filter(({ input }) => input.checked).map(({ player }) => player),
  };
}

/** Who plays, to pick one from: those that are known, or else whoever sits there when it is asked (`seatNames`).
 *  @param {string} name
 *  @param {string} label
 *  @param {string[]} among */
const whoever = (name, label, among) => h("select", { name, "aria-label": label, data: among.length ? null : { seated: "yes" } },
  h("option", { value: "" }, "–"), among.map((one) => h("option", { value: one }, one)));

/** @param {Wire.PlayerField} field */
function player(field) {
  const input = whoever(field.name, labelOf(field), field.among);
  return { element: labelled(field, input), value: () => input.value || null };
}

/** @param {Wire.PlayerField} field */
function pairs(field) {
  const label = labelOf(field);
  const most = Math.floor((field.among.length || MOST_SEATS) / 2);
  const rows = Array.from({ length: most }, (_, at) => [1, 2].map((place) => whoever(field.name, `${label} ${at + 1}.${place}`, field.among)));
  const elements = rows.map(([one, other], at) => h("div", { class: "pair", data: field.among.length ? null : { pair: String(at + 1) } }, one, " + ", other));
  const said = () => rows.map((row) => row.map(({ value }) => value).filter(Boolean)).filter((pair) => pair.length);
  return {
    element: h("fieldset", {}, h("legend", {}, label), field.hint ? h("small", { class: "help" }, saidText(field.hint_said, field.hint)) : null, elements),
    value: () => (said().length ? said() : null),
  };
}

const MOST_SEATS = 8;

/** Lets whoever is picked from `element`'s seats be one of these players; who was picked keeps it under a new name.
 *  @param {HTMLElement} element
 *  @param {string[]} players */
export function seatNames(element, players) {
  for (const input of /** @type {NodeListOf<HTMLSelectElement>} */ (element.querySelectorAll("select[data-seated]"))) {
    const was = players.includes(input.value) ? input.value : players[input.selectedIndex - 1] ?? "";
    input.replaceChildren(h("option", { value: "" }, "–"), ...players.map((name) => h("option", { value: name }, name)));
    input.value = was;
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-pair]"))) row.hidden = players.length < 2 * Number(row.dataset.pair);
}

/** @param {Wire.EachField} field */
function each(field) {
  const asked = field.players.map((player) => {
    const of = field.own[player] ?? field.of;
    return { player, ...KINDS[of.kind]({ ...of, name: `${of.name}.${player}`, label: headed(player, labelOf(of)), label_said: null }) };
  });
  return {
    element: h("div", { class: "each" }, asked.map(({ element }) => element)),
    value: () => Object.fromEntries(asked.map(({ player, value }) => [player, value()])),
    offer: (/** @type {string[]} */ letters) => asked.forEach(({ offer }) => offer?.(letters)),
    lacks: () => asked.some(({ lacks }) => lacks?.()),
  };
}

/** What may be set besides: only what is not as it stands is said.
 *  @param {Wire.SettingField} field */
function setting(field) {
  const asked = askedOf(field.fields);
  const isStanding = (/** @type {string} */ name, /** @type {any} */ value) => name in field.standing && keyOf(field.standing[name]) === keyOf(value);
  return {
    element: h("details", { class: "house-rules" }, h("summary", {}, labelOf(field)), asked.elements),
    value: () => {
      const changed = Object.entries(asked.values()).filter(([name, value]) => !isStanding(name, value));
      return changed.length ? Object.fromEntries(changed) : null;
    },
  };
}
