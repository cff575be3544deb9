"""The best row that cards of a hand make with cards that lie on the table: before, behind and between them.

A row grows from left to right, place by place. Where a card lies it goes on with that, elsewhere with each card that
is left in the hand, a wild as everything; what its future depends on is all that is kept of it (`growing.End`), and of
rows that agree in that and in the cards used only the best. So nothing that could be better is lost, until a layer
outgrows its width: then the most promising are kept, and the most is remembered that could have come of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_WORD
from companion.solvers.growing import START, Grower, lying_piece, pieces_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.growing import End, Endings, Piece, SearchedWords
    from companion.solvers.problem import Used

WIDTHS = (30, 300, 3_000)  # rows kept after each place, in one pass after the other


class OutOfTries(Exception):
    """A search has used what it was given."""


class Tries:
    """How often a card may still be put at the end of a row, all told."""

    def __init__(self, count: int) -> None:
        self._left = count

    def take(self, count: int) -> None:
        """So many. Raises OutOfTries when there are not as many left."""
        self._left -= count
        if self._left < 0:
            raise OutOfTries


@dataclass(frozen=True, slots=True)
class Extended:
    """A row with new cards in it: what was laid from left to right, and what the whole row counts, with its bonuses and
    what the cards laid would cost in the hand where it is played for the fewest."""

    laid: tuple[str, ...]
    counts: int
    is_last: bool  # no card is left in the hand
    before: int  # how many of the cards laid lie before the first that lay there


class _Way(NamedTuple):
    """The best way to a node: what it has brought, the cards laid, by the pieces they are, and how many of them before
    the first that lay there."""

    gain: int
    laid: tuple[int, ...]
    before: int = 0


_Node = tuple["Used", "End"]
Layer = dict[_Node, _Way]


class ExtensionSearch:
    """Grows rows with one hand in one game; `lines` are what lies there that a row may have in it, each by its cards.
    `in_stages` and `endings` see Grower.

    `dropped` is the most that a row could have counted that was dropped, finishing and crossings left aside; None while
    none was.
    """

    def __init__(
        self,
        hand: Sequence[str],
        lines: Sequence[Sequence[str]],
        scheme: Scheme,
        words: SearchedWords,
        tries: Tries,
        *,
        in_stages: bool = False,
        endings: Endings | None = None,
    ) -> None:
        self._groups = groups_of(hand, scheme)
        self._kinds = kinds_of(self._groups, scheme)
        self._counts: Used = tuple(kind.count for kind in self._kinds)
        lying = dict.fromkeys(card for line in lines for card in line)
        self._lying = {card: len(self._kinds) + number for number, card in enumerate(lying)}
        self._lie_most = max(map(len, lines), default=0)
        self._pieces: tuple[Piece, ...] = (
            *pieces_of([kind.card for kind in self._kinds], scheme),
            *(lying_piece(card, scheme, kind) for card, kind in self._lying.items()),
        )
        of_hand = [kind.value for kind in self._kinds for _ in range(kind.count)]
        self._dearest = sorted(of_hand + [scheme.value(card) for line in lines for card in line], reverse=True)
        self._grower = Grower(self._pieces, scheme, words, only_whole=False, in_stages=in_stages, endings=endings)
        self._scheme = scheme
        self._width = WIDTHS[0]
        self._tries = tries
        self._ways = [sum(piece.kind == kind for piece in self._pieces) for kind in range(len(self._kinds))]
        self._longest = len(hand) + self._lie_most
        self.dropped: int | None = None

    def within(self, width: int) -> None:
        """Begin again with so many rows kept after each place; what is known of the ends of rows stays known."""
        self._width, self.dropped = width, None

    def empty(self) -> Layer:
        """Before the first place."""
        return {((0,) * len(self._kinds), START): _Way(0, ())}

    def onto(self, layer: Layer, card: str) -> Layer:
        """One place further, where this card lies."""
        kind, then = self._lying[card], Layer()
        for (used, end), way in layer.items():
            for move in self._grower.moves(end, kind):
                _improve(then, (used, move.end), _Way(way.gain + move.brought, way.laid, way.before))
        return then

    def behind(self, layer: Layer, cards: Sequence[str]) -> Layer:
        """Where these cards lie next, the first that lie in the row."""
        layer = {node: way._replace(before=len(way.laid)) for node, way in layer.items()}
        for card in cards:
            layer = self.onto(layer, card)
        return layer

    def together(self, one: Layer, other: Layer) -> Layer:
        """Both, of rows that are alike the better ones."""
        both = dict(one)
        for node, way in other.items():
            _improve(both, node, way)
        return both

    def laying(self, layer: Layer, crossed: Crossed | None = None) -> Layer:
        """One place further, where a card of the hand comes to lie; `crossed` is the line that crosses there."""
        then = Layer()
        for (used, end), way in layer.items():
            for kind, count in enumerate(self._counts):
                if used[kind] == count:
                    continue
                self._tries.take(self._ways[kind])
                then_used = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                for move in self._grower.moves(end, kind):
                    more = 0 if crossed is None else crossed.brings(self._pieces[move.piece].laid)
                    if more is not None:
                        gain = way.gain + move.brought + more
                        _improve(then, (then_used, move.end), _Way(gain, (*way.laid, move.piece), way.before))
        return self._narrowed(then)

    def ended(self, layer: Layer) -> Iterator[Extended]:
        """The rows that may end here, of which at least one card is new."""
        for (used, end), way in layer.items():
            closing = self._grower.closing(end) if way.laid else None
            if closing is not None:
                yield Extended(self._cards(way.laid), way.gain + closing, used == self._counts, way.before)

    def _cards(self, laid: Sequence[int]) -> tuple[str, ...]:
        """The cards themselves, those of one kind given out one after the other."""
        left = [list(group) for group in self._groups]
        cards = []
        for number in laid:
            piece = self._pieces[number]
            real = left[piece.kind].pop()
            cards.append(real if piece.laid == self._kinds[piece.kind].card else piece.laid)
        return tuple(cards)

    def _narrowed(self, layer: Layer) -> Layer:
        if len(layer) <= self._width:
            return layer
        order = sorted(layer, key=lambda node: layer[node].gain + self._grower.promise(node[1]), reverse=True)
        best_with: dict[Used, int] = {}
        for node in order[self._width :]:
            best_with[node[0]] = max(best_with.get(node[0], 0), layer[node].gain)
        most = max(gain + self._to_come(used) for used, gain in best_with.items())
        self.dropped = max(self.dropped or 0, most)
        return {node: layer[node] for node in order[: self._width]}

    def _to_come(self, used: Used) -> int:
        """No less than the cards that are left, and those that lie there, can still add to a row: each could end a word
        of every length, be the end of a combination of all, and earn the bonus for a long one."""
        counts = zip(self._kinds, used, self._counts, strict=True)
        left = [kind for kind, had, count in counts for _ in range(count - had)]
        places = len(left) + self._lie_most
        # A long word begins at a place of its own, long combinations share no more than an end.
        words = max(0, self._longest - LONG + 1) if self._scheme.pays_words else 0
        combinations = self._longest // (LONG - 1) if self._scheme.pays_combinations else 0
        bonus = LONG_BONUS * (words + combinations)
        if self._scheme.aim == "fewest":
            return bonus + sum(self._scheme.in_hand(kind.card) for kind in left)
        sums = [sum(self._dearest[:length]) for length in range(SHORTEST_WORD, self._longest + 1)]
        return bonus + self._scheme.factor * places * (sum(sums) + 3 * max(sums, default=0))


class Crossed:
    """What cards bring in the line that crosses a place, asked for once each."""

    def __init__(self, crossing: Callable[[str], int | None]) -> None:
        """`crossing` says what a card as it is laid brings there, None where it may not lie there."""
        self._crossing = crossing
        self._known: dict[str, int | None] = {}

    def brings(self, card: str) -> int | None:
        """What it brings, None where it may not lie there."""
        if card not in self._known:
            self._known[card] = self._crossing(card)
        return self._known[card]


def _improve(layer: Layer, node: _Node, way: _Way) -> None:
    if node not in layer or way.gain > layer[node].gain:
        layer[node] = way
