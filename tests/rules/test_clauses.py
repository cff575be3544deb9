"""Every clause has a number, one line of text that says what is house, and a test named after it."""

import ast
import re
from pathlib import Path

import pytest

from companion.games import RULEBOOKS
from companion.games.core import Clause
from companion.games.sections import section_of

OURS_ALONE = {"D14", "D15", "T13", "V18", "V19", "A17", "W27"}  # the rulebooks say nothing of it
COUNTS = {"disorder": 15, "typo": 13, "villains": 19, "anagrascramble": 17, "wordcard": 27}
CLAUSES = [(game, clause) for game, book in RULEBOOKS.items() for clause in book.clauses.values()]


def named_tests(game: str) -> set[str]:
    """The names of all test functions in the files about a game."""
    names = set()
    for path in Path(__file__).parent.glob(f"test_{game}*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return names


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_clauses_are_numbered_through(game: str) -> None:
    numbers = list(RULEBOOKS[game].clauses)
    letter = numbers[0][0]
    assert numbers == [f"{letter}{count}" for count in range(1, COUNTS[game] + 1)]
    assert all(number == clause.number for number, clause in RULEBOOKS[game].clauses.items())


@pytest.mark.parametrize("clause", [clause for _, clause in CLAUSES], ids=lambda clause: clause.number)
def test_a_clause_is_one_line_in_our_own_words_that_says_what_is_house(clause: Clause) -> None:
    assert clause.text.endswith(".")
    assert "\n" not in clause.text
    assert clause.house == ("house" in clause.text.replace("house deck", "")), (
        "marked house exactly when the text says so"
    )


@pytest.mark.parametrize(("game", "clause"), CLAUSES, ids=lambda value: getattr(value, "number", value))
def test_every_clause_has_a_test_named_after_it(game: str, clause: Clause) -> None:
    wanted = re.compile(rf"test_{clause.number.lower()}_")
    assert any(wanted.match(name) for name in named_tests(game)), f"no test is named after {clause.number}"


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_clause_says_where_the_rulebook_has_it_unless_it_is_ours_alone(game: str) -> None:
    numbers = set(RULEBOOKS[game].clauses)
    there = {number for number in numbers if section_of(game, number)}
    assert there == numbers - OURS_ALONE
    assert section_of(game, "—") is None


def test_a_game_without_sections_has_none() -> None:
    assert section_of("no such game", "X1") is None
