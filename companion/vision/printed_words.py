"""Word cards: whole printed words, read twice: glyph by glyph by the letter network, and by Tesseract in one call for
all cards of a frame. What both say alike is believed; what they say differently is asked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.vision.around import whole_cards
from companion.vision.calibrate import calibrated, threshold
from companion.vision.classifiers import LETTERS, by_direction, classify_crops
from companion.vision.detections import DOUBTED, Detections, Examined
from companion.vision.neighbours import much_smaller, without_specks
from companion.vision.outline import to_outline
from companion.vision.parting import parted
from companion.vision.quads import begun_at, holds
from companion.vision.rectify import cut, window
from companion.vision.tesseract import read_lines
from companion.vision.textlines import TextLine, glyph_crops, line_alone, text_lines, whole_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.sighting import Corners

CARD_PX = 220  # the shorter side of a rectified word card
LINES = 2  # lines looked at for each direction of a card
READABLE = 0.35  # mean chance of a line's glyphs below which it is no print
WORD_GAP = 0.42  # a gap this wide, in parts of the glyphs' height, parts two words
PERHAPS_GAP, WIDER = 0.25, 2.5  # and one this wide may, if it is so many times as wide as the line's others
ALONE = 0.6  # how far one reader alone is believed
AGREED = 0.03  # how much of the doubt is left when a second reader says the same
LEAST_AGREED = 3  # letters a text must have for agreement to mean much
FIRST, TESSERACT, AGAIN = "the network", "Tesseract", "the network, of another printing"
KNOWN = 2  # so many cards that are read say how large a card is
CARD_PRESENCE = 0.7  # a place this surely a card is reported even when no word can be made out


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of print on a card: its picture lying upright, what the letter network reads, how surely (0…1), where it
    stands in the frame (`place`, a quad), and whether a gap in it is neither clearly one between words nor none."""

    turn: int
    place: NDArray[np.float32]
    picture: NDArray[np.uint8]
    text: str
    chance: float
    weight: float
    perhaps_parted: bool = False


def examine_words(detections: Detections) -> list[Examined]:
    """Every card of the frame with a printed word; cards on which none can be made out are doubtful."""
    places = whole_cards(detections.frame, detections.pyramid, detections.found)
    # Once more, from where a card's corners were seen: without that one of 1,267 words was accepted where no card lies,
    # on 260 drawn tables of those that thresholds are settled on.
    quads = [to_outline(detections.frame, place.quad) for place in places]
    lines = [_best_lines(detections, quad) for quad in quads]
    known = [card.label for card in detections.deck.cards]
    if known and detections.deck.back:
        known.append(detections.deck.back)
    seconds = read_lines([best[0].picture for best in lines if best])
    examined, prints = [], []
    for place, found, best in zip(places, quads, lines, strict=True):
        if not best and place.score < CARD_PRESENCE:
            continue
        second = seconds.pop(0) if best else ""
        by_text = opinions(best, second, known)
        label = max(by_text, key=lambda text: by_text[text])
        quad = begun_at(found, best[0].turn) if best else found
        confidence = calibrated("words", by_text[label], place.score) if best else 0.0
        if confidence >= threshold("words") and not known and parting_unsure(label, best, second):
            confidence = DOUBTED
        kind, label = _kind_of(label, detections.deck)
        accepted = confidence >= threshold("words")
        scores = {"words": by_text, "finder": {"card": place.score}}
        if best:
            scores |= {"letters": {one.text: one.chance for one in best}, "tesseract": {second: 1.0}}
        examined.append(detections.examined(kind, label, quad, confidence, by_text, scores, accepted=accepted))
        prints.append(best[0].place if best else None)
    return without_specks(parts_asked(each_word_once(examined, prints)), known=KNOWN)


def parts_asked(examined: list[Examined]) -> list[Examined]:
    """The cards of a frame, those asked about that are much smaller than others that are read: a few letters of a word,
    found alone."""
    read = np.array([one.sighting.accepted for one in examined], np.bool_)
    if not read.any():
        return examined
    are_parts = read & much_smaller(examined, read)
    return [one.doubted({}) if part else one for one, part in zip(examined, are_parts, strict=True)]


