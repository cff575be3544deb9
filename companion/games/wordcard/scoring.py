"""What a line of cards is worth: the words and combinations in it, whether it is good, points and bonuses (W10–W19)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from companion.games.wordcard import line_sentences as say
from companion.games.wordcard.notation import HOUSE_VALUES, RANKS, WILD, WILD_IN_HAND, WILD_WORTH, Rank, face

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from companion.games.wordcard.events import Aim, PlainType

SHORTEST_WORD = 2
SHORTEST_RUN = 3
LONG = 8  # letters or cards that earn a bonus (W19)
LONG_BONUS = 50
FINISH_LATER_BONUS, FINISH_AT_ONCE_BONUS = 25, 50

_ORDER = {rank: place for place, rank in enumerate(RANKS)}


@dataclass(frozen=True, slots=True)
class Scheme:
    """How lines are judged and paid: the type played, the aim, the values that differ, claimed words only or all."""

    type: PlainType
    aim: Aim
    values: Mapping[Rank, int]
    declared_only: bool = False

    @property
    def needs_words(self) -> bool:
        """Lines must be good as words (and words are claimed)."""
        return self.type in ("wordplay", "wordplay_plus", "wordcard")

    @property
    def needs_combinations(self) -> bool:
        """Lines must be good as combinations."""
        return self.type in ("cardplay", "cardplay_plus", "wordcard")

    @property
    def pays_words(self) -> bool:
        """Words count."""
        return self.type != "cardplay"

    @property
    def pays_combinations(self) -> bool:
        """Combinations count."""
        return self.type != "wordplay"

    @property
    def factor(self) -> int:
        """WORDCARD counts double (W15)."""
        return 2 if self.type == "wordcard" else 1

    def value(self, card: str) -> int:
        """The points of a card on the table (W2, W3)."""
        shown = face(card)
        if shown.wild:
            return WILD_WORTH[self.aim]
        assert shown.rank is not None  # a real card has both parts
        return self.values.get(shown.rank, HOUSE_VALUES[shown.rank])

    def in_hand(self, card: str) -> int:
        """The points of a card left in hand (W20)."""
        return self.factor * (WILD_IN_HAND if card == WILD else self.value(card))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A word or a combination in a line: from card `start` up to but not including card `end`, counted from 0."""

    start: int
    end: int
    name: str

    def __len__(self) -> int:
        return self.end - self.start

    def inside(self, other: Span) -> bool:
        """Whether this span lies within the other."""
        return other.start <= self.start and self.end <= other.end

    def moved(self, cards: int) -> Span:
        """The span in a line that has so many cards more before it."""
        return Span(self.start + cards, self.end + cards, self.name)

    @property
    def is_word(self) -> bool:
        """Whether it is a word; the name of a combination has a space in it."""
        return self.name.isalpha()

    def grows_to(self, other: Span) -> bool:
        """Whether the other is this one, or what it has grown to."""
        return self.inside(other) and self.is_word == other.is_word


class Listing(Protocol):
    """What counting words asks of a lexicon."""

    def is_word(self, word: str, /) -> bool:
        """Whether the dictionary has the word."""
        ...


def letters_of(cards: Sequence[str]) -> str:
    """The letters of a line, lower case; a wild that stands for no letter is a blank, which no word has."""
    return "".join((face(card).letter or " ").lower() for card in cards)


def words_in(
    cards: Sequence[str], words: Listing, claimed: Collection[str], *, claimed_only: bool = False
) -> list[Span]:
    """Every place where a word stands (W11), of the dictionary or claimed."""
    letters = letters_of(cards)
    found = []
    for start in range(len(letters)):
        for end in range(start + SHORTEST_WORD, len(letters) + 1):
            text = letters[start:end]
            if " " in text:
                break
            if text in claimed or (not claimed_only and words.is_word(text)):
                found.append(Span(start, end, text))
    return found


def stands_in(word: str, cards: Sequence[str]) -> bool:
    """Whether the folded word stands in the line (W10)."""
    return len(word) >= SHORTEST_WORD and word in letters_of(cards)


def combinations_in(cards: Sequence[str]) -> list[Span]:
    """Each longest combination of the line (W13): equal ranks, and runs up and down."""
    ranks = [face(card).rank for card in cards]
    return sorted([*_equals(ranks), *_runs(ranks, 1), *_runs(ranks, -1)])


def _equals(ranks: Sequence[Rank | None]) -> Iterable[Span]:
    start = 0
    for rank, group in groupby(ranks):
        end = start + len(list(group))
        if rank is not None and end - start > 1:
            yield Span(start, end, f"{end - start} × {rank}")
        start = end


def _runs(ranks: Sequence[Rank | None], step: int) -> Iterable[Span]:
    start = 0
    for place in range(1, len(ranks) + 1):
        if place < len(ranks) and _follows(ranks[place - 1], ranks[place], step):
            continue
        if place - start >= SHORTEST_RUN:
            yield Span(start, place, say.run_of(ranks[start], ranks[place - 1]))
        start = place


def _follows(rank: Rank | None, following: Rank | None, step: int) -> bool:
    if rank is None or following is None:
        return False
    return _ORDER[following] - _ORDER[rank] == step


def covered(count: int, spans: Iterable[Span]) -> bool:
    """Whether each of the line's cards belongs to at least one of the spans (W10, W13)."""
    reached = 0
    for span in sorted(spans):
        if span.start > reached:
            return False
        reached = max(reached, span.end)
    return reached >= count


def whole(count: int, spans: Iterable[Span]) -> bool:
    """Whether one of the spans is the whole line (W15)."""
    return any(len(span) == count for span in spans)


@dataclass(frozen=True, slots=True)
class Worth:
    """What counts in a line: the words and combinations in it, and the points each of them adds."""

    words: tuple[Span, ...]
    combinations: tuple[Span, ...]
    parts: tuple[tuple[str, int], ...]
    points: int

    def long(self) -> list[Span]:
        """The words and the combinations that earn a bonus (W19); a word inside a longer one does not."""
        words = [word for word in self.words if len(word) >= LONG]
        outer = [word for word in words if not any(word != other and word.inside(other) for other in words)]
        return [*outer, *(each for each in self.combinations if len(each) >= LONG)]


def worth(cards: Sequence[str], scheme: Scheme, words: Listing, claimed: Collection[str] = ()) -> Worth:
    """The words and combinations that count in a line, and their points (W11, W13–W15)."""
    values = [scheme.value(card) for card in cards]
    found: list[Span] = []
    if scheme.pays_words:
        found = words_in(cards, words, claimed, claimed_only=scheme.declared_only)
    combinations = combinations_in(cards) if scheme.pays_combinations else []
    parts = tuple(
        (_called(span), sum(values[span.start : span.end]) * scheme.factor) for span in (*found, *combinations)
    )
    return Worth(tuple(found), tuple(combinations), parts, sum(points for _, points in parts))


def _called(span: Span) -> str:
    return span.name.upper() if span.is_word else span.name


def new_bonuses(after: Worth, paid: Collection[Span] = ()) -> tuple[str, ...]:
    """The words and combinations of a line that earn their bonus now (W19): what is `paid` already, where it stands in
    the line, is not paid again, nor when it grows."""
    return tuple(_called(span) for span in after.long() if not any(old.grows_to(span) for old in paid))
