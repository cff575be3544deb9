/** The phone of one player or several: join with a name, then whatever the rules let this player do now, and nothing else. */

import { isPlaying, isRunning } from "./acts.js";
import { handOvers } from "./another_phone.js";
import { staying } from "./awake.js";
import { atHand, saidOn } from "./board.js";
import { byId, h, show } from "./dom.js";
import { renew } from "./drafts.js";
import { eventOf, handIn, labelOf } from "./forms.js";
import { handShown, offerHand, ownHand } from "./hand.js";
import { keeping } from "./kept.js";
import { follow } from "./live.js";
import { showMisread } from "./misread.js";
import { nudging, returning } from "./nudge.js";
import { ownParts, writtenIn } from "./own_part.js";
import { questionForm } from "./question.js";
import { recapOf, recaps } from "./recap.js";
import { hearOfGoneSeats, oneAtATime, post, sentenceOf } from "./requests.js";
import { timerRing } from "./ring.js";
import { addHints, earlierLine, refusalSlip, rulingSlip } from "./ruling.js";
import { onlyWhatHasSettled } from "./settled.js";
import { claims, curtain, dueTo, heldSeats, isAsked, sharing } from "./shared_phone.js";
import { actorOf, askedText, awaitingText, saidText, scoreName, wonText } from "./says.js";
import { everything, guessing, guessingKey, standing } from "./watching.js";
import { whatNow } from "./what_now.js";
import { headed, minus, t } from "./words.js";


const key = new URLSearchParams(location.search).get("k");
const held = heldSeats();
/** Whom somebody wants to hand the phone to, and what they said no to.
 *  @type {string | null} */
let handing = null;
let staysFor = "";
/** @type {Wire.Message | null} */
let newest = null;

const problem = byId("problem");
const ownToken = () => (held.first?.waits ? undefined : held.first?.token);
const kept = keeping(byId("acts"), ownToken);
let keptFor = ""; // whose drafts of which moment the page has
const nudge = nudging();
const toTop = returning();
const stay = staying();
const ring = timerRing();
const reportOf = recaps(() => newest && render(newest));
const showHand = ownHand(ownToken, (hand) => {
  byId("dealt").replaceChildren(...handShown(hand));
  offerHand(hand.cards);
});
byId("timer").append(ring.element);
const guide = whatNow({ beside: true });
const asks = byId("what-now");
asks.addEventListener("click", guide.open);
const { part, writing } = ownParts((path, body) => attempt(path, body), () => ring.leftMs());

/** @param {string} path
 *  @param {object} [body]
 *  @param {Wire.Seat | null} [seat] who says it */
async function attempt(path, body = {}, seat = held.first) {
  problem.textContent = "";
  try {
    const event = /** @type {any} */ (body).event?.event;
    if (event) kept.sent(event); // the table may have it before it answers
    const answer = await post(path, body, seat?.token);
    if (answer.accepted === false) complain(saidText(answer.said, answer.reason));
    return answer;
  } catch (error) {
    complain(sentenceOf(error));
    return null;
  }
}

/** Says what went wrong, and where it can be seen.
 *  @param {string} said */
function complain(said) {
  problem.textContent = said;
  problem.scrollIntoView({ block: "nearest" });
}

/** @param {Wire.Seat} seat */
function forget(seat) {
  changeHands(() => held.drop(seat));
}

// ------------------------------------------------------------------ joining

const join = oneAtATime(async (/** @type {string} */ name, /** @type {boolean} */ instead = false) => { // of another phone
  problem.textContent = "";
  try {
    const seat = await post("join", { key: key ?? "", name, instead });
    changeHands(() => held.add(seat));
  } catch (error) {
    problem.textContent = sentenceOf(error);
  }
});

