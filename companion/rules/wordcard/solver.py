"""The best that can be laid: the best laydown of a hand, and the best solution of the group game (W24).

The search builds the lines card by card, all games alike: after one card, after two, and so on, keeping for every set
of cards used and every end of the growing line (`growing.End`) the best way there. With all kept it is exhaustive.
Where they are too many it keeps the most promising ones only (a beam), first few, then more and more, and says that it
was not exhaustive. It knows no clock: how long it may search is given as a number of steps, or as `should_stop`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.wordcard.cards import HOUSE_VALUES, WILD, WILD_WORTH, face, in_hand
from companion.rules.wordcard.growing import START, End, Grower, Piece, pieces_of
from companion.rules.wordcard.scoring import FINISH_AT_ONCE_BONUS, Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.rules.wordcard.cards import Rank
    from companion.rules.wordcard.events import PlainType
    from companion.rules.wordcard.growing import Dictionary

EXACT_CARDS = 8  # so many cards, with one wild at most, are searched exhaustively by default
STEPS_IF_FEW, STEPS = 2_000_000, 400_000  # by default: a step is one card put at one end
FIRST_BEAM, WIDER, LAST_BEAM_IF_FEW, EVERYTHING = 30, 10, 3_000, 1 << 60
STEPS_BETWEEN_LOOKS = 256


@dataclass(frozen=True, slots=True)
class Best:
    """The best lines found, what they bring (points and bonuses), and whether no better ones can exist.

    Playing for the fewest, `gain` is what the hand would cost less: the cards laid, and the bonuses.
    """

    lines: tuple[tuple[str, ...], ...]
    gain: int
    exhaustive: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """What a laydown must have if it does not empty the hand: so many cards, or instead so many points (W6, W7)."""

    cards: int = 2
    points: int | None = None


def best_laydown(
    hand: Sequence[str],
    scheme: Scheme,
    words: Dictionary,
    *,
    opening: Opening | None = None,
    finish_bonus: int = FINISH_AT_ONCE_BONUS,
    steps: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Best:
    """The lines to lay down now out of a hand (cards as `Q/R`, wilds as `*`).

    With `declared_only` it counts every word, for the player may claim them all. `opening` is what the laydown needs
    (default: two cards), `finish_bonus` what emptying the hand brings. No lines when nothing can be laid.
    `steps` bounds the work; `should_stop`, asked every so often, ends it earlier, as a caller's clock may want.
    """
    search = _Search(hand, scheme, words, opening or Opening(), finish_bonus, only_whole=False)
    return search.run(steps, should_stop)


def best_solution(
    cards: Sequence[str],
    kind: PlainType,
    words: Dictionary,
    *,
    values: Mapping[Rank, int] | None = None,
    declared_only: bool = False,
    steps: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Best:
    """The best solution of the group game with these open cards, scored as `kind` for the most (W24)."""
    scheme = Scheme(kind, "most", values or {}, declared_only)
    search = _Search(cards, scheme, words, Opening(cards=1), FINISH_AT_ONCE_BONUS, only_whole=declared_only)
    return search.run(steps, should_stop)


class _Node(NamedTuple):
    """The cards used (how many of each kind) and the end of the growing line; START between lines."""

    used: tuple[int, ...]
    end: End


class _Way(NamedTuple):
    """The best way to a node so far: what it brought, the node before, and the piece added (None: the line ended)."""

    gain: int
    before: _Node | None
    piece: int | None


class _OutOfSteps(Exception):
    """The search has used what it was given."""


class _Search:
    def __init__(
        self,
        cards: Sequence[str],
        scheme: Scheme,
        words: Dictionary,
        opening: Opening,
        finish_bonus: int,
        *,
        only_whole: bool,
    ) -> None:
        self._scheme = scheme
        self._opening, self._finish_bonus = opening, finish_bonus
        groups: dict[tuple[object, ...], list[str]] = {}
        for card in sorted(cards):
            groups.setdefault(_alike(card, scheme), []).append(card)
        self._groups = list(groups.values())
        kinds = [group[0] for group in self._groups]
        self._counts = tuple(len(group) for group in self._groups)
        self._kind_values = [_value(card, scheme) for card in kinds]
        self._pieces: tuple[Piece, ...] = pieces_of(kinds, scheme)
        self._grower = Grower(self._pieces, scheme, words, only_whole=only_whole)
        self._steps_left = 0
        self._should_stop: Callable[[], bool] = bool

    def run(self, steps: int | None, should_stop: Callable[[], bool] | None) -> Best:
        """Search with ever wider beams until one has kept everything, or the steps or the time are used up.

        Narrow beams find something good at once; few cards are then searched in full.
        """
        few = sum(self._counts) <= EXACT_CARDS
        default = STEPS_IF_FEW if few else STEPS
        self._steps_left = default if steps is None else steps
        self._should_stop = should_stop or bool
        best, width = Best((), 0, exhaustive=False), FIRST_BEAM
        while True:
            ways: list[dict[_Node, _Way]] = []
            complete = stopped = False
            try:
                complete = self._sweep(width, ways)
            except _OutOfSteps:
                stopped = True
            best = max(best, self._best_of(ways), key=lambda found: found.gain)
            if complete or stopped:
                return Best(best.lines, best.gain, exhaustive=complete)
            width = EVERYTHING if few and width >= LAST_BEAM_IF_FEW else width * WIDER

    def _sweep(self, width: int, ways: list[dict[_Node, _Way]]) -> bool:
        """One pass from no card to all cards; `ways` gets a layer per number of cards used. Whether all was kept."""
        nothing = _Node((0,) * len(self._counts), START)
        ways.append({nothing: _Way(0, None, None)})
        complete = True
        for _ in range(sum(self._counts)):
            here = ways[-1]
            complete = complete and len(here) <= width
            kept = list(here) if len(here) <= width else sorted(here, key=partial(self._hopeless, here))
            layer: dict[_Node, _Way] = {}
            ways.append(layer)
            for node in kept[:width]:
                self._expand(node, here[node].gain, layer)
        return complete

    def _hopeless(self, layer: Mapping[_Node, _Way], node: _Node) -> int:
        """What a beam sorts by: the least for the most promising."""
        return -(layer[node].gain + self._grower.promise(node.end))

    def _expand(self, node: _Node, gain: int, layer: dict[_Node, _Way]) -> None:
        """Every piece that is left, put at the end of the line; a line that is good may also end."""
        used, end = node
        for kind, count in enumerate(self._counts):
            if used[kind] == count:
                continue
            then_used = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
            for move in self._grower.moves(end, kind):
                self._step()
                after, then_gain = _Node(then_used, move.end), gain + move.brought
                _improve(layer, after, _Way(then_gain, node, move.piece))
                if move.closing is not None:
                    _improve(layer, _Node(then_used, START), _Way(then_gain + move.closing, after, None))

    def _step(self) -> None:
        self._steps_left -= 1
        if self._steps_left < 0 or (self._steps_left % STEPS_BETWEEN_LOOKS == 0 and self._should_stop()):
            raise _OutOfSteps

    def _best_of(self, ways: Sequence[Mapping[_Node, _Way]]) -> Best:
        """The best place to stop among all nodes between lines, with its lines as they would be laid."""
        best, place = 0, None
        for count, layer in enumerate(ways):
            for node, way in layer.items():
                if node.end != START or not self._enough(count, node.used):
                    continue
                gain = way.gain + (self._finish_bonus if node.used == self._counts else 0)
                if gain > best:
                    best, place = gain, (count, node)
        lines = () if place is None else tuple(self._lines_to(ways, *place))
        return Best(lines, best, exhaustive=False)

    def _enough(self, count: int, used: tuple[int, ...]) -> bool:
        if count == 0 or used == self._counts:
            return count > 0
        if self._opening.points is None:
            return count >= self._opening.cards
        return sum(map(int.__mul__, used, self._kind_values)) >= self._opening.points

    def _lines_to(self, ways: Sequence[Mapping[_Node, _Way]], count: int, node: _Node) -> Iterator[tuple[str, ...]]:
        """The lines on the way to a node, with the real cards of each kind given out."""
        left = [list(group) for group in self._groups]
        row: list[str] = []
        while True:
            way = ways[count][node]
            if row and way.piece is None:
                yield tuple(reversed(row))
                row = []
            if way.before is None:
                return
            if way.piece is not None:
                piece = self._pieces[way.piece]
                real = left[piece.kind].pop()
                row.append(piece.laid if in_hand(piece.laid) == WILD else real)
                count -= 1
            node = way.before


def _improve(layer: dict[_Node, _Way], node: _Node, way: _Way) -> None:
    old = layer.get(node)
    if old is None or way.gain > old.gain:
        layer[node] = way


def _value(card: str, scheme: Scheme) -> int:
    if card == WILD:
        return WILD_WORTH[scheme.aim]
    rank = face(card).rank
    assert rank is not None  # a real card has both parts
    return scheme.values.get(rank, HOUSE_VALUES[rank])


def _alike(card: str, scheme: Scheme) -> tuple[object, ...]:
    """What tells a card from others in this game: where ranks do not matter, only its value does."""
    if card == WILD:
        return (WILD,)
    shown = face(card)
    letter = shown.letter if scheme.pays_words else None
    rank = shown.rank if scheme.pays_combinations else None
    return (letter, rank, _value(card, scheme))


def left_over(hand: Sequence[str], best: Best) -> tuple[str, ...]:
    """The cards of the hand that the best lines leave, in no particular order."""
    used = Counter(in_hand(card) for line in best.lines for card in line)
    return tuple((Counter(hand) - used).elements())
