"""The best that a player could have done in a whole turn of WORDCARD: an exchange with the open pile, wilds taken from
the table, a laydown and tag-ons, put together (W7, W8, W19, W25).

Each way to exchange and to replace wilds makes another hand and another table. For all of these one search finds, for
every set of cards, the best lines that they make and the best that they add to each line that lies there; what uses no
card twice is put together. No line need be tagged on to twice, since both at once bring as much (`RowEnds`). What comes
out is played by the rules before it is told.

It is known to be the best where nothing was dropped, the rules pay as much as was thought, and no wild can change
hands for a profit: played for the most, one that is laid pays 25 in a word and may be taken back for the real card. On
the grid, where no wild is taken back, rows are laid upon rows (`grid_turns.py`), and of few cards only nothing is
dropped. What the deck would have given nobody knows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import ShownRows, TableWords, in_turn
from companion.games.wordcard.ending import CLOSING_STEPS
from companion.games.wordcard.laying import replace_wild
from companion.games.wordcard.notation import WILD, face, stands_for
from companion.games.wordcard.turn_played import TurnPlan, brought_by, cost_of, events_of, new_rows, played
from companion.games.wordcard.turn_task import TurnTask
from companion.solvers.growing import SearchedWords, WordsInRuns
from companion.solvers.search import EXACT_CARDS, Best, best_laydown, recounted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.wordcard.state import State
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.search import Opening
    from companion.solvers.turn_search import HandToPlay, Laydown, ToPlay, TurnSearch

# Cards, a wild as everything, that may be put at the end of rows at once; of too many rows the most promising.
ROOM = 24_000
ROOM_FOR_HELD = 150_000  # for lines of up to eight cards held; with more than one wild these are sooner searched alone
ROOM_UNSURE = 10_000  # where nothing is known to be the best anyway
ROOM_ON_GRID, ROOM_FOR_WILD = 6_000, 15_000  # for rows that touch what lies there; of a hand with a wild
ROOM_FOR_RUNS = 16_000, 25_000  # the same where long combinations are all that counts: for the fewest
PART_AGAIN, PART_AGAIN_ON_GRID = 4, 6  # so many times less where it is looked for again, for what may be shown
# What follows was settled on 400 ends of matches on the grid (`benchmarks.hindsight_wordcard`, seeds 1 and 2), so that
# it takes less time and no more than one in a hundred of the points is lost.
NEAR = 0.9  # of the best turn on the grid is as good as that, where that may not be shown
GRIDS, GRIDS_AGAIN = 12, 6  # on which rows are laid upon others, of all hands together
ROWS, ROWS_AGAIN = 4, 2  # that are laid upon each other
LARGE = 5  # cards of a hand that may need all the room on the grid
SHARES = 1, 0.7, 0.55  # of it for each of one large hand, of two, of three or more
PLANS = 6  # ways to exchange and to replace wilds that are looked at
MOST_CARDS = 12  # of a hand that are looked at

KnownEnds = dict[tuple[frozenset[str], bool], "RowEnds"]
"""What was found out of the ends of rows in a match, by what sets its words apart: `TableWords.own`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What could have been done in one turn, event by event, and the table after each; `gain`, `exhaustive` and
    `at_most` are those of `Best`, what the hand costs less or more by an exchange counted in where it is played for the
    fewest."""

    events: tuple[e.Event, ...]
    gain: int
    exhaustive: bool
    at_most: int | None
    tables: tuple[State, ...] = field(default=(), compare=False, repr=False)


class InHand(NamedTuple):
    """A player (by seat) and the cards in hand; what a laydown of theirs must have and brings (W6, W7, W19), where
    without a bonus these are not all their cards; and the best laydown, where that need not be found again."""

    seat: int
    cards: Sequence[str]
    opening: Opening
    finish_bonus: int | None
    laid: Best | None = None


class CouldHave(NamedTuple):
    """The best laydown of a hand, and the best turn (None: nothing can be laid)."""

    laid: Best
    turn: Turn | None

    @property
    def brings_more(self) -> bool:
        """Whether the turn brings more."""
        return self.turn is not None and self.turn.gain > self.laid.gain


class _Found(NamedTuple):
    """The best laydown, the best turn that may be shown, whether one that may not was better, and the most there may
    be (None: not known)."""

    laid: Best
    turn: Turn | None
    is_hidden: bool
    at_most: int | None


def best_turns(state: State, hands: Sequence[InHand], *, known: KnownEnds) -> list[CouldHave]:
    """The best laydown and the best turn of each player with that hand, as if all others did nothing. Who is in turn
    goes on with the turn as it stands: what is drawn is drawn. The dictionary must be one that can be searched.

    `known` is what other searches in this match have found out of the ends of rows, and is added to.
    """
    if not isinstance(state.words, WordsInRuns):
        return [CouldHave(hand.laid or laydown_of(state, hand), None) for hand in hands]
    # Of so many cards the best laydown is found alone, and before all else: that takes memory.
    large = [len(hand.cards) > EXACT_CARDS and hand.cards.count(WILD) > 1 for hand in hands]
    hands = [
        hand._replace(laid=laydown_of(state, hand)) if is_large and hand.laid is None else hand
        for hand, is_large in zip(hands, large, strict=True)
    ]
    words = TableWords(state.words, state.lines)
    found = _best(state, hands, words, known)
    best = [CouldHave(each.laid, each.turn) for each in found]
    # A better one may not be shown: of the cards of that one there may be another.
    again = [number for number, each in enumerate(found) if each.is_hidden]
    some = [hands[number]._replace(laid=best[number].laid) for number in again]
    shown = TableWords(state.words, state.lines, shown=True)
    for number, each in zip(again, _best(state, some, shown, known, again=True), strict=True):
        old, at_most = best[number].turn, found[number].at_most
        if each.turn is not None and (old is None or each.turn.gain > old.gain):
            is_sure = at_most is not None and at_most <= each.turn.gain
            best[number] = best[number]._replace(turn=replace(each.turn, exhaustive=is_sure, at_most=at_most))
    return best


def turn_at_a_glance(state: State, hand: InHand) -> Turn | None:
    """A good turn that brings more than the laydown of that hand, which is known; found in less room and with words
    that may be shown, so that there may be a better one."""
    if not isinstance(state.words, WordsInRuns):
        return None
    (found,) = _best(state, [hand], TableWords(state.words, state.lines, shown=True), {}, again=True)
    could = CouldHave(found.laid, found.turn)
    return replace(could.turn, exhaustive=False, at_most=None) if could.turn and could.brings_more else None


def laydown_of(state: State, hand: InHand) -> Best:
    """The best laydown, searched for alone."""
    assert isinstance(state.words, SearchedWords)  # else nothing is looked for
    steps = None if len(hand.cards) <= EXACT_CARDS else CLOSING_STEPS
    opening, bonus = hand.opening, hand.finish_bonus
    return best_laydown(hand.cards, state.scheme, state.words, opening=opening, finish_bonus=bonus, steps=steps)


def _best(
    state: State, hands: Sequence[InHand], words: TableWords, known: KnownEnds, *, again: bool = False
) -> list[_Found]:
    """What there is of each player, with what counts as a word; `again` in less room."""
    from companion.solvers.turn_search import TurnsSearch  # it needs numpy, which takes long to load

    plays = [_Play(state, hand, words) for hand in hands]
    ends = _ends_of(state, words, known)
    found: dict[int, _Found] = {}
    left = list(range(len(plays)))
    while left:  # mostly all at once: where only one's own may be built on, each has another grid
        alike = [number for number in left if plays[number].ground.grid == plays[left[0]].ground.grid]
        large = sum(plays[number].is_large for number in alike) if state.scheme.aim == "most" else 1
        share = SHARES[min(max(large, 1), len(SHARES)) - 1]
        some = [plays[number].to_play(again=again, share=share) for number in alike]
        together = TurnsSearch(some, state.scheme, ends)
        for number, search in zip(alike, together.searches, strict=True):
            found[number] = plays[number].best(search)
        left = [number for number in left if number not in alike]
    return [found[number] for number in range(len(plays))]


def _ends_of(state: State, words: TableWords, known: KnownEnds) -> RowEnds:
    """The ends of rows with these words, as far as they are known already."""
    from companion.solvers.row_ends import RowEnds  # it needs numpy, which takes long to load

    if words.own not in known:
        known[words.own] = RowEnds(state.scheme, words.tree())
    return known[words.own]


class _Play:
    """What one player may do: the `task` for the search, the `ground` on which it is played."""

    def __init__(self, state: State, hand: InHand, words: TableWords) -> None:
        self._state = state
        self._table = in_turn(state, hand.seat, len(hand.cards) + (hand.finish_bonus is None))
        self._hand = hand
        self._cards = tuple(hand.cards)
        self._is_looked_through = len(hand.cards) <= MOST_CARDS
        plans = list(islice(_plans(self._table, self._cards[:MOST_CARDS]), PLANS + 1))
        self._is_sure = len(plans) <= PLANS and self._is_looked_through and _is_plain(self._table, plans)
        assert isinstance(state.words, SearchedWords)  # else nothing is looked for
        self._showing = ShownRows(state.words, state.lines)
        self.task = TurnTask(self._table, plans[:PLANS], words)
        has_opened = self._table.hands[self._table.turn].opened_in is not None
        bonus = hand.finish_bonus if self._is_looked_through else None
        self.ground = self.task.ground(None if has_opened else hand.opening, bonus)

    def to_play(self, *, again: bool = False, share: float = 1) -> ToPlay:
        """It as the search is given it; `again` with less room, and none for the best laydown, which is known. `share`
        is for how much of the room on the grid it counts."""
        from companion.solvers.turn_search import Room, ToPlay  # it needs numpy, which takes long to load

        hands, is_grid = self.task.hands(), self._table.options.grid
        part = (PART_AGAIN_ON_GRID if is_grid else PART_AGAIN) if again else 1
        some = (ROOM if self._is_sure and not is_grid else ROOM_UNSURE) // part
        is_quick = len(self._cards) <= EXACT_CARDS and self._cards.count(WILD) <= 1 and not again
        on_table = int(self._room_on_grid(hands) * share / part) if is_grid else some
        upon = (GRIDS_AGAIN, ROWS_AGAIN) if again else (GRIDS, ROWS)
        return ToPlay(hands, self.ground, Room(ROOM_FOR_HELD if is_quick else some, some, on_table, *upon))

    @property
    def is_large(self) -> bool:
        """Whether it may come to hold many cards."""
        return max(len(hand.cards) for hand in self.task.hands()) >= LARGE

    def _room_on_grid(self, hands: Sequence[HandToPlay]) -> int:
        """What room there is for rows on the grid."""
        scheme = self._table.scheme
        is_about_runs = scheme.aim == "fewest" and not scheme.needs_words
        rooms = ROOM_FOR_RUNS if is_about_runs else (ROOM_ON_GRID, ROOM_FOR_WILD)
        return rooms[any(WILD in hand.cards for hand in hands)]

    def best(self, search: TurnSearch) -> _Found:
        """The best of what the search has put together, as the rules play it."""
        laid = self._hand.laid or self._laydown(search)
        if self._is_looked_through:
            search.knows(laid)
        candidates = search.candidates()
        is_sure = self._is_sure and search.is_whole
        at_most = max((candidate.gain for candidate in candidates), default=0)
        best: Turn | None = None
        is_hidden, hidden = False, 0
        for candidate in candidates:
            if best is not None and candidate.gain <= best.gain:
                break
            whole = self.task.whole(candidate, search.parts(candidate))
            if is_hidden and not self._showing.allows(self.task.rows(whole)):
                continue
            events = events_of(self._table, whole)
            tables = played(self._table, self._cards, events)
            if tables is None:
                continue
            after = tables[-1]
            brought = brought_by(self._table, after, self._cards, events)
            if best is not None and brought <= best.gain:
                continue
            if not self._showing.allows(new_rows(self._table, after)):
                is_hidden, hidden = True, max(hidden, brought)
            else:
                best = Turn(events, brought, is_sure and brought >= at_most, at_most if is_sure else None, tables)
        if best is not None and search.has_no_bonus and best.gain == self._all_laid:
            best = replace(best, exhaustive=True, at_most=best.gain)
        if self._table.options.grid and best is not None and self._is_near(best.gain, hidden):
            is_hidden = False
        return _Found(laid, best, is_hidden, at_most if is_sure else None)

    def _is_near(self, gain: int, hidden: int) -> bool:
        """Whether what may be shown is looked for no further, though something else brings more."""
        if self._table.scheme.aim == "fewest":
            return gain >= self._all_laid  # only a bonus is better
        return gain >= NEAR * hidden

    @property
    def _all_laid(self) -> int:
        """What it brings to lay all cards, played for the fewest, without a bonus for what they make."""
        return cost_of(self._cards, self._table.scheme) + (self._hand.finish_bonus or 0)

    def _laydown(self, search: TurnSearch) -> Best:
        """The best laydown: that of the search, where that knows it and the rules pay as much; else searched for."""
        state, hand = self._state, self._hand
        assert isinstance(state.words, SearchedWords)  # else nothing is looked for
        found = search.laydown() if self._is_looked_through and hand.opening.points is None else None
        best = self._recounted(found)
        if found is not None and not best.lines:  # it may not be shown, or there is none
            best = self._recounted(self._shown_apart()) if found.lines else best
            best = replace(best, exhaustive=best.exhaustive and best.gain == found.at_most)
        return best if best.at_most is not None else laydown_of(state, hand)

    def _recounted(self, found: Laydown | None) -> Best:
        """What the search has found, where the rules pay as much as was thought; `at_most` None where not."""
        state, hand = self._state, self._hand
        assert isinstance(state.words, SearchedWords)  # else nothing is looked for
        none = Best((), 0, exhaustive=False)
        if found is None:
            return none
        best = Best(found.lines, found.at_most, exhaustive=True, at_most=found.at_most)
        counted = recounted(best, hand.cards, state.scheme, state.words, hand.finish_bonus)
        return best if counted.gain == found.at_most else none

    def _shown_apart(self) -> Laydown | None:
        """The best laydown that may be shown."""
        from companion.solvers.prefix_tree import WordTree
        from companion.solvers.row_ends import ShownEnds
        from companion.solvers.turn_search import HandToPlay, Playground, TurnsSearch

        ground = Playground([], None, self.ground.opening, self.ground.finish_bonus)
        held = self.to_play()._replace(hands=[HandToPlay(self._cards)], ground=ground)
        assert isinstance(self._state.words, WordsInRuns)  # else nothing is looked for
        ends = ShownEnds(self._state.scheme, WordTree(self._state.words))
        return TurnsSearch([held], self._state.scheme, ends).searches[0].laydown()


def _is_plain(table: State, plans: Iterable[TurnPlan]) -> bool:
    """Whether what is put together can be known to be the best, as is said above."""
    most, known = table.scheme.aim == "most", not table.drawn and any(card is not None for card in table.pile)
    free = table.turn == table.dealer and table.turn_number == 1  # what is taken then need not be laid
    if (known and free) or (known and table.options.pick_any and len(table.pile) > 1):
        return False
    if table.hands[table.turn].opened_in is None and table.options.open_points is not None:
        return False
    return table.options.grid or not any(plan.shows_more or (most and WILD in plan.hand) for plan in plans)


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
