"""An opponent for practice: what it is told, and what it says. Pure.

A game has one in a module `opponent` of its folder, as `Opponent` describes. It is told what whoever sits on that seat
may know, as `OwnView`: how the match stands for all to see, its own hand, and words of its own. Nobody else's cards are
in it, and it is all that an opponent is ever given. What it says goes the way of every player's events. Strength is
what it knows (`companion.games.vocabulary`) and how far it thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from companion.games import function_of, part

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableSequence, Sequence

    from companion.games.vocabulary import Vocabulary

T = TypeVar("T")
StateT_co = TypeVar("StateT_co", covariant=True)


class Strength(StrEnum):
    """How well an opponent plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Luck(Protocol):
    """Where what is random comes from: `random.Random` is one. Rooms without chance of their own are handed it."""

    def random(self) -> float:
        """From 0 to less than 1."""
        ...

    def choice(self, among: Sequence[T], /) -> T:
        """One of them."""
        ...

    def shuffle(self, cards: MutableSequence[Any], /) -> None:
        """Put them into another order, in place."""
        ...


@dataclass(frozen=True, slots=True)
class OwnView(Generic[StateT_co]):
    """All that the player on one seat knows when it is asked what it does.

    `state` is the match as the referee knows it, who sees no hand; `hand` are the player's own cards as events write
    them. `words` are those it knows, `chance` decides what is all the same to it. `joined` says that it has
    joined already in what several say now one by one, `opened` is what opens what several say together.
    `to_draw` is how many cards are left in the deck that all draw from, as everybody can count.
    """

    state: StateT_co
    player: str
    hand: tuple[str, ...]
    strength: Strength
    words: Vocabulary
    chance: Luck
    joined: bool = False
    opened: Any = None
    to_draw: int = 0


class Opponent(Protocol):
    """A game's module `opponent`."""

    def answer(self, own: OwnView[Any]) -> Mapping[str, Any] | None:
        """The event this player hands in now, as a transcript has it; None when it has nothing to say."""
        ...

    def own_part(self, own: OwnView[Any]) -> Any:
        """Its part of what several say together (`companion.games.together`). A game where nothing is leaves it out."""
        ...

    def seen(self, state: Any) -> Any:
        """A state without what whoever sits at the table cannot see of it. A game whose states have nothing of the kind
        leaves it out."""
        ...

    def chosen(self, own: OwnView[Any], choices: Sequence[int]) -> int:
        """Which of these it chooses where others have joined in saying something of its word (`Joint.choices`)."""
        ...


def seen(game: str, state: Any) -> Any:
    """A state as whoever sits at the table sees it."""
    found = function_of(game, "opponent", "seen")(state)
    return state if found is None else found


def opponent(game: str) -> Opponent | None:
    """How the table plays a game; None when it does not."""
    return cast("Opponent | None", part(game, "opponent"))
