"""How long somebody has: the timed windows of the five games, read off a view.

The rules know no seconds; a window that runs out reaches them as a `timeout` event. Pure.

A window stays the same window, and its time runs on, for as long as the same player is asked for the same thing
before the same cards. It stops while a challenge is judged and goes on from there when play does; so it does while
doubts about the word just said are gathered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.clock import Countdown
from companion.referee.tableview import Refusal, Timer
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View

DISORDER_ANSWERS = frozenset({"name_word", "prove", "place"})
ANAGRASCRAMBLE_WRITING_S = 30  # A6
TYPO_DOUBTING_S = 15  # how long a running window waits for others to doubt the word before it too (T7)
WORDCARD_NOTICE_S = 60  # W17
VILLAINS_INTERRUPT_S = 5  # the default of options.interrupt_seconds (villains.md, Events)


@dataclass(frozen=True, slots=True)
class Window:
    """A window of `total_ms` for `player`; when it runs out, `timeout` of that player goes to the rules.

    `before` is what the player has to go by (the row, the rows, the jumble, the card just played): before other cards
    it is another window.
    """

    player: str
    label: str
    total_ms: int
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """The open window with its countdown, and what was left of the one that waits for a challenge to be judged.

    `held_until_ms` is when the window goes on by itself that waits for doubts; None while it waits for none.
    """

    window: Window | None = None
    countdown: Countdown | None = None
    aside: tuple[Window, int] | None = None
    held_until_ms: int | None = None

    def after(self, view: View, options: Mapping[str, Any], now_ms: int, *, paused: bool) -> Timing:
        """The timing once an event was accepted and has led to `view`; a window that opens while `paused` waits."""
        if self.window in possible(view, options):
            return self if paused else self.unheld(now_ms)
        if is_judged(view):
            return Timing(aside=self._open_left(now_ms) or self.aside)
        after = self._opened(windows(view, options), now_ms, paused=paused)
        return Timing(after.window, after.countdown)

    def started(self, view: View, options: Mapping[str, Any], now_ms: int, *, paused: bool) -> Timing:
        """The timing once somebody has started the timer that is on offer; as it is when none is."""
        offer = offered(view, options)
        return self if offer is None or self.window == offer else self._opened((offer,), now_ms, paused=paused)

    def holder(self, view: View, options: Mapping[str, Any]) -> str | None:
        """Who may start a timer now (T6); None when there is none to start."""
        if self.window is not None or offered(view, options) is None:
            return None
        holder: str = view.board["timer_holder"]
        return holder

    def paused(self, now_ms: int) -> Timing:
        """The timing with its countdown stopped."""
        return Timing(self.window, self.countdown and self.countdown.pause(now_ms), self.aside)

    def resumed(self, now_ms: int) -> Timing:
        """The timing with its countdown running."""
        return Timing(self.window, self.countdown and self.countdown.resume(now_ms), self.aside)

    def held(self, now_ms: int) -> Timing:
        """The timing once somebody doubts the word just said: a window that runs waits a while for the others."""
        running = self.countdown is not None and self.countdown.running
        if not running and self.held_until_ms is None:
            return self
        return replace(self.paused(now_ms), held_until_ms=now_ms + TYPO_DOUBTING_S * 1000)

    def unheld(self, now_ms: int) -> Timing:
        """The timing once the doubts are settled, or nobody has joined them; as it is when it waits for none."""
        return self if self.held_until_ms is None else self.resumed(now_ms)

    def up(self) -> Timing:
        """The timing once its window has run out and the rules want to know more first (T9: which row?)."""
        return Timing(self.window, Countdown(self.window.total_ms, 0) if self.window else None, self.aside)

    def shown(self, now_ms: int) -> Timer | None:
        """The open window as displays show it; None while none is open."""
        window, countdown = self.window, self.countdown
        if window is None or countdown is None:
            return None
        return Timer(window.label, window.total_ms, countdown.remaining_ms(now_ms), countdown.running, now_ms)

    @property
    def late(self) -> str | None:
        """The player whose time is up and who can only say what the rules want to know; None while time lasts."""
        over = self.window is not None and self.countdown is not None and self.countdown.left_ms == 0
        return self.window.player if over and self.window is not None else None

    def too_late(self, event: Any) -> Refusal | None:
        """Why a card cannot be laid any more by somebody whose time is up; None for everything else."""
        if self.late is None or not isinstance(event, dict) or event.get("event") != "place":
            return None
        reason = told("The time of {player} is up: only a longest row can be named.", player=self.late)
        return Refusal(event, "not_now", "T9", reason)

    def to_json(self, now_ms: int) -> dict[str, Any]:
        """What a later start of the program needs to go on from here."""
        return {"open": _as_json(self._open_left(now_ms)), "aside": _as_json(self.aside)}

    @classmethod
    def restored(cls, noted: Mapping[str, Any] | None, view: View, options: Mapping[str, Any]) -> Timing:
        """The timing of a match taken up again, paused: as it was `noted`, or with fresh windows without a note."""
        if noted is None:
            return cls()._opened(windows(view, options), 0, paused=True)
        window, aside = _from_json(noted["open"]), _from_json(noted["aside"])
        if window is None or window[0] not in possible(view, options):
            return cls(aside=aside)._opened(windows(view, options), 0, paused=True)
        return cls(window[0], Countdown(window[0].total_ms, window[1]), aside)

    def _opened(self, windows_due: tuple[Window, ...], now_ms: int, *, paused: bool) -> Timing:
        if not windows_due:
            return Timing(aside=self.aside)
        window = windows_due[0]
        left_ms = self.aside[1] if self.aside is not None and self.aside[0] == window else window.total_ms
        countdown = Countdown(window.total_ms, left_ms)
        return Timing(window, countdown if paused else countdown.resume(now_ms))

    def _open_left(self, now_ms: int) -> tuple[Window, int] | None:
        if self.window is None or self.countdown is None:
            return None
        return self.window, self.countdown.remaining_ms(now_ms)


def windows(view: View, options: Mapping[str, Any]) -> tuple[Window, ...]:
    """The windows that open by themselves in this view, that of the player in turn first.

    TYPO without `always_timed` has none by itself: the holder of the timer starts it (T6).
    """
    seconds, label, before = _timed(view, options)
    timed = [player for player, events in view.may.items() if "timeout" in events]
    if view.over or not seconds:
        return ()
    timed.sort(key=lambda player: player != view.turn)
    return tuple(Window(player, label, round(seconds * 1000), before) for player in timed)


def offered(view: View, options: Mapping[str, Any]) -> Window | None:
    """The window that only opens when the holder of the timer says so (T6); None when nothing is on offer."""
    if view.game != "typo" or view.over or view.awaiting != "place" or view.turn is None or options.get("always_timed"):
        return None
    return Window(view.turn, "place", view.board["seconds"] * 1000, tuple(view.board["rows"]))


def possible(view: View, options: Mapping[str, Any]) -> tuple[Window, ...]:
    """Every window that may be open in this view."""
    offer = offered(view, options)
    return windows(view, options) if offer is None else (offer,)


def is_judged(view: View) -> bool:
    """Whether a challenge has been called that the next events decide, while somebody's time waits."""
    return view.game == "disorder" and view.awaiting == "stand"


