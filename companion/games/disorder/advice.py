"""What a good player thinks of a move just made in Disorder!, in one sentence, for whoever practises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import Concede, Place
from companion.games.disorder.lookahead import moves, standing
from companion.games.disorder.state import HOUSE_VALUES, WILD
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.disorder.lookahead import Standing
    from companion.games.disorder.state import State
    from companion.games.opponent import OwnView
    from companion.sentences import Told

MOST_WORDS = 2000


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event."""
    if isinstance(event, Place) and own.state.board:
        return _of_card(own, event)
    if isinstance(event, Concede):
        better = _stuck_after(own, _standing(own, own.state.board)) or _stands(own, _standing(own, own.state.board))
        return None if better is None else told("You need not have conceded: {board} would have stood.", board=better)
    return None


def _of_card(own: OwnView[State], event: Place) -> Told | None:
    before = own.state.board
    board = event.card + before if event.side == "left" else before + event.card
    then = _standing(own, board)
    if not then.is_safe:
        better = _stands(own, _standing(own, before))
        if better is not None:
            return told("No word saves {board}: {better} would have stood.", board=board, better=better)
        return told("No word saves {board}, but no card of yours would have: a bluff was all you had.", board=board)
    if _is_stuck(then):
        return told("Well laid: nobody can lengthen {board}.", board=board)
    better = _stuck_after(own, _standing(own, before))
    if better is not None:
        return told("Good, and there was better: nobody could have lengthened {board}.", board=better)
    word = _shown(own, then)
    if word is None:  # there are words, and the device shows none of them by itself
        return told("{board} stands.", board=board)
    return told("{board} stands: {word} has it in it.", board=board, word=word)


def _is_stuck(now: Standing) -> bool:
    letters = sorted(now.letters("left") | now.letters("right"))
    return next(moves(now, (*letters, WILD)), None) is None


def _stuck_after(own: OwnView[State], now: Standing) -> str | None:
    """The board of a card in hand that nobody could have lengthened; None where there is none."""
    return next((then.board for _, _, then in moves(now, _cards(own)) if _is_stuck(then)), None)


def _stands(own: OwnView[State], now: Standing) -> str | None:
    return next((then.board for _, _, then in moves(now, _cards(own))), None)


def _cards(own: OwnView[State]) -> tuple[str, ...]:
    letters = tuple(card for card in own.hand if card in HOUSE_VALUES)
    return (*letters, WILD) if letters else ()


def _shown(own: OwnView[State], now: Standing) -> str | None:
    """A word that saves the board and that the device may show."""
    length = len(now.board)
    found = (
        word for word, at in now.places if not now.is_word(word[at : at + length]) and own.state.words.may_show(word)
    )
    return next(found, None)


def _standing(own: OwnView[State], board: str) -> Standing:
    words = own.state.words.find(board, longer=True, names=own.state.options.names_allowed, limit=MOST_WORDS)
    return standing(board, words, own.state.words.is_word)
