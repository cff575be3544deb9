/** The host: the match and its players, corrections, seats, past matches. */

import { actsKey, isPlaying, matchActs } from "./acts.js";
import { handOvers } from "./another_phone.js";
import { boardOf, outcomeOf } from "./board.js";
import { comers, comersKey } from "./comers.js";
import { byId, elementById, h, show } from "./dom.js";
import { hintLines } from "./hindsight.js";
import { follow } from "./live.js";
import { showMisread } from "./misread.js";
import { asksPinAgain } from "./pin_again.js";
import { chronicle, protocol } from "./protocol.js";
import { recapOf, recaps } from "./recap.js";
import { attempts, get, oneAtATime, post, sentenceOf } from "./requests.js";
import { saidText, scoreName, wonText } from "./says.js";
import { onlyWhatHasSettled } from "./settled.js";
import { correctButton } from "./signature.js";
import { shelf, startForm } from "./start.js";
import { loudness } from "./voice.js";
import { whatNow } from "./what_now.js";
import { headed, language, listed, minus, t } from "./words.js";

const attempt = attempts(byId("problem"));
asksPinAgain(() => { byId("problem").textContent = ""; });
const guide = whatNow({ beside: true });
const asks = byId("what-now");
asks.addEventListener("click", guide.open);
const choices = await shelf();
const showVoice = loudness(byId("voice"), attempt);
/** @type {string | null} */
let whose = null; // the player whose total is being looked into
/** @type {Wire.Message | null} */
let newest = null;
let listedFor = ""; // the match after which past matches were listed last
/** @type {Wire.Table | null} */
let before = null; // what the board showed last, to mark what is new
const reportOf = recaps(() => newest && render(newest));
const rulings = chronicle(() => newest && render(newest));
/** @type {ReturnType<typeof startForm> | null} */
let starting = null;
/** @type {number | null} */
let finished = null; // the newest match that was seen here
let offered = 0; // how often what there is to choose from has changed

/** A sum is put right by correcting the event it came from: a total leads to the events that changed it.
 *  @param {string | null} player */
function lookInto(player) {
  whose = player;
  if (player !== null) rulings.all();
  if (newest) render(newest);
  byId("protocol").scrollIntoView({ block: "nearest" });
}

/** @param {Wire.Message} message */
function render(message) {
  const { table } = message;
  newest = message;
  showVoice(table.voice);
  if (whose !== null && !table.match?.players.includes(whose)) whose = null;
  show(byId("now"), [table.match_id, table.title, table.match?.players, table.match?.scores, table.match?.turn, table.notices, table.difference, whose, message.parts.camera?.pace], () => [now(table), paceOf(message)]);
  byId("lies").dataset.ink = table.board?.ink ?? "";
  show(byId("lies"), [table.board, table.match?.over, table.match?.winners, table.joiners, message.gathering], () => (isPlaying(message) ? lying(message) : []));
  before = table;
  const report = reportOf(message);
  show(byId("recap"), [report], () => recapOf(report, { links: true }));
  show(byId("hints"), [table.match_id, table.teaches, table.hints], () => (table.match ? hinting(table) : []));
  asks.hidden = !isPlaying(message);
  guide.set(message, table.forms, null);
  show(byId("acts"), [actsKey(message), table.match ? null : message.seated], () => (isPlaying(message) ? matchActs(message, attempt) : []));
  showMisread(byId("misread"), table, attempt, (event) => correctButton(event, attempt));
  show(byId("invited"), [table.invitation], () => (table.invitation ? [h("h2", {}, table.invitation.title),
    h("p", {}, saidText(table.invitation.said, table.invitation.text)),
    h("button", { type: "button", class: "main", on: { click: oneAtATime(() => attempt("match/invited")) } }, t("Begin"))] : []));
  finished = table.match_id ?? finished; // left, it is still the one after which a new one is set up
  show(byId("start"), [finished, table.match?.over ?? true, offered], () => {
    starting = !table.match || table.match.over ? startForm(choices, table.match?.players ?? message.seated, language) : null;
    return starting ? [h("h2", {}, t("A new match")), starting.element] : [];
  });
  if (!table.match) starting?.come(message.seated);
  const entries = rulings.of(table);
  show(byId("protocol"), [table.match_id, table.rulings, entries.length, whose], () => protocol(table, entries, attempt, language, { whose, everything: () => lookInto(null), all: rulings.all }));
  show(byId("comers"), comersKey(message), () => (isPlaying(message) ? comers(message, attempt) : []));
  show(byId("seats"), [message.seated, message.asking], () => [seats(message.seated), handOvers(message.asking, attempt)]);
  const played = `${table.match_id}/${table.match?.over}`;
  if (listedFor !== played) {
    listedFor = played;
    listMatches();
    renewGames();
  }
}

