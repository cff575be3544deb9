/** A table's door, which says when the table is gone. */

import "./door.js";
import { follow } from "./live.js";

follow(() => {});
