"""What is asked of the table and of the dictionary by whoever looks for what could be laid in a turn (W7, W9). Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from companion.games.wordcard.scoring import LONG, LONG_BONUS, words_in, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.scoring import Listing, Scheme
    from companion.games.wordcard.state import Line, State
    from companion.solvers.growing import SearchedWords, WordsInRuns
    from companion.solvers.prefix_tree import WordTree

HowShown = Literal["all", "only", "also"]


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
    """The dictionary and the words claimed on the table; with `shown` "only" without what may not be shown, with
    "also" what may be is told apart. `own` is what sets them apart from others of the match: the words claimed or
    shown, and `shown`."""

    def __init__(self, words: WordsInRuns, lines: Iterable[Line], *, shown: HowShown = "all") -> None:
        self._words = words
        self._more = {word for line in lines for word in line.claimed}
        self._shown = shown
        if shown != "all":  # what lies there is shown as it is
            self._more |= {word.name for line in lines for word in words_in(line.cards, words, ())}

    @property
    def own(self) -> tuple[frozenset[str], HowShown]:
        """See the class."""
        return frozenset(self._more), self._shown

    def is_word(self, word: str, /) -> bool:
        """See SearchedWords."""
        return word in self._more or (
            self._words.is_word(word) and (self._shown != "only" or self._words.may_show(word))
        )

    def tree(self) -> WordTree:
        """These words as a tree."""
        # It needs numpy, whose loading takes longer than judging most matches does.
        from companion.solvers.prefix_tree import WordTree

        more = {word for word in self._more if word.isalpha() and word.isascii()}
        return WordTree(self._words, more, only_shown=self._shown == "only")


def may_be_shown(rows: Iterable[Sequence[str]], words: SearchedWords, lines: Sequence[Line]) -> bool:
    """Whether every word that is new in the rows may be shown, or stands inside a longer one that may."""
    return ShownRows(words, lines).allows(rows)


class ShownRows:
    """What rows may be shown where those lines lie."""

    def __init__(self, words: SearchedWords, lines: Sequence[Line]) -> None:
        self._words = words
        self._there = {word.name for line in lines for word in words_in(line.cards, words, line.claimed)}
        self._known: dict[str, bool] = {}

    def allows(self, rows: Iterable[Sequence[str]]) -> bool:
        """Whether every word that is new in them may be shown, or stands inside a longer one that may."""
        for row in rows:
            found = words_in(row, self._words, ())
            shown = [word for word in found if self._may_show(word.name)]
            if not all(word.name in self._there or any(word.inside(other) for other in shown) for word in found):
                return False
        return True

    def _may_show(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = self._words.may_show(word)
        return self._known[word]


def words_said(table: State, lines: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """What is claimed: nothing, or where only what is claimed counts every word there is."""
    if not table.scheme.declared_only:
        return ()
    return tuple(dict.fromkeys(word.name for cards in lines for word in words_in(cards, table.words, ())))


def paid_for(lines: Iterable[Line], scheme: Scheme, words: Listing) -> int:
    """What of a row that has these lines in it is paid already: their points, and of their bonuses no more than surely
    come again."""
    points = bonuses = 0
    for line in lines:
        counted = worth(line.cards, scheme, words, line.claimed)
        points += counted.points if scheme.aim == "most" else 0
        bonuses += any(len(word) >= LONG for word in counted.words)
        bonuses += sum(len(each) >= LONG for each in counted.combinations)
    return points + LONG_BONUS * bonuses
