"""Word cards: whole printed words, read twice: glyph by glyph by the letter network, and by Tesseract in one call for
all cards of a frame. What both say alike is believed; what they say differently is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.look import Examined, Look, alternatives, as_quad
from companion.vision.read import LETTER_TURNED_DOWN, LETTERS, read_crops
from companion.vision.rectify import cut
from companion.vision.sighting import Sighting
from companion.vision.tesseract import read_lines
from companion.vision.textlines import TextLine, glyph_crops, text_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

CARD_PX = 220  # the shorter side of a rectified word card
LINES = 2  # lines looked at for each direction of a card
READABLE = 0.35  # mean chance of a line's glyphs below which it is no print
WORD_GAP = 0.42  # a gap this wide, in parts of the glyphs' height, parts two words
CARD_PRESENCE = 0.7  # a place this surely a card is reported even when no word can be made out


@dataclass(frozen=True, slots=True)
class Line:
    """A line of print on a card: its picture lying upright, what the letter network reads, how surely (0…1)."""

    turn: int
    picture: NDArray[np.uint8]
    text: str
    chance: float
    weight: float


def examine_words(look: Look) -> list[Examined]:
    """Every card of the look with a printed word; cards on which none can be made out are doubtful."""
    lines = [_best_lines(look, place.quad) for place in look.found]
    seconds = read_lines([best[0].picture for best in lines if best])
    examined = []
    for place, best in zip(look.found, lines, strict=True):
        if not best and place.score < CARD_PRESENCE:
            continue
        second = seconds.pop(0) if best else ""
        by_text = opinions(best, second, [card.label for card in look.deck.cards])
        label = max(by_text, key=lambda text: by_text[text])
        quad = np.roll(place.quad, -best[0].turn, 0) if best else place.quad
        confidence = calibrated("words", by_text[label], place.score) if best else 0.0
        sighting = Sighting(
            kind="word", label=label, quad=as_quad(quad), confidence=confidence,
            accepted=confidence >= threshold("words"), alternatives=alternatives(by_text, label),
        )  # fmt: skip
        scores = {"words": by_text, "finder": {"card": place.score}}
        if best:
            scores |= {"letters": {one.text: one.chance for one in best}, "tesseract": {second: 1.0}}
        examined.append(Examined(sighting, cut(look.pyramid, quad, 300, 200), scores))
    return examined


def _best_lines(look: Look, quad: NDArray[np.float32]) -> list[Line]:
    """The readable lines of a card, the main one first. All have been turned upright."""
    candidates: list[tuple[int, NDArray[np.uint8], TextLine]] = []
    for turn in (0, 1):
        turned = np.roll(quad, -turn, 0)
        width, height = (float(np.linalg.norm(turned[i] - turned[0])) for i in (1, 3))
        scale = CARD_PX / max(min(width, height), 1.0)
        card = cut(look.pyramid, turned, round(min(width * scale, 900)), round(min(height * scale, 900)))
        candidates += [(turn, card, line) for line in text_lines(card)[:LINES]]
    if not candidates:
        return []
    crops = [glyph_crops(card, line) for _, card, line in candidates]
    chances = read_crops(np.concatenate(crops))
    read: list[Line] = []
    start = 0
    for (turn, card, line), own in zip(candidates, crops, strict=True):
        read.append(_read_line(turn, card, line, chances[start : start + len(own)]))
        start += len(own)
    return sorted((line for line in read if line.chance > READABLE), key=lambda line: -line.weight)


def _read_line(turn: int, card: NDArray[np.uint8], line: TextLine, chances: NDArray[np.float32]) -> Line:
    joint = chances[:, :LETTER_TURNED_DOWN].reshape(-1, len(LETTERS), 4)
    upright, upside_down = joint[:, :, 0], joint[:, :, 2]
    flipped = float(np.log(upside_down.max(1) + 1e-3).sum()) > float(np.log(upright.max(1) + 1e-3).sum())
    glyphs = line.glyphs[::-1] if flipped else line.glyphs
    letters = upside_down[::-1] if flipped else upright
    text = ""
    for index, one in enumerate(letters):
        text += LETTERS[int(one.argmax())]
        if index + 1 < len(glyphs) and _gap(glyphs[index], glyphs[index + 1]) > WORD_GAP * line.height_px:
            text += " "
    chance = float(np.mean(letters.max(1)))
    weight = chance * line.height_px * len(glyphs) * abs(line.ground - line.ink)
    return Line((turn + 2 * flipped) % 4, _picture(card, line, flipped), text, chance, weight)


def _gap(one: Any, other: Any) -> float:
    first, second = (one, other) if one[0] < other[0] else (other, one)
    return float(second[0] - first[0] - first[2])


def _picture(card: NDArray[np.uint8], line: TextLine, flipped: bool) -> NDArray[np.uint8]:
    """The line alone, dark on light, upright."""
    x, y, w, h = line.box
    margin = max(3, round(line.height_px * 0.35))
    region = card[max(0, y - margin) : y + h + margin, max(0, x - margin) : x + w + margin].astype(np.float32)
    stretched = np.clip((region - line.ink) / (line.ground - line.ink) * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.rotate(stretched, cv2.ROTATE_180) if flipped else stretched, np.uint8)


def opinions(lines: list[Line], second: str, known: list[str]) -> dict[str, float]:
    """The chances of the texts the readers propose. Letter network, Tesseract and a second printing of the word on
    the card each have a say; a text two of them agree on letter by letter is very likely right."""
    if not lines:
        return {"?": 0.0}
    first = lines[0]
    weights: dict[str, float] = {}
    again = [line.text for line in lines[1:] if _plain(line.text) in (_plain(first.text), _plain(second))]
    for text, weight in [(first.text, 3.0 * first.chance), (second, 2.5)] + [(text, 3.0) for text in again]:
        if not text:
            continue
        same = next((other for other in weights if _plain(other) == _plain(text)), text)
        weights[same] = weights.get(same, 0.0) + weight
    if known:
        weights = _known(weights, known)
    most = max(weights.values(), default=0.0)
    spread = sum(np.exp(2 * (weight - most)) for weight in weights.values())
    doubt = 1 / (1 + np.exp(2 * (most - 3.0)))
    return {text: float(np.exp(2 * (weight - most)) / spread * (1 - doubt)) for text, weight in weights.items()}


def _plain(text: str) -> str:
    return text.replace(" ", "")


def _known(weights: dict[str, float], known: list[str]) -> dict[str, float]:
    """What the deck has: each proposal counts for the nearest of its texts, less for every letter that differs."""
    matched: dict[str, float] = {}
    for text, weight in weights.items():
        nearest = min(known, key=lambda label: distance(_plain(text), _plain(label.upper())))
        off = distance(_plain(text), _plain(nearest.upper())) / max(len(_plain(nearest)), 1)
        matched[nearest] = matched.get(nearest, 0.0) + weight * max(0.0, 1 - 2 * off)
    return matched


def distance(one: str, other: str) -> int:
    """The least number of letters to add, leave out or change to make one text the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
