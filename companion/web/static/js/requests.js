/** Asking the table for something. */

import { saidText } from "./says.js";
import { t } from "./words.js";

const TRY_MS = 5_000; // a POST once; a lost packet is sent again after one second, two, four (these five chosen)
const TRYING_MS = 12_000; // and again, as long as whoever pressed still waits for it
const MAKING_MS = 45_000; // or the table, which is heard of, is long about it: it keeps what it has done for a minute
const FIRST_PAUSE_MS = 500;
const MOST_AGAIN = 16_000; // characters: a transcript that is brought in is larger, and no page that is left may send so much
const LARGE_MS = 600_000;
const GET_MS = 30_000; // a report may be long in the making

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

/** What nobody has answered yet, by what is asked of which table shown, and the key it is asked by.
 *  @type {Map<string, string>} */
const unanswered = new Map();

/** POST `body` as JSON; the answer's JSON. An event says which was the newest that this page shows: what comes a moment
 *  after its time is not taken for something else. What nobody answers is asked again, by the same key: the table does once
 *  what it hears twice. So it is when somebody presses the same again who has seen nothing of it. Throws Refused with the
 *  server's sentence in the page's language.
 *  @param {string} path
 *  @param {object} [body]
 *  @param {string | null | undefined} [token] */
export async function post(path, body = {}, token = null) {
  const { seen, version } = document.documentElement.dataset;
  const said = JSON.stringify(path === "events" && seen ? { ...body, seen: Number(seen) } : body);
  const plain = { method: "POST", headers: { "Content-Type": "application/json" }, body: said };
  if (said.length > MOST_AGAIN) return ask(path, plain, token, LARGE_MS);
  const act = JSON.stringify([path, said, token, version]);
  const key = unanswered.get(act) ?? newKey();
  unanswered.set(act, key);
  const keyed = { ...plain, headers: { ...plain.headers, "Idempotency-Key": key }, keepalive: true }; // also from a page that is left
  const sinceMs = performance.now();
  const mostMs = () => (document.documentElement.dataset.live === "on" ? MAKING_MS : TRYING_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    try {
      const answer = await ask(path, keyed, token, TRY_MS);
      unanswered.delete(act);
      return answer;
    } catch (error) {
      if (/** @type {Refused} */ (error).status !== 0) unanswered.delete(act);
      else if (performance.now() + pauseMs - sinceMs < mostMs()) {
        await pause(pauseMs);
        continue;
      }
      throw error;
    }
  }
}

/** A key that nobody has had. `crypto.randomUUID` is for https only. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** GET JSON. Throws Refused with the server's sentence in the page's language.
 *  @param {string} path
 *  @param {string | null} [token] */
export async function get(path, token = null) {
  return ask(path, {}, token, GET_MS);
}

/** @param {string} path
 *  @param {RequestInit & { headers?: Record<string, string> }} options
 *  @param {string | null} token
 *  @param {number} mostMs how long an answer is waited for: where a phone was out of reach the line says nothing for minutes */
async function ask(path, { headers, ...options }, token, mostMs) {
  const signed = token ? { ...headers, Authorization: `Bearer ${token}` } : headers;
  const giving = new AbortController();
  const due = setTimeout(() => giving.abort(), mostMs);
  const answer = await fetch(`/api/${path}`, { ...options, headers: signed, signal: giving.signal }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  clearTimeout(due);
  if (!answer || text == null) throw new Refused(0, t("The table does not answer.")); // or the line broke in the midst of it
  const said = parsed(text);
  if (!said) throw new Refused(answer.status, t("The table could not do that."));
  if (answer.ok) return said;
  const sentence = saidText(said.said, said.error);
  if (answer.status === 401) token ? isGone(token, sentence) : isShut();
  throw new Refused(answer.status, sentence);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's page
  }
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

/** The same sending of what stands somewhere now, one at a time and the newest next: on a bad line what was sent later
 *  comes sooner. Whoever leaves has no time for that: `hurry` sends what waits at once.
 *  @template {any[]} A
 *  @param {(...said: A) => Promise<unknown>} send */
export function newestLast(send) {
  /** @type {A | null} */
  let next = null;
  let isUnderWay = false;
  async function sendNext() {
    const newest = next;
    next = null;
    if (newest) await send(...newest);
  }
  return {
    send: async (/** @type {A} */ ...said) => {
      next = said;
      if (isUnderWay) return;
      isUnderWay = true;
      while (next) await sendNext();
      isUnderWay = false;
    },
    hurry: sendNext,
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
