"""The best that cards of a hand can add to what lies on the table: tagged on to a line, or put on the grid (W7, W9).

Of one event each: a tag-on before and behind one line; on the grid one row across or down, with the cards that lie in
it and the lines that cross it. Whatever the search finds is counted by the rules themselves (`laying`) before it is
told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from heapq import nlargest
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.laying import lay, tag
from companion.games.wordcard.lines import NotGood, check_good, gain
from companion.games.wordcard.notation import in_hand
from companion.games.wordcard.scoring import LONG, LONG_BONUS, words_in, worth
from companion.solvers.extending import WIDTHS, Crossed, ExtensionSearch, OutOfTries, Tries
from companion.solvers.growing import Hurried, SearchedWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.games.wordcard.state import Line, Spot, State
    from companion.solvers.extending import Extended, Layer
    from companion.solvers.search import Opening

TRIES = 20_000  # cards put at the end of a row, a wild as everything: a third of a second here, on a small board a few
BEST_COUNTED = 50  # of what a search finds: mostly the first of them is the best by the rules, too


@dataclass(frozen=True, slots=True)
class Addition:
    """The cards that were laid, the row they are part of then, what that brings, and the event that lays them.

    `gain`, `exhaustive` and `at_most` are those of `Best`: where it is played for the fewest, what the hand costs less.
    """

    laid: tuple[str, ...]
    row: tuple[str, ...]
    gain: int
    exhaustive: bool
    at_most: int | None
    event: e.Tag | e.Lay


class _Found(NamedTuple):
    """What the search found: what it brings at most, the event that lays it, its cards and the whole row. Without cards
    it is what was dropped, `at_most` None where it is not known how much that could have brought."""

    at_most: int | None
    event: e.Tag | e.Lay
    laid: tuple[str, ...]
    row: tuple[str, ...]


def best_addition(
    state: State, seat: int, hand: Sequence[str], opening: Opening, finish_bonus: int | None
) -> Addition | None:
    """What that player can best add in one event with these cards; None where nothing can be added.

    `opening` and `finish_bonus` are what a laydown of theirs must have and brings (W6, W7, W19); without a bonus these
    are not all their cards.
    """
    if not isinstance(state.words, SearchedWords) or not hand or not state.lines:
        return None
    cards = replace(state.hands[seat], cards=len(hand) + (finish_bonus is None))
    strict = replace(state.options, strict=True)  # what is no word is not advised, whether or not it may be claimed
    table = replace(
        state.with_hand(seat, cards), options=strict, turn=seat, out=None, doubtful=None, picked=None, taken=()
    )
    if not state.options.grid and table.hands[seat].opened_in is None:
        return None
    if isinstance(state.words, Hurried):
        state.words.hurry_beginnings()
    best = _best(table, hand, _Known(state.words, state.lines), opening, finish_bonus)
    if best is None or _may_be_shown(best, state.words, state.lines):
        return best
    shown = _best(table, hand, _Known(state.words, state.lines, shown=True), opening, finish_bonus)
    return shown and replace(shown, exhaustive=False, at_most=best.at_most)


class _Known:
    """The dictionary and the words claimed on the table; with `shown` without what may not be shown."""

    def __init__(self, words: SearchedWords, lines: Iterable[Line], *, shown: bool = False) -> None:
        self._words = words
        self._claimed = {word for line in lines for word in line.claimed}
        self._shown = shown
        # What lies there is shown as it is.
        self._there = {word.name for line in lines for word in words_in(line.cards, words, ())} if shown else set()

    def is_word(self, word: str, /) -> bool:
        """See SearchedWords."""
        if word in self._claimed or word in self._there:
            return True
        return self._words.is_word(word) and (not self._shown or self._words.may_show(word))

    def begins(self, prefix: str, /) -> bool:
        """See SearchedWords."""
        return self._words.begins(prefix) or any(word.startswith(prefix) for word in self._claimed)

    def may_show(self, word: str, /) -> bool:
        """See SearchedWords."""
        return self._words.may_show(word)

    def spell(
        self, letters: str, /, *, shortest: int = 1, longest: int | None = None, shown: bool = False
    ) -> Sequence[str]:
        """See SearchedWords."""
        return self._words.spell(letters, shortest=shortest, longest=longest, shown=shown)


def _best(
    table: State, hand: Sequence[str], words: _Known, opening: Opening, finish_bonus: int | None
) -> Addition | None:
    """The best of ever wider searches, until one has dropped nothing or all tries are used."""
    lines = [line.cards for _, line in _may_grow(table)]
    search, best, at_most = ExtensionSearch(hand, lines, table.scheme, words, Tries(TRIES)), None, None
    if table.options.grid:
        ways = partial(_on_grid, table, hand, search, _Crossings(table, words), finish_bonus, opening)
    else:
        ways = partial(_tags, table, hand, search, words, finish_bonus)
    for width in WIDTHS:
        found: list[_Found] = []
        search.within(width)
        is_through = _collect(ways(), found)
        if is_through and all(way.at_most is not None for way in found):
            most = max((way.at_most or 0 for way in found), default=0)
            at_most = most if at_most is None else min(most, at_most)
        best = max((each for each in (best, _best_of(table, found)) if each), key=lambda each: each.gain, default=None)
        if not is_through or all(way.laid for way in found):
            break
    return best and replace(best, exhaustive=at_most is not None and at_most <= best.gain, at_most=at_most)


def _collect(ways: Iterator[_Found], found: list[_Found]) -> bool:
    """Whether all could be collected."""
    try:
        found.extend(ways)
    except OutOfTries:
        return False
    return True


def _best_of(table: State, ways: Sequence[_Found]) -> Addition | None:
    """The one that brings most by the rules' own count. The search may have counted a bonus that was paid before."""
    best, most = None, -1
    for way in nlargest(BEST_COUNTED, (way for way in ways if way.laid), key=lambda way: way.at_most or 0):
        if (way.at_most or 0) <= most:
            break
        brought = _brought(table, way)
        if brought is not None and brought > most:
            best, most = way, brought
    return best and Addition(best.laid, best.row, most, exhaustive=False, at_most=None, event=best.event)


