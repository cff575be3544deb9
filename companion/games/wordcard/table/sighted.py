"""WORDCARD's cards as its lines and its grid both look at them: what must be asked, and what is as the match has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.interpretations import doubt, stands_for, text_of
from companion.games.wordcard.notation import WILD, in_hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.interpretations import DoubtfulCard
    from companion.vision.sighting import Table


def unsure(table: Table, cards: Iterable[int]) -> DoubtfulCard | None:
    """The first card people must name: a doubtful one, or a wild that says nothing of what it stands for."""
    for index in cards:
        sighting = table.sightings[index]
        if not sighting.accepted:
            return doubt(table, index)
        if sighting.label == WILD:
            return stands_for(index)
    return None


def instead_of_wild(table: Table, laid: Iterable[tuple[int, str]]) -> DoubtfulCard | None:
    """The question what lies where a wild was laid and seems to be a real card, though not surely (W8); `laid` are
    sightings and the cards that the match has there."""
    for index, card in laid:
        sighting = table.sightings[index]
        if card.startswith(WILD) and not sighting.accepted and text_of(sighting) != WILD:
            return doubt(table, index)
    return None


def may_be(table: Table, index: int, card: str) -> bool:
    """Whether a sighting may be this card of the match; a wild shows nothing of what it stands for."""
    sighting = table.sightings[index]
    return not sighting.accepted or in_hand(text_of(sighting)) == in_hand(card)
