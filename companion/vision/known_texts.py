"""Which of a deck's texts stands in a line of print: the measured distance between what was read and each of them.

The distance is a sum of logarithms of chances (nats). A text is laid along the line, letter by letter, as fits best;
each letter that stands there counts the logarithm of how much likelier the sign is this letter than one picked at
random. Signs before and after the text count nothing, for a line may hold more than one text; letters of the text that
were not seen, signs between them that are not of the text, and beginning or ending within a word count against it.
"""

from __future__ import annotations

import itertools
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.glyphs import SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

LEAST_CHANCE = 0.001  # no sign is ever ruled out altogether: a speck may change it
UNSEEN = 3.5  # nats against a text for each of its letters that was not found
BETWEEN = 3.0  # nats against it for each sign within it that is none of its
WITHIN = 3.0  # nats against it for beginning, or ending, amid a word
HEARD = 0.9  # how far a letter of the second reader is believed
CLEAR, RULED_OUT = 0.8, 0.05  # a sign read as surely as this, and as unlikely as this another one, is no other
ALIKE = str.maketrans("015L8", "OISIB")  # drawn alike in many typefaces: digits and letters, a small l and a large I


def comparable(text: str) -> str:
    """A text as it is compared: capital letters A–Z and digits, without accents, spaces and signs."""
    folded = text.replace("ß", "ss").replace("ı", "i").replace("ø", "o").replace("Ø", "O")
    folded = folded.replace("æ", "ae").replace("Æ", "AE").replace("œ", "oe").replace("Œ", "OE")
    bare = unicodedata.normalize("NFKD", folded).upper()
    return "".join(sign for sign in bare if sign in SIGNS)


