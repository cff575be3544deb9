"""What could be said aloud of what the three buttons are asked, and what comes of it. Pure.

Only what stands on the display can be said: its lines, and letters by the words of the spelling alphabet. Nobody is
offered a word that would be right, for whoever mumbles would be told one. A letter is entered as it is heard,
for all to see; everything else is asked about first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.dialog.prompts import BACK, DONE, NONE, WILD
from companion.hearing.recognising import MOST_CANDIDATES
from companion.hearing.spelling_alphabet import LETTER_NAMES

if TYPE_CHECKING:
    from companion.dialog import DialogState

SIGNS = {**LETTER_NAMES, DONE: "all complete", BACK: "take it back", NONE: "none", WILD: "wild", "≡": "menu"}


def sayable(state: DialogState, *, lines: bool) -> dict[str, int]:
    """What could be said now, each with the number of the line or sign it is; `lines` whether lines can be, which are
    English. Nothing while the dialog is closed, and while it asks whether it heard right: that is for the buttons."""
    if not state.is_open or state.heard is not None:
        return {}
    prompt = state.prompt
    said = {
        SIGNS.get(line.label, line.label): number
        for number, line in enumerate(prompt.lines)
        if line.label in SIGNS or (lines and prompt.kind == "menu" and any(map(str.isalpha, line.label)))
    }
    return said if len(said) <= MOST_CANDIDATES else {}


def hear(state: DialogState, number: int) -> DialogState:
    """The dialog once the line or sign of this number was heard: a letter of a word is entered, of everything else it
    is asked whether it was said."""
    prompt = state.prompt
    label = prompt.lines[number].label
    if prompt.kind == "word" and label in LETTER_NAMES:
        return state.with_letter(label)
    return replace(state, heard=number, cursor=0)
