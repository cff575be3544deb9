/** A player's phone: join with a name, then whatever the rules let this player do now, and nothing else. */

import { isPlaying } from "./acts.js";
import { handOvers } from "./another_phone.js";
import { atHand, saidOn } from "./board.js";
import { byId, h, show } from "./dom.js";
import { formOf, handIn, labelOf } from "./forms.js";
import { handShown, ownHand } from "./hand.js";
import { SAYS, keeping } from "./kept.js";
import { follow } from "./live.js";
import { showMisread } from "./misread.js";
import { nudging } from "./nudge.js";
import { questionForm } from "./question.js";
import { Refused, post, sentenceOf } from "./requests.js";
import { timerRing } from "./ring.js";
import { earlierLine, refusalSlip, rulingSlip } from "./ruling.js";
import { actorOf, awaitingText, saidText, scoreName } from "./says.js";
import { listed, t } from "./words.js";

const STORED = "tableside-seat";
const HAND_IN_EARLY_MS = 700; // words are on their way before the table closes the list

const key = new URLSearchParams(location.search).get("k");
/** @type {Wire.Seat | null} */
let taken = JSON.parse(localStorage.getItem(STORED) ?? "null");
/** @type {Wire.Message | null} */
let newest = null;

const problem = byId("problem");
const kept = keeping(byId("acts"), () => taken?.token);
let keptFor = ""; // whose drafts of which moment the page has
const nudge = nudging();
const ring = timerRing();
const showHand = ownHand(() => taken?.token, ({ cards }) => byId("dealt").replaceChildren(...handShown(cards)));
byId("timer").append(ring.element);

/** @param {string} path
 *  @param {object} [body] */
async function attempt(path, body = {}) {
  problem.textContent = "";
  try {
    const event = /** @type {any} */ (body).event?.event;
    if (event) kept.sent(event); // the table may have it before it answers
    const answer = await post(path, body, taken?.token);
    if (answer.accepted === false) problem.textContent = saidText(answer.said, answer.reason);
    return answer;
  } catch (error) {
    problem.textContent = sentenceOf(error);
    if (error instanceof Refused && error.status === 401) forget();
    return null;
  }
}

function forget() {
  taken = null;
  localStorage.removeItem(STORED);
  if (newest) render(newest);
}

// ------------------------------------------------------------------ joining

/** @param {Wire.Message} message */
function joining(message) {
  const { match } = message.table;
  const open = match && !match.over ? match.players.filter((player) => !message.seated.includes(player) && !match.left.includes(player) && !message.table.practice?.[player]) : null;
  const held = match ? match.players.filter((player) => message.seated.includes(player)) : message.seated;
  /** @param {string} name
   *  @param {boolean} [instead] of another phone */
  async function join(name, instead = false) {
    problem.textContent = "";
    try {
      taken = await post("join", { key: key ?? "", name, instead });
      localStorage.setItem(STORED, JSON.stringify(taken));
      if (newest) render(newest);
    } catch (error) {
      problem.textContent = sentenceOf(error);
    }
  }
  if (!key) return [h("p", { class: "hint" }, t("Scan the code on the table's display to join.")), toHost()];
  if (open) {
    return [h("h2", {}, t("Who are you?")),
      open.length ? h("div", { class: "names" }, open.map((name) => h("button", { type: "button", on: { click: () => join(name) } }, name)))
        : h("p", { class: "hint" }, t("Every seat has its phone. The host can free one.")),
      held.length ? h("details", { data: { act: "instead" } }, h("summary", {}, t("I play on another phone so far")),
        h("div", { class: "names" }, held.map((name) => h("button", { type: "button", on: { click: () => join(name, true) } }, name)))) : null,
      h("details", { data: { act: "newcomer" } }, h("summary", {}, t("I would like to play, too")), sitDown(join))];
  }
  return sitDown(join);
}

/** @param {(name: string) => unknown} join */
function sitDown(join) {
  const input = h("input", { name: "name", maxlength: 24, autocomplete: "given-name", required: true });
  return h("form", { on: { submit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); join(input.value.trim()); } } },
    h("h2", {}, t("Take a seat")), h("label", {}, t("Your name"), input),
    h("button", { class: "main", type: "submit" }, t("Sit down")));
}

/** A match is begun from any phone by whoever knows the PIN. */
function toHost() {
  return h("p", {}, h("a", { href: "/host" }, t("Start a match (with the host's PIN)")));
}

// ------------------------------------------------------------------ acting

/** @param {Wire.PlayingMessage} message
 *  @param {Wire.Seat} seat */