@dataclass(frozen=True, slots=True)
class KnownTexts:
    """The texts of a deck, ready for comparing. `codes` are indices of SIGNS (texts × longest), −1 past the end."""

    texts: tuple[str, ...]
    codes: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str]) -> KnownTexts:
        """Ready texts; those without any letter or digit can never be recognised."""
        bare = [comparable(text) for text in texts]
        codes = np.full((len(texts), max([1, *map(len, bare)])), -1)
        for row, text in zip(codes, bare, strict=True):
            row[: len(text)] = [SIGNS.index(sign) for sign in text]
        return cls(tuple(texts), codes)

    def evidence(self, chances: NDArray[np.float32], word_begins: NDArray[np.bool_]) -> NDArray[np.float32]:
        """How much likelier the line (signs × 36) is with each text in it than with none: nats, one for each text.

        `word_begins` says of each sign whether there is a gap before it, as between two words.
        """
        if not self.texts:
            return np.zeros(0, np.float32)
        count, longest = self.codes.shape
        gain = np.log(np.maximum(chances, LEAST_CHANCE) * len(SIGNS)).astype(np.float32)
        lengths = (self.codes >= 0).sum(1)
        # best[t, j]: the best score of text t's first j letters with the line read so far; no letter yet costs nothing
        best = -UNSEEN * np.broadcast_to(np.arange(longest + 1, dtype=np.float32), (count, longest + 1)).copy()
        overall = np.take_along_axis(best, lengths[:, None], 1)[:, 0]
        letters = np.maximum(self.codes, 0)
        edges = np.where([*word_begins, True], 0.0, WITHIN)
        edges[0] = 0.0
        for sign, begins, ends in zip(gain, edges, edges[1:], strict=False):
            step = best[:, :-1] + sign[letters]
            step[:, 0] -= begins
            stay = best[:, 1:] - BETWEEN
            now = np.zeros_like(best)
            for at in range(longest):
                now[:, at + 1] = np.maximum(np.maximum(step[:, at], stay[:, at]), now[:, at] - UNSEEN)
            best = now
            overall = np.maximum(overall, np.take_along_axis(best, lengths[:, None], 1)[:, 0] - ends)
        return np.where(lengths > 0, overall, -np.inf).astype(np.float32)

    def by_turn(self, said: Iterable[tuple[int, NDArray[np.float32]]], least: float) -> NDArray[np.float32]:
        """The most that readings speak for each text in each direction of a card, or the `least`: nats, texts × 4.

        Each reading is the quarter turn in which it was read, and its evidence (texts,).
        """
        evidence = np.full((len(self.texts), 4), least, np.float32)
        for turn, own in said:
            evidence[:, turn] = np.maximum(evidence[:, turn], own)
        return evidence

    def evidence_in_place(self, chances: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same when the line (signs × 36) is nothing but the text, sign for sign; −inf for other lengths."""
        evidence = np.full(len(self.texts), -np.inf, np.float32)
        fits = (self.codes >= 0).sum(1) == len(chances)
        if fits.any():
            gain = np.log(np.maximum(chances, LEAST_CHANCE) * len(SIGNS)).astype(np.float32)
            evidence[fits] = gain[np.arange(len(gain)), self.codes[fits, : len(gain)]].sum(1)
        return evidence


def stands_in(words: Sequence[str], text: str) -> bool:
    """Whether some of these words, one after another, are just the text."""
    starts = range(len(words) + 1)
    wanted = comparable(text).translate(ALIKE)
    said = [comparable("".join(words[start:end])) for start, end in itertools.combinations(starts, 2)]
    return wanted in [one.translate(ALIKE) for one in said]


def contradicts(chances: NDArray[np.float32], word_begins: NDArray[np.bool_], text: str) -> bool:
    """Whether the words of a line (signs × 36) that are most like the text are clearly not it: a sign that is another
    one, or one too many, or one that is missing between clear ones. Print that is hard to read contradicts nothing."""
    said = "".join(SIGNS[sign] for sign in chances.argmax(1)).translate(ALIKE)
    wanted = comparable(text).translate(ALIKE)
    begins = [at for at, begun in enumerate([*word_begins, True]) if begun or at == 0]
    runs = [(SequenceMatcher(None, said[start:end], wanted, autojunk=False), start, end)
            for start, end in itertools.combinations(begins, 2)]  # fmt: skip
    match, start, end = max(runs, key=lambda run: run[0].ratio())
    changes = [change for change in match.get_opcodes() if change[0] != "equal"]
    return any(_is_other(chances[start:end], comparable(text), *change) for change in changes)


def _is_other(chances: NDArray[np.float32], text: str, change: str, begin: int, end: int, at: int, until: int) -> bool:
    """Whether it is clear that signs `begin` to `end` of the print are not the letters `at` to `until` of the text."""
    clear = chances.max(1) > CLEAR
    if change == "insert":  # letters that the print does not have
        return bool(clear[max(0, begin - 1) : begin + 1].all())
    if change == "delete" or end - begin != until - at:
        return bool(clear[begin:end].all())
    unlikely = chances[np.arange(begin, end), [SIGNS.index(sign) for sign in text[at:until]]] < RULED_OUT
    return bool((clear[begin:end] & unlikely).any())


def heard(text: str) -> NDArray[np.float32]:
    """A text another reader said, as chances of signs (signs × 36)."""
    signs = comparable(text)
    chances = np.full((len(signs), len(SIGNS)), (1 - HEARD) / (len(SIGNS) - 1), np.float32)
    chances[np.arange(len(signs)), [SIGNS.index(sign) for sign in signs]] = HEARD
    return chances


def posterior(evidence: NDArray[np.float32]) -> NDArray[np.float32]:
    """The chances of the texts, or of the texts in each direction, when one of them or none (which 0 nats speak for)
    stands there, in the shape of the evidence; they sum to less than 1."""
    if not evidence.size:
        return np.zeros_like(evidence)
    most = max(float(evidence.max()), 0.0)
    powers = np.exp(evidence - most)
    return np.asarray(powers / (powers.sum() + np.exp(-most)), np.float32)
