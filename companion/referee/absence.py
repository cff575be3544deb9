"""Who is away from the table for a while: nobody waits for what can go on without them. Pure.

It is no event that somebody is away; that they are passed over is one, each time (`sit_out`), and the table hands it in
for them as long as they are. What nobody else can do is waited for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import NotNow
from companion.games.match_events import MATCH_EVENTS, SEAT_EVENTS
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.referee.sitting import Sitting
    from companion.referee.stand import Stand

OF_THE_PAST = MATCH_EVENTS.keys() - SEAT_EVENTS.keys()


def marked(stand: Stand, player: str, *, is_away: bool) -> Stand:
    """With `player` away, or back. Raises NotNow when they do not play, BadInput when no match is being played."""
    if player not in stand.playing.view.playing:
        raise NotNow(told("{name} does not play in this match", name=player))
    return replace(stand, away=stand.away | {player} if is_away else stand.away - {player})


def who(stand: Stand) -> tuple[str, ...]:
    """Those who play and are away, in seating order."""
    return () if stand.sitting is None else tuple(name for name in stand.sitting.view.playing if name in stand.away)


def due(stand: Stand) -> Mapping[str, Any] | None:
    """The event that passes over somebody who is away; None while nothing waits for one, or when somebody has just
    changed the past: then nothing goes on by itself."""
    sitting = stand.sitting
    if sitting is None or (sitting.protocol and sitting.protocol[-1].event["event"] in OF_THE_PAST):
        return None
    return next((event for name in who(stand) if (event := passing_over(stand, name)) is not None), None)


def passing_over(stand: Stand, player: str) -> Mapping[str, Any] | None:
    """The event that passes over this player; None where the rules do not take it now, while no time runs, and when
    nobody is left at the table: the table itself, where it plays, is nobody."""
    sitting = stand.playing
    if stand.paused or set(who(stand)) >= set(_people(sitting)):
        return None
    event = {"event": "sit_out", "player": player}
    if stand.timing.too_late(sitting.view.game, event) is not None:
        return None
    return event if sitting.match.judge(event).ruling.accepted else None


def _people(sitting: Sitting) -> Sequence[str]:
    playing = sitting.view.playing
    return playing if sitting.practice is None else sitting.practice.people(playing)
