/** What the table says to its pages, as `companion/web/live.py` sends it: types only, for `make lint`. */

declare namespace Wire {
  /** A text of the referee's with what it was made from (`companion/sentences.py`), to be told in another language. */
  interface Said {
    text: string;
    fillings: Record<string, string | number | Said>;
    is_capital?: boolean;
  }

  /** Told texts stand beside their plain ones. */
  interface Notice {
    text: string;
    said: Said | null;
  }

  // ------------------------------------------------------------------ cards and boards (companion/games/board.py)

  interface Letter {
    kind: "letter";
    label: string;
    value?: number | null;
  }

  interface Ranked {
    kind: "ranked";
    label: string;
  }

  interface Jumble {
    kind: "jumble";
    label: string;
    colour?: string | null;
  }

  interface Creature {
    kind: "creature";
    label: string;
    figure: "villain" | "monster";
    dna: string;
    colour?: string | null;
    trait?: string;
    sideways?: boolean;
  }

  type Card = Letter | Ranked | Jumble | Creature;

  /** What was told has its `…_said`; it is looked for by name. */
  interface Texts {
    text: string;
    text_said?: Said;
  }

  interface Caption extends Texts {
    kind: "caption";
    tone: "plain" | "aside" | "badge";
  }

  interface Count {
    kind: "count";
    number: number;
    unit: string;
    unit_said?: Said;
    before: string;
    before_said?: Said;
  }

  interface Chosen {
    kind: "chosen";
    card: Card;
    player: string;
  }

  interface Pile extends Texts {
    kind: "pile";
    top: Card | null;
  }

  interface SaidWord {
    kind: "said";
    player: string;
    word: string;
    joined: string;
  }

  type Item = Caption | Count | Chosen | Pile | SaidWord;

  interface CardLine {
    cards: Card[];
    said: string;
    is_marked: boolean;
  }

  interface PartBase {
    at_hand: boolean;
  }

  interface Row extends PartBase {
    kind: "row";
    cards: Card[];
    worth: number | null;
    empty: string;
    empty_said?: Said;
    awaits: string;
  }

  interface Rows extends PartBase {
    kind: "rows";
    rows: CardLine[];
  }

  interface Lines extends PartBase {
    kind: "lines";
    lines: CardLine[];
    title: string;
    title_said?: Said;
    empty: string;
    empty_said?: Said;
  }

  interface Cell {
    x: number;
    y: number;
    card: Card;
  }

  interface Grid extends PartBase {
    kind: "grid";
    cells: Cell[];
    newest: Card[];
  }

  interface Area {
    player: string;
    cards: Card[];
    caption: string;
    caption_said?: Said;
    note: string;
    note_said?: Said;
  }

  interface Areas extends PartBase {
    kind: "areas";
    areas: Area[];
  }

  interface Spread extends PartBase {
    kind: "spread";
    cards: Card[];
  }

  interface Waiting extends PartBase {
    kind: "waiting";
    effects: Caption[];
  }

  interface Strip extends PartBase {
    kind: "strip";
    items: Item[];
  }

  interface Note extends PartBase, Texts {
    kind: "note";
  }

  type Part = Row | Rows | Lines | Grid | Areas | Spread | Waiting | Strip | Note;

  interface Board {
    parts: Part[];
    outcome: Part[];
    asked: { player: string; text: string; text_said?: Said } | null;
    called: { text: string; text_said?: Said; by: string; on: string | null } | null;
    ink: string;
  }

  /** What people say one by one: who has joined in what several say, the letters of a card that phones have turned. */
  interface Spoken {
    joiners?: string[];
    opened?: string | null;
  }

  // ------------------------------------------------------------------ forms (companion/games/form.py, form_fields.py)

  interface FieldBase {
    name: string;
    label: string;
    label_said?: Said | null;
    hint: string;
    hint_said?: Said;
    optional: boolean;
    only: [string, unknown[]] | null;
    besides: [string, unknown[]] | null;
    of_table: boolean;
    is_needed: boolean;
  }

  interface SignField extends FieldBase {
    kind: "sign";
    signs: string[];
  }

