"""What the table says aloud, as text: the newest ruling, whose turn it is and what they do, who has won. Pure.

It is what OLED and pages show, in the table's language, with signs that are only read turned into words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.games.core import spoken_list
from companion.games.names import awaited
from companion.sentences import message, spoken, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.core import View
    from companion.referee.tableview import TableView

WILD = message("wild")
SIGNS = {"−": message("minus"), "×": message("times"), "=": message("equals")}
PAIR = re.compile(r"(?<![\w/])([A-Z]|\d+)/([A-Z])(?![\w/])")  # a rank and a letter on one card
PARTED = re.compile(r"(?<=[A-Z?])\?|\?(?=[A-Z?])")  # a wild among the letters of a row
NUMBER = message("number {number}")
NUMBERED = re.compile(r"\b(?:[Nn][or]\.|[Nn]°)\s*(\d+)")  # no. 3, Nr. 3, nr. 3, n° 3
LEFT_OUT = re.compile("[“”«»„()\\[\\]]")


def ruling_said(view: TableView, translate: Callable[[str], str]) -> str | None:
    """The refusal that stands, else the newest ruling; None before the first."""
    if view.refusal is not None:
        return speakable(spoken(view.refusal.reason, translate), translate)
    newest = view.ruling
    return None if newest is None else speakable(spoken(newest.ruling.reason, translate), translate)


def turn_said(view: TableView, translate: Callable[[str], str]) -> str | None:
    """What the table asks, or who does what now, or who has won; None between matches and while one is paused."""
    match = view.match
    if match is None or view.paused:
        return None
    if view.question is not None:
        return speakable(spoken(view.question.text, translate), translate)
    return speakable(_outcome(match, translate) if match.over else _awaited(view, match, translate), translate)


def _outcome(match: View, translate: Callable[[str], str]) -> str:
    if not match.winners:  # all have left
        return ""
    if len(match.winners) == 1:
        return spoken(told("{player} wins", player=match.winners[0]), translate)
    return spoken(told("{players} share the win", players=spoken_list(match.winners)), translate)


def _awaited(view: TableView, match: View, translate: Callable[[str], str]) -> str:
    asked = view.board.asked if view.board is not None else None
    if asked is not None:  # in between
        return f"{asked.player}: {spoken(asked.text, translate)}"
    doing = translate(awaited(match.game, match.awaiting)) if match.awaiting else ""
    return ": ".join(part for part in (match.actor, doing) if part)


def speakable(text: str, translate: Callable[[str], str]) -> str:
    """A text with words for signs that a voice would leave out, misread or spell."""
    text = PAIR.sub(r"\1-\2", text)  # joined, so that an A is a letter and no article
    text = NUMBERED.sub(lambda found: translate(NUMBER).format(number=found[1]), text)
    text = PARTED.sub(f" {translate(WILD)} ", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, f" {translate(word)} ")
    text = re.sub(r"\s+[–—]\s+", ", ", text)
    return " ".join(LEFT_OUT.sub(" ", text).split())
