"""The floors of coverage: which file belongs to which room, and that a room below its floor is said and fails."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from scripts.floors import MODULES, MOST, WHOLE, main, rooms, rooms_of

ROOT = Path(__file__).parents[1]


def file(statements: int, branches: int, lines: tuple[int, ...] = (), jumps: tuple[tuple[int, int], ...] = ()) -> Any:
    """A file of coverage's report with as many statements and branches, these lines and jumps of them not reached."""
    counts = {
        "num_statements": statements,
        "covered_lines": statements - len(lines),
        "num_branches": branches,
        "covered_branches": branches - len(jumps),
    }
    return {"summary": counts, "missing_lines": list(lines), "missing_branches": [list(jump) for jump in jumps]}


def test_every_module_of_a_game_is_rules_or_table_or_tried_elsewhere() -> None:
    elsewhere = {"interpretations", "form", "form_fields", "forms", "layout", "tables"}
    for path in (ROOT / "companion" / "games").rglob("*.py"):
        name = str(path.relative_to(ROOT))
        assert bool(rooms_of(name)) == (path.stem not in elsewhere), name


@pytest.mark.parametrize("game", RULEBOOKS)
def test_each_game_has_a_rulebook_and_a_table_with_their_floors(game: str) -> None:
    assert rooms_of(f"companion/games/{game}/play.py") == ((f"{game}: rulebook", WHOLE),)
    assert rooms_of(f"companion/games/{game}/table.py") == ((f"{game}: table", MOST),)
    assert rooms_of(f"companion/games/{game}/table/looks.py") == ((f"{game}: table", MOST),)


def test_the_referee_has_a_floor_and_what_keeps_and_times_a_match_one_more() -> None:
    assert rooms_of("companion/referee/desk.py") == (("referee", MOST),)
    assert rooms_of("companion/referee/journal.py") == (("referee", MOST), ("referee: journal", MOST))
    assert rooms_of("companion/web/pages.py") == ()
    for module in MODULES:
        assert (ROOT / "companion" / "referee" / f"{module}.py").is_file()


@given(st.integers(1, 400), st.integers(0, 400), st.data())
def test_a_room_is_as_well_reached_as_the_worse_of_its_statements_and_branches(
    statements: int, branches: int, data: st.DataObject
) -> None:
    lines = tuple(range(data.draw(st.integers(0, statements))))
    jumps = tuple((number, -1) for number in range(data.draw(st.integers(0, branches))))
    files = {"companion/referee/desk.py": file(statements, branches, lines, jumps)}
    reached = rooms({"files": files})["referee", MOST]
    parts = [1 - len(lines) / statements, *([1 - len(jumps) / branches] if branches else [])]
    assert reached.percent == pytest.approx(100 * min(parts))


@pytest.mark.parametrize(
    ("files", "status", "said"),
    [
        ({"companion/referee/match.py": file(100, 20, (3, 4, 5))}, 0, "referee: match                97.00 %"),
        ({"companion/referee/match.py": file(100, 20, (), ((7, 9), (8, -1)))}, 1, "match.py: 7→9, 8→end"),
        ({"companion/games/typo/play.py": file(1000, 200, (12,))}, 1, "99.90 %  and 100 % are needed"),
        ({"companion/games/typo/play.py": file(1000, 200), "companion/web/app.py": file(9, 9, (1,))}, 0, "100.00 %"),
        ({}, 1, ""),
    ],
)
def test_a_room_below_its_floor_is_said_with_what_was_not_reached(
    files: dict[str, Any], status: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"files": files})))
    assert main() == status
    assert said in capsys.readouterr().out
