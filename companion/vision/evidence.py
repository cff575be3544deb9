"""What a card looks like and what is printed on it, added up: one sum of log-odds for each place of a table.

A deck that this program prints is known by its looks, and its cards can be read besides. Looks cost little and see
cards that touch; print is read where looks leave something unexplained: a card half covered, or another printing of the
same game. Where only one of the two speaks it decides alone; where they contradict each other somebody is asked.

Of cards that lie partly under others a wrong one may be read: of an X under another card a Y may be left, of a W an N,
and whoever reads print is sure of it; a creature's name may be read off the card that lies over it. No picture of the
deck resembles what lies there, and the other cards say why.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.album_matching import chance_instead, is_sure, resembling
from companion.vision.arrange import is_sideways, reading_direction
from companion.vision.calibrate import LOGIT_LIMIT, threshold
from companion.vision.detections import (
    ONE_MIDDLE,
    SHARED,
    Detections,
    Examined,
    alternatives,
    shares_its_place,
)
from companion.vision.find import Found
from companion.vision.quads import shared, shared_area_px, size_px
from companion.vision.sighting import Sighting, as_quad

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from companion.cards import Card, Deck
    from companion.vision.album_matching import AlbumMatcher
    from companion.vision.likeness import Resemblance
    from companion.vision.sighting import Printing

    Quad = NDArray[np.float32]
    ByPrint = Callable[[Detections], list[Examined]]

BACK = "?"
SURE_TOGETHER = threshold("letters")  # the strictest that was fitted (`calibrate`), for what both say together
# These two were chosen with the rules they belong to and fitted on nothing.
FEW = 3  # so many cards that are read, and not known by their looks, are another printing
COVERED = 0.5  # a reading of which more lies on known cards is print on them
SINGLE_SIGNS = ("letters", "ranked_letters")  # half of such a sign may be another; half a name or a jumble is no other
# Settled on pairs of drawn cards (`benchmarks/overlapping.py`) of the first 80 seeds of each deck; the first of them on
# 120 more of letters.
HIDDEN = 0.06  # of what tells cards apart more lies under known cards


def looked_at_and_read(
    detections: Detections, looks: AlbumMatcher, by_print: ByPrint
) -> tuple[list[Examined], Printing | None]:
    """Every card of a frame by its looks and by its print; and whose printing lies there, None if that is not clear."""
    printed: list[Examined] = []

    def read_too() -> list[Found]:
        printed.extend(by_print(detections))
        return [Found(one.quad, one.sighting.confidence) for one in printed]

    matches = looks.matches(detections.frame, detections.pyramid, detections.found, read_too)
    straight = reading_direction([match.quad for match in matches], detections.side_deg)
    by_looks = partial(_Summed(detections.deck, looks).examined, straight=straight)
    sure = [match for match in matches if is_sure(match)]
    known = [(looks.names[match.card], match.quad) for match in sure]
    perhaps = [*(match.quad for match in matches), *(one.quad for one in printed)]
    unless_overlain = partial(asked_if_overlain, detections.deck.reads, looks, known, perhaps)
    beside = list(printed)
    examined = []
    for match in matches:
        one = _nearest(match.quad, beside)
        if one is not None:
            beside.remove(one)
        seen = by_looks(match, one)
        if seen is not None and _resembles(match):
            is_letter = seen.sighting.kind == "letter"
            is_part = looks.is_part_of_another(match, matches, is_letter=is_letter)
            examined.append(seen.asked() if is_part else seen)
        elif seen is not None:
            examined.append(unless_overlain(seen))
    free = [one for one in beside if not _lies_on(one.quad, [quad for _, quad in known])]
    return examined + [unless_overlain(one) for one in free], whose(matches, printed, looks.names)


class _Summed:
    """Adds up what is said of one place of a table."""

    def __init__(self, deck: Deck, looks: AlbumMatcher) -> None:
        self._names = tuple(dict.fromkeys((*looks.names, BACK)))
        self._known = looks.names
        self._cards = {card.name: card for card in deck.cards}

    def examined(self, match: Resemblance, read: Examined | None, *, straight: float) -> Examined | None:
        """The card at a place by its looks (`match`) and its print (`read`, None where nothing was read)."""
        looked = said_by_looks(match, self._known)
        sure = is_sure(match)
        if read is None:
            if not _resembles(match):
                return None
            return self._seen(match, looked, {"looks": looked}, accepted=sure, straight=straight)
        read = replace(read, scores={**read.scores, "looks": looked})
        if not _resembles(match):  # a card that is not in the album: the print speaks alone
            return read
        own = read.sighting
        together = added(self._names, looked, said_by_print(own))
        name = max(together, key=together.__getitem__)
        contradicted = own.name != self._known[match.card] and (own.accepted or not sure)
        accepted = together[name] >= SURE_TOGETHER and not contradicted
        if name != self._known[match.card]:
            others = alternatives(together, name)
            seen = replace(own, confidence=together[name], accepted=accepted, alternatives=others)
            return replace(read, sighting=seen)
        return self._seen(match, together, read.scores, accepted=accepted, straight=straight)

    def _seen(
        self, match: Resemblance, chances: Mapping[str, float], scores: dict[str, dict[str, float]], *,
        accepted: bool, straight: float,
    ) -> Examined:  # fmt: skip
        name = self._known[match.card]
        sighting = sighting_of(match, self._cards.get(name), straight)
        others = alternatives({one: chance for one, chance in chances.items() if one in self._names}, name)
        sighting = replace(sighting, confidence=chances[name], accepted=accepted, alternatives=others)
        return Examined(sighting, scores)


def asked_if_overlain(
    reads: str, looks: AlbumMatcher, known: Sequence[tuple[str, Quad]], perhaps: Sequence[Quad], one: Examined
) -> Examined:
    """A card that is read and resembles no picture of its deck: not accepted where known cards (names and quads) lie
    over what tells it, where the name of the card over it is read, or where it has not their shape and shares its place
    with one of them or with what is `perhaps` another.

    `reads` is what is read off the deck's cards.
    """
    if not one.sighting.accepted:
        return one
    over = [(name, other) for name, other in known if shared(one.quad, other) > SHARED]
    is_doubtful = any(name == one.sighting.name for name, _ in over)
    if reads in SINGLE_SIGNS and (over or shares_its_place(one.quad, perhaps)):
        is_doubtful |= looks.hidden(one.quad, [other for _, other in over]) > HIDDEN
        is_doubtful |= looks.is_misshapen(one.quad, [other for _, other in known])
    return one.asked() if is_doubtful else one


def sighting_of(match: Resemblance, card: Card | None, straight_deg: float) -> Sighting:
    """The card of a deck that was known by its looks, on a table that is read in this direction; None is the back."""
    seen = Sighting("back", BACK, as_quad(match.quad), 0.0, accepted=False)
    if card is None:
        return seen
    sideways = is_sideways(match.quad, straight_deg) if card.dna is not None else None
    return replace(
        seen, kind=card.kind, label=card.label, value=card.value, rank=card.rank, dna=card.dna, sideways=sideways
    )  # fmt: skip


def said_by_looks(match: Resemblance, names: tuple[str, ...]) -> dict[str, float]:
    """How likely a match makes each card that it names, by name; together 1 at most, the rest is any card's."""
    resembles = min(resembling(match), 1 / (1 + np.exp(-LOGIT_LIMIT)))
    weights = {names[card]: chance_instead(lead) for card, lead in match.others}
    weights[names[match.card]] = max(1 - sum(weights.values()), 1 / (1 + len(weights)))
    total = sum(weights.values())
    return {name: float(resembles * weight / total) for name, weight in weights.items()}


