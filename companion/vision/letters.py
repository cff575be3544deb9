"""Letter tiles and cards: which letter, which way up, or face down."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.backs import circumstances
from companion.vision.calibrate import calibrated, threshold
from companion.vision.card_layout import count_layouts
from companion.vision.classifiers import (
    LETTER_NOTHING,
    LETTER_TURNED_DOWN,
    LETTERS,
    by_direction,
    by_letter,
    classify_letters,
)
from companion.vision.cloth import DWARFED
from companion.vision.cut_short import heights_beside_others
from companion.vision.detections import (
    LIKELY_CARD,
    SURELY_CARD,
    Detections,
    Examined,
    outermost,
    worth_asking,
)
from companion.vision.find import MUCH_SMALLER
from companion.vision.glare import doubt_bleached
from companion.vision.ground import on_like_ground
from companion.vision.lone_sign import HARDLY_CARD, LEGIBLE, count_lone_signs
from companion.vision.misfound import found_again, looked_at_closer, sized_alike
from companion.vision.neighbours import (
    EITHER_WAY,
    SURE_NEIGHBOUR,
    TURNED,
    direction_prior,
    laid_alike,
    larger_than_expected,
    odd_sizes,
)
from companion.vision.quads import begun_at, sizes_px
from companion.vision.ring_backs import doubt_ring_backs
from companion.vision.twins import count_twins

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.find import Found

STRAY = 0.5  # the most belief in a card laid across all others, or of another size: it may be print, a name on a board
HARDLY = 0.6  # the most belief where the finder is hardly sure of a card, or another card may lie over the letter
ACROSS = 0.25  # a turn that the others make less likely than this, 1 being that they say nothing, lies across; chosen
MISTAKABLE = 0.04  # a letter is asked about from this chance on that it is the other one, turned
# A letter lower than this part of the others may go on under another card, if it is one that others look like when they
# are cut short. Settled on 780 drawn tables in typefaces taught on, on 300 of which cards lie over each other: of 88
# silently wrong letters 40 are left, and 88 of 13,839 right ones are asked about.
CUT_SHORT = 0.88
LEFT_OF_ANOTHER = "CDFHIJKLOPRTUVY"  # all that were wrong there, and P, which an R without its leg looks like
CLUTTERED = 2.0  # the most times as many places that show nothing on 36 drawn tables of letters: 1.6
CARDS = 3  # so many surely read letters are cards, whatever lies between them; chosen
NOTHING_THERE = 0.6  # a place that is this likely no card of the deck is not reported at all
SOMETHING_THERE = 0.2  # unless it is less likely than this, however the other cards lie
# Or the finder is so sure of a card of the others' size, and the network less than this of nothing: an I by hand is
# hardly a sign. On 85 path-traced and 29 photographed tables two such places were cards, and one was none.
HARDLY_BLANK = 0.98
LIKE_A_CARD = 0.85  # what the finder takes for one as surely, and has the ground of those read, is not left out either
FEWEST_CARDS = 2  # that are read and say what ground is; chosen
WAYS_UP = ("as read", "turned right", "upside down", "turned left")


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """What was seen at one place: how likely it is each letter in each quarter turn (26, 4), or a card turned down or
    nothing (2,); how likely the neighbours make each turn (4,), and whether they make it of an `odd` size; what the
    sign `alone` says (26, 4), 0 where it was not looked at; how many times as likely its `twins` on the table make each
    letter (26,); how likely the deck's `layout` makes each turn (4,), 1 where it was not asked; how likely the place is
    `blank` by itself; how `high` the letter is, in parts of the others; what else tells whether it is a back, `beside`;
    and whether it has the ground of the cards that are read, as one `of_them`."""

    place: Found
    letters: NDArray[np.float32]
    other: NDArray[np.float32]
    likely: NDArray[np.float32]
    odd: bool
    alone: NDArray[np.float32]
    twins: NDArray[np.float32]
    layout: NDArray[np.float32]
    blank: float
    high: float
    beside: dict[str, float]
    of_them: bool

    @property
    def face_down(self) -> float:
        """How likely a card lies there face down."""
        return float(self.other[0]) / float(self.letters.sum() + self.other.sum())


def examine_letters(detections: Detections) -> list[Examined]:
    """Every letter card of the frame, and every card lying face down."""
    examined = (_examined(detections, each) for each in seen_on(detections))
    read = [one for one in examined if one is not None]
    return doubt_bleached(detections.frame, doubt_ring_backs(detections.frame, read))


def seen_on(detections: Detections) -> list[SeenPlace]:
    """What was seen at each place of the frame, and what the places say of each other."""
    places, chances = _cards_and_readings(detections)
    quads = [place.quad for place in places]
    joint = by_direction(chances) * _deck_prior(detections.deck)[None, :, None]
    direction = direction_prior(joint, quads)
    joint, others = laid_alike(joint, quads, direction), chances[:, LETTER_TURNED_DOWN:].copy()
    legible = chances[:, LETTER_NOTHING] <= NOTHING_THERE
    alone = count_lone_signs(detections.pyramid, places, joint, others, legible)
    total = joint.sum((1, 2)) + others.sum(1)
    twins = count_twins(detections.pyramid, quads, joint, total)
    layout = count_layouts(detections.pyramid, quads, joint, total, direction)
    sure = joint.sum(2).max(1) > SURE_NEIGHBOUR
    odd = odd_sizes(quads, sure)
    upright = np.array(list(map(begun_at, quads, joint.sum(1).argmax(1))), np.float32).reshape(-1, 4, 2)
    likely = np.array([place.score > LIKELY_CARD for place in places], np.bool_)
    cards = sure & likely & ~odd  # print is of any height
    high = heights_beside_others(detections.pyramid, upright, cards)
    beside = circumstances(detections.pyramid, quads, others[:, 0] / total, list(upright[sure]))
    blank = chances[:, LETTER_NOTHING]
    like = (blank > NOTHING_THERE) & ~odd & np.array([place.score > LIKE_A_CARD for place in places], np.bool_)
    of_them = np.zeros(len(places), np.bool_)
    if like.any() and cards.sum() >= FEWEST_CARDS:
        at = np.array(quads)
        of_them[like] = on_like_ground(detections.frame, at[like], at[cards])
    says = places, joint, others, direction, odd, alone, twins, layout, blank, high, beside, of_them
    return list(map(SeenPlace, *says))


def _examined(detections: Detections, seen: SeenPlace) -> Examined | None:
    """The card at a place; None when there is none."""
    total = float(seen.letters.sum() + seen.other.sum())
    down, nothing = seen.face_down, float(seen.other[1]) / total
    surely_card = (seen.place.score > SURELY_CARD and nothing < HARDLY_BLANK and not seen.odd) or seen.of_them
    if nothing > NOTHING_THERE and seen.blank > SOMETHING_THERE and not surely_card:
        return None  # but a card laid across is asked about, not left out
    chance_of = dict(zip(LETTERS, (seen.letters.sum(1) / total).tolist(), strict=True))
    chance_of["?"] = down
    label = max(chance_of, key=chance_of.__getitem__)
    turn = int(seen.letters[LETTERS.index(label)].argmax()) if label != "?" else 0
    if label == "?":
        confidence = calibrated("backs", down, seen.place.score, seen.beside)
        no_letters = seen.beside["letters"] == 0  # nothing on the table says that the deck lies there
        confidence = min(confidence, STRAY) if seen.odd or no_letters else confidence  # cards of a deck are of one size
    else:
        read = calibrated("letters", chance_of[label], seen.place.score)
        confidence = min(read, _most_belief(seen, chance_of, label, turn))
    if not worth_asking(confidence, seen.place.score):
        return None
    quad = begun_at(seen.place.quad, turn)
    scores = {"letters": {**chance_of, "nothing": nothing}, "finder": {"card": seen.place.score}}
    if seen.alone.any():
        scores["sign alone"] = dict(zip(LETTERS, seen.alone[:, turn].tolist(), strict=True))
    if seen.high != 1:
        scores["height beside the others"] = {label: float(seen.high)}
    if (seen.twins != 1).any():
        compared = np.flatnonzero(seen.twins != 1)
        scores["times as likely beside the others"] = {LETTERS[one]: float(seen.twins[one]) for one in compared}
    if (seen.layout != 1).any():
        turned = (float(seen.layout[(turn + quarters) % 4]) for quarters in range(4))
        scores["way up, by the deck's layout"] = dict(zip(WAYS_UP, turned, strict=True))
    accepted = confidence >= threshold("backs" if label == "?" else "letters")
    kind, value = "back" if label == "?" else "letter", _printed_value(detections.deck, label)
    return detections.examined(kind, label, quad, confidence, chance_of, scores, accepted=accepted, value=value)


def _most_belief(seen: SeenPlace, chance_of: dict[str, float], label: str, turn: int) -> float:
    """How far a reading may be believed at most, however clear it is: print on a table is clear too."""
    presence = seen.place.score
    across = seen.likely[turn] < ACROSS and label not in EITHER_WAY
    if seen.odd or across or chance_of.get(TURNED.get(label, ""), 0.0) > MISTAKABLE:
        return STRAY
    if seen.high < CUT_SHORT and label in LEFT_OF_ANOTHER:
        return HARDLY
    as_others = seen.likely[turn] > 1 and seen.alone[LETTERS.index(label), turn] > LEGIBLE
    return HARDLY if presence < HARDLY_CARD and not as_others else 1.0


def _cards_and_readings(detections: Detections) -> tuple[list[Found], NDArray[np.float32]]:
    """The places and what they may show, without values and other small print on cards.

    What is far too large for a card of this table is a stretch of cloth with cards on it, and hides nothing; but what
    surely shows a letter is a card all the same, since the small letters in corners may be more than the cards.
    """
    found = [place.quad for place in detections.found]
    chances = _rarer_among_nothing(classify_letters(detections.pyramid, found), sizes_px(found))
    legible = np.flatnonzero(chances[:, LETTER_NOTHING] < 0.5)
    cards = [detections.found[index] for index in legible]
    places = outermost(detections.found, cards)
    if len(places) < len(detections.found):
        sure = by_letter(chances[legible]).max(1) > SURE_NEIGHBOUR
        odd = odd_sizes([card.quad for card in cards], sure)
        places = outermost(detections.found, list(compress(cards, sure | ~odd)))
    kept = {id(place) for place in places}
    outer = [index for index, place in enumerate(detections.found) if id(place) in kept]
    places, chances = _without_specks([detections.found[index] for index in outer], chances[outer])
    places, chances = looked_at_closer(detections.pyramid, places, chances)
    places, chances = found_again(detections.pyramid, places, chances)
    return sized_alike(detections.pyramid, places, chances)


def _rarer_among_nothing(chances: NDArray[np.float32], sizes: NDArray[np.float64]) -> NDArray[np.float32]:
    """The chances (n, LETTER_CLASSES) of all places of a frame, where so many times more of those about as large (of n
    `sizes`) show nothing than something that it is as many times likelier of each: a letter among a hundred strokes of
    handwriting is one too. Not where several are surely read: on a patterned cloth cards are cards."""
    if (by_letter(chances).max(1, initial=0.0) > SURE_NEIGHBOUR).sum() >= CARDS:
        return chances
    nothing = chances[:, LETTER_NOTHING] > 0.5
    times = _as_large(sizes, sizes[nothing]) / np.maximum(1, _as_large(sizes, sizes[~nothing]))
    weighed = chances.copy()
    weighed[:, LETTER_NOTHING] *= np.where(times > CLUTTERED, times, 1)
    return np.asarray(weighed / weighed.sum(1, keepdims=True), np.float32)


def _as_large(sizes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.intp]:
    """How many of the others are about as large as each (n,); a lively cloth has a thousand places."""
    others = np.sort(others)
    return np.searchsorted(others, sizes * DWARFED) - np.searchsorted(others, sizes / DWARFED, "right")


def _without_specks(places: list[Found], chances: NDArray[np.float32]) -> tuple[list[Found], NDArray[np.float32]]:
    """The places and what they may show, without those that are far too small and hardly cards: the threads of a
    cloth, seen very near, look like a thousand signs."""
    likely = np.array([place.score > LIKELY_CARD for place in places], bool)
    sure = likely & (by_letter(chances).max(1, initial=0.0) > SURE_NEIGHBOUR)
    cards = likely | (larger_than_expected([place.quad for place in places], sure) > np.log(MUCH_SMALLER))
    return list(compress(places, cards)), chances[cards]


def _deck_prior(deck: Deck) -> NDArray[np.float32]:
    """How much likelier than one in 26 each letter is in this deck; letters it does not have are impossible."""
    copies = np.zeros(len(LETTERS), np.float32)
    for card in deck.cards:
        if card.kind == "letter" and card.label in LETTERS:
            copies[LETTERS.index(card.label)] += card.copies
    if not copies.any():
        return np.ones(len(LETTERS), np.float32)
    return np.asarray(copies / copies.sum() * len(LETTERS), np.float32)


def _printed_value(deck: Deck, label: str) -> int | None:
    values = {card.value for card in deck.cards if card.label == label}
    return values.pop() if len(values) == 1 else None
