"""Where a clause stands in the published rulebook of AnagraScramble, by its headings and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import clauses, told

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPONENTS = told("“Game Components”")
PARAMETERS = told("“Game Parameters”")
APPENDIX = told("“Appendix: Letter Values”")


def _instructions(numbers: str) -> str:
    return told("“Instructions”, {numbers}", numbers=numbers)


SECTIONS: Mapping[str, str] = {
    "A1": clauses([COMPONENTS, PARAMETERS, _instructions("2")]),
    "A2": COMPONENTS,
    "A3": _instructions("3"),
    "A4": _instructions("4"),
    "A5": _instructions("4b, 6"),
    "A6": _instructions("5"),
    "A7": _instructions("5b"),
    "A8": _instructions("5a, 5b"),
    "A9": _instructions("4c, 5a"),
    "A10": _instructions("5c"),
    "A11": APPENDIX,
    "A12": _instructions("6, 7"),
    "A13": _instructions("7"),
    "A14": _instructions("7"),
    "A15": _instructions("8"),
    "A16": _instructions("5"),
}
