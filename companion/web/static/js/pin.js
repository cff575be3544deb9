/** The host's door. */

import { byId } from "./dom.js";
import { follow } from "./live.js";
import { post } from "./requests.js";

byId("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await post("host", { pin: byId("pin").value });
    location.reload();
  } catch (error) {
    byId("problem").textContent = error.message;
    byId("pin").select();
  }
});

follow(() => {});
