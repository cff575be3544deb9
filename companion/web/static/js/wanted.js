/** What a form still wants before it can be sent. A browser says it in its own language, which need not be the page's: so
 *  the page says it. */

import { t } from "./words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** The fields of which something is said at the moment. A browser sends no form while that is so.
 *  @type {Set<Field>} */
const told = new Set();

document.addEventListener("invalid", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (field.validity.customError) return; // said by whoever made the form
  field.setCustomValidity(wanted(field));
  told.add(field);
}, true);

for (const kind of ["input", "change", "click", "keydown"]) {
  document.addEventListener(kind, () => {
    for (const field of told) field.setCustomValidity("");
    told.clear();
  }, true);
}

/** In one sentence.
 *  @param {Field} field */
function wanted(field) {
  const { validity } = field;
  if (validity.valueMissing && !validity.badInput) return isChosen(field) ? t("Choose one of these.") : t("This is still to be filled in.");
  if (validity.patternMismatch && field.title) return t("Wanted here: {what}.", { what: field.title });
  if (field instanceof HTMLSelectElement) return t("Choose one of these.");
  if (validity.tooShort) return t("At least {count} characters are wanted here.", { count: field.minLength });
  if (validity.tooLong) return t("At most {count} characters are wanted here.", { count: field.maxLength });
  if (field instanceof HTMLInputElement && field.type === "number") return numberWanted(field);
  return t("This cannot be used as it stands.");
}

/** @param {HTMLInputElement} field */
function numberWanted({ min, max }) {
  if (min && max) return t("A number from {least} to {most} is wanted here.", { least: min, most: max });
  if (min) return t("A number of at least {least} is wanted here.", { least: min });
  return t("A whole number is wanted here.");
}

/** @param {Field} field */
const isChosen = (field) => field.type === "radio" || field instanceof HTMLSelectElement;