  interface Option {
    value: any;
    label: string;
    label_said?: Said;
    sentence: string;
    sentence_said?: Said;
    /** How it looks, and what is said below. */
    cards: Card[];
    caption: string;
    caption_said?: Said;
    /** Other ways in which an event may have written the value. */
    spellings: any[];
  }

  interface ChoiceField extends FieldBase {
    kind: "choice";
    options: Option[];
    chosen: any;
    from_deck: string;
    /** The clause whose reading is chosen; "" for what is no house rule. */
    clause: string;
    others: string;
    /** Of a die that decides, each as often as it is there. */
    sides: any[];
  }

  interface LettersField extends FieldBase {
    kind: "letters";
    count: number;
    listed: boolean;
    /** Where the letters are what wilds stand for: the row they lie in, a "?" for each. */
    row: string;
  }

  interface NumberField extends FieldBase {
    kind: "number";
    least: number;
    most: number;
    usual: number[];
    chosen: number | null;
  }

  /** A field that only has a name and a label. */
  interface PlainField extends FieldBase {
    kind: "tick";
  }

  interface WordField extends FieldBase {
    kind: "word" | "words";
    /** What it is made of as far as the game knows ("?" is a wild), and the fields before it whose cards are, too. */
    letters: string[];
    letters_of: string[];
    is_open: boolean;
  }

  interface CardField extends FieldBase {
    kind: "card" | "lines";
    ranks: string[];
    wild: "no" | "bare" | "meant" | "only";
  }

  interface CardsField extends FieldBase {
    kind: "cards";
    ranks: string[];
    wild: "no" | "bare" | "meant" | "only";
    least: number;
  }

  interface CellsField extends FieldBase {
    kind: "cells";
    ranks: string[];
    wild: "no" | "bare" | "meant" | "only";
    lying: Cell[];
  }

  interface PlayersField extends FieldBase {
    kind: "players";
    among: string[];
    chosen: string[];
  }

  /** One of the players, or pairs of them; `among` is empty where the players are not known yet. */
  interface PlayerField extends FieldBase {
    kind: "player" | "pairs";
    among: string[];
    clauses: string[];
    sentence: string;
  }

  interface EachField extends FieldBase {
    kind: "each";
    players: string[];
    of: Field;
    own: Record<string, Field>;
  }

  interface SettingField extends FieldBase {
    kind: "setting";
    fields: Field[];
    standing: Record<string, any>;
  }

  type Field =
    | SignField | ChoiceField | LettersField | NumberField | PlainField | WordField | CardField | CardsField | CellsField | PlayersField | PlayerField | EachField
    | SettingField;

  /** Of an event that no form asks for. */
  interface NoForm {
    event: string;
    fields: null;
  }

  interface Form {
    event: string;
    player: string | null;
    label: string;
    label_said?: Said;
    fields: Field[];
    given: Record<string, unknown>;
    is_call: boolean;
    joined: string;
    joined_said?: Said;
    is_asked: boolean;
    is_folded: boolean;
    is_costly: boolean;
    /** The clause it rests on, by its number and in words, and what it may cost. */
    clause: string;
    why: string;
    cost: string;
    cost_said?: Said;
  }

  /** A field as it is drawn: its element, and what it says now. */
  interface Drawn {
    element: HTMLElement;
    value: () => any;
    /** The letters of the cards that are picked, for the words of a field after it. */
    letters?: () => string[];
    /** Takes the letters of the fields before it. */
    offer?: (letters: string[]) => void;
    /** Whether it must be said and is not; it says so then. */
    lacks?: () => boolean;
  }

  // ------------------------------------------------------------------ the table (companion/referee/tableview.py)

  interface Event {
    event: string | number;
    player?: string;
    by?: string;
    [field: string]: unknown;
  }

  interface Match {
    game: string;
    players: string[];
    /** Those of the players who have left the match. */
    left: string[];
    scores: Record<string, number>;
    score_name: string;
    /** Says in a word or two that a low score is a good one; empty where a high one is. */
    low_wins: string;
    turn: string | null;
    actor: string | null;
    awaiting: string | null;
    awaiting_said: string;
    may: Record<string, string[]>;
    over: boolean;
    winners: string[];
    holders: Record<string, string>;
  }

