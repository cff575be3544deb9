/** The timer: a ring that empties, with the seconds in the middle. */

import { h, svg } from "./dom.js";
import { tableMs } from "./table_clock.js";
import { t } from "./words.js";

const TICK_MS = 100;
const LAST_MS = 5_000;
const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;

/** How much time is left now, in milliseconds; below 0 once it is over.
 *  @param {Wire.Timer} timer */
export function leftOf(timer) {
  return timer.remaining_ms - (timer.running ? tableMs() - timer.as_of_ms : 0);
}

/** A ring to be told the timer of each view: `set(timer or null)`. */
export function timerRing() {
  const arc = svg("circle", { class: "ring-arc", cx: 50, cy: 50, r: RADIUS, "stroke-dasharray": ROUND });
  const seconds = h("span", { class: "ring-seconds" });
  const element = h(
    "div",
    { class: "ring", role: "timer", "aria-label": t("Time left"), hidden: true },
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      svg("circle", { class: "ring-track", cx: 50, cy: 50, r: RADIUS }), arc),
    seconds,
  );
  /** @type {Wire.Timer | null} */
  let timer = null;

  function draw() {
    if (!timer) return;
    const leftMs = Math.max(0, Math.min(timer.total_ms, leftOf(timer)));
    arc.style.setProperty("stroke-dashoffset", String(ROUND * (1 - leftMs / timer.total_ms)));
    const left = String(Math.ceil(leftMs / 1000));
    if (seconds.textContent !== left) seconds.textContent = left; // what is written anew is laid out and drawn anew
    element.dataset.state = !timer.running ? "paused" : leftMs <= LAST_MS ? "last" : "running";
  }

  setInterval(draw, TICK_MS);
  return {
    element,
    /** @param {Wire.Timer | null} newTimer */
    set(newTimer) {
      timer = newTimer;
      element.hidden = !timer;
      draw();
    },
    leftMs() {
      return timer ? leftOf(timer) : null;
    },
  };
}