/** What the newest match was played with is offered first at the next. A form that is right already stays as it is. */
async function renewGames() {
  const games = await get("games");
  if (JSON.stringify(games) === JSON.stringify(choices.games)) return;
  choices.games = games;
  offered += 1;
  if (newest) render(newest);
}

onlyWhatHasSettled();
follow(render);

/** What lies on the table, as kiosk and phones draw it; once the match is over, who has won and how it came out.
 *  @param {Wire.PlayingMessage} message */
function lying({ table, gathering }) {
  const { match, board, joiners } = table;
  if (match.over) return [h("p", { class: "winners" }, wonText(match)), ...outcomeOf(board)];
  return boardOf(board, before?.match_id === table.match_id ? before.board : null, { ...gathering, joiners });
}

/** @param {Wire.Table} table */
function now(table) {
  const { match } = table;
  if (!match) return h("p", { class: "hint" }, t("No match is being played."));
  return [
    h("p", {}, h("b", {}, table.title)),
    h("div", { class: "totals", role: "group", "aria-label": t("Totals") }, match.players.map((player) =>
      h("button", { type: "button", "aria-pressed": String(player === whose), title: t("What changed {player}'s total", { player }),
        on: { click: () => lookInto(player === whose ? null : player) } }, player, " ", h("b", {}, minus(match.scores[player]))))),
    h("p", { class: "hint" }, scoreName(match)),
    table.difference ? h("p", { class: "refused" }, saidText(table.difference_said, table.difference)) : null,
    table.notices.map((notice) => h("p", { class: "refused" }, saidText(notice.said, notice.text))),
  ];
}

/** How often the camera looks, where the machine has it look seldom.
 *  @param {Wire.Message} message */
function paceOf({ parts: { camera } }) {
  return camera?.pace ? h("p", { class: "hint", data: { part: "pace" } }, headed(t("Camera"), saidText(camera.pace_said ?? null, camera.pace))) : null;
}

/** @param {Wire.Table} table */
function hinting({ teaches, hints }) {
  return [
    teaches ? h("p", { class: "hint" }, t("“Teach us” is on: every display says during play, too, what could be done.")) : null,
    hintLines(hints).map((line) => h("p", { class: "hint" }, line)),
  ];
}

// ------------------------------------------------------------------ seats and past matches

/** @param {string[]} seated */
function seats(seated) {
  return [h("h2", {}, t("Phones")), seated.length
    ? h("ul", { class: "seated" }, seated.map((name) => h("li", { data: { seat: name } }, name, h("button", { type: "button", on: { click: () => attempt("seats/free", { name }) } }, t("Free the seat")))))
    : h("p", { class: "hint" }, t("No phone has joined yet."))];
}

async function listMatches() {
  const matches = await get("matches");
  const running = newest?.table.match && !newest.table.match.over ? newest.table.match_id : null;
  byId("matches").replaceChildren(...matches.filter((/** @type {Wire.PastMatch} */ { id }) => id !== running).map((/** @type {Wire.PastMatch} */ match) => h("li", {},
    h("div", { class: "line" }, h("b", {}, match.title), h("span", {}, listed(match.players)), h("time", { datetime: match.begun }, new Date(match.begun).toLocaleString(language))),
    h("div", { class: "line small" },
      h("a", { href: `/matches/${match.id}` }, t("Result page")), h("a", { href: `/api/matches/${match.id}` }, "JSON"), h("a", { href: `/api/matches/${match.id}/csv` }, "CSV"),
      h("button", { type: "button", on: { click: () => attempt(`matches/${match.id}/reopen`) } }, t("Take it up again"))))));
}

/** @param {File} file */
async function transcript(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(t("{file} is no transcript: it is not JSON.", { file: file.name }));
  }
}

const brought = elementById("import", HTMLInputElement);
brought.addEventListener("change", async () => {
  const file = brought.files?.[0];
  if (!file) return;
  try {
    byId("problem").textContent = "";
    await post("matches/import", await transcript(file));
  } catch (error) {
    byId("problem").textContent = sentenceOf(error);
  }
  brought.value = "";
});

byId("out").addEventListener("click", async () => {
  await attempt("host/leave");
  location.reload();
});