  /** A clause as a ruling cites it, and what goes with it. */
  interface Cited {
    clause: string | null;
    clause_text: string | null;
    /** Where the published rulebook has the clause; null for what is ours alone. */
    section: string | null;
    section_said: Said | null;
    earlier: number[];
    /** What the house rules of the match say of the clause. */
    readings: Notice[];
    house: boolean;
  }

  /** An event with its ruling. */
  interface RuledEvent extends Cited {
    number: number;
    event: Event;
    accepted: boolean;
    verdict: string;
    reason: string;
    said: Said | null;
    headline: string;
    called: string;
    changes: Record<string, number>;
    /** Which of several grounds decided. */
    detail?: string | null;
    /** What is shown beside the sentence: which events a correction brings down, the best that could have been laid. */
    now_refused?: number[];
    best?: unknown;
    source: string;
    at: string;
    frame: string | null;
  }

  /** As the table has it. */
  interface Entry extends RuledEvent {
    detail: string | null;
  }

  /** With the totals after it, as `/api/matches/N/rulings` has it. */
  interface Totalled extends RuledEvent {
    totals: Record<string, number>;
  }

  interface Refusal extends Cited {
    event: Event;
    verdict: string;
    reason: string;
    said: Said | null;
    headline: string;
  }

  interface Timer {
    label: string;
    total_ms: number;
    remaining_ms: number;
    running: boolean;
    as_of_ms: number;
  }

  interface Dialog {
    title: string;
    items: string[];
    cursor: number;
    letters: string | null;
    wheel: boolean;
    note: string;
  }

  interface Question {
    id: number;
    text: string;
    said: Said | null;
    candidates: string[];
    frame: string | null;
    quad: [number, number][] | null;
    asks: "card" | "wild" | "word" | "choice" | "confirm";
    of: string | null;
    /** How any other answer is asked for. */
    field: Field | null;
  }

  interface Laydown {
    player: string;
    points: number;
    lines: string[][];
    exhaustive: boolean;
  }

  /** A place of a card; `more` is how many ways to go on its row then has more. */
  interface Placing {
    row: number;
    side: string;
    letters: string;
    word: string | null;
    more: number;
  }

  /** What may be declared: `points` with the words that were written, `total` over all cards left. */
  interface Declaring {
    move: "none" | "double" | "triple" | "raise" | "pass_on";
    to: number;
    points?: number;
    made?: boolean;
    total?: number;
  }

  /** Letters, and ? for a card face down, that were safe at either end of the row. */
  interface SafeCards {
    player: string;
    row: string;
    left: string;
    right: string;
  }

  /** Some of the rows that an action card could have made of the row and that were safe. */
  interface SafeActions {
    player: string;
    row: string;
    squeeze: string[];
    exchange: string[];
    switch: string[];
  }

  /** Some of the cards that would have won, as in SafeCards; `face_up`: if nobody lays a card face down. */
  interface LastChance {
    player: string;
    row: string;
    left: string;
    right: string;
    face_up: boolean;
  }

  interface Hints {
    saving_words?: string[];
    placements?: Placing[];
    /** A word that is none; `open` while it can still be doubted. */
    doubt?: { player: string; word: string; cards: number; open: boolean };
    /** The card that is to be placed now. */
    next?: { player: string; letter: string; placements: Placing[] };
    listed_words?: { word: string; points: number; found: boolean }[];
    words_in_all?: number;
    best_total?: number;
    moves?: Declaring[];
    /** How many cards a move's `total` is over, and over how many cases a roll's is. */
    cards?: number;
    roll?: { total: number; over: number };
    no_word?: boolean;
    safe_cards?: SafeCards;
    safe_actions?: SafeActions;
    last_chance?: LastChance;
    lost_from?: { player: string; row: string };
    right_in_hundred?: number;
    best_laydowns?: Laydown[];
    /** Whole sentences that the game says; `at_most` where it is not known to have found the best. */
    remarks?: (Notice & { at_most?: number })[];
  }

