"""Cards with a letter in the middle and a rank in the corner, read together.

The letter network reads the letter and which way the card lies; the glyph network reads the rank in the corner, and the
reader of playing cards reads it too, where it finds an index: it needs no sign to stand free. What the two say
differently is asked. The deck's cards are likelier than others, but not the only ones that are read: people print decks
of their own.

Tesseract is asked about letters that are nearly sure: where it says the same, less of the doubt is left. Of letter
cards without ranks it is not asked: what is in doubt there is mostly what is hidden, and of that it sees no more than
the networks. On 580 drawn tables, many with cards over each other, 61 of 10,663 letters more were read with it, and 14
of 144 more were wrong: without it a lower threshold does better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.around import whole_cards
from companion.vision.calibrate import calibrated, threshold
from companion.vision.classifiers import (
    LETTER_TURNED_DOWN,
    LETTERS,
    RANKS,
    by_direction,
    by_letter,
    classify_at_a_glance,
    classify_letters,
)
from companion.vision.corner_rank import (
    NINE,
    corners_of,
    index_chances,
    queen_by_height,
    rank_chances,
    rank_signs,
    unless_queen,
    usual_height,
)
from companion.vision.counters import queen_by_counter
from companion.vision.detections import (
    LIKELY_CARD,
    SURELY_CARD,
    Detections,
    Examined,
    outermost,
    worth_asking,
)
from companion.vision.glare import doubt_bleached
from companion.vision.index_place import indices_on
from companion.vision.indices import find_indices
from companion.vision.letters import NOTHING_THERE, STRAY
from companion.vision.lone_sign import count_lone_signs, lone_sign
from companion.vision.neighbours import FEW, SURE_NEIGHBOUR, direction_prior, odd_sizes
from companion.vision.print_lines import PrintLine, print_on
from companion.vision.quads import begun_at
from companion.vision.tesseract import is_installed, read_signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.find import Found
    from companion.vision.indices import Index
    from companion.vision.sighting import Sighting

LEAST_GLYPH = 0.045  # of a rank, in parts of the card's height
MOST_LINES = 8
POSSIBLE = 0.01  # a direction less likely than this is not looked at
ELSEWHERE = 0.1  # how likely a card is that the deck does not have, beside one that it has
NEARLY_SURE = 0.75  # from this confidence on Tesseract is asked too
# Its saying the same makes a letter likelier by so much (odds). Chosen when it saw the middles of cards: there it was 8
# to 12, on unseen typefaces. Of 79 doubtful ones on 160 drawn tables of the settling side that it reads alike, shown
# the sign alone, none is another letter.
AGREEING = 6.0


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A place, how likely its letter makes each letter in each quarter turn (26, 4), or a card turned down or nothing
    (2,), and how likely letter and rank together make each card in each turn (26, 13, 4)."""

    place: Found
    letter: NDArray[np.float32]
    other: NDArray[np.float32]
    chances: NDArray[np.float32]

    def likelier(self, label: str, times: float) -> _Weighed:
        """The same where a letter is so many times as likely beside everything else."""
        weights = np.ones((len(LETTERS), 1), np.float32)
        weights[LETTERS.index(label)] = times
        return replace(self, letter=self.letter * weights, chances=self.chances * weights[:, None])