def each_word_once(examined: list[Examined], prints: list[NDArray[np.float32] | None]) -> list[Examined]:
    """The cards of a frame, of which one may have been found as several, each with the card's word: half of it, or its
    edge with some of the table, where a word may be printed once more.

    `prints` are where the lines stand that were read, quads (4, 2) in pixels. Where one's line stands on the other, the
    likelier place is the card; where they lie side by side within a card's size, the less likely one is asked about.
    """
    kept: list[int] = []
    kept_as: dict[int, Examined] = {}
    for one in sorted(range(len(examined)), key=lambda each: -examined[each].presence):
        now = examined[one]
        same = [other for other in kept if examined[other].sighting.label == now.sighting.label]
        places = [(examined[other].sighting.quad, prints[other]) for other in same]
        if any(_stands_on(prints[one], quad) or _stands_on(line, now.sighting.quad) for quad, line in places):
            continue
        kept.append(one)
        beside = any(_side_by_side(now.sighting.quad, quad) for quad, _ in places)
        kept_as[one] = now.doubted({}) if beside and now.sighting.accepted else now
    return [kept_as[one] for one in sorted(kept)]


def _stands_on(line: NDArray[np.float32] | None, quad: Corners) -> bool:
    """Whether the middle of a line of print lies on a card."""
    return line is not None and holds(np.array(quad, np.float32), line.mean(0))


def _side_by_side(one: Corners, other: Corners) -> bool:
    """Whether two places lie so near that both may be one card's: within the longest side of either."""
    first, second = np.array(one), np.array(other)
    longest_px = max(float(np.linalg.norm(quad[i] - quad[i - 1])) for quad in (first, second) for i in range(4))
    return float(np.linalg.norm(first.mean(0) - second.mean(0))) < longest_px


def parting_unsure(text: str, lines: list[PrintedLine], second: str) -> bool:
    """Whether it is unsure where in a text one word ends and the next begins. A gap that one line shows may be a torn
    letter's: Tesseract (`second`) or another printing must show it too."""
    alike = [line for line in lines if _plain(line.text) == _plain(text)]
    heard = [line.text for line in lines] + [second]
    if " " in text:
        return sum(_nearly(text, other) for other in heard) < 2
    apart = any(" " in other and _plain(other) == _plain(text) for other in heard)
    return apart or any(line.perhaps_parted for line in alike)


def _nearly(text: str, other: str) -> bool:
    return text.count(" ") == other.count(" ") and distance(text, other) <= 1


def _kind_of(label: str, deck: Deck) -> tuple[str, str]:
    """The kind of the card with this text, and its label: the words on a back say that it lies face down."""
    if deck.cards and label == deck.back:
        return "back", "?"
    return next((card.kind for card in deck.cards if card.label == label), "word"), label


def _best_lines(detections: Detections, quad: NDArray[np.float32]) -> list[PrintedLine]:
    """The readable lines of a card, the main one first. All have been turned upright."""
    candidates: list[tuple[int, NDArray[np.float32], NDArray[np.uint8], TextLine]] = []
    for turn in (0, 1):
        turned = begun_at(quad, turn)
        width, height = (float(np.linalg.norm(turned[i] - turned[0])) for i in (1, 3))
        scale = CARD_PX / max(min(width, height), 1.0)
        card = cut(detections.pyramid, turned, round(min(width * scale, 900)), round(min(height * scale, 900)))
        lines = [parted(card, line) for line in text_lines(card)[:LINES]]
        candidates += [(turn, turned, card, line) for line in lines if len(line.glyphs) > 1]  # one sign is no word
    if not candidates:
        return []
    crops = [glyph_crops(card, line) for _, _, card, line in candidates]
    chances = classify_crops(np.concatenate(crops))
    read: list[PrintedLine] = []
    start = 0
    for (turn, turned, card, line), own in zip(candidates, crops, strict=True):
        place = _place_of(line, turned, card)
        read.append(_read_line(turn, place, card, line, chances[start : start + len(own)]))
        start += len(own)
    return sorted((line for line in read if line.chance > READABLE), key=lambda line: -line.weight)


