/** The kiosk view: totals, turn, timer, the board as cards, the last ruling in full. It only shows. */

import { isPlaying, isRunning } from "./acts.js";
import { reader } from "./aloud.js";
import { handOvers } from "./another_phone.js";
import { staying } from "./awake.js";
import { boardOf, isLarge, outcomeOf } from "./board.js";
import { letterCard } from "./cards.js";
import { waiting } from "./comers.js";
import { h, show } from "./dom.js";
import { fitAll } from "./fit.js";
import { labelOf } from "./forms.js";
import { follow } from "./live.js";
import { answerText, cropOf } from "./question.js";
import { codeOf, recapOf, recaps } from "./recap.js";
import { post } from "./requests.js";
import { timerRing } from "./ring.js";
import { addHints, refusalSlip, rulingSlip, signed } from "./ruling.js";
import { actorOf, awaitingText, saidText, scoreName, strengthNames, wonText } from "./says.js";
import { tallyText } from "./watching.js";
import { whatNow } from "./what_now.js";
import { headed, listed, minus, t } from "./words.js";

/** A kiosk in `root`; gives the function that shows it a message.
 *  @param {HTMLElement} root */
export function kiosk(root) {
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
  const ring = timerRing();
  place("timer").append(ring.element);
  const guide = whatNow({ beside: false });
  /** @type {Wire.Table | null} */
  let before = null;
  /** @type {Wire.Message | null} */
  let shown = null;
  const reportOf = recaps(() => shown && render(shown));
  const read = reader((sentence) => {
    place("aloud").textContent = sentence;
    fitSoon();
  });
  let planned = 0;
  let around = "";
  /** @type {import("./fit.js").Fitted} */
  let fitted = [];
  const fitSoon = () => { // once, before the next picture, however much has changed until then
    if (!planned) planned = requestAnimationFrame(fitNow);
  };
  const fitAnew = () => {
    fitted = [];
    fitSoon();
  };
  const fitNow = () => {
    planned = 0;
    const now = JSON.stringify(root.dataset);
    if (now !== around) fitted = [];
    around = now;
    const within = (/** @type {string} */ selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];
    const places = [...within(".name.fits"), ...within(".fits:not(.name)").reverse()]; // players and ruling first: they take from the board
    fitted = fitAll(places, fitted);
  };
  new ResizeObserver(fitAnew).observe(root);
  document.fonts.addEventListener("loadingdone", fitAnew);
  root.addEventListener("load", fitAnew, { capture: true }); // of a picture

  return render;

  /** A network can come, and change, while the page stands.
   *  @param {string | null} address */
  function joinAt(address) {
    const code = root.querySelector(".join img"), said = root.querySelector(".join small");
    if (!code || !said || !address || said.textContent === address) return;
    said.textContent = address;
    code.setAttribute("src", `/join.svg?${encodeURIComponent(address)}`);
    fitSoon();
  }

  /** @param {Wire.Message} message */
  function render(message) {
    const { table } = message;
    shown = message;
    read(table.voice, table.listening.length > 0);
    show(place("listening"), table.listening, () => listening(table.listening));
    joinAt(message.joins_at);
    root.dataset.state = table.match ? (table.match.over ? "over" : "playing") : "quiet";
    root.dataset.game = table.match?.game ?? "";
    root.dataset.ink = table.board?.ink ?? "";
    root.dataset.table = table.board && !table.match?.over && isLarge(table.board) ? "large" : "";
    root.dataset.paused = table.paused ? "yes" : "";
    const wait = table.match && !table.match.over ? waiting(table.match, message.seated).filter((name) => !table.match?.left.includes(name)) : [];
    show(place("notices"), [table.notices, table.tie, wait, message.asking, message.audience.tally], () => [
      handOvers(message.asking, (path, body) => post(path, body).catch(() => null)), // it shows what came of it
      message.audience.tally ? h("p", { class: "tie tally" }, saidText(message.audience.tally.said, message.audience.tally.text), " ", tallyText(message.audience.tally)) : null,
      wait.length ? h("p", { class: "tie" }, t("{names} would like to play: the host lets them in.", { names: listed(wait) })) : null,
      table.tie ? h("p", { class: "tie" }, t("Tie, under 1 ms apart: the seats decide.")) : null,
      table.notices.map((notice) => h("p", {}, saidText(notice.said, notice.text)))]);
    if (!isPlaying(message)) {
      ring.set(null);
      show(place("quiet"), [message.seated, table.invitation], () => quiet(message));
      before = null;
      fitSoon();
      return;
    }
    const playing = message.table;
    const { match } = playing;
    const report = reportOf(message);
    show(place("title"), [table.title, table.options.lexicon, table.paused, table.teaches], () => [
      h("h1", {}, table.title), table.paused ? h("span", { class: "badge" }, t("Paused")) : null,
      table.teaches ? h("span", { class: "badge" }, t("Teach us")) : null]);
    const newest = table.rulings.at(-1) ?? null;
    const told = before?.match_id === table.match_id ? before.rulings.at(-1)?.number : newest?.number;
    const flying = newest && newest.number !== told ? newest.changes : {};
    show(place("players"), [match.players, match.left, match.scores, match.score_name, match.turn, match.winners, table.away, message.seated, table.practice], () => players(match, message, flying));
    place("players").style.setProperty("--columns", String(columns(match.players.length)));
    show(place("board"), [table.board, match.over, match.winners, table.joiners, message.gathering, match.over && table.forms], () =>
      (match.over ? winners(playing) : boardOf(playing.board, before?.match_id === table.match_id ? before.board : null, { ...message.gathering, joiners: table.joiners })));
    show(place("recap"), [report], () => recapOf(report, { links: false, worst: 1 }));
    const spelt = table.dialog?.letters == null ? null : { ...table.dialog, letters: table.dialog.letters };
    show(place("spelling"), spelt, () => (spelt ? spelling(spelt) : []));
    show(place("turn"), [match.turn, match.actor, match.awaiting, match.over, table.question, table.difference, report?.link], () => (report ? codeOf(report) : turn(playing, guide.open)));
    guide.set(message, table.forms, null);
    ring.set(table.timer);
    show(place("ruling"), [table.match_id, newest, table.refusal, table.advice], () => {
      place("ruling").dataset.kind = table.refusal ? "refused" : newest ? "accepted" : "";
      if (table.refusal) return refusalSlip(table.refusal);
      return newest ? rulingSlip(newest, match, table) : h("p", { class: "reason" }, t("The match begins."));
    });
    addHints(place("ruling"), table.hints);
    before = table;
    fitSoon();
  }
}

