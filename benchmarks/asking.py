"""The tests of a game asked about a mutant of its rulebook: those likeliest to notice it for what they cost come first.

A mutant is noticed by the first test that fails, so nearly all of what trying one takes is the tests before that one.
Tests that noticed others of the same function come first, then those that noticed any, then the quickest.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from benchmarks.swapping import import_changed, swap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import FunctionType

    from benchmarks.mutating import Mutant

    Tests = Mapping[str, Any]  # by its name, what each takes (`takes_s`) and which lines it runs (`lines`)

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "companion" / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/play.py"))
TESTS = ("tests/referee/test_saved_matches.py", "tests/rules", "tests/games", "tests/referee/test_timing_games.py",
         "tests/referee/test_gathering.py", "tests/solvers")  # fmt: skip
# About sentences, forms and pictures: they run much of the rules and look at none of it.
NOT_ASKED = ("test_said", "test_where_sentences_live", "_scene", "test_clauses", "test_layouts")
PROCESSOR_S, TIMES_AS_LONG, PLAYED_S = 5.0, 10, 10.0  # what a test may take of the processor in a fork
ASKING_S = 0.002  # of the processor, for any test besides what itself takes
NEAR, ANYWHERE, UNSEEN = 10, 1, 0.01  # what it says of a test to have noticed another of the same function, any, none
OURS = {"companion", "tests", "benchmarks", "hardware", "__main__"}  # packages that may have imported the rulebook


class Likely:
    """Which tests noticed mutants, as an order in which to ask them about the next."""

    def __init__(self) -> None:
        self.near: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.anywhere: Counter[str] = Counter()

    def noticed(self, module: str, within: str, test: str) -> None:
        """A test has noticed a mutant of the function in the module (`play.py`)."""
        self.near[module, within][test] += 1
        self.anywhere[test] += 1

    def order(self, mutant: Mutant, asked: Iterable[str], tests: Tests) -> list[str]:
        """The tests, those first that are likeliest to notice the mutant for what they take."""
        near = self.near[mutant.path.name, mutant.within]

        def cost(test: str) -> float:
            seen = NEAR * _share(near, test) + ANYWHERE * _share(self.anywhere, test)
            return (ASKING_S + float(tests[test]["takes_s"])) / (UNSEEN + seen)

        return sorted(asked, key=cost)

    def files(self, mutant: Mutant) -> list[str]:
        """The file of tests that noticed most mutants of the same place, if any has: to be collected before others."""
        by_file: Counter[str] = Counter()
        for test, times in self.near[mutant.path.name, mutant.within].items():
            by_file[test.partition("::")[0]] += times
        return [file for file, _ in by_file.most_common(1)]


def _share(counted: Counter[str], one: str) -> float:
    return counted[one] / max(1, counted.total())


class OfOneGame:
    """Leaves out the tests that are about another game, or about no rules."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.others = [name for name in NAMES if name != game]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """See pytest."""
        items[:] = [item for item in items if self.is_asked(item.nodeid)]

    def is_asked(self, test: str) -> bool:
        """Whether a test can have something to say of the game's rules."""
        is_others = self.game not in test and any(name in test for name in self.others)
        return not is_others and not any(name in test for name in NOT_ASKED)


class Observed(OfOneGame):
    """Runs the tests once, and writes down how long each takes and which lines of the rulebook it runs."""

    def __init__(self, game: str, path: Path) -> None:
        super().__init__(game)
        self.path = path

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        if not session.items:  # nothing to measure, and coverage says so
            os.utime(self.path)
            return True
        watch = coverage.Coverage(data_file=None, include=[str(GAMES / self.game / "*")], config_file=False)
        took_s: dict[str, float] = {}
        began_at = time.time()
        watch.start()
        for item, after in pairwise([*session.items, None]):
            assert item is not None
            watch.switch_context(item.nodeid)
            began = time.process_time()
            if _fails(item, after):
                session.testsfailed += 1
                print(f"fails as it is: {item.nodeid}")
            took_s[item.nodeid] = time.process_time() - began
        watch.stop()
        lines: dict[str, dict[str, list[int]]] = {test: defaultdict(list) for test in took_s}
        data = watch.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                for test in filter(None, tests):
                    lines[test][Path(file).name].append(line)
        # The games played once for many tests are played, and run their lines, for whichever is the first to ask.
        played = [
            item.nodeid for item in session.items if isinstance(item, pytest.Function) and asks_for_games(item.function)
        ]
        both: dict[str, set[int]] = defaultdict(set)
        for test in played:
            for name, some in lines[test].items():
                both[name].update(some)
        for test in played:
            took_s[test] += PLAYED_S
            lines[test] = {name: sorted(some) for name, some in both.items()}
        reached = {test: {"takes_s": took_s[test], "lines": of} for test, of in lines.items()}
        foreign = {name for name in sys.modules if name.partition(".")[0] not in OURS}
        if self.path.exists():
            before, again = json.loads(self.path.read_text("utf-8")), {item.path.name for item in session.items}
            kept = {test: of for test, of in before["tests"].items() if Path(test.partition("::")[0]).name not in again}
            reached, foreign = kept | reached, foreign | set(before["foreign"])
        self.path.write_text(json.dumps({"tests": reached, "foreign": sorted(foreign)}), "utf-8")
        os.utime(self.path, (began_at, began_at))  # what is changed meanwhile is newer
        return True


