/** The form that starts a match: game, players in their seats, deck, the game's own options. */

import { h } from "./dom.js";
import { get, post } from "./requests.js";
import { saidText, typeText } from "./says.js";
import { t } from "./words.js";

const DEALT = "ABCDEFGHIJKLMNOPRSTUW"; // letters that begin words in every language of the house

/** The options of each game that people choose: name → how it is asked. Everything else keeps the rulebook's default. */
const OPTIONS = {
  disorder: () => [
    choice("target", t("Game to"), [[50, "50"], [100, "100"]]),
    number("answer_seconds", t("Seconds to answer (empty: no timer)"), 5, 300),
    tick("action_cards", t("With action cards")),
    tick("names_allowed", t("Names of people and places count")),
  ],
  typo: () => [
    text("rows", t("The four cards that start the rows"), { pattern: "[A-Za-z]{4}", maxlength: 4, value: dealt(4) }, (value) => [...value.toUpperCase()]),
    tick("always_timed", t("Always 30 seconds to place")),
    choice("majority", t("A word is looked up when it is doubted by more than half of"), [["others", t("the others")], ["all", t("all players")]]),
  ],
  villains: () => [number("interrupt_seconds", t("Seconds to interrupt"), 1, 60, 5)],
  anagrascramble: () => [
    number("rolls", t("Rolls each"), 1, 50, 5),
    choice("penalty", t("2 points off for"), [["each", t("each word that is not listed")], ["once", t("all words together that are not listed")]]),
  ],
  wordcard: () => [
    choice("type", t("Game"), ["wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard", "wild", "group"].map((type) => [type, typeText(type)])),
    choice("aim", t("Play for"), [["most", t("the most points")], ["fewest", t("the fewest points")]]),
    number("hand", t("Cards in hand"), 8, 13, 10),
    text("cards", t("Open cards of the group game, e.g. Q/R 7/A"), { hidden: true }, (value) => value.toUpperCase().split(/[\s,]+/).filter(Boolean)),
  ],
};

/** What there is to choose from: the games, the dictionaries and the decks of the house. */
export async function shelf() {
  const [games, dictionaries, decks] = await Promise.all([get("games"), get("dictionaries"), get("decks")]);
  return { games, dictionaries, decks };
}

/** The deck a game is played with; where there is one only, it is shown all the same. Two players of Villains have one
 *  each. `setup(players)` is what is chosen, as a setup has it. */
function deckChoice(game, offers) {
  if (!offers.length) return { elements: [], setup: () => ({}) };
  if (game === "villains") return villainsChoice(offers);
  const deck = choice("deck", t("Deck"), titled(offers));
  return { elements: [deck.element], setup: () => ({ deck: deck.value() }) };
}

const titled = (offers) => offers.map(({ name, title }) => [name, t(title)]);

/** A deck and the Villain that lies there from the start, for each of two players. */
function villainsChoice(offers) {
  const villainsOf = (name) => offers.find((offer) => offer.name === name).villains.map((villain) => [villain, villain]);
  const seats = [1, 2].map((number) => {
    const deck = choice(`deck${number}`, t("Deck of player {number}", { number }), titled(offers));
    const starting = choice(`starting${number}`, t("Starting Villain of player {number}", { number }), villainsOf(deck.value()));
    deck.input.addEventListener("change", () => starting.input.replaceChildren(...select("", villainsOf(deck.value())).children));
    return { deck, starting };
  });
  const byPlayer = (players, field) => Object.fromEntries(players.slice(0, 2).map((player, seat) => [player, seats[seat][field].value()]));
  return {
    elements: seats.flatMap(({ deck, starting }) => [deck.element, starting.element]),
    setup: (players) => ({ deck: byPlayer(players, "deck"), options: { starting: byPlayer(players, "starting") } }),
  };
}

