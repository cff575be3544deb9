"""docs/extending.md tells the truth: the game it shows can be played, and what it names is there."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion import games
from companion.referee.match import judge
from tests.rules.play import no_lexicon

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
(GAME,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the page, entered among the others for as long as a test takes."""
    module = ModuleType("companion.games.longer")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(GAME, "docs/extending.md", "exec"), module.__dict__)
    monkeypatch.setattr(games, "RULEBOOKS", {**games.RULEBOOKS, "longer": module.RULEBOOK})
    return "longer"


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


@pytest.mark.parametrize("place", sorted({*re.findall(r"`((?:companion|tests|docs|wordlists)/[\w./-]*)`", PAGE)}))
def test_what_it_names_is_there(place: str) -> None:
    assert (ROOT / place).exists() or "longer" in place


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tests/rules/test_clauses.py", "COUNTS"),
        ("companion/display/oled.py", "MENU"),
        ("companion/display/oled.py", "AWAITED"),
        ("companion/display/oled.py", "DECISIONS"),
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
