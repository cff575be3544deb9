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
const eventForms = (place) => [.../** @type {NodeListOf<HTMLFormElement>} */ (place.querySelectorAll("form[data-event]"))];

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
  else if (!from.options) to.value = from.value;
  else to.selectedIndex = Math.max(0, [...to.options].findIndex(({ text }) => text === from.selectedOptions[0].text));
}
