"""How fast the rules are: `python benchmarks/rules.py`.

Per game: matches of 60 events replayed per second, and a single ruling's median and 99th percentile, in processor time
(other programs do not count). Beside it what a table would pick instead for the one question that takes any time,
whether a word fits the board and leaves it unfinished (Disorder!, D8): `grep` over the word list, and a regular
expression over the same words in memory, all three by the clock. Nothing is asserted.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.games import RULEBOOKS
from companion.lexicon import Lexicon
from companion.referee.match import Match, judge, load_lexicon

SAVED = Path(__file__).resolve().parent.parent / "tests" / "matches"
EVENTS = 60
REPLAY_S = 1.0
BOARD, WORD = "LIC?", "licorice"


def no_lexicon(name: str) -> Lexicon:
    """Saved matches bring their own words."""
    raise LookupError(name)


def saved_match(game: str) -> dict[str, Any]:
    """The longest saved match of a game."""
    documents = [json.loads(path.read_text("utf-8"))["document"] for path in SAVED.glob(f"{game}-*.json")]
    longest: dict[str, Any] = max(documents, key=lambda document: len(document["events"]))
    return longest


def single_rulings_us(document: dict[str, Any], repeats: int) -> list[float]:
    """The time of each `apply` over several replays, in microseconds."""
    times = []
    for _ in range(repeats):
        match = Match.begin(document, no_lexicon)
        for event in document["events"]:
            began = time.thread_time_ns()
            match.apply(event)
            times.append((time.thread_time_ns() - began) / 1000)
    return times


def matches_per_s(document: dict[str, Any]) -> float:
    """Whole matches of 60 events per second, from the parsed document to the answer."""
    began, count = time.thread_time(), 0
    while (elapsed := time.thread_time() - began) < REPLAY_S:
        judge(document, no_lexicon)
        count += 1
    return count / elapsed * len(document["events"]) / EVENTS


def median_us(call: Any, repeats: int) -> float:
    """The median time of a call, in microseconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - began) / 1000)
    return statistics.median(times)


def challenge(lexicon: Lexicon) -> Match:
    """A match in which the word for BOARD is awaited."""
    match = Match.begin({"game": "disorder", "players": ["Ann", "Bob"]}, lambda _name: lexicon)
    for number, card in enumerate(BOARD):
        match.apply({"event": "place", "player": ("Ann", "Bob")[number % 2], "card": card})
    match.apply({"event": "challenge", "player": "Ann"})
    return match


def main() -> None:
    """Print the tables."""
    print(f"{'game':<16}{'60-event matches/s':>20}{'median µs':>12}{'p99 µs':>10}{'worst µs':>10}")
    for game in RULEBOOKS:
        document = saved_match(game)
        times = sorted(single_rulings_us(document, 100))
        p99 = times[int(len(times) * 0.99)]
        print(
            f"{game:<16}{matches_per_s(document):>20,.0f}{statistics.median(times):>12.1f}{p99:>10.1f}{times[-1]:>10.1f}"
        )

    lexicon = load_lexicon("en")
    assert isinstance(lexicon, Lexicon)
    words = list(lexicon.words())
    match = challenge(lexicon)
    ruling = median_us(lambda: match.judge({"event": "name_word", "player": "Bob", "word": WORD}), 2000)
    pattern = BOARD.lower().replace("?", ".")
    text = "\n".join(words)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.txt"
        path.write_text(text, "utf-8")
        grep = median_us(lambda: subprocess.run(["grep", f".*{pattern}.", path], capture_output=True, check=False), 20)
    regex = median_us(lambda: re.findall(f"^.*{pattern}.*$", text, re.MULTILINE), 5)
    print(f"\nA challenge on {BOARD} answered with “{WORD}”, {len(words):,} words")
    for name, time_us in (("this ruling", ruling), ("grep over the list", grep), ("re over the list", regex)):
        print(f"{name:<22}{time_us:>12.1f} µs{time_us / ruling:>12.1f} ×")


if __name__ == "__main__":
    main()