/** @param {Wire.Message} message */
function joining(message) {
  const { match } = message.table;
  const people = match?.players.filter((player) => !message.table.practice?.[player]) ?? [];
  const open = match && !match.over ? people.filter((player) => !message.seated.includes(player) && !match.left.includes(player)) : null;
  const elsewhere = match ? people.filter((player) => message.seated.includes(player)) : message.seated;
  if (!key) return [h("p", { class: "hint" }, t("Scan the code on the table's display to join.")), toHost()];
  if (open) {
    return [h("h2", {}, t("Who are you?")),
      open.length ? h("div", { class: "names" }, open.map((name) => h("button", { type: "button", on: { click: () => join(name) } }, name)))
        : h("p", { class: "hint" }, t("Every seat has its phone. The host can free one.")),
      elsewhere.length ? h("details", { data: { act: "instead" } }, h("summary", {}, t("I play on another phone so far")),
        h("div", { class: "names" }, elsewhere.map((name) => h("button", { type: "button", on: { click: () => join(name, true) } }, name)))) : null,
      h("details", { data: { act: "newcomer" } }, h("summary", {}, t("I would like to play, too")), sitDown())];
  }
  return sitDown();
}

/** Whoever has no seat gives a name. */
function sitDown() {
  const input = h("input", { name: "name", maxlength: 132, autocomplete: "given-name", required: true });
  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    form.dataset.sent = "yes"; // whoever sits down has no draft any more
    await join(input.value.trim());
    delete form.dataset.sent;
  }
  const form = h("form", { on: { submit } },
    h("h2", {}, t("Take a seat")), h("label", {}, t("Your name"), input),
    h("button", { class: "main", type: "submit" }, t("Sit down")));
  return form;
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
  const holdsTimer = table.timer_holder === seat.name;
  return [
    asked ? questionForm(asked, attempt) : null,
    holdsTimer ? h("button", { type: "button", class: "call", data: { act: "timer" }, on: { click: () => attempt("timer") } }, t("Start the timer")) : null,
    jointChoice(table, seat),
    [...mine.filter((form) => form.is_call), ...mine.filter((form) => !form.is_call)].map((form) => act(form, message, seat)),
    mine.length || asked || holdsTimer ? null : h("p", { class: "hint" }, match.over ? t("The match is over.") : t("Nothing for you to do just now.")),
    callsOf(message, held.others),
    handOvers(message.asking.filter((name) => name === seat.name), handedOver),
    arbiter(table),
    oneMore(message),
    match.over ? null : leaving(table.away.includes(seat.name)),
  ];
}

/** This phone says whether another plays for its player from now on.
 *  @param {string} path
 *  @param {any} body */
async function handedOver(path, body) {
  const seat = held.first;
  if (await attempt(path, body) && body.agreed && seat) forget(seat);
}

/** A player who has to go says so: for a while, or once more that it is for good.
 *  @param {boolean} isAway */
function leaving(isAway) {
  const away = (/** @type {boolean} */ going) => attempt("away", { away: going });
  if (isAway) return h("section", { class: "away" }, h("p", { class: "hint" }, t("You are away: the others play on where they can.")),
    h("button", { type: "button", class: "main", data: { act: "back" }, on: { click: () => away(false) } }, t("I am back")));
  return h("details", { class: "leaving" }, h("summary", {}, t("I have to go")),
    h("p", { class: "hint" }, t("Your turns are passed over until you are back.")),
    h("button", { type: "button", data: { act: "away" }, on: { click: () => away(true) } }, t("I am away for a while")),
    h("p", { class: "hint" }, t("The others play on without you.")),
    h("button", { type: "button", data: { event: "leave" }, on: { click: () => send({ event: "leave" }) } }, t("Leave the match for good")));
}

/** In a match of a tournament whoever plays may have its arbiter called to the newest ruling.
 *  @param {Wire.Playing} table */
function arbiter(table) {
  const stage = arbiterStage(table);
  if (stage === "called") return h("p", { class: "hint" }, t("The arbiter is called."));
  return stage ? h("button", { type: "button", data: { act: "arbiter" }, on: { click: () => attempt("match/arbiter") } }, t("Call the arbiter")) : null;
}

