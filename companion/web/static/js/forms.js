/** What each event asks for, and the form that asks it. Which events a player may hand in is told by the table. */

import { h } from "./dom.js";
import { eventText, typeText } from "./says.js";
import { t } from "./words.js";

const LISTS = new Set(["contest"]); // events that several players may hand in at once

/** The fields of an event in this match; an empty list means that one press says it all. */
export function fieldsOf(match, event, player) {
  return (FIELDS[`${match.game}.${event}`] ?? FIELDS[event] ?? (() => []))(match.board, match, player);
}

/** A form for `event` of `player`, with `more` fields; `send` gets the event when it is handed in. */
export function eventForm(match, event, player, send, more = []) {
  const fields = [...fieldsOf(match, event, player), ...more];
  async function submit(submitted) {
    submitted.preventDefault();
    const said = LISTS.has(event) ? { event, players: [player] } : { event, player };
    for (const field of fields) {
      const value = field.value();
      if (value !== null) Object.assign(said, field.name ? { [field.name]: value } : value);
    }
    const form = submitted.currentTarget;
    form.dataset.sent = "yes";
    const answer = await send(said);
    if (!answer?.accepted) delete form.dataset.sent; // it is there to be put right
  }
  return h("form", { class: "event", data: { event, player }, on: { submit } },
    fields.map((field) => field.element),
    h("button", { type: "submit", class: "main" }, eventText(event)));
}

// ------------------------------------------------------------------ kinds of fields

function word(name, label) {
  return typed(name, label, { maxlength: 40, autocapitalize: "none", autocorrect: "off", spellcheck: "false" }, (text) => text);
}

function words(name, label) {
  return typed(name, label, { maxlength: 400, autocapitalize: "none", spellcheck: "false" }, split);
}

const split = (text) => text.split(/[\s,;]+/).filter(Boolean);
const cardsOf = (text) => split(text.toUpperCase());

function typed(name, label, attributes, read, { optional = false } = {}) {
  const input = h("input", { name, autocomplete: "off", required: !optional, ...attributes });
  return { name, element: h("label", {}, label, input), value: () => (input.value.trim() ? read(input.value.trim()) : optional ? null : read("")) };
}

function letter(name, label, { wild = false } = {}) {
  return typed(name, label, { maxlength: 1, pattern: wild ? "[A-Za-z?]" : "[A-Za-z]", autocapitalize: "characters", class: "letter-input" }, (text) => text.toUpperCase());
}

function choice(name, label, pairs, { optional = false } = {}) {
  const all = optional ? [["", "–"], ...pairs] : pairs;
  const input = h("select", { name }, all.map(([value, text]) => h("option", { value: String(value) }, text)));
  const numeric = pairs.length > 0 && typeof pairs[0][0] === "number";
  return { name, element: h("label", {}, label, input), value: () => (input.value === "" ? null : numeric ? Number(input.value) : input.value) };
}

const side = () => choice("side", t("Where"), [["right", t("right end")], ["left", t("left end")]]);
const places = (row) => row.map((card, at) => [at + 1, `${at + 1}: ${card === "?" ? t("WILD") : card}`]);
const rowsOf = (board) => board.rows.map((row, at) => [at + 1, `${at + 1}: ${row}`]);
const longestOf = (board) => (board.longest.length > 1 ? [choice("row", t("Which of the longest rows"), board.longest.map((row) => [row, `${row}: ${board.rows[row - 1]}`]))] : []);

/** A creature in play, as a target: by name, or by player and name when both have it. */
function target(board, label = t("Target")) {
  const all = Object.entries(board.sides).flatMap(([player, own]) => own.in_play.map((card) => ({ player, card: card.name })));
  const twice = new Set(all.map(({ card }) => card).filter((card, at, cards) => cards.indexOf(card) !== at));
  const field = choice("target", label, all.map(({ player, card }) => [JSON.stringify(twice.has(card) ? { player, card } : card), `${card} (${player})`]), { optional: true });
  return { ...field, value: () => { const value = field.value(); return value === null ? null : JSON.parse(value); } };
}

const ownCards = (board, player) => (board.sides[player]?.in_play ?? []).map((card) => [card.name, card.name]);
/** The cards whose trait is used by saying so, and has not been used yet; the rules know whether this is its time. */
const usable = (own) => [...own.in_play.filter((card) => card.trait?.timing === "timed"), ...own.minted.filter((card) => card.trait?.timing === "minted")]
  .filter((card) => !card.sideways).map((card) => [card.name, card.name]);
const name = (key, label) => typed(key, label, { maxlength: 40 }, (text) => text);

function wilds(board) {
  const count = board.row.filter((card) => card === "?").length;
  return count ? [typed("wilds", t("What the wilds stand for (if you say so)"), { maxlength: count, autocapitalize: "characters" }, (text) => text.toUpperCase(), { optional: true })] : [];
}

// ------------------------------------------------------------------ the events of the five games

