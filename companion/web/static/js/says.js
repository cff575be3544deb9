/** What the rules call things, in the words people use. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** Who does what is awaited: the player in turn, or whoever the game asks in between. */
export function actorOf(match) {
  return match.board.actor ?? match.turn;
}

/** What the match waits for, as a sentence to whoever does it. */
export function awaitingText(match) {
  const sentence = AWAITED[`${match.game}.${match.awaiting}`] ?? AWAITED[match.awaiting];
  if (match.over || !match.awaiting) return "";
  return sentence ? sentence() : match.awaiting;
}

const AWAITED = {
  "place": () => t("play a card"),
  "typo.place": () => t("place the card and say a word"),
  "stand": () => t("withdraw the card or stand by it"),
  "name_word": () => t("name your word"),
  "prove": () => t("prove the beginning"),
  "reveal": () => t("everybody chooses a card"),
  "draw": () => t("draw a card"),
  "play": () => t("play a card"),
  "drop": () => t("drop a card"),
  "decline": () => t("interrupt, or let it happen"),
  "resolve": () => t("carry out the newest effect"),
  "end_turn": () => t("end the turn"),
  "roll": () => t("roll the die"),
  "card": () => t("turn the card, or declare first"),
  "words": () => t("write words"),
  "showdown": () => t("showdown: everybody tied writes words"),
  "lay": () => t("lay, tag or end the turn"),
  "hands": () => t("show what is left in hand"),
  "solution": () => t("everybody hands in a solution"),
  "close": () => t("close the game"),
  "dealer_chooses": () => t("choose the game to be played"),
};

