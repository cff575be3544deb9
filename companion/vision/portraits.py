"""Cards with a creature and its name: which one, by the name printed on it; upright or sideways, or face down.

The name is found wherever it stands on the card and whichever way the card lies: every line of print is compared with
the deck's names (`known_texts`). What the glyphs leave in doubt Tesseract reads too, all such cards in one call. The
colour of the border, where the deck file names it, helps a little; the printed DNA, where it is legible, must agree.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.around import whole_cards
from companion.vision.arrange import is_sideways, reading_direction
from companion.vision.border import colour_evidence
from companion.vision.calibrate import calibrated, threshold
from companion.vision.classifiers import LETTER_TURNED_DOWN, classify_letters
from companion.vision.cloth import of_the_cloth
from companion.vision.detections import (
    DOUBTED,
    LIKELY_CARD,
    Detections,
    Examined,
    worth_asking,
)
from companion.vision.known_texts import KnownTexts, comparable, contradicts, heard, posterior, stands_in
from companion.vision.print_lines import WORD_GAP, PrintLine, print_on
from companion.vision.quads import begun_at
from companion.vision.rectify import window
from companion.vision.tesseract import read_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.sighting import Sighting

LEAST_GLYPH = 0.022  # small letters of a name, in parts of the card's height
MOST_LINES = 7
BELIEF = 0.7  # evidence counts this much: what blurs one letter blurs its neighbours
SECOND_BELIEF = 0.5
CLEAR = 0.995  # a name this likely needs no second reader
SECOND_LINES = 3  # lines of a doubtful card that the second reader gets
# So many signs of a line, and so high ones (as of LEAST_GLYPH), speak for a name; more do not. Of eight ways to weigh
# both, with these most names were accepted, and none wrong, on 60 drawn tables of the settling side.
MANY_SIGNS, LARGE_SIGNS = 8, 0.08
LEGIBLE_DNA = 0.9
DNA_LETTERS = "ABCDXY"
DNA_HEIGHT = 0.75  # least height of printed DNA, in parts of the name's


@dataclass(slots=True)
class _Card:
    """What is known of one card while it is read: evidence is names × 4 quarter turns, in nats."""

    quad: NDArray[np.float32]
    presence: float
    down: float
    nothing: float
    lines: list[PrintLine]
    evidence: NDArray[np.float32]
    heard: dict[str, float]


def examine_portraits(detections: Detections) -> list[Examined]:
    """Every Monster, Villain and face-down card of the frame."""
    places = whole_cards(detections.frame, detections.pyramid, detections.found)
    quads = [place.quad for place in places]
    others = classify_letters(detections.pyramid, quads)[:, LETTER_TURNED_DOWN:]
    printed = print_on(detections.pyramid, quads, least_glyph=LEAST_GLYPH, most_lines=MOST_LINES)
    known = KnownTexts.of([*(card.label for card in detections.deck.cards), detections.deck.back or ""])
    cards = [
        _Card(quad, place.score, float(other[0]), float(other[1]), lines, _evidence(known, lines), {})
        for place, quad, other, lines in zip(places, quads, others, printed, strict=True)
    ]
    cards = _are_cards(cards, known)
    _ask_second_reader(cards, known)
    _look_at_borders(detections, cards)
    straight = reading_direction([card.quad for card in cards], detections.side_deg)
    examined = [_examined(detections, card, straight) for card in cards]
    names = [_name_on(card, one.sighting) for card, one in zip(cards, examined, strict=True)]
    single = [examined[one] for one in _printed_once(examined, names)]
    return [one for one in single if worth_asking(one.sighting.confidence, one.presence)]


def _evidence(known: KnownTexts, lines: list[PrintLine]) -> NDArray[np.float32]:
    """How much speaks for each text standing on the card in each direction: nats, texts × 4.

    The more signs stand on a card, the easier a text is found among them by chance.
    """
    evidence = known.by_turn(((one.turn, known.evidence(one.chances, one.word_begins)) for one in lines), -np.inf)
    chances_to_err = np.log(max(1, sum(len(line.chances) for line in lines)))
    return np.asarray(BELIEF * (evidence - chances_to_err), np.float32)


def _are_cards(cards: list[_Card], known: KnownTexts) -> list[_Card]:
    """Those that are no pattern of the cloth, which would have Tesseract read hundreds of lines."""
    at_once = [bool(card.lines) and not _is_doubtful(card, known) for card in cards]
    cloth = of_the_cloth([card.quad for card in cards], at_once, [card.presence > LIKELY_CARD for card in cards])
    return [card for card, is_cloth in zip(cards, cloth, strict=True) if not is_cloth]


def _ask_second_reader(cards: list[_Card], known: KnownTexts) -> None:
    """Let Tesseract read the likeliest lines of the cards that are still doubtful, and count what it says."""
    asked = [
        (card, sorted(card.lines, key=lambda line: -_promise(line, known))[:SECOND_LINES])
        for card in cards
        if card.lines and _is_doubtful(card, known)
    ]
    texts = iter(read_lines([line.picture for _, lines in asked for line in lines], signs=None))
    for card, lines in asked:
        said = [(line.turn, text) for line, text in zip(lines, texts, strict=False) if comparable(text)]
        card.heard |= {text: 1.0 for _, text in said}
        own = ((turn, SECOND_BELIEF * known.evidence(heard(text), _word_begins(text))) for turn, text in said)
        card.evidence = card.evidence + known.by_turn(own, 0.0)


def _word_begins(text: str) -> NDArray[np.bool_]:
    """Of each sign of a text as it is compared, whether a word begins with it."""
    return np.array([at == 0 for word in text.split() for at in range(len(comparable(word)))])


def _is_doubtful(card: _Card, known: KnownTexts) -> bool:
    """Whether it is not clear which of the texts stands on the card, or one that the print contradicts."""
    chances = posterior(card.evidence)
    text, turn = np.unravel_index(int(chances.argmax()), chances.shape)
    return float(chances.sum(1).max()) < CLEAR or _says_otherwise(card, int(turn), known.texts[text])


def _promise(line: PrintLine, known: KnownTexts) -> float:
    """How promising a line is for a second reading: many signs, and large ones, and the more like a name the better.

    What is drawn on the card, taken for print, is larger than any name, and has few signs.
    """
    likeness = float(known.evidence(line.chances, line.word_begins).max(initial=0.0))
    return max(likeness, 0.0) + 2 * min(len(line.chances), MANY_SIGNS) + 100 * min(line.height, LARGE_SIGNS)


def _look_at_borders(detections: Detections, cards: list[_Card]) -> None:
    colours = [card.colour for card in detections.deck.cards]
    for card in cards:
        for_names = colour_evidence(detections.frame, card.quad, colours)
        card.evidence = card.evidence + np.array([*for_names, 0.0], np.float32)[:, None]


def _examined(detections: Detections, card: _Card, straight: float) -> Examined:
    chances = posterior(card.evidence)
    by_text = dict(zip([one.label for one in detections.deck.cards], chances.sum(1).tolist(), strict=False))
    unnamed = 1 - sum(by_text.values())
    backs_text = float(chances[-1].sum())
    if _says_otherwise(card, int(chances[-1].argmax()), detections.deck.back or ""):
        backs_text = min(backs_text, DOUBTED)
    by_text["?"] = min(1.0, backs_text + unnamed * card.down * (not _has_print(card)))
    label = max(by_text, key=lambda name: by_text[name])
    chance = by_text[label]
    scores = {"names": dict(by_text), "finder": {"card": card.presence}, "tesseract": card.heard}
    known = next((one for one in detections.deck.cards if one.label == label), None)
    turn = int(chances[-1 if known is None else detections.deck.cards.index(known)].argmax())
    quad = begun_at(card.quad, turn)
    kind, traits, is_doubtful = "back", {}, card.presence < LIKELY_CARD
    if known is not None:
        kind, traits = known.kind, {"dna": known.dna, "sideways": is_sideways(quad, straight)}
        printed = _printed_dna(card, turn)
        if printed is not None:
            scores["dna"] = {printed: 1.0}
        is_other = printed is not None and known.dna is not None and printed != known.dna.upper()
        is_doubtful = is_other or _says_otherwise(card, turn, label)
    confidence = calibrated("words", min(chance, DOUBTED) if is_doubtful else chance, card.presence)
    accepted = confidence >= threshold("portraits")
    return detections.examined(kind, label, quad, confidence, by_text, scores, accepted=accepted, **traits)


def _name_on(card: _Card, seen: Sighting) -> NDArray[np.float32] | None:
    """Where in the frame the line stands that is most like the name that was read; None for a back."""
    (turn,) = (turn for turn in range(4) if np.allclose(begun_at(card.quad, turn), seen.quad))
    line = None if seen.kind == "back" else _line_of(card, turn, seen.label)
    return None if line is None else window(np.array(seen.quad, np.float32), *line.box)


def _printed_once(examined: list[Examined], names: list[NDArray[np.float32] | None]) -> list[int]:
    """Which of them are cards: of several that were read by one and the same name in the frame, it is printed on one.

    Half of a card, or its edge with some of the table, may be found besides the card; the card is the likelier one.
    """
    kept: list[int] = []
    for one in sorted(range(len(examined)), key=lambda each: -examined[each].presence):
        label, name = examined[one].sighting.label, names[one]
        same = (names[other] for other in kept if examined[other].sighting.label == label)
        if name is None or not any(other is not None and _is_one_line(name, other) for other in same):
            kept.append(one)
    return sorted(kept)


def _is_one_line(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two lines of print stand in the same place: closer to each other than the lesser of them is high."""
    heights_px = [float(np.linalg.norm(line[3] - line[0])) for line in (one, other)]
    return float(np.linalg.norm(one.mean(0) - other.mean(0))) < min(heights_px)