  interface Table {
    server: string;
    version: number;
    match_id: number | null;
    title: string;
    match: Match | null;
    board: Board | null;
    for_phones: Record<string, string[]>;
    forms: Form[];
    options: Record<string, unknown>;
    rulings: Entry[];
    refusal: Refusal | null;
    hints: Hints;
    /** What a good player thinks of the newest event, where somebody practises. */
    advice: string | null;
    advice_said: Said | null;
    /** What an undo would take back. */
    undoes: { number: number; called: string; player: string | null } | null;
    /** The numbers of the events that no other may take the place of. */
    uncorrectable: number[];
    tie: boolean;
    joiners: string[];
    /** Those who play and are away from the table for a while. */
    away: string[];
    joint_choices: number[];
    timer: Timer | null;
    timer_holder: string | null;
    may_hold: string | null;
    paused: boolean;
    dialog: Dialog | null;
    question: Question | null;
    difference: string | null;
    difference_said: Said | null;
    /** The newest kept picture of the cards, whose reading can be said to be wrong. */
    frame: string | null;
    notices: Notice[];
    /** To be made once: whoever makes it remembers the last. No page does. */
    sound: { id: number; name: string } | null;
    /** How well the table plays for which players, where it plays itself. */
    practice: Record<string, string> | null;
    /** Whether the hints also say what could help while the match is being played. */
    teaches: boolean;
    /** Of which tournament's pairing the match is; the number of the ruling for which the arbiter is called. */
    pairing: Record<string, unknown> | null;
    called: number | null;
    /** What a tournament has set up, while no match is being played. */
    invitation: { title: string; game: string; players: string[]; text: string; said: Said | null } | null;
    voice: Voicing;
    /** What the table listens for at this moment, in which no page should speak. */
    listening: string[];
  }

  /** How loud what happens is spoken, and by whom. */
  interface Voicing {
    percent: number;
    by: "table" | "page" | "both";
  }

  /** While a match is on, there is a board, too. */
  type Playing = Table & { match: Match; board: Board };

  interface Gathering {
    chosen: string[];
    opened: string | null;
    said_by: Record<string, string>;
    closed: boolean;
  }

  /** What those who only watch may guess, and how their last guesses came out. */
  interface Audience {
    riddle: { number: number; text: string; said: Said | null } | null;
    tally: { text: string; said: Said | null; answer: boolean; right: number; guesses: number; about: number } | null;
  }

  interface DrawnCard {
    label: string;
    row: number;
    sideways: boolean;
  }

  /** What the live stream says when nothing has changed: the time on the clock that the table's timers are told by. */
  interface Beat {
    now_ms: number;
  }

  /** One view of the live stream. */
  interface Message extends Beat {
    table: Table;
    audience: Audience;
    seated: string[];
    /** The players for whom another phone would play. */
    asking: string[];
    gathering: Gathering;
    /** The match whose report can be asked for, because it can help nobody any more. */
    report: number | null;
    /** The table's parts by name: of a `kind`, called `what`, with a `fault` or none. */
    parts: Record<string, { kind: string; what: string; fault: string; said: Said | null; pace?: string; pace_said?: Said | null }>;
    drawn: DrawnCard[] | null;
    /** Where a phone joins, without its key; null where none can. */
    joins_at: string | null;
  }

  // ------------------------------------------------------------------ the report (companion/report, companion/web/chart.py)

  interface Chart {
    width: number;
    height: number;
    left: number;
    right: number;
    lines: ChartLine[];
    ticks: [number, number][];
  }

  interface ChartLine {
    name: string;
    points: string;
    end_y: number;
    total: number;
  }

  interface Swing {
    event: number;
    player: string;
    change: number;
    reason: string;
    said: Said | null;
  }

  interface MissedChance {
    event: number;
    player: string | null;
    lost: number;
    reason: string;
    said: Said | null;
    words: string[];
  }

  interface MadeWord {
    player: string;
    word: string;
    points: number | null;
  }

  interface PlayerReport {
    player: string;
    lost: number;
    chances: number;
    worst: MissedChance | null;
    best_word: MadeWord | null;
    fall: Swing | null;
    rise: Swing | null;
  }