const FIELDS = {
  "disorder.place": () => [letter("card", t("Card (? is face down)"), { wild: true }), side()],
  "disorder.squeeze": (board) => [letter("card", t("Card"), { wild: true }), choice("after", t("After which card"), places(board.row).slice(0, -1))],
  "disorder.exchange": (board) => [choice("at", t("Which card"), places(board.row)), letter("card", t("For which card"), { wild: true })],
  "disorder.switch": (board) => [choice("at", t("This card"), places(board.row)), choice("with", t("with that one"), places(board.row))],
  name_word: (board) => [word("word", t("Your word")), ...wilds(board)],
  prove: (board) => [word("word", t("A word with {letters} in it", { letters: board.debts[0]?.letters ?? "" }))],

  "typo.place": (board) => [choice("row", t("Row"), rowsOf(board)), choice("side", t("Where"), [["back", t("behind the row")], ["front", t("in front of the row")]]), word("word", t("The word said"))],
  "typo.fail": longestOf,

  "anagrascramble.roll": (board) => [
    choice("face", t("The die shows"), [["4", "4"], ["5", "5"], ["6", "6"], ["7", "7"], ["pass", t("PASS")], ["star", "★"]]),
    choice("pick", t("With the star: the target"), [4, 5, 6, 7].map((pick) => [pick, String(pick)]), { optional: true }),
    ...(board.deck === "both" ? [choice("colour", t("Colour of the next card"), [["green", t("green")], ["red", t("red")]])] : []),
  ],
  "anagrascramble.declare": (board) => [
    choice("move", t("Declaration"), [["raise", t("raise the target")], ["pass_on", t("pass it on")], ["double", t("double")], ["triple", t("triple")]]),
    choice("to", t("Raise to"), [5, 6, 7].filter((to) => to > (board.target ?? 0)).map((to) => [to, String(to)]), { optional: true }),
  ],
  "anagrascramble.card": () => [typed("jumble", t("The seven letters of the card"), { maxlength: 7, minlength: 7, pattern: "[A-Za-z]{7}", autocapitalize: "characters" }, (text) => text.toUpperCase())],
  "anagrascramble.words": () => [words("words", t("Your words, with spaces between"))],

  "villains.play": (board, _match, player) => [name("card", t("Card")), ...discard(board, player), target(board)],
  "villains.drop": (board, _match, player) => [name("card", t("Card")), ...discard(board, player)],
  "villains.trigger": (board, _match, player) => [choice("card", t("Whose trait"), usable(board.sides[player])), target(board)],
  "villains.resolve": (board, match, player) => (match.holders.resolve === player ? [target(board, t("Target, if it needs one"))] : []),
  "villains.mint": (board, _match, player) => [choice("villain", t("Villain"), (board.sides[player]?.in_play ?? []).filter((card) => card.kind === "villain").map((card) => [card.name, card.name]))],

  "wordcard.lay": (board) => (board.grid.length ? [cells()] : [linesField()]).concat(claims()),
  "wordcard.tag": (board) => [
    choice("line", t("Line"), board.lines.map((line, at) => [at + 1, `${at + 1}: ${line.cards.join(" ")}`])),
    typed("front", t("Cards in front"), { maxlength: 200 }, cardsOf, { optional: true }),
    typed("back", t("Cards behind"), { maxlength: 200 }, cardsOf, { optional: true }), ...claims(),
  ],
  "wordcard.draw": () => [choice("from", t("From"), [["deck", t("the deck")], ["pile", t("the open pile")]])],
  "wordcard.discard": () => [typed("card", t("Card, e.g. Q/R"), { maxlength: 8 }, (text) => text.toUpperCase())],
  "wordcard.replace_wild": (board) => [
    choice("line", t("Line"), board.lines.map((line, at) => [at + 1, `${at + 1}: ${line.cards.join(" ")}`])),
    typed("at", t("Which card of it, from the left"), { type: "number", min: 1, max: 20 }, Number),
    typed("card", t("The real card"), { maxlength: 8 }, (text) => text.toUpperCase()),
  ],
  "wordcard.contest": (board) => [choice("word", t("Word"), (board.contestable?.words ?? []).map((said) => [said, said]))],
  "wordcard.dealer_chooses": () => [choice("type", t("Game"), ["wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard"].map((type) => [type, typeText(type)]))],
  "wordcard.solution": () => [linesField()],
};

/** What the table has decided on the explanation of a contested word; without it the dictionary is asked. */
export function explanation() {
  const field = choice("about", t("The explanation"), [["good", t("was good: the word stands")], ["wrong", t("was wrong: the word falls")]], { optional: true });
  return { element: field.element, value: () => { const value = field.value(); return value === null ? null : { about: "explanation", upheld: value === "good" }; } };
}

function linesField() {
  return typed("lines", t("Cards of each line, lines parted by “;”, e.g. Q/C 7/A 8/T; A/O K/X"), { maxlength: 600 },
    (text) => text.toUpperCase().split(";").map((line) => split(line)).filter((line) => line.length));
}

function cells() {
  return typed("cells", t("Places and cards, e.g. 0,0 Q/C; 1,0 7/A"), { maxlength: 600 }, (text) =>
    text.toUpperCase().split(";").map((part) => part.trim().match(/^(-?\d+)\s*,\s*(-?\d+)\s+(\S+)$/)).filter(Boolean).map(([, x, y, card]) => ({ x: Number(x), y: Number(y), card })));
}

const claims = () => [typed("words", t("Words claimed (if you say so)"), { maxlength: 200 }, split, { optional: true })];

function discard(board, player) {
  return ownCards(board, player).length > 3 ? [choice("discard", t("Discard first, to make room"), ownCards(board, player), { optional: true })] : [];
}