def examine_ranked_letters(detections: Detections) -> list[Examined]:
    """Every card of the frame: its letter and rank, or that it lies face down (a wild)."""
    places = whole_cards(detections.frame, detections.pyramid, detections.found, _surely_cards(detections))
    read = classify_letters(detections.pyramid, [place.quad for place in places])
    joint = by_direction(read)
    joint = joint * direction_prior(joint, [place.quad for place in places])[:, None, :]
    others = read[:, LETTER_TURNED_DOWN:]
    worth = np.array([_may_be_told(*each) for each in zip(places, joint, others, strict=True)], np.bool_)
    likely = worth | _seen_as_cards(places, read)
    places, joint, others = list(compress(places, likely)), joint[likely], others[likely]
    count_lone_signs(detections.pyramid, places, joint, others, np.ones(len(places), bool))
    quads = [place.quad for place in places]
    by_turn = joint.sum(1) / np.maximum(joint.sum((1, 2)), 1e-9)[:, None]
    turns = [np.flatnonzero(one > POSSIBLE).tolist() for one in by_turn]
    both_corners = [sorted({at for turn in one for at in (turn, (turn + 2) % 4)}) for one in turns]
    printed = print_on(detections.pyramid, quads, least_glyph=LEAST_GLYPH, most_lines=MOST_LINES, turns=both_corners)
    found = [index for index in find_indices(detections.grey, detections.pyramid) if not index.beside]
    indices = indices_on(detections.pyramid, quads, turns, found)
    prior = _deck_prior(detections)
    likely_turns = by_turn.argmax(1).tolist()
    height = usual_height([sign for own in zip(printed, likely_turns, strict=True) for sign in rank_signs(*own)])
    seen = []
    for place, letter, standing, lines, other in zip(places, joint, indices, printed, others, strict=True):
        ranks = {turn: _rank_at(detections, place, lines, turn, own, height) for turn, own in standing.items()}
        seen.append(_Weighed(place, letter, other, _card_chances(letter, ranks) * prior[:, :, None]))
    examined = _second_opinions(detections, seen, [_examined(detections, one) for one in seen])
    examined = doubt_bleached(detections.frame, examined)
    return [one for one in examined if worth_asking(one.sighting.confidence, one.presence)]


def _surely_cards(detections: Detections) -> list[Found]:
    """The places that surely are single cards: each shows a letter, and is as large as the others make expect."""
    found = detections.found
    chances = by_letter(classify_at_a_glance(detections.pyramid, [place.quad for place in found]))
    legible = outermost(list(compress(found, chances.max(1, initial=0.0) > SURE_NEIGHBOUR)))
    odd = odd_sizes([place.quad for place in legible], np.ones(len(legible), np.bool_))
    cards = list(compress(legible, ~odd))
    return cards if len(cards) >= FEW else []


def _second_opinions(detections: Detections, seen: list[_Weighed], examined: list[Examined]) -> list[Examined]:
    """What Tesseract says about the letters that are nearly sure: where it says the same, that letter is so much
    likelier. All of them are read in one call."""
    doubtful = [number for number, one in enumerate(examined) if _is_doubtful(one.sighting)]
    quads = [examined[number].quad for number in doubtful]
    for number, text in zip(doubtful, read_alone(detections.pyramid, quads), strict=True):
        if text == examined[number].sighting.label:
            surer = _examined(detections, seen[number].likelier(text, AGREEING))
            examined[number] = replace(surer, scores={**surer.scores, "tesseract": {text: 1.0}})
    return examined


