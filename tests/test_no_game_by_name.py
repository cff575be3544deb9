"""Nothing outside the games' own places names a game: whoever adds a game changes no other room."""

import ast
import re
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import rulebooks

ROOT = Path(__file__).parents[1]
CODE = (".py", ".js", ".ts", ".css", ".html")
# Besides deck files, docs and tests. What solvers search for is the best way to lay the cards of one game.
OWN_PLACES = ("companion/games/", "companion/solvers/", "companion/locale/", "companion/print/style.py")


def texts(root: Path) -> Iterator[tuple[str, str]]:
    """The code of the rooms that serve all games: each file by its place under `root`, and what stands in it."""
    for room in ("companion", "hardware"):
        for file in sorted((root / room).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in CODE and not path.startswith(OWN_PLACES):
                yield path, file.read_text(encoding="utf-8")


def named(root: Path, games: list[str]) -> dict[str, int]:
    """How often the code under `root` names one of the games, in whatever way, by file."""
    name = re.compile(rf"(?<![a-z])({'|'.join(games)})(?![a-z])", re.IGNORECASE)
    found = {path: len(name.findall(text)) for path, text in texts(root)}
    return {path: times for path, times in found.items() if times}


def test_no_game_is_named_outside_its_own_places() -> None:
    assert named(ROOT, list(rulebooks())) == {}


def cited(root: Path, clauses: Collection[str]) -> dict[str, list[str]]:
    """Which clauses of the games' rulebooks the code under `root` cites, in whatever way, by file."""
    number = re.compile(rf"\b({'|'.join(clauses)})\b")
    found = {path: number.findall(text) for path, text in texts(root)}
    return {path: numbers for path, numbers in found.items() if numbers}


def test_no_clause_of_a_game_is_cited_outside_its_own_places() -> None:
    assert cited(ROOT, {number for book in rulebooks().values() for number in book.clauses}) == {}


# What rooms mean something of their own by, though some game has an event or a verdict of that name; a timeout is any
# game's. The big button is called as what it is for where a game has challenges.
OWN_WORDS: dict[str, set[str]] = {
    "companion/dialog": {"card", "close"},
    "companion/display": {"stands"},
    "companion/machine": set(),
    "companion/referee": {"card", "challenge", "chosen", "close", "timeout", "words"},
    "companion/web": {
        "card", "challenge", "chosen", "close", "drawn", "lay", "object", "out", "place", "words",
    },
}  # fmt: skip
QUOTED = re.compile(r"\"(\w+)\"")


def quoted(file: Path) -> set[str]:
    """The texts that stand in a module of Python as they are, or the words in one of JavaScript."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return set(QUOTED.findall(text))
    constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


@pytest.mark.parametrize("room", OWN_WORDS)
def test_who_judges_who_asks_and_who_shows_know_no_event_and_no_verdict_of_any_game(room: str) -> None:
    events = {name for book in rulebooks().values() for name in book.events}
    kinds = [import_module(f"companion.games.{game}.verdicts").Verdict for game in rulebooks()]
    verdicts = {str(verdict) for kind in kinds for verdict in kind}
    files = [file for file in sorted((ROOT / room).rglob("*")) if file.suffix in (".py", ".js", ".ts")]
    assert set().union(*map(quoted, files)) & (events | verdicts) == OWN_WORDS[room]


def test_a_name_and_a_clause_are_found_in_an_identifier_a_string_a_comment_and_a_style(tmp_path: Path) -> None:
    (tmp_path / "companion/web").mkdir(parents=True)
    (tmp_path / "companion/web/some.py").write_text("TYPO_S = 1  # as in typo, no typography\nX = 'typo'\n", "utf-8")
    (tmp_path / "companion/web/some.css").write_text('[data-game="typo"] {}\n', "utf-8")
    (tmp_path / "companion/web/other.js").write_text("/** As T6 says, not T60. */ const T60 = 'T7';\n", "utf-8")
    assert cited(tmp_path, ["T6", "T7"]) == {"companion/web/other.js": ["T6", "T7"]}
    assert named(tmp_path, ["typo"]) == {"companion/web/some.py": 3, "companion/web/some.css": 1}