/** Whether the arbiter is called to the newest ruling, or could be; null where there is no ruling, or no arbiter.
 *  @param {Wire.Table} table */
function arbiterStage({ pairing, rulings, called }) {
  const last = rulings.at(-1);
  if (!pairing || !last) return null;
  return called === last.number ? "called" : "free";
}

/** Somebody who has no phone of their own plays on this one, too.
 *  @param {Wire.Message} message */
const oneMore = (message) => h("details", { data: { act: "share" } }, h("summary", {}, t("Somebody else plays on this phone, too")), joining(message));

/** What these may call who share the phone: everybody hears it, so nobody need hand the phone over for it.
 *  @param {Wire.PlayingMessage} message
 *  @param {Wire.Seat[]} seats */
function callsOf({ table }, seats) {
  return seats.filter(({ waits }) => !waits).map((seat) => formsOf(table, seat).filter((form) => form.is_call && (isJoint(form) || !form.fields.length)).map((form) => {
    const joined = isJoint(form) && table.joiners.includes(seat.name);
    const say = () => (isJoint(form) ? attempt("join-in", {}, seat) : handsIn(form, seat));
    return h("button", { type: "button", class: "call", disabled: joined, data: { event: form.event, by: seat.name }, on: { click: say } },
      headed(seat.name, joined ? saidText(form.joined_said, form.joined) : labelOf(form)));
  }));
}

/** @param {Wire.Form} form
 *  @param {Wire.Seat} seat */
const handsIn = (form, seat) => attempt("events", { event: eventOf({ ...form, player: form.player && seat.name }, {}) }, seat);

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
const isJoint = (form) => form.fields.some((field) => field.kind === "players" && !field.of_table);

/** One form on this phone: what all say together is asked for this player's own part.
 *  @param {Wire.Form} form
 *  @param {Wire.PlayingMessage} message
 *  @param {Wire.Seat} seat */
function act(form, message, seat) {
  const { match, board, joiners } = message.table;
  const together = form.fields.flatMap((field) => (field.kind === "each" ? [field] : []))[0];
  if (together) return part(form, together, message, seat);
  if (isJoint(form)) return joinIn(form, saidOn(board), joiners, seat);
  const words = writtenIn(form);
  if (words) return writing(form, (said) => send({ event: form.event, words: said }), words);
  const holder = form.player === null ? match.holders[form.event] ?? seat.name : seat.name;
  const fields = holder === seat.name ? form.fields.filter((field) => !field.of_table) : []; // the rest is not this player's to say
  const asked = handIn({ ...form, fields }, send);
  if (!fields.length || form.is_call || form.is_asked) return asked;
  if (form.event === match.awaiting && !form.is_folded) return asked;
  return h("details", {}, h("summary", {}, labelOf(form)), asked);
}

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
    joined ? saidText(form.joined_said, form.joined) : labelOf(form), h("small", {}, said ? t("“{text}”", { text: said.word }) : ""));
}

// ------------------------------------------------------------------ showing

