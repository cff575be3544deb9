"""Where a clause stands in the published rulebook of Disorder!, by the headings of its sheet. D14 is ours alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "D1": "Set up",
    "D2": "Set up",
    "D3": "Play",
    "D4": "Play",
    "D5": "The Challenge",
    "D6": "Important",
    "D7": "The Challenge",
    "D8": "The Challenge",
    "D9": "After the Challenge",
    "D10": "Winning",
    "D11": "Special rule",
    "D12": "Optional cards",
    "D13": "Types of words allowed",
}
