/** What was begun outlives a change of the table: a fold that somebody has opened, and a form they are writing in when
 *  another acts. */

/** Note what is half-filled in the forms of `place`, and which folds are open; the function returned does the same to what
 *  is made anew. What is on its way to the table (`data-sent`) is no draft any more, and its fold has done its work.
 *  @param {Element} place */
export function drafts(place) {
  const begun = allForms(place).filter((form) => !form.dataset.sent);
  const opened = new Set(folds(place).filter((fold) => fold.open && !fold.querySelector("[data-sent]")).map(titleOf));
  const writing = document.activeElement;
  return () => {
    for (const fold of folds(place)) if (opened.has(titleOf(fold))) fold.open = true;
    const anew = allForms(place);
    for (const old of begun) {
      const form = anew.find((one) => identityOf(one) === identityOf(old));
      if (form) carry(old, form, writing);
    }
  };
}

/** @param {Element} place
 *  @returns {HTMLDetailsElement[]} */
const folds = (place) => [...place.querySelectorAll("details")];

/** What makes a fold the same when it is made anew: what it is for, else what is written on it.
 *  @param {HTMLDetailsElement} fold */
const titleOf = ({ className, dataset, firstElementChild: summary }) => JSON.stringify([className, Object.keys(dataset).length ? { ...dataset } : summary?.textContent]);

/** @param {Element} place */
const allForms = (place) => [...place.querySelectorAll("form")];

/** What makes a form the same when it is made anew: whose event it is for, else what it asks.
 *  @param {HTMLFormElement} form */
function identityOf({ dataset, elements }) {
  const asked = dataset.event ? [] : [.../** @type {Iterable<any>} */ (elements)].map(({ name }) => name);
  return JSON.stringify([dataset.event, dataset.player, asked]);
}

/** @param {Element} place */
export const eventForms = (place) => [.../** @type {NodeListOf<HTMLFormElement>} */ (place.querySelectorAll("form[data-event]"))];

/** @param {HTMLFormElement} old
 *  @param {HTMLFormElement} form
 *  @param {Element | null} writing */
function carry(old, form, writing) {
  for (const from of /** @type {Iterable<any>} */ (old.elements)) {
    const to = from.name ? counterpart(form, from) : null;
    if (!to) continue;
    if (isChanged(from)) {
      fill(to, from);
      to.dispatchEvent(new Event("change")); // what depends on it is asked, too
    }
    if (from === writing) {
      to.focus({ preventScroll: true });
      if (from.selectionStart != null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
    }
  }
}

/** The field in a form made anew that a field of the old one is; of radio buttons the one that reads the same.
 *  @param {HTMLFormElement} form
 *  @param {any} from */
function counterpart(form, from) {
  const to = /** @type {any} */ (form.elements.namedItem(from.name));
  return from.type === "radio" ? radioOf(to, from.dataset.reads) : to;
}

/** @param {any} found a radio button, or several of one name
 *  @param {string | undefined} text */
const radioOf = (found, text) => (found instanceof RadioNodeList ? [...found] : [found]).find((/** @type {any} */ one) => one?.dataset.reads === text) ?? null;

/** Whether anything is begun in a form.
 *  @param {HTMLFormElement} form */
export const isHalfFilled = (form) => [.../** @type {Iterable<any>} */ (form.elements)].some((field) => field.name && isChanged(field));

/** What has been filled in, by the fields' names; of a list, what the chosen line reads.
 *  @param {HTMLFormElement} form */
export function fieldsOf(form) {
  const begun = [.../** @type {Iterable<any>} */ (form.elements)].filter((field) => field.name && isChanged(field));
  return Object.fromEntries(begun.map((field) => [field.name, field.type === "checkbox" ? field.checked : textOf(field)]));
}

/** Fill these in again, and show the form where it is folded.
 *  @param {HTMLFormElement} form
 *  @param {Record<string, string | boolean>} fields */
export function fillIn(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const found = /** @type {any} */ (form.elements.namedItem(name));
    const isRadio = found instanceof RadioNodeList || found?.type === "radio";
    const to = isRadio ? radioOf(found, String(value)) : found;
    if (!to) continue;
    if (typeof value === "boolean") to.checked = value;
    else set(to, value);
    to.dispatchEvent(new Event("change")); // what depends on it is asked, too; nothing is begun anew by it
  }
  form.closest("details")?.setAttribute("open", "");
}

/** @param {any} field */
function isChanged(field) {
  if (field.options) return field.selectedIndex > 0;
  if (field.type === "radio") return field.checked && !field.defaultChecked && field.dataset.reads !== undefined;
  return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** What has been chosen or written, as it reads.
 *  @param {any} field */
function textOf(field) {
  if (field.type === "radio") return field.dataset.reads;
  return field.options ? field.selectedOptions[0].text : field.value;
}

/** Of a list, what reads the same is chosen again: the third row may be another one now.
 *  @param {any} to
 *  @param {any} from */
function fill(to, from) {
  if (from.type === "checkbox") to.checked = from.checked;
  else set(to, textOf(from));
}

/** @param {any} field
 *  @param {string} value of a list, what its line reads */
function set(field, value) {
  if (field.type === "radio") field.checked = true;
  else if (!field.options) field.value = value;
  else field.selectedIndex = Math.max(0, [...field.options].findIndex(({ text }) => text === value));
}
