"""Going round the parts: each change is told once."""

import threading
from functools import partial

from companion.machine.rounds import Rounds


def test_each_change_of_a_part_is_told_once() -> None:
    faults: dict[str, list[str]] = {"panel": [], "screen": ["no answer"]}
    told: list[tuple[str, str | None]] = []
    rounds = Rounds(
        {name: partial(faults.__getitem__, name) for name in faults},
        lambda part, sentence: told.append((part, sentence)),
        3600,
    )
    rounds.look()
    rounds.look()
    assert told == [("screen", "no answer")]
    faults["screen"], faults["panel"] = [], ["lamp", "buzzer"]
    rounds.look()
    rounds.close()
    assert told[1:] == [("panel", "lamp; buzzer"), ("screen", None)]


def test_the_rounds_are_made_by_themselves() -> None:
    told = threading.Event()
    rounds = Rounds({"panel": lambda: ["gone"]}, lambda *_: told.set(), 0.01)
    assert told.wait(10)
    rounds.close()