def _line_of(card: _Card, turn: int, label: str) -> PrintLine | None:
    """The line of print most like the name, of those that stand upright so."""
    upright = [line for line in card.lines if line.turn == turn and len(line.chances)]
    name = KnownTexts.of([label])
    return max(upright, key=lambda line: float(name.evidence(line.chances, line.word_begins)[0]), default=None)


def _says_otherwise(card: _Card, turn: int, label: str) -> bool:
    """Whether the line most like a name, or the back's text, contradicts it, and no second reader heard it: what stands
    there is no text of the deck."""
    best = _line_of(card, turn, label)
    if best is None or not contradicts(best.chances, best.word_begins, label):
        return False
    return not any(stands_in(text.split(), label) for text in card.heard)


def _has_print(card: _Card) -> bool:
    """Whether there are lines of legible print on the card, as on no back but on every face."""
    return sum(line.legible > 0.7 and len(line.chances) > 3 for line in card.lines) > 2


def _printed_dna(card: _Card, turn: int) -> str | None:
    """The DNA as printed: one or four letters alone, as large as the name; None when it cannot be made out."""
    upright = [line for line in card.lines if line.turn == turn]
    tall = max((line.height for line in upright if len(line.chances) > 2 and line.legible > 0.6), default=0.0)
    found = set()
    for line in upright:
        if line.height < DNA_HEIGHT * tall:
            continue
        for start, end in _words(line):
            chances = line.chances[start:end]
            text = "".join(DNA_LETTERS[i] for i in chances[:, [ord(x) - 65 for x in DNA_LETTERS]].argmax(1))
            legible = chances.max(1).min() > LEGIBLE_DNA and all(
                chances[at].argmax() == ord(sign) - 65 for at, sign in enumerate(text)
            )
            if legible and (text in tuple("ABCD") or len(text) == 4):
                found.add(text)
    return found.pop() if len(found) == 1 else None


def _words(line: PrintLine) -> list[tuple[int, int]]:
    starts = [0, *(at for at, gap in enumerate(line.gaps) if at and gap > WORD_GAP), len(line.gaps)]
    return list(itertools.pairwise(starts))
