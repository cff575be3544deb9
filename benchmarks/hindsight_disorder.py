"""Disorder! solved, beside a set of all runs of letters and a plain DAWG; and how long the hint of a round takes.

The straightforward way keeps every run of letters of every word in a set, judges those of each length from the longest
down, and asks 52 times whether one letter more is in the set. A plain DAWG of all ends of words says the same of what
comes behind, and has each run walked from its first letter. Each way has a process of its own, so that its peak of
memory is its own. Rounds are drawn by chance: cards that stand mostly, some wilds, some bluffs.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.figures import percentile
from companion import dictionaries
from companion.referee.match import Match
from companion.solvers.superghost import LETTERS, SHORTEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lexicon import Lexicon

NAMES = ("en", "de")
ROUNDS = 500
MB = 1_000_000


def measured() -> int:
    """Print all of it; how often two ways have differed."""
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for name in NAMES:
            dictionaries.at_table(name, data)
        ours = _apart(_solved, "en", data)
        for title, way in (("a set of all runs", _by_set), ("a plain DAWG of all ends, built only", _dawg)):
            theirs = _apart(way, "en", data)
            times, memory = theirs["seconds"] / ours["seconds"], theirs["peak_mb"] / ours["peak_mb"]
            print(
                f"en  {title:38} {theirs['seconds']:6.1f} s {theirs['peak_mb']:6.0f} MB, "
                f"ours {ours['seconds']:.1f} s {ours['peak_mb']:.0f} MB: {times:.1f}× time, {memory:.1f}× memory"
            )
            if "lost" in theirs:
                print(f"    {theirs['runs']:,} runs, {theirs['lost']:,} lost; our table agrees: {theirs['agrees']}")
                differ += not theirs["agrees"]
        for name in NAMES:
            _apart(_solved, name, data)
            _apart(_hints, name, data)
    return differ


def _apart(work: Callable[[str, Path], dict[str, Any]], name: str, data: Path) -> dict[str, Any]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, (name, data))


def _started() -> tuple[float, float]:
    """The time and the memory in use; its peak is counted anew from here."""
    Path("/proc/self/clear_refs").write_text("5")
    return time.process_time(), _peak_mb()


def _figures(since_s: float, before_mb: float) -> dict[str, Any]:
    return {"seconds": time.process_time() - since_s, "peak_mb": _peak_mb() - before_mb}


def _peak_mb() -> float:
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) * 1024 / MB


def _solved(name: str, data: Path) -> dict[str, Any]:
    from companion.solvers.retrograde import lost_runs

    lexicon = dictionaries.at_table(name, data)
    since = _started()
    lost_runs(lexicon.groups())
    found = _figures(*since)
    dictionaries.solve(name, data, print)
    return found


def _by_set(name: str, data: Path) -> dict[str, Any]:
    lexicon = dictionaries.at_table(name, data)
    words = list(lexicon.words())
    since = _started()
    ends = {word for word in words if len(word) >= SHORTEST}
    runs = {word[at:to] for word in words for at in range(len(word)) for to in range(at + 1, len(word) + 1)}
    lost: set[str] = set()
    for run in sorted(runs - ends, key=len, reverse=True):
        further = (made for sign in LETTERS for made in (sign + run, run + sign))
        if not any(made in lost for made in further):
            lost.add(run)
    found = _figures(*since)
    return {**found, "runs": len(runs), "lost": len(lost), "agrees": _agrees(lexicon, lost, runs - ends)}


def _agrees(lexicon: Lexicon, lost: set[str], runs: set[str]) -> bool:
    """Of ten thousand runs, whether our table says of each what the set says."""
    from companion.solvers.superghost import Superghost

    table = lexicon.lost_runs()
    assert table is not None
    game = Superghost(table, lexicon)
    return all(game.wins(run) == (run not in lost) for run in Random(1).sample(sorted(runs), 10_000))


def _dawg(name: str, data: Path) -> dict[str, Any]:
    """Ends in their order, nodes that are alike made one once nothing more can come behind them (Daciuk and others,
    Computational Linguistics 26/1, 2000)."""
    words = list(dictionaries.at_table(name, data).words())
    since = _started()
    alike: dict[tuple[tuple[str, int], ...], int] = {}
    path: list[tuple[str, list[tuple[str, int]]]] = [("", [])]

    def closed(depth: int) -> None:
        while len(path) > depth:
            sign, further = path.pop()
            path[-1][1].append((sign, alike.setdefault(tuple(further), len(alike))))

    before = ""
    for end in sorted({word[at:] for word in words for at in range(len(word))}):
        shared = next(
            (at for at, (one, other) in enumerate(zip(before, end, strict=False)) if one != other), len(before)
        )
        closed(shared + 1)
        path += [(sign, []) for sign in end[shared:]]
        before = end
    closed(1)
    return _figures(*since)


def _hints(name: str, data: Path) -> dict[str, Any]:
    lexicon = dictionaries.at_table(name, data)
    since_ns = time.thread_time_ns()
    table = lexicon.lost_runs()
    loaded_ms = (time.thread_time_ns() - since_ns) / 1e6
    assert table is not None
    print(f"{name}  table {len(table) / MB:.2f} MB, loaded in {loaded_ms:.1f} ms, and as much memory")
    rows = [rows for rows in _rounds(lexicon, Random(1)) if len(rows) >= SHORTEST]
    for actions in (False, True):
        matches = [_match(lexicon, each, at % 2 == 0, actions=actions) for at, each in enumerate(rows)]
        taken = []
        for match in matches:
            since_ns = time.thread_time_ns()
            match.hints()
            taken.append((time.thread_time_ns() - since_ns) / 1e6)
        title = "with action cards" if actions else "without action cards"
        median_ms, p99_ms, worst_ms = median(taken), percentile(taken), max(taken)
        print(f"{name}  a hint {title:21} median {median_ms:5.1f} ms  p99 {p99_ms:5.1f}  worst {worst_ms:5.1f}")
    return {}


def _rounds(lexicon: Lexicon, chance: Random) -> list[list[str]]:
    """Rows of a round each, from the first card to the challenge."""
    words = list(lexicon.words())
    return [_round(lexicon, chance.choice(words), chance) for _ in range(ROUNDS)]


def _round(lexicon: Lexicon, begun: str, chance: Random) -> list[str]:
    rows = [chance.choice(begun)]
    while len(rows) < SHORTEST or chance.random() < 0.75:
        row, side = rows[-1], chance.choice("lr")
        found = lexicon.find(row, longer=True, limit=400)
        if not found:
            break
        card = chance.choice(LETTERS) if chance.random() < 0.06 else "?" if chance.random() < 0.12 else ""
        if not card:
            word = chance.choice(found)
            at = next(at for at in range(len(word)) if _fits(row, word[at:]))
            side = "r" if not at else "l" if at + len(row) == len(word) else side
            card = word[at - 1] if side == "l" else word[at + len(row)]
        rows.append(card + row if side == "l" else row + card)
    return rows


def _fits(row: str, text: str) -> bool:
    return len(row) <= len(text) and all(card in ("?", sign) for card, sign in zip(row, text, strict=False))


def _match(lexicon: Lexicon, rows: list[str], lost: bool, *, actions: bool) -> Match:
    """A match of two at the end of that round, its challenge decided."""
    setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"action_cards": actions}}
    match = Match.begin(setup, lambda _: lexicon)
    said: list[dict[str, Any]] = [{"event": "place", "card": rows[0].upper()}]
    for before, row in pairwise(rows):
        left = row[:-1] != before
        said.append({"event": "place", "card": row[0 if left else -1].upper(), "side": "left" if left else "right"})
    holding = lexicon.witness(rows[-1], longer=True)
    said += [{"event": "challenge"}, {"event": "name_word", "word": "qqq" if lost or holding is None else holding}]
    for event in said:
        ruling = match.apply({**event, "player": match.view().turn})
        assert ruling.accepted, ruling
    return match
