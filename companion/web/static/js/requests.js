/** Asking the table for something. */

import { saidText } from "./says.js";
import { t } from "./words.js";

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** POST `body` as JSON; the answer's JSON. Throws Refused with the server's sentence in the page's language. */
export async function post(path, body = {}, token = null) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** GET JSON. Throws Refused with the server's sentence in the page's language. */
export async function get(path) {
  return ask(path);
}

async function ask(path, options) {
  const answer = await fetch(`/api/${path}`, options).catch(() => null);
  if (!answer) throw new Refused(0, t("The table does not answer."));
  const said = await answer.json().catch(() => null);
  if (!said) throw new Refused(answer.status, t("The table could not do that."));
  if (!answer.ok) throw new Refused(answer.status, saidText(said.said, said.error));
  return said;
}

/** A function that posts and puts what went wrong, refusals of the rules included, into `problem`. */
export function attempts(problem) {
  return async (path, body = {}) => {
    problem.textContent = "";
    try {
      const answer = await post(path, body);
      if (answer.accepted === false) problem.textContent = saidText(answer.said, answer.reason);
      return answer;
    } catch (error) {
      problem.textContent = error.message;
      return null;
    }
  };
}

/** Keep an <img> at the newest picture under `path` for as long as the page lives. */
export async function keepNewest(image, path) {
  let number = "";
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

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
