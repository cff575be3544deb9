"""Who plays while a match is on: somebody joins late, leaves, or is passed over. What all games share of it. Pure.

Each game says in its `comings` what a newcomer begins with, what becomes of what a leaver had and what nobody need
wait for of whoever is away, by a clause of its own. A player who has left keeps the seat in the state (`gone`), with
the score reached; nothing may be said of them or by them any more but that they join again. A newcomer sits down
behind the last seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.games.core import accepted, game_over, refused
from companion.games.match_events import Join, Leave
from companion.games.verdicts import OfTheMatch, Shared
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.core import Clause, Rulebook, Ruling
    from companion.games.match_events import SeatEvent
    from companion.sentences import Told

NOT_IN_THIS_GAME = message("In this game nobody joins or leaves once the match has begun.")


class Seated(Protocol):
    """What the state of a game with a `comings` has: everybody who has a seat, and which seats are left."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def gone(self) -> tuple[int, ...]: ...


SeatedT = TypeVar("SeatedT", bound=Seated)


def seats_taken(state: Seated) -> tuple[int, ...]:
    """The seats of those who play, in seating order."""
    if not state.gone:  # nearly always, and asked several times an event
        return tuple(range(len(state.players)))
    return tuple(seat for seat in range(len(state.players)) if seat not in state.gone)


def is_deserted(state: Seated) -> bool:
    """Whether at most one player is left of several, which ends a match of any game."""
    return bool(state.gone) and len(seats_taken(state)) < 2


@dataclass(frozen=True)
class Comings(Generic[SeatedT]):
    """What a game says of joining and leaving; both are settled by the house's reading of `clause`.

    `hinders` says why nobody can sit down now, None where somebody can. `join` sits a player down: somebody with a name
    nobody has, or somebody who has left; also in a match that is over because all others have left. `leave` takes
    somebody away who plays. Both give the state and the sentence that is said. So does `sit_out`, which passes over
    somebody who is away; it gives None while there is nothing to pass over: nothing of theirs is waited for, or it is
    what nobody else can do and nothing replaces. `goes_on` says of a match that is over whether whoever joins takes it
    up again.
    """

    clause: Clause
    join: Callable[[SeatedT, str], tuple[SeatedT, str]]
    leave: Callable[[SeatedT, int], tuple[SeatedT, str]]
    hinders: Callable[[SeatedT], str | None] = lambda _: None
    sit_out: Callable[[SeatedT, int], tuple[SeatedT, str] | None] = lambda _state, _seat: None
    goes_on: Callable[[SeatedT], bool] = is_deserted


def names_playing(state: Seated) -> tuple[str, ...]:
    """Those who play, in seating order."""
    if not state.gone:
        return tuple(state.players)
    return tuple(state.players[seat] for seat in seats_taken(state))


def playing(book: Rulebook[Any], state: Any) -> tuple[str, ...]:
    """Those who play in a match of any game: all but who has left."""
    return tuple(book.scores(state)) if book.comings is None else names_playing(state)


def seat_of(state: Seated, name: str) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The players, the seats left and the number of the seat once this player has sat down, again or at a new one."""
    if name not in state.players:
        return (*state.players, name), state.gone, len(state.players)
    own = state.players.index(name)
    return state.players, tuple(seat for seat in state.gone if seat != own), own


def next_of(seats: Sequence[int], after: int, count: int) -> int:
    """Of these seats the one that comes next clockwise, `count` seats being at the table."""
    return min(seats, key=lambda seat: (seat - after - 1) % count)


def with_entry(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Values by seat with this one in its place, or behind the others where the seat is new."""
    return (*values[:seat], value, *values[seat + 1 :])


def rule_seats(book: Rulebook[Any], state: Any, event: SeatEvent) -> tuple[Any, Ruling]:
    """Judge that somebody joins, leaves or is passed over: what refuses it in any game, then what the game says."""
    comings = book.comings
    if comings is None:
        return state, refused(Shared.NOT_ENABLED, None, told(NOT_IN_THIS_GAME))
    ruling = _refusal(book, state, event)
    if ruling is not None:
        return state, ruling
    if isinstance(event, Join):
        after, reason = comings.join(state, event.player)
        return after, accepted(OfTheMatch.JOINED, comings.clause.ours, reason)
    seat = state.players.index(event.player)
    if isinstance(event, Leave):
        after, reason = comings.leave(state, seat)
        return after, accepted(OfTheMatch.LEFT, comings.clause.ours, reason)
    passed = comings.sit_out(state, seat)
    if passed is None:
        return state, refused(Shared.NOT_NOW, comings.clause.ours, _not_passed_over(book, state, event.player))
    after, reason = passed
    return after, accepted(OfTheMatch.SAT_OUT, comings.clause.ours, reason)


def hinders_joining(book: Rulebook[Any], state: Any) -> Ruling | None:
    """Why nobody can join now, as the refusal of whoever would; None where somebody can."""
    if book.comings is None:
        return refused(Shared.NOT_ENABLED, None, told(NOT_IN_THIS_GAME))
    view = book.view(state)
    clause = book.comings.clause.ours
    if view.over and not book.comings.goes_on(state):
        return game_over(clause, view.winners)
    most = book.seats[1]
    if len(seats_taken(state)) >= most:
        return refused(OfTheMatch.TABLE_FULL, clause, _full(book.title, most))
    why = book.comings.hinders(state)
    return None if why is None else refused(Shared.NOT_NOW, clause, why)


def _not_passed_over(book: Rulebook[Any], state: Any, player: str) -> Told:
    if book.view(state).actor == player:
        return told("Nobody else can do what {player} has to do now: the match waits.", player=player)
    return told("The match does not wait for {player} now.", player=player)


def _refusal(book: Rulebook[Any], state: Any, event: SeatEvent) -> Ruling | None:
    assert book.comings is not None  # else it is refused before
    if isinstance(event, Join):
        why = hinders_joining(book, state)
        if why is None and event.player in names_playing(state):
            reason = told("{player} plays in this match already.", player=event.player)
            return refused(OfTheMatch.ALREADY_PLAYS, book.comings.clause.ours, reason)
        return why
    view = book.view(state)
    return game_over(book.comings.clause.ours, view.winners) if view.over else None


def _full(game: str, most: int) -> Told:
    return told("Every seat is taken: no more than {most} play {game}.", most=most, game=game)


def wins_alone(why: str, players: Sequence[str]) -> Told:
    """What is said when a leaver leaves one player, a pair of partners or nobody."""
    if not players:
        return told("{why} Nobody is left: the game is over.", why=why)
    if len(players) == 1:
        return told("{why} {player} is left alone and wins.", why=why, player=players[0])
    first, second = players[0], players[-1]
    return told("{why} {first} and {second} are left alone and win.", why=why, first=first, second=second)
