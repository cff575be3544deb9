"""Doubts about the word just said: each player says so alone, by button or phone, until they are enough (T7).

Pure. Where several rows are longest once the placement is undone, whoever said the word chooses which one goes (T9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.core import View


DOUBT = "doubt"


@dataclass(frozen=True, slots=True)
class Doubts:
    """`players` doubt the word that is event number `word`, in the order they said so."""

    word: int = 0
    players: tuple[str, ...] = ()

    def of(self, word: int) -> Doubts:
        """The doubts about this word: none yet when these are about another."""
        return self if self.word == word else Doubts(word)

    def joined(self, player: str) -> Doubts:
        """These and that of `player`; to say it twice is to say it once."""
        return self if player in self.players else replace(self, players=(*self.players, player))


def may_doubt(view: View | None, player: str) -> bool:
    """Whether there is a word that this player could doubt."""
    return view is not None and DOUBT in view.may.get(player, ())


def doubted(view: View | None, players: Sequence[str], row: int | None = None) -> Mapping[str, Any] | None:
    """The `doubt` event once so many doubt the word as T7 asks for, None before. `row` goes if it fails."""
    if view is None or not players or not all(may_doubt(view, player) for player in players):
        return None
    if len(players) < view.board["doubtable"]["doubters_needed"]:
        return None
    event = {"event": DOUBT, "players": list(players)}
    return event if row is None else {**event, "row": row}


def rows_to_choose(view: View | None, players: Sequence[str]) -> tuple[int, ...]:
    """The longest rows (from 1) when enough doubt the word and it must be said which of several goes (T9)."""
    if view is None or doubted(view, players) is None:
        return ()
    longest = view.board["doubtable"]["longest"]
    return tuple(longest) if len(longest) > 1 else ()