class Swapped(OfOneGame):
    """Tries mutants of functions: each fork of the process that has collected the tests gives one another body."""

    def __init__(self, game: str, tests: Tests, likely: Likely, spread: Callable[..., None]) -> None:
        super().__init__(game)
        self.tests, self.likely, self.spread = tests, likely, spread

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        items = {item.nodeid: item for item in session.items}

        def try_one(mutant: Mutant) -> str | None:
            swap(mutant, importlib.import_module(f"companion.games.{self.game}.{mutant.path.stem}"))
            asked = [test for test in self.tests if test in items and _runs(self.tests[test]["lines"], mutant)]
            return _noticed_by(items, self.likely.order(mutant, asked, self.tests), self.tests)

        self.spread(try_one)
        return True


class Imported(OfOneGame):
    """Runs the tests of a game whose rulebook was changed before it was imported, until one fails."""

    def __init__(self, game: str, tests: Tests, likely: Likely, mutant: Mutant) -> None:
        super().__init__(game)
        self.tests, self.likely, self.mutant = tests, likely, mutant
        self.done: set[str] = set()
        self.by: str | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        items = {item.nodeid: item for item in session.items}
        asked = items.keys() & self.tests.keys() - self.done
        self.by = _noticed_by(items, self.likely.order(self.mutant, asked, self.tests), self.tests)
        self.done |= asked
        return True


def collected(plugin: object, among: Iterable[str] = TESTS) -> int:
    """Collect tests and hand them to the plugin; pytest's status."""
    asked = ["-q", "-s", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
    already = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis was imported for its profile
    return pytest.main([*among, *asked, *already], [plugin])


def noticed_imported(game: str, tests: Tests, likely: Likely, mutant: Mutant) -> str | None:
    """The first test that fails when the module is changed before it is imported.

    Collecting costs more than most tests, so the file that noticed most is asked first, then those of the game itself.
    Vocabularies are held against their schema, which runs no line of them.
    """
    import_changed(game, mutant)
    plugin = Imported(game, tests, likely, mutant)
    files = sorted({test.partition("::")[0] for test, of in tests.items() if of["lines"] or "test_schema" in test})
    for among in (likely.files(mutant), [file for file in files if game in file or file == TESTS[0]], files):
        status = collected(plugin, among) if among else pytest.ExitCode.OK
        if plugin.by or status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            return plugin.by or "importing it"
    return None


def asks_for_games(test: FunctionType) -> bool:
    """Whether it looks at the games that are played once for many (`tests/rules/played.py`), by itself or through
    functions of its own file."""
    looked_at: set[str] = set()
    ahead = {test.__name__}
    while ahead:
        name = ahead.pop()
        looked_at.add(name)
        code = getattr(test.__globals__.get(name), "__code__", None)
        ahead |= set(code.co_names if code is not None else ()) - looked_at
    return "played" in looked_at


def _runs(lines: Mapping[str, Sequence[int]], mutant: Mutant) -> bool:
    return any(line in mutant.lines for line in lines.get(mutant.path.name, ()))


def _noticed_by(items: Mapping[str, pytest.Item], asked: Sequence[str], tests: Tests) -> str | None:
    """The first of the tests that fails."""
    for test, after in pairwise([*asked, None]):
        assert test is not None
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_S + TIMES_AS_LONG * tests[test]["takes_s"])
        if _fails(items[test], items[after] if after else None):
            return test
    return None


def _fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, nextitem=after, log=False))
