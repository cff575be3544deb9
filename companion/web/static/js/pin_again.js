/** The host's hours may be over while the page is open: the PIN is asked for where it is, and nothing begun is lost. */

import { byId, elementById } from "./dom.js";
import { pinDoor } from "./pin_door.js";
import { hearOfShutDoor } from "./requests.js";

/** Ask for the PIN once the table takes this page for nobody's; `opened` is called when it was typed. */
export function asksPinAgain(/** @type {() => void} */ opened) {
  if (!document.getElementById("pin-again")) return; // whoever sits at the machine itself needs none
  const panel = elementById("pin-again", HTMLDialogElement);
  const pin = elementById("pin", HTMLInputElement);
  pinDoor(byId("pin-problem"), () => {
    panel.close();
    opened();
  });
  hearOfShutDoor(() => {
    if (panel.open) return;
    pin.value = "";
    byId("pin-problem").textContent = "";
    panel.showModal();
  });
}
