/** A door that the host's PIN opens. */

import { byId, elementById } from "./dom.js";
import { post, sentenceOf } from "./requests.js";

const pin = elementById("pin", HTMLInputElement);
const form = byId("pin-form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post(form.dataset.door ?? "", { pin: pin.value });
    location.assign((form.dataset.page ?? "") + location.search);
  } catch (error) {
    byId("problem").textContent = sentenceOf(error);
    pin.select();
  }
});
for (const button of form.querySelectorAll("button")) button.disabled = false; // pressed sooner, it would only load the page anew
