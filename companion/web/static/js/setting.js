/** What is chosen of a game before its matches, besides players, deck and dictionary: for one match, or for a tournament's. */

import { h } from "./dom.js";
import { askedOf, isHouseRule } from "./forms.js";
import { t } from "./words.js";

const DEALT = "ABCDEFGHIJKLMNOPRSTUW"; // letters that begin words in every language of the house

/** A game's setting as elements, house rules folded at their end; `values()` and `lacks()` as of every form.
 *  @param {Wire.Field[]} setting */
export function settingOf(setting) {
  const fields = setting.filter((field) => field.kind !== "choice" || field.options.length > 0);
  const asked = askedOf(fields);
  const others = asked.elements.filter((_, at) => !isHouseRule(fields[at]));
  const rules = asked.elements.filter((_, at) => isHouseRule(fields[at]));
  for (const element of others) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("[data-dealt]"))) input.defaultValue = dealt(input.maxLength);
  }
  const folded = h("details", { class: "house-rules", open: fields.some(isOwn) }, h("summary", {}, t("House rules")), rules);
  return { ...asked, elements: rules.length ? [...others, folded] : others };
}

/** A list to choose from.
 *  @param {string} name
 *  @param {[string, string][]} pairs what each says to the program, and to people
 *  @param {string | null} [value] */
export function select(name, pairs, value = null) {
  return h("select", { name }, pairs.map(([key, label]) => h("option", { value: key, selected: String(key) === String(value) }, label)));
}

/** Whether the table had this rule last otherwise than the game has it by itself: then people see it without asking.
 *  @param {Wire.Field} field */
const isOwn = (field) => isHouseRule(field) && field.chosen !== null && field.chosen !== field.options[0].value;

/** Different letters to begin with, which the players may overwrite with the cards they dealt.
 *  @param {number} count */
function dealt(count) {
  const letters = [...DEALT];
  const numbers = crypto.getRandomValues(new Uint32Array(count));
  return [...numbers].map((drawn) => letters.splice(drawn % letters.length, 1)[0]).join("");
}
