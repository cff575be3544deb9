"""Which cards of an album lie on a table: quads are tried until their faces resemble cards, and agree with each other.

The corners that a network sees at the finder's places are enough to begin with; where they are not, the cards' outlines
are looked for, then cards of any size near by. As soon as some cards are known surely they say what shape all others
must have (`alike`), and the rest is looked for in that shape. So a card is believed only where two independent things
are right: its face, and its outline among its neighbours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.alike import ALIKE, ENOUGH, ExpectedShape
from companion.vision.around import whole_cards
from companion.vision.corners import to_corners
from companion.vision.detections import LIKELY_CARD, shares_its_place
from companion.vision.find import MUCH_SMALLER, of_one_size
from companion.vision.likeness import FAR, NEAR, WIDE, Likeness, Resemblance
from companion.vision.outline import to_edges, to_outline
from companion.vision.quads import UNIT, alike_px, clusters, depth_px, edges, free_part, size_px
from companion.vision.sides import by_sides, next_to, with_its_paper
from companion.vision.spread import edged_sides, faintly_edged_sides, stands_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from companion.vision.album import Album
    from companion.vision.find import Found

    Quad = NDArray[np.float32]
    Picture = NDArray[np.uint8]

SURE_OF_A_PICTURE = 0.9  # least confidence
# What counts as a card of the deck, by `Resemblance`; measured on drawn decks (`benchmarks/enrolled.py`): of a thousand
# cards that are what they are taken for all but one have a likeness over 0.83, a lead over 0.7 and are strange by less
# than 0.1; what is something else falls short in one of the three at least.
_RESEMBLES, _LIKENESS_COUNTS = 0.78, 73.0
_CLEAR, _LEAD_COUNTS = 0.5, 27.0
_STRANGE, _STRANGE_COUNTS = 0.16, 50.0
_FITTING = 0.1  # and so does the place of a face, which may have been cut out along its rim or within it
_STRETCHED = 1.6  # seen at an angle, a card's shape differs by less than this factor from what it is from above
_SLANTED = 0.3  # and its opposite sides by less than this part of its size
_SIZES = (0.8, 1.0, 1.25, 1.5)  # in which cards are looked for when nothing else is known
_PRINT = 0.18  # a sign on a card is larger than this part of it, and what is smaller may be part of a lattice
_FREE = 0.55  # a place of which less is free beside surely known cards is no card, but two at once, or part of one
_EDGED, _EDGELESS = 0.8, 0.3  # where most cards have edges along all sides, what has none along one lies elsewhere
# The next three were settled on path-traced tables of the house's cards, of seed 501 (`benchmarks/rendered.py`).
_AT_FIRST_SIGHT = 0.5  # less like every picture than this is no card beside others; 0.74 and more are 19 of 20 cards
_PERHAPS = 0.5  # a place less surely a card than this, where others are known, is left alone
_AGREEING = 2  # cards surely known, and of one shape, that say what shape the others have
_NEXT_TO = 0.04  # in parts of a card's size: between cards as near as this there may be no edge
_WITHIN = 0.15  # in parts of a card's size
# Both were settled on drawn rows and pairs of the house's letters, each of which covers 15 to 50 % of another. Of 550
# that were sure 7 were taken for another in their own place: all of these lead by less, of those that were right one in
# 25; of 300 right ones of rows five at most have more of what sets them apart from a rival under others.
_CLEAR_WHERE_SHARED, _UNTOLD = 0.75, 0.6
# Settled on drawn rows of the house's letters, each of which covers 40 % of the one before: of nine still wrong ones
# seven are less like their pictures; in rows that cover 10 to 30 % so are two of 300 letters, and none with a rank.
_LETTER_SEEN = 0.9


class AlbumMatcher:
    """Knows the cards of one album."""

    def __init__(self, album: Album) -> None:
        self._likeness = Likeness(album)
        self._aspect = float(np.median(album.aspects)) if len(album.aspects) else 1.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cards by their numbers in a `Resemblance`."""
        return self._likeness.cards

    def hidden(self, card: Quad, others: Sequence[Quad]) -> float:
        """How much of what tells cards apart lies under these other quads on one (0…1), given from its own top left."""
        return self._likeness.hidden(card, others)

    def matches(
        self, frame: Picture, pyramid: list[Picture], places: list[Found], read: Callable[[], list[Found]] | None = None
    ) -> list[Resemblance]:
        """What lies at the places found in a frame (BGR; and its grey `halvings`), each card once.

        `read` gives the places where cards can be read; it takes long, and is called where looks leave something
        unexplained. Without it everything is tried that takes as long.
        """
        everything, places = places, of_one_size(places)
        if read is not None:
            return self.straightened(pyramid, self._and_read(frame, pyramid, places, read))
        tried = self._quickly(pyramid, places)
        matches = self._by_outline(frame, pyramid, places, tried)
        # A lattice is as like itself one square further: only the edges tell.
        others = bounded(frame, self._about_print(pyramid, everything, matches), sure_quads(matches))
        return self.straightened(pyramid, _once([*matches, *others]))

    def is_misshapen(self, card: Quad, others: Sequence[Quad]) -> bool:
        """Whether a quad has not the shape that other cards, if there are any, make expected where it lies."""
        return bool(others) and ExpectedShape(others, self._aspect).misfit(card) >= _FITTING

    def is_part_of_another(self, match: Resemblance, matches: Sequence[Resemblance], *, is_letter: bool) -> bool:
        """Whether a card that shares its place with another of these, be it hardly one, may be made of what is seen of
        a third: a C of the left half of an O, if it is not far nearer to its own picture; a J of the right half of a U,
        if it has not the shape of those that are surely known; any letter, if it is hardly like its picture, while half
        a name is no other one."""
        if not _shares_its_place(match, matches):
            return False
        others = [one.quad for one in matches if one is not match and is_sure(one)]
        return (
            (is_letter and match.likeness < _LETTER_SEEN)
            or match.lead < _CLEAR_WHERE_SHARED
            or self.is_misshapen(match.quad, others)
            or self._likeness.untold(match, others) > _UNTOLD
        )

    def straightened(self, pyramid: list[Picture], matches: list[Resemblance]) -> list[Resemblance]:
        """The matches; where cards share their place and are not seen to the dot, what lies as the others say, if it is
        more like its picture: laid askew, an O hides the tail of a Q."""
        sure = [match for match in matches if is_sure(match)]
        askew = [at for at, match in enumerate(matches) if is_sure(match) and _shares_its_place(match, sure)]
        ways = []
        for at in askew:
            others = [one.quad for one in sure if one is not matches[at]]
            ways.append([ExpectedShape(others, self._aspect).at(matches[at].quad)])
        again = self._likeness.matches(pyramid, ways, NEAR)
        straight = list(matches)
        for at, match in zip(askew, again, strict=True):
            if match.likeness > straight[at].likeness:
                straight[at] = match
        return straight

    def _and_read(
        self, frame: Picture, pyramid: list[Picture], places: list[Found], read: Callable[[], list[Found]]
    ) -> list[Resemblance]:
        """The same, what looks do not explain being read."""
        firm = [place for place in places if place.score > LIKELY_CARD] or places
        tried = self._quickly(pyramid, firm)
        expected = self._expected(tried)
        first = [self._plausible(one) for one in tried] if expected is None else _fitting(tried, expected)
        known = self._walked(frame, pyramid, [one for one in bounded(frame, _once(first)) if is_sure(one)])
        known = self._with_uppermost(frame, pyramid, known)
        if known and not any(_is_left(place, sure_quads(known)) for place in places):
            return known
        tried += known
        cards = [card for card in read() if free_part(sure_quads(known), card.quad) > _FREE]
        tried += self._likeness.matches(pyramid, [[one.quad, to_outline(frame, one.quad)] for one in cards], FAR)
        if sum(card.score >= SURE_OF_A_PICTURE for card in cards) >= ENOUGH and not sure_quads(tried):
            return []  # cards that are read, and look otherwise
        left = [place for place in places if not known or _is_left(place, sure_quads(known))]
        matches = self._by_outline(frame, pyramid, [*cards, *left], tried, cards)
        return self._walked(frame, pyramid, matches)

    def _with_uppermost(self, frame: Picture, pyramid: list[Picture], matches: list[Resemblance]) -> list[Resemblance]:
        """The matches, and what lies whole where they explain nothing: the upper one of two cards that were found as
        one, or not at all."""
        known = sure_quads(matches)
        ways = by_sides(frame, self._aspect, known)
        tried = self._likeness.matches(pyramid, ways, NEAR, least=_AT_FIRST_SIGHT)
        whole = [match for match in tried if is_sure(match) and match.is_to_the_dot]
        return _once([*matches, *(match for match in whole if free_part(known, match.quad) > _FREE)])

    def _walked(self, frame: Picture, pyramid: list[Picture], matches: list[Resemblance]) -> list[Resemblance]:
        """The matches, and the cards that lie beside sure ones where the finder saw none, from one to the next."""
        ends = sure_quads(matches)
        while ends:
            known = sure_quads(matches)
            beside: list[Quad] = []
            for quad in (one for end in ends for one in with_its_paper(frame, end, next_to(end))):
                if free_part([*known, *beside], quad) > _FREE:
                    beside.append(quad)
            ways = [[quad] for quad in beside]
            new = self._likeness.matches(pyramid, ways, FAR, least=_AT_FIRST_SIGHT)
            new = [one for one in bounded(frame, _once(new), known) if is_sure(one)]
            new = [one for one in new if free_part(known, one.quad) > _FREE]
            matches = _once([*matches, *new])
            ends = [one.quad for one in matches if any(one is another for another in new)]
        return matches

    def _by_outline(
        self, frame: Picture, pyramid: list[Picture], places: list[Found], tried: list[Resemblance],
        likeliest: list[Found] | None = None,
    ) -> list[Resemblance]:  # fmt: skip
        """What lies at the places, given what was `tried` there. What takes longest is done for the `likeliest` places
        only, if these are given."""
        expected = self._expected(tried)
        if expected is None:
            tried = [*tried, *self._outlined(frame, pyramid, places)]
            expected = self._expected(tried)
        if expected is None and likeliest is None:
            tried = [*tried, *self._anyhow(pyramid, places)]
            expected = self._expected(tried)
        if expected is None:
            plain = [self._plain(frame, pyramid, to_outline(frame, place.quad)) for place in places]
            return _once([self._plausible(match) for match in (*tried, *filter(None, plain))])
        tried = _once([match for match in tried if is_sure(match) and _fits(match, expected)])
        tried = [match for match in bounded(frame, tried) if is_sure(match)]
        for closely in (False, True):
            known = sure_quads(tried)
            some = places if likeliest is None or not closely else likeliest
            rest = [place.quad for place in some if _may_be_another(place.quad, known, expected)]
            shaped = [[expected.at(quad, across=across) for across in (False, True)] for quad in rest]
            matches = self._edged(frame, pyramid, shaped) if closely else self._likeness.matches(pyramid, shaped, FAR)
            tried = bounded(frame, _once([*tried, *_fitting(matches, expected)]))
        return tried

    def _expected(self, matches: list[Resemblance]) -> ExpectedShape | None:
        """The shape that surely known cards have; None when too few agree."""
        sure = sure_quads(_once([match for match in matches if is_sure(match)]))
        if len(sure) < _AGREEING:
            return None
        expected = ExpectedShape(sure, self._aspect)
        return expected if sum(expected.misfit(quad) < ALIKE for quad in sure) >= _AGREEING else None

    def _quickly(self, pyramid: list[Picture], places: list[Found]) -> list[Resemblance]:
        """What lies at each place, its corners being where a network sees them."""
        quads = to_corners(pyramid, to_corners(pyramid, [place.quad for place in places]))
        ways = [[quad] for quad in quads]
        if len(quads) >= ENOUGH:
            expected = ExpectedShape(quads, self._aspect)
            for own, place in zip(ways, places, strict=True):
                if expected.misfit(own[0]) >= ALIKE:  # one of the two is wrong: where a cloth has dots, the others are
                    own.append(expected.at(place.quad))
        return self._likeness.matches(pyramid, ways, NEAR)

    def _outlined(self, frame: Picture, pyramid: list[Picture], places: list[Found]) -> list[Resemblance]:
        """What lies at each place, by the outlines of whole cards, and as found."""
        quads = [place.quad for place in whole_cards(frame, pyramid, places)]
        ways = [[quad] for quad in quads]
        if len(quads) >= ENOUGH:
            expected = ExpectedShape(quads, self._aspect)
            ways = [[quad, expected.at(quad)] for quad in quads]
            ways += [[place.quad, expected.at(place.quad)] for place in places]
        return self._likeness.matches(pyramid, ways, FAR)

    def _anyhow(self, pyramid: list[Picture], places: list[Found]) -> list[Resemblance]:
        """What lies at each place when only part of a card was found, or more than one."""
        ways = [
            [
                size * (quad - quad.mean(0)) + quad.mean(0)
                for quad in _rectangles(place.quad, self._aspect)
                for size in _SIZES
            ]
            for place in places
        ]
        return self._likeness.matches(pyramid, ways, WIDE)

    def _edged(self, frame: Picture, pyramid: list[Picture], shaped: list[list[Quad]]) -> list[Resemblance]:
        """What lies at each place, when it has the shape expected there, upright or across, or lies off: where edges
        are."""
        ways = [
            [*quads, *(to_edges(frame, quad) for quad in quads), *(to_outline(frame, quad) for quad in quads)]
            for quads in shaped
        ]
        plain = [self._plain(frame, pyramid, quad) for quads in ways for quad in quads]
        return [*self._likeness.matches(pyramid, ways, WIDE), *filter(None, plain)]

    def _about_print(
        self, pyramid: list[Picture], places: list[Found], matches: list[Resemblance]
    ) -> list[Resemblance]:
        """What lies where a card would lie straight to the known ones about what was found: of a black card on a black
        cloth that may be its print alone, of a back the squares of its lattice."""
        expected = self._expected(matches)
        if expected is None:
            return []
        known = sure_quads(matches)
        least_px = _PRINT * float(np.median([size_px(quad) for quad in known]))
        free = [place.quad for place in places if free_part(known, expected.at(place.quad)) > _FREE]
        prints = [quad for quad in free if size_px(quad) > least_px]
        lattices = clusters([quad for quad in free if size_px(quad) <= least_px])
        ways = [[expected.straight(quad, known)] for quad in (*prints, *lattices)]
        return _fitting(self._likeness.matches(pyramid, ways, WIDE, thoroughly=True), expected)

    def _plain(self, frame: Picture, pyramid: list[Picture], quad: Quad) -> Resemblance | None:
        """The quad as a card with nothing on it, where one seems to lie."""
        match = self._likeness.as_plain(pyramid, quad)
        return match if match is not None and stands_out(frame, quad) else None

    def _plausible(self, match: Resemblance) -> Resemblance:
        """The match, strange when no camera sees a card so: the bowl of a P may look like a D."""
        across, down = match.quad[1] - match.quad[0], match.quad[3] - match.quad[0]
        far_across, far_down = match.quad[2] - match.quad[3], match.quad[2] - match.quad[1]
        size = size_px(match.quad)
        slanted = max(np.linalg.norm(across - far_across), np.linalg.norm(down - far_down)) / size
        stretched = np.linalg.norm(across) / max(float(np.linalg.norm(down)), 1e-6) / self._aspect
        fits = slanted < _SLANTED and 1 / _STRETCHED < stretched < _STRETCHED
        return match if fits else replace(match, strange=1.0)