function actions(message, seat) {
  const { table } = message;
  const { match } = table;
  const asked = [null, seat.name].includes(table.question?.of ?? null) ? table.question : null; // another's is on the kiosk
  const mine = formsOf(table, seat);
  return [
    asked ? questionForm(asked, attempt) : null,
    table.timer_holder === seat.name ? h("button", { type: "button", class: "call", data: { act: "timer" }, on: { click: () => attempt("timer") } }, t("Start the timer")) : null,
    jointChoice(table, seat),
    [...mine.filter((form) => form.is_call), ...mine.filter((form) => !form.is_call)].map((form) => act(form, message, seat)),
    mine.length || asked ? null : h("p", { class: "hint" }, match.over ? t("The match is over.") : t("Nothing for you to do just now.")),
    handOvers(message.asking.filter((name) => name === seat.name), handedOver),
    match.over ? null : leaving(),
  ];
}

/** This phone says whether another plays for its player from now on.
 *  @param {string} path
 *  @param {any} body */
async function handedOver(path, body) {
  if (await attempt(path, body) && body.agreed) forget();
}

/** A player who has to go says so, and once more that it is for good. */
function leaving() {
  return h("details", { class: "leaving" }, h("summary", {}, t("I have to go")),
    h("p", { class: "hint" }, t("The others play on without you.")),
    h("button", { type: "button", data: { event: "leave" }, on: { click: () => send({ event: "leave" }) } }, t("Leave the match for good")));
}

/** What this phone may hand in: the player's own forms, and those of another that are for the others to say.
 *  @param {Wire.Table} table
 *  @param {Wire.Seat} seat */
function formsOf({ forms, for_phones: forPhones }, seat) {
  const possible = forms.filter((form) => forPhones[seat.name]?.includes(form.event));
  const own = (/** @type {Wire.Form} */ form) => form.player === null || form.player === seat.name;
  return possible.filter((form) => own(form) || !possible.some((other) => other.event === form.event && own(other)));
}

/** Whom it is about what enough have joined in says which of several is meant, where the game wants to know.
 *  @param {Wire.Playing} table
 *  @param {Wire.Seat} seat */
function jointChoice({ forms, match, joint_choices: choices }, seat) {
  const form = forms.find(isJoint);
  const field = form?.fields.find((one) => one.kind === "choice");
  if (!choices.length || !form || field?.kind !== "choice" || match.holders[form.event] !== seat.name) return null;
  const asked = saidText(field.hint_said, field.hint) || saidText(field.label_said, field.label);
  return h("section", { class: "question", "aria-label": asked }, h("p", {}, asked),
    h("div", { class: "candidates" }, field.options.filter(({ value }) => choices.includes(value)).map(({ value, label, label_said: said }) =>
      h("button", { type: "button", class: "main", on: { click: () => attempt("join-in", { [field.name]: value }) } }, saidText(said, label)))));
}

/** Whether several join in saying it, each for themselves.
 *  @param {Wire.Form} form */
const isJoint = (form) => form.fields.some((field) => field.kind === "players");

/** One form on this phone: what all say together is asked for this player's own part.
 *  @param {Wire.Form} form
 *  @param {Wire.PlayingMessage} message
 *  @param {Wire.Seat} seat */
function act(form, message, seat) {
  const { match, board, joiners } = message.table;
  const together = form.fields.flatMap((field) => (field.kind === "each" ? [field] : []))[0];
  if (together) return part(form, together, message, seat);
  if (isJoint(form)) return joinIn(form, saidOn(board), joiners, seat);
  if (isWriting(form)) return writing(form, (words) => send({ event: form.event, words }));
  const holder = form.player === null ? match.holders[form.event] ?? seat.name : seat.name;
  const fields = holder === seat.name ? form.fields.filter((field) => !field.of_table) : []; // the rest is not this player's to say
  const asked = handIn({ ...form, fields }, send);
  if (!fields.length || form.is_call || form.is_asked) return asked;
  if (form.event === match.awaiting && !form.is_folded) return asked;
  return h("details", {}, h("summary", {}, labelOf(form)), asked);
}

/** @param {Wire.Form} form */
const isWriting = (form) => form.fields.length === 1 && form.fields[0].kind === "words";

/** @param {object} event */
function send(event) {
  return attempt("events", { event });
}

/** What several may join in saying: one press says it for this player.
 *  @param {Wire.Form} form
 *  @param {Wire.SaidWord | null} said
 *  @param {string[]} joiners
 *  @param {Wire.Seat} seat */
function joinIn(form, said, joiners, seat) {
  const joined = joiners.includes(seat.name);
  return h("button", { type: "button", class: "call", disabled: joined, data: { event: form.event }, on: { click: () => attempt("join-in") } },
    joined ? saidText(form.joined_said, form.joined) : labelOf(form), h("small", {}, said ? `“${said.word}”` : ""));
}

