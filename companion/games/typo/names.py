"""What TYPO calls things, on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.names import Sounding

AWAITED: Mapping[str, str] = {
    "place": message("place the card and say a word"),
    "reveal": message("everybody chooses a card"),
    "fail": message("time is up: say which of the longest rows goes"),
}
AWAITED_BRIEFLY: Mapping[str, str] = {
    "place": message("lay a card"),
    "fail": message("name the row"),
}
VERDICTS: Mapping[str, str] = {
    "revealed": message("Cards revealed"),
    "placed": message("Placed"),
    "word_stands": message("The word stands"),
    "word_fails": message("The word fails"),
    "too_few_doubters": message("Too few doubters"),
    "row_taken": message("Half a row taken"),
    "wins": message("A win!"),
    "does_not_begin": message("Does not begin so"),
    "choose_row": message("Choose a row"),
    "not_the_longest": message("Not the longest row"),
    "no_such_row": message("No such row"),
}
DECISIVE = frozenset({"word_stands", "word_fails", "too_few_doubters", "row_taken"})
SOUNDS: Mapping[str, Sounding] = {
    "word_stands": "stands",
    "word_fails": "falls",
    "row_taken": "falls",
    "wins": "won",
}
LOW_WINS = message("none left wins")
