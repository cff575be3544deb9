/** What was begun outlives a change of the table: a fold that somebody has opened, a form they are writing in when another
 *  acts, and where on the page they are. */

/** Show in `place` what is in `made` instead. What is half-filled in its forms is so again, folds that are open are open
 *  again, and what has the focus has it again, `place` itself where that is gone; what is marked as the same (`data-lasts`) is
 *  the very same element. What is on its way to the table (`data-sent`) is no draft any more, and its fold has done its work.
 *  @param {Element} place
 *  @param {Element} made */
export function renew(place, made) {
  const begun = passing(allForms(place)).filter((form) => !form.dataset.sent);
  const opened = new Set(passing(folds(place)).filter((fold) => fold.open && !fold.querySelector("[data-sent]")).map(titleOf));
  const refocus = focusIn(place);
  const lasting = new Map(lastingIn(place).map((one) => [one.dataset.lasts, one]));
  for (const one of lastingIn(made)) one.replaceWith(lasting.get(one.dataset.lasts) ?? one);
  place.replaceChildren(...made.childNodes);
  for (const fold of passing(folds(place))) if (opened.has(titleOf(fold))) fold.open = true;
  const anew = passing(allForms(place));
  for (const old of begun) {
    const form = anew.find((one) => identityOf(one) === identityOf(old));
    if (form) carry(old, form);
  }
  refocus?.();
}

/** @param {Element} place
 *  @returns {HTMLElement[]} */
const lastingIn = (place) => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-lasts]"))];

/** Where in `place` somebody is, if they are: the function returned leads them there again, or to what is the same now.
 *  Where others like it have come or gone, nobody knows which is the same: they are in `place`, for the keys that follow.
 *  @param {Element} place */
function focusIn(place) {
  const writing = /** @type {any} */ (document.activeElement);
  if (!(place instanceof HTMLElement) || !writing || writing === place || !place.contains(writing)) return null;
  const path = pathOf(writing, place);
  const alike = () => [...place.querySelectorAll(writing.localName)].filter((one) => pathOf(one, place) === path);
  const before = alike();
  const { selectionStart: start, selectionEnd: end } = writing;
  return () => {
    const now = alike();
    const to = /** @type {any} */ (place.contains(writing) ? writing : now.length === before.length ? now[before.indexOf(writing)] : null);
    to?.focus({ preventScroll: true });
    if (to && start != null) to.setSelectionRange(start, end);
    if (place.contains(document.activeElement)) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
}

/** What makes an element the same when it is made anew: what it is for, its name, else what is written on it; within what
 *  it stands that is for something.
 *  @param {Element} element
 *  @param {Element} place
 *  @returns {string} */
export function pathOf(element, place) {
  const { name = "", labels } = /** @type {any} */ (element);
  const own = [element.localName, name, purposeOf(element) ?? (name ? "" : element.ariaLabel ?? labels?.[0]?.textContent ?? element.textContent)];
  const path = element.localName === "summary" ? [] : [own]; // of a fold there is one, whatever is written on it now
  for (let home = element.parentElement; home && home !== place; home = home.parentElement) {
    if (home.localName === "details" || purposeOf(home)) path.push(home instanceof HTMLDetailsElement ? [titleOf(home)] : [purposeOf(home)]);
  }
  return JSON.stringify(path);
}

/** What an element is for, if that is said; how it stands with it is something else.
 *  @param {Element} element */
function purposeOf(element) {
  const { label, sent, state, ...data } = /** @type {HTMLElement} */ (element).dataset;
  return Object.keys(data).length ? data : null;
}

/** Those that are made anew: what lasts keeps its own.
 *  @template {Element} E
 *  @param {E[]} elements */
const passing = (elements) => elements.filter((one) => !one.closest("[data-lasts]"));

/** @param {Element} place
 *  @returns {HTMLDetailsElement[]} */
const folds = (place) => [...place.querySelectorAll("details")];

/** What makes a fold the same when it is made anew: what it is for, else what is written on it.
 *  @param {HTMLDetailsElement} fold */
const titleOf = (fold) => JSON.stringify([fold.className, purposeOf(fold) ?? fold.firstElementChild?.textContent]);

/** @param {ParentNode} place */
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
 *  @param {HTMLFormElement} form */
function carry(old, form) {
  for (const from of /** @type {Iterable<any>} */ (old.elements)) {
    const to = from.name && isChanged(from) ? counterpart(form, old, from) : null;
    if (!to) continue;
    fill(to, from);
    to.dispatchEvent(new Event("change")); // what depends on it is asked, too
  }
}

/** The field in a form made anew that a field of the old one is; of radio buttons the one that reads the same.
 *  @param {HTMLFormElement} form
 *  @param {HTMLFormElement} old
 *  @param {any} from */
function counterpart(form, old, from) {
  if (from.type === "radio") return radioOf(/** @type {any} */ (form.elements.namedItem(from.name)), from.dataset.reads);
  const named = (/** @type {HTMLFormElement} */ one) => [.../** @type {Iterable<any>} */ (one.elements)].filter(({ name }) => name === from.name);
  return named(form)[named(old).indexOf(from)];
}

/** @param {any} found a radio button, or several of one name
 *  @param {string | undefined} text */
const radioOf = (found, text) => (found instanceof RadioNodeList ? [...found] : [found]).find((/** @type {any} */ one) => one?.dataset.reads === text) ?? null;

/** Whether anything is begun in a form.
 *  @param {HTMLFormElement} form */
export const isHalfFilled = (form) => [.../** @type {Iterable<any>} */ (form.elements)].some((field) => field.name && isChanged(field));

/** Whether anything is begun on this page, or still on its way to the table. */
export const isBegun = () => allForms(document).some(isHalfFilled);

/** What was written on a page that has been left, as long as somebody may come back to it by its history.
 *  @type {[any, string][]} */
let written = [];

addEventListener("pagehide", () => {
  const fields = allForms(document).filter((form) => !form.dataset.sent).flatMap((form) => [.../** @type {Iterable<any>} */ (form.elements)]);
  written = fields.filter((field) => field.name && isWritten(field) && isChanged(field)).map((field) => [field, field.value]);
});
addEventListener("pageshow", ({ persisted }) => persisted && setTimeout(writeAgain));

/** WebKit empties every field without autocompletion on the way back to a page (HTMLInputElement::resumeFromDocumentSuspension),
 *  and tells nobody: they are as they were left. */
function writeAgain() {
  for (const [field, text] of written) {
    if (!field.isConnected || isChanged(field)) continue;
    field.value = text;
    field.dispatchEvent(new Event("change")); // what depends on it is asked, too
  }
}

/** Whether it is typed into, or made of what is picked, and no secret of a browser's own keeping.
 *  @param {any} field */
const isWritten = (field) => field instanceof HTMLInputElement && !["radio", "checkbox", "password"].includes(field.type);

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
  if (field.options) return field.options.length > 0 && field.selectedIndex !== Math.max(0, [...field.options].findIndex(({ defaultSelected }) => defaultSelected));
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