/** @param {Wire.Message} message */
function render(message) {
  newest = message;
  const { table } = message;
  const { match } = table;
  const seat = held.first; // as it is while this message is shown
  ring.set(match ? table.timer : null);
  document.body.dataset.game = match?.game ?? "";
  document.body.dataset.ink = table.board?.ink ?? "";
  const asked = match && !match.over && held.all.some(({ name }) => [actorOf(match), table.board?.asked?.player, table.question?.of].includes(name));
  document.body.dataset.turn = asked ? "yes" : "";
  if (seat && !table.paused) nudge(Boolean(asked));
  stay(seat !== null && isRunning(table));
  byId("leave").hidden = !seat;
  show(byId("me"), [held.all, match?.scores, match?.turn, match?.actor, match?.awaiting, match?.over, match?.winners, match?.players, table.board?.asked, table.paused, table.title], () => me(message));
  tell(message);
  acts(message, seat);
  toTop((seat && isPlaying(message) && isAsked(message, seat.name) && match?.awaiting) || "");
  const moment = JSON.stringify([seat?.token, seat?.waits, table.match_id, table.rulings.at(-1)?.number]);
  if (moment !== keptFor) {
    keptFor = moment;
    kept.load();
  }
  if (seat && message.asking.includes(seat.name)) kept.flush(); // another phone may have the seat any moment
  show(byId("row"), match ? [table.board, match.over, match.winners, message.gathering.opened, table.joiners, seat === null] : null, () => {
    if (!isPlaying(message)) return [];
    return seat ? atHand(message.table.board, message.table.match.over, message.gathering) : everything(message.table, message.gathering);
  });
  const report = reportOf(message);
  show(byId("recap"), [report], () => recapOf(report, { links: true }));
  const watches = !seat && key && match ? key : null;
  show(byId("guess"), watches ? guessingKey(message.audience) : null, () => (watches ? guessing(message.audience, watches, attempt, () => newest && render(newest)) : []));
  asks.hidden = !isPlaying(message) || !seat || seat.waits || !match?.players.includes(seat.name);
  if (!asks.hidden && seat) guide.set(message, formsOf(table, seat), seat.name);
  const waits = isPlaying(message) && held.all.find(({ name }) => name === table.may_hold); // apart from the acts: what is half said stays
  show(byId("hold"), [waits], () => (waits ? h("button", { type: "button", class: "call", on: { click: () => attempt("hold", {}, waits) } }, t("Wait a moment!")) : []));
  showMisread(byId("misread"), seat && isPlaying(message) ? table : { ...table, frame: null }, attempt, null);
  byId("dealt").hidden = seat !== null && curtainFor(message) !== null; // whoever has the phone in between sees nobody's cards
  showHand(table);
  const last = table.rulings.at(-1);
  show(byId("ruling"), [table.match_id, last, table.refusal, table.advice], () => {
    if (table.refusal) return [...refusalSlip(table.refusal), earlierLine(table.refusal)];
    return last ? [...rulingSlip(last, match, table), earlierLine(last)] : [];
  });
  addHints(byId("ruling"), table.hints);
}

/** What whoever has the phone can do now.
 *  @param {Wire.Message} message
 *  @param {Wire.Seat | null} seat */
function acts(message, seat) {
  const { table } = message;
  const { match } = table;
  const place = byId("acts");
  const to = curtainFor(message);
  if (seat && to) {
    show(place, ["curtain", to, seat.name, table.forms, table.joiners], () => [curtain(to, seat.name, (name) => hand(name, message)), isPlaying(message) ? callsOf(message, held.all) : null]);
  } else if (seat?.waits) {
    show(place, ["waits", held.all], () => [h("p", { class: "hint" }, t("Say yes on the table's screen, or on the phone that plays for {name}.", { name: seat.name }))]);
  } else if (!seat) {
    show(place, ["join", match?.players, match?.left, match?.over, message.seated, held.resting], () => [
      held.resting.map(({ name }) => h("p", { class: "hint" }, t("The table itself plays for {name} in this match.", { name }))), joining(message),
      key && isPlaying(message) ? h("p", { class: "hint" }, t("Whoever only watches sees the match here and may guess along.")) : null]);
  } else if (match && !match.over && (!match.players.includes(seat.name) || match.left.includes(seat.name))) {
    show(place, ["out", match.players, match.left, held.all, message.seated], () => [h("p", { class: "hint" }, match.left.includes(seat.name)
      ? t("You have left the match. The host can let you in again.") : t("You are not in this match yet: the host lets you in."))]);
  } else if (!isPlaying(message)) {
    show(place, ["wait", held.all, message.seated], () => [h("p", { class: "hint" }, t("You sit at the table. The match begins soon.")), toHost(), oneMore(message)]);
  } else {
    show(place, [held.all, table.forms, held.all.map(({ name }) => table.for_phones[name]), match?.awaiting, match?.over, table.board, table.question, table.timer_holder, table.joiners, table.joint_choices, table.away, arbiterStage(table), message.gathering, message.asking, message.seated], () => actions(message, seat));
    kept.fill();
  }
}

