"""Where a clause stands in the published rulebook of TYPO, by the beginnings of its paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import clauses, told

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYERS = told("“2 players: 14 cards per player”")
TRY = told("“The players have to try”")
ROUND = told("“Every round”")
CANNOT = told("“If a player can’t form a word”")
DOUBT = told("“If a player says a word”")
TIMER = told("“The timer”")
FIRST = told("“The player who is the first”")
BASIC = told("“The basic rule”")
MORE = told("“Additional rules”")

SECTIONS: Mapping[str, str] = {
    "T1": clauses([PLAYERS, ROUND]),
    "T2": ROUND,
    "T3": ROUND,
    "T4": TIMER,
    "T5": clauses([TRY, ROUND]),
    "T6": clauses([ROUND, TIMER]),
    "T7": DOUBT,
    "T8": CANNOT,
    "T9": CANNOT,
    "T10": CANNOT,
    "T11": FIRST,
    "T12": clauses([BASIC, MORE]),
}
