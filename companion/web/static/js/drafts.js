/** Half-filled forms outlive a change of the table: what somebody was writing when another acted is still there. */

/** Note what is half-filled in the event forms of `place`; the function returned fills it into the forms made anew.
 *  What is on its way to the table (`data-sent`) is no draft any more.
 *  @param {Element} place */
export function drafts(place) {
  const begun = eventForms(place).filter((form) => !form.dataset.sent);
  const writing = document.activeElement;
  return () => {
    const anew = eventForms(place);
    for (const old of begun) {
      const form = anew.find(({ dataset }) => dataset.event === old.dataset.event && dataset.player === old.dataset.player);
      if (form) carry(old, form, writing);
    }
  };
}

/** @param {Element} place */
export const eventForms = (place) => [.../** @type {NodeListOf<HTMLFormElement>} */ (place.querySelectorAll("form[data-event]"))];

/** @param {HTMLFormElement} old
 *  @param {HTMLFormElement} form
 *  @param {Element | null} writing */
function carry(old, form, writing) {
  if (old.closest("details")?.open) form.closest("details")?.setAttribute("open", "");
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