// ------------------------------------------------------------------ from hand to hand

/** Whom the phone is to be handed to, if to anybody: whom somebody has said, or whoever is asked now.
 *  @param {Wire.Message} message */
function curtainFor(message) {
  if (handing) return handing;
  const due = dueTo(message, held.all);
  return due && momentOf(message, due) !== staysFor ? due : null;
}

/** @param {Wire.Message} message
 *  @param {string} due */
const momentOf = ({ table, gathering }, due) => JSON.stringify([due, table.match_id, table.rulings.at(-1)?.number, gathering.chosen]);

/** The phone is in the hands of this player: what another has begun is not there any more.
 *  @param {string} name
 *  @param {Wire.Message} message */
function hand(name, message) {
  const due = dueTo(message, held.all);
  staysFor = due && name === held.first?.name ? momentOf(message, due) : "";
  handing = null;
  problem.textContent = "";
  changeHands(() => held.handTo(name));
}

/** What was begun by whoever had the phone is kept for them, and is not there for whoever has it after `change`.
 *  @param {() => unknown} change */
function changeHands(change) {
  const before = held.first?.token;
  kept.flush();
  change();
  if (held.first?.token !== before) {
    renew(byId("acts"), h("div")); // who is there with the keyboard stays
    byId("dealt").replaceChildren();
    keptFor = "";
  }
  if (newest) render(newest);
}

/** @param {string} name */
function take(name) {
  handing = name;
  if (newest) render(newest);
}

/** Told to whoever does not look at the screen, once each time it begins; whoever looks sees it anyway.
 *  @param {Wire.Message} message */
function tell(message) {
  const to = curtainFor(message);
  const said = to ? t("Hand the phone to {name}.", { name: to }) : askedText(message.table, held.first?.name ?? "");
  if (byId("whose").textContent !== said) byId("whose").textContent = said;
}

/** @param {Wire.Message} message */
function me(message) {
  const { table } = message;
  const { match } = table;
  const seat = held.first;
  if (!seat) return standing(table);
  const mine = match && seat.name in match.scores ? match : null;
  return [
    h("h1", {}, seat.name),
    mine ? h("p", { class: "mine" }, h("span", { class: "score" }, minus(mine.scores[seat.name])), " ", scoreName(mine)) : null,
    mine?.over ? h("p", { class: "whose won" }, wonText(mine)) : null,
    mine && !mine.over ? h("p", { class: "whose" }, table.paused ? t("Paused")
      : askedText(table, seat.name) || (mine.turn ? t("{player}'s turn", { player: mine.turn }) : awaitingText(mine))) : null,
    mine ? h("ul", { class: "others" }, mine.players.filter((player) => player !== seat.name).map((player) =>
      h("li", {}, player, " ", h("b", {}, minus(mine.scores[player]))))) : null,
    sharing(held.others, take),
    held.isKept ? null : h("p", { class: "hint" }, t("This browser remembers nothing: leave this page open, or you lose your seat.")),
  ];
}

byId("leave").addEventListener("click", async () => {
  const seat = held.first;
  await attempt("leave");
  if (seat) forget(seat);
});

held.hear(changeHands);
hearOfGoneSeats((token, sentence) => {
  const seat = held.of(token);
  if (seat) forget(seat); // another tab has heard it before, perhaps
  complain(sentence);
});

const claim = claims(held, complain);
onlyWhatHasSettled();
follow((message, isFirst) => {
  const before = newest;
  newest = message;
  const practice = (/** @type {Wire.Message | null} */ one) => JSON.stringify(one?.table.practice ?? null);
  if (practice(message) !== practice(before)) changeHands(() => held.tablePlays(message.table));
  claim(message, before, isFirst);
  render(message);
});
