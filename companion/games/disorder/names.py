"""What Disorder! calls things, on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.names import Sounding

AWAITED: Mapping[str, str] = {
    "place": message("play a card"),
    "stand": message("withdraw the card or stand by it"),
    "name_word": message("name your word"),
    "prove": message("prove the beginning"),
}
AWAITED_BRIEFLY: Mapping[str, str] = {
    "place": message("lay a card"),
    "stand": message("stand or withdraw?"),
    "name_word": message("name your word"),
    "prove": message("prove the beginning"),
}
VERDICTS: Mapping[str, str] = {
    "placed": message("Placed"),
    "objection": message("Objection!"),
    "withdrawn": message("Withdrawn"),
    "stands": message("The card stands"),
    "challenged": message("Challenge!"),
    "challenger_loses": message("The challenge is lost"),
    "challenged_loses": message("The challenge is won"),
    "answered": message("Answered; the proof is due"),
    "proven": message("Proven"),
    "not_proven": message("Not proven"),
    "conceded": message("Conceded"),
    "squeezed": message("Squeezed in"),
    "exchanged": message("Exchanged"),
    "switched": message("Switched"),
    "passed": message("Passed"),
    "eliminated": message("Eliminated"),
    "warned": message("Time is up"),
}
DECISIVE = frozenset(
    {"objection", "challenger_loses", "challenged_loses", "answered", "proven", "not_proven", "conceded", "eliminated"}
)
SOUNDS: Mapping[str, Sounding] = {
    "objection": "alarm",
    "challenged": "alarm",
    "challenger_loses": "stands",
    "challenged_loses": "falls",
    "proven": "stands",
    "not_proven": "falls",
    "conceded": "falls",
    "eliminated": "falls",
    "warned": "refused",
}
LOW_WINS = message("fewest win")