/** The form; `choices` is the `shelf`, `seated` the names of the phones that have joined, `started` is told. */
export function startForm({ games, dictionaries, decks }, seated, language, started) {
  const game = select("game", Object.entries(games).map(([name, { title }]) => [name, title]));
  const lexicon = select("lexicon", Object.entries(dictionaries), language);
  const seats = h("ol", { class: "seats" });
  const options = h("div", { class: "options" });
  const problem = h("p", { class: "refused", role: "alert" });
  let fields = [];
  let deck = null;

  function seat(name = "") {
    const input = h("input", { name: "player", maxlength: 24, autocomplete: "off", "aria-label": t("Player {number}", { number: seats.children.length + 1 }), placeholder: t("Name") });
    input.value = name;
    const row = h("li", {}, input,
      h("button", { type: "button", "aria-label": t("Move up"), on: { click: () => row.previousElementSibling?.before(row) } }, "↑"),
      h("button", { type: "button", "aria-label": t("Remove"), on: { click: () => row.remove() } }, "×"));
    seats.append(row);
    return input;
  }

  function chooseGame() {
    deck = deckChoice(game.value, decks.games[game.value]);
    fields = OPTIONS[game.value]?.() ?? [];
    options.replaceChildren(...deck.elements, ...decks.problems.map((found) => h("p", { class: "refused" }, saidText(found.said, found.text))), ...fields.map((field) => field.element));
    const group = fields.find((field) => field.name === "cards");
    const type = fields.find((field) => field.name === "type");
    if (group && type) type.input.addEventListener("change", () => { group.element.hidden = type.input.value !== "group"; });
  }

  async function start(event) {
    event.preventDefault();
    const players = [...seats.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);
    const setup = deck.setup(players);
    const chosen = { lexicon: lexicon.value, ...setup.options };
    for (const field of fields) {
      const value = field.value();
      if (value !== null) chosen[field.name] = value;
    }
    try {
      problem.textContent = "";
      await post("matches", { ...setup, game: game.value, players, options: chosen });
      started?.();
    } catch (error) {
      problem.textContent = error.message;
    }
  }

  (seated.length ? seated : ["", ""]).forEach((name) => seat(name));
  game.addEventListener("change", chooseGame);
  chooseGame();
  return h("form", { class: "start", on: { submit: start } },
    h("label", {}, t("Game"), game),
    h("fieldset", {}, h("legend", {}, t("Players, the first one starts")), seats,
      h("button", { type: "button", class: "add", on: { click: () => seat().focus() } }, t("Add a player"))),
    h("label", {}, t("Dictionary"), lexicon),
    options, problem,
    h("button", { class: "main", type: "submit" }, t("Start the match")));
}

function select(name, pairs, value = null) {
  const element = h("select", { name }, pairs.map(([key, label]) => h("option", { value: key, selected: String(key) === String(value) }, label)));
  return element;
}

function choice(name, label, pairs) {
  const input = select(name, pairs);
  const numeric = typeof pairs[0][0] === "number";
  return { name, input, element: h("label", {}, label, input), value: () => (numeric ? Number(input.value) : input.value) };
}

function number(name, label, min, max, value = "") {
  const input = h("input", { name, type: "number", min, max, value });
  return { name, input, element: h("label", {}, label, input), value: () => (input.value === "" ? null : Number(input.value)) };
}

function tick(name, label) {
  const input = h("input", { name, type: "checkbox" });
  return { name, input, element: h("label", { class: "tick" }, input, label), value: () => (input.checked ? true : null) };
}

function text(name, label, { hidden = false, ...attributes }, read) {
  const input = h("input", { name, ...attributes });
  return { name, input, element: h("label", { hidden }, label, input), value: () => (input.value.trim() ? read(input.value.trim()) : null) };
}

/** Different letters to begin with, which the players may overwrite with the cards they dealt. */
function dealt(count) {
  const letters = [...DEALT];
  const numbers = crypto.getRandomValues(new Uint32Array(count));
  return [...numbers].map((drawn) => letters.splice(drawn % letters.length, 1)[0]).join("");
}
