"""Where a clause stands in the published rulebook of TYPO, by the beginnings of its paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "T1": "Players and their cards",
    "T2": "Every round",
    "T3": "Every round",
    "T4": "The timer",
    "T5": "The players have to try",
    "T6": "The timer",
    "T7": "If a player says a word",
    "T8": "If a player can't form a word",
    "T9": "If a player can't form a word",
    "T10": "If a player can't form a word",
    "T11": "The player who is the first",
    "T12": "The basic rule, Additional rules",
}
