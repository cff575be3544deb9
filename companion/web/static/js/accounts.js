/** Who has an account at a hub's broker: the host gives one to somebody who listens, and takes any away. */

import { byId, elementById, h, show, unlock } from "./dom.js";
import { askedOnce } from "./forms.js";
import { get, post, sentenceOf } from "./requests.js";
import { t } from "./words.js";

/** @param {Wire.HubAccounts} accounts */
function showAccounts(accounts) {
  const named = { table: t("Tables"), home: t("Homes"), spectator: t("Spectators") };
  show(byId("accounts"), accounts, () => Object.entries(named).map(([role, heading]) => {
    const names = accounts[/** @type {keyof typeof named} */ (role)];
    return [h("h3", {}, heading), names.length ? h("ul", { class: "seated" }, names.map(line)) : h("p", { class: "hint" }, t("No account"))];
  }));
}

/** @param {string} name */
function line(name) {
  const take = askedOnce(() => doing(async () => showAccounts(await post("hub/revoke", { name }))));
  return h("li", {}, h("span", {}, name), h("button", { type: "button", "aria-label": t("Take {name}'s account away", { name }), on: { click: take } }, t("Take away")));
}

/** Do what may be refused; why it was stands on the page.
 *  @param {() => Promise<void>} act */
async function doing(act) {
  byId("problem").textContent = "";
  try {
    await act();
  } catch (error) {
    byId("problem").textContent = sentenceOf(error);
  }
}

const form = elementById("give", HTMLFormElement);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void doing(async () => {
    const { name, password } = await post("hub/give", Object.fromEntries(new FormData(form)));
    byId("given").replaceChildren(t("The password of {name}, which is said this once:", { name }), " ", h("code", {}, password));
    form.reset();
    showAccounts(await get("hub/accounts"));
  });
});
unlock(form);

void doing(async () => {
  showAccounts(await get("hub/accounts"));
  document.documentElement.dataset.live = "on";
});
