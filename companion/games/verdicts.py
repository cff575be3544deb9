"""The verdicts every game shares, and those of the match itself: closed sets, as the transcript's answer has them.

What else a ruling of a game is called is in its own folder (`verdicts.py`).
"""

from enum import StrEnum


class Shared(StrEnum):
    """Why any game refuses an event, in the order in which refusals apply."""

    MALFORMED = "malformed"
    GAME_OVER = "game_over"
    NOT_ENABLED = "not_enabled"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"


class OfTheMatch(StrEnum):
    """What becomes of undo, redo and correct, and of who joins, leaves or is passed over."""

    UNDONE = "undone"
    NOTHING_TO_UNDO = "nothing_to_undo"
    REDONE = "redone"
    NOTHING_TO_REDO = "nothing_to_redo"
    CORRECTED = "corrected"
    NO_SUCH_EVENT = "no_such_event"
    JOINED = "joined"
    LEFT = "left"
    SAT_OUT = "sat_out"
    ALREADY_PLAYS = "already_plays"
    TABLE_FULL = "table_full"
