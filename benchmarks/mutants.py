"""Whether a mistake in a rulebook would be noticed: `make mutants GAME=typo`.

Every small change of `benchmarks/mutating.py` to the modules of one game's rulebook is tried by itself, against the
tests that run its line, those likeliest to notice it first (`benchmarks/asking.py`); the first that fails has noticed
it. Whatever no test notices lives, and stands in `tests/rules/survivors.toml` with why nobody needs to notice; the
status is 1 when one lives that is not listed, or more than one in twenty do. What was found out is kept in
`build/mutants`, so a run that was cut off goes on, and one after new tests were written tries only those that live
(`--anew` tries all).

The tests are collected once; each mutant then is a fork of that process in which one function has another body. What is
evaluated outside of functions (numbers, the fields of options) is changed before anything is imported, in a fork that
collects anew; mutmut 3 leaves that alone, and properties too. A fork that takes ten times as long as its test is
stopped and counts as noticed.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import Phase, settings

from benchmarks.asking import GAMES, NAMES, ROOT, TESTS, Likely, Observed, Swapped, collected, noticed_imported
from benchmarks.mutating import mutants
from scripts.floors import BESIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from benchmarks.mutating import Mutant

# Text, and what is drawn or seen, which are no rules.
NOT_RULES = {"board", "forms", "layout", "table", "clauses", "sections", "names", "sentences", "line_sentences",
             "effect_sentences", "deck_sentences", *BESIDE}  # fmt: skip
SURVIVORS = ROOT / "tests" / "rules" / "survivors.toml"
BAR = 0.95  # of the mutants are noticed
QUICK_S = 0.3  # of the processor, for a quick test
MEMORY_BYTES = 4 << 30
NOTICED = {"failed", "stopped"}
FINE = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}  # what changed may be another game's


def rules_of(game: str) -> list[Path]:
    """The modules of a game that decide something."""
    return [path for path in sorted((GAMES / game).glob("*.py")) if path.stem not in NOT_RULES]


def main() -> int:
    """Try what is to be tried, and say what lives."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="forks at a time")
    parser.add_argument("--anew", action="store_true", help="forget what was found out before")
    parser.add_argument("--only", default="", help="those of one module, `play.py`")
    parser.add_argument("--quick", action="store_true", help="only ask tests that are done at once: a first sieve")
    parser.add_argument("--asking", default="", help="only ask tests with this in their name: those just written")
    parser.add_argument("--tell", action="store_true", help="only say what was found out before")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    found = Found(ROOT / "build" / "mutants" / f"{arguments.game}.jsonl", anew=arguments.anew)
    everything = [mutant for path in rules_of(arguments.game) for mutant in mutants(path)]
    became = found.read()
    todo = [one for one in everything
            if became.get((one.name, one.of)) not in NOTICED and one.path.name.startswith(arguments.only)]  # fmt: skip
    found.keeps_living = not arguments.asking  # what a few tests do not notice others may
    if todo and not arguments.tell:
        at_most_s = QUICK_S if arguments.quick else None
        _try(arguments.game, todo, found, arguments.jobs, at_most_s, arguments.asking)
    return tell(arguments.game, everything, found)