def _is_left(place: Found, known: list[Quad]) -> bool:
    """Whether a place that is perhaps a card, as large as the known ones, more or less, is none of them."""
    as_large = alike_px(place.size_px, float(np.median([size_px(quad) for quad in known])), 1 / MUCH_SMALLER)
    return place.score > _PERHAPS and as_large and free_part(known, place.quad) > _FREE


def _may_be_another(place: Quad, known: list[Quad], expected: ExpectedShape) -> bool:
    """Whether a card may lie at a place beside the known ones: one that is as large, more or less, as they are."""
    as_large = alike_px(size_px(place), size_px(expected.at(place)), 1 / MUCH_SMALLER)
    return as_large and free_part(known, place) > _FREE


def confidence_in(match: Resemblance) -> float:
    """A confidence 0…1: as good as the worst of three signs (see `Resemblance`)."""
    return min(resembling(match), _logistic(_LEAD_COUNTS * (match.lead - _CLEAR)))


def resembling(match: Resemblance) -> float:
    """How likely a card of the album lies so, be it this one or one much like it: 0…1."""
    signs = _LIKENESS_COUNTS * (match.likeness - _RESEMBLES), _STRANGE_COUNTS * (_STRANGE - match.strange)
    return _logistic(min(signs))


def chance_instead(lead: float) -> float:
    """How likely the other card is where this is the lead over it, 0…½."""
    return 0.5 * _logistic(-_LEAD_COUNTS * (lead - _CLEAR))


