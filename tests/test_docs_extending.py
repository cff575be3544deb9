"""docs/extending.md tells the truth: the game it shows can be played, and what it names is there.

So does the program of docs/lexicon.md.
"""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.clock import FakeClock
from companion.games.form import setting_of
from companion.games.layout import layout_of
from companion.referee.journal import Journal
from companion.referee.match import judge
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from tests.rules.play import no_lexicon

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
PROGRAM = re.compile(r"```python\n(.*?)```", re.DOTALL)
(GAME,) = PROGRAM.findall(PAGE)


@pytest.fixture
def longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of the page as a folder beside the others, for as long as a test takes."""
    (tmp_path / "longer").mkdir()
    (tmp_path / "longer" / "__init__.py").write_text(GAME, "utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    book = import_module("companion.games.longer").RULEBOOK
    monkeypatch.setattr(games, "RULEBOOKS", {**games.RULEBOOKS, "longer": book})
    games.part.cache_clear()
    yield "longer"
    games.part.cache_clear()


def test_the_game_it_shows_is_the_example() -> None:
    assert (ROOT / "tests" / "example_game" / "longer" / "__init__.py").read_text("utf-8") == GAME


def test_the_game_it_shows_is_refereed(longer: str) -> None:
    said = [("Ann", "cat"), ("Bob", "dog"), ("Ann", "horses"), ("Bob", "horse"), ("Ann", None), ("Bob", "elephant")]
    events = [
        {"event": "give_up", "player": player} if word is None else {"event": "say", "player": player, "word": word}
        for player, word in said
    ]
    options = {"shortest": 3, "lexicon": {"words": ["cat", "dog", "horse", "horses", "elephant"]}}
    answer = judge({"game": longer, "players": ["Ann", "Bob"], "options": options, "events": events}, no_lexicon)
    verdicts = [(ruling["verdict"], ruling["clause"]) for ruling in answer["rulings"]]
    assert verdicts == [
        ("said", "L1"),
        ("too_short", "L1"),
        ("not_your_turn", "L1"),
        ("said", "L1"),
        ("gave_up", "L2"),
        ("game_over", "L3"),
    ]
    assert answer["winners"] == ["Bob"]
    assert answer["word"] == "horse"


def test_the_game_it_shows_is_played_at_a_table_with_what_it_has(longer: str, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), no_lexicon)
        options = {"shortest": 3, "lexicon": {"words": ["cat", "horse"]}}
        referee.begin({"game": longer, "players": ["Ann", "Bob"], "options": options})
        forms = referee.view.to_json()["forms"]
        assert [(form["event"], form["player"]) for form in forms] == [("say", "Ann"), ("give_up", "Ann")]
        assert [(field["kind"], field["name"]) for field in forms[0]["fields"]] == [("word", "word")]
        referee.buttons.press("select")
        dialog = referee.view.dialog
        assert dialog is not None
        assert dialog.items[:2] == ("give up", "say")
        assert isinstance(referee.happen({"event": "say", "player": "Ann", "word": "cat"}, source=Source.HOST), Entry)
        json.dumps(referee.view.to_json())
    assert setting_of(longer, ["Ann", "Bob"]) == ()
    assert layout_of(longer, {}) == layout_of(None, {})


@pytest.mark.parametrize("place", sorted({*re.findall(r"`((?:companion|tests|docs|wordlists)/[\w./-]*)`", PAGE)}))
def test_what_it_names_is_there(place: str) -> None:
    assert (ROOT / place).exists() or "longer" in place


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests/rules/test_clauses.py", "COUNTS"),
        ("companion/language.py", "LANGUAGES"),
    ],
)
def test_what_it_says_to_add_to_is_in_its_module(module: str, name: str) -> None:
    assert f"`{name}`" in PAGE
    assert re.search(rf"^{name}\b.* = ", (ROOT / module).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "place",
    sorted({*re.findall(r"`((?:companion|hardware|training)/[\w./-]*)`", (ROOT / "docs/architecture.md").read_text())}),
)
def test_what_the_house_s_plan_names_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_the_program_that_asks_the_lexicon_gives_what_stands_beside_it() -> None:
    (program,) = PROGRAM.findall((ROOT / "docs" / "lexicon.md").read_text("utf-8"))
    names: dict[str, Any] = {}
    gave: list[tuple[str, str]] = []
    for line in program.splitlines():
        code, _, beside = line.partition("  # ")
        if "import" in code or " = " in code or not code:
            exec(code, names)  # a line of our own page
        else:
            gave.append((repr(eval(code, names)), beside))  # noqa: S307
    said = [(given, beside) for given, beside in gave if beside.startswith(("True", "'"))]
    assert len(said) == 3
    assert all(beside.startswith(given) for given, beside in said), said
