"""Cards with a jumble of seven letters.

The line of seven signs is found whichever way the card lies, read glyph by glyph and compared with the deck's jumbles;
Tesseract reads what is doubtful, all such cards in one call, and so does the network that reads letter cards. A jumble
the deck does not have is accepted only when two readers say it letter for letter, it is the only print on its card, and
it cannot be read the other way up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.around import ONE_SIZE, outlines, whole_cards
from companion.vision.calibrate import calibrated, threshold
from companion.vision.classifiers import LETTER_TURNED_DOWN, by_direction, classify_crops, classify_letters
from companion.vision.detections import (
    DOUBTED,
    LIKELY_CARD,
    MUCH_LARGER,
    Detections,
    Examined,
    worth_asking,
)
from companion.vision.find import Found
from companion.vision.glyphs import SAME_UPSIDE_DOWN, SIGNS
from companion.vision.known_texts import KnownTexts, comparable, heard, posterior
from companion.vision.neighbours import without_specks
from companion.vision.print_lines import PrintLine, print_on
from companion.vision.quads import alike_px, begun_at, free_part, in_common, size_px
from companion.vision.tesseract import read_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_GLYPH = 0.05  # in parts of the card's height
MOST_LINES = 3
LETTERS = 7
LEAST_PX = 70.0  # seven signs of nine pixels go on no smaller a card (the square root of its area)
SAME = 0.85  # quads that have so much in common are one place
FREE = 0.7  # a card of which less is seen beside the others is not looked for; chosen
OUTLINE_ONLY = 0.0  # how surely the finder sees a card in an outline that it did not find
BELIEF = 0.6  # evidence counts this much: what blurs one letter blurs its neighbours
SECOND_BELIEF = 0.5
SECOND_LINES = 2  # lines of a doubtful card that the second reader gets
CLEAR = 0.999  # a jumble this likely needs no second reader
ODD_LENGTH = 3.0  # nats against a jumble for each sign too many or too few
MOST_AGAINST = 8.0  # nats that the second reader may at most speak against a text
LEGIBLE = 0.5  # least chance of each letter of a jumble the deck does not have, when Tesseract says the same
CLEARLY, ALSO = 0.8, 0.5  # and when the network that reads letter cards does: of each letter, by that one among letters
AGREED = 0.998  # how far a jumble the deck does not have is believed when two readers say it (once 627 of 628 right)


@dataclass(slots=True)
class _Card:
    """What is known of one card while it is read: evidence is jumbles × 4 quarter turns, in nats."""

    quad: NDArray[np.float32]
    presence: float
    down: float
    lines: list[PrintLine]
    evidence: NDArray[np.float32]
    agreed: set[tuple[str, int]] = field(default_factory=set)
    heard: dict[str, float] = field(default_factory=dict)


def examine_jumbles(detections: Detections) -> list[Examined]:
    """Every jumble of the frame, and every card lying face down.

    Where no jumble is surely read one is looked for in all else that may be a card: a place may have been drawn to the
    outline of another thing, and a card of which nobody knows the like may have been overlooked, though it has an
    outline. What has one as large as a jumble that is surely read is asked about, whatever stands on it.
    """
    around = outlines(detections.frame)
    places = whole_cards(detections.frame, detections.pyramid, detections.found, around=around)
    seen = _read_at(detections, places)
    read = [pair for pair in seen if worth_asking(pair[0].sighting.confidence, pair[0].presence)]
    outlined = [Found(quad, OUTLINE_ONLY) for quad in sorted(around, key=size_px, reverse=True)]
    others = _overlooked([*outlined, *detections.found], places)
    if not any(_is_jumble(one) for one, _ in read):
        read += [(one, True) for one, _ in _read_at(detections, others) if _is_jumble(one)]
    sizes = [size_px(one.quad) for one, _ in read if _is_jumble(one)]
    alike = [
        one
        for one in others
        if any(alike_px(one.size_px, size, ONE_SIZE) for size in sizes) and _is_free(one.quad, read)
    ]
    asked = zip(alike, _read_at(detections, alike), strict=True)
    for place, (one, _) in sorted(asked, key=lambda each: -each[1][0].sighting.confidence):
        if (_is_jumble(one) or place.score == OUTLINE_ONLY) and _is_free(place.quad, read):
            read.append((one, True))
    examined, are_cards = [one for one, _ in read], [is_card for _, is_card in read]
    return without_specks(examined, known=1, are_cards=are_cards)  # mostly one card lies there


def _is_free(quad: NDArray[np.float32], read: list[tuple[Examined, bool]]) -> bool:
    """Whether a place lies beside what was read; what is much larger and says nothing is a stretch of the table."""
    most_px = MUCH_LARGER * size_px(quad)
    cards = [one for one, _ in read if one.sighting.accepted or size_px(one.quad) < most_px]
    return free_part([one.quad for one in cards], quad) > FREE


def _is_jumble(one: Examined) -> bool:
    return one.sighting.kind == "jumble" and one.sighting.accepted


def _overlooked(may_be: list[Found], places: list[Found]) -> list[Found]:
    """What else may be a card that can be read, each place once."""
    others: list[Found] = []
    for one in may_be:
        if one.size_px > LEAST_PX and all(in_common(one.quad, other.quad) < SAME for other in (*places, *others)):
            others.append(one)
    return others


def _read_at(detections: Detections, places: list[Found]) -> list[tuple[Examined, bool]]:
    """What stands at each of these places, and whether two readers saw seven letters there."""
    quads = [place.quad for place in places]
    down = classify_letters(detections.pyramid, quads)[:, LETTER_TURNED_DOWN]
    printed = print_on(detections.pyramid, quads, least_glyph=LEAST_GLYPH, most_lines=MOST_LINES, least_glyphs=3)
    known = KnownTexts.of([*(card.label for card in detections.deck.cards), detections.deck.back or ""])
    cards = [
        _Card(quad, place.score, float(chance), lines, _evidence(known, lines))
        for place, quad, chance, lines in zip(places, quads, down, printed, strict=True)
    ]
    _ask_second_readers(cards, known)
    return [(_examined(detections, card), bool(card.agreed)) for card in cards]


def _evidence(known: KnownTexts, lines: list[PrintLine]) -> NDArray[np.float32]:
    """How much speaks for each text standing on the card in each direction: nats, texts × 4."""
    evidence = known.by_turn(((line.turn, _of_line(known, line.chances)) for line in lines), -np.inf)
    return np.asarray(BELIEF * (evidence - np.log(max(1, len(known.texts)))), np.float32)


def _of_line(known: KnownTexts, chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """The evidence of one line: of seven signs each in its place, of others as they fit, at a cost."""
    # The letters of a jumble may be set wide apart: a gap says nothing of where it begins.
    fitted = known.evidence(chances, np.ones(len(chances), bool)) - ODD_LENGTH * abs(len(chances) - LETTERS)
    if len(chances) == LETTERS:
        fitted[:-1] = known.evidence_in_place(chances)[:-1]  # the last text is the back's
    return fitted


def _ask_second_readers(cards: list[_Card], known: KnownTexts) -> None:
    """Let Tesseract read the likeliest lines of the doubtful cards, and count what it says; let the network that reads
    letter cards read what may be jumbles."""
    asked = [
        (card, sorted(card.lines, key=lambda line: -line.legible * line.height * len(line.chances))[:SECOND_LINES])
        for card in cards
        if card.lines and float(posterior(card.evidence).sum(1).max()) < CLEAR
    ]
    texts = iter(read_lines([line.picture for _, lines in asked for line in lines]))
    for card, lines in asked:
        said = [(line, text) for line, text in zip(lines, texts, strict=False) if comparable(text)]
        card.heard |= {text: 1.0 for _, text in said}
        same = {(comparable(text), one.turn) for one, text in said if comparable(text) == _seven_letters(one, LEGIBLE)}
        card.agreed |= _read_twice(card.lines) | same
        own = ((line.turn, np.maximum(_of_line(known, heard(text)), -MOST_AGAINST)) for line, text in said)
        card.evidence = card.evidence + SECOND_BELIEF * known.by_turn(own, 0.0)


def _read_twice(lines: list[PrintLine]) -> set[tuple[str, int]]:
    """The jumbles, each with its turn, that the network of single signs reads clearly, and that of letter cards too."""
    clear = [(line, text) for line in lines if (text := _seven_letters(line, CLEARLY))]
    if not clear:
        return set()
    chances = classify_crops(np.concatenate([line.crops() for line, _ in clear]))
    upright = by_direction(chances)[..., 0].reshape(len(clear), LETTERS, -1)
    upright = upright / np.maximum(upright.sum(2, keepdims=True), 1e-9)  # that a letter stands there is read already
    return {
        (text, line.turn)
        for (line, text), also in zip(clear, upright, strict=True)
        if "".join(SIGNS[int(at)] for at in also.argmax(1)) == text and also.max(1).min() > ALSO
    }


def _seven_letters(line: PrintLine, least: float) -> str:
    """What stands on a line of seven letters each at least this likely, "" on others."""
    letters = line.chances[:, :26]
    if len(letters) != LETTERS or letters.max(1).min() < least:
        return ""
    return "".join(SIGNS[int(at)] for at in letters.argmax(1))


def _other_way_up(text: str) -> bool:
    """Whether what a card shows upside down may be another jumble."""
    turned = "".join(SAME_UPSIDE_DOWN.get(letter, "") for letter in reversed(text))
    return len(turned) == len(text) and turned != text


def _stands_alone(lines: list[PrintLine], turn: int) -> bool:
    """Whether nothing else is printed that way up: stripes and dots around a word are a back's."""
    return sum(line.turn == turn for line in lines) == 1


