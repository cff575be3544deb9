/** The host: the match and its players, corrections, seats, past matches. */

import { actsKey, matchActs } from "./acts.js";
import { byId, h, show } from "./dom.js";
import { follow } from "./live.js";
import { attempts, get, post } from "./requests.js";
import { eventText, verdictText } from "./says.js";
import { startForm } from "./start.js";
import { language, listed, t } from "./words.js";

const attempt = attempts(byId("problem"));
const games = await get("games");

follow((message) => {
  const { table } = message;
  show(byId("now"), [table.match_id, table.title, table.match?.players, table.match?.scores, table.match?.turn, table.notices], () => now(table));
  show(byId("acts"), [actsKey(message), table.match ? null : message.seated], () => (table.match ? matchActs(message, attempt) : []));
  show(byId("start"), [table.match_id, table.match?.over, table.match ? null : message.seated], () =>
    (!table.match || table.match.over ? [h("h2", {}, t("A new match")), startForm(games, table.match?.players ?? message.seated, language)] : []));
  show(byId("protocol"), [table.match_id, table.rulings], () => protocol(table));
  show(byId("seats"), message.seated, () => seats(message.seated));
  if (byId("matches").shownMatch !== `${table.match_id}/${table.match?.over}`) {
    byId("matches").shownMatch = `${table.match_id}/${table.match?.over}`;
    listMatches();
  }
});

function now(table) {
  const { match } = table;
  if (!match) return h("p", { class: "hint" }, t("No match is being played."));
  return [
    h("p", {}, h("b", {}, table.title), " – ", match.players.map((player) => `${player} ${match.scores[player]}`).join(" · ")),
    table.notices.map((notice) => h("p", { class: "refused", lang: "en" }, notice)),
  ];
}

// ------------------------------------------------------------------ protocol and corrections

function protocol(table) {
  if (!table.rulings.length) return [];
  return [h("h2", {}, t("What happened")),
    h("ol", { class: "protocol" }, [...table.rulings].reverse().map((entry) => h("li", {},
      h("div", { class: "line" }, h("b", {}, `${entry.number}`), h("span", { class: "verdict" }, verdictText(entry.verdict)),
        h("span", { lang: "en" }, entry.reason), entry.clause ? h("span", { class: "stamp" }, entry.clause) : null),
      h("div", { class: "line small" }, h("time", { datetime: entry.at }, new Date(entry.at).toLocaleTimeString(language)), h("span", {}, entry.source),
        entry.frame ? h("button", { type: "button", on: { click: () => showFrame(table.match_id, entry) } }, t("Picture")) : null,
        ["undo", "redo", "correct"].includes(entry.event.event) ? null : correction(entry)))))];
}

function showFrame(matchId, entry) {
  const picture = byId("picture");
  picture.querySelector("img").src = `/frames/${matchId}/${entry.frame}`;
  picture.querySelector("p").textContent = `${entry.number}: ${entry.reason}`;
  picture.showModal();
}

function correction(entry) {
  const fields = Object.entries(entry.event).filter(([name]) => name !== "event");
  const inputs = fields.map(([name, value]) => [name, value, h("input", { value: typeof value === "string" ? value : JSON.stringify(value), autocomplete: "off" })]);
  const correct = (to) => attempt("events", { event: { event: "correct", number: entry.number, to } });
  function submit(submitted) {
    submitted.preventDefault();
    correct({ ...entry.event, ...Object.fromEntries(inputs.map(([name, value, input]) => [name, typeof value === "string" ? input.value : parsed(input.value)])) });
  }
  return h("details", {}, h("summary", {}, t("Correct")), h("form", { on: { submit } },
    h("p", {}, eventText(entry.event.event)), inputs.map(([name, , input]) => h("label", {}, name, input)),
    h("div", { class: "table-acts" }, h("button", { type: "submit", class: "main" }, t("Put this in its place")),
      h("button", { type: "button", on: { click: () => correct(null) } }, t("Strike it out")))));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the rules say what is wrong with it
  }
}

// ------------------------------------------------------------------ seats and past matches

function seats(seated) {
  return [h("h2", {}, t("Phones")), seated.length
    ? h("ul", { class: "seated" }, seated.map((name) => h("li", {}, name, h("button", { type: "button", on: { click: () => attempt("seats/free", { name }) } }, t("Free the seat")))))
    : h("p", { class: "hint" }, t("No phone has joined yet."))];
}

async function listMatches() {
  const matches = await get("matches");
  byId("matches").replaceChildren(...matches.map((match) => h("li", {},
    h("div", { class: "line" }, h("b", {}, match.title), h("span", {}, listed(match.players)), h("time", { datetime: match.begun }, new Date(match.begun).toLocaleString(language))),
    h("div", { class: "line small" },
      h("a", { href: `/matches/${match.id}` }, t("Result page")), h("a", { href: `/api/matches/${match.id}` }, "JSON"), h("a", { href: `/api/matches/${match.id}/csv` }, "CSV"),
      h("button", { type: "button", on: { click: () => attempt(`matches/${match.id}/reopen`) } }, t("Take it up again"))))));
}

byId("import").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    byId("problem").textContent = "";
    await post("matches/import", JSON.parse(await file.text()));
  } catch (error) {
    byId("problem").textContent = error.message;
  }
  event.target.value = "";
});

byId("out").addEventListener("click", async () => {
  await attempt("host/leave");
  location.reload();
});
