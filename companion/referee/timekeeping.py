"""What the clock means for a table as it stands: how long it may be left alone, and what is due then. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.clock import MS_NS
from companion.errors import BadInput, NotNow
from companion.games.window import EVERYBODY, only_reminds
from companion.referee.door import may_be_seen
from companion.referee.unseen import is_awaited, open_question
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.stand import Stand


@dataclass(frozen=True, slots=True)
class Hold:
    """A window waits for others to join in, or for whoever it runs for, for so long still."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class Runs:
    """A window runs, for so long still."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class Up:
    """The time is up, of one player, or of all who say something together (None)."""

    player: str | None


@dataclass(frozen=True, slots=True)
class Reminded:
    """A time is up of which no event comes: it was but a reminder, or the match is over for good."""


def due(stand: Stand, now_ms: int) -> Hold | Runs | Up | Reminded | None:
    """What the clock is at; None while no time runs."""
    timing = stand.timing
    if timing.held_until_ms is not None:
        return Hold(max(0, timing.held_until_ms - now_ms))
    countdown, window = timing.countdown, timing.window
    if countdown is None or window is None or not countdown.running:
        return None
    left_ms = countdown.remaining_ms(now_ms)
    if left_ms:
        return Runs(left_ms)
    if stand.sitting is not None and only_reminds(stand.sitting.view, stand.sitting.match.state):
        return Reminded()
    return Up(None if window.player == EVERYBODY else window.player)


def awaits_eyes(stand: Stand, player: str, has_seen: Callable[[int], bool], now_ns: int) -> bool:
    """Whether the eyes may still tell of a card that `player` had laid when their time ran out: until then it is not up
    for them (`has_seen`, `companion.referee.unseen`)."""
    countdown, sitting = stand.timing.countdown, stand.playing
    ends_ms = None if countdown is None else countdown.ends_ms
    if ends_ms is None or not may_be_seen(sitting.match.book, sitting.view, player):
        return False
    return is_awaited(has_seen, open_question(stand.question), ends_ms * MS_NS, now_ns)


def paused(stand: Stand, now_ms: int) -> Stand:
    """With the timer stopped. Raises BadInput when no match is being played."""
    _ = stand.playing
    return replace(stand, paused=True, halted=True, timing=stand.timing.paused(now_ms))


def resumed(stand: Stand, now_ms: int) -> Stand:
    """With the timer going on from where it stopped. Raises BadInput when no match is being played."""
    _ = stand.playing
    return replace(stand, paused=False, halted=False, timing=stand.timing.resumed(now_ms))


def waiting(stand: Stand, player: str, now_ms: int) -> Stand:
    """With the time of `player` waiting until they have said what they do. Raises NotNow when it does not wait."""
    if stand.may_hold != player:
        raise NotNow(told("the time does not wait for {player} now", player=player))
    return replace(stand, timing=stand.timing.waiting(stand.playing.view.game, now_ms))


def listening(stand: Stand, player: str | None, now_ms: int) -> Stand:
    """Once `player` has begun to answer what is asked: their time waits for it, if it is one that does."""
    return waiting(stand, player, now_ms) if player is not None and stand.may_hold == player else stand


def unheld(stand: Stand, now_ms: int) -> Stand:
    """With the window going on that waited."""
    return replace(stand, timing=stand.timing.unheld(now_ms))


def started(stand: Stand, now_ms: int) -> Stand:
    """With the timer running that is on offer; a match that was taken up again goes on by it, one that is paused does
    not. Raises BadInput when there is none to start."""
    sitting = stand.playing
    if stand.timer_holder is None:
        raise BadInput(told("there is no timer to start now"))
    timing = stand.timing.started(sitting.view, sitting.match.state, now_ms, paused=stand.halted)
    return replace(stand, timing=timing, paused=stand.halted)
