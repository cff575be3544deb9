"""What WORDCARD calls things, on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.names import Sounding

AWAITED: Mapping[str, str] = {
    "dealer_chooses": message("choose the game to be played"),
    "draw": message("draw a card"),
    "lay": message("lay, tag or end the turn"),
    "hands": message("show what is left in hand"),
    "solution": message("everybody hands in a solution"),
    "close": message("close the game"),
}
AWAITED_BRIEFLY: Mapping[str, str] = {"solution": message("Solution")}
VERDICTS: Mapping[str, str] = {
    "chosen": message("Game chosen"),
    "drawn": message("Drawn"),
    "discarded": message("Discarded"),
    "laid": message("Laid down"),
    "tagged": message("Tagged on"),
    "replaced": message("Wild replaced"),
    "word_stands": message("The word stands"),
    "word_fails": message("The word fails"),
    "turn_ended": message("Turn ended"),
    "turn_lost": message("The turn is lost"),
    "noticed": message("One minute left"),
    "out": message("Out of cards"),
    "final": message("Final scores"),
    "solved": message("Solution taken"),
    "too_few_cards": message("Too few cards"),
    "not_a_word": message("Not a word"),
    "not_a_combination": message("Not a combination"),
    "must_play_picked_card": message("Play the picked card"),
    "no_such_line": message("No such line"),
}
DECISIVE = frozenset({"word_stands", "word_fails", "turn_lost"})
SOUNDS: Mapping[str, Sounding] = {
    "word_stands": "stands",
    "word_fails": "falls",
    "turn_lost": "falls",
}
LOW_WINS = message("fewest win")
