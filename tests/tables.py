"""Tables as a camera would report them, for tests: one sighting per card of a row."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from companion.vision.arrange import rows_of
from companion.vision.sighting import Alternative, Corners, Sighting, Table

CARD_WIDTH_PX, CARD_HEIGHT_PX, STEP_PX = 60.0, 80.0, 70.0


def sighting(label: str, place: int = 0, *, sure: bool = True, others: Iterable[str] = ()) -> Sighting:
    """A card at `place` in a row; not `sure`: below the threshold, with `others` as further readings."""
    left = 100 + place * STEP_PX
    right, top, bottom = left + CARD_WIDTH_PX, 200.0, 200.0 + CARD_HEIGHT_PX
    quad: Corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    kind = "back" if label == "?" else "letter"
    alternatives = tuple(Alternative(other, 0.3) for other in others)
    return Sighting(kind, label, quad, 0.999 if sure else 0.5, sure, alternatives)


def row(cards: str, *, doubtful: dict[int, str] | None = None) -> list[Sighting]:
    """A row of cards; `doubtful` maps places to the other readings of the cards the camera is not sure of."""
    unsure = doubtful or {}
    return [
        sighting(card, place, sure=place not in unsure, others=unsure.get(place, ""))
        for place, card in enumerate(cards)
    ]


def table(cards: str, *, doubtful: dict[int, str] | None = None) -> Table:
    """A table with one row (none when there is no card)."""
    seen = tuple(row(cards, doubtful=doubtful))
    return Table(seen, (tuple(range(len(seen))),) if seen else ())


def card_at(text: str, x: float, y: float, *, sure: bool = True, sideways: bool | None = None) -> Sighting:
    """A card as events write it ("E", "Q/R", "?", a name) with its middle at a place in pixels; `sideways` as read."""
    half_x, half_y = CARD_WIDTH_PX / 2, CARD_HEIGHT_PX / 2
    quad: Corners = (
        (x - half_x, y - half_y), (x + half_x, y - half_y), (x + half_x, y + half_y), (x - half_x, y + half_y),
    )  # fmt: skip
    rank, slash, letter = text.partition("/")
    kind = "back" if text == "?" else "wild" if text == "*" else "letter"
    confidence = 0.999 if sure else 0.5
    return Sighting(
        kind, letter if slash else text, quad, confidence, sure, rank=rank if slash else None, sideways=sideways
    )


def lines(*rows: Iterable[str], doubtful: Iterable[tuple[int, int]] = (), left_px: float = 100) -> Table:
    """A table with several rows from far to near, each left to right; `doubtful` are (row, place) of unsure cards."""
    unsure = set(doubtful)
    seen: list[Sighting] = []
    indices = []
    for number, row in enumerate(rows):
        start = len(seen)
        seen += [
            card_at(text, left_px + place * STEP_PX, 100 + number * 110, sure=(number, place) not in unsure)
            for place, text in enumerate(row)
        ]
        if len(seen) > start:
            indices.append(tuple(range(start, len(seen))))
    return Table(tuple(seen), tuple(indices))


def sighted(drawn: Any) -> Table:
    """What a camera with perfect eyesight sees of a drawn table."""
    cards, quads = drawn.cards, drawn.quads()
    sightings = tuple(
        Sighting(
            "back" if card.face_down else card.card.kind, card.label, quad, 0.999, accepted=True,
            rank=None if card.face_down else card.card.rank, dna=card.card.dna,
            sideways=card.sideways if card.card.dna and not card.face_down else None,
        )
        for card, quad in zip(cards, quads, strict=True)
    )  # fmt: skip
    return Table(sightings, rows_of([np.array(quad, np.float32) for quad in quads]))
