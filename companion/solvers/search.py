"""The best that can be laid: the best laydown of a hand, and the best solution of the group game (W24).

Up to eight cards are searched in full, whatever wilds are among them (`exact.py`, and `whole.py` where a line must be
one word). For more cards the best is found that a number of steps allows (`beam.py`), and said to be no more than that.
The search knows no clock: a caller's clock comes in as `should_stop`. Words that the dictionary marks as not to be
shown stand in no line, but inside longer words: what is found here is there to be shown.

Lines are looked for, not crossings: played on the grid, a hand may bring more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, LONG, SHORTEST_WORD, Scheme, words_in
from companion.solvers.beam import BeamSearch
from companion.solvers.exact import ExactSearch
from companion.solvers.problem import Problem
from companion.solvers.whole import WholeSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.games.wordcard.events import PlainType
    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.notation import Rank
    from companion.solvers.growing import SearchedWords
    from companion.solvers.problem import Used

EXACT_CARDS = 8  # so many cards are always searched in full
STEPS = 400_000  # for more, by default: a step is one card put at the end of a line
STEPS_BETWEEN_LOOKS = 256


@dataclass(frozen=True, slots=True)
class Best:
    """The best lines found, what they bring (points and bonuses), and whether no better ones can exist.

    No line shows a word that may not be shown. Where that keeps a better one back, the search was not `exhaustive`.

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
    words: SearchedWords,
    *,
    opening: Opening | None = None,
    finish_bonus: int = FINISH_AT_ONCE_BONUS,
    steps: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Best:
    """The lines to lay down now out of a hand (cards as `Q/R`, wilds as `*`).

    With `declared_only` it counts every word, for the player may claim them all. `opening` is what the laydown needs
    (default: two cards), `finish_bonus` what emptying the hand brings. No lines when nothing can be laid.
    `steps` bounds the work (default: no bound up to eight cards, else 400,000); `should_stop`, asked every so often,
    ends it earlier, as a caller's clock may want. What was ended early is not `exhaustive`.
    """
    budget = partial(_Steps, steps, should_stop, len(hand))
    return _search(_Task(hand, scheme, words, opening or Opening(), finish_bonus, budget))


def best_solution(
    cards: Sequence[str],
    kind: PlainType,
    words: SearchedWords,
    *,
    values: Mapping[Rank, int] | None = None,
    declared_only: bool = False,
    steps: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Best:
    """The best solution of the group game with these open cards, scored as `kind` for the most (W24).

    With `declared_only` each line must be one word, and only that word counts. For `steps` and `should_stop` see
    `best_laydown`.
    """
    scheme = Scheme(kind, "most", values or {}, declared_only)
    budget = partial(_Steps, steps, should_stop, len(cards))
    return _search(_Task(cards, scheme, words, Opening(cards=1), FINISH_AT_ONCE_BONUS, budget, declared_only))


class _OutOfSteps(Exception):
    """The search has used what it was given."""


class _Steps:
    """What is left of the steps a search was given."""

    def __init__(self, steps: int | None, should_stop: Callable[[], bool] | None, cards: int) -> None:
        self._left = steps if steps is not None or cards <= EXACT_CARDS else STEPS
        self._until_look = STEPS_BETWEEN_LOOKS
        self._should_stop = should_stop or bool

    def step(self) -> None:
        """One more. Raises _OutOfSteps when there is none left, or the caller wants to stop."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise _OutOfSteps
        self._until_look -= 1
        if self._until_look == 0:
            self._until_look = STEPS_BETWEEN_LOOKS
            if self._should_stop():
                raise _OutOfSteps


@dataclass(frozen=True, slots=True)
class _Task:
    """What is searched: the cards in one game, what laying them needs and brings; `budget` makes a search's steps."""

    cards: Sequence[str]
    scheme: Scheme
    words: SearchedWords
    opening: Opening
    finish_bonus: int
    budget: Callable[[], _Steps]
    only_whole: bool = False


def _search(task: _Task) -> Best:
    """The best that may be shown: what is best of all, or where that shows a hidden word, the best that does not.

    What is best of all without being shown is a better one, so that such a search is not `exhaustive`.
    """
    best = _found(task, only_shown=False)
    if _may_be_shown(best, task):
        return best
    shown = _found(task, only_shown=True)
    return replace(shown, exhaustive=best.exhaustive and shown.exhaustive and shown.gain == best.gain)


def _may_be_shown(best: Best, task: _Task) -> bool:
    """Whether every word that counts in the lines may be shown, or stands inside a longer one that may."""
    if not task.scheme.pays_words:
        return True
    only_long = task.scheme.aim == "fewest" and not task.scheme.needs_words  # nothing else counts there
    for line in best.lines:
        words = [word for word in words_in(line, task.words, ()) if not only_long or len(word) >= LONG]
        shown = [word for word in words if task.words.may_show(word.name)]
        if not all(any(word.inside(other) for other in shown) for word in words):
            return False
    return True


def _found(task: _Task, *, only_shown: bool) -> Best:
    """The best of all lines, or of those in which no hidden word stands but inside a longer one that may be shown."""
    groups = groups_of(task.cards, task.scheme)
    kinds = kinds_of(groups, task.scheme)
    in_full = len(task.cards) <= EXACT_CARDS
    spelled = _spelled(kinds, task.words, shown=False) if in_full and task.scheme.pays_words else ()
    problem = Problem(
        kinds,
        task.scheme,
        spelled,
        task.finish_bonus,
        lambda used: _enough(used, kinds, task.opening),
        task.budget().step,
        task.only_whole,
        frozenset(spelled).difference(_spelled(kinds, task.words, shown=True)) if only_shown else frozenset(),
    )
    search: ExactSearch | WholeSearch | BeamSearch
    if not in_full:
        search = BeamSearch(problem, task.words, only_shown=only_shown)
    elif task.only_whole or task.scheme.type == "wordcard":
        search = WholeSearch(problem)
    else:
        search = ExactSearch(problem)
    exhaustive = True
    try:
        search.run()
    except _OutOfSteps:
        exhaustive = False
    left = [list(group) for group in groups]
    lines = tuple(tuple(_given_out(line, left)) for line in search.best)
    return Best(lines, search.gain, exhaustive)


def _spelled(kinds: Sequence[Kind], words: SearchedWords, *, shown: bool) -> Sequence[str]:
    """The words that the cards can spell, wilds and all; those that may be `shown`, or all."""
    letters = "".join(("?" if kind.card == WILD else kind.letter) * kind.count for kind in kinds)
    return words.spell(letters, shortest=SHORTEST_WORD, longest=EXACT_CARDS, shown=shown)


def _enough(used: Used, kinds: Sequence[Kind], opening: Opening) -> bool:
    """Whether a laydown of so many cards of each kind empties the hand, or is enough for the opening."""
    if all(count == kind.count for count, kind in zip(used, kinds, strict=True)):
        return True
    if opening.points is None:
        return sum(used) >= opening.cards
    return sum(count * kind.value for count, kind in zip(used, kinds, strict=True)) >= opening.points


def _given_out(line: Sequence[tuple[int, str]], left: list[list[str]]) -> Iterator[str]:
    """A line with the real cards of each kind given out."""
    for kind, laid in line:
        real = left[kind].pop()
        yield laid if in_hand(laid) == WILD else real


def left_over(hand: Sequence[str], best: Best) -> tuple[str, ...]:
    """The cards of the hand that the best lines leave, in no particular order."""
    used = Counter(in_hand(card) for line in best.lines for card in line)
    return tuple((Counter(hand) - used).elements())
