"""The curve of a match that is over: how likely each player was to win after each event, and where it turned. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.games.comings import rule_seats
from companion.games.match_events import SEAT_EVENTS
from companion.games.winning import win_chances
from companion.sentences import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.core import Rulebook


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """After which event (0: before the first), and each player's chance to win then, from 0 to 1."""

    number: int
    chances: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Swing:
    """What an event did to one player's chance to win: `change` from −1 to 1; `reason` is the ruling on the event."""

    number: int
    player: str
    change: float
    reason: str

    def to_json(self) -> dict[str, Any]:
        """As pages and files have it; `said` for those that speak another language."""
        return {
            "event": self.number,
            "player": self.player,
            "change": round(self.change, 4),
            "reason": self.reason,
            "said": as_json(self.reason),
        }


@dataclass(frozen=True, slots=True)
class Curve:
    """`moments` from before the first event to the end; empty where no chances can be told. `turning` are the events
    that changed most, in the order of the match, each for the player whose chance they changed most; `falls` and
    `rises` by player the one event that cost and that brought them most, None or absent where none did."""

    moments: tuple[CurvePoint, ...] = ()
    turning: tuple[Swing, ...] = ()
    falls: Mapping[str, Swing | None] = field(default_factory=dict)
    rises: Mapping[str, Swing | None] = field(default_factory=dict)

    def to_json(self) -> list[dict[str, Any]]:
        """The moments as JSON values, chances to four places."""
        return [
            {"event": each.number, "chances": {player: round(chance, 4) for player, chance in each.chances.items()}}
            for each in self.moments
        ]


NO_CURVE = Curve()
TURNS = 3
LEAST_TURN = 0.1  # what changes a chance by less is no turning point
LEAST_MOVE = 0.01  # what changes a chance by less is neither fall nor rise


def curve_of(
    book: Rulebook[Any], start: Any, numbered: Sequence[tuple[int, tuple[Any, Any, Any]]], players: Sequence[str]
) -> Curve:
    """The curve of a match from the state it began in and the events that stand, each with its number and the states
    before and after it."""
    states = [(0, start), *((number, after) for number, (_, _, after) in numbered)]
    found = [(number, win_chances(book.game, state, players)) for number, state in states]
    moments = tuple(CurvePoint(number, chances) for number, chances in found if chances is not None)
    if len(moments) < len(states):  # not of all, so of none: a part of a curve would tell another story
        return NO_CURVE

    def swing(player: str, change: float, number: int) -> Swing:
        return Swing(number, player, change, _reason(book, next(played for each, played in numbered if each == number)))

    def swings(player: str) -> Iterable[tuple[float, int]]:
        return ((after.chances[player] - before.chances[player], after.number) for before, after in pairwise(moments))

    changes = {player: list(swings(player)) for player in players}
    deepest = {player: min(changes[player], default=(0.0, 0)) for player in players}
    highest = {player: max(changes[player], key=lambda move: move[0], default=(0.0, 0)) for player in players}

    def told(moves: Mapping[str, tuple[float, int]]) -> dict[str, Swing | None]:
        return {
            player: swing(player, change, number) if abs(change) >= LEAST_MOVE else None
            for player, (change, number) in moves.items()
        }

    return Curve(
        moments,
        tuple(swing(player, change, number) for number, player, change in _turning(changes)),
        told({player: move for player, move in deepest.items() if move[0] < 0}),
        told({player: move for player, move in highest.items() if move[0] > 0}),
    )


def _turning(changes: Mapping[str, Sequence[tuple[float, int]]]) -> list[tuple[int, str, float]]:
    """The events that changed most, each with whose chance it changed most; of two it changed alike, who gained."""
    swings: dict[int, list[tuple[float, float, str]]] = {}
    for player, own in changes.items():
        for change, number in own:
            swings.setdefault(number, []).append((round(abs(change), 6), change, player))
    largest = {number: max(each) for number, each in swings.items()}
    turned = [number for number, (size, _, _) in largest.items() if size >= LEAST_TURN]
    most = sorted(turned, key=lambda number: largest[number][0], reverse=True)[:TURNS]
    return [(number, largest[number][2], largest[number][1]) for number in sorted(most)]


def _reason(book: Rulebook[Any], played: tuple[Any, Any, Any]) -> str:
    before, event, _ = played
    _, ruling = rule_seats(book, before, event) if event.event in SEAT_EVENTS else book.rule(before, event)
    return ruling.reason
