"""What was detected in one frame: what every examiner of cards gets, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.vision.quads import holds, shared, size_px, sizes_px
from companion.vision.sighting import Alternative, Sighting, as_quad

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.find import Found

    Quad = NDArray[np.float32]

ALTERNATIVES = 4
LEAST_ALTERNATIVE = 0.005
ONE_MIDDLE = 0.4  # centres nearer than this part of a card's size are one card's
SHARED = 0.1  # of the smaller of two cards more than this part lies on the other: one lies over the other; chosen
MUCH_LARGER = 1.7  # times as large: what lies within such a card is print on it
LIKELY_READING, LIKELY_CARD = 0.5, 0.8  # either makes a doubtful place worth a question
DOUBTED = 0.5  # the confidence in a reading that something speaks against
SURELY_CARD = 0.95  # and this does though hardly anything, or nothing, can be read there


@dataclass(frozen=True, slots=True)
class Detections:
    """A frame (uint8 BGR) with its grey picture, the halvings of that, and the places where cards were found.

    `side_deg` is where the player sits, as in `Reader`.
    """

    frame: NDArray[np.uint8]
    grey: NDArray[np.uint8]
    pyramid: list[NDArray[np.uint8]]
    found: list[Found]
    deck: Deck
    side_deg: float = 0.0

    def examined(
        self, kind: str, label: str, quad: Quad, confidence: float, chances: dict[str, float],
        scores: dict[str, dict[str, float]], *, accepted: bool, **traits: Any,
    ) -> Examined:  # fmt: skip
        """What was read at a quad (4, 2), from its own top left: a card of this `kind` with this `label`, given what
        else it may be called (`chances`); `traits` are what else a `Sighting` says of it."""
        seen = Sighting(kind, label, as_quad(quad), confidence, accepted, **traits)
        seen = replace(seen, alternatives=alternatives(chances, seen.name))
        return Examined(seen, scores)


@dataclass(frozen=True, slots=True)
class Examined:
    """A sighting and what led to it: the scores by reader and label."""

    sighting: Sighting
    scores: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def quad(self) -> Quad:
        """The card's four corners (4, 2) in pixels, from its own top left."""
        return np.array(self.sighting.quad, np.float32)

    @property
    def presence(self) -> float:
        """How surely the finder sees a card there, 0…1."""
        return self.scores["finder"]["card"]

    def asked(self) -> Examined:
        """The same reading, of which people are asked."""
        return replace(self, sighting=replace(self.sighting, accepted=False))

    def doubted(self, why: Mapping[str, dict[str, float]], may_be: str | None = None) -> Examined:
        """The same reading, which something speaks against (`why`, one more of the scores); the card may as well be
        another (`may_be`), if it is known which."""
        seen = self.sighting
        others = seen.alternatives
        if may_be is not None:
            others = (Alternative(may_be, 1 - DOUBTED), *(other for other in others if other.label != may_be))
        confidence = min(seen.confidence, DOUBTED)
        doubted = replace(seen, confidence=confidence, accepted=False, alternatives=others)
        return replace(self, sighting=doubted, scores={**self.scores, **why})


def outermost(found: list[Found], cards: list[Found] | None = None) -> list[Found]:
    """The places that do not lie within a much larger one: print on a card may look like small cards.

    `cards` are the places that are known to be cards, when not all of `found` are.
    """
    cards = found if cards is None else cards
    least_px = MUCH_LARGER * sizes_px([place.quad for place in found])
    reach_px = sizes_px([card.quad for card in cards])
    if reach_px.max(initial=0.0) <= least_px.min(initial=np.inf):
        return found
    kept = []
    for one, most_px in zip(found, least_px, strict=True):
        around = [cards[int(number)].quad for number in np.flatnonzero(reach_px > most_px)]
        if not any(holds(quad, one.centre) for quad in around):
            kept.append(one)
    return kept


def once(examined: list[Examined]) -> list[Examined]:
    """Each card once: print in the middle of a card can be read only where no other card covers the middle."""
    if not examined:
        return []
    quads = np.array([one.sighting.quad for one in examined], np.float32)
    middles = quads.mean(1)
    reach = ONE_MIDDLE * sizes_px(quads)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) <= reach[:, None]
    if near.sum() == len(examined):  # each is near itself only, as on most tables
        return examined
    kept: list[int] = []
    for one in sorted(range(len(examined)), key=lambda each: -examined[each].sighting.confidence):
        if not near[one, kept].any():
            kept.append(one)
    return [examined[one] for one in sorted(kept)]


def shares_its_place(quad: Quad, others: Iterable[Quad]) -> bool:
    """Whether one of these others lies over a card or under it, and is not the card itself."""
    reach = ONE_MIDDLE * size_px(quad)
    return any(
        shared(quad, other) > SHARED and float(np.linalg.norm(quad.mean(0) - other.mean(0))) >= reach
        for other in others
    )


def worth_asking(confidence: float, presence: float) -> bool:
    """Whether a doubtful reading should be shown to people at all: there must be a card, or a likely reading."""
    return confidence > LIKELY_READING or presence > LIKELY_CARD


def alternatives(chances: dict[str, float], label: str) -> tuple[Alternative, ...]:
    """The other readings worth asking about, likeliest first."""
    others = sorted(((p, name) for name, p in chances.items() if name != label and p > LEAST_ALTERNATIVE), reverse=True)
    return tuple(Alternative(name, p) for p, name in others[:ALTERNATIVES])
