"""The messages of everything a person reads on a display, taken from the sources, and the clauses: what a catalogue
must have."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_dir

from companion.games import rulebooks
from tests.whole_run import once

COMPANION = Path(__file__).parents[2] / "companion"
HARDWARE = COMPANION.parent / "hardware"
WEB = COMPANION / "web"
METHODS = [("static/js/**.js", "javascript"), ("templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}}
KEYWORDS = {"t": None, "_": None}
# What only a command says stays English.
PYTHON = [("machine/doctor.py", "ignore"), ("cli/**.py", "ignore"), ("**.py", "python")]
# Sentences are told, parts of them and menus marked; the reason of a ruling that is said as it stands is its third.
PYTHON_KEYWORDS = {"told": None, "message": None, "translate": None, "refused": (3,), "accepted": (3,)}
ENDS = frozenset({"", ".", "out"})  # of sentences put together where they are told
SPOKEN = ("disorder", "typo", "villains", "anagrascramble", "wordcard")


@cache
def messages() -> dict[str, list[str]]:
    """Each message with the places it stands in."""
    return once("messages", _extracted)


def _extracted() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {
        clause.text: [f"clause {clause.number}"] for book in rulebooks().values() for clause in book.clauses.values()
    }
    _add(found, extract_from_dir(WEB, METHODS, OPTIONS, KEYWORDS))
    for package in (COMPANION, HARDWARE):
        _add(found, extract_from_dir(package, PYTHON, {}, PYTHON_KEYWORDS))
    return found


def _add(found: dict[str, list[str]], extracted: Iterable[Any]) -> None:
    for file, line, message, _comments, _context in extracted:
        text = message if isinstance(message, str) else message[0]
        if text not in ENDS:
            found.setdefault(text, []).append(f"{file}:{line}")
