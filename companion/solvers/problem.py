"""What a search for the best lines is given: the cards by kind, the game, the words they can spell, what is enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.games.wordcard.notation import RANKS, WILD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.scoring import Scheme

Used = tuple[int, ...]  # how many cards of each kind
CardInLine = tuple[int, str]  # a card of a line: its kind, and how it is written on the table
LaidLine = tuple[CardInLine, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One hand in one game.

    `words` are those the cards can spell. With `only_whole` nothing but the word that is a whole line counts.
    `finish_bonus` is what laying all cards brings; `enough` says whether so many cards of each kind may be laid at all.
    `hidden` are those of the words that may only stand inside longer ones that are not.
    `step` is called once per card put at the end of a line, and ends the search by raising.
    """

    kinds: Sequence[Kind]
    scheme: Scheme
    words: Sequence[str]
    finish_bonus: int
    enough: Callable[[Used], bool]
    step: Callable[[], None]
    only_whole: bool = False
    hidden: frozenset[str] = frozenset()
    counts: Used = field(init=False)
    worth: tuple[int, ...] = field(init=False)  # what each kind of card brings by being laid at all
    _left: dict[Used, Used] = field(init=False, default_factory=dict)  # of sets of cards that were asked for

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(kind.count for kind in self.kinds))
        if self.scheme.aim == "fewest":
            worth = [self.scheme.in_hand(kind.card) for kind in self.kinds]
        else:
            worth = [self.scheme.factor * kind.value if self.only_whole else 0 for kind in self.kinds]
        object.__setattr__(self, "worth", tuple(worth))

    def nothing(self) -> Used:
        """No card used."""
        return (0,) * len(self.kinds)

    def onward(self, used: Used) -> Iterator[tuple[int, Used]]:
        """Every kind of which a card is left, and the cards used with one more of it."""
        for kind, count in enumerate(self.counts):
            if used[kind] < count:
                yield kind, (*used[:kind], used[kind] + 1, *used[kind + 1 :])

    def left(self, used: Used) -> Used:
        """How many cards of each kind are left."""
        left = self._left.get(used)
        if left is None:
            left = self._left[used] = tuple(map(int.__sub__, self.counts, used))
        return left

    def wilds_left(self, used: Used) -> int:
        """How many wilds are left."""
        return sum(count for kind, count in zip(self.kinds, self.left(used), strict=True) if kind.card == WILD)

    def worth_of(self, cards: Used) -> int:
        """What so many cards of each kind bring by being laid at all."""
        return sum(map(int.__mul__, cards, self.worth))

    def total(self, used: Used, gain: int) -> int:
        """The gain of lines that use these cards, with the bonus for laying all."""
        return gain + (self.finish_bonus if used == self.counts else 0)

    def laid(self, kind: int, letter: str, rank: int) -> CardInLine:
        """A card as laid; a wild says which of letter and rank it stands for, as far as they matter in the game."""
        if self.kinds[kind].card != WILD:
            return kind, self.kinds[kind].card
        shown = RANKS[rank] if self.scheme.pays_combinations else ""
        return kind, f"*={shown}/{letter.upper()}"