/** @param {Wire.Message} message */
function quiet(message) {
  return [
    h("div", { class: "wordmark", role: "heading", "aria-level": "1", "aria-label": "Tableside" },
      [..."TABLE"].map((letter) => letterCard(letter)), h("br"), [..."SIDE"].map((letter) => letterCard(letter))),
    message.table.invitation ? h("p", { class: "invitation" }, saidText(message.table.invitation.said, message.table.invitation.text)) : null,
    h("p", { class: "invitation" }, message.seated.length
      ? t("At the table: {names}", { names: listed(message.seated) })
      : t("Who plays?")),
    h("p", { class: "to-rules" }, h("a", { href: "/rules" }, t("New here? The rules"))),
  ];
}

/** Who plays on a seat of the table's own.
 *  @param {string} strength */
const playedBy = (strength) => t("the table, {strength}", { strength: strengthNames()[strength] ?? strength });

/** What stands under a player's total: how they take part where it is not as everybody does, else what is counted.
 *  @param {string} player
 *  @param {Wire.Match} match
 *  @param {Wire.Table} table */
function standingOf(player, match, { away, practice }) {
  if (match.left.includes(player)) return t("has left");
  if (away.includes(player)) return t("is away");
  return practice?.[player] ? playedBy(practice[player]) : scoreName(match);
}

