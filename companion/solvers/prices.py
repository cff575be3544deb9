"""What can still come of a line at most: every card has a price, and may for it be laid as often as one likes.

Whoever pays for the cards that are left can buy every way to go on with them: no less than what the dearest walk
through the automaton (`joint.py`) brings beyond its prices, and the prices of all cards left. That holds at any prices;
they are moved against what the walk uses too often or not at all until they tell the most that there may be as closely
as prices can (Lagrangian relaxation with subgradient steps; Held, Wolfe and Crowder, 1974; Polyak, 1969).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.rows import FAR, NEVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.solvers.joint import JointAutomaton
    from companion.solvers.problem import Problem
    from companion.solvers.spellings import Ints

STALLED = 3  # steps without a lower bound after which they become shorter
SHORTEST_STEP = 0.01
SLACK = 0.01  # more than numbers of single precision are wrong by


class _Reckoned(NamedTuple):
    """What some prices come to. By cards left and state the most that can still come beyond the prices: `ahead`, and
    `own` where the state is not taken for another."""

    prices: Ints
    bound: float
    ahead: Ints
    own: Ints


class Prices:
    """The prices of one hand's cards, for laydowns that empty the hand (`finishing`) or for any.

    `bound` is the most that there may be, without the bonus for finishing. Where the hand is emptied every card must be
    used, so that prices may be less than nothing.
    """

    def __init__(
        self, problem: Problem, joint: JointAutomaton, look: Callable[[int], None], *, finishing: bool, first: Ints
    ) -> None:
        """`first` are the prices to begin with, by kind; `look` is told how many edges were reckoned with."""
        self._joint = joint
        self._look = look
        self.finishing = finishing
        self._counts = np.array(problem.counts, dtype=np.int64)
        self._has = np.nonzero(joint.further)[0]
        self._step, self._stalled = 1.0, 0
        self._here = self._best = self._reckon(first)
        self._sums = joint.bits.sums(first)

    @property
    def each(self) -> Ints:
        """The prices by kind that tell the least."""
        return self._best.prices

    @property
    def bound(self) -> int:
        """See above."""
        return int(self._best.bound + SLACK)

    def improve(self, steps: int, target: int) -> None:
        """Move the prices so many times, or until the bound is no higher than the target."""
        before = self._best.prices
        self._move(steps, target)
        if self._best.prices is not before:
            self._sums = self._joint.bits.sums(self._best.prices)

    def _move(self, steps: int, target: int) -> None:
        for _ in range(steps):
            spare = self._counts - self._used()
            if self.bound <= target or self._step < SHORTEST_STEP or not spare.any():
                return
            length = self._step * max(self._here.bound - target, 1) / (spare @ spare)
            moved = self._here.prices - length * spare
            self._here = self._reckon(moved if self.finishing else np.maximum(moved, 0))
            self._stalled += 1
            if self._here.bound < self._best.bound:
                self._best, self._stalled = self._here, 0
            elif self._stalled == STALLED:
                self._here, self._stalled = self._best, 0
                self._step /= 2

    def most(self, left: Ints, cards: int, state: Ints, *, own: bool) -> Ints:
        """No less than can still come with these cards left (bits; how many) of lines in that state.

        With `own` of lines that are not taken for others.
        """
        table = self._best.own if own else self._best.ahead
        most: Ints = self._sums[left] + table[cards, state]
        return most

    def _reckon(self, prices: Ints) -> _Reckoned:
        """From no cards left to all."""
        joint, cards = self._joint, self._joint.bits.cards
        self._look(len(joint.edges.kind))
        gain = joint.edges.most.astype(np.float32)
        gain -= prices.astype(np.float32)[joint.edges.kind]
        owns = np.full((cards + 1, joint.count), -FAR, dtype=np.float32)
        ahead = np.empty_like(owns)
        for left, (own, then) in enumerate(zip(owns, ahead, strict=True)):
            if left == 0 or not self.finishing:
                own[joint.ends] = 0
            if left and len(self._has):
                brought = ahead[left - 1][joint.edges.target]
                brought += gain
                most = np.maximum.reduceat(brought, joint.starts[self._has])
                own[self._has] = np.maximum(own[self._has], most)
            then[:] = own
            for start, end in joint.by_length:
                then[start:end] = np.maximum(own[start:end], then[joint.shorter[start:end]])
        return _Reckoned(prices, float(prices @ self._counts + ahead[cards, 0]), ahead, owns)

    def _used(self) -> Ints:
        """How many cards of each kind the dearest walk uses."""
        joint, here = self._joint, self._here
        used, state = np.zeros_like(self._counts), 0
        for left in range(joint.bits.cards, 0, -1):
            while joint.shorter[state] != NEVER and here.own[left, state] < here.ahead[left, state]:
                state = int(joint.shorter[state])
            begin = int(joint.starts[state])
            edges = slice(begin, begin + int(joint.further[state]))
            kind, target = joint.edges.kind[edges], joint.edges.target[edges]
            brought = joint.edges.most[edges] - here.prices[kind] + here.ahead[left - 1][target]
            if not len(brought) or brought.max() < here.own[left, state] - SLACK:
                break  # it ends here
            at = int(np.argmax(brought))
            used[kind[at]] += 1
            state = int(target[at])
        return used


def first_prices(problem: Problem) -> Ints:
    """What cards bring as a rule: each counts in about three words, and in a combination."""
    scheme = problem.scheme
    times = 3 * scheme.pays_words + scheme.pays_combinations
    values = problem.worth if scheme.aim == "fewest" else [times * kind.value for kind in problem.kinds]
    return np.array(values, dtype=np.float64)
