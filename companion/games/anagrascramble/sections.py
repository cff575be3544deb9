"""Where a clause stands in the published rulebook of AnagraScramble, by its headings and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "A1": "Game Parameters, Instructions 2",
    "A2": "Game Components",
    "A3": "Instructions 3",
    "A4": "Instructions 4",
    "A5": "Instructions 4b",
    "A6": "Instructions 5",
    "A7": "Instructions 5b",
    "A8": "Instructions 5a, 5b",
    "A9": "Instructions 4c",
    "A10": "Instructions 5c",
    "A11": "Appendix: Letter Values",
    "A12": "Instructions 6, 7",
    "A13": "Instructions 7",
    "A14": "Instructions 7",
    "A15": "Instructions 8",
    "A16": "Instructions 5",
}
