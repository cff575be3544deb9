/** One phone for several players: the seats it holds, whose it is now, and the curtain between two of them. What one
 *  of them has written or chosen in secret is not there any more when the next one looks. */

import { h } from "./dom.js";
import { isKept, recall, remember } from "./remembered.js";
import { Refused, pause, post, sentenceOf } from "./requests.js";
import { actorOf } from "./says.js";
import { t } from "./words.js";

const STORED = "tableside-seats";
const STORED_ALONE = "tableside-seat"; // as a phone kept the only seat it could have
const AGAIN_MS = 2_000;

/** The seats this phone holds, the one in use first: those of players by whose names the table itself plays are none as long
 *  as it does (`tablePlays`). Another tab of this browser holds the same ones. */
export function heldSeats() {
  let seats = stored();
  /** @type {Record<string, unknown>} */
  let playedHere = {};
  const own = () => seats.filter(({ name }) => !playedHere[name]);

  /** @param {(seats: Wire.Seat[]) => Wire.Seat[]} change */
  function keep(change) {
    seats = change(stored());
    remember(STORED, JSON.stringify(seats));
    remember(STORED_ALONE, null);
  }

  return {
    /** Whose the phone is now. */
    get first() {
      return own()[0] ?? null;
    },
    get all() {
      return own();
    },
    /** The others it is for. */
    get others() {
      return own().slice(1);
    },
    /** Those the table plays for now. */
    get resting() {
      return seats.filter(({ name }) => playedHere[name]);
    },
    /** The one of this token, unless it is gone.
     *  @param {string} token */
    of: (token) => own().find((seat) => seat.token === token) ?? null,
    /** Whether a page loaded anew has them, too. */
    get isKept() {
      return isKept(STORED);
    },
    /** @param {Wire.Table} table */
    tablePlays({ practice }) {
      playedHere = practice ?? {};
    },
    /** A seat that was taken; who holds the phone goes on holding it.
     *  @param {Wire.Seat} seat */
    add(seat) {
      keep((all) => [...all.filter(({ name }) => name !== seat.name), seat]);
    },
    /** @param {Wire.Seat} seat */
    drop(seat) {
      keep((all) => all.filter(({ token }) => token !== seat.token));
    },
    /** The phone is in the hands of this player now.
     *  @param {string} name */
    handTo(name) {
      keep((all) => [...all.filter((seat) => seat.name === name), ...all.filter((seat) => seat.name !== name)]);
    },
    /** Nobody has to agree any more that this phone plays for that player.
     *  @param {Wire.Seat} seat */
    settle(seat) {
      keep((all) => all.map((one) => (one.token === seat.token ? { ...one, waits: false } : one)));
    },
    /** Have `changed` called when another tab has changed them, with what reads them anew.
     *  @param {(read: () => void) => void} changed */
    hear(changed) {
      addEventListener("storage", ({ key }) => {
        if (key === STORED || key === null) changed(() => { seats = stored(); });
      });
    },
  };
}

/** @returns {Wire.Seat[]} */
function stored() {
  const alone = JSON.parse(recall(STORED_ALONE) ?? "null");
  return JSON.parse(recall(STORED) ?? "null") ?? (alone ? [alone] : []);
}

/** A phone says that it is still there whenever its hold on a seat is in doubt: after a restart of the table the seat is its
 *  own again as soon as it says so; one given away, or to another phone, is gone (`hearOfGoneSeats`). What nobody answers it
 *  says again. Gives the function that is called with each message, and the one before it.
 *  @param {ReturnType<typeof heldSeats>} held
 *  @param {(said: string) => void} complain */
export function claims(held, complain) {
  /** @type {Set<string>} */
  const underWay = new Set();

  /** @param {Wire.Seat} seat */
  async function claim({ token }) {
    if (underWay.has(token)) return;
    underWay.add(token);
    while (held.of(token) && await isUnanswered(token)) await pause(AGAIN_MS);
    underWay.delete(token);
  }

  /** @param {string} token */
  async function isUnanswered(token) {
    try {
      await post("seat", {}, token);
    } catch (error) {
      const { status } = /** @type {Refused} */ (error);
      if (status !== 0 && status !== 401) complain(sentenceOf(error));
      return status === 0;
    }
    return false;
  }

  return (/** @type {Wire.Message} */ message, /** @type {Wire.Message | null} */ before, /** @type {boolean} */ isFirst) => {
    for (const seat of held.all) {
      const isOpen = message.asking.includes(seat.name);
      const isAnswered = !isOpen && before?.asking.includes(seat.name); // with yes or no
      if (seat.waits && !isAnswered && (isOpen || !isFirst)) continue; // a message from before it was asked says nothing
      if (seat.waits) held.settle(seat);
      if (seat.waits || isFirst || isAnswered || !message.seated.includes(seat.name)) claim(seat);
    }
  };
}

/** Whether the table waits for this player, or for their part of what all say together.
 *  @param {Wire.Message} message
 *  @param {string} name */
export function isAsked({ table, gathering }, name) {
  const { match, board, question, away } = table;
  if (!match || match.over || away.includes(name)) return false;
  if ([question?.of, board?.asked?.player, actorOf(match)].includes(name)) return true;
  const parts = table.forms.filter(({ event }) => table.for_phones[name]?.includes(event)).flatMap(({ fields }) => fields);
  return parts.some((field) => field.kind === "each" && field.players.includes(name)) && !gathering.closed && !gathering.chosen.includes(name);
}

/** Who should have the phone now instead of whoever has it; null while it is in the right hands.
 *  @param {Wire.Message} message
 *  @param {Wire.Seat[]} seats */
export function dueTo(message, [first, ...others]) {
  if (!first || isAsked(message, first.name)) return null;
  return others.find(({ name, waits }) => !waits && isAsked(message, name))?.name ?? null;
}

/** What hides one player's things until the phone is in the hands of the other.
 *  @param {string} to
 *  @param {string} from
 *  @param {(name: string) => unknown} hand */
export function curtain(to, from, hand) {
  return h("section", { class: "curtain", "aria-label": t("Hand the phone to {name}.", { name: to }) },
    h("h2", {}, t("Hand the phone to {name}.", { name: to })),
    h("button", { type: "button", class: "main", data: { hand: to }, on: { click: () => hand(to) } }, t("I am {name}", { name: to })),
    h("button", { type: "button", data: { hand: from }, on: { click: () => hand(from) } }, t("I am {name}", { name: from })));
}

/** The others who play on this phone: one of them takes it.
 *  @param {Wire.Seat[]} others
 *  @param {(name: string) => unknown} take */
export const sharing = (others, take) => (others.length ? h("p", { class: "sharing" }, t("This phone is also for"), " ",
  others.map(({ name }) => h("button", { type: "button", data: { take: name }, on: { click: () => take(name) } }, name))) : null);
