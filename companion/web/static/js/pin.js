/** A door that the host's PIN opens. */

import { byId } from "./dom.js";
import { follow } from "./live.js";
import { post } from "./requests.js";

const form = byId("pin-form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post(form.dataset.door, { pin: byId("pin").value });
    location.assign(form.dataset.page + location.search);
  } catch (error) {
    byId("problem").textContent = error.message;
    byId("pin").select();
  }
});

follow(() => {});
