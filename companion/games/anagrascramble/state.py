"""Where a game of AnagraScramble stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.games.anagrascramble.events import Options
from companion.games.anagrascramble.words import NO_CARDS, PrintedCards, tokens
from companion.games.core import View, Words, read_options

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

Phase = Literal["roll", "card", "words", "showdown", "over"]
SECONDS_TO_WRITE = 30


@dataclass(frozen=True, slots=True)
class State:
    """A game of AnagraScramble between two events. Seats count from 0 in seating order.

    `turn` is who plays (in phases roll, card and words), `rolled` how many rolls of the die the game has had.
    `target` is None between turns; `factor` is 2 or 3 after Double or Triple; `inherited` says the turn was passed on.
    `listed` are the words of the card that lies open. `winners` are the tied in a showdown, the winners when over.
    """

    players: tuple[str, ...]
    options: Options
    words: Words
    scores: tuple[int, ...]
    first: int
    turn: int
    cards: PrintedCards = NO_CARDS
    phase: Phase = "roll"
    rolled: int = 0
    target: int | None = None
    declared: bool = False
    factor: int = 1
    inherited: bool = False
    colour: str | None = None
    jumble: str | None = None
    listed: frozenset[str] = frozenset()
    winners: tuple[int, ...] = ()

    @property
    def letters(self) -> int:
        """The target of the turn; 0 between turns."""
        return self.target or 0

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    def scored(self, seat: int, points: int) -> State:
        """With points (or fewer, if negative) for one player."""
        scores = (*self.scores[:seat], self.scores[seat] + points, *self.scores[seat + 1 :])
        return replace(self, scores=scores)

    def turn_ended(self) -> State:
        """The next roll (A5, A12), or the end: a winner, or a showdown of those tied for first (A13)."""
        seats = len(self.players)
        idle = replace(
            self, turn=(self.first + self.rolled) % seats, phase="roll", target=None, declared=False, factor=1,
            inherited=False, colour=None, jumble=None, listed=frozenset(),
        )  # fmt: skip
        if self.rolled < seats * self.options.rolls:
            return idle
        most = max(self.scores)
        best = tuple(seat for seat, score in enumerate(self.scores) if score == most)
        return replace(idle, winners=best, phase="over" if len(best) == 1 else "showdown")


def start(players: Sequence[str], options: Mapping[str, Any], words: Words) -> State:
    """The state before the first roll. Raises BadInput for options that cannot be used."""
    chosen = read_options(Options, options, players)
    first = 0 if chosen.starter is None else players.index(chosen.starter)
    return State(tuple(players), chosen, words, scores=(0,) * len(players), first=first, turn=first)


def with_cards(state: State, answers: Mapping[str, Sequence[str]], colours: Mapping[str, Collection[str]]) -> State:
    """The state with the words listed on the cards of the house decks (A7) and the colours of these (A1)."""
    return replace(state, cards=PrintedCards(answers, colours))


def scores(state: State) -> dict[str, int]:
    """The points."""
    return dict(zip(state.players, state.scores, strict=True))


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited, who has won."""
    over, single = state.phase == "over", state.phase not in ("over", "showdown")
    return View(
        game="anagrascramble",
        players=state.players,
        scores=scores(state),
        score_name="points",
        turn=state.name(state.turn) if single else None,
        awaiting=None if over else state.phase,
        over=over,
        winners=tuple(state.name(seat) for seat in state.winners) if over else (),
        holders={"card": state.name(state.turn)} if state.phase == "card" else {},
    )


def result(state: State) -> Mapping[str, Any]:
    """AnagraScramble's own part of the transcript's answer."""
    fields: dict[str, Any] = {"target": state.target}
    if state.phase == "over":
        fields["tokens"] = _tokens(state)
    return fields


def _tokens(state: State) -> dict[str, int]:
    """What each player is owed (or owes, if negative) when the game is over (A15)."""
    return dict(zip(state.players, tokens(state.scores), strict=True))
