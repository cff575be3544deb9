"""PocketSphinx with the English model it brings: chooses among candidates by a grammar of nothing but these.

The package `pocketsphinx` (BSD; model and dictionary inside, 29 MB) is an option, asked for as `tableside[hearing]`.
"""

from __future__ import annotations

import math
import tempfile
from collections import defaultdict
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.hearing.pronouncing import by_rules, words_of
from companion.hearing.recognising import (
    FRAME_SAMPLES,
    RATE_HZ,
    Understood,
    is_all_that_was_said,
    is_heard,
    must_be_few,
)
from companion.hearing.spelling_alphabet import PRONOUNCED
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

WORST = -1.0  # nats a frame: below it the sound is rather something else (benchmarks/hearing.py)
VERSION = 1.0  # of the form in which grammars are written
MOST_WAYS = 6  # in which one candidate is pronounced
AROUND_FRAMES = 20  # of what comes before and after what was said, by which it is weighed (chosen)
FEWEST_SOUNDS = 2  # in what somebody says; a click or a knock has one at most (benchmarks/hearing.py)
SILENCE = "SIL"  # among the sounds of the model
CANDIDATES, ANYTHING = "candidates", "anything"  # what is searched for
_SHIFTED = 1024  # by which its logarithms of scores are divided


class PocketSphinx:
    """Chooses among candidates; nothing is kept from one sound to the next. `worst` is the score below which a sound is
    taken for something else. Raises BadInput where the package is not installed."""

    def __init__(self, worst: float = WORST) -> None:
        if find_spec("pocketsphinx") is None:
            raise BadInput(
                told("hearing needs the Python package pocketsphinx: pip install pocketsphinx, or leave out --hear")
            )
        import pocketsphinx

        self._made = pocketsphinx.Decoder
        self._model = Path(pocketsphinx.get_model_path(), "en-us")
        self.known = _dictionary(self._model / "cmudict-en-us.dict")
        self._worst = worst

    def hear(self, sound: NDArray[np.int16], candidates: Sequence[str]) -> Understood | None:
        """As a `Recogniser` does."""
        must_be_few(candidates)
        sayable = {f"c{number}": ways for number, each in enumerate(candidates) if (ways := self.pronounced(each))}
        if not sayable or not is_heard(sound):
            return None
        decoder = self._decoder(sayable)
        chosen, _ = _best(decoder, CANDIDATES, sound)
        if chosen not in sayable:
            return None
        first, last = _frames(decoder, chosen)
        if not is_all_that_was_said(sound, first, last):
            return None
        said = sound[max(0, first - AROUND_FRAMES) * FRAME_SAMPLES : (last + 1 + AROUND_FRAMES) * FRAME_SAMPLES]
        score = _score(decoder, chosen, said)
        return Understood(candidates[int(chosen[1:])], score) if score >= self._worst else None

    def pronounced(self, candidate: str) -> list[str]:
        """The ways to pronounce a candidate, each its sounds with blanks between; none for one of signs alone."""
        ways = [self._word(word) for word in words_of(candidate)]
        return [" ".join(way) for way in islice(product(*ways), MOST_WAYS)] if ways else []

    def _word(self, word: str) -> list[str]:
        return list(PRONOUNCED.get(word) or self.known.get(word) or [by_rules(word)])

    def _decoder(self, sayable: Mapping[str, Sequence[str]]) -> Any:
        """A decoder that knows these words only, by names of its own; it takes about 15 ms."""
        lines = [
            f"{name}{f'({number})' if number > 1 else ''} {way}\n"
            for name, ways in sayable.items()
            for number, way in enumerate(ways, 1)
        ]
        with tempfile.NamedTemporaryFile("w", suffix=".dict", encoding="ascii") as dictionary:
            dictionary.writelines(lines)
            dictionary.flush()
            decoder = self._made(
                hmm=str(self._model / "en-us"), dict=dictionary.name, lm=None, samprate=RATE_HZ, loglevel="FATAL"
            )
        decoder.add_jsgf_string(CANDIDATES, f"#JSGF V{VERSION}; grammar g; public <said> = {' | '.join(sayable)};")
        decoder.add_allphone_file(ANYTHING, str(self._model / "en-us-phone.lm.bin"))
        return decoder


def _frames(decoder: Any, chosen: str) -> tuple[int, int]:
    """The first and the last frame of what was found last, among silence."""
    spoken = [part for part in decoder.seg() if part.word.partition("(")[0] == chosen]
    return spoken[0].start_frame, spoken[-1].end_frame


def _score(decoder: Any, chosen: str, said: NDArray[np.int16]) -> float:
    """How well a piece of sound fits the candidate that was found in the whole: the silence around it would count as
    much as what was said, and so would what the decoder has learned of the room since. Minus infinity where the piece
    alone is another, or no speech."""
    again, likely = _best(decoder, CANDIDATES, said)
    if again != chosen:
        return -math.inf
    first, last = _frames(decoder, chosen)
    sounds, anything = _best(decoder, ANYTHING, said)
    if sum(each.isalpha() and each != SILENCE for each in sounds.split()) < FEWEST_SOUNDS:
        return -math.inf
    return _SHIFTED * (likely - anything) / (last - first + 1)


def _best(decoder: Any, search: str, sound: NDArray[np.int16]) -> tuple[str, float]:
    """What a search takes a sound for, and the logarithm of its score; empty for nothing."""
    decoder.activate_search(search)
    decoder.start_utt()
    decoder.process_raw(sound.tobytes(), full_utt=True)
    decoder.end_utt()
    found = decoder.hyp()
    return (found.hypstr, math.log(found.best_score)) if found is not None and found.hypstr else ("", -math.inf)


def _dictionary(path: Path) -> Mapping[str, Sequence[str]]:
    """The words of a dictionary in the form of CMUdict, each with its ways to be pronounced."""
    known: dict[str, list[str]] = defaultdict(list)
    with path.open(encoding="ascii") as file:
        for line in file:
            word, _, sounds = line.strip().partition(" ")
            known[word.partition("(")[0]].append(sounds.strip())
    return dict(known)
