/** The form into which the host's PIN is typed. */

import { byId, elementById, unlock } from "./dom.js";
import { post, sentenceOf } from "./requests.js";
import { t } from "./words.js";

/** Have the page's PIN form open its door of the API, and call `opened` then; what is wrong is said in `problem`.
 *  @param {HTMLElement} problem
 *  @param {(form: HTMLElement) => void} opened */
export function pinDoor(problem, opened) {
  const pin = elementById("pin", HTMLInputElement);
  const form = byId("pin-form");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!navigator.cookieEnabled) { // the right PIN would be asked for again, without end
      problem.textContent = t("This browser keeps no cookies, and without one the PIN opens nothing: allow cookies for this page.");
      return;
    }
    try {
      await post(form.dataset.door ?? "", { pin: pin.value });
      opened(form);
    } catch (error) {
      problem.textContent = sentenceOf(error);
      pin.select();
    }
  });
  unlock(form);
}
