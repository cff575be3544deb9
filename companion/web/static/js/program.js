/** Which version of the program a page is of: its scripts are called by what is in them. */

import { isBegun } from "./drafts.js";

/** @param {Document} page */
const scriptOf = (page) => page.querySelector("script[src]")?.getAttribute("src");

/** Load this page itself anew where the server's (`served`) is of another version of the program, unless something is half-filled
 *  here: then it asks again. Whether it does.
 *  @param {Document} served */
export function isLoadedAnew(served) {
  if (scriptOf(served) === scriptOf(document) || isBegun()) return false;
  location.reload();
  return true;
}

/** The page as the server writes it now; null where it does not.
 *  @returns {Promise<{ answer: Response | null, page: Document | null }>} */
export async function servedNow() {
  const answer = await fetch(location.href).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  return { answer, page: text === null ? null : new DOMParser().parseFromString(text, "text/html") };
}