/** A sentence of the referee's in the page's language: its template filled in, parts that are told themselves first. */
export function saidText(said, plain) {
  if (!said) return plain ? t(plain) : "";
  const fillings = Object.entries(said.fillings).map(([name, part]) => [name, typeof part === "object" ? saidText(part) : part]);
  const text = t(said.text, Object.fromEntries(fillings));
  return said.is_capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Why the referee ruled so, in the page's language; where it is not translated it is marked as English. */
export function reasonLine(entry, tag = "p") {
  const text = saidText(entry.said, entry.reason);
  return h(tag, { class: "reason", lang: text === entry.reason ? "en" : null }, text);
}

/** What a player may do, as the words on a button. */
export function eventText(event) {
  return EVENTS[event]?.() ?? event;
}

const EVENTS = {
  place: () => t("Play a card"),
  object: () => t("Object to the beginning"),
  withdraw: () => t("Withdraw the card"),
  stand: () => t("Stand by it"),
  challenge: () => t("Challenge!"),
  name_word: () => t("Name the word"),
  prove: () => t("Prove the beginning"),
  concede: () => t("Concede the round"),
  squeeze: () => t("Squeeze a card in"),
  exchange: () => t("Exchange a card"),
  switch: () => t("Switch two cards"),
  pass: () => t("Pass"),
  timeout: () => t("Time is up"),
  reveal: () => t("Reveal the cards"),
  doubt: () => t("Doubt the word"),
  fail: () => t("I cannot place it"),
  draw: () => t("Draw"),
  play: () => t("Play a card"),
  drop: () => t("Drop a card"),
  trigger: () => t("Use a trait"),
  decline: () => t("Let it happen"),
  resolve: () => t("Carry it out"),
  mint: () => t("Mint a Villain"),
  end_turn: () => t("End the turn"),
  roll: () => t("Enter the die"),
  declare: () => t("Declare"),
  card: () => t("Turn the card"),
  words: () => t("Hand the words in"),
  showdown: () => t("Showdown"),
  dealer_chooses: () => t("Choose the game"),
  discard: () => t("Discard"),
  lay: () => t("Lay cards down"),
  tag: () => t("Tag cards on"),
  replace_wild: () => t("Replace a wild"),
  contest: () => t("Contest a word"),
  notice: () => t("Give one minute's notice"),
  hands: () => t("Show the hands"),
  solution: () => t("Hand the solution in"),
  close: () => t("Close the game"),
  undo: () => t("Undo"),
  redo: () => t("Redo"),
  correct: () => t("Correction"),
};

/** A ruling's name as a headline. */
export function verdictText(verdict) {
  return VERDICTS[verdict]?.() ?? verdict.replaceAll("_", " ");
}

const VERDICTS = {
  placed: () => t("Placed"),
  objection: () => t("Objection"),
  withdrawn: () => t("Withdrawn"),
  stands: () => t("The card stands"),
  challenged: () => t("Challenge!"),
  challenger_loses: () => t("The challenger loses"),
  challenged_loses: () => t("The challenge succeeds"),
  answered: () => t("Answered; the proof is due"),
  proven: () => t("Proven"),
  not_proven: () => t("Not proven"),
  conceded: () => t("Round conceded"),
  squeezed: () => t("Squeezed in"),
  exchanged: () => t("Exchanged"),
  switched: () => t("Switched"),
  passed: () => t("Passed"),
  eliminated: () => t("Eliminated"),
  warned: () => t("Time is up"),
  revealed: () => t("Cards revealed"),
  word_stands: () => t("The word stands"),
  word_fails: () => t("The word fails"),
  too_few_doubters: () => t("Too few doubt it"),
  row_taken: () => t("Half a row taken"),
  wins: () => t("A win!"),
  drawn: () => t("Drawn"),
  nothing_to_draw: () => t("Nothing to draw"),
  played: () => t("Played"),
  triggered: () => t("Trait used"),
  declined: () => t("Let happen"),
  resolved: () => t("Carried out"),
  negated: () => t("Negated"),
  minted: () => t("Minted!"),
  turn_ended: () => t("Turn ended"),
  rolled: () => t("Rolled"),
  turn_lost: () => t("Turn lost"),
  declared: () => t("Declared"),
  passed_on: () => t("Passed on"),
  card: () => t("Card turned"),
  scored: () => t("Scored"),
  missed: () => t("Missed"),
  showdown: () => t("Showdown"),
  chosen: () => t("Game chosen"),
  discarded: () => t("Discarded"),
  laid: () => t("Laid down"),
  tagged: () => t("Tagged on"),
  replaced: () => t("Wild replaced"),
  noticed: () => t("One minute left"),
  out: () => t("Out of cards"),
  final: () => t("Final scores"),
  solved: () => t("Solution taken"),
  undone: () => t("Taken back"),
  redone: () => t("Brought back"),
  corrected: () => t("Corrected"),
  not_your_turn: () => t("Not your turn"),
  not_now: () => t("Not now"),
  no_such_card: () => t("No such card"),
  not_enabled: () => t("Not in this match"),
  game_over: () => t("The game is over"),
  malformed: () => t("Not understood"),
  does_not_begin: () => t("Does not begin so"),
  choose_row: () => t("Choose a row"),
  not_the_longest: () => t("Not the longest row"),
  no_such_row: () => t("No such row"),
  draw_first: () => t("Draw first"),
  already_played: () => t("Already played"),
  must_play: () => t("A card must be played"),
  board_full: () => t("No room"),
  trait_used: () => t("Trait already used"),
  too_soon: () => t("Too soon"),
  wrong_timing: () => t("Not at this time"),
  interrupt_first: () => t("Interrupt first"),
  no_match: () => t("The DNA does not match"),
  not_a_target: () => t("Not a target"),
  cannot_pass_on: () => t("Cannot be passed on"),
  bad_target: () => t("Not a possible target"),
  too_few_cards: () => t("Too few cards"),
  not_a_word: () => t("Not a word"),
  not_a_combination: () => t("Not a combination"),
  must_play_picked_card: () => t("Play the picked card"),
  no_such_line: () => t("No such line"),
  no_such_event: () => t("No such event"),
  nothing_to_undo: () => t("Nothing to undo"),
  nothing_to_redo: () => t("Nothing to redo"),
};

/** Where an event came from. */
export function sourceText(source) {
  return SOURCES[source]?.() ?? source;
}

const SOURCES = {
  panel: () => t("buttons"),
  camera: () => t("camera"),
  phone: () => t("phone"),
  phones: () => t("phones"),
  host: () => t("host"),
  clock: () => t("clock"),
  import: () => t("brought in"),
};

/** What a field of an event says of it. */
export function fieldText(field) {
  return FIELDS[field]?.() ?? field;
}

const FIELDS = {
  about: () => t("about"),
  after: () => t("after which card"),
  at: () => t("which card"),
  back: () => t("behind"),
  card: () => t("card"),
  cards: () => t("cards"),
  cells: () => t("places and cards"),
  colour: () => t("colour"),
  discard: () => t("discarded first"),
  face: () => t("die"),
  from: () => t("from"),
  front: () => t("in front"),
  hands: () => t("cards left"),
  jumble: () => t("seven letters"),
  line: () => t("line"),
  lines: () => t("lines"),
  move: () => t("declaration"),
  options: () => t("options"),
  pick: () => t("target picked"),
  player: () => t("player"),
  players: () => t("players"),
  row: () => t("row"),
  side: () => t("side"),
  target: () => t("target"),
  to: () => t("raised to"),
  type: () => t("game"),
  upheld: () => t("explanation good"),
  villain: () => t("Villain"),
  wilds: () => t("wilds stand for"),
  with: () => t("with which card"),
  word: () => t("word"),
  words: () => t("words"),
};

/** What a game counts, for so many of it. */
export function scoreText(scoreName) {
  return { chips: () => t("chips"), cards: () => t("cards"), points: () => t("points"),
    "minted Villains": () => t("minted Villains") }[scoreName]?.() ?? scoreName;
}
