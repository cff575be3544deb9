/** The form that starts a match: game, players in their seats, deck, the game's own options. */

import { h } from "./dom.js";
import { askedOf, labelOf, seatNames } from "./forms.js";
import { get, post, sentenceOf } from "./requests.js";
import { saidText, strengthNames } from "./says.js";
import { select, settingOf } from "./setting.js";
import { t } from "./words.js";

/** What an option of a list says to the program, and to people.
 *  @typedef {[string, string]} Pair */

const FEWEST = 2; // seats

/** What there is to choose from: the games, the dictionaries and the decks of the house. */
export async function shelf() {
  const [games, dictionaries, decks] = await Promise.all([get("games"), get("dictionaries"), get("decks")]);
  return { games, dictionaries, decks };
}

/** The deck a game is played with; where there is one only, it is shown all the same. Where every player may bring one,
 *  each has theirs, and what its cards are to be chosen from. `setup(players)` is what is chosen, as a setup has it.
 *  @param {Wire.GameOffer} game
 *  @param {Wire.DeckOffer[]} offers */
function deckChoice(game, offers) {
  if (!offers.length) return { elements: [], setup: () => ({ deck: undefined, options: {} }) };
  if (game.one_deck_each) return deckEach(game, offers);
  const deck = choice("deck", t("Deck"), titled(offers));
  return { elements: [deck.element], setup: () => ({ deck: deck.value(), options: {} }) };
}

/** @param {Wire.DeckOffer[]} offers */
const titled = (offers) => offers.map(({ name, title }) => /** @type {Pair} */ ([name, t(title)]));
/** @param {Wire.Field} field */
const fromDeck = (field) => field.kind === "each" && field.of.kind === "choice" && Boolean(field.of.from_deck);

/** A deck for each seat, and of its cards those that somebody starts with.
 *  @param {Wire.GameOffer} game
 *  @param {Wire.DeckOffer[]} offers */
function deckEach(game, offers) {
  const starting = game.setting.filter(fromDeck);
  /** One of a deck's cards, the first of them unless another is picked.
   *  @param {Wire.Field} field
   *  @param {string} deck
   *  @param {number} number */
  const cardOf = (field, deck, number) => {
    const of = /** @type {Wire.ChoiceField} */ (/** @type {Wire.EachField} */ (field).of);
    const options = offers.find((offer) => offer.name === deck)?.cards[of.from_deck] ?? [];
    const label = t("{what} of player {number}", { what: labelOf(field), number });
    return askedOf([{ ...of, name: `${field.name}${number}`, label, label_said: null, options, chosen: options[0]?.value }]);
  };
  const seats = Array.from({ length: game.seats[1] }, (_, at) => {
    const number = at + 1;
    const deck = choice(`deck${number}`, t("Deck of player {number}", { number }), titled(offers));
    const fields = starting.map((field) => ({ name: `${field.name}${number}`, place: h("div", {}), asked: cardOf(field, deck.value(), number) }));
    const show = () => fields.forEach(({ place, asked }) => place.replaceChildren(...asked.elements));
    deck.input.addEventListener("change", () => {
      fields.forEach((one, at) => { one.asked = cardOf(starting[at], deck.value(), number); });
      show();
    });
    show();
    return { deck, fields };
  });
  /** @param {string[]} players
   *  @param {(seat: typeof seats[number]) => string} value */
  const byPlayer = (players, value) => Object.fromEntries(players.slice(0, seats.length).map((player, seat) => [player, value(seats[seat])]));
  return {
    elements: seats.flatMap(({ deck, fields }) => [deck.element, ...fields.map(({ place }) => place)]),
    setup: (/** @type {string[]} */ players) => ({
      deck: byPlayer(players, ({ deck }) => deck.value()),
      options: Object.fromEntries(starting.map((field, at) => [field.name, byPlayer(players, ({ fields }) => fields[at].asked.values()[fields[at].name])])),
    }),
  };
}

/** The form; `choices` is the `shelf`, `players` who played last or have joined. `come(names)` seats the names of phones that
 *  have joined since, and takes those away that have left: what somebody has chosen meanwhile stays.
 *  @param {Wire.Shelf} choices
 *  @param {string[]} players
 *  @param {string} language */
