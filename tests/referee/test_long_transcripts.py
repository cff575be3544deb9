"""A transcript of any length: twice as many events are twice as much work, counted in calls and not in seconds."""

import sys
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from types import FrameType
from typing import Any

import pytest

from companion.referee.match import judge

Events = Sequence[Mapping[str, Any]]

PLACE = [{"event": "place", "player": player, "card": "Z"} for player in ("Ann", "Bob")]
UNDO, REDO = {"event": "undo"}, {"event": "redo"}
REVEAL = {"event": "reveal", "cards": {"Ann": "E", "Bob": "E"}}

FAIL = [{"event": "fail", "player": player, "row": 1} for player in ("Ann", "Bob")]

# What goes on for ever in a game, with the game's options.
ENDLESS: Mapping[str, tuple[str, Mapping[str, Any], Events]] = {
    "cards": ("disorder", {}, PLACE),
    "refusals": ("disorder", {}, PLACE[:1]),
    "undone rounds": ("disorder", {}, [PLACE[0], {"event": "concede", "player": "Bob"}, UNDO, REDO, UNDO]),
    "undoing": ("disorder", {}, [*PLACE, UNDO, UNDO, REDO, REDO]),
    "nonsense": ("disorder", {}, [{"event": "dance"}, {}]),
    "rows": ("typo", {"rows": ["A", "A", "A", "A"]}, [REVEAL, *FAIL, *FAIL]),
}


def calls(game: str, options: Mapping[str, Any], events: Events, number: int) -> int:
    """How many functions, of Python and of C, judging so many events calls."""
    document = {
        "game": game,
        "players": ["Ann", "Bob"],
        "options": {"lexicon": {"words": ["zoo"]}, **options},
        "events": list(islice(cycle(events), number)),
    }
    count = 0

    def counted(_frame: FrameType, what: str, _argument: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    judge(document)  # what is made once and kept is not counted
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        judge(document)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("kind", ENDLESS)
def test_twice_the_events_are_twice_the_work(kind: str) -> None:
    assert calls(*ENDLESS[kind], 800) < 2.2 * calls(*ENDLESS[kind], 400)
