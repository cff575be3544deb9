"""Whether a mistake in a rulebook would be noticed: `make mutants GAME=typo`.

Every small change of `benchmarks/mutating.py` to the modules of one game's rulebook is tried by itself, against the
tests that run its line, quickest first; the first that fails has noticed it. Whatever no test notices lives, and stands
in `tests/rules/survivors.toml` with why nobody needs to notice; the status is 1 when one lives that is not listed, or
more than one in twenty do. What was found out is kept in `build/mutants`, so a run that was cut off goes on, and one
after new tests were written tries only those that live (`--anew` tries all).

The tests are collected once; each mutant then is a fork of that process in which one function has another body. What is
evaluated outside of functions (numbers, the fields of options) is changed before anything is imported, in a fork that
collects anew; mutmut 3 leaves that alone, and properties too. A fork that takes ten times as long as its test is
stopped and counts as noticed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from benchmarks.mutating import mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import CodeType, ModuleType

    from benchmarks.mutating import Mutant

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "companion" / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/play.py"))
# Text, and what is drawn or seen, which are no rules.
NOT_RULES = {"board", "forms", "layout", "table", "clauses", "sections", "names", "sentences", "line_sentences",
             "effect_sentences", "deck_sentences"}  # fmt: skip
TESTS = ("tests/referee/test_saved_matches.py", "tests/rules", "tests/games", "tests/referee/test_timing_games.py",
         "tests/referee/test_gathering.py", "tests/solvers")  # fmt: skip
# About sentences, forms and pictures: they run much of the rules and look at none of it.
NOT_ASKED = ("test_said", "test_where_sentences_live", "_scene", "test_clauses", "test_layouts")
SURVIVORS = ROOT / "tests" / "rules" / "survivors.toml"
BAR = 0.95  # of the mutants are noticed
QUICK_S = 0.3  # of the processor, for a quick test
PROCESSOR_S, TIMES_AS_LONG, PLAYED_S = 5.0, 10, 10.0  # what a test may take of the processor in a fork
MEMORY_BYTES = 4 << 30
NOTICED = {"failed", "stopped"}


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
    parser.add_argument("--tell", action="store_true", help="only say what was found out before")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    found = Found(ROOT / "build" / "mutants" / f"{arguments.game}.jsonl", anew=arguments.anew)
    everything = [mutant for path in rules_of(arguments.game) for mutant in mutants(path)]
    became = found.read()
    todo = [one for one in everything
            if became.get((one.name, one.of)) not in NOTICED and one.path.name.startswith(arguments.only)]  # fmt: skip
    if todo and not arguments.tell:
        _try(arguments.game, todo, found, arguments.jobs, at_most_s=QUICK_S if arguments.quick else None)
    return tell(arguments.game, everything, found)


class Found:
    """What was found out about mutants, a line for each in a file that forks append to."""

    def __init__(self, path: Path, *, anew: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if anew:
            path.unlink(missing_ok=True)
        self.path = path

    def read(self) -> dict[tuple[str, str], str]:
        """What became of each, by its name and what it was a change of; the newest line counts."""
        if not self.path.exists():
            return {}
        lines = [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]
        return {(line["name"], line["of"]): line["became"] for line in lines}

    def write(self, mutant: Mutant, became: str, by: str = "") -> None:
        """Keep what became of one, and by which test."""
        line = {"name": mutant.name, "of": mutant.of, "became": became, "by": by}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


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


def _try(game: str, todo: Sequence[Mutant], found: Found, jobs: int, at_most_s: float | None) -> None:
    settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
    )
    tests_at = found.path.with_suffix(".tests.json")
    if not _is_newest(tests_at, game):
        _in_a_fork(lambda: _collected(Observed(game, tests_at)), "the tests fail as they are")
    tests = json.loads(tests_at.read_text("utf-8"))
    tests = {test: of for test, of in tests.items() if at_most_s is None or of["takes_s"] <= at_most_s}
    within = [one for one in todo if one.within]
    outside = [one for one in todo if not one.within]
    _in_a_fork(lambda: _collected(Swapped(game, tests, within, found, jobs)), "a mutant could not be tried")
    # Collecting costs more than most tests, so those of the game itself are asked first. Vocabularies are held against
    # their schema, which runs no line of them.
    files = {test.partition("::")[0] for test, of in tests.items() if of["lines"] or "test_schema" in test}
    for among in (sorted(file for file in files if game in file or file == TESTS[0]), sorted(files)):
        became = found.read()
        left = [one for one in outside if became.get((one.name, one.of)) not in NOTICED]
        _spread(left, lambda mutant, among=among: _imported(game, tests, mutant, among), found, jobs)  # type: ignore[misc]


def _is_newest(observed: Path, game: str) -> bool:
    """Whether nothing that was observed has changed since."""
    changed = [path for test in TESTS for path in (ROOT / test).rglob("*.py")]
    changed += [ROOT / test for test in TESTS if test.endswith(".py")]
    changed += [*(GAMES / game).rglob("*.py"), *GAMES.glob("*.py")]
    return observed.exists() and observed.stat().st_mtime > max(path.stat().st_mtime for path in changed)


def _collected(plugin: object, among: Iterable[str] = TESTS) -> int:
    asked = ["-q", "-s", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
    already = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis was imported for its profile
    return pytest.main([*among, *asked, *already], [plugin])


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


def _spread(todo: Sequence[Mutant], try_one: Callable[[Mutant], str | None], found: Found, jobs: int) -> None:
    """Try each mutant in a fork of its own, so many at a time. `try_one` gives the test that noticed it, if one has."""
    running: dict[int, Mutant] = {}
    began = time.monotonic()
    for number, mutant in enumerate(todo, start=1):
        if len(running) >= jobs:
            _reap(running, found)
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


# ——— plugins of pytest ———


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
    """Runs the tests once and writes down how long each takes and which lines of the rulebook it runs."""

    def __init__(self, game: str, path: Path) -> None:
        super().__init__(game)
        self.path = path

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        watch = coverage.Coverage(data_file=None, include=[str(GAMES / self.game / "*")], config_file=False)
        took_s: dict[str, float] = {}
        watch.start()
        for item in session.items:
            watch.switch_context(item.nodeid)
            began = time.process_time()
            if _fails(item):
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
        # What asks for the games played for many tests has to play them where it is the first that does.
        played = {item.nodeid for item in session.items if hasattr(getattr(item, "module", None), "played")}
        reached = {test: {"takes_s": took_s[test] + PLAYED_S * (test in played), "lines": of}
                   for test, of in lines.items()}  # fmt: skip
        self.path.write_text(json.dumps(reached), "utf-8")
        return True


class Swapped(OfOneGame):
    """Tries mutants of functions: each fork of the process that has collected the tests gives one another body."""

    def __init__(self, game: str, tests: Mapping[str, Any], todo: Sequence[Mutant], found: Found, jobs: int) -> None:
        super().__init__(game)
        self.tests, self.todo, self.found, self.jobs = tests, todo, found, jobs

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        items = {item.nodeid: item for item in session.items}

        def try_one(mutant: Mutant) -> str | None:
            swap(mutant, importlib.import_module(f"companion.games.{self.game}.{mutant.path.stem}"))
            asked = [test for test, of in self.tests.items() if _runs(of["lines"], mutant)]
            return _noticed_by(items, asked, self.tests)

        _spread(self.todo, try_one, self.found, self.jobs)
        return True


class Imported(OfOneGame):
    """Runs all tests of a game whose rulebook was changed before it was imported, until one fails."""

    def __init__(self, game: str, tests: Mapping[str, Any]) -> None:
        super().__init__(game)
        self.tests = tests
        self.by: str | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        self.by = _noticed_by({item.nodeid: item for item in session.items}, list(self.tests), self.tests)
        return True


def _runs(lines: Mapping[str, Sequence[int]], mutant: Mutant) -> bool:
    return any(line in mutant.lines for line in lines.get(mutant.path.name, ()))


def _noticed_by(items: Mapping[str, pytest.Item], asked: Iterable[str], tests: Mapping[str, Any]) -> str | None:
    """The first of the tests that fails, quickest first."""
    for test in sorted((test for test in asked if test in items), key=lambda test: float(tests[test]["takes_s"])):
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_S + TIMES_AS_LONG * tests[test]["takes_s"])
        if _fails(items[test]):
            return test
    return None


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


# ——— changing ———


def swap(mutant: Mutant, module: ModuleType) -> None:
    """Give the function of a loaded module the mutant's body."""
    owner: Any = module
    *classes, name = mutant.within.split(".")
    for each in classes:
        owner = vars(owner)[each]
    function = _plain_function(vars(owner)[name])
    code = next(code for code in _all_code(mutant.code()) if code.co_qualname == mutant.within)
    if code.co_freevars == function.__code__.co_freevars:
        function.__code__ = code
        return
    # A body without `super()` no longer knows its class, so it takes another function to have it.
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    setattr(owner, name, FunctionType(code, function.__globals__, name, function.__defaults__, closure))


def _plain_function(found: Any) -> FunctionType:
    found = found.fget if isinstance(found, property) else found
    found = getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found  # type: ignore[no-any-return]


def _all_code(code: CodeType) -> Iterable[CodeType]:
    for constant in code.co_consts:
        if hasattr(constant, "co_qualname"):
            yield constant
            yield from _all_code(constant)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(mutant.path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 (as importlib calls it)
        return self.mutant.code()


class _Finder:
    """Finds one module in its changed form, and leaves the rest to others."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name, self.mutant = name, mutant

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        is_package = self.mutant.path.stem == "__init__"
        return spec_from_loader(name, _Loader(name, self.mutant), is_package=is_package)


def _imported(game: str, tests: Mapping[str, Any], mutant: Mutant, among: Sequence[str]) -> str | None:
    module = f"companion.games.{game}" + (f".{mutant.path.stem}" if mutant.path.stem != "__init__" else "")
    assert module not in sys.modules, "it would not be imported anew"
    sys.meta_path.insert(0, _Finder(module, mutant))
    plugin = Imported(game, tests)
    status = _collected(plugin, among)
    return plugin.by or (None if status == pytest.ExitCode.OK else "importing it")


if __name__ == "__main__":
    sys.exit(main())