def _brought(table: State, way: _Found) -> int | None:
    """What it brings; None where the rules do not take it."""
    after, ruling = tag(table, way.event) if isinstance(way.event, e.Tag) else lay(table, way.event)
    if not ruling.accepted:
        return None
    seat, scheme = table.turn, table.scheme
    if scheme.aim == "most":
        return after.hands[seat].score - table.hands[seat].score
    bonus = after.hands[seat].bonus - table.hands[seat].bonus
    return bonus + sum(scheme.in_hand(in_hand(card)) for card in way.laid)


def _may_be_shown(best: Addition, words: SearchedWords, lines: Sequence[Line]) -> bool:
    """Whether every word that is new in the row may be shown, or stands inside a longer one that may."""
    there = {word.name for line in lines for word in words_in(line.cards, words, line.claimed)}
    found = words_in(best.row, words, ())
    shown = [word for word in found if words.may_show(word.name)]
    return all(word.name in there or any(word.inside(other) for other in shown) for word in found)


def _words_said(table: State, lines: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """What is claimed: nothing, or where only what is claimed counts every word there is."""
    if not table.scheme.declared_only:
        return ()
    return tuple(dict.fromkeys(word.name for cards in lines for word in words_in(cards, table.words, ())))


def _paid(lines: Iterable[Line], scheme: Scheme, words: SearchedWords) -> int:
    """What of a row that has these lines in it is paid already: their points, and of their bonuses no more than surely
    come again."""
    points = bonuses = 0
    for line in lines:
        counted = worth(line.cards, scheme, words, line.claimed)
        points += counted.points if scheme.aim == "most" else 0
        bonuses += any(len(word) >= LONG for word in counted.words)
        bonuses += sum(len(each) >= LONG for each in counted.combinations)
    return points + LONG_BONUS * bonuses


# ——— tagging on ———


def _may_grow(table: State) -> list[tuple[int, Line]]:
    """The lines that may be built on, by number; on the grid that is a matter of places."""
    freely = table.options.grid or table.options.tag_on == "any"
    return [(number, line) for number, line in enumerate(table.lines, 1) if freely or line.owner == table.turn]


def _tags(
    table: State, hand: Sequence[str], search: ExtensionSearch, words: _Known, finish_bonus: int | None
) -> Iterator[_Found]:
    """The tag-ons that the search finds, and of what it dropped what that could have brought at most."""
    fronts = [search.empty()]
    for _ in hand:
        fronts.append(search.laying(fronts[-1]))
    for number, line in _may_grow(table):
        paid = _paid([line], table.scheme, words)
        layer: Layer = {}
        for front in fronts:
            layer = search.together(search.laying(layer), search.behind(front, line.cards))
            for extended in search.ended(layer):
                before, behind = extended.laid[: extended.before], extended.laid[extended.before :]
                row = (*before, *line.cards, *behind)
                event = e.Tag(table.name(table.turn), number, before, behind, _words_said(table, [row]))
                counts = extended.counts - paid + (finish_bonus or 0) * extended.is_last
                yield _Found(counts, event, extended.laid, row)
    if search.dropped is not None:
        yield _Found(search.dropped + (finish_bonus or 0), e.Tag(table.name(table.turn), 1), (), ())


# ——— on the grid ———


class _Row(NamedTuple):
    """A row of the grid from a place on, across or down."""

    start: Spot
    down: bool

    def spot(self, at: int) -> Spot:
        """The place so many further on."""
        x, y = self.start
        return (x, y + at) if self.down else (x + at, y)


def _on_grid(
    table: State,
    hand: Sequence[str],
    search: ExtensionSearch,
    crossings: _Crossings,
    finish_bonus: int | None,
    opening: Opening,
) -> Iterator[_Found]:
    """The rows that touch what lies there; nothing is laid apart from it."""
    there, words = crossings.there, crossings.words
    barred = _barred(table)
    for row in _rows(there, len(hand)):
        layer, at, touches = search.empty(), 0, False
        while layer:
            spot = row.spot(at)
            if spot in there:
                layer = search.onto(layer, there[spot])
            else:
                layer = {} if spot in barred else search.laying(layer, crossings.of(row, spot))
            touches, at = touches or _touches(spot, there), at + 1
            if touches and row.spot(at) not in there:
                places = [row.spot(step) for step in range(at)]
                paid = _paid(_within(table, row, places), table.scheme, words)
                for extended in search.ended(layer):
                    if _is_enough(table, extended, opening, empties=finish_bonus is not None):
                        event, cards = _laid_on_grid(table, places, extended.laid, there)
                        at_most = extended.counts - paid + (finish_bonus or 0) * extended.is_last
                        yield _Found(at_most, event, extended.laid, cards)
    if search.dropped is not None:  # what could have crossed it, nobody has counted
        yield _Found(None, e.Lay(table.name(table.turn)), (), ())


def _rows(there: Mapping[Spot, str], cards: int) -> Iterator[_Row]:
    """Where rows can begin that touch what lies there, with so many cards before they do."""
    for down in (False, True):
        along, across = (1, 0) if down else (0, 1)
        lanes = range(min(spot[across] for spot in there) - 1, max(spot[across] for spot in there) + 2)
        starts = range(min(spot[along] for spot in there) - cards, max(spot[along] for spot in there) + 2)
        for lane, start in product(lanes, starts):
            row = _Row((lane, start) if down else (start, lane), down)
            if row.spot(-1) not in there and any(_touches(row.spot(at), there) for at in range(cards)):
                yield row


def _touches(spot: Spot, there: Mapping[Spot, str]) -> bool:
    return spot in there or any(beside in there for beside in g.neighbours(spot))


def _barred(table: State) -> set[Spot]:
    """The places beside what others have laid, where only one's own may be built on (W7)."""
    if table.options.tag_on == "any":
        return set()
    return {spot for laid in table.grid if laid.owner != table.turn for spot in g.neighbours(laid.spot)}


def _within(table: State, row: _Row, places: Sequence[Spot]) -> list[Line]:
    """The lines that lie in these places of the row."""
    return [line for line in table.lines if line.down == row.down and line.at in places]


class _Crossings:
    """The lines that cross the rows of a grid, each looked at once for all rows."""

    def __init__(self, table: State, words: _Known) -> None:
        self.there = {laid.spot: laid.card for laid in table.grid}
        self.words = words
        self._table = table
        self._known: dict[tuple[bool, Spot], Crossed | None] = {}

    def of(self, row: _Row, spot: Spot) -> Crossed | None:
        """The line that crosses the row in that place; None where none does."""
        if (row.down, spot) not in self._known:
            crosses = any(_Row(spot, not row.down).spot(step) in self.there for step in (-1, 1))
            brings = partial(self._brings, spot, not row.down)
            self._known[row.down, spot] = Crossed(brings) if crosses else None
        return self._known[row.down, spot]

    def _brings(self, spot: Spot, down: bool, card: str) -> int | None:
        """What a card in that place brings in the line across or down through it; None where it may not lie there."""
        table, scheme = self._table, self._table.scheme
        run = g.run_through(spot, {**self.there, spot: card}, down=down)
        grown_from = [(old, at) for old in table.lines if (at := g.place_in(old, run)) is not None]
        claimed = [word for old, _ in grown_from for word in old.claimed]
        line = replace(run, claimed=(*claimed, *_words_said(table, [run.cards])))
        try:
            check_good(line, scheme, self.words)
        except NotGood:
            return None
        after, already, long_ones = gain(line, grown_from, scheme, self.words)
        points = after.points - already if scheme.aim == "most" else 0
        return points + LONG_BONUS * len(long_ones)


def _is_enough(table: State, extended: Extended, opening: Opening, *, empties: bool) -> bool:
    """Whether so much may be laid (W6): whoever has opened may touch a line with any card.
    `empties`: with the last of these cards the hand is empty."""
    if (empties and extended.is_last) or table.hands[table.turn].opened_in is not None:
        return True
    if opening.points is None:
        return len(extended.laid) >= opening.cards
    return sum(map(table.scheme.value, extended.laid)) >= opening.points


def _laid_on_grid(
    table: State, places: Sequence[Spot], laid: Sequence[str], there: Mapping[Spot, str]
) -> tuple[e.Lay, tuple[str, ...]]:
    """The event that lays these cards in the places that are free, and the whole row then."""
    cards = iter(laid)
    row = {spot: there[spot] if spot in there else next(cards) for spot in places}
    fresh = {spot: card for spot, card in row.items() if spot not in there}
    cells = tuple(e.CardOnGrid(*spot, card) for spot, card in fresh.items())
    said: tuple[str, ...] = ()
    if table.scheme.declared_only:
        runs = g.runs({**there, **fresh})
        said = _words_said(table, [run.cards for run in runs if not fresh.keys().isdisjoint(g.spots(run))])
    return e.Lay(table.name(table.turn), cells=cells, words=said), tuple(row.values())