def said_by_print(seen: Sighting) -> dict[str, float]:
    """How likely what was read makes each card that it names; as `said_by_looks`."""
    chances = {other.label: other.confidence for other in seen.alternatives}
    return {**chances, seen.name: seen.confidence}


def added(names: tuple[str, ...], *voices: Mapping[str, float]) -> dict[str, float]:
    """The chances of the cards by what several say of them independently: the sum of the logarithms. What a voice
    leaves open is spread evenly over the cards that it does not name."""
    total = np.zeros(len(names))
    for chances in voices:
        named = sum(chances.get(name, 0.0) for name in names)
        silent = max(1, sum(name not in chances for name in names))
        rest = max(1 - named, np.exp(-LOGIT_LIMIT)) / silent
        total += np.log([max(chances.get(name, rest), rest) for name in names])
    odds = np.exp(total - total.max())
    return dict(zip(names, (odds / odds.sum()).tolist(), strict=True))


def _resembles(match: Resemblance) -> bool:
    """Whether a card of the album lies there rather than something else."""
    return resembling(match) > 0.5


def whose(matches: list[Resemblance], printed: list[Examined], names: tuple[str, ...]) -> Printing | None:
    """Whose printing lies there: ours if most faces are surely known by their looks, another if more are only read: a
    plain letter may look like ours by chance."""
    known = [match.quad for match in matches if is_sure(match) and names[match.card] != BACK]
    read = [one for one in printed if one.sighting.accepted and one.sighting.kind != "back"]
    only_read = sum(not _lies_on(one.quad, known) for one in read)
    if len(known) > only_read:
        return "ours"
    return "another" if only_read >= FEW else None


def _nearest(quad: Quad, printed: list[Examined]) -> Examined | None:
    """What was read at the place of a card, if anything was."""
    middle, reach = quad.mean(0), ONE_MIDDLE * size_px(quad)
    away = [float(np.linalg.norm(one.quad.mean(0) - middle)) for one in printed]
    return printed[int(np.argmin(away))] if away and min(away) < reach else None


def _lies_on(quad: Quad, known: list[Quad]) -> bool:
    area = sum(shared_area_px(quad, card) for card in known)
    return area > COVERED * size_px(quad) ** 2
