"""The lexicon beside what one would write instead: a set, `re` over the joined list, a marisa-trie.

`python -m benchmarks.lexicon`. Every ratio is from one run on one machine; times are the best of five. `--quick` asks
`re` only every tenth pattern.
"""

from __future__ import annotations

import argparse
import bisect
import gc
import json
import multiprocessing
import random
import re
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from companion import dictionaries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.lexicon import Lexicon

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FLOOR_US = (
    27  # reading the rarest letter's planes (15 µs) and stepping over 200 places (12 µs), on a 2020s desktop core
)
FOUR = ("en", "nl", "fr", "de")
ADVERSARIAL = [
    *("?" * n for n in range(1, 13)),
    *("e" + "?" * n + "s" for n in range(1, 12)),
    *("s" + "?" * n for n in range(1, 12)),
    *("?" * n + "q" for n in range(1, 12)),
    *("e?" * n for n in range(1, 9)),
    *("?" * n + "e" + "?" * n for n in range(1, 9)),
    *("?e" * n + "?" for n in range(1, 8)),
    *(a + "?" * n + b for a in "esaz" for b in "eszq" for n in (3, 7)),
    *["e??e", "s??s??s", "ee?ee", "i?i?i?i", "ing?ing", "??ing??", "tion?tion", "s???s???s???s"],
]


def patterns(words: Sequence[str], chance: random.Random) -> list[str]:
    """More than 2,000: pieces of words, near misses, nonsense, sparse ones full of wilds, and those made to be hard."""
    asked = []
    for _ in range(700):
        word = chance.choice(words)
        start = chance.randrange(len(word))
        letters = list(word[start : start + chance.randint(2, 9)])
        for cell in range(len(letters)):
            if chance.random() < 0.2:
                letters[cell] = "?"
        asked.append("".join(letters))
    for piece in asked[:600]:
        cells = list(piece)
        cells[chance.randrange(len(cells))] = chance.choice(LETTERS)
        asked.append("".join(cells))
    asked += ["".join(chance.choices(LETTERS, k=chance.randint(2, 7))) for _ in range(300)]
    asked += ["".join(chance.choices(LETTERS + "?" * 60, k=chance.randint(3, 14))) for _ in range(500)]
    return asked + ADVERSARIAL


def best_us(question: Callable[[str], object], asked: str, times: int = 5) -> float:
    """The quickest of some answers to one question, in microseconds of this thread's own time (others may be busy)."""
    quickest = float("inf")
    for _ in range(times):
        start = time.thread_time_ns()
        question(asked)
        quickest = min(quickest, time.thread_time_ns() - start)
    return quickest / 1000


def side_by_side_ns(
    ours: Callable[[str], object], theirs: Callable[[str], object], asked: Sequence[str], batch: int = 500
) -> tuple[float, float, float]:
    """Nanoseconds per call of two answers to the same questions, and how many times the second the first takes.

    Medians over batches asked in turn, each with fresh strings as they would come from outside, so that a busy machine
    slows both alike.
    """
    took: list[tuple[float, float]] = []
    for start in range(0, len(asked) - batch + 1, batch):
        pair = []
        for question in (ours, theirs):
            fresh = ["".join(word) for word in map(list, asked[start : start + batch])]
            begun = time.perf_counter_ns()
            for word in fresh:
                question(word)
            pair.append((time.perf_counter_ns() - begun) / batch)
        took.append((pair[0], pair[1]))
    return median(a for a, _ in took), median(b for _, b in took), median(a / b for a, b in took)


def row(what: str, ours: str, theirs: str, ratio: str) -> None:
    """One line of the table."""
    print(f"{what:44} {ours:>18} {theirs:>34}  {ratio}")