/** This player's own part of what all say together: it stays with the table until everybody has said theirs.
 *  @param {Wire.Form} form
 *  @param {Wire.EachField} together
 *  @param {Wire.Message} message
 *  @param {Wire.Seat} seat */
function part(form, together, { gathering }, seat) {
  const opening = form.fields.filter((field) => field !== together && !field.of_table);
  if (opening.length && gathering.opened === null) return turning(form, opening, gathering.said_by, seat);
  if (!together.players.includes(seat.name)) return h("p", { class: "hint" }, `${labelOf(form)}: ${listed(together.players)}`);
  const own = together.own[seat.name] ?? together.of;
  const said = gathering.chosen.includes(seat.name);
  const choose = (/** @type {unknown} */ value) => attempt("choice", { [own.name]: value });
  if (own.kind === "sign") return secretSign(own, said, choose);
  if (gathering.closed) return h("p", { class: "hint" }, t("Time is up: what was handed in counts."));
  const asked = own.kind === "words" ? writing(form, choose)
    : formOf([own], labelOf(form), { event: form.event, player: "" }, (values) => choose(values[own.name] ?? []));
  return said ? [h("p", { class: "hint" }, t("You have handed it in. You may still change it until all have.")), asked] : asked;
}

/** The card that all go by is turned once a second phone says the same letters.
 *  @param {Wire.Form} form
 *  @param {Wire.Field[]} opening
 *  @param {Record<string, string>} saidBy
 *  @param {Wire.Seat} seat */
function turning(form, opening, saidBy, seat) {
  const [field] = opening;
  const turn = (/** @type {object} */ values) => attempt("opening", values);
  const others = Object.entries(saidBy).filter(([player]) => player !== seat.name);
  return h("section", { "aria-label": labelOf(form) },
    others.map(([player, letters]) => h("button", { type: "button", class: "main", data: { told: letters }, on: { click: () => turn({ [field.name]: letters }) } },
      t("{letters}, as {player} says", { letters, player }))),
    saidBy[seat.name] ? h("p", { class: "hint" }, t("You say {letters}. Another phone must say so, too.", { letters: saidBy[seat.name] })) : null,
    formOf(opening, labelOf(field), { event: form.event, player: "" }, turn));
}

/** @param {Wire.SignField} field
 *  @param {boolean} said
 *  @param {(value: string) => unknown} choose */
function secretSign(field, said, choose) {
  return h("section", { class: "secret", "aria-label": t("Your secret card") },
    h("p", { class: "hint" }, said ? t("Chosen. You may still change it.") : t("Choose your card. Nobody sees it before everybody has chosen.")),
    h("div", { class: "letters" }, field.signs.map((letter) =>
      h("button", { type: "button", class: "lay", on: { click: () => choose(letter) } }, letter))));
}