def _examined(detections: Detections, card: _Card) -> Examined:
    chances = posterior(card.evidence)
    labels = [one.label for one in detections.deck.cards]
    by_text = dict(zip(labels, chances.sum(1).tolist(), strict=False))
    unread = 1 - float(chances.sum())
    by_text["?"] = min(1.0, float(chances[-1].sum()) + unread * card.down)
    label = max(by_text, key=lambda name: by_text[name])
    turn = int(chances[labels.index(label) if label in labels else -1].argmax())
    jumbles = {(text, way) for text, way in card.agreed if not _other_way_up(text) and _stands_alone(card.lines, way)}
    if by_text[label] < AGREED and len(card.agreed) == len(jumbles) == 1:
        ((label, turn),) = jumbles
        rivals = [chance for text, chance in by_text.items() if text != "?"]  # no back has seven letters
        by_text[label] = max(by_text.get(label, 0.0), AGREED * (1 - max(rivals, default=0.0)))
    chance = by_text[label]
    if label == "?" and card.presence < LIKELY_CARD:
        chance = min(chance, DOUBTED)  # a plain patch of the cloth looks like a back, but less like a card
    confidence = calibrated("words", chance, card.presence)
    quad = begun_at(card.quad, turn)
    glyphs = {line.text: line.legible for line in card.lines}
    scores = {"jumbles": by_text, "glyphs": glyphs, "tesseract": card.heard, "finder": {"card": card.presence}}
    kind, accepted = "back" if label == "?" else "jumble", confidence >= threshold("jumbles")
    return detections.examined(kind, label, quad, confidence, by_text, scores, accepted=accepted)
