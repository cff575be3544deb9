"""Letter tiles and cards: which letter, which way up, or face down."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.lone_sign import read_lone_signs
from companion.vision.look import LIKELY_CARD, STAYED, Examined, Look, alternatives, as_quad, outermost, worth_asking
from companion.vision.quads import sizes_px
from companion.vision.read import LETTER_NOTHING, LETTER_TURNED_DOWN, LETTERS, read_letters
from companion.vision.rectify import cut, whole_card, window
from companion.vision.sighting import Sighting
from companion.vision.tesseract import SIGN_PX, is_installed, read_signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.find import Found

SHARED_DIRECTION = 0.9  # length of the mean direction above which a table counts as laid in one direction
ASTRAY = 0.005  # how likely a card of such a table stands in any one of the other three directions
STRAY = 0.5  # the most belief in a card across such a table, or of another size: it may be print, a name on a board
HARDLY_CARD, HARDLY = 0.6, 0.6  # the most belief where the finder is less sure than this of a card: it may be print
ALIKE = 1.35  # cards of one deck are of one size: by how much one may differ from what the others make expect
TURNED = {"N": "Z", "Z": "N", "M": "W", "W": "M"}  # letters that look like another when turned
EITHER_WAY = "OX"  # and these look the same: that one lies across says nothing
_TELLS_DIRECTION = [letter not in TURNED and letter not in EITHER_WAY for letter in LETTERS]
ALONE_BELOW = 0.985  # from this chance on a letter is sure without looking at its sign alone
ALONE_ERRS = 0.02  # how often that is wrong at least
SURE = 0.9  # a card that is likelier than this to be one letter says what the others are like
MISTAKABLE = 0.04  # a letter is asked about from this chance on that it is the other one, turned
NEARLY_SURE = 0.75  # from this confidence on Tesseract is asked too
AGREEING = 6.0  # its saying the same makes a letter likelier by so much (odds; measured on unseen typefaces: 8 to 12)
SIGN = (0.12, 0.12, 0.88, 0.88)  # the part of a card that it is shown
ENOUGH = 6  # this many sure cards say what size to expect
NOTHING_THERE = 0.6  # a place that is this likely no card of the deck is not reported at all


def examine_letters(look: Look) -> list[Examined]:
    """Every letter card of the look, and every card lying face down."""
    places, chances = _cards_and_readings(look)
    joint = chances[:, :LETTER_TURNED_DOWN].reshape(-1, len(LETTERS), 4) * _deck_prior(look.deck)[None, :, None]
    direction = direction_prior(joint, [place.quad for place in places])
    joint *= direction[:, None, :]
    _count_signs_alone(look, places, joint, chances[:, LETTER_TURNED_DOWN:])
    examined = []
    odd_sizes = _odd_sizes([place.quad for place in places], joint.sum(2).max(1) > SURE)
    seen = zip(places, joint, chances[:, LETTER_TURNED_DOWN:], direction, odd_sizes, strict=True)
    for place, letters, other, likely, odd in seen:
        total = float(letters.sum() + other.sum())
        down, nothing = float(other[0]) / total, float(other[1]) / total
        if nothing > NOTHING_THERE:
            continue
        by_letter = dict(zip(LETTERS, (letters.sum(1) / total).tolist(), strict=True))
        _stayed(by_letter, look.confirmed_at(place))
        by_letter["?"] = down
        label = max(by_letter, key=by_letter.__getitem__)
        turn = int(letters[LETTERS.index(label)].argmax()) if label != "?" else 0
        across = likely[turn] < 1 and label not in EITHER_WAY
        # A plain square of the cloth looks like a back, but less like a card.
        stray = odd or (across if label != "?" else place.score < LIKELY_CARD)
        turned = by_letter.get(TURNED.get(label, ""), 0.0) > MISTAKABLE
        confidence = calibrated("letters", by_letter[label], place.score)
        if stray or turned:
            confidence = min(confidence, STRAY)
        elif place.score < HARDLY_CARD:
            confidence = min(confidence, HARDLY)
        if not worth_asking(confidence, place.score):
            continue
        quad = np.roll(place.quad, -turn, 0)
        sighting = Sighting(
            kind="back" if label == "?" else "letter", label=label, quad=as_quad(quad), confidence=confidence,
            accepted=confidence >= threshold("letters"), alternatives=alternatives(by_letter, label),
            value=_printed_value(look.deck, label),
        )  # fmt: skip
        scores = {"letters": {**by_letter, "nothing": nothing}, "finder": {"card": place.score}}
        crop = partial(cut, look.pyramid, whole_card(quad), 160, 160)
        examined.append(Examined(sighting, crop, scores))
    return second_opinions(look, examined)


def _count_signs_alone(
    look: Look, places: list[Found], joint: NDArray[np.float32], others: NDArray[np.float32]
) -> None:
    """Where it is not sure which letter stands on a card (joint, n × 26 × 4), count what its sign alone looks like.

    Whether there is a letter at all that does not say.
    """
    letters = joint.sum(2)
    unsure = np.flatnonzero(letters.max(1) < ALONE_BELOW * (letters.sum(1) + others.sum(1)))
    signs = np.maximum(read_lone_signs(look.pyramid, [places[one].quad for one in unsure]), ALONE_ERRS)
    told = joint[unsure] * signs
    joint[unsure] = told * (letters[unsure].sum(1) / np.maximum(told.sum((1, 2)), 1e-9))[:, None, None]


def second_opinions(look: Look, examined: list[Examined]) -> list[Examined]:
    """What Tesseract says about the letters that are nearly sure: where it says the same, less of the doubt is left.

    All of them are read in one call. Strays, where the doubt is not about which letter it is, are not among them.
    """
    doubtful = [
        number
        for number, one in enumerate(examined)
        if one.sighting.kind == "letter" and NEARLY_SURE <= one.sighting.confidence < threshold("letters")
    ]
    if not doubtful or not is_installed():
        return examined
    quads = [np.array(examined[number].sighting.quad, np.float32) for number in doubtful]
    signs = [cut(look.pyramid, window(quad, *SIGN), SIGN_PX, SIGN_PX) for quad in quads]
    told = list(examined)
    for number, text in zip(doubtful, read_signs(signs), strict=True):
        one = examined[number]
        confidence = agreed(one.sighting.confidence) if text == one.sighting.label else one.sighting.confidence
        sighting = replace(one.sighting, confidence=confidence, accepted=confidence >= threshold("letters"))
        told[number] = replace(one, sighting=sighting, scores={**one.scores, "tesseract": {text: 1.0} if text else {}})
    return told


def agreed(confidence: float) -> float:
    """The confidence in a letter after Tesseract has said the same."""
    odds = AGREEING * confidence / (1 - confidence)
    return odds / (1 + odds)


def _cards_and_readings(look: Look) -> tuple[list[Found], NDArray[np.float32]]:
    """The places and what they may show, without values and other small print on cards.

    What is far too large for a card of this table hides nothing: it is a stretch of cloth with cards on it.
    """
    chances = read_letters(look.pyramid, [place.quad for place in look.found])
    legible = np.flatnonzero(chances[:, LETTER_NOTHING] < 0.5)
    cards = [look.found[index] for index in legible]
    places = outermost(look.found, cards)
    if len(places) < len(look.found):
        letters = chances[legible, :LETTER_TURNED_DOWN].reshape(-1, len(LETTERS), 4)
        odd = _odd_sizes([card.quad for card in cards], letters.sum(2).max(1) > SURE)
        places = outermost(look.found, list(compress(cards, ~odd)))
    kept = {id(place) for place in places}
    outer = [index for index, place in enumerate(look.found) if id(place) in kept]
    return [look.found[index] for index in outer], chances[outer]


def _deck_prior(deck: Deck) -> NDArray[np.float32]:
    """How much likelier than one in 26 each letter is in this deck; letters it does not have are impossible."""
    copies = np.zeros(len(LETTERS), np.float32)
    for card in deck.cards:
        if card.kind == "letter" and card.label in LETTERS:
            copies[LETTERS.index(card.label)] += card.copies
    if not copies.any():
        return np.ones(len(LETTERS), np.float32)
    return np.asarray(copies / copies.sum() * len(LETTERS), np.float32)


def direction_prior(joint: NDArray[np.float32], quads: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """How likely each quarter turn of each card is (n, 4), from the direction the surely read cards share."""
    prior = np.ones((len(quads), 4), np.float32)
    if len(quads) < 3:
        return prior
    corners = np.array(quads)
    edges = np.roll(corners, -1, 1) - corners  # edge t is the card's top if t is its turn
    directions = np.exp(1j * np.arctan2(edges[:, :, 1], edges[:, :, 0]))
    by_turn = joint.max(1)
    sure = joint[:, _TELLS_DIRECTION].max((1, 2)) > SURE  # an M that was taken for a W says that it lies upside down
    if sure.sum() < 3:
        return prior
    mean = directions[sure, by_turn[sure].argmax(1)].mean()
    if abs(mean) < SHARED_DIRECTION:
        return prior
    aligned = (directions * np.conj(mean / abs(mean))).real > np.cos(np.deg2rad(45))
    return np.where(aligned, 1 - 3 * ASTRAY, ASTRAY).astype(np.float32) * 4


def _odd_sizes(quads: list[NDArray[np.float32]], sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards are much larger or smaller than their neighbourhood makes expect (n,).

    Seen at an angle, the sizes of equal cards change evenly over the picture: the logarithm of the size is fitted as
    a plane over the surely read cards, twice, the second time without those that fit badly.
    """
    odd = np.zeros(len(quads), bool)
    fitted = np.flatnonzero(sure)
    if len(fitted) < ENOUGH:
        return odd
    plane = np.column_stack([np.ones(len(quads)), np.mean(quads, axis=1) / 1000])
    size = np.log(sizes_px(quads))
    off = size - np.median(size[fitted])
    for tolerance in (0.7, 0.25):
        near = fitted[np.abs(off[fitted]) < tolerance]
        if len(near) < ENOUGH:
            return odd
        pull = np.diag([0.0, 1.0, 1.0])  # few cards in one corner say little about the slope
        line = np.linalg.solve(plane[near].T @ plane[near] + 0.05 * pull, plane[near].T @ size[near])
        off = size - plane @ line
    return np.asarray(np.abs(off) > np.log(ALIKE))


def _stayed(by_letter: dict[str, float], confirmed: str | None) -> None:
    """Where a confirmed card lay, expect it again: mix the reading with what was confirmed, in place."""
    if confirmed in by_letter and by_letter[confirmed] > 0:
        weights = {name: STAYED if name == confirmed else (1 - STAYED) / 25 for name in by_letter}
        total = sum(by_letter[name] * weights[name] for name in by_letter)
        before = sum(by_letter.values())
        for name in by_letter:
            by_letter[name] *= weights[name] / total * before


def _printed_value(deck: Deck, label: str) -> int | None:
    values = {card.value for card in deck.cards if card.label == label}
    return values.pop() if len(values) == 1 else None