def sure_quads(matches: list[Resemblance]) -> list[Quad]:
    """The quads of the matches that may count as read."""
    return [match.quad for match in matches if is_sure(match)]


def is_sure(match: Resemblance) -> bool:
    """Whether a match may count as read."""
    return confidence_in(match) >= SURE_OF_A_PICTURE


def _logistic(sign: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(sign, -30, 30))))


def _fitting(matches: list[Resemblance], expected: ExpectedShape) -> list[Resemblance]:
    """The matches, those strange that have not the shape expected where they lie."""
    return [match if _fits(match, expected) else replace(match, strange=1.0) for match in matches]


def _fits(match: Resemblance, expected: ExpectedShape) -> bool:
    """Whether a match has the shape expected where it lies, or is a card to the dot: bent, or on top of others."""
    return match.is_to_the_dot or expected.misfit(match.quad) < _FITTING


def _shares_its_place(match: Resemblance, matches: Sequence[Resemblance]) -> bool:
    """Whether a card that is not seen to the dot shares its place with another of these."""
    return not match.is_to_the_dot and shares_its_place(match.quad, [one.quad for one in matches])


def _rectangles(quad: Quad, aspect: float) -> list[Quad]:
    """Cards of this shape in the middle of a quad, as large, upright and across."""
    size = size_px(quad)
    across, _ = edges(quad)
    unit = across / max(float(np.linalg.norm(across)), 1e-6)
    beside = np.array([-unit[1], unit[0]])
    wide, high = size * np.sqrt(aspect), size / np.sqrt(aspect)
    sides = [np.stack([unit * wide, beside * high]), np.stack([unit * high, beside * wide])]
    return [np.asarray(quad.mean(0) + (UNIT - 0.5) @ side, np.float32) for side in sides]


