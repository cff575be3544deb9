/** “What now?”: whose turn it is, what may be done, why, and what it may cost; on a panel that opens at a touch. */

import { h, show } from "./dom.js";
import { labelOf } from "./forms.js";
import { leftOf } from "./ring.js";
import { actorOf, awaitingText, saidText } from "./says.js";
import { headed, listed, t } from "./words.js";

const TICK_MS = 250;

/** A panel of the page. `open()` shows it, `set(message, forms, name)` says what is in it: the forms that may be handed
 *  in now, by the player `name`, or by everybody where that is null. The rules open `beside` the page where it may have
 *  a page beside it; a kiosk has nothing to close one with.
 *  @param {{ beside: boolean }} where */
export function whatNow({ beside }) {
  const body = h("div", { class: "said-now" });
  const time = h("p", { class: "time-left" });
  const title = h("h2", { id: "what-now-title", tabindex: -1 }, t("What now?"));
  const panel = h("dialog", { class: "what-now", "aria-labelledby": title.id }, h("div", { class: "now-head" }, title, time), body,
    h("form", { method: "dialog" }, h("button", { class: "main" }, t("Close"))));
  document.body.append(panel);
  /** @type {() => number | null} */
  let leftMs = () => null;
  const tell = () => {
    const left = leftMs();
    time.textContent = left === null ? "" : t("{seconds} s left", { seconds: Math.max(0, Math.ceil(left / 1000)) });
  };
  setInterval(() => panel.open && tell(), TICK_MS);
  return {
    open() {
      tell();
      panel.showModal();
      title.focus(); // it is read from the top
    },
    /** @param {Wire.Message} message
     *  @param {Wire.Form[]} forms
     *  @param {string | null} name */
    set({ table }, forms, name) {
      const { timer } = table;
      leftMs = () => (timer && table.match ? leftOf(timer) : null);
      const { match, question, paused } = table;
      show(body, [forms, match && [match.game, match.turn, match.actor, match.awaiting, match.over], table.board?.asked, question, paused, name], () =>
        (match ? [whose({ ...table, match }, name), acts(forms, match, name), rulesLink(table.title, match.game, beside)] : []));
    },
  };
}

/** @param {Wire.Table & { match: Wire.Match }} table
 *  @param {string | null} name */
function whose({ match, board, question, paused }, name) {
  if (match.over) return h("p", { class: "whose-now" }, t("The match is over."));
  if (paused) return h("p", { class: "whose-now" }, t("Paused"));
  const actor = actorOf(match);
  const asked = board?.asked && board.asked.player === name ? saidText(board.asked.text_said, board.asked.text) : null;
  const turn = asked ?? (actor === name && name !== null ? headed(t("Your turn"), awaitingText(match)) : actor ? headed(actor, awaitingText(match)) : awaitingText(match));
  return [h("p", { class: "whose-now" }, turn), question ? h("p", {}, saidText(question.said, question.text)) : null];
}

/** What may be done, what is waited for first; what several players may do alike is said once.
 *  @param {Wire.Form[]} forms
 *  @param {Wire.Match} match
 *  @param {string | null} name */
function acts(forms, match, name) {
  /** @type {Map<string, Wire.Form[]>} */
  const same = new Map();
  for (const form of forms) {
    const key = `${form.event} ${form.cost}`;
    same.set(key, [...(same.get(key) ?? []), form]);
  }
  const alike = [...same.values()].sort(([one], [other]) => Number(other.event === match.awaiting) - Number(one.event === match.awaiting));
  if (!alike.length) return match.over ? null : h("p", {}, t("Nothing for you to do just now."));
  return h("ul", {}, alike.map((each) => {
    const [form] = each;
    const whose = name === null ? each.flatMap(({ player }) => player ?? []) : [];
    return h("li", {},
      h("b", {}, whose.length ? headed(listed(whose), labelOf(form)) : labelOf(form)),
      form.cost ? h("p", {}, saidText(form.cost_said, form.cost)) : null,
      form.why ? h("p", { class: "clause" }, h("b", { class: "stamp" }, form.clause), h("span", {}, t(form.why))) : null);
  }));
}

/** @param {string} title
 *  @param {string} game
 *  @param {boolean} beside */
function rulesLink(title, game, beside) {
  return h("p", {}, h("a", { href: `/rules/${game}`, target: beside ? "_blank" : null }, t("{game} in five minutes", { game: title })));
}