def read_alone(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> list[str]:
    """Which capital Tesseract makes out on each card (4, 2), that begins at its top left; "" for none, or where it is
    not installed. It is shown the sign alone, without frame, value and neighbours: of 232 letters with ranks it reads
    224 so, and 174 in the middles of their cards."""
    if not is_installed():
        return [""] * len(quads)
    signs = [lone_sign(pyramid, quad) for quad in quads]
    said = iter(read_signs([sign[0] for sign in signs if sign]))
    return [next(said) if sign else "" for sign in signs]


def _is_doubtful(seen: Sighting) -> bool:
    """Whether it is nearly sure which card lies there, and which letter may be the doubt."""
    return seen.kind == "letter" and not seen.accepted and seen.confidence >= NEARLY_SURE


def _seen_as_cards(places: list[Found], read: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which places (n,) surely are cards, whatever can be `read` on them: the finder says so, and they are as large as
    those with a letter; none where too few have one to say that."""
    sure = by_letter(read).max(1, initial=0.0) > SURE_NEIGHBOUR
    odd = odd_sizes([place.quad for place in places], sure)
    firm = np.array([place.score > SURELY_CARD for place in places], np.bool_)
    return np.asarray(firm & ~odd & (sure.sum() >= FEW), np.bool_)


def _may_be_told(place: Found, letter: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether a place can come to be worth a question, whatever its rank: no reading is surer than that there is a
    letter at all, or a back."""
    likeliest = max(float(letter.sum()), float(other[0])) / float(letter.sum() + other.sum())
    return bool(other[1] <= NOTHING_THERE) and worth_asking(likeliest, place.score)


def _deck_prior(detections: Detections) -> NDArray[np.float32]:
    """How likely each letter with each rank is before anything is read (26, 13): the deck's cards, and a little each
    other card with a letter and a rank that the deck has."""
    prior = np.zeros((len(LETTERS), len(RANKS)), np.float32)
    cards = [card for card in detections.deck.cards if card.kind == "letter" and card.rank in RANKS]
    for card in cards:
        prior[:, RANKS.index(str(card.rank))] = ELSEWHERE
    for card in cards:
        prior[LETTERS.index(card.label), RANKS.index(str(card.rank))] = 1.0
    return prior


def _rank_at(
    detections: Detections, place: Found, lines: list[PrintLine], turn: int, indices: list[Index], usual: float | None
) -> NDArray[np.float32]:
    """How likely each rank is (13,) on a card standing at this quarter turn, by its print and its indices together; the
    table's ranks stand as high as `usual`."""
    both = index_chances(indices) * rank_chances(lines, turn)
    chances = np.asarray(both / both.sum(), np.float32)
    for_queen = queen_by_height(rank_signs(lines, turn), usual)
    if chances.argmax() == NINE:
        for_queen = max(for_queen, queen_by_counter(detections.pyramid, corners_of(place.quad, turn)))
    return unless_queen(chances, for_queen)


def _card_chances(letter: NDArray[np.float32], ranks: dict[int, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The letter's chance times the rank's, for each letter, rank and quarter turn (26, 13, 4); the rank's are given
    for each turn that is possible."""
    chances = np.zeros((len(LETTERS), len(RANKS), 4), np.float32)
    for turn, rank in ranks.items():
        chances[:, :, turn] = letter[:, None, turn] * rank
    return chances


def _examined(detections: Detections, seen: _Weighed) -> Examined:
    """The likeliest card over all letters, ranks and quarter turns, or the back."""
    letter, other, chances = seen.letter, seen.other, seen.chances
    quad, presence = seen.place.quad, seen.place.score
    everything = float(letter.sum() + other.sum())
    share = chances / max(float(chances.sum()), 1e-9) * float(letter.sum()) / everything
    by_text = {
        f"{rank}/{label}": float(share[row, column].sum())
        for row, label in enumerate(LETTERS)
        for column, rank in enumerate(RANKS)
        if share[row, column].sum() > 1e-6
    }
    by_text["?"] = float(other[0]) / everything
    text = max(by_text, key=lambda name: by_text[name])
    plain = text == "?" and presence < LIKELY_CARD
    letter_chance = by_text["?"] if text == "?" else float(share[LETTERS.index(text.split("/")[1])].sum())
    believed = calibrated("letters", min(letter_chance, STRAY) if plain else letter_chance, presence)
    confidence = min(believed, by_text[text])
    scores = {"cards": by_text, "finder": {"card": presence}}
    accepted = believed >= threshold("letters") and (text == "?" or by_text[text] >= threshold("ranked_letters"))
    if text == "?":
        return detections.examined("back", "?", quad, confidence, by_text, scores, accepted=accepted)
    rank, label = text.split("/")
    turn = int(share[LETTERS.index(label), RANKS.index(rank)].argmax())
    value = next((card.value for card in detections.deck.cards if card.rank == rank), None)
    quad, traits = begun_at(quad, turn), {"value": value, "rank": rank}
    return detections.examined("letter", label, quad, confidence, by_text, scores, accepted=accepted, **traits)
