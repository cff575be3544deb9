/** Asking the table for something. */

import { saidText } from "./says.js";
import { t } from "./words.js";

export class Refused extends Error {
  /** @param {number} status of HTTP, 0 where nobody answered
   *  @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** @type {(token: string, sentence: string) => unknown} */
let isGone = () => null;
/** @type {() => unknown} */
let isShut = () => null;

/** Have `told` hear, with the server's sentence, of each token that holds no more, whatever it was asked with.
 *  @param {(token: string, sentence: string) => unknown} told */
export function hearOfGoneSeats(told) {
  isGone = told;
}

/** Have `told` hear whenever the table takes whoever asks without a token for nobody: for the host no more.
 *  @param {() => unknown} told */
export function hearOfShutDoor(told) {
  isShut = told;
}

/** What went wrong, to be shown.
 *  @param {unknown} error */
export const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/** POST `body` as JSON; the answer's JSON. An event says which was the newest that this page shows: what comes a moment
 *  after its time is not taken for something else. Throws Refused with the server's sentence in the page's language.
 *  @param {string} path
 *  @param {object} [body]
 *  @param {string | null | undefined} [token] */
export async function post(path, body = {}, token = null) {
  const headers = { "Content-Type": "application/json" };
  const { seen } = document.documentElement.dataset;
  const said = path === "events" && seen ? { ...body, seen: Number(seen) } : body;
  return ask(path, { method: "POST", headers, body: JSON.stringify(said), keepalive: true }, token); // also from a page that is left
}

/** GET JSON. Throws Refused with the server's sentence in the page's language.
 *  @param {string} path
 *  @param {string | null} [token] */
export async function get(path, token = null) {
  return ask(path, {}, token);
}

/** @param {string} path
 *  @param {RequestInit & { headers?: Record<string, string> }} options
 *  @param {string | null} token */
async function ask(path, { headers, ...options }, token) {
  const signed = token ? { ...headers, Authorization: `Bearer ${token}` } : headers;
  const answer = await fetch(`/api/${path}`, { ...options, headers: signed }).catch(() => null);
  if (!answer) throw new Refused(0, t("The table does not answer."));
  const said = await answer.json().catch(() => null);
  if (!said) throw new Refused(answer.status, t("The table could not do that."));
  if (answer.ok) return said;
  const sentence = saidText(said.said, said.error);
  if (answer.status === 401) token ? isGone(token, sentence) : isShut();
  throw new Refused(answer.status, sentence);
}

/** The same act, which is not begun once more while it is under way: a finger taps twice.
 *  @template {any[]} A
 *  @param {(...said: A) => unknown} act
 *  @returns {(...said: A) => Promise<void>} */
export function oneAtATime(act) {
  let isUnderWay = false;
  return async (...said) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await act(...said);
    } finally {
      isUnderWay = false;
    }
  };
}

/** A function that posts and puts what went wrong, refusals of the rules included, into `problem`.
 *  @param {HTMLElement} problem */
export function attempts(problem) {
  return async (/** @type {string} */ path, /** @type {object} */ body = {}) => {
    problem.textContent = "";
    try {
      const answer = await post(path, body);
      if (answer.accepted === false) problem.textContent = saidText(answer.said, answer.reason);
      return answer;
    } catch (error) {
      problem.textContent = sentenceOf(error);
      return null;
    }
  };
}

/** Keep an <img> at the newest picture under `path` for as long as the page lives.
 *  @param {HTMLImageElement} image
 *  @param {string} path */
export async function keepNewest(image, path) {
  let number = "";
  /** @type {string | null} */
  let shown = null;
  for (;;) {
    try {
      const answer = await fetch(`${path}?after=${number}`);
      if (answer.status === 200) {
        number = answer.headers.get("X-Picture-Number") ?? "";
        const address = URL.createObjectURL(await answer.blob());
        image.src = address;
        if (shown) URL.revokeObjectURL(shown);
        shown = address;
      }
      image.toggleAttribute("data-missing", !answer.ok);
      if (!answer.ok) await pause(2_000);
    } catch {
      await pause(2_000); // the page says itself that the line is dead
    }
  }
}

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
