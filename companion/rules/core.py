"""What every rulebook is made of: clauses, rulings, views, and the one shape all five games have.

A game is a frozen state, a closed set of event types and three functions:

    start(players, options, lexicon) -> State
    rule(state, event) -> (State, Ruling)
    view(state) -> View

Nothing in here or in a game knows a clock, a file, a device or chance: dice, shuffles and timeouts come in
as events, so the same players, options and events always give the same rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause of a rulebook, in our own words.

    `house` marks a reading of ours where the published rulebook is silent or unclear; whoever cites the clause
    says so.
    """

    number: str
    text: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one event: accepted or refused, what it is called, the clause and the reason.

    `reason` is one sentence that can be read aloud at a table. `detail` says which of several grounds decided
    (Disorder!: which of D8's four). `clause` is None for what is no game's business (malformed, undo).
    """

    accepted: bool
    verdict: str
    clause: Clause | None
    reason: str
    detail: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """All that may be shown of a match, JSON-ready.

    `may` lists, per player, the events that player may hand in now: it is what a phone shows as buttons.
    `board` is the game's own part (rows, cards on the table, stack …).
    """

    game: str
    players: tuple[str, ...]
    scores: Mapping[str, int]
    score_name: str
    turn: str | None
    awaiting: str | None
    may: Mapping[str, tuple[str, ...]]
    over: bool
    winners: tuple[str, ...]
    board: Mapping[str, Any]


class Words(Protocol):
    """The questions the rules ask of a lexicon. Words come in as people write them; the lexicon folds them."""

    def is_word(self, word: str) -> bool:
        """Whether the dictionary has the word (proper names do not count)."""
        ...

    def is_name(self, word: str) -> bool:
        """Whether it is listed as the name of a person or place."""
        ...


@dataclass(frozen=True)
class Rulebook(Generic[StateT]):
    """A game's rules as code: everything the match, the command line, the web and the tests need to know of it."""

    game: str
    title: str
    score_name: str
    clauses: Mapping[str, Clause]
    events: Mapping[str, type]
    start: Callable[[Sequence[str], Mapping[str, Any], Words], StateT]
    rule: Callable[[StateT, Any], tuple[StateT, Ruling]]
    view: Callable[[StateT], View]
    result: Callable[[StateT], Mapping[str, Any]]
