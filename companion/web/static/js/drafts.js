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
    const to = from.name ? /** @type {any} */ (form.elements.namedItem(from.name)) : null;
    if (!to) continue;
    if (isChanged(from)) fill(to, from);
    if (from === writing) {
      to.focus({ preventScroll: true });
      if (from.selectionStart != null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
    }
  }
}

/** Whether anything is begun in a form.
 *  @param {HTMLFormElement} form */
export const isHalfFilled = (form) => [.../** @type {Iterable<any>} */ (form.elements)].some((field) => field.name && isChanged(field));

/** What has been filled in, by the fields' names; of a list, what the chosen line reads.
 *  @param {HTMLFormElement} form */
export function fieldsOf(form) {
  const begun = [.../** @type {Iterable<any>} */ (form.elements)].filter((field) => field.name && isChanged(field));
  return Object.fromEntries(begun.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.options ? field.selectedOptions[0].text : field.value]));
}

/** Fill these in again, and show the form where it is folded.
 *  @param {HTMLFormElement} form
 *  @param {Record<string, string | boolean>} fields */
export function fillIn(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const to = /** @type {any} */ (form.elements.namedItem(name));
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
  return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Of a list, what reads the same is chosen again: the third row may be another one now.
 *  @param {any} to
 *  @param {any} from */
function fill(to, from) {
  if (from.type === "checkbox") to.checked = from.checked;
  else set(to, from.options ? from.selectedOptions[0].text : from.value);
}

/** @param {any} field
 *  @param {string} value of a list, what its line reads */
function set(field, value) {
  if (!field.options) field.value = value;
  else field.selectedIndex = Math.max(0, [...field.options].findIndex(({ text }) => text === value));
}
