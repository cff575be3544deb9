/** Following the table: the newest view at once and after every change, and the truth when the line is dead. */

import { isBegun } from "./drafts.js";
import { forgetTime, hearTime } from "./table_clock.js";

const SILENT_MS = 12_000; // three beats
const AGAIN_MS = 1_000;
const FROZEN_MS = 3_000; // a page that stood still so long heard the time of what it then shows too late

/**
 * Call `show(message, isFirst)` for every view; `isFirst` where nobody has told what happened before it: a line to the table
 * begins with it. What time it is at the table is heard with each view and each beat.
 * A server that was started anew has every page load itself anew, once nothing is begun there. `html[data-live]` is "on" or "lost",
 * `html[data-version]` the version of the table that is shown, `html[data-seen]` the number of the newest event in it.
 *  @param {(message: Wire.Message, isFirst: boolean) => void} show */
export function follow(show) {
  /** @type {EventSource | null} */
  let source = null;
  let heardMs = performance.now();
  let lookedMs = Date.now(); // which goes on while the device sleeps
  let wasFrozen = false;
  /** @type {string | null} */
  let server = null;
  let isAnother = false; // which has been started since
  let isFirst = true;

  /** @param {Wire.Beat} beat */
  function heard({ now_ms: nowMs }) {
    hearTime(nowMs);
    heardMs = performance.now();
    document.documentElement.dataset.live = "on";
  }

  function open() {
    source?.close();
    wasFrozen = false;
    heardMs = performance.now();
    source = new EventSource("/api/live");
    source.addEventListener("open", () => { isFirst = true; forgetTime(); }); // also when the browser itself has opened it again
    source.addEventListener("beat", (event) => heard(JSON.parse(event.data)));
    source.addEventListener("view", (event) => {
      /** @type {Wire.Message} */
      const message = JSON.parse(event.data);
      heard(message);
      server ??= message.table.server;
      isAnother = server !== message.table.server;
      if (isAnother && !isBegun()) {
        location.reload();
        return;
      }
      show(message, isFirst);
      isFirst = false;
      document.documentElement.dataset.version = String(message.table.version);
      document.documentElement.dataset.seen = String(message.table.rulings.at(-1)?.number ?? 0);
    });
    source.addEventListener("error", lost);
  }

  function lost() {
    document.documentElement.dataset.live = "lost";
    if (source?.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
  }

  setInterval(() => {
    if (isAnother && !isBegun()) location.reload();
    if (performance.now() - heardMs > SILENT_MS) {
      lost();
      open();
    }
  }, AGAIN_MS);
  addEventListener("pageshow", (event) => event.persisted && open());
  setInterval(() => {
    wasFrozen ||= Date.now() - lookedMs > FROZEN_MS;
    lookedMs = Date.now();
    if (wasFrozen && document.visibilityState === "visible") open(); // the clock it shows is right again
  }, AGAIN_MS);
  open();
}