class Found:
    """What was found out about mutants, a line for each in a file that forks append to."""

    def __init__(self, path: Path, *, anew: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if anew:
            path.unlink(missing_ok=True)
        self.path = path
        self.learnt_bytes = 0
        self.keeps_living = True

    def read(self) -> dict[tuple[str, str], str]:
        """What became of each, by its name and what it was a change of; the newest line counts."""
        return {(line["name"], line["of"]): line["became"] for line in self._lines(0)}

    def write(self, mutant: Mutant, became: str, by: str = "") -> None:
        """Keep what became of one, and by which test."""
        if became == "lives" and not self.keeps_living:
            return
        line = {"name": mutant.name, "of": mutant.of, "became": became, "by": by}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def learn(self, likely: Likely) -> None:
        """Tell which tests have noticed something since this was asked last."""
        for line in self._lines(self.learnt_bytes):
            if "::" in line["by"]:
                place = line["name"].partition(":")[0].split(" ")
                likely.noticed(place[0], " ".join(place[1:]), line["by"])
        self.learnt_bytes = self.path.stat().st_size if self.path.exists() else 0

    def _lines(self, from_bytes: int) -> Iterator[dict[str, str]]:
        if self.path.exists():
            with self.path.open("rb") as file:
                file.seek(from_bytes)
                yield from map(json.loads, file)


def tell(game: str, everything: Sequence[Mutant], found: Found) -> int:
    """Say how many were noticed and which live; the status is 1 when too many do, or one that has no reason."""
    became = found.read()
    states = Counter(became.get((one.name, one.of), "not tried") for one in everything)
    noticed = sum(states[state] for state in NOTICED)
    living = [one for one in everything if became.get((one.name, one.of)) == "lives"]
    listed = survivors().get(game, {})
    unlisted = [one for one in living if one.name not in listed]
    for one in unlisted:
        print(f"{one.path.relative_to(ROOT)}:{one.lines.start}: {one.within}: {one.change}")
    for name in sorted(set(listed) - {one.name for one in living}):
        print(f"listed, and does not live: {name}")
    share = noticed / max(1, noticed + states["lives"])
    print(f"{game}: {len(everything)} mutants, {noticed} noticed ({states['stopped']} of them stopped), "
          f"{states['lives']} live, {len(unlisted)} of them not listed; {states['not tried']} not tried: "
          f"{share:.1%}")  # fmt: skip
    return int(bool(unlisted) or share < BAR)


def survivors() -> dict[str, dict[str, str]]:
    """By game, the mutants that are known to live, each with why."""
    if not SURVIVORS.exists():
        return {}
    listed: dict[str, list[dict[str, str]]] = tomllib.loads(SURVIVORS.read_text("utf-8"))
    return {game: {one["mutant"]: one["why"] for one in all_of_it} for game, all_of_it in listed.items()}


# ——— trying ———


def _try(game: str, todo: Sequence[Mutant], found: Found, jobs: int, at_most_s: float | None, asking: str) -> None:
    settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
    )
    observed_at = found.path.with_suffix(".tests.json")
    stale = _stale(observed_at, game)
    if stale:
        _in_a_fork(lambda: collected(Observed(game, observed_at), stale) not in FINE, "the tests fail as they are")
    observed = json.loads(observed_at.read_text("utf-8"))
    tests = {test: of for test, of in observed["tests"].items()
             if asking in test and (at_most_s is None or of["takes_s"] <= at_most_s)}  # fmt: skip
    within = [one for one in todo if one.within]
    outside = [one for one in todo if not one.within]
    likely = Likely()
    found.learn(likely)
    spread = partial(_spread, within, likely=likely, found=found, jobs=jobs)
    _in_a_fork(lambda: collected(Swapped(game, tests, likely, spread)), "a mutant could not be tried")
    _import(observed["foreign"])
    _spread(outside, partial(noticed_imported, game, tests, likely), likely=likely, found=found, jobs=jobs)


def _stale(observed: Path, game: str) -> Sequence[str]:
    """The tests to be observed: those changed since, or all of them where what they ask has changed."""
    files = [
        path for test in TESTS for path in ((ROOT / test).rglob("*.py") if (ROOT / test).is_dir() else [ROOT / test])
    ]
    since = observed.stat().st_mtime if observed.exists() else 0
    changed = [path for path in (*files, *(GAMES / game).rglob("*.py"))
               if path.stat().st_mtime > since]  # fmt: skip
    if all(path.name.startswith("test_") for path in changed):
        return [str(path.relative_to(ROOT)) for path in changed]
    observed.unlink(missing_ok=True)
    return TESTS


def _import(foreign: Iterable[str]) -> None:
    """Import what tests import and a rulebook cannot reach, once for all forks that collect them."""
    for name in foreign:
        with suppress(ImportError):  # some are made by others, which import them under names of their own
            importlib.import_module(name)


def _in_a_fork(work: Callable[[], int], fault: str) -> None:
    child = os.fork()
    if not child:
        _end_with(work)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise SystemExit(fault)


def _end_with(work: Callable[[], int]) -> NoReturn:
    """Do the work of a fork, which ends here whatever happens, and says why where it was no end of its own."""
    status = 1
    try:
        status = work()
    finally:
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _spread(todo: Sequence[Mutant], try_one: Callable[[Mutant], str | None], *,
            likely: Likely, found: Found, jobs: int) -> None:  # fmt: skip
    """Try each mutant in a fork of its own, so many at a time. `try_one` gives the test that noticed it, if one has."""
    running: dict[int, Mutant] = {}
    began = time.monotonic()
    gc.freeze()  # what is shared with the forks stays shared
    for number, mutant in enumerate(todo, start=1):
        if len(running) >= jobs:
            _reap(running, found)
            found.learn(likely)
        child = os.fork()
        if not child:
            _end_with(partial(_tried, mutant, try_one, found))
        running[child] = mutant
        if number % 50 == 0:
            print(f"{number} of {len(todo)} in {time.monotonic() - began:.0f} s", flush=True)
    while running:
        _reap(running, found)


def _tried(mutant: Mutant, try_one: Callable[[Mutant], str | None], found: Found) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    said = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        by = try_one(mutant)
    finally:
        os.dup2(said, 2)
    found.write(mutant, "failed" if by else "lives", by or "")
    return 0


def _reap(running: dict[int, Mutant], found: Found) -> None:
    child, status = os.wait()
    mutant = running.pop(child)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        found.write(mutant, "stopped", signal.Signals(-code).name)
    elif code:
        raise SystemExit(f"could not be tried: {mutant.name}")


if __name__ == "__main__":
    sys.exit(main())
