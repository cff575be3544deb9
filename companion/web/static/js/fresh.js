/** Pages that the server writes and that stay fresh: what has changed in the part marked so takes its place, unless
 *  somebody is writing there, and what they have half-filled stays; forms hand in what they say as JSON. */

import { writeDays } from "./days.js";
import { byId, h, unlock } from "./dom.js";
import { renew } from "./drafts.js";
import { isLoadedAnew, servedNow } from "./program.js";
import { post, sentenceOf } from "./requests.js";
import { saidText } from "./says.js";
import { onlyWhatHasSettled } from "./settled.js";

const EVERY_MS = 2_000;

/** What another script asks a part of (`data-asked`), that one unlocks when it asks.
 *  @param {Document} page */
const unlockForms = (page) => page.querySelectorAll("form[data-post]:not(:has([data-asked]))").forEach(unlock);

/** The field in which somebody is writing or choosing; what they only pressed they need not be kept from seeing change. */
function writtenIn() {
  const field = document.activeElement;
  return field?.matches("input:not([type=checkbox]), select, textarea") ? field : null;
}

/** Whoever has handed a form in from one of its fields goes on at its beginning, for the next one; where it is made anew, at
 *  its button, and writes there no more.
 *  @param {HTMLFormElement} form */
function goOn(form) {
  if (!form.contains(writtenIn())) return;
  /** @type {HTMLElement | null} */ (form.querySelector(form.closest("[data-fresh]") ? "[type=submit]" : "input:not([type=hidden])"))?.focus();
}

async function refresh() {
  const { answer, page: newer } = await servedNow();
  document.documentElement.dataset.live = answer && answer.status < 500 ? "on" : "lost"; // refused is not lost
  if (!newer || isLoadedAnew(newer)) return;
  unlockForms(newer);
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const other = newer.getElementById(part.id);
    if (other && !part.contains(writtenIn()) && other.innerHTML !== written.get(part.id)) {
      written.set(part.id, other.innerHTML);
      writeDays(other);
      renew(part, other);
    }
  }
}

unlockForms(document);

/** What the server last wrote in each part; what somebody has typed since is not looked at.
 *  @type {Map<string, string>} */
const written = new Map([...document.querySelectorAll("[data-fresh]")].map((part) => [part.id, part.innerHTML]));
writeDays(document);
onlyWhatHasSettled();

/** What a form says, as JSON: numbers as numbers, a field `places.Ann` as a part of `places`, nothing that is left empty, and
 *  of what another script asks in it (`data-asked`) what that makes of it.
 *  @param {HTMLFormElement} form */
function said(form) {
  /** @type {Record<string, any>} */
  const body = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)) continue;
    if (!field.name || field.value === "" || field.closest("[data-asked]")) continue;
    const [whole, part] = field.dataset.of ? [field.dataset.of, field.name] : [null, field.name];
    const value = field.type === "checkbox" ? /** @type {HTMLInputElement} */ (field).checked
      : "number" in field.dataset ? Number(field.value) : "json" in field.dataset ? JSON.parse(field.value) : field.value;
    if (whole === null) body[part] = value;
    else (body[whole] ??= {})[part] = value;
  }
  return body;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.post) return;
  event.preventDefault();
  const body = said(form), sent = JSON.stringify(body);
  if (form.dataset.sent === sent) return; // a finger taps twice
  form.dataset.sent = sent;
  const problem = byId("problem");
  problem.textContent = "";
  try {
    const answer = await post(form.dataset.post, body);
    if (form.dataset.then) location.assign(form.dataset.then + (answer.id ?? ""));
    const told = document.getElementById("told");
    told?.replaceChildren(...(answer.told ?? []).map((/** @type {Wire.Notice} */ one) => h("p", {}, saidText(one.said, one.text))));
    if (JSON.stringify(said(form)) === sent) { // else they have gone on writing already
      form.reset();
      goOn(form);
    }
    await refresh();
  } catch (error) {
    problem.textContent = sentenceOf(error);
  } finally {
    if (form.dataset.sent === sent) delete form.dataset.sent;
  }
});

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
document.documentElement.dataset.live = "on";
setInterval(refresh, EVERY_MS);
