"""What could be said aloud of what the three buttons are asked, and what comes of it. Pure.

Only what stands on the display can be said: its lines, and letters by the words of the spelling alphabet. Nobody is
offered a word that would be right, for whoever mumbles would be told one. A letter is entered as it is heard,
for all to see; everything else is asked about first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.dialog.prompts import BACK, DONE, MENU, NONE, WILD
from companion.hearing.recognising import MOST_CANDIDATES
from companion.hearing.spelling_alphabet import LETTER_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from companion.dialog import DialogState
    from companion.dialog.prompts import Script

SIGNS = {**LETTER_NAMES, DONE: "all complete", BACK: "take it back", NONE: "none", WILD: "wild", MENU: "menu"}


@dataclass(frozen=True, slots=True)
class Sayable:
    """What could be said aloud at one moment, each with the number of the line or sign it is. It belongs to the one
    question that `script` asks after these `answers`; every dialog has scripts of its own, so another's is not it."""

    script: Script
    answers: tuple[Any, ...]
    numbers: Mapping[str, int]


def sayable(state: DialogState, *, lines: bool) -> Sayable:
    """What could be said now; `lines` whether lines can be, which are English. Of what stands there twice nobody could
    tell which is meant. Nothing while the dialog is closed, and while it asks whether it heard right: that is for the
    buttons."""
    numbers = _numbers(state, lines=lines) if state.is_open and state.heard is None else {}
    return Sayable(state.script, state.answers, numbers if len(numbers) <= MOST_CANDIDATES else {})


def _numbers(state: DialogState, *, lines: bool) -> dict[str, int]:
    prompt = state.prompt
    said = [SIGNS.get(line.label, line.label) for line in prompt.lines]
    times = Counter(said)
    return {
        spoken: number
        for number, (spoken, line) in enumerate(zip(said, prompt.lines, strict=True))
        if times[spoken] == 1
        and (line.label in SIGNS or (lines and prompt.kind == "menu" and any(map(str.isalpha, line.label))))
    }


def hear(state: DialogState, number: int) -> DialogState:
    """The dialog once the line or sign of this number was heard: a letter of a word is entered, of everything else it
    is asked whether it was said."""
    prompt = state.prompt
    label = prompt.line(number).label
    if prompt.kind == "word" and label in LETTER_NAMES:
        return state.with_letter(label)
    return replace(state, heard=number, cursor=0)
