/** Days as the page's language writes them, where whoever looks is: the server knows neither. */

import { language } from "./words.js";

const DAY_ONLY = "2026-01-31".length;

/** Write each `<time data-day>` in `root`: the day of a moment, or a day that somebody typed and that is the same everywhere.
 *  @param {ParentNode} root */
export function writeDays(root) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-day]"))) {
    const said = time.dateTime;
    const [year, month, day] = said.split("-").map(Number);
    const date = said.length === DAY_ONLY ? new Date(year, month - 1, day) : new Date(said);
    time.textContent = date.toLocaleDateString(language, { dateStyle: "medium" });
  }
}