  interface MatchReport {
    match: number;
    game: string;
    players: PlayerReport[];
    chances: MissedChance[];
    turning_points: number[];
    best_word: MadeWord | null;
    missed_word: { word: string; event: number; player: string | null } | null;
    curve: { event: number; chances: Record<string, number> }[];
    turns: Swing[];
    chart: Chart | null;
    link: string | null;
  }

  /** A table's view as it tells a hub (`companion/hub/schema/view.json`): without what belongs to its own pages. */
  interface HubView {
    at: string;
    table: Omit<Table, "server" | "dialog" | "forms" | "for_phones" | "sound" | "voice" | "listening">;
    gathering: Gathering;
  }

  /** What a hub knows of one table; `age_ms` is for how long its view could be shown already, by which its timer goes. */
  interface HubBoard {
    id: string;
    online: boolean;
    address: string;
    age_ms?: number;
    view?: HubView;
  }

  /** Names of accounts at a hub's broker, by role. */
  interface HubAccounts {
    table: string[];
    home: string[];
    spectator: string[];
  }

  /** A ruling of any table, as a hub found it. */
  interface HubRuling {
    table: string;
    players: string[];
    headline: string;
    reason: string;
    said: Said | null;
    clause: string | null;
  }

  type PlayingMessage = Message & { table: Playing };

  // ------------------------------------------------------------------ what is asked for besides

  interface Seat {
    name: string;
    token: string;
    /** Another phone plays for this player: nobody has agreed yet that this one does. */
    waits?: boolean;
  }

  /** The deck that lies ready beside the drawn table, and how the game lays its cards. */
  interface Laying {
    rows: { label: string; label_said?: Said }[];
    others: { label: string; called: string }[];
    by_column: boolean;
    apart: boolean;
    are_signs: boolean;
    unseen: boolean;
    turns: boolean;
  }

  interface Deck {
    cards: string[];
    rows: number;
    laying: Laying;
  }

  interface GameOffer {
    title: string;
    score_name: string;
    /** The events of the game by name, and its clauses. */
    events: string[];
    clauses: { number: string; text: string; house: boolean }[];
    seats: [number, number];
    /** Whether any ruling asks a dictionary. */
    asks_words: boolean;
    one_deck_each: boolean;
    /** Whether the table plays it itself. */
    practice: boolean;
    setting: Field[];
  }

  interface DeckOffer {
    name: string;
    title: string;
    /** Those one may start with, by their kind. */
    cards: Record<string, Option[]>;
  }

  /** The cards the table has dealt a player, where it plays itself; null where it deals none. */
  interface Hand {
    player: string | null;
    cards: string[] | null;
    open: string | null;
  }

  /** All there is to choose from before a match. */
  interface Shelf {
    games: Record<string, GameOffer>;
    dictionaries: Record<string, string>;
    decks: { games: Record<string, DeckOffer[]>; problems: Notice[] };
  }

  /** What was read on a kept picture (`/api/readings/…`), and all that cards of the deck are called. */
  interface Reading {
    cards: ReadCard[];
    names: string[];
  }

  interface ReadCard {
    card: number;
    read: string;
    accepted: boolean;
    others: string[];
    /** What somebody has said that it truly is, which can be taken back. */
    said: string | null;
  }

  /** The event that puts right what was made of a wrong reading. */
  interface Correction {
    event: "correct";
    number: number;
    to: Record<string, unknown>;
  }

  /** As the list of past matches has it. */
  interface PastMatch {
    id: number;
    game: string;
    title: string;
    players: string[];
    begun: string;
    /** When it left the table; null while it has not. */
    closed: string | null;
  }

  /** POST of a path with a body; the answer, or null once what went wrong is shown. */
  type Attempt = (path: string, body?: object) => Promise<any>;

  /** Attributes of an element, with what `dom.js` treats apart. */
  interface Props {
    class?: string | null;
    data?: Record<string, string | number | null | undefined> | null;
    style?: Record<string, string | number>;
    on?: Record<string, (event: any) => unknown>;
    [attribute: string]: unknown;
  }
}
