/** A door that the host's PIN opens. */

import { byId, elementById, unlock } from "./dom.js";
import { post, sentenceOf } from "./requests.js";
import { t } from "./words.js";

const pin = elementById("pin", HTMLInputElement);
const form = byId("pin-form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!navigator.cookieEnabled) { // the right PIN would be asked for again, without end
    byId("problem").textContent = t("This browser keeps no cookies, and without one the PIN opens nothing: allow cookies for this page.");
    return;
  }
  try {
    await post(form.dataset.door ?? "", { pin: pin.value });
    location.assign((form.dataset.page ?? "") + location.search);
  } catch (error) {
    byId("problem").textContent = sentenceOf(error);
    pin.select();
  }
});
unlock(form);