def bounded(frame: Picture, matches: list[Resemblance], known: list[Quad] | None = None) -> list[Resemblance]:
    """The matches, those strange that lack an edge where other cards of the frame have theirs: print alone, laid half
    over the table, may look like another card, but not to the dot. The other cards are the sure ones, unless others are
    `known`."""
    sure = sure_quads(matches) if known is None else known
    if len(sure) < ENOUGH or float(np.median([_edged(edged_sides, frame, quad, sure) for quad in sure])) < _EDGED:
        return matches
    return [
        replace(match, strange=1.0)
        if is_sure(match)
        and not match.is_to_the_dot
        and _edged(faintly_edged_sides, frame, match.quad, sure) < _EDGELESS
        else match
        for match in matches
    ]


def _edged(
    sides: Callable[[Picture, Quad], NDArray[np.float64]], frame: Picture, quad: Quad, cards: list[Quad]
) -> float:
    """The least part of a card's `sides` that is an edge, those along which another card lies left out."""
    reach = _NEXT_TO * size_px(quad)
    outer = quad.mean(0) + (1 + 2 * _NEXT_TO) * ((quad + np.roll(quad, -1, 0)) / 2 - quad.mean(0))
    parts = [
        part for part, place in zip(sides(frame, quad), outer, strict=True)
        if all(other is quad or depth_px(other, place) < -reach for other in cards)
    ]  # fmt: skip
    return float(min(parts, default=1.0))


def _once(matches: Sequence[Resemblance]) -> list[Resemblance]:
    """Each card once: of several matches in one place, the surest."""
    kept: list[Resemblance] = []
    for match in sorted(matches, key=lambda one: (-confidence_in(one), -one.likeness)):
        if not any(_covers(other.quad, match.quad) or _covers(match.quad, other.quad) for other in kept):
            kept.append(match)
    return kept


def _covers(quad: Quad, other: Quad) -> bool:
    """Whether the middle of the other quad lies well within this one."""
    return depth_px(quad, other.mean(0)) > _WITHIN * size_px(quad)
