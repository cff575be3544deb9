/** What time it is on the table's clock, by which its timers are told. A page that hears of none shows its own. */

const TOGETHER_MS = 1_000; // what a line has held up comes all at once, and is one hearing (chosen)

/** What was to be added to the table's milliseconds to get this page's when the table was heard, and when that was.
 *  @typedef {{ sinceMs: number, ahead: number }} Hearing */

/** @type {Hearing | null} */
let before = null;
/** @type {Hearing | null} */
let last = null;

/** The table's milliseconds now. */
export function tableMs() {
  return performance.now() - Math.min(last?.ahead ?? 0, before?.ahead ?? Infinity);
}

/** The table has told its time. Of two hearings the one that took less time counts: a line that stalls once makes no
 *  page wrong. Two that are late alike are right: the table's machine has slept, or this one's clock has.
 *  @param {number} nowMs as the table said */
export function hearTime(nowMs) {
  const sinceMs = performance.now();
  const ahead = sinceMs - nowMs;
  if (last && sinceMs - last.sinceMs < TOGETHER_MS) {
    last.ahead = Math.min(last.ahead, ahead);
  } else {
    before = last;
    last = { sinceMs, ahead };
  }
}

/** The line is a new one: what was heard on the other, before a sleep perhaps, says nothing of it. */
export function forgetTime() {
  before = last = null;
}
