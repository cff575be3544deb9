"""Where a clause stands in the published rulebook of Disorder!, by the headings of its sheet. D14 is ours alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import clauses, told

if TYPE_CHECKING:
    from collections.abc import Mapping

SET_UP = told("“Set up”")
PLAY = told("“Play”")
IMPORTANT = told("“Important”")
CHALLENGE = told("“The Challenge”")
AFTER = told("“After the Challenge”")
WINNING = told("“Winning”")
SPECIAL = told("“Special rule”")
OPTIONAL = told("“Optional cards”")
WORDS = told("“Types of words allowed”")

SECTIONS: Mapping[str, str] = {
    "D1": clauses([SET_UP, OPTIONAL]),
    "D2": SET_UP,
    "D3": PLAY,
    "D4": PLAY,
    "D5": CHALLENGE,
    "D6": IMPORTANT,
    "D7": CHALLENGE,
    "D8": CHALLENGE,
    "D9": clauses([CHALLENGE, AFTER]),
    "D10": WINNING,
    "D11": SPECIAL,
    "D12": OPTIONAL,
    "D13": WORDS,
}
