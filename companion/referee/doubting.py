"""Doubts about the word just said: each player says so alone, by button or phone, until they are enough. Pure.

How many are enough, and what whoever said the word then chooses, is the game's to say (`companion.games.calls`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.calls import joint
from companion.games.parties import keys_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.core import Rulebook, View


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


def is_doubt(book: Rulebook[Any], part: Mapping[str, Any]) -> bool:
    """Whether this part of what several say together is one they join in by name, rather than each their own cards."""
    return "players" in keys_of(book.events[part["event"]])


def may_doubt(view: View | None, state: Any, player: str) -> bool:
    """Whether there is a word that this player could doubt. `state` is the game's own of what `view` shows."""
    said = None if view is None else joint(view.game, state)
    return view is not None and said is not None and said.event in view.may.get(player, ())


def doubted(
    view: View | None, state: Any, players: Sequence[str], chosen: int | None = None
) -> Mapping[str, Any] | None:
    """The event once so many doubt the word as the game asks for, None before. `chosen` is what its holder adds."""
    said = None if view is None else joint(view.game, state)
    if said is None or len(players) < said.needed or not all(may_doubt(view, state, player) for player in players):
        return None
    event = {"event": said.event, "players": list(players)}
    return event if chosen is None else {**event, said.field: chosen}


def rows_to_choose(view: View | None, state: Any, players: Sequence[str]) -> tuple[int, ...]:
    """What the holder chooses from (longest rows, from 1) when enough doubt the word and one of several is meant."""
    said = None if view is None else joint(view.game, state)
    if said is None or doubted(view, state, players) is None:
        return ()
    return said.choices if len(said.choices) > 1 else ()
