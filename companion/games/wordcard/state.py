"""Where a game of WORDCARD stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.comings import seats_taken, with_entry
from companion.games.core import View, Words, later
from companion.games.wordcard.names import LOW_WINS
from companion.games.wordcard.notation import in_hand
from companion.games.wordcard.options import WORD_TYPES, usable_options
from companion.games.wordcard.scoring import Scheme, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.wordcard.events import Options, PlainType
    from companion.solvers.search import Best

Spot = tuple[int, int]  # x to the right, y downwards


@dataclass(frozen=True, slots=True)
class Line:
    """A line on the table: its cards, who laid it (None on the grid), the words claimed in it (folded). `paid` are the
    words that have earned their bonus and stand only inside longer ones by now (W19).

    On the grid `at` is the place of its first card and `down` its direction.
    """

    cards: tuple[str, ...]
    owner: int | None
    claimed: tuple[str, ...] = ()
    at: Spot | None = None
    down: bool = False
    paid: tuple[Span, ...] = later(())


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the grid."""

    spot: Spot
    card: str
    owner: int


@dataclass(frozen=True, slots=True)
class Hand:
    """What the referee knows of a player: the number of cards in hand, points, bonuses, turns still to be lost.

    `opened_in` is the number of the turn in which the player opened, None before.
    """

    cards: int
    score: int = 0
    bonus: int = 0
    lost_turns: int = 0
    opened_in: int | None = None


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The laydown or tag-on just made, which may be contested: whose, its claimed words, and the state without it.

    `turn_over`: its owner has lost the turn since, in `before`, too, by being away; `undone` is the card for which the
    exchange was undone then in `before` only, None without one (W25).
    """

    owner: int
    claimed: tuple[str, ...]
    before: State
    turn_over: bool = later(False)
    undone: str | None = later(None)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Seats count from 0 in seating order, turns from 1.

    `pile` is the open pile from the bottom, None for a card nobody named. `picked` must be played this turn; `taken` is
    what was taken up with it and has not been laid since, the deepest first. `out` is the seat with no cards
    left. `solved` says who has handed in a solution of the group game. `choosing`: the dealer of the wild game (`wild`)
    has still to say what is played. `best` is the best solution of the group game, shown at its end. `gone` are the
    seats of those who have left (W27). `final`: it has ended by its own rules after somebody had left.
    """

    players: tuple[str, ...]
    options: Options
    words: Words
    hands: tuple[Hand, ...]
    turn: int
    wild: bool = False
    choosing: bool = False
    turn_number: int = 1
    lines: tuple[Line, ...] = ()
    grid: tuple[Laid, ...] = ()
    pile: tuple[str | None, ...] = (None,)
    drawn: bool = False
    discarded: bool = False
    picked: str | None = None
    taken: tuple[str | None, ...] = ()
    noticed: bool = False
    doubtful: Doubtful | None = None
    out: int | None = None
    solved: tuple[bool, ...] = ()
    winners: tuple[int, ...] | None = None
    best: Best | None = None
    gone: tuple[int, ...] = later(())
    final: bool = later(False)

    @property
    def left_alone(self) -> bool:
        """Whether the match is over because one player, one pair of partners or nobody is left (W27)."""
        return self.winners is not None and bool(self.gone) and len(self.teams()) < 2 and not self.final

    @property
    def group(self) -> bool:
        """Whether this is the group game (W24)."""
        return self.options.type == "group"

    @property
    def scheme(self) -> Scheme:
        """How lines are judged and paid. In the group game it is always played for the most."""
        options = self.options
        played: PlainType
        if options.type == "group":
            played = options.group_type
        elif options.type == "wild":  # nothing is laid before the dealer has chosen
            played = "wordplay"
        else:
            played = options.type
        aim = "most" if self.group else options.aim
        declared_only = options.declared_only and played in WORD_TYPES  # elsewhere nothing is claimed
        return Scheme(played, aim, options.values, declared_only)

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return 0 if self.options.dealer is None else self.players.index(self.options.dealer)

    @property
    def acting(self) -> int | None:
        """The seat that must act; None when no single player must."""
        if self.group or self.out is not None or self.winners is not None:
            return None
        return self.turn

    def withholds_picked(self, cards: Sequence[str]) -> bool:
        """Whether these are as many cards as the player in turn has, and yet not the one taken up, which is one of
        them (W25)."""
        are_all = len(cards) == self.hands[self.turn].cards
        return are_all and self.picked is not None and self.picked not in map(in_hand, cards)

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    def with_hand(self, seat: int, hand: Hand) -> State:
        """This state with what is known of one player changed."""
        return replace(self, hands=with_entry(self.hands, seat, hand))

    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: pairs of partners, and everybody else alone (W1); not those who have all left (W27)."""
        pairs = [tuple(self.players.index(name) for name in pair) for pair in self.options.partners]
        paired = {seat for pair in pairs for seat in pair}
        alone = ((seat,) for seat in range(len(self.players)) if seat not in paired)
        return tuple(team for team in (*pairs, *alone) if not set(team) <= set(self.gone))


def start(players: Sequence[str], options: Mapping[str, Any], words: Words) -> State:
    """The state before the first event (W1, W5). Raises BadInput for options that cannot be used."""
    chosen = usable_options(options, players)
    dealer = 0 if chosen.dealer is None else players.index(chosen.dealer)
    leads = dealer if chosen.starter is None or chosen.type == "wild" else players.index(chosen.starter)
    cards = 0 if chosen.type == "group" else chosen.hand
    return State(
        tuple(players),
        chosen,
        words,
        hands=(Hand(cards),) * len(players),
        turn=leads,
        wild=chosen.type == "wild",
        choosing=chosen.type == "wild",
        solved=(False,) * len(players) if chosen.type == "group" else (),
    )


def awaiting(state: State) -> str | None:
    """The name of the event awaited; None when the game is over."""
    if state.winners is not None:
        return None
    if state.group:
        return "close" if all(state.solved[seat] for seat in seats_taken(state)) else "solution"
    if state.out is not None:
        return "hands"
    return "dealer_chooses" if state.choosing else "lay"


def scores(state: State) -> dict[str, int]:
    """The points. Partners who are left alone have their sum (W1), and each their own once it goes on."""
    points = [hand.score for hand in state.hands]
    for team in state.teams() if state.left_alone else ():
        total = sum(state.hands[seat].score for seat in team)
        for seat in team:
            points[seat] = total
    return dict(zip(state.players, points, strict=True))


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited, who has won."""
    named = dict(enumerate(state.players))
    doubtful = state.doubtful
    return View(
        game="wordcard",
        players=state.players,
        scores=scores(state),
        score_name="points",
        turn=None if state.acting is None else named[state.acting],
        awaiting=awaiting(state),
        over=state.winners is not None,
        winners=tuple(named[seat] for seat in state.winners or ()),
        holders={"contest": named[doubtful.owner]} if doubtful else {},
        left=tuple(named[seat] for seat in state.gone),
        low_wins=LOW_WINS if state.scheme.aim == "fewest" else "",
    )


def result(state: State) -> dict[str, Any]:
    """The game's own fields of the transcript's answer."""
    hands = dict(zip(state.players, state.hands, strict=True))
    return {
        "lines": [list(line.cards) for line in state.lines],
        "hand": {name: hand.cards for name, hand in hands.items()},
        "bonuses": {name: hand.bonus for name, hand in hands.items()},
        "lost_turns": {name: hand.lost_turns for name, hand in hands.items()},
    }
