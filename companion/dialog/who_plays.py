"""Who plays while a match is on, said with three buttons: somebody joins, leaves, is away for a while or back. Pure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.dialog.prompts import Deed, one_of, pick, yes
from companion.dialog.setup import NEW_NAME, known_names, new_name
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.dialog.prompts import Asking, Script
    from companion.dialog.situation import Situation

WHO_PLAYS = message("who plays")


def lines(now: Situation) -> list[tuple[str, Script]]:
    """The line of the table's menu, where there is anything to be said of it."""
    return [(WHO_PLAYS, partial(_who_plays, now))] if _choices(now) else []


def _who_plays(now: Situation) -> Asking:
    chosen: Callable[[Situation], Asking] = yield from pick(WHO_PLAYS, _choices(now))
    return (yield from chosen(now))


def _choices(now: Situation) -> Sequence[tuple[str, Callable[[Situation], Asking]]]:
    match = now.match
    assert match is not None  # only a match has this menu
    if not now.has_comings:
        return []
    joins = [] if now.hinders_joining else [(message("somebody joins"), _joins)]
    if match.over:
        return joins
    back = [(message("somebody is back"), _back)] if now.away else []
    away = [(message("somebody is away"), _away)] if set(now.away) < set(match.playing) else []
    return [*back, *away, *joins, (message("somebody leaves"), _leaves)]


def _joins(now: Situation) -> Asking:
    """Whoever waits with a phone or has left comes first, then those who played before."""
    assert now.match is not None
    known = dict.fromkeys([*now.phones, *now.match.left, *known_names(now.matches())])
    names = [name for name in known if name not in now.match.playing]
    name = yield from pick(message("Who joins"), [*((name, name) for name in names), (NEW_NAME, NEW_NAME)])
    while name in (NEW_NAME, ""):
        name = yield from new_name(message("Who joins"))
    return Deed("event", {"event": "join", "player": name})


def _leaves(now: Situation) -> Asking:
    """It is for good, so it is asked once more."""
    assert now.match is not None
    name = yield from one_of(message("Who leaves"), now.match.playing)
    if not (yield from yes(told("{player} leaves for good?", player=name))):
        return Deed("shut")
    return Deed("event", {"event": "leave", "player": name})


def _away(now: Situation) -> Asking:
    assert now.match is not None
    here = [name for name in now.match.playing if name not in now.away]
    return Deed("away", ((yield from one_of(message("Who is away"), here)), True))


def _back(now: Situation) -> Asking:
    return Deed("away", ((yield from one_of(message("Who is back"), now.away)), False))
