/** A player's own part of what all say together, and words written while a time runs. It stays with the table until all
 *  have said theirs. */

import { h } from "./dom.js";
import { formOf, labelOf } from "./forms.js";
import { SAYS } from "./kept.js";
import { spelling } from "./spelling.js";
import { headed, listed, t } from "./words.js";

const HAND_IN_EARLY_MS = 700; // words are on their way before the table closes the list

/** @param {string} word */
const isSpelled = (word) => /^[\p{L}\p{M}'’-]+$/u.test(word);

/** The one field of a form that asks for words that are written; null for another form.
 *  @param {Wire.Form} form
 *  @returns {Wire.WordField | null} */
export function writtenIn(form) {
  const [field, ...others] = form.fields;
  return field?.kind === "words" && !others.length ? field : null;
}

/** What draws them; `attempt(path, body)` hands them in, `leftMs()` is what is left of the time that runs.
 *  @param {Wire.Attempt} attempt
 *  @param {() => number | null} leftMs */
export function ownParts(attempt, leftMs) {
  /** This player's own part of what all say together: it stays with the table until everybody has said theirs.
   *  @param {Wire.Form} form
   *  @param {Wire.EachField} together
   *  @param {Wire.Message} message
   *  @param {Wire.Seat} seat */
  function part(form, together, { gathering }, seat) {
    const opening = form.fields.filter((field) => field !== together && !field.of_table);
    if (opening.length && gathering.opened === null) return turning(form, opening, gathering.said_by, seat);
    if (!together.players.includes(seat.name)) return h("p", { class: "hint" }, headed(labelOf(form), listed(together.players)));
    const own = together.own[seat.name] ?? together.of;
    const said = gathering.chosen.includes(seat.name);
    const choose = (/** @type {unknown} */ value) => attempt("choice", { [own.name]: value });
    if (own.kind === "sign") return secretSign(own, said, choose);
    if (gathering.closed) return h("p", { class: "hint" }, t("Time is up: what was handed in counts."));
    const asked = own.kind === "words" ? writing(form, choose, own, opening.some(({ name }) => own.letters_of.includes(name)) ? [...(gathering.opened ?? "")] : [])
      : formOf([own], labelOf(form), { event: form.event, player: "" }, (values) => choose(values[own.name] ?? []));
    return said ? [h("p", { class: "hint" }, t("You have handed it in. You may still change it until all have.")), asked] : asked;
  }

  /** The card that all go by is turned once a second phone says the same letters.
   *  @param {Wire.Form} form
   *  @param {Wire.Field[]} opening
   *  @param {Record<string, string>} saidBy
   *  @param {Wire.Seat} seat */
  function turning(form, opening, saidBy, seat) {
    const [field] = opening;
    const turn = (/** @type {object} */ values) => attempt("opening", values);
    const others = Object.entries(saidBy).filter(([player]) => player !== seat.name);
    return h("section", { "aria-label": labelOf(form) },
      others.map(([player, letters]) => h("button", { type: "button", class: "main", data: { told: letters }, on: { click: () => turn({ [field.name]: letters }) } },
        t("{letters}, as {player} says", { letters, player }))),
      saidBy[seat.name] ? h("p", { class: "hint" }, t("You say {letters}. Another phone must say so, too.", { letters: saidBy[seat.name] })) : null,
      formOf(opening, labelOf(field), { event: form.event, player: "" }, turn));
  }

  /** @param {Wire.SignField} field
   *  @param {boolean} said
   *  @param {(value: string) => unknown} choose */
  function secretSign(field, said, choose) {
    return h("section", { class: "secret", "aria-label": t("Your secret card") },
      h("p", { class: "hint" }, said ? t("Chosen. You may still change it.") : t("Choose your card. Nobody sees it before everybody has chosen.")),
      h("div", { class: "letters" }, field.signs.map((letter) =>
        h("button", { type: "button", class: "lay", on: { click: () => choose(letter) } }, letter))));
  }

  /** Words are written while the time runs and handed in by themselves just before it ends. `turned` are the letters of
   *  what phones have turned for it.
   *  @param {Wire.Form} form
   *  @param {(words: string[]) => Promise<any>} handOver
   *  @param {Wire.WordField} field
   *  @param {string[]} [turned] */
  function writing(form, handOver, field, turned = []) {
    const list = h("textarea", { name: "words", rows: 4, autocapitalize: "none", autocorrect: "off", spellcheck: "false" });
    const buttons = spelling(list, { isOpen: field.is_open, isSeveral: true });
    buttons.offer([...turned, ...field.letters]);
    const words = () => list.value.toLowerCase().split(/[\s,;]+/).filter(Boolean);
    let onItsWay = false;
    const handIn = async () => {
      if (onItsWay) return;
      onItsWay = true;
      await handOver(words());
      onItsWay = false; // it may be changed, or put right
    };
    const watch = setInterval(() => {
      const left = leftMs();
      if (!list.isConnected) clearInterval(watch);
      else if (left !== null && left < HAND_IN_EARLY_MS) {
        clearInterval(watch);
        handIn();
      }
    }, 100);
    list.addEventListener("input", () => list.setCustomValidity(""));
    /** @param {SubmitEvent} submitted */
    function submit(submitted) {
      submitted.preventDefault();
      if (words().every(isSpelled)) handIn();
      else list.setCustomValidity(t("letters only")); // a slip of the finger is asked again
      list.reportValidity();
    }
    const element = h("form", { class: "event", data: { event: form.event, player: "" }, on: { submit } },
      h("label", {}, t("Your words, with spaces between"), list), buttons.element,
      h("button", { type: "submit", class: "main" }, t("Hand the words in")));
    SAYS.set(element, () => ({ words: words() }));
    return element;
  }

  return { part, writing };
}
