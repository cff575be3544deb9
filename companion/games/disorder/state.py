"""Where a game of Disorder! stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.games.comings import next_of
from companion.games.core import View, Words, later, read_options
from companion.games.disorder.events import Options
from companion.games.disorder.names import LOW_WINS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.disorder.verdicts import Ground

Phase = Literal["place", "objection", "name_word", "prove", "over"]

WILD = "?"
WILD_VALUE = 1
OBJECTION_CARDS = (2, 3)
CHALLENGE_FROM_CARDS = 4
COPIES = 4  # of each letter in the deck (D1)
HAND_CARDS = 7

# The house deck's printed values (decks/disorder.toml says the same, and a test compares the two).
HOUSE_VALUES: Mapping[str, int] = {
    letter: value
    for value, letters in {1: "AENRST", 2: "DILOU", 3: "GHMP", 4: "BFWY", 5: "CKV", 8: "JX", 10: "QZ"}.items()
    for letter in letters
}


@dataclass(frozen=True, slots=True)
class Debt:
    """A beginning that was objected to and stands: `debtor` must prove that `letters` stand together in a word."""

    debtor: int
    letters: str


@dataclass(frozen=True, slots=True)
class State:
    """A game of Disorder! between two events. Seats count from 0 in seating order.

    `board` are the cards left to right (capital letters and `?`). `changed_by` is the seat that last changed it;
    `objectable` says that the newest event may be objected to, and `before_card` what to return to if it is withdrawn.
    `debts` are the proofs still owed, in the order of the objections (D6). `loser` waits for them to be paid out,
    `failing` says why the named word failed (D8). `rivals` are those who still play: everybody, or in a tie-break those
    tied for fewest who are not out yet. `gone` are the seats of those who have left (D15).
    """

    players: tuple[str, ...]
    options: Options
    words: Words
    scores: tuple[int, ...]
    turn: int
    rivals: tuple[int, ...]
    phase: Phase = "place"
    tie_break: bool = False
    board: str = ""
    changed_by: int | None = None
    objectable: bool = False
    before_card: tuple[str, int | None] = ("", None)
    debts: tuple[Debt, ...] = ()
    challenger: int | None = None
    challenged: int | None = None
    loser: int | None = None
    failing: Ground | None = None
    gone: tuple[int, ...] = later(())

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    def value(self, card: str) -> int:
        """What a card on the board counts, in chips (D4)."""
        return WILD_VALUE if card == WILD else self.options.values.get(card, HOUSE_VALUES[card])

    def points(self) -> int:
        """The chips the board is worth (D5)."""
        return sum(map(self.value, self.board))

    def allows(self, word: str) -> bool:
        """Whether the dictionary as agreed has the word (D13)."""
        return self.words.is_word(word) or (self.options.names_allowed and self.words.is_name(word))

    def after(self, seat: int) -> int:
        """The next rival in seating order after `seat`."""
        return next_of(self.rivals, seat, len(self.players))

    def cleared(self, starter: int) -> State:
        """A new round on an empty board, begun by `starter`."""
        return replace(
            self, phase="place", turn=starter, board="", changed_by=None, objectable=False, before_card=("", None),
            debts=(), challenger=None, challenged=None, loser=None, failing=None,
        )  # fmt: skip


def start(players: Sequence[str], options: Mapping[str, Any], words: Words) -> State:
    """The state before the first card (D1, D2). Raises BadInput for options that cannot be used."""
    chosen = read_options(Options, options, players)
    everybody = tuple(range(len(players)))
    starter = players.index(chosen.starter) if chosen.starter is not None else 0
    return State(tuple(players), chosen, words, scores=(0,) * len(players), turn=starter, rivals=everybody)


AWAITING: Mapping[Phase, str | None] = {
    "place": "place",
    "objection": "stand",
    "name_word": "name_word",
    "prove": "prove",
    "over": None,
}


def scores(state: State) -> dict[str, int]:
    """The chips taken."""
    return dict(zip(state.players, state.scores, strict=True))


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited, who has won."""
    over = state.phase == "over"
    named = dict(enumerate(state.players))
    return View(
        game="disorder",
        players=state.players,
        scores=scores(state),
        score_name="chips",
        turn=None if over else state.name(state.turn),
        awaiting=AWAITING[state.phase],
        over=over,
        winners=tuple(named[seat] for seat in state.rivals) if over else (),
        left=tuple(named[seat] for seat in state.gone),
        low_wins=LOW_WINS,
    )