/** Up to five players side by side, more in two rows.
 *  @param {number} count */
const columns = (count) => (count <= 5 ? count : Math.ceil(count / 2));

/** Everybody's totals; what the newest ruling has given or taken flies there from the table.
 *  @param {Wire.Match} match
 *  @param {Wire.Message} message
 *  @param {Record<string, number>} flying */
function players(match, message, flying) {
  return match.players.map((player) =>
    h("li", { class: "player", data: { turn: player === match.turn ? "yes" : "", won: match.winners.includes(player) ? "yes" : "", left: match.left.includes(player) ? "yes" : "", away: message.table.away.includes(player) ? "yes" : "" },
        "aria-current": player === match.turn ? "true" : null },
      h("span", { class: "name fits" }, player),
      h("span", { class: "score" }, minus(match.scores[player])),
      flying[player] ? h("span", { class: "flying", "aria-hidden": "true" }, signed(flying[player])) : null,
      h("span", { class: "unit" }, standingOf(player, match, message.table)),
      message.seated.includes(player) ? h("span", { class: "phone", role: "img", "aria-label": t("plays with a phone") }) : null));
}

/** Whose turn it is, and what is waited for; a touch says more of it.
 *  @param {Wire.Playing} table
 *  @param {() => void} open */
function turn(table, open) {
  const { match, question, difference } = table;
  if (question) {
    return [h("p", { class: "asked" }, saidText(question.said, question.text)),
      h("div", { class: "candidates" }, cropOf(question), question.candidates.map((label) =>
        (label.length === 1 ? letterCard(label) : h("span", { class: "candidate" }, answerText(label)))))];
  }
  return [
    match.over ? null : h("button", { type: "button", class: "next", title: t("What now?"), on: { click: open } },
      match.turn ? h("b", { class: "fits" }, actorOf(match)) : null, h("span", {}, awaitingText(match)), h("span", { class: "more", "aria-label": t("What now?"), role: "img" }, "?")),
    difference ? h("p", { class: "difference" }, saidText(table.difference_said, difference)) : null,
  ];
}

/** Who has won, and what may still be said of it while the clock runs.
 *  @param {Wire.Playing} table */
function winners({ match, board, forms }) {
  const isMany = match.winners.length > 2;
  return [h("p", { class: isMany ? "winners" : "winners fits", data: { many: isMany ? "yes" : "" } }, wonText(match)),
    forms.length ? h("p", { class: "note" }, headed(t("Still possible"), listed(forms.map(labelOf)))) : null, ...outcomeOf(board)];
}

/** @param {Wire.Dialog & { letters: string }} dialog */
function spelling(dialog) {
  return h("p", { class: "spelling", "aria-label": t("Word being entered") },
    [...dialog.letters].map((letter) => letterCard(letter)), h("span", { class: "cursor" }, dialog.items[dialog.cursor]));
}

/** What the table listens for: it knows nothing but these, and knows them in English.
 *  @param {string[]} sayable */
function listening(sayable) {
  if (!sayable.length) return [];
  const whole = sayable.map((each) => each.replaceAll(" ", "\u00a0"));
  return [h("h2", {}, t("The table listens: say one of these.")), h("p", { lang: "en" }, whole.join("\u00a0· "))];
}

/** Has this screen stay on, too, while a match runs.
 *  @param {(message: Wire.Message) => void} showMessage */
export function awake(showMessage) {
  const stay = staying();
  return (/** @type {Wire.Message} */ message) => {
    showMessage(message);
    stay(isRunning(message.table));
  };
}

/** @type {HTMLElement | null} */
const alone = document.querySelector("body.page-kiosk [data-part=kiosk]");
if (alone) follow(awake(kiosk(alone)));
