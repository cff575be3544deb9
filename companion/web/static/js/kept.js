/** What this phone's player has begun to write is kept by the table: a page loaded anew, or another phone of the same
 *  player, has it again. What is half-filled while others act stays on the page by itself (`drafts.js`). */

import { eventForms, fieldsOf, fillIn, isHalfFilled } from "./drafts.js";
import { get, newestLast, post } from "./requests.js";

const AFTER_MS = 400; // without another letter

/** What a form would hand in as it stands, where that counts when the time is up.
 *  @type {WeakMap<HTMLFormElement, () => object>} */
export const SAYS = new WeakMap();

/** What cannot be kept now is said by what is sent next, and the page has it.
 *  @param {object} body
 *  @param {string | undefined} own the token of whose it is */
const sendDraft = (body, own) => post("drafts", body, own).catch(() => null);

/** Keep the forms in `place` with the table, for whoever `token()` says.
 *  @param {HTMLElement} place
 *  @param {() => string | undefined} token */
export function keeping(place, token) {
  /** @type {Record<string, Record<string, string | boolean>>} */
  let kept = {};
  /** @type {Map<string, { form: HTMLFormElement, timer: ReturnType<typeof setTimeout> }>} */
  const due = new Map();
  /** What sends the drafts of one form of one player.
   *  @type {Map<string, ReturnType<typeof newestLast<[object, string | undefined]>>>} */
  const senders = new Map();
  /** @type {WeakSet<HTMLFormElement>} */
  let offered = new WeakSet();

  /** @param {string} event */
  function settle(event) {
    clearTimeout(due.get(event)?.timer);
    due.delete(event);
  }

  /** @param {HTMLFormElement} form */
  function later(form) {
    const event = form.dataset.event ?? "";
    settle(event);
    due.set(event, { form, timer: setTimeout(() => save(form), AFTER_MS) });
  }

  /** @param {HTMLFormElement} form */
  function save(form) {
    const event = form.dataset.event ?? "";
    settle(event);
    kept[event] = fieldsOf(form);
    const own = token();
    const whose = JSON.stringify([event, own]);
    if (!senders.has(whose)) senders.set(whose, newestLast(sendDraft));
    senders.get(whose)?.send({ event, fields: kept[event], says: SAYS.get(form)?.() ?? {} }, own);
  }

  for (const kind of ["input", "change"]) {
    place.addEventListener(kind, ({ target }) => {
      const form = /** @type {Element} */ (target).closest?.("form");
      if (form?.dataset.event) later(form);
    });
  }

  function flush() {
    due.forEach(({ form }) => save(form));
    senders.forEach(({ hurry }) => hurry());
  }
  addEventListener("pagehide", flush);
  place.addEventListener("submit", ({ target }) => {
    const form = /** @type {HTMLFormElement} */ (target);
    if (due.has(form.dataset.event ?? "")) kept[form.dataset.event ?? ""] = fieldsOf(form);
  }, { capture: true });

  return {
    /** Ask the table for what it has, and put it into the forms. */
    async load() {
      const own = token();
      const answer = own ? await get("drafts", own).catch(() => null) : null;
      kept = answer?.drafts ?? {};
      offered = new WeakSet();
      this.fill();
    },
    /** Put what the table has into the forms that are new on the page. */
    fill() {
      for (const form of eventForms(place)) {
        const fields = kept[form.dataset.event ?? ""];
        if (fields && !offered.has(form) && !isHalfFilled(form)) fillIn(form, fields);
        offered.add(form);
      }
    },
    /** Send what is still on its way, for whoever it is of now: another will have the phone. */
    flush,
    /** What is handed in is no draft any more; what is refused becomes one again (`forms.js`).
     *  @param {string} event */
    sent(event) {
      settle(event);
      delete kept[event];
    },
  };
}
