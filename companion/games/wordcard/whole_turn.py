"""The best that a player could have done in a whole turn of WORDCARD: an exchange with the open pile, wilds taken from
the table, a laydown and tag-ons, put together (W7, W8, W19, W25).

Each way to exchange and to replace wilds makes another hand and another table. On these one search finds, for every set
of cards, the best lines that they make and the best that they add to each line that lies there; what uses no card twice
is put together. No line need be tagged on to twice, since both at once bring as much (`Grower`, in stages). What comes
out is played by the rules before it is told.

It is known to be the best where nothing was dropped, the rules pay as much as was thought, and no wild can change
hands for a profit: played for the most, one that is laid pays 25 in a word and may be taken back for the real card.
What the deck would have given nobody knows; on the grid no more than one row that touches another is laid in a turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import TableWords, growing, in_turn, ways_to_add
from companion.games.wordcard.card_sets import CardSets
from companion.games.wordcard.laying import replace_wild
from companion.games.wordcard.notation import WILD, face, stands_for
from companion.games.wordcard.turn_played import (
    TurnPart,
    TurnPlan,
    TurnWhole,
    all_may_be_shown,
    brought_by,
    cost_of,
    events_of,
    played,
)
from companion.solvers.extending import WIDTHS, OutOfTries, Tries
from companion.solvers.growing import Hurried, SearchedWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.wordcard.card_sets import Sets
    from companion.games.wordcard.state import State
    from companion.solvers.extending import ExtensionSearch
    from companion.solvers.search import Best, Opening

TRIES = 20_000  # cards put at the end of a row, a wild as everything: half of it for other hands than the one held
PLANS = 6  # ways to exchange and to replace wilds that are looked at
PLAYED = 50  # of what was put together: mostly the first is as good by the rules as it was thought to be


@dataclass(frozen=True, slots=True)
class Turn:
    """What could have been done in one turn, event by event; `gain`, `exhaustive` and `at_most` are those of `Best`,
    what the hand costs less or more by an exchange counted in where it is played for the fewest."""

    events: tuple[e.Event, ...]
    gain: int
    exhaustive: bool
    at_most: int | None


def best_turn(
    state: State,
    seat: int,
    hand: Sequence[str],
    opening: Opening,
    finish_bonus: int | None,
    laid: Best,
    *,
    tries: int = TRIES,
) -> Turn | None:
    """The best turn of a player with that hand; None where nothing can be laid. Who is in turn goes on with the turn as
    it stands: what is drawn is drawn.

    `opening` and `finish_bonus` are what a laydown of theirs must have and brings (W6, W7, W19); without a bonus these
    are not all their cards. `laid` is the best laydown of the hand, which need not be found again. `tries` is how often
    a card may be put at the end of a row.
    """
    if not isinstance(state.words, SearchedWords) or not hand:
        return None
    if isinstance(state.words, Hurried):
        state.words.hurry_beginnings()
    table = in_turn(state, seat, len(hand) + (finish_bonus is None))
    words = TableWords(state.words, state.lines)
    best, is_hidden = _best(table, tuple(hand), words, opening, finish_bonus, laid, tries)
    if not is_hidden:
        return best
    # A better one may not be shown: of the cards of that one there may be another.
    words = TableWords(state.words, state.lines, shown=True)
    shown, _ = _best(table, tuple(hand), words, opening, finish_bonus, laid, tries // 2)
    if best is None or (shown is not None and shown.gain > best.gain):
        return shown and replace(shown, exhaustive=False, at_most=None)
    return best


def _best(
    table: State,
    hand: tuple[str, ...],
    words: TableWords,
    opening: Opening,
    finish_bonus: int | None,
    laid: Best,
    tries: int,
) -> tuple[Turn | None, bool]:
    """The best that may be shown, and whether one that may not was better."""
    plans = list(islice(_plans(table, hand), PLANS + 1))
    is_sure = len(plans) <= PLANS and _is_plain(table, plans)
    wholes: list[TurnWhole] = []
    for plan in plans[:PLANS]:
        search = _TurnSearch(plan, hand, words, opening, finish_bonus)
        if not plan.replaced and plan.taken is None:
            search.knows(laid)
        share = tries if len(plans) == 1 else tries // 2 if plan is plans[0] else tries // 2 // (len(plans) - 1)
        is_sure = search.run(Tries(share)) and is_sure
        wholes += search.wholes()
    at_most = max((whole.gain for whole in wholes), default=0)
    best: Turn | None = None
    is_hidden = False
    for whole in nlargest(PLAYED, wholes, key=lambda each: each.gain):
        if best is not None and whole.gain <= best.gain:
            break
        events = events_of(table, whole)
        after = played(table, hand, events)
        if after is None:
            continue
        brought = brought_by(table, after, hand, events)
        if best is not None and brought <= best.gain:
            continue
        if not all_may_be_shown(table, after):
            is_hidden = True
        else:
            best = Turn(events, brought, is_sure and brought >= at_most, at_most if is_sure else None)
    return best, is_hidden


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


# ——— one hand and one table ———


class _TurnSearch:
    """What a hand can do to a table in a turn, for every set of its cards."""

    def __init__(
        self, plan: TurnPlan, before: tuple[str, ...], words: TableWords, opening: Opening, finish_bonus: int | None
    ) -> None:
        """`before` is the hand that the player had."""
        self._plan, self._words, self._opening = plan, words, opening
        self._finish_bonus, self._is_whole = finish_bonus or 0, finish_bonus is not None
        self._scheme = plan.table.scheme
        self._cards = CardSets(plan.hand, self._scheme)
        self._fewest = self._scheme.aim == "fewest"
        self._spent = cost_of(plan.hand, self._scheme) - cost_of(before, self._scheme) if self._fewest else 0
        self._laid: dict[int, TurnPart] = {}
        self._added: dict[int, dict[int, TurnPart]] = {}  # by line

    def knows(self, laid: Best) -> None:
        """A laydown of the hand that was found already."""
        if laid.lines:
            used = self._cards.of(card for line in laid.lines for card in line)
            gain = laid.gain - (self._finish_bonus if used == self._cards.all else 0)
            _keep(self._laid, used, TurnPart(gain, laid.lines))

    def run(self, tries: Tries) -> bool:
        """Find what single lines bring; whether nothing was dropped."""
        search = growing(self._plan.table, self._plan.hand, self._words, tries, in_stages=True)
        for width in WIDTHS:
            search.within(width)
            try:
                self._collect(search)
            except OutOfTries:
                return False
            if search.dropped is None:
                return True
        return False

    def _collect(self, search: ExtensionSearch) -> None:
        layer = search.empty()
        for _ in self._plan.hand:
            layer = search.laying(layer)
            for row in search.ended(layer):
                _keep(self._laid, self._cards.of(row.laid), TurnPart(row.counts, (row.laid,)))
        if not self._plan.table.lines or (not self._has_opened and not self._may_lay_first):
            return
        for way in ways_to_add(self._plan.table, self._plan.hand, search, self._words, self._opening, 0)():
            if way.laid:
                line = way.event.line if isinstance(way.event, e.Tag) else 0
                part = TurnPart(way.at_most or 0, added=way.event)
                _keep(self._added.setdefault(line, {}), self._cards.of(way.laid), part)

    @property
    def _has_opened(self) -> bool:
        return self._plan.table.hands[self._plan.table.turn].opened_in is not None

    @property
    def _may_lay_first(self) -> bool:
        """Whether something could be added at all: on the grid at once, else after an opening."""
        return self._plan.table.options.grid or any(map(self._is_enough, self._laid))

    def wholes(self) -> Iterator[TurnWhole]:
        """What can be put together, for every set of cards the best."""
        sets = self._put_together()
        taken = self._plan.taken
        must = 0
        if taken is not None and all(event.card != taken for event in self._plan.replaced):
            must = self._cards.field_of(taken)
        for used, (points, parts) in sets.items():
            if not parts or (must and not used & must):
                continue
            gain, left = points - self._spent, self._cards.all - used
            if not left:
                yield TurnWhole(gain + self._finish_bonus, parts, self._plan)
                continue
            yield TurnWhole(gain, parts, self._plan)
            if self._may_discard:
                yield self._discarding(gain, parts, left)

    @property
    def _may_discard(self) -> bool:
        table = self._plan.table
        return (self._plan.taken is not None or table.drawn) and not table.discarded

    def _discarding(self, gain: int, parts: tuple[TurnPart, ...], left: int) -> TurnWhole:
        """With the dearest card that is left discarded, which may be the last."""
        card = max(self._cards.cards_of(left), key=self._scheme.in_hand)
        gain += self._finish_bonus if left == self._cards.one(card) else 0
        return TurnWhole(gain + (self._scheme.in_hand(card) if self._fewest else 0), parts, self._plan, card)

    def _put_together(self) -> Sets[TurnPart]:
        nothing: Sets[TurnPart] = {0: (0, ())}
        sets = self._cards.joined(nothing, self._laid)
        while self._scheme.type == "wordcard":  # elsewhere lines put behind each other bring no less
            more = self._cards.joined(sets, self._laid)
            if more == sets:
                break
            sets = more
        if not self._has_opened:
            sets = {used: way for used, way in sets.items() if self._is_enough(used)}
            sets |= nothing if self._plan.table.options.grid else {}
        for added in self._added.values():
            sets = self._cards.joined(sets, added)
        return sets

    def _is_enough(self, used: int) -> bool:
        """Whether so much is enough for an opening (W6)."""
        cards = self._cards.cards_of(used)
        if (used == self._cards.all and self._is_whole) or (self._has_opened and cards):
            return True
        if self._opening.points is None:
            return len(cards) >= self._opening.cards
        return sum(0 if card == WILD else self._scheme.value(card) for card in cards) >= self._opening.points


def _keep(parts: dict[int, TurnPart], used: int, part: TurnPart) -> None:
    if used not in parts or part.gain > parts[used].gain:
        parts[used] = part
