"""What the words of a card are worth (A7–A11) and what players' words make of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from companion.games.core import Words

SHORTEST, LONGEST = 4, 7
PENALTY = 2

LETTER_VALUES: Mapping[str, int] = {
    letter: value
    for value, letters in {1: "aeioulnstr", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz"}.items()
    for letter in letters
}


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What all the words of a card are worth together (`points`), how long the longest is, and by length what the most
    valuable word of just that length is worth."""

    points: int
    longest: int
    best: Mapping[int, int]

    @classmethod
    def of(cls, listed: Iterable[str]) -> CardWorth:
        """Of a card with these words, folded."""
        best: dict[int, int] = {}
        points = 0
        for word in listed:
            value = word_value(word)
            points += value
            best[len(word)] = max(value, best.get(len(word), 0))
        return cls(points, max(best, default=0), best)


class PrintedCards:
    """What the cards of the house decks say, by jumble: the words listed on them and their colours; and which jumbles
    have been turned in this match, which follows from its events and is no data of a state."""

    def __init__(
        self,
        answers: Mapping[str, Sequence[str]],
        colours: Mapping[str, Collection[str]],
        turned: frozenset[str] = frozenset(),
        worths: dict[str, CardWorth] | None = None,
    ) -> None:
        self._answers = answers
        self._colours = colours
        self.turned = turned
        self._worths = {} if worths is None else worths  # found when asked for, once for a match

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PrintedCards) and (self._answers, self._colours, self.turned) == (
            other._answers, other._colours, other.turned,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.turned)

    def with_turned(self, jumble: str) -> PrintedCards:
        """The same once this card has been turned, too."""
        return PrintedCards(self._answers, self._colours, self.turned | {jumble}, self._worths)

    def left(self, colour: str) -> tuple[str, ...] | None:
        """The jumbles of the house deck of that colour that have not been turned; None where cards have been turned
        that are of no house deck: then what is left is not known."""
        if not self.turned <= self._colours.keys():
            return None
        return tuple(jumble for jumble, of in self._colours.items() if colour in of and jumble not in self.turned)

    def worth(self, words: Words, jumble: str) -> CardWorth:
        """What the words of a card of the house are worth; `words` are the match's."""
        found = self._worths.get(jumble)
        if found is None:
            found = self._worths[jumble] = CardWorth.of(listed_words(words, self, jumble))
        return found

    def __getitem__(self, jumble: str) -> Sequence[str] | None:
        return self._answers.get(jumble)

    def colours(self, jumble: str) -> Collection[str]:
        """The colours of the house decks in which the jumble stands; none for any other jumble."""
        return self._colours.get(jumble, ())


NO_CARDS = PrintedCards({}, {})


def word_value(word: str) -> int:
    """The sum of the letter values (A11) of a folded word."""
    return sum(LETTER_VALUES[letter] for letter in word)


def listed_words(
    words: Words, cards: PrintedCards, jumble: str, answers: Sequence[str] | None = None
) -> frozenset[str]:
    """The words that count for a jumble (A7), folded: `answers`, else the card's own list, else the dictionary's."""
    listed = cards[jumble] if answers is None else answers
    if listed is None:
        return frozenset(words.spell(jumble, shortest=SHORTEST, longest=LONGEST))
    return frozenset(folded for word in listed if (folded := words.fold(word)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's words, each once: those listed on the card (folded) and those that are not (as written)."""

    listed: tuple[str, ...]
    unlisted: tuple[str, ...]

    def longest(self) -> int:
        """Letters of the longest listed word; 0 without one."""
        return max(map(len, self.listed), default=0)

    def of_length(self, letters: int) -> tuple[str, ...]:
        """The listed words with exactly so many letters."""
        return tuple(word for word in self.listed if len(word) == letters)


def read_sheet(words: Words, written: Iterable[str], listed: frozenset[str]) -> Sheet:
    """Sort what was written into listed and not listed; a word written twice counts once (A8), a blank is no word."""
    known: dict[str, str] = {}
    for text in written:
        if text.strip():
            known.setdefault(words.fold(text) or _spelling(words, text), text.strip())
    good = tuple(word for word in known if word in listed)
    return Sheet(good, tuple(text for word, text in known.items() if word not in listed))


def _spelling(words: Words, text: str) -> str:
    """By which a word is known as written twice though some sign in it is no letter."""
    return "".join(words.fold(sign) or sign for sign in normalize("NFC", text.strip().casefold()))


def missed_words(listed: Iterable[str], sheet: Sheet) -> tuple[str, ...]:
    """The words of the card the player did not find, the most valuable first."""
    left = set(listed) - set(sheet.listed)
    return tuple(sorted(left, key=lambda word: (-word_value(word), word)))


def tokens(scores: Sequence[int]) -> tuple[int, ...]:
    """A15: each score less the average, whole and summing to zero, ties in seating order."""
    count, total = len(scores), sum(scores)
    exact = [count * score - total for score in scores]  # in count-ths of a token
    whole = [int(Fraction(part, count)) for part in exact]  # towards zero
    missing = -sum(whole)
    step = 1 if missing > 0 else -1
    by_loss = sorted(range(count), key=lambda seat: -step * (exact[seat] - count * whole[seat]))
    for seat in by_loss[: abs(missing)]:
        whole[seat] += step
    return tuple(whole)
