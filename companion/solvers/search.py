"""The best that can be laid: the best laydown of a hand, and the best solution of the group game (W24).

Up to eight cards are searched in full, whatever wilds are among them (`exact.py`, and `whole.py` where a line must be
one word). Up to fourteen, and of fewer where that is quicker, are searched with a bound that holds (`layers.py`, and in
WORDCARD `packing.py`): what is found is the very best or comes with the most that there could be. For more, and where
nothing counts but claimed words, the best is found that a number of steps allows (`beam.py`), and said to be no more
than that.
The search knows no clock: a caller's clock comes in as `should_stop`. Words that the dictionary marks as not to be
shown stand in no line, but inside longer words: what is found here is there to be shown.

Lines are looked for, not crossings: played on the grid, a hand may bring more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.scoring import (
    FINISH_AT_ONCE_BONUS,
    LONG,
    LONG_BONUS,
    SHORTEST_WORD,
    Scheme,
    new_bonuses,
    words_in,
    worth,
)
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
    from companion.solvers.layers import LayerSearch
    from companion.solvers.packing import PackingSearch
    from companion.solvers.problem import Used
    from companion.solvers.spellings import Ints

    ToldPrices: TypeAlias = Mapping[bool, Ints]
    Search: TypeAlias = ExactSearch | WholeSearch | BeamSearch | LayerSearch | PackingSearch

EXACT_CARDS = 8  # so many cards are always searched in full
LAYERED_CARDS = 14  # so many with a bound that holds; more would take too much memory
STEPS = 40_000_000  # for more than are searched in full, by default: a step is one card put at the end of a line
BEAM_STEP = 100  # what a step of the beam counts: it takes as long as so many in layers
STEPS_BETWEEN_LOOKS = 256


@dataclass(frozen=True, slots=True)
class Best:
    """The best lines found, what they bring (points and bonuses), and whether no better ones can exist.

    No line shows a word that may not be shown. Where that keeps a better one back, the search was not `exhaustive`.
    `at_most` is what lines that may be shown can bring at most; None where the search knows no bound.

    Playing for the fewest, `gain` is what the hand would cost less: the cards laid, and the bonuses.
    """

    lines: tuple[tuple[str, ...], ...]
    gain: int
    exhaustive: bool
    at_most: int | None = field(default=None, compare=False)


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
    finish_bonus: int | None = FINISH_AT_ONCE_BONUS,
    must: str | None = None,
    steps: int | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Best:
    """The lines to lay down now out of a hand (cards as `Q/R`, wilds as `*`).

    With `declared_only` it counts every word, for the player may claim them all. `opening` is what the laydown needs
    (default: two cards), `finish_bonus` what emptying the hand brings (None: these are not all its cards), `must` a
    card that must be among those laid, or one that is the same to the game. No lines when nothing can be laid.
    `steps` bounds how often a card is put at the end of a line (default: no bound up to eight cards, else forty
    million, of which one of the beam counts for a hundred), not what readies the search: with wilds that may take
    seconds. `should_stop`, asked every so often, ends it earlier, as a caller's clock may want. What was ended early is
    not `exhaustive`.
    """
    budget = partial(_Steps, steps, should_stop, len(hand))
    return _search(_Task(hand, scheme, words, opening or Opening(), finish_bonus, budget, must=must))


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


@runtime_checkable
class _Bounded(Protocol):
    """A search that knows what there may be at most; None until it does."""

    at_most: int | None


@runtime_checkable
class _Priced(Protocol):
    """A search that tells by what prices it knows that."""

    told: ToldPrices


class _OutOfSteps(Exception):
    """The search has used what it was given."""


class _Steps:
    """What is left of the steps a search was given."""

    def __init__(self, steps: int | None, should_stop: Callable[[], bool] | None, cards: int) -> None:
        self._left = steps if steps is not None or cards <= EXACT_CARDS else STEPS
        self.are_unbounded = self._left is None
        self._until_look = STEPS_BETWEEN_LOOKS
        self._should_stop = should_stop or bool

    def step(self) -> None:
        """One more. Raises _OutOfSteps when there is none left, or the caller wants to stop."""
        self.take(1)

    def step_of_beam(self) -> None:
        """One more that takes longer. Raises _OutOfSteps as `step` does."""
        self.take(1, each=BEAM_STEP)

    def take(self, count: int, *, each: int = 1) -> None:
        """So many at once, of which each counts for so many. Raises _OutOfSteps as `step` does."""
        if self._left is not None:
            self._left -= count * each
            if self._left < 0:
                raise _OutOfSteps
        self.look(count)

    def look(self, count: int) -> None:
        """So much work that puts no card anywhere. Raises _OutOfSteps when the caller wants to stop."""
        self._until_look -= count
        if self._until_look <= 0:
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
    finish_bonus: int | None
    budget: Callable[[], _Steps]
    only_whole: bool = False
    must: str | None = None


def _search(task: _Task) -> Best:
    """The best that may be shown: what is best of all, or where that shows a hidden word, the best that does not.

    What is best of all without being shown is a better one, so that such a search is not `exhaustive`.
    """
    best, told = _found(task)
    if _may_be_shown(best, task):
        return best
    shown, _ = _found(task, only_shown=True, before=told)
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


def _found(
    task: _Task, *, only_shown: bool = False, before: ToldPrices | None = None
) -> tuple[Best, ToldPrices | None]:
    """The best of all lines, or of those in which no hidden word stands but inside a longer one that may be shown.

    With it what the search told of prices, if it did; `before` is what that of all lines told.
    """
    groups = groups_of(task.cards, task.scheme)
    kinds = kinds_of(groups, task.scheme)
    bounded = len(task.cards) <= (EXACT_CARDS if task.only_whole else LAYERED_CARDS)
    spelled = _spelled(kinds, task.words, shown=False) if bounded and task.scheme.pays_words else ()
    budget = task.budget()
    needed = next((kind for kind, group in enumerate(groups) if task.must in group), None)
    problem = Problem(
        kinds,
        task.scheme,
        spelled,
        task.finish_bonus or 0,
        lambda used: (needed is None or used[needed] > 0) and _enough(used, kinds, task),
        budget.step if bounded else budget.step_of_beam,
        task.only_whole,
        frozenset(spelled).difference(_spelled(kinds, task.words, shown=True)) if only_shown else frozenset(),
    )
    if not bounded:
        search: Search = BeamSearch(problem, task.words, only_shown=only_shown)
        complete = _is_run(search)
    else:
        for search in _bounded_searches(problem, budget, len(task.cards), before):
            complete = _is_run(search)
            if not (complete and isinstance(search, _Bounded) and search.at_most != search.gain):
                break
    left = [list(group) for group in groups]
    lines = tuple(tuple(_given_out(line, left)) for line in search.best)
    if isinstance(search, _Bounded):
        gain = _gain_of(lines, task)
        best = Best(lines, gain, search.at_most is not None and search.at_most <= gain, search.at_most)
        return best, search.told if isinstance(search, _Priced) else None
    return Best(lines, search.gain, complete, search.gain if complete else None), None


def _is_run(search: Search) -> bool:
    """Whether it could search to its end."""
    try:
        search.run()
    except _OutOfSteps:
        return False
    return True


def _bounded_searches(problem: Problem, budget: _Steps, cards: int, before: ToldPrices | None) -> Iterator[Search]:
    """The searches that find the very best of so many cards in this game, or know what there may be at most; each but
    the last is asked for only where the one before could not prove what it found."""
    wholly = problem.only_whole or problem.scheme.type == "wordcard"
    if cards > EXACT_CARDS or (budget.are_unbounded and _is_quicker_layered(problem, cards)):
        # They need numpy, whose loading takes longer than judging most matches does.
        from companion.solvers.layers import LayerSearch
        from companion.solvers.packing import PackingSearch

        if wholly:
            yield PackingSearch(problem, budget.take)
        else:
            yield LayerSearch(problem, budget.take, budget.look, before)
    if cards <= EXACT_CARDS:
        yield WholeSearch(problem) if wholly else ExactSearch(problem)


def _is_quicker_layered(problem: Problem, cards: int) -> bool:
    """Whether so few cards, too, are sooner searched by layers or packing, as measured: mostly with wilds."""
    scheme, wilds = problem.scheme, problem.wilds_left(problem.nothing())
    if scheme.type == "wordcard":
        return wilds > 0 and not problem.only_whole
    if problem.only_whole or not scheme.pays_words:
        return False
    if scheme.type == "wordplay" or not wilds:
        return cards + wilds >= EXACT_CARDS - 1
    return scheme.aim == "most" and cards + wilds > EXACT_CARDS


def recounted(found: Best, hand: Sequence[str], scheme: Scheme, words: SearchedWords, finish_bonus: int | None) -> Best:
    """Lines that were found by less than what counts, with what they bring in this game; none if they may not be
    shown."""
    task = _Task(hand, scheme, words, Opening(), finish_bonus, partial(_Steps, None, None, len(hand)))
    if not _may_be_shown(found, task):
        return Best((), 0, exhaustive=False)
    return Best(found.lines, _gain_of(found.lines, task), exhaustive=False)


def _gain_of(lines: Sequence[tuple[str, ...]], task: _Task) -> int:
    """What lines bring by the rules' own count: a search may have overlooked a word in them."""
    scheme = replace(task.scheme, declared_only=False)
    gain = (task.finish_bonus or 0) if sum(map(len, lines)) == len(task.cards) else 0
    for line in lines:
        counted = worth(line, scheme, task.words)
        gain += LONG_BONUS * len(new_bonuses(counted))
        gain += counted.points if scheme.aim == "most" else sum(scheme.in_hand(in_hand(card)) for card in line)
    return gain


def _spelled(kinds: Sequence[Kind], words: SearchedWords, *, shown: bool) -> Sequence[str]:
    """The words that the cards can spell, wilds and all; those that may be `shown`, or all."""
    letters = "".join(("?" if kind.card == WILD else kind.letter) * kind.count for kind in kinds)
    return words.spell(letters, shortest=SHORTEST_WORD, longest=len(letters), shown=shown)


def _enough(used: Used, kinds: Sequence[Kind], task: _Task) -> bool:
    """Whether a laydown of so many cards of each kind empties the hand, or is enough for the opening."""
    if task.finish_bonus is not None and all(count == kind.count for count, kind in zip(used, kinds, strict=True)):
        return True
    opening = task.opening
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
