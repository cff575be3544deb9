"""What cards of a hand can add to what lies on the table: tagged on to a line, or put on the grid (W7, W9).

Of one event each: a tag-on before and behind one line; on the grid one row across or down, with the cards that lie in
it and the lines that cross it. What each brings is what the search thinks: the rules count before anything is told.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.lines import NotGood, check_good, gain
from companion.games.wordcard.scoring import LONG, LONG_BONUS, words_in, worth
from companion.solvers.extending import Crossed, ExtensionSearch, Tries
from companion.solvers.growing import Hurried, SearchedWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from companion.games.wordcard.scoring import Scheme
    from companion.games.wordcard.state import Line, Spot, State
    from companion.solvers.extending import Extended, Layer
    from companion.solvers.growing import Endings
    from companion.solvers.search import Opening

STEM = 4  # letters


class Adding(NamedTuple):
    """What a search found: what it brings at most, the event that lays it, its cards and the whole row. Without cards
    it is what was dropped, `at_most` None where it is not known how much that could have brought."""

    at_most: int | None
    event: e.Tag | e.Lay
    laid: tuple[str, ...]
    row: tuple[str, ...]


def in_turn(state: State, seat: int, cards: int) -> State:
    """The table as it lies in a turn of that player, who has so many cards: the one that they are in, or one that
    begins, in which nothing is drawn yet. What is no word is not advised, whether or not it may be claimed."""
    goes_on = state.acting == seat
    return replace(
        state.with_hand(seat, replace(state.hands[seat], cards=cards)),
        options=replace(state.options, strict=True), turn=seat, out=None, doubtful=None, picked=None, taken=(),
        drawn=goes_on and state.drawn, discarded=goes_on and state.discarded,
    )  # fmt: skip


class TableWords:
    """The dictionary and the words claimed on the table; with `shown` without what may not be shown.

    What is found out of it stays known for every hand that the table has: `endings` see Grower.
    """

    def __init__(self, words: SearchedWords, lines: Iterable[Line], *, shown: bool = False) -> None:
        self._words = words
        self._claimed = {word for line in lines for word in line.claimed}
        self._shown = shown
        self._begins: dict[str, bool] = {}
        self._hurried = words if isinstance(words, Hurried) else None
        self._beginnings: dict[str, AbstractSet[str]] = {}  # by their first letters
        self.endings: Endings = {}
        # What lies there is shown as it is.
        self._there = {word.name for line in lines for word in words_in(line.cards, words, ())} if shown else set()

    def is_word(self, word: str, /) -> bool:
        """See SearchedWords."""
        if word in self._claimed or word in self._there:
            return True
        return self._words.is_word(word) and (not self._shown or self._words.may_show(word))

    def begins(self, prefix: str, /) -> bool:
        """See SearchedWords."""
        known = self._begins.get(prefix)
        if known is None:
            known = self._listed(prefix) or any(word.startswith(prefix) for word in self._claimed)
            self._begins[prefix] = known
        return known

    def _listed(self, prefix: str) -> bool:
        """Whether a word of the dictionary begins so. Those who ask ask much of the same few first letters."""
        stem = prefix[:STEM]
        if len(prefix) <= STEM or " " in prefix or self._hurried is None:
            return self._words.begins(prefix)
        if stem not in self._beginnings:
            self._beginnings[stem] = self._hurried.beginnings(stem) if self._words.begins(stem) else frozenset()
        return prefix in self._beginnings[stem]

    def may_show(self, word: str, /) -> bool:
        """See SearchedWords."""
        return self._words.may_show(word)

    def spell(
        self, letters: str, /, *, shortest: int = 1, longest: int | None = None, shown: bool = False
    ) -> Sequence[str]:
        """See SearchedWords."""
        return self._words.spell(letters, shortest=shortest, longest=longest, shown=shown)


def growing(
    table: State, hand: Sequence[str], words: TableWords, tries: Tries, *, in_stages: bool = False
) -> ExtensionSearch:
    """A search for rows of the cards of that hand and of what lies there."""
    lines = [line.cards for _, line in _may_grow(table)]
    return ExtensionSearch(hand, lines, table.scheme, words, tries, in_stages=in_stages, endings=words.endings)


def ways_to_add(
    table: State,
    hand: Sequence[str],
    search: ExtensionSearch,
    words: TableWords,
    opening: Opening,
    finish_bonus: int | None,
) -> Callable[[], Iterator[Adding]]:
    """What the search finds to add in one event, each time it is asked. Raises OutOfTries in the middle of it."""
    if table.options.grid:
        return partial(_on_grid, table, hand, search, _Crossings(table, words), finish_bonus, opening)
    return partial(_tags, table, hand, search, words, finish_bonus)


def may_be_shown(rows: Iterable[Sequence[str]], words: SearchedWords, lines: Sequence[Line]) -> bool:
    """Whether every word that is new in the rows may be shown, or stands inside a longer one that may."""
    there = {word.name for line in lines for word in words_in(line.cards, words, line.claimed)}
    for row in rows:
        found = words_in(row, words, ())
        shown = [word for word in found if words.may_show(word.name)]
        if not all(word.name in there or any(word.inside(other) for other in shown) for word in found):
            return False
    return True


def words_said(table: State, lines: Iterable[Sequence[str]]) -> tuple[str, ...]:
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
    table: State, hand: Sequence[str], search: ExtensionSearch, words: TableWords, finish_bonus: int | None
) -> Iterator[Adding]:
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
                event = e.Tag(table.name(table.turn), number, before, behind, words_said(table, [row]))
                counts = extended.counts - paid + (finish_bonus or 0) * extended.is_last
                yield Adding(counts, event, extended.laid, row)
    if search.dropped is not None:
        yield Adding(search.dropped + (finish_bonus or 0), e.Tag(table.name(table.turn), 1), (), ())


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
) -> Iterator[Adding]:
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
                        yield Adding(at_most, event, extended.laid, cards)
    if search.dropped is not None:  # what could have crossed it, nobody has counted
        yield Adding(None, e.Lay(table.name(table.turn)), (), ())


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

    def __init__(self, table: State, words: TableWords) -> None:
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
        line = replace(run, claimed=(*claimed, *words_said(table, [run.cards])))
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
        said = words_said(table, [run.cards for run in runs if not fresh.keys().isdisjoint(g.spots(run))])
    return e.Lay(table.name(table.turn), cells=cells, words=said), tuple(row.values())
