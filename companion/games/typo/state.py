"""Where a game of TYPO stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.comings import seats_taken
from companion.games.core import View, Words, later, read_options
from companion.games.typo.events import Options
from companion.games.typo.names import LOW_WINS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.typo.events import Majority

HAND_CARDS = {2: 14, 3: 13, 4: 12, 5: 11, 6: 10}
ROWS = 4
DECK_CARDS = 64  # the published deck
SECONDS_TO_PLACE = 30  # T6


@dataclass(frozen=True, slots=True)
class Placement:
    """The card the newest event placed, which may still be doubted; `row` counts from 0, `before` is what it was."""

    seat: int
    letter: str
    row: int
    before: str
    word: str


@dataclass(frozen=True, slots=True)
class State:
    """A game of TYPO between two events. Seats count from 0 in seating order.

    `hands` are numbers of cards; `queue` are the revealed cards still to be placed, as (seat, letter) in their order.
    `gone` are the seats of those who have left, `out` of those who are away for the coming round (T13).
    """

    players: tuple[str, ...]
    options: Options
    words: Words
    hands: tuple[int, ...]
    rows: tuple[str, ...]
    holder: int
    queue: tuple[tuple[int, str], ...] = ()
    placement: Placement | None = None
    winner: int | None = None
    gone: tuple[int, ...] = later(())
    out: tuple[int, ...] = later(())

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats of those who choose a card for the next reveal."""
        return tuple(seat for seat in seats_taken(self) if seat not in self.out)

    @property
    def cards_out(self) -> int:
        """How many cards lie in no hand and no row. A deck has 64; where a table has made it larger, none at least."""
        in_play = sum(self.hands[seat] for seat in seats_taken(self)) + sum(map(len, self.rows))
        return max(0, DECK_CARDS - in_play)

    @property
    def names_choosing(self) -> tuple[str, ...]:
        """Those who choose a card for the next reveal."""
        return tuple(map(self.name, self.choosing))

    def longest(self) -> tuple[int, ...]:
        """The longest rows (from 0)."""
        return longest_of(self.rows)

    @property
    def doubters_needed(self) -> int:
        """How many must doubt a word for it to be looked up: more than half of the others, or as agreed of all (T7)."""
        return self.doubters_by(self.options.majority)

    @property
    def others_are_enough(self) -> bool:
        """Whether all others together can have a word looked up: with two they cannot if it takes half of all (T7)."""
        return self.doubters_needed < len(seats_taken(self))

    def doubters_by(self, majority: Majority) -> int:
        """How many are more than half, of the others or of all."""
        asked = len(seats_taken(self)) - (majority == "others")
        return asked // 2 + 1

    def with_row(self, index: int, letters: str) -> tuple[str, ...]:
        """The rows with one of them changed."""
        return (*self.rows[:index], letters, *self.rows[index + 1 :])

    def with_hand(self, seat: int, more: int) -> tuple[int, ...]:
        """The hands with `more` cards (fewer, if negative) in one of them."""
        return (*self.hands[:seat], self.hands[seat] + more, *self.hands[seat + 1 :])


def halves(row: str) -> tuple[str, str]:
    """What of a row that is taken is out of the game, and what comes into the hand: its second part, half of it rounded
    up (T8)."""
    return row[: len(row) // 2], row[len(row) // 2 :]


def longest_of(rows: Sequence[str]) -> tuple[int, ...]:
    """The longest of some rows (from 0)."""
    most = max(map(len, rows))
    return tuple(index for index, row in enumerate(rows) if len(row) == most)


def start(players: Sequence[str], options: Mapping[str, Any], words: Words) -> State:
    """The state before the first reveal (T1). Raises BadInput for options that cannot be used."""
    chosen = read_options(Options, options, players)
    holder = 0 if chosen.timer_holder is None else players.index(chosen.timer_holder)
    hands = (HAND_CARDS[len(players)],) * len(players)
    return State(tuple(players), chosen, words, hands=hands, rows=chosen.rows, holder=holder)


def scores(state: State) -> dict[str, int]:
    """The cards in hand."""
    return dict(zip(state.players, state.hands, strict=True))


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited, who has won."""
    over = state.winner is not None
    turn = None if over or not state.queue else state.queue[0][0]
    awaiting = None if over else "reveal" if turn is None else "place"
    return View(
        game="typo",
        players=state.players,
        scores=scores(state),
        score_name="cards",
        turn=None if turn is None else state.name(turn),
        awaiting=awaiting,
        over=over,
        winners=() if state.winner is None else (state.name(state.winner),),
        holders={"doubt": state.name(state.placement.seat)} if state.placement else {},
        left=tuple(map(state.name, state.gone)),
        low_wins=LOW_WINS,
    )


def result(state: State) -> Mapping[str, Any]:
    """TYPO's own part of the transcript's answer."""
    return {"rows": list(state.rows), "timer_holder": state.name(state.holder)}
