/** A door that the host's PIN opens. */

import { byId } from "./dom.js";
import { pinDoor } from "./pin_door.js";

pinDoor(byId("problem"), (form) => location.assign((form.dataset.page ?? "") + location.search));
