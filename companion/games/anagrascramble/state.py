"""Where a game of AnagraScramble stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.games.anagrascramble.events import Options
from companion.games.anagrascramble.words import NO_CARDS, PrintedCards, tokens
from companion.games.comings import next_of, seats_taken, with_entry
from companion.games.core import View, Words, later, read_options

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
    `had` are the rolls each seat has had, once somebody has joined or left (A17); before that they follow from
    `rolled`. `gone` are the seats of those who have left. `raised_from` is the target that was rolled, once the turn
    has been raised to another.
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
    had: tuple[int, ...] = later(())
    gone: tuple[int, ...] = later(())
    raised_from: int | None = later(None)

    @property
    def letters(self) -> int:
        """The target of the turn; 0 between turns."""
        return self.target or 0

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    def scored(self, seat: int, points: int) -> State:
        """With points (or fewer, if negative) for one player."""
        return replace(self, scores=with_entry(self.scores, seat, self.scores[seat] + points))

    def turn_ended(self) -> State:
        """The next roll (A5, A12), or the end: a winner, or a showdown of those tied for first (A13)."""
        idle = self.idle(self.next_to_roll)
        if self.rolls_left:
            return idle
        playing = seats_taken(self)
        most = max(self.scores[seat] for seat in playing)
        best = tuple(seat for seat in playing if self.scores[seat] == most)
        return replace(idle, winners=best, phase="over" if len(best) == 1 else "showdown")

    def idle(self, turn: int) -> State:
        """Between two turns: this player is to roll."""
        return replace(
            self, turn=turn, phase="roll", target=None, declared=False, factor=1, inherited=False, colour=None,
            jumble=None, listed=frozenset(), raised_from=None,
        )  # fmt: skip

    @property
    def rolls(self) -> tuple[int, ...]:
        """How many rolls each seat has had."""
        seats = len(self.players)
        whole, more = divmod(self.rolled, seats)
        return self.had or tuple(whole + ((seat - self.first) % seats < more) for seat in range(seats))

    @property
    def rolls_left(self) -> int:
        """How many rolls are still to come of those who play."""
        return sum(self.options.rolls - self.rolls[seat] for seat in seats_taken(self))

    @property
    def next_to_roll(self) -> int:
        """Who rolls once this turn is over (A12, A17): of those who have had the fewest rolls the next one.

        An heir comes first, who has played another's roll and still has their own (A5).
        """
        playing = seats_taken(self)
        fewest = min(self.rolls[seat] for seat in playing)
        last = self.turn - 1 if self.inherited else self.turn
        return next_of([seat for seat in playing if self.rolls[seat] == fewest], last, len(self.players))

    def has_rolled(self) -> State:
        """With one roll more, of the player in turn."""
        had = with_entry(self.had, self.turn, self.had[self.turn] + 1) if self.had else ()
        return replace(self, rolled=self.rolled + 1, had=had)

    def counted(self) -> State:
        """With the rolls counted seat by seat."""
        return replace(self, had=self.rolls)


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
        left=tuple(map(state.name, state.gone)),
    )


def result(state: State) -> Mapping[str, Any]:
    """AnagraScramble's own part of the transcript's answer."""
    fields: dict[str, Any] = {"target": state.target}
    if state.phase == "over":
        fields["tokens"] = tokens_owed(state)
    return fields


def tokens_owed(state: State) -> dict[str, int]:
    """What each player is owed (or owes, if negative) when the game is over (A15); nothing who has left (A17)."""
    playing = seats_taken(state)
    owed = dict(zip(playing, tokens([state.scores[seat] for seat in playing]), strict=True))
    return {name: owed.get(seat, 0) for seat, name in enumerate(state.players)}
