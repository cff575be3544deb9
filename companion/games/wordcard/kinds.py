"""The cards of a hand sorted into kinds: cards that are the same to the game played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.wordcard.notation import HOUSE_VALUES, RANKS, WILD, WILD_WORTH, face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.scoring import Scheme


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards alike in a game: one of them as it is written, how many there are, letter, place in the ranks, points."""

    card: str
    count: int
    letter: str
    rank: int
    value: int


def groups_of(cards: Sequence[str], scheme: Scheme) -> list[list[str]]:
    """The cards, in order, put together with those that are like them."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for card in sorted(cards):
        groups.setdefault(likeness(card, scheme), []).append(card)
    return list(groups.values())


def kinds_of(groups: Sequence[Sequence[str]], scheme: Scheme) -> tuple[Kind, ...]:
    """What the groups are to the game."""
    kinds = []
    for group in groups:
        card = group[0]
        if card == WILD:
            kinds.append(Kind(card, len(group), "", -1, value_of(card, scheme)))
            continue
        shown = face(card)
        assert shown.rank is not None  # a real card has both parts
        assert shown.letter is not None
        rank = RANKS.index(shown.rank)
        kinds.append(Kind(card, len(group), shown.letter.lower(), rank, value_of(card, scheme)))
    return tuple(kinds)


def value_of(card: str, scheme: Scheme) -> int:
    """The points of a card, a wild being `*`."""
    if card == WILD:
        return WILD_WORTH[scheme.aim]
    rank = face(card).rank
    assert rank is not None  # a real card has both parts
    return scheme.values.get(rank, HOUSE_VALUES[rank])


def likeness(card: str, scheme: Scheme) -> tuple[object, ...]:
    """What tells a card from others in this game: where ranks do not matter, only its value does."""
    if card == WILD:
        return (WILD,)
    shown = face(card)
    letter = shown.letter if scheme.pays_words else None
    rank = shown.rank if scheme.pays_combinations else None
    return (letter, rank, value_of(card, scheme))