export function startForm({ games, dictionaries, decks }, players, language) {
  const game = select("game", Object.entries(games).map(([name, { title }]) => [name, title]));
  const lexicon = select("lexicon", Object.entries(dictionaries), language);
  const words = h("label", {}, t("Dictionary"), lexicon);
  const add = h("button", { type: "button", class: "add", on: { click: () => seat().focus() } }, t("Add a player"));
  const seats = h("ol", { class: "seats" });
  const options = h("div", { class: "options" });
  const teach = h("input", { name: "teach", type: "checkbox" });
  const problem = h("p", { class: "refused", role: "alert" });
  const begin = h("button", { class: "main", type: "submit" }, t("Start the match"));
  const howTo = h("a", { class: "how-to", target: "_blank" }, t("How it is played"));
  let { deck, asked } = chosenFor(game.value);

  function seat(name = "") {
    const input = h("input", { name: "player", maxlength: 132, autocomplete: "off", placeholder: t("Name"), value: name });
    /** @type {HTMLLIElement} */
    const row = h("li", {}, input,
      h("button", { type: "button", "aria-label": t("Move up"), on: { click: moveUp } }, "↑"),
      h("button", { type: "button", class: "remove", "aria-label": t("Remove"), on: { click: remove } }, "×"),
      playedBy());
    seats.append(row);
    seated();
    return input;

    function moveUp() {
      const above = row.previousElementSibling;
      if (above) row.after(above); // what is moved loses the focus; this has it
    }

    function remove() {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (/** @type {HTMLElement | null | undefined} */ (next?.querySelector(".remove")) ?? add).focus();
    }
  }

  /** Who plays on this seat: somebody at the table, or the table itself, where it plays the game. */
  function playedBy() {
    const by = select("by", [["", t("a person")], ...Object.entries(strengthNames()).map(([strength, name]) => /** @type {Pair} */ ([strength, t("the table, {strength}", { strength: name })]))]);
    by.setAttribute("aria-label", t("Who plays on this seat"));
    by.addEventListener("change", () => {
      const name = by.parentElement?.querySelector("input");
      if (by.value && name && !name.value) name.value = t("Table");
    });
    return by;
  }

  /** How well the table plays for whom. */
  const practice = () => Object.fromEntries([...seats.children].flatMap((row) => {
    const name = row.querySelector("input")?.value.trim();
    const by = row.querySelector("select")?.value;
    return name && by && games[game.value].practice ? [[name, by]] : [];
  }));

  /** What is chosen besides players and dictionary.
   *  @param {string} name */
  function chosenFor(name) {
    return { deck: deckChoice(games[name], decks.games[name]), asked: settingOf(games[name].setting.filter((field) => !fromDeck(field))) };
  }

  function chooseGame() {
    howTo.href = `/rules/${game.value}`;
    ({ deck, asked } = chosenFor(game.value));
    options.replaceChildren(...deck.elements, ...decks.problems.map((found) => h("p", { class: "refused" }, saidText(found.said, found.text))), ...asked.elements);
    words.hidden = !games[game.value].asks_words;
    seats.dataset.practice = games[game.value].practice ? "yes" : "no";
    seated();
  }

  /** The names, the number and the order of those who play may be others now. */
  function seated() {
    seatNames(options, playing());
    [...seats.children].forEach((row, at) => row.querySelector("input")?.setAttribute("aria-label", t("Player {number}", { number: at + 1 })));
    add.hidden = seats.children.length >= games[game.value].seats[1];
  }

  /** The players as they are seated now. */
  const playing = () => [...seats.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);

  /** @param {SubmitEvent} event */
  async function start(event) {
    event.preventDefault();
    if (asked.lacks()) return;
    const players = playing();
    const setup = deck.setup(players);
    const chosen = { ...(games[game.value].asks_words ? { lexicon: lexicon.value } : {}), ...setup.options, ...asked.values() };
    begin.disabled = true; // a dictionary may take a moment
    try {
      problem.textContent = "";
      const table = practice();
      await post("matches", { ...setup, game: game.value, players, options: chosen, ...(Object.keys(table).length ? { practice: { players: table } } : {}), teach: teach.checked });
      window.scrollTo(0, 0); // to the match, from the end of a long form
    } catch (error) {
      problem.textContent = sentenceOf(error);
    } finally {
      begin.disabled = false;
    }
  }

  /** Seat somebody of whom the table knows: nobody has written that here.
   *  @param {HTMLInputElement} input
   *  @param {string} name */
  function fill(input, name) {
    input.defaultValue = name;
    input.value = name;
  }

  /** @type {string[]} */
  let known = []; // the names of phones, as they were seated last
  /** @param {string[]} names */
  function come(names) {
    const inputs = () => [...seats.querySelectorAll("input")];
    for (const left of known.filter((name) => !names.includes(name))) {
      const input = inputs().find(({ value }) => value === left);
      if (inputs().length > FEWEST) input?.closest("li")?.remove();
      else if (input) fill(input, "");
    }
    for (const name of names.filter((one) => !known.includes(one) && !playing().includes(one))) {
      const free = inputs().find(({ value }) => !value.trim());
      if (free) fill(free, name);
      else if (inputs().length < games[game.value].seats[1]) seat(name);
    }
    known = names;
    seated();
  }

  [...players, "", ""].slice(0, Math.max(FEWEST, players.length)).forEach((name) => seat(name));
  game.addEventListener("change", chooseGame);
  for (const kind of ["input", "click"]) seats.addEventListener(kind, seated);
  chooseGame();
  const element = h("form", { class: "start", on: { submit: start } },
    h("label", {}, t("Game"), game), howTo,
    h("fieldset", {}, h("legend", {}, t("Players, the first one starts")), seats,
      add),
    words, options,
    h("label", { class: "tick" }, teach, t("Teach us: say during play, too, what could be done")), problem,
    begin);
  return { element, come };
}

/** @param {string} name
 *  @param {string} label
 *  @param {Pair[]} pairs */
function choice(name, label, pairs) {
  const input = select(name, pairs);
  return { input, element: h("label", {}, label, input), value: () => input.value };
}
