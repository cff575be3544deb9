"""What a look at the table can be taken for: a move, a doubtful card, a proposal, a difference. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.sentences import Told
    from companion.vision.sighting import Sighting, Table

NO, YES = "no", "yes"
NOTHING = told("no card")  # how an empty row is said in a sentence


@dataclass(frozen=True, slots=True)
class Move:
    """One legal event explains what is seen: `event`, complete, as a transcript has it."""

    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DoubtfulCard:
    """A card the camera is not sure of: `card` is its index among the table's sightings, `candidates` what it may be.

    `asks` says what is asked of it: which "card" it is, or what a "wild" stands for. Once somebody has answered, the
    table is looked at again.
    """

    card: int
    candidates: tuple[str, ...]
    said: Told
    asks: str = "card"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is seen is an event but for what a camera cannot know: the word said, the target, or that it is finished.

    `event` lacks its `missing` field, which somebody answers; with nothing `missing` somebody says yes or no.
    `candidates` are the likely answers, `meanings` what those stand for in the event that are not said as they are.
    `card` is the index of a sighting to show with the question; `is_else_none` says that by a no it is no card of the
    match while it lies there.
    """

    event: Mapping[str, Any]
    missing: str | None
    said: Told
    candidates: tuple[str, ...] = (YES, NO)
    meanings: Mapping[str, Any] = field(default_factory=dict)
    card: int | None = None
    is_else_none: bool = False

    def answered(self, answer: str) -> Mapping[str, Any] | None:
        """The complete event; None when the answer is no."""
        if self.missing is not None:
            return {**self.event, self.missing: self.meanings.get(answer, answer)}
        return self.event if answer == YES else None


@dataclass(frozen=True, slots=True)
class Difference:
    """No single event explains what is seen; `said` tells people what the table shows and what the match has."""

    said: Told


@dataclass(frozen=True, slots=True)
class TurnedForAll:
    """What several are waiting for that they go by, each with a part of their own (`companion.games.together`): `value`
    is what opens their gathering."""

    value: Any


Interpretation = Move | DoubtfulCard | Proposal | Difference | TurnedForAll | None


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered from one settled table to the next.

    `agreed` is the newest table that was as the match had it (None before the first); `must_clear` that the old board
    must be seen gone before anything counts; `spent` the labels of cards that are not taken for new ones. `chosen`
    has, by player, what was handed in by phone of what all show together: those cards do not lie there yet. `strayed`
    says that a card that somebody has called none of the match's lies where it lay no more, perhaps elsewhere.
    """

    agreed: Table | None = None
    must_clear: bool = False
    spent: frozenset[str] = frozenset()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    strayed: bool = False


def candidates(sighting: Sighting) -> tuple[str, ...]:
    """What a doubtful card may be, the likeliest first."""
    return tuple(dict.fromkeys((text_of(sighting), *(other.label for other in sighting.alternatives))))


def text_of(sighting: Sighting) -> str:
    """A card as events write it: its label, with the rank before it where it has one ("Q/R")."""
    return f"{sighting.rank}/{sighting.label}" if sighting.rank is not None else sighting.label


def spelled(row: Iterable[Sighting]) -> str:
    """A row as it was read, doubtful cards in brackets."""
    texts = [text_of(sighting) if sighting.accepted else f"({text_of(sighting)}?)" for sighting in row]
    return side_by_side(texts)


def side_by_side(cards: Sequence[str]) -> str:
    """Cards in one line: letters side by side, longer texts with spaces between."""
    apart = " " if any(len(card) > 1 and not card.startswith("(") for card in cards) else ""
    return apart.join(cards) or NOTHING


def doubt(table: Table, card: int, impossible: str = "") -> DoubtfulCard:
    """The question what a card is, which may not be `impossible`."""
    likely = tuple(label for label in candidates(table.sightings[card]) if label != impossible)
    choices = " / ".join(likely[:2])
    return DoubtfulCard(card, likely, told("New card: {choices}?", choices=choices))


def stands_for(card: int) -> DoubtfulCard:
    """The question what a wild stands for; the answer is written as in events: `*=Q/R`, `*=/R` or `*=Q/`."""
    return DoubtfulCard(card, (), told("What does the wild stand for?"), asks="wild")


def difference(seen: str, had: str) -> Difference:
    """What the table shows, beside what the match has."""
    return Difference(told("The table shows {seen}, the match has {had}: which is right?", seen=seen, had=had))


def agreement(expected: Sequence[str | None], row: Sequence[Sighting]) -> int | None:
    """How many cards of a row are surely as expected (None is a card nobody knows yet); None when it contradicts.

    A doubtful card where the match already has one contradicts nothing: the last confirmed table knows better.
    """
    if len(expected) != len(row):
        return None
    sure = 0
    for card, sighting in zip(expected, row, strict=True):
        if card is None or not sighting.accepted:
            continue
        if text_of(sighting) != card:
            return None
        sure += 1
    return sure
