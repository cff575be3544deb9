"""What a good player thinks of a move just made in Disorder!, in one sentence, for whoever practises."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import Concede, Place
from companion.games.disorder.state import HOUSE_VALUES, WILD
from companion.games.disorder.words import saving_words, standing_rows, stands
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.disorder.state import State
    from companion.games.opponent import OwnView
    from companion.sentences import Told


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event."""
    if isinstance(event, Place) and own.state.board:
        return _of_card(own, event)
    if isinstance(event, Concede):
        better = _stuck_after(own) or next(_stand(own), None)
        return None if better is None else told("You need not have conceded: {board} would have stood.", board=better)
    return None


def _of_card(own: OwnView[State], event: Place) -> Told | None:
    state, before = own.state, own.state.board
    board = event.card + before if event.side == "left" else before + event.card
    if not stands(state, board):
        better = next(_stand(own), None)
        if better is not None:
            return told("No word saves {board}: {better} would have stood.", board=board, better=better)
        return told("No word saves {board}, but no card of yours would have: a bluff was all you had.", board=board)
    if _is_stuck(state, board):
        return told("Well laid: nobody can lengthen {board}.", board=board)
    better = _stuck_after(own)
    if better is not None:
        return told("Good, and there was better: nobody could have lengthened {board}.", board=better)
    for word in saving_words(replace(state, board=board), 1):
        return told("{board} stands: {word} has it in it.", board=board, word=word)
    return told("{board} stands.", board=board)  # there are words, and the device shows none of them by itself


def _is_stuck(state: State, board: str) -> bool:
    """Whether no card at either end leaves a board that stands; a wild would stand for a letter that does."""
    return next(chain(standing_rows(state, board, ""), standing_rows(state, "", board)), None) is None


def _stuck_after(own: OwnView[State]) -> str | None:
    """The board of a card in hand that nobody could have lengthened; None where there is none."""
    return next((board for board in _stand(own) if _is_stuck(own.state, board)), None)


def _stand(own: OwnView[State]) -> Iterator[str]:
    """The boards of a card in hand, each kind once, that would have stood: laid on the left, then on the right."""
    state, letters = own.state, tuple(card for card in own.hand if card in HOUSE_VALUES)
    cards = dict.fromkeys((*letters, WILD) if letters else ())
    laid = (*(card + state.board for card in cards), *(state.board + card for card in cards))
    return (board for board in laid if stands(state, board))
