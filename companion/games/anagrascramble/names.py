"""What AnagraScramble calls things, on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.names import Sounding

AWAITED: Mapping[str, str] = {
    "roll": message("roll the die"),
    "card": message("turn the card, or declare first"),
    "words": message("write words"),
    "showdown": message("showdown: everybody tied writes words"),
}
AWAITED_BRIEFLY: Mapping[str, str] = {}
VERDICTS: Mapping[str, str] = {
    "rolled": message("Rolled"),
    "turn_lost": message("The turn is lost"),
    "declared": message("Declared"),
    "passed_on": message("Passed on"),
    "card": message("Card turned"),
    "scored": message("Scored"),
    "missed": message("Missed"),
    "showdown": message("Showdown"),
    "cannot_pass_on": message("Cannot be passed on"),
    "bad_target": message("Not a possible target"),
}
DECISIVE = frozenset({"scored", "missed", "turn_lost"})
SOUNDS: Mapping[str, Sounding] = {
    "turn_lost": "falls",
    "missed": "falls",
}
