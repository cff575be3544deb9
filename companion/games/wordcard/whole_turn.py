"""The best that a player could have done in a whole turn of WORDCARD: an exchange with the open pile, wilds taken from
the table, a laydown and tag-ons, put together (W7, W8, W19, W25).

Each way to exchange and to replace wilds makes another hand and another table. For all of these one search finds, for
every set of cards, the best lines that they make and the best that they add to each line that lies there; what uses no
card twice is put together. No line need be tagged on to twice, since both at once bring as much (`RowEnds`). What comes
out is played by the rules before it is told.

It is known to be the best where nothing was dropped, the rules pay as much as was thought, and no wild can change
hands for a profit: played for the most, one that is laid pays 25 in a word and may be taken back for the real card.
What the deck would have given nobody knows; on the grid no more than one row that touches another is laid in a turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import TableWords, in_turn
from companion.games.wordcard.laying import replace_wild
from companion.games.wordcard.notation import WILD, face, stands_for
from companion.games.wordcard.turn_played import TurnPlan, all_may_be_shown, brought_by, events_of, played
from companion.games.wordcard.turn_task import TurnTask
from companion.solvers.growing import WordsInRuns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.wordcard.state import State
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.search import Best, Opening
    from companion.solvers.turn_search import TurnSearch

ROOM = 24_000  # cards, a wild as everything, that may be put at the end of rows at once; of too many rows the best
ROOM_ON_GRID = 1_500  # there nothing is known to be the best anyway
PLANS = 6  # ways to exchange and to replace wilds that are looked at
MOST_CARDS = 12  # of a hand that are looked at

KnownEnds = dict[tuple[frozenset[str], bool], "RowEnds"]
"""What was found out of the ends of rows in a match, by what sets its words apart: `TableWords.own`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What could have been done in one turn, event by event; `gain`, `exhaustive` and `at_most` are those of `Best`,
    what the hand costs less or more by an exchange counted in where it is played for the fewest."""

    events: tuple[e.Event, ...]
    gain: int
    exhaustive: bool
    at_most: int | None


class InHand(NamedTuple):
    """A player (by seat) and the cards in hand; what a laydown of theirs must have and brings (W6, W7, W19), where
    without a bonus these are not all their cards; and the best laydown, which need not be found again."""

    seat: int
    cards: Sequence[str]
    opening: Opening
    finish_bonus: int | None
    laid: Best


class _Found(NamedTuple):
    """The best turn that may be shown, whether one that may not was better, and the most there may be (None: not
    known)."""

    turn: Turn | None
    is_hidden: bool
    at_most: int | None


def best_turn(
    state: State,
    seat: int,
    hand: Sequence[str],
    opening: Opening,
    finish_bonus: int | None,
    laid: Best,
    *,
    known: KnownEnds | None = None,
) -> Turn | None:
    """The best turn of one player; see `best_turns` and InHand."""
    (best,) = best_turns(state, [InHand(seat, hand, opening, finish_bonus, laid)], known={} if known is None else known)
    return best


def best_turns(state: State, hands: Sequence[InHand], *, known: KnownEnds) -> list[Turn | None]:
    """The best turn of each player with that hand, as if all others did nothing; None where nothing can be laid. Who is
    in turn goes on with the turn as it stands: what is drawn is drawn.

    `known` is what other searches in this match have found out of the ends of rows, and is added to.
    """
    best: list[Turn | None] = [None] * len(hands)
    some = [number for number, hand in enumerate(hands) if hand.cards]
    if not isinstance(state.words, WordsInRuns) or not some:
        return best
    words = TableWords(state.words, state.lines)
    found = dict(zip(some, _best(state, [hands[number] for number in some], words, known), strict=True))
    for number, each in found.items():
        best[number] = each.turn
    # A better one may not be shown: of the cards of that one there may be another.
    again = [number for number, each in found.items() if each.is_hidden]
    words = TableWords(state.words, state.lines, shown=True)
    for number, each in zip(again, _best(state, [hands[at] for at in again], words, known), strict=True):
        old, at_most = best[number], found[number].at_most
        if each.turn is not None and (old is None or each.turn.gain > old.gain):
            is_sure = at_most is not None and at_most <= each.turn.gain
            best[number] = replace(each.turn, exhaustive=is_sure, at_most=at_most)
    return best


def _best(state: State, hands: Sequence[InHand], words: TableWords, known: KnownEnds) -> list[_Found]:
    """What there is of each player, with what counts as a word."""
    # It needs numpy, whose loading takes longer than judging most matches does.
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.turn_search import TurnsSearch

    if not hands:
        return []
    if words.own not in known:
        known[words.own] = RowEnds(state.scheme, words.tree())
    plays = [_Play(state, hand, words) for hand in hands]
    room = ROOM_ON_GRID if state.options.grid else ROOM
    found: dict[int, _Found] = {}
    left = list(range(len(plays)))
    while left:  # mostly all at once: where only one's own may be built on, each has another grid
        alike = [number for number in left if plays[number].ground.grid == plays[left[0]].ground.grid]
        grounds = [(plays[number].task.hands(), plays[number].ground) for number in alike]
        together = TurnsSearch(grounds, state.scheme, known[words.own], room)
        for number, search in zip(alike, together.searches, strict=True):
            found[number] = plays[number].best(search)
        left = [number for number in left if number not in alike]
    return [found[number] for number in range(len(plays))]


class _Play:
    """What one player may do: the `task` for the search, the `ground` on which it is played."""

    def __init__(self, state: State, hand: InHand, words: TableWords) -> None:
        self._table = in_turn(state, hand.seat, len(hand.cards) + (hand.finish_bonus is None))
        self._hand = hand
        self._cards = tuple(hand.cards)
        self._is_looked_through = len(hand.cards) <= MOST_CARDS
        plans = list(islice(_plans(self._table, self._cards[:MOST_CARDS]), PLANS + 1))
        self._is_sure = len(plans) <= PLANS and self._is_looked_through and _is_plain(self._table, plans)
        self.task = TurnTask(self._table, plans[:PLANS], words)
        has_opened = self._table.hands[self._table.turn].opened_in is not None
        bonus = hand.finish_bonus if self._is_looked_through else None
        self.ground = self.task.ground(None if has_opened else hand.opening, bonus)

    def best(self, search: TurnSearch) -> _Found:
        """The best of what the search has put together, as the rules play it."""
        if self._is_looked_through:
            search.knows(self._hand.laid)
        candidates = search.candidates()
        is_sure = self._is_sure and search.is_whole
        at_most = max((candidate.gain for candidate in candidates), default=0)
        best: Turn | None = None
        is_hidden = False
        for candidate in candidates:
            if best is not None and candidate.gain <= best.gain:
                break
            events = events_of(self._table, self.task.whole(candidate, search.parts(candidate)))
            after = played(self._table, self._cards, events)
            if after is None:
                continue
            brought = brought_by(self._table, after, self._cards, events)
            if best is not None and brought <= best.gain:
                continue
            if not all_may_be_shown(self._table, after):
                is_hidden = True
            else:
                best = Turn(events, brought, is_sure and brought >= at_most, at_most if is_sure else None)
        return _Found(best, is_hidden, at_most if is_sure else None)


def _is_plain(table: State, plans: Iterable[TurnPlan]) -> bool:
    """Whether what is put together can be known to be the best, as is said above."""
    most, known = table.scheme.aim == "most", not table.drawn and any(card is not None for card in table.pile)
    free = table.turn == table.dealer and table.turn_number == 1  # what is taken then need not be laid
    if table.options.grid or (known and free) or (known and table.options.pick_any and len(table.pile) > 1):
        return False
    if table.hands[table.turn].opened_in is None and table.options.open_points is not None:
        return False
    return not any(plan.shows_more or (most and WILD in plan.hand) for plan in plans)


# ——— other hands, other tables ———


def _plans(table: State, hand: tuple[str, ...]) -> Iterator[TurnPlan]:
    """Every way to exchange or not, and to replace wilds or none."""
    top = table.pile[-1] if table.pile and not table.drawn else None
    for taken in (None, top) if top is not None else (None,):
        held = hand if taken is None else (*hand, taken)
        yield from _replacing(TurnPlan(taken, (), table, held), (1, 1))


def _replacing(plan: TurnPlan, start: tuple[int, int]) -> Iterator[TurnPlan]:
    """It, and with wilds replaced from that place of that line on."""
    yield plan
    if plan.table.options.grid:
        return
    for number, line in enumerate(plan.table.lines, start=1):
        for at, there in enumerate(line.cards, start=1):
            if (number, at) < start or not there.startswith(WILD):
                continue
            for card in sorted(set(plan.hand) - {WILD}):
                if stands_for(there, card):
                    event = e.ReplaceWild(plan.table.name(plan.table.turn), number, at, card)
                    after, _ = replace_wild(plan.table, event)
                    held = (*(Counter(plan.hand) - Counter([card])).elements(), WILD)
                    more = plan.shows_more or _shows_more(there, table=plan.table)
                    yield from _replacing(
                        TurnPlan(plan.taken, (*plan.replaced, event), after, held, more), (number, at + 1)
                    )


def _shows_more(wild: str, *, table: State) -> bool:
    """Whether a real card in its place shows a part that counts and the wild does not have."""
    shown = face(wild)
    return (shown.rank is None and table.scheme.pays_combinations) or (shown.letter is None and table.scheme.pays_words)
