"""How long somebody has: the timed windows of the five games, read off a view.

The rules know no seconds; a window that runs out reaches them as a `timeout` event. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.core import View

DISORDER_ANSWERS = frozenset({"name_word", "prove", "place"})
TYPO_PLACING_S = 30  # T6
ANAGRASCRAMBLE_WRITING_S = 30  # A6
WORDCARD_NOTICE_S = 60  # W17
VILLAINS_INTERRUPT_S = 5  # the default of options.interrupt_seconds (villains.md, Events)


@dataclass(frozen=True, slots=True)
class Window:
    """A window of `total_ms` for `player`; when it runs out, `timeout` of that player goes to the rules."""

    player: str
    label: str
    total_ms: int


def window(view: View, options: Mapping[str, Any]) -> Window | None:
    """The window that is open in this view, or None.

    TYPO without `always_timed` has none by itself: the holder of the timer starts it (T6).
    """
    if view.over or "timeout" not in {event for events in view.may.values() for event in events}:
        return None
    seconds, label = _seconds(view, options)
    player = next((player for player, events in view.may.items() if "timeout" in events), view.turn)
    if not seconds or player is None:
        return None
    return Window(player, label, round(seconds * 1000))


def _seconds(view: View, options: Mapping[str, Any]) -> tuple[float, str]:
    awaiting = view.awaiting
    if view.game == "disorder" and awaiting in DISORDER_ANSWERS:
        return options.get("answer_seconds") or 0, "answer"
    if view.game == "typo" and awaiting == "place" and options.get("always_timed"):
        return TYPO_PLACING_S, "place"
    if view.game == "anagrascramble" and awaiting == "words":
        return ANAGRASCRAMBLE_WRITING_S, "words"
    if view.game == "villains":
        return options.get("interrupt_seconds", VILLAINS_INTERRUPT_S), "interrupt"
    if view.game == "wordcard":
        return WORDCARD_NOTICE_S, "notice"
    return 0, ""
