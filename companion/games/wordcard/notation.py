"""WORDCARD cards as they are written: `Q/R`, wilds `*=Q/R`, `*=/R`, `*=Q/`, and in a hand or on the pile `*`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, cast

from companion.games.events import Matching
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]

RANKS: tuple[Rank, ...] = ("7", "8", "9", "10", "J", "Q", "K", "A")
HOUSE_VALUES: Mapping[Rank, int] = {"7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 1}
WILD = "*"
WILDS = 4  # in the deck (W1)
WILD_WORTH = {"fewest": 0, "most": 25}  # on the table (W3)
WILD_IN_HAND = 50  # W20

_REAL = "(7|8|9|10|J|Q|K|A)/[A-Z]"
_STANDS_FOR = r"\*=((7|8|9|10|J|Q|K|A)/[A-Z]?|/[A-Z])"

RealCard = Annotated[str, Matching(_REAL, message("a card like Q/R: a rank 7–10, J, Q, K or A, and a capital letter"))]
LaidCard = Annotated[
    str,
    Matching(
        f"{_REAL}|{_STANDS_FOR}",
        message("a card like Q/R, or a wild with what it stands for"),
    ),
]
HandCard = Annotated[str, Matching(rf"{_REAL}|\*", message("a card like Q/R, or * for a wild"))]


@dataclass(frozen=True, slots=True)
class Face:
    """What a card on the table shows or stands for; a part a wild does not stand for is None."""

    rank: Rank | None
    letter: str | None
    wild: bool


@cache
def face(card: str) -> Face:
    """Read a card laid on the table, in the form the vocabulary has checked."""
    wild = card.startswith(WILD)
    rank, letter = card.removeprefix("*=").split("/")
    return Face(cast("Rank", rank) if rank else None, letter or None, wild)


def stands_for(wild: str, real: str) -> bool:
    """Whether `real` is the card (or, where only one part was needed, a card) that the laid `wild` stands for (W8)."""
    meant, shown = face(wild), face(real)
    return meant.wild and meant.rank in (None, shown.rank) and meant.letter in (None, shown.letter)


def in_hand(card: str) -> str:
    """The card as it was in the hand: a wild again stands for nothing."""
    return WILD if card.startswith(WILD) else card
