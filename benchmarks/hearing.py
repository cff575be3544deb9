"""How often what is said is understood: `python -m benchmarks.hearing [--trials N]`.

The speech is espeak-ng's, in several voices: no machine here has ears, and nobody's voice may be kept. It is clearer
than people in that it never hesitates and no room echoes, and less clear in that no ear was trained on it: the rates
are those of this speech alone. What is not among the candidates is said as well: it should be taken for nothing.
"""

from __future__ import annotations

import argparse
import io
import random
import subprocess
import time
import wave
from typing import TYPE_CHECKING

import numpy as np

from companion.dialog.prompts import BACK, DONE
from companion.dialog.saying import SIGNS
from companion.hearing.recognising import MOST_CANDIDATES, RATE_HZ
from companion.hearing.spelling_alphabet import LETTER_NAMES
from companion.hearing.sphinx import WORST, PocketSphinx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ENGLISH = ("en-us", "en", "en-gb-x-rp", "en-gb-scotland", "en-us+f3", "en-us+m4", "en+f2", "en+m3")
OTHERS = ("nl", "de", "fr")
MENU = (
    "undo", "redo", "correct", "pause", "voice", "a card was misread", "leave the match", "back", "louder", "softer",
    "off", "new match", "same again", "past matches", "start the timer", "yes", "no",
)  # fmt: skip
TALK = (
    "I think it is your turn now", "no wait, that is no word at all", "who would like more tea", "what was the score",
    "he has been looking at his cards for ages", "I would never have thought of that", "hang on a minute", "well done",
    "my mother used to play this game", "where did the dice go",
)  # fmt: skip
KNOCKS_S = (0.005, 0.02, 0.05, 0.12, 0.3, 0.75)
LOUD = (1_500, 6_000, 20_000)  # of 32,767, standard deviation
NOISE = 30.0  # of 32,767, standard deviation: a quiet room
SEED = 7
KNOCKS = 240


def say(voice: str, text: str) -> NDArray[np.int16]:
    """A text as espeak-ng says it, with four tenths of a second of a quiet room around it."""
    made = subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "--stdout", text], capture_output=True, check=True)
    with wave.open(io.BytesIO(made.stdout)) as file:
        rate_hz, frames = file.getframerate(), file.readframes(10**8)
    spoken = np.frombuffer(frames, "<i2").astype(np.float64)
    at = np.arange(int(len(spoken) * RATE_HZ / rate_hz)) * rate_hz / RATE_HZ
    pause = np.zeros(RATE_HZ * 4 // 10)
    heard = np.concatenate([pause, np.interp(at, np.arange(len(spoken)), spoken) * 0.6, pause])
    heard += np.random.default_rng(SEED).normal(0, NOISE, len(heard))
    limited: NDArray[np.int16] = np.clip(heard, -32768, 32767).astype(np.int16)
    return limited


def knock(chance: np.random.Generator) -> NDArray[np.int16]:
    """Three seconds of a quiet room with one click, knock or rustle in it, 5 to 750 ms long."""
    heard = chance.normal(0, NOISE, 3 * RATE_HZ)
    length = int(RATE_HZ * chance.choice(KNOCKS_S))
    start = int(chance.integers(RATE_HZ // 4, 2 * RATE_HZ))
    fading = np.exp(-3 * np.arange(length) / length)
    heard[start : start + length] += chance.normal(0, chance.choice(LOUD), length) * fading
    limited: NDArray[np.int16] = np.clip(heard, -32768, 32767).astype(np.int16)
    return limited


class Tally:
    """What became of what was said."""

    def __init__(self) -> None:
        self.said = self.right = self.wrong = 0
        self.taken_s = 0.0

    def count(self, ears: PocketSphinx, sound: NDArray[np.int16], among: Sequence[str], truth: str | None) -> None:
        """Have one sound recognised."""
        begun_s = time.perf_counter()
        found = ears.hear(sound, among)
        self.taken_s += time.perf_counter() - begun_s
        self.said += 1
        if found is not None:
            self.right += found.candidate == truth
            self.wrong += found.candidate != truth

    def __str__(self) -> str:
        nothing = self.said - self.right - self.wrong
        each_ms = 1000 * self.taken_s / max(self.said, 1)
        return (
            f"{self.right:4} right {self.wrong:4} wrong {nothing:4} nothing of {self.said:4}   {each_ms:4.0f} ms each"
        )


def rate(
    ears: PocketSphinx, voices: Sequence[str], said: Sequence[str], among: Sequence[str], *, are_meant: bool = True
) -> Tally:
    """Every one of `said` in every voice, among the same candidates."""
    tally = Tally()
    for voice in voices:
        for text in said:
            tally.count(ears, say(voice, text), among, text if are_meant else None)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=30, help="words said of each list of candidates")
    trials = parser.parse_args().trials
    ears, chance = PocketSphinx(), random.Random(SEED)
    all_words = sorted(word for word in ears.known if word.isalpha() and 4 <= len(word) <= 9)
    letters = [*LETTER_NAMES.values(), SIGNS[DONE], SIGNS[BACK]]
    print(f"Understood with a score of at least {WORST} nats a frame; voices of espeak-ng\n")
    for voice in (*ENGLISH, *OTHERS):
        print(f"spelling alphabet, {voice:15}", rate(ears, [voice], letters, letters))
    print(f"{'the menu, English voices':35}", rate(ears, ENGLISH, MENU, MENU))
    for count in (10, 30, 100):
        words = chance.sample(all_words, count)
        print(f"{f'{count} words, English voices':35}", rate(ears, ENGLISH, words[:trials], words))
    words = chance.sample(all_words, 30)
    ears.known = {word: ways for word, ways in ears.known.items() if word not in words}
    print(f"{'30 words pronounced by rules':35}", rate(ears, ENGLISH, words[:trials], words))
    others = chance.sample(all_words, trials)
    print(f"{'others than the spelling alphabet':35}", rate(ears, ENGLISH, others, letters, are_meant=False))
    print(f"{'others than the menu':35}", rate(ears, ENGLISH, others, MENU, are_meant=False))
    print(f"{'talk, the spelling alphabet':35}", rate(ears, ENGLISH, TALK, letters, are_meant=False))
    print(f"{'talk, the menu':35}", rate(ears, ENGLISH, TALK, MENU, are_meant=False))
    twice = [f"{one} {other}" for one, other in zip(letters, letters[7:], strict=False)]
    print(f"{'two letters at once':35}", rate(ears, ENGLISH, twice, letters, are_meant=False))
    numbers = [str(number) for number in range(MOST_CANDIDATES)]
    for name, among in (("the spelling alphabet", letters), ("the menu", MENU), ("100 numbers", numbers)):
        tally, noises = Tally(), np.random.default_rng(SEED)
        for _ in range(KNOCKS):
            tally.count(ears, knock(noises), among, None)
        print(f"{f'clicks and knocks, {name}':35}", tally)


if __name__ == "__main__":
    main()