def _timed(view: View, options: Mapping[str, Any]) -> tuple[float, str, tuple[str, ...]]:
    """The seconds, the label and the cards of the windows that may be open in this view; 0 seconds for none."""
    awaiting, board = view.awaiting, view.board
    if view.game == "disorder" and awaiting in DISORDER_ANSWERS:
        return options.get("answer_seconds") or 0, awaiting or "", tuple(board["row"])
    if view.game == "typo" and awaiting == "place" and options.get("always_timed"):
        return board["seconds"], "place", tuple(board["rows"])
    if view.game == "anagrascramble" and awaiting == "words":
        return ANAGRASCRAMBLE_WRITING_S, "words", (board["jumble"],)
    if view.game == "villains":
        before = (board["chance"]["card"],) if board["chance"] else ()  # each card gives a chance of its own (V12)
        return options.get("interrupt_seconds", VILLAINS_INTERRUPT_S), "interrupt", before
    if view.game == "wordcard":
        return WORDCARD_NOTICE_S, "notice", ()
    return 0, "", ()


def _as_json(window: tuple[Window, int] | None) -> dict[str, Any] | None:
    if window is None:
        return None
    opened, left_ms = window
    return {
        "player": opened.player,
        "label": opened.label,
        "total_ms": opened.total_ms,
        "before": list(opened.before),
        "left_ms": left_ms,
    }


def _from_json(document: Mapping[str, Any] | None) -> tuple[Window, int] | None:
    if document is None:
        return None
    window = Window(document["player"], document["label"], document["total_ms"], tuple(document["before"]))
    return window, document["left_ms"]
