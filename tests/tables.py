"""Tables as a camera would report them, for tests: one sighting per card of a row."""

from collections.abc import Iterable

from companion.vision.sighting import Alternative, Quad, Sighting, Table

CARD_WIDTH_PX, CARD_HEIGHT_PX, STEP_PX = 60.0, 80.0, 70.0


def sighting(label: str, place: int = 0, *, sure: bool = True, others: Iterable[str] = ()) -> Sighting:
    """A card at `place` in a row; not `sure`: below the threshold, with `others` as further readings."""
    left = 100 + place * STEP_PX
    right, top, bottom = left + CARD_WIDTH_PX, 200.0, 200.0 + CARD_HEIGHT_PX
    quad: Quad = ((left, top), (right, top), (right, bottom), (left, bottom))
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
