"""A rule reads as a rule: what the referee says stands together in a game's `sentences`, not amid its rules."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games

FOLDER = Path(games.__file__).parent
# What these say is no part of a rule: titles, labels, the pattern of a field, what is asked about cards on the table,
# what is told whoever practises or only watches.
SHOWN = {
    "__init__",
    "advice",
    "board",
    "notation",
    "events",
    "forms",
    "guessing",
    "layout",
    "names",
    "primer",
    "prospects",
    "readings",
    "sections",
    "table",
}
MAKERS = {"told": 0, "message": 0, "accepted": 2, "refused": 2, "Malformed": 1, "BadInput": 0}  # where their text comes


def _sentences(game: str) -> list[Path]:
    """The module where they stand, and those that took some of them when there were too many."""
    return [FOLDER / game / "sentences.py", *(FOLDER / game).glob("*_sentences.py")]


def amid_rules(source: str) -> Iterator[int]:
    """The lines in which a sentence is written out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            text = node.args[MAKERS[node.func.id] :][:1]
            if text and isinstance(text[0], (ast.Constant, ast.JoinedStr)):
                yield node.lineno


@pytest.mark.parametrize("game", games.RULEBOOKS)
def test_no_sentence_stands_amid_the_rules(game: str) -> None:
    others = SHOWN | {path.stem for path in _sentences(game)}
    rules = [path for path in (FOLDER / game).glob("*.py") if path.stem not in others]
    assert [(path.stem, line) for path in rules for line in amid_rules(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("game", games.RULEBOOKS)
def test_every_sentence_there_is_said(game: str) -> None:
    here = [node for path in _sentences(game) for node in ast.parse(path.read_text("utf-8")).body]
    makes = {node.name for node in here if isinstance(node, ast.FunctionDef)}
    makes |= {name.id for node in here if isinstance(node, ast.Assign) for name in ast.walk(node.targets[0])
              if isinstance(name, ast.Name)}  # fmt: skip
    said = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for path in (FOLDER / game).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    }
    assert makes - said == set()


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('refused(V.NO, c.T1, "Not now.")', [1]),
        ('x = 1\naccepted(V.YES, c.T1, told("{player} goes on.", player=x))', [2]),
        ('Malformed("row", f"is {x}")', [1]),
        ('raise BadInput("no")', [1]),
        ("refused(V.NO, c.T1, say.NOT_NOW)", []),
        ('Malformed("row", say.no_such_row(ROWS))', []),
    ],
)
def test_a_sentence_amid_rules_is_found(source: str, lines: list[int]) -> None:
    assert list(amid_rules(source)) == lines
