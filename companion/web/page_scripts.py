"""The scripts of a page as one file: each with all it imports, what is imported first.

A script here imports by name from its neighbours, never in a circle, and exports functions, classes and constants where
they are made (a test holds it). So each becomes a function that gives what it exports, and a page is one file in the
place of thirty. Those that a page runs itself wait for nobody but what they import.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

SCRIPTS = Path(__file__).with_name("static") / "js"
MOST_PAGES = 32  # kept in memory
IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_REMARK = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


@lru_cache(MOST_PAGES)
def together(*names: str) -> str:
    """One script that runs those of these names (without `.js`), with all they import. Raises FileNotFoundError."""
    order: dict[str, None] = {}
    for name in names:
        _before(name, order)
    return "".join(_as_function(name, is_run=name in names) for name in order)


def _before(name: str, order: dict[str, None]) -> None:
    """Put all that a script imports, and then itself, at the end of the order."""
    if name in order:
        return
    for _, other in IMPORT.findall(_text(name)):
        _before(other, order)
    order[name] = None


def _as_function(name: str, *, is_run: bool) -> str:
    text = _REMARK.sub("", _text(name))
    given = ", ".join(each for _, each in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(lambda found: f"const {found[1]} = ${found[2]};\n" if found[1] else "", text))
    if is_run:
        return f"(async () => {{\n{body}}})();\n"
    return f"const ${name} = await (async () => {{\n{body}return {{ {given} }};\n}})();\n"


def _text(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text("utf-8")
