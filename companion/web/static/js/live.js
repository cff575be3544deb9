/** Following the table: the newest view at once and after every change, and the truth when the line is dead. */

import { isBegun } from "./drafts.js";
import { lineTo } from "./line.js";
import { forgetTime, hearTime } from "./table_clock.js";

const LOOK_MS = 1_000;
const FROZEN_MS = 3_000; // a page that stood still so long heard the time of what it then shows too late

/**
 * Call `show(message, isFirst)` for every view; `isFirst` where nobody has told what happened before it: a line to the table
 * begins with it. What time it is at the table is heard with each view and each beat.
 * A server that was started anew has every page load itself anew, once nothing is begun there. `html[data-live]` is "on" or "lost",
 * `html[data-version]` the version of the table that is shown, `html[data-seen]` the number of the newest event in it.
 *  @param {(message: Wire.Message, isFirst: boolean) => void} show */
export function follow(show) {
  let lookedMs = Date.now(); // which goes on while the device sleeps
  let wasFrozen = false;
  /** @type {string | null} */
  let server = null;
  let isAnother = false; // which has been started since
  let isFirst = true;

  /** @param {Wire.Beat} beat */
  function heard({ now_ms: nowMs }) {
    hearTime(nowMs);
    document.documentElement.dataset.live = "on";
  }

  /** @param {Wire.Message} message */
  function view(message) {
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
  }

  const line = lineTo("/api/live", { beat: (data) => heard(JSON.parse(data)), view: (data) => view(JSON.parse(data)) }, {
    opened: () => { isFirst = true; forgetTime(); },
    lost: () => { document.documentElement.dataset.live = "lost"; },
  });
  addEventListener("pageshow", (event) => event.persisted && line.open());
  setInterval(() => {
    if (isAnother && !isBegun()) location.reload();
    wasFrozen ||= Date.now() - lookedMs > FROZEN_MS;
    lookedMs = Date.now();
    if (wasFrozen && document.visibilityState === "visible") {
      wasFrozen = false;
      line.open(); // the clock it shows is right again
    }
  }, LOOK_MS);
}