def bench_contains(lexicon: Lexicon, words: Sequence[str], chance: random.Random, *, quick: bool) -> None:
    """Does any word contain the pattern, against `re` over the joined list."""
    asked = patterns(words, chance)
    text = "\n".join(words)

    def by_re(pattern: str) -> bool:
        return re.search(pattern.replace("?", "[a-z]"), text) is not None

    ours = [best_us(lexicon.contains, pattern) for pattern in asked]
    counts = [best_us(lexicon.count, pattern) for pattern in asked]
    sample = asked[::10] if quick else asked
    once = [(best_us(by_re, pattern, 1), pattern) for pattern in sample]
    for _, pattern in once[:: max(1, len(once) // 200)]:
        assert by_re(pattern) == lexicon.contains(pattern), pattern
    theirs = [took for took, _ in once]
    worst = max(best_us(by_re, pattern) for _, pattern in sorted(once)[-10:])
    p99 = sorted(ours)[len(ours) * 99 // 100]
    row(
        f"contains, median of {len(asked)}",
        f"{median(ours):.1f} µs",
        f"re {median(theirs):,.0f} µs",
        f"{median(theirs) / median(ours):,.0f}×",
    )
    row("contains, worst", f"{max(ours):.0f} µs", f"re {worst:,.0f} µs", f"{worst / max(ours):,.0f}× (bar 300×)")
    row("contains, 99th percentile", f"{p99:.0f} µs", f"floor {FLOOR_US} µs", f"{p99 / FLOOR_US:.1f} floors (bar 5)")
    row("count, worst", f"{max(counts):.0f} µs", "", "")


def bench_membership(lexicon: Lexicon, words: Sequence[str], chance: random.Random) -> None:
    """Is it a word, against a plain set and a marisa-trie."""
    plain = {"".join(letters) for letters in map(list, words)}
    hits = chance.sample(words, 40_000)
    misses = [word for word in (w[:-1] + chance.choice(LETTERS) for w in hits) if word not in plain]
    mixed = hits[: len(misses)] + misses
    chance.shuffle(mixed)
    for what, asked in (("words and near misses", mixed), ("words", hits), ("near misses", misses)):
        ours, theirs, ratio = side_by_side_ns(lexicon.is_word, plain.__contains__, asked)
        bar = " (bar 2)" if asked is mixed else ""
        row(f"is_word, {what}", f"{ours:.0f} ns", f"set {theirs:.0f} ns", f"{ratio:.2f} × a set{bar}")
    trie = marisa(words)
    if trie is not None:
        ours, theirs, ratio = side_by_side_ns(lexicon.is_word, trie.__contains__, mixed)
        row("is_word, words and near misses", f"{ours:.0f} ns", f"marisa-trie {theirs:.0f} ns", f"{ratio:.2f} × a trie")
    prefixes = [word[: chance.randint(1, len(word))] for word in mixed[:5000]]
    ordered = sorted(words)

    def by_bisect(prefix: str) -> bool:
        at = bisect.bisect_left(ordered, prefix)
        return at < len(ordered) and ordered[at].startswith(prefix)

    ours, theirs, ratio = side_by_side_ns(lexicon.begins, by_bisect, prefixes, 50)
    row("begins", f"{ours:.0f} ns", f"bisect {theirs:.0f} ns", f"{ratio:.1f} × bisect")
    if trie is not None:
        ours, theirs, ratio = side_by_side_ns(
            lexicon.begins, lambda prefix: next(trie.iterkeys(prefix), None), prefixes, 50
        )
        row("begins", f"{ours:.0f} ns", f"marisa-trie {theirs:.0f} ns", f"{ratio:.1f} × a trie")


def marisa(words: Sequence[str]) -> Any:
    """A marisa-trie of the words, None when the library is not installed (`pip install tableside[bench]`)."""
    try:
        import marisa_trie
    except ImportError:
        print("(marisa-trie is not installed: the rows against it are left out)")
        return None
    return marisa_trie.Trie(words)


def bench_spell(lexicon: Lexicon, words: Sequence[str], chance: random.Random) -> None:
    """What can these letters lay, against looking at every word's letter counts."""
    from collections import Counter

    counted = [(word, Counter(word)) for word in words]

    def by_counter(letters: str) -> list[str]:
        rack = Counter(letters)
        return [word for word, needs in counted if needs <= rack]

    racks = ["".join(chance.sample(chance.choice([w for w in words[:20000] if len(w) >= 7]), 7)) for _ in range(20)]
    lexicon.spell(racks[0])
    for rack in racks[:2]:
        assert sorted(by_counter(rack)) == sorted(lexicon.spell(rack))
    ours = max(best_us(lexicon.spell, rack) for rack in racks)
    theirs = max(best_us(by_counter, rack, 1) for rack in racks[:4])
    row(
        "spell seven letters, worst of 20",
        f"{ours:.0f} µs",
        f"Counter per word {theirs:,.0f} µs",
        f"{theirs / ours:,.0f}×",
    )


def bench_load(cache: Path) -> None:
    """From the cache, against building."""
    for name in FOUR:
        build = best_us(dictionaries.load, name, 2)
        dictionaries.load(name, cache=cache)
        load = best_us(lambda name: dictionaries.load(name, cache=cache), name)
        row(f"load {name}", f"{load / 1000:.0f} ms", f"build {build / 1000:,.0f} ms", f"{build / load:.1f}× (bar 5×)")


def memory(names: Sequence[str], cache: Path) -> tuple[float, float]:
    """Resident megabytes that loading these adds to a fresh process, and what the lexica themselves report."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_memory_here, (names, str(cache)))


def _memory_here(names: Sequence[str], cache: str) -> tuple[float, float]:
    def resident_mb() -> float:
        gc.collect()
        line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024 / 1e6

    before = resident_mb()
    lexica = [dictionaries.load(name, cache=Path(cache)) for name in names]
    return resident_mb() - before, sum(lexicon.memory_bytes() for lexicon in lexica) / 1e6


def set_of_strings_mb(words: Sequence[str]) -> float:
    """Megabytes of a plain set of the words."""
    import sys

    return (sys.getsizeof(set(words)) + sum(map(sys.getsizeof, words))) / 1e6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="ask re only every tenth pattern")
    args = parser.parse_args()
    chance = random.Random("tableside")
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        lexicon = dictionaries.load("en")
        words = sorted(lexicon.words())
        print(f"English, {len(words):,} words\n")
        row("", "tableside", "instead", "ratio")
        bench_contains(lexicon, words, chance, quick=args.quick)
        bench_membership(lexicon, words, chance)
        bench_spell(lexicon, words, chance)
        bench_load(cache)
        for names, bar in ((("en",), 45), (FOUR, 120)):
            resident, reported = memory(names, cache)
            plain = sum(set_of_strings_mb(list(dictionaries.load(name, cache=cache).words())) for name in names)
            row(
                f"memory, {' '.join(names)}",
                f"{resident:.0f} MB resident",
                f"sets alone {plain:.0f} MB",
                f"{reported:.0f} MB counted (bar {bar} MB)",
            )
        sizes = {name: len(dictionaries.load(name, cache=cache)) for name in dictionaries.available()}
        print(f"\nWords: {json.dumps(sizes)}")


if __name__ == "__main__":
    main()
