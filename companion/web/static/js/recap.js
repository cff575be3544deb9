/** How a match that is over went, in short: its curve, its best and its worst moments, and where all of it stands. */

import { chartOf } from "./chart.js";
import { h } from "./dom.js";
import { get } from "./requests.js";
import { saidText } from "./says.js";
import { language, t } from "./words.js";

const MOST_WORST = 4; // players of whom the worst moment is told; the report has all

/** Keeps the report of the match that lies there and is over for good. `again()` draws the page anew once it has come.
 *  @param {() => void} again
 *  @returns {(message: Wire.Message) => Wire.MatchReport | null} */
export function recaps(again) {
  let askedFor = "";
  /** @type {Wire.MatchReport | null} */
  let kept = null;
  return ({ report, table }) => {
    const wanted = report === null ? "" : `${report}/${table.rulings.at(-1)?.number}`; // a correction makes it another
    if (wanted !== askedFor) {
      askedFor = wanted;
      kept = null;
      if (report !== null) ask(report, wanted);
    }
    return kept;
  };

  /** @param {number} match
   *  @param {string} wanted */
  async function ask(match, wanted) {
    const came = await get(`matches/${match}/report`).catch(() => null); // the page does without
    if (wanted !== askedFor || !came) return;
    kept = came;
    again();
  }
}

/** The recap as elements; `links` says whether those to the report belong to it, `worst` how many players' worst moments
 *  are told at most.
 *  @param {Wire.MatchReport | null} report
 *  @param {{ links: boolean, worst?: number }} how */
export function recapOf(report, { links, worst = MOST_WORST }) {
  if (!report) return [];
  return [
    report.chart ? chartOf(report.chart, t("Chance to win after each event, in percent")) : null,
    h("dl", { class: "moments" }, moments(report, worst).map(({ what, told }) =>
      h("div", {}, h("dt", {}, what), told.map((each) => h("dd", {}, each))))),
    links ? h("p", { class: "keep" },
      h("a", { href: `/matches/${report.match}?lang=${language}` }, t("The whole report")),
      h("a", { href: `/matches/${report.match}/report.png?lang=${language}`, download: true }, t("Picture to share"))) : null,
  ];
}

/** What leads a phone to the report, for a page that nobody touches; nothing where phones cannot reach it.
 *  @param {Wire.MatchReport | null} report */
export function codeOf(report) {
  if (!report?.link) return null;
  return h("figure", { class: "to-report" }, h("img", { src: `/matches/${report.match}/code.svg`, alt: t("Code to the report with a phone") }),
    h("figcaption", {}, t("The whole report, and a picture to share")));
}

/** What stands out, the best first: what it is, and all there is to say of it.
 *  @param {Wire.MatchReport} report
 *  @param {number} mostWorst
 *  @returns {{ what: string, told: any[][] }[]} */
function moments({ players, best_word: made, missed_word: missed }, mostWorst) {
  const [best] = players.flatMap(({ rise }) => rise ?? []).sort((one, other) => other.change - one.change);
  const worst = players.flatMap(worstOf).sort((one, other) => other.cost - one.cost).slice(0, mostWorst).map(({ told }) => told);
  return [
    { what: t("Best word"), told: made ? [[h("b", {}, made.word.toUpperCase()), ` (${made.player})`]] : [] },
    { what: t("Best moment"), told: best ? [swingText(best)] : [] },
    { what: worst.length > 1 ? t("Worst moments") : t("Worst moment"), told: worst },
    { what: t("The word that everybody missed"), told: missed ? [[h("b", {}, missed.word.toUpperCase())]] : [] },
  ].filter(({ told }) => told.length);
}

/** What cost a player most of the chance to win; where there is no curve, the chance missed that cost most.
 *  @param {Wire.PlayerReport} player */
function worstOf({ player, fall, worst }) {
  if (fall) return [{ cost: -fall.change, told: swingText(fall) }];
  return worst ? [{ cost: worst.lost, told: [h("b", {}, player), ` ${saidText(worst.said, worst.reason)}`] }] : [];
}

/** @param {Wire.Swing} swing */
function swingText({ player, change, said, reason }) {
  const percent = Math.round(100 * Math.abs(change));
  return [h("b", {}, `${player} ${change < 0 ? "−" : "+"}${percent} %`), ` ${saidText(said, reason)}`];
}
