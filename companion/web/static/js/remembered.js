/** What this browser remembers from page to page. One that may keep nothing remembers it as long as the page is open. */

/** @type {Map<string, string | null>} */
const unkept = new Map();

/** What was remembered by this name, if anything.
 *  @param {string} name
 *  @returns {string | null} */
export function recall(name) {
  const here = unkept.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // its storage is blocked
  }
}

/** Remember this by this name; null forgets it.
 *  @param {string} name
 *  @param {string | null} value */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    unkept.delete(name);
  } catch {
    unkept.set(name, value); // its storage is blocked, or full
  }
}

/** Whether what was remembered by this name is there on the next page, too.
 *  @param {string} name */
export const isKept = (name) => !unkept.has(name);
