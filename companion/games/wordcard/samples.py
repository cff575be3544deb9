"""Laydowns, tag-ons and solutions that are certainly accepted, for what is offered: none where none is easily found.

They are examples of what may be laid, and no advice: the cards are named without a look at anybody's hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wordcard.notation import WILD, face
from companion.games.wordcard.scoring import letters_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.wordcard.state import Line, State

RANK = "K"  # a row of one rank is a combination
_LEAST, _FAR = 2, 10


def laydowns(state: State) -> Iterable[Mapping[str, Any]]:
    """One line of as many cards as are needed, of one rank: claimed as a word, or one of the dictionary's."""
    hand, scheme = state.hands[state.turn], state.scheme
    opens = hand.opened_in is None
    count = max(_LEAST, state.options.open_cards if opens else 0)
    if opens and state.options.open_points is not None:
        count = max(_LEAST, -(-state.options.open_points // max(1, scheme.value(f"{RANK}/A"))))
    count = min(count, hand.cards) if opens else count
    if not _LEAST <= count <= hand.cards:
        return []
    row = [f"{RANK}/{letter}" for letter in _letters(state, count)]
    if not row or state.withholds_picked(row):
        return []
    if not state.options.grid:
        return [{"lines": [row]}]
    y = max((laid.spot[1] for laid in state.grid), default=0) + _FAR
    return [{"cells": [{"x": x, "y": y, "card": card} for x, card in enumerate(row)]}]


def _letters(state: State, count: int) -> str:
    """What is written on so many cards; nothing where no word is known that must be one."""
    if not (state.options.strict and state.scheme.needs_words):
        return "A" * count
    words = state.words.find("?" * count)
    return words[0].upper() if words and len(words[0]) == count else ""


def tags(state: State, line: Line) -> Iterable[Mapping[str, Any]]:
    """One more card of the last one's rank behind the line."""
    scheme, ranks = state.scheme, {face(card).rank for card in line.cards}
    whole = scheme.type != "wordcard" or len(ranks) == 1
    has_wild = any(card.startswith(WILD) for card in line.cards)
    if has_wild or not whole or state.hands[state.turn].cards == 0:
        return []
    card = f"{face(line.cards[-1]).rank}/A"
    if state.withholds_picked([card]):
        return []
    if state.options.strict and scheme.needs_words:
        return [{"back": [card]}] if state.words.is_word(letters_of((*line.cards, card))) else []
    return [{"back": [card]}]


def solutions(state: State) -> Iterable[Mapping[str, Any]]:
    """One word out of the open cards, or two cards of one rank, as the game is scored."""
    real = [card for card in state.options.cards or () if card != WILD]
    if state.scheme.type == "wordcard":
        return []
    if not state.scheme.needs_words:
        pairs = [[one, other] for at, one in enumerate(real) for other in real[at + 1 :] if _same_rank(one, other)]
        return [{"lines": [pair]} for pair in pairs[:1]]
    found = state.words.spell("".join(face(card).letter or "" for card in real), shortest=_LEAST)
    return [{"lines": [_row(word, real)]} for word in found[:1]]


def _same_rank(one: str, other: str) -> bool:
    return face(one).rank == face(other).rank


def _row(word: str, cards: Iterable[str]) -> list[str]:
    """The word laid out of these cards, each used once."""
    left, row = list(cards), []
    for letter in word.upper():
        card = next(card for card in left if face(card).letter == letter)
        left.remove(card)
        row.append(card)
    return row