def _place_of(line: TextLine, quad: NDArray[np.float32], card: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Where in the frame a line stands, as a quad (4, 2), which was found on this picture of a card (`quad`)."""
    (x, y, width, height), (high, wide) = line.box, card.shape[:2]
    return window(quad, x / wide, y / high, (x + width) / wide, (y + height) / high)


def _read_line(
    turn: int, place: NDArray[np.float32], card: NDArray[np.uint8], line: TextLine, chances: NDArray[np.float32]
) -> PrintedLine:
    joint = by_direction(chances)
    upright, upside_down = joint[:, :, 0], joint[:, :, 2]
    flipped = float(np.log(upside_down.max(1) + 1e-3).sum()) > float(np.log(upright.max(1) + 1e-3).sum())
    glyphs = line.glyphs[::-1] if flipped else line.glyphs
    letters = upside_down[::-1] if flipped else upright
    gaps = [_gap(one, other) for one, other in pairwise(glyphs)]
    words = [gap > WORD_GAP * line.height_px for gap in gaps]
    usual = max(1.0, float(np.median(gaps))) if gaps else 1.0
    perhaps = [gap > max(PERHAPS_GAP * line.height_px, WIDER * usual) for gap in gaps]
    signs = [LETTERS[int(one.argmax())] for one in letters]
    text = "".join(sign + " " * parted for sign, parted in zip(signs, [*words, False], strict=True))
    chance = float(np.mean(letters.max(1)))
    # with what may be left out of the line
    picture = line_alone(card, line, whole_line(card, line), upside_down=flipped)
    weight = chance * line.height_px * len(glyphs) * abs(line.ground - line.ink)
    return PrintedLine((turn + 2 * flipped) % 4, place, picture, text, chance, weight, perhaps != words)


def _gap(one: Any, other: Any) -> float:
    first, second = (one, other) if one[0] < other[0] else (other, one)
    return float(second[0] - first[0] - first[2])


def opinions(lines: list[PrintedLine], second: str, known: list[str]) -> dict[str, float]:
    """The chances of the texts the readers propose, the letter network first, then Tesseract (`second`), then a
    second printing of the word on the card. A text two of them agree on, letter by letter, is very likely right;
    what only one of them says is as good as a guess. Two printings are read by the same network, which errs alike on
    both: their agreement counts only where Tesseract says so, too. (Without that 5 of 19 such texts were wrong on 220
    drawn tables of the side that thresholds are settled on, and none of 825 that Tesseract had read.)"""
    if not lines:
        return {"?": 0.0}
    first = lines[0]
    heard = [
        (text, weight, reader)
        for text, weight, reader in [(first.text, ALONE * first.chance, FIRST), (second, ALONE, TESSERACT)]
        if text
    ]
    heard += [(line.text, ALONE * line.chance, AGAIN) for line in lines[1:3] if len(line.text) >= LEAST_AGREED]
    if known:
        heard = [(*_nearest(text, weight, known), reader) for text, weight, reader in heard]
    doubts: dict[str, float] = {}
    said_by: dict[str, set[str]] = {}
    for text, weight, reader in heard:
        same = next((other for other in doubts if _plain(other) == _plain(text)), text)
        readers = said_by.setdefault(same, set())
        agreed = any(_may_vouch(reader, other, text, second) for other in readers) and len(_plain(text)) >= LEAST_AGREED
        doubts[same] = doubts[same] * AGREED if agreed else min(doubts.get(same, 1.0), 1 - weight)
        readers.add(reader)
    best = min(doubts, key=lambda text: doubts[text])
    rivals = sum(1 - doubt for text, doubt in doubts.items() if text != best)
    return {
        text: (1 - doubt) if text == best else (1 - doubt) * min(1.0, doubts[best] / max(rivals, 1e-6))
        for text, doubt in doubts.items()
    }


def _may_vouch(reader: str, other: str, text: str, second: str) -> bool:
    """Whether it means much that two readers say the same text, given what Tesseract says (`second`)."""
    return TESSERACT in (reader, other) or (FIRST in (reader, other) and _plain(second) == _plain(text))


def _nearest(text: str, weight: float, known: list[str]) -> tuple[str, float]:
    """The deck's text nearest to what was read, and how much the reading counts for it: less for each letter off."""
    nearest = min(known, key=lambda label: distance(_plain(text), _plain(label.upper())))
    off = distance(_plain(text), _plain(nearest.upper())) / max(len(_plain(nearest)), 1)
    return nearest, weight * max(0.0, 1 - 1.5 * off)


def _plain(text: str) -> str:
    return text.replace(" ", "")


def distance(one: str, other: str) -> int:
    """The least number of letters to add, leave out or change to make one text the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
