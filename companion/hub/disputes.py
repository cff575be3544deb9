"""A call for the arbiter: the ruling it is about, with its clause, and the picture it was made from, made small.

A table may lie: what is no call is let go of, and only a picture that was made anew here reaches a browser.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.hub.payloads import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.referee.tableview import TableView
    from companion.tournament.tournament import Slot, Tournament

LARGEST_SIDE_PX = 960
JPEG_QUALITY = 75
LARGEST_PICTURE_BYTES = 400_000
MOST_PIXELS = 50_000_000  # of a picture that is opened: a small file may claim a picture that fills the memory
LONGEST_TEXT = 2000  # characters of a part of a ruling
SHOWN = ("number", "headline", "reason", "said", "clause", "clause_text")


def dispute_message(view: TableView, frame: Callable[[int, str], bytes | None]) -> dict[str, Any] | None:
    """What the arbiter is told of the ruling they are called for; None where there is none. `frame` gives the JPEG kept
    with a match's ruling by its name, None where there is no picture."""
    if view.called is None or view.pairing is None or view.match_id is None or len(view.protocol) < view.called:
        return None
    ruled = view.entry_json(view.protocol[view.called - 1])
    name = ruled["frame"]
    picture = None if name is None else small(frame(view.match_id, name))
    ruling = {key: ruled[key] for key in SHOWN}
    text = None if picture is None else base64.b64encode(picture).decode()
    return {"format": FORMAT, "pairing": dict(view.pairing), "ruling": ruling, "picture": text}


def small(jpeg: bytes | None) -> bytes | None:
    """A JPEG of at most `LARGEST_SIDE_PX` and `LARGEST_PICTURE_BYTES`; None for none, and for what is none of at most
    `MOST_PIXELS`."""
    if jpeg is None:
        return None
    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            picture.thumbnail((LARGEST_SIDE_PX, LARGEST_SIDE_PX))
            made = io.BytesIO()
            picture.convert("RGB").save(made, "JPEG", quality=JPEG_QUALITY)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    return made.getvalue() if len(made.getvalue()) <= LARGEST_PICTURE_BYTES else None


@dataclass(frozen=True, slots=True)
class ArbiterCall:
    """Of which pairing it is, the ruling with its clause, and the picture (JPEG) if there is one."""

    tournament: str
    slot: Slot
    made: int
    ruling: Mapping[str, Any]
    picture: bytes | None

    def is_of(self, tournament: Tournament, table: str) -> bool:
        """Whether this pairing was set up at this table."""
        number, at = self.slot
        if not 1 <= number <= len(tournament.rounds) or at < 1:
            return False
        paired = tournament.rounds[number - 1]
        return paired.made == self.made and paired.ids[at - 1 : at] == (table,)


def read_call(message: Mapping[str, Any]) -> ArbiterCall | None:
    """The call that a message is; None for what is none."""
    pairing, ruling = message.get("pairing"), message.get("ruling")
    if not isinstance(pairing, dict) or not isinstance(ruling, dict):
        return None
    name, number, at, made = (pairing.get(key) for key in ("tournament", "round", "table", "made"))
    if not isinstance(name, str) or not isinstance(number, int) or not isinstance(at, int) or not isinstance(made, int):
        return None
    shown = {key: ruling.get(key) for key in SHOWN if key != "said"}
    if not isinstance(shown["number"], int) or not all(isinstance(shown[key], str) for key in ("headline", "reason")):
        return None
    if any(isinstance(part, dict | list) or len(str(part)) > LONGEST_TEXT for part in shown.values()):
        return None
    return ArbiterCall(name, (number, at), made, shown, _picture(message.get("picture")))


def _picture(text: Any) -> bytes | None:
    """The picture made anew of what was said to be one."""
    if not isinstance(text, str):
        return None
    try:
        return small(base64.b64decode(text, validate=True))
    except ValueError:  # also of a text with other letters than those of ASCII
        return None
