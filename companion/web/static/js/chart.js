/** A chart of a match as the table describes it (`companion/web/chart.py`): a stepped line for each player. */

import { h, svg } from "./dom.js";

const COLOURS = 6;
const BESIDE = 6; // what stands at the end of a line or an axis stands so far from it
const MIDDLE = 4; // from the foot of a letter to its middle
const BELOW = 8; // from there to a piece of the line below the name, so long that its dashes are seen
const SAMPLE = 56;
const MOST_SIGNS = 10; // beside a line, with its number; elsewhere a name stands in full

/** @param {Wire.Chart} chart
 *  @param {string} caption what it shows */
export function chartOf({ width, height, left, right, lines, ticks }, caption) {
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption },
      ticks.map(([y, number]) => [
        svg("line", { class: "chart-tick", x1: left, x2: right, y1: y, y2: y }),
        svg("text", { class: "chart-number", x: left - BESIDE, y: y + MIDDLE }, String(number))]),
      lines.map(({ name, points, end_y: y, total }, at) => [
        svg("polyline", { class: "chart-line", data: { line: String(at % COLOURS) }, points }),
        svg("text", { class: "chart-name", data: { line: String(at % COLOURS) }, x: right + BESIDE, y: y + MIDDLE }, besideLine(name, total)),
        svg("line", { class: "chart-sample", data: { line: String(at % COLOURS) }, x1: right + BESIDE, x2: right + BESIDE + SAMPLE, y1: y + BELOW, y2: y + BELOW })])),
    h("figcaption", {}, caption));
}

/** @param {string} name
 *  @param {number} total */
function besideLine(name, total) {
  const room = MOST_SIGNS - String(total).length;
  return `${name.length > room ? `${name.slice(0, room - 1).trim()}…` : name} ${total}`;
}
