"""The changes tried on the rulebooks: each is one, is real, and leaves the tree as it was."""

import ast
import types
from pathlib import Path

import pytest

from benchmarks import mutants as runner
from benchmarks.asking import Likely, OfOneGame, asks_for_games
from benchmarks.mutating import Mutant, mutants
from benchmarks.swapping import swap
from tests.rules import test_citations, test_playouts

MODULE = '''
"""A docstring is no rule."""
from __future__ import annotations
from dataclasses import replace
SHARE = 2

class State:
    @property
    def double(self) -> int:
        return self.cards * SHARE

    cards: int = 1

def few(cards: int, more: bool = False) -> str:
    """Nor is this one."""
    if more and cards < 3:
        return c.T5.ours if cards == 1 else c.T7
    kept = cast("Card", [each for each in zip(cards, more, strict=True)])
    return told("text is left alone")
'''


@pytest.fixture
def made(tmp_path: Path) -> list[Mutant]:
    path = tmp_path / "play.py"
    path.write_text(MODULE, "utf-8")
    return mutants(path)


def test_each_kind_of_change_is_made_and_text_and_types_are_left_alone(made: list[Mutant]) -> None:
    changes = [f"{mutant.within}: {mutant.change}" for mutant in made]
    assert changes == [
        ": 2 → 3",
        "State.double: self.cards * SHARE → self.cards // SHARE",
        ": 1 → 2",
        ": False → True",
        "few: more and cards < 3 → more or cards < 3",
        "few: more and cards < 3 → cards < 3",
        "few: more and cards < 3 → more",
        "few: more and cards < 3 → more and cards <= 3",
        "few: more and cards < 3 → more and cards < 4",
        "few: c.T5.ours if cards == 1 else c.T7 → c.T5.ours if cards != 1 else c.T7",
        "few: c.T5.ours if cards == 1 else c.T7 → c.T5.ours if cards == 2 else c.T7",
        "few: c.T5.ours if cards == 1 else c.T7 → c.T5 if cards == 1 else c.T7",
        "few: c.T5.ours if cards == 1 else c.T7 → c.T7.ours if cards == 1 else c.T7",
        "few: c.T5.ours if cards == 1 else c.T7 → c.T5.ours if cards == 1 else c.T5",
    ]


def test_a_mutant_is_compiled_with_its_change_alone(made: list[Mutant]) -> None:
    before = ast.dump(made[0].tree)
    compiled = {mutant.name: mutant.code().co_code + repr(mutant.code().co_consts).encode() for mutant in made}
    assert len(set(compiled.values())) > 1
    assert ast.dump(made[0].tree) == before


def test_a_function_of_a_loaded_module_gets_the_mutant_s_body(made: list[Mutant]) -> None:
    module = types.ModuleType("play")
    exec(compile(MODULE, "play.py", "exec", dont_inherit=True), vars(module))  # the module under test
    state = module.State()
    state.cards = 6
    assert state.double == 12
    swap(next(mutant for mutant in made if mutant.within == "State.double"), module)
    assert state.double == 3


def test_those_that_live_are_mutants_and_each_has_a_reason() -> None:
    for game, listed in runner.survivors().items():
        names = {mutant.name for path in runner.rules_of(game) for mutant in mutants(path)}
        assert not set(listed) - names, f"no longer a mutant of {game}"
        assert all(why.endswith(".") for why in listed.values())


def test_a_test_about_another_game_is_not_asked() -> None:
    plugin = OfOneGame("typo")
    assert plugin.is_asked("tests/rules/test_typo.py::test_t5")
    assert plugin.is_asked("tests/rules/test_playouts.py::test_random_games[typo]")
    assert not plugin.is_asked("tests/rules/test_playouts.py::test_random_games[disorder]")
    assert not plugin.is_asked("tests/rules/test_said.py::test_no_english[typo]")


def test_tests_are_asked_in_the_order_of_what_they_noticed_and_of_what_they_take(made: list[Mutant]) -> None:
    tests = {name: {"takes_s": takes_s, "lines": {}} for name, takes_s in (("a", 0.1), ("b", 0.2), ("c", 1.0))}
    mutant = next(one for one in made if one.within == "few")
    likely = Likely()
    assert likely.order(mutant, tests, tests) == ["a", "b", "c"]
    likely.noticed("state.py", "few", "b")
    assert likely.order(mutant, tests, tests) == ["b", "a", "c"]
    likely.noticed("play.py", "few", "c")
    assert likely.order(mutant, tests, tests) == ["c", "b", "a"]


def test_what_noticed_a_mutant_is_learnt_from_what_is_kept(made: list[Mutant], tmp_path: Path) -> None:
    found, likely = runner.Found(tmp_path / "found.jsonl", anew=True), Likely()
    mutant = next(one for one in made if one.within == "State.double")
    for by in ("", "tests/test_some.py::test_one", "importing it"):
        found.write(mutant, "failed" if by else "lives", by)
    found.learn(likely)
    found.learn(likely)
    assert likely.near["play.py", "State.double"] == {"tests/test_some.py::test_one": 1}
    assert likely.files(mutant) == ["tests/test_some.py"]
    assert found.read() == {(mutant.name, mutant.of): "failed"}


def test_who_looks_at_the_games_played_once_for_many_is_known_also_where_a_helper_does_it() -> None:
    for test in (
        test_playouts.test_random_games_agree_with_what_is_offered,
        test_citations.test_a_ruling_cites_only_what_decides_it,
    ):
        assert isinstance(test, types.FunctionType)
        assert asks_for_games(test)
    own_part = test_citations.test_a_ruling_rests_on_our_part_only_of_a_clause_that_has_one
    assert isinstance(own_part, types.FunctionType)
    assert not asks_for_games(own_part)
