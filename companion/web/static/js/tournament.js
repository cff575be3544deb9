/** What every match of a new tournament is set up with: its dictionary, and what its game asks before a match. */

import { byId, elementById, h, unlock } from "./dom.js";
import { get } from "./requests.js";
import { select, settingOf } from "./setting.js";
import { t } from "./words.js";

const form = elementById("plan", HTMLFormElement);
const game = elementById("game", HTMLSelectElement);
const options = elementById("options", HTMLInputElement);

/** @type {[Record<string, Wire.GameOffer>, Record<string, string>]} */
const [games, dictionaries] = await Promise.all([get("games"), get("dictionaries")]);
const lexicon = select("lexicon", Object.entries(dictionaries), document.documentElement.lang);
const words = h("label", {}, t("Dictionary"), lexicon);
const OF_PLAYERS = ["each", "player", "pairs"]; // who they are is not known yet
let asked = settingOf([]);

function ask() {
  asked = settingOf(games[game.value].setting.filter(({ kind }) => !OF_PLAYERS.includes(kind)));
  words.hidden = !games[game.value].asks_words;
  byId("setting").replaceChildren(words, ...asked.elements);
}

game.addEventListener("change", ask);
form.addEventListener("submit", (event) => {
  if (asked.lacks()) {
    event.preventDefault();
    event.stopPropagation(); // it is not handed in yet
    return;
  }
  options.value = JSON.stringify({ ...(words.hidden ? {} : { lexicon: lexicon.value }), ...asked.values() });
});
form.addEventListener("reset", () => queueMicrotask(ask)); // after its fields are as they were
ask();
unlock(form);