/** @param {string} word */
const isSpelled = (word) => /^[\p{L}\p{M}'’-]+$/u.test(word);

/** Words are written while the time runs and handed in by themselves just before it ends.
 *  @param {Wire.Form} form
 *  @param {(words: string[]) => Promise<any>} handOver */
function writing(form, handOver) {
  const list = h("textarea", { name: "words", rows: 6, autocapitalize: "none", autocorrect: "off", spellcheck: "false" });
  const words = () => list.value.toLowerCase().split(/[\s,;]+/).filter(Boolean);
  let onItsWay = false;
  const handIn = async () => {
    if (onItsWay) return;
    onItsWay = true;
    await handOver(words());
    onItsWay = false; // it may be changed, or put right
  };
  const watch = setInterval(() => {
    const leftMs = ring.leftMs();
    if (!list.isConnected) clearInterval(watch);
    else if (leftMs !== null && leftMs < HAND_IN_EARLY_MS) {
      clearInterval(watch);
      handIn();
    }
  }, 100);
  list.addEventListener("input", () => list.setCustomValidity(""));
  /** @param {SubmitEvent} submitted */
  function submit(submitted) {
    submitted.preventDefault();
    if (words().every(isSpelled)) handIn();
    else list.setCustomValidity(t("letters only")); // a slip of the finger is asked again
    list.reportValidity();
  }
  const element = h("form", { class: "event", data: { event: form.event, player: "" }, on: { submit } },
    h("label", {}, t("Your words, with spaces between"), list),
    h("button", { type: "submit", class: "main" }, t("Hand the words in")));
  SAYS.set(element, () => ({ words: words() }));
  return element;
}

// ------------------------------------------------------------------ showing

/** @param {Wire.Message} message */
function render(message) {
  newest = message;
  const { table } = message;
  const { match } = table;
  ring.set(match ? table.timer : null, message.clock);
  document.body.dataset.game = match?.game ?? "";
  document.body.dataset.ink = table.board?.ink ?? "";
  const asked = match && !match.over && taken && [actorOf(match), table.board?.asked?.player, table.question?.of].includes(taken.name);
  document.body.dataset.turn = asked ? "yes" : "";
  if (taken && !table.paused) nudge(Boolean(asked));
  byId("leave").hidden = !taken;
  show(byId("me"), [taken?.name, match?.scores, match?.turn, match?.actor, match?.awaiting, match?.over, table.board?.asked, table.paused, table.title], () => me(message));
  const seat = taken; // as it is while this message is shown
  if (seat?.waits) {
    show(byId("acts"), ["waits", seat.name], () => [h("p", { class: "hint" }, t("Say yes on the table's screen, or on the phone that plays for {name}.", { name: seat.name }))]);
  } else if (!seat || (match && !match.over && (!match.players.includes(seat.name) || match.left.includes(seat.name)))) {
    show(byId("acts"), ["join", match?.players, match?.left, match?.over, message.seated, seat?.name], () => (seat ? [h("p", { class: "hint" }, match?.left.includes(seat.name)
      ? t("You have left the match. The host can let you in again.") : t("You are not in this match yet: the host lets you in."))] : joining(message)));
  } else if (!isPlaying(message)) {
    show(byId("acts"), ["wait"], () => [h("p", { class: "hint" }, t("You sit at the table. The match begins soon.")), toHost()]);
  } else {
    show(byId("acts"), [table.forms, table.for_phones[seat.name], match?.awaiting, match?.over, table.board, table.question, table.timer_holder, table.joiners, table.joint_choices, message.gathering, message.asking], () => actions(message, seat));
    kept.fill();
  }
  const moment = JSON.stringify([seat?.token, table.match_id, table.rulings.at(-1)?.number]);
  if (moment !== keptFor) {
    keptFor = moment;
    kept.load();
  }
  show(byId("row"), match ? [table.board, match.over, message.gathering.opened] : null, () => (isPlaying(message) ? atHand(message.table.board, message.table.match.over, message.gathering) : []));
  const waits = isPlaying(message) && seat !== null && table.may_hold === seat.name; // apart from the acts: what is half said stays
  show(byId("hold"), [waits], () => (waits ? h("button", { type: "button", class: "call", on: { click: () => attempt("hold") } }, t("Wait a moment!")) : []));
  showMisread(byId("misread"), seat && isPlaying(message) ? table : { ...table, frame: null }, attempt, null);
  showHand(table);
  const last = table.rulings.at(-1);
  show(byId("ruling"), [table.match_id, last, table.refusal, table.hints, table.advice], () => {
    if (table.refusal) return [...refusalSlip(table.refusal), earlierLine(table.refusal)];
    return last ? [...rulingSlip(last, match, table.hints, table), earlierLine(last)] : [];
  });
}

/** @param {Wire.Message} message */
function me(message) {
  const { table } = message;
  const { match } = table;
  const seat = taken;
  if (!seat) return h("h1", {}, table.title || "Tableside");
  const mine = match && seat.name in match.scores ? match : null;
  const asked = table.board?.asked?.player === seat.name ? table.board.asked : null;
  return [
    h("h1", {}, seat.name),
    mine ? h("p", { class: "mine" }, h("span", { class: "score" }, String(mine.scores[seat.name]).replace("-", "−")), " ", scoreName(mine)) : null,
    mine && !mine.over ? h("p", { class: "whose" }, table.paused ? t("Paused")
      : actorOf(mine) === seat.name ? [t("Your turn"), ": ", awaitingText(mine)]
        : asked ? saidText(asked.text_said, asked.text)
        : mine.turn ? t("{player}'s turn", { player: mine.turn }) : awaitingText(mine)) : null,
    mine ? h("ul", { class: "others" }, mine.players.filter((player) => player !== seat.name).map((player) =>
      h("li", {}, player, " ", h("b", {}, String(mine.scores[player]))))) : null,
  ];
}

byId("leave").addEventListener("click", async () => {
  await attempt("leave");
  forget();
});

follow((message) => {
  if (taken?.waits && !message.asking.includes(taken.name)) {
    taken = { ...taken, waits: false };
    localStorage.setItem(STORED, JSON.stringify(taken));
    reclaim(); // somebody has said yes, or no
  } else if (taken && !taken.waits && !message.seated.includes(taken.name)) reclaim();
  render(message);
});

/** After a restart of the table the seat is ours again as soon as we say so; a seat given away is gone. */
let reclaiming = false;
async function reclaim() {
  if (reclaiming) return;
  reclaiming = true;
  await attempt("seat");
  reclaiming = false;
}
