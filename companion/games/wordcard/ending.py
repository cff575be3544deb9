"""The end: hands shown, the group game's solutions, partners, final scores (W18–W24)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.games.core import Ruling, accepted, refused
from companion.games.wordcard import clauses as c
from companion.games.wordcard import sentences as say
from companion.games.wordcard.lines import NotGood, check_good, claim, gain
from companion.games.wordcard.notation import in_hand
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, LONG_BONUS
from companion.games.wordcard.state import Line, State
from companion.games.wordcard.verdicts import V
from companion.solvers.growing import SearchedWords
from companion.solvers.search import EXACT_CARDS, best_solution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.core import Cited
    from companion.games.wordcard import events as e
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.search import Best

Answer = tuple[State, Ruling]
# Of the search with more than eight cards: half a second here, and under 100 MB, which a board with 1 GB has too
# (measured on hands of thirteen with up to two wilds; ten times as many prove more and need 230 MB).
CLOSING_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class BestSolution:
    """What the referee has found, as the ruling shows it (W24)."""

    name: ClassVar[str] = "best"
    found: Best

    def as_json(self) -> Mapping[str, Any]:
        """See Exhibit."""
        lines = [list(line) for line in self.found.lines]
        return {"lines": lines, "points": self.found.gain, "exhaustive": self.found.exhaustive}


def show_hands(state: State, event: e.Hands) -> Answer:
    """The cards left count (W20), partners are added up (W1), and the scores become final (W21–W23)."""
    scheme, sign = state.scheme, 1 if state.scheme.aim == "fewest" else -1
    left_over = {name: _left_in_hand(cards, scheme) for name, cards in event.hands.items()}
    counted = state
    for name, cards in left_over.items():
        seat = state.players.index(name)
        hand = state.hands[seat]
        left = sum(points for _, _, points in cards)
        counted = counted.with_hand(seat, replace(hand, score=hand.score + sign * left))
    after, ending = _finish(counted)
    reason = say.left_in_hands(left_over, ending)
    return after, accepted(V.FINAL, c.W21 if scheme.aim == "fewest" else _most_clause(state), reason)


def _left_in_hand(cards: Sequence[str], scheme: Scheme) -> list[tuple[str, int, int]]:
    """The cards of a hand, those that are the same together: how many, and what they count."""
    return [(card, count, count * scheme.in_hand(card)) for card, count in Counter(cards).items()]


def _most_clause(state: State) -> Cited:
    """That the lowest total is taken off itself, too, is a reading of ours; where there are no others nothing is."""
    return c.W22 if len(state.teams()) == 1 else c.W22.ours


def close(state: State, _event: e.Close) -> Answer:
    """The group game ends, and the referee shows the best solution it can find (W24)."""
    after, ending = _finish(state)
    best = _best_solution(state)
    if best is None:
        return after, accepted(V.FINAL, c.W24, ending)
    reason = say.best_solution(ending, best.lines, best.gain, exhaustive=best.exhaustive)
    return replace(after, best=best), accepted(V.FINAL, c.W24, reason, exhibit=BestSolution(best))


def _best_solution(state: State) -> Best | None:
    """The best solution of up to eight cards, of more what a short search finds, which mostly is the best.

    None if the lexicon knows too little.

    How far it searches is a number of steps and no time: the result is the same on every machine.
    """
    options, cards = state.options, state.options.cards
    if not isinstance(state.words, SearchedWords) or cards is None:
        return None
    return best_solution(
        cards,
        options.group_type,
        state.words,
        values=options.values,
        declared_only=options.declared_only,
        steps=None if len(cards) <= EXACT_CARDS else CLOSING_STEPS,
    )


def _finish(state: State) -> tuple[State, str]:
    """Scores by team, brought to their final value, and who has won."""
    teams = state.teams()
    totals = [sum(state.hands[seat].score for seat in team) for team in teams]
    fewest = state.scheme.aim == "fewest"
    best = min(totals) if fewest else max(totals)
    if state.group or (len(teams) == 1 and not fewest):  # W22: there are no others
        final, changed = totals, None
    elif fewest:
        added = max(0, -best)
        final = [0 if total == best else total + added for total in totals]
        changed = say.winner_becomes_nothing(best, added)
    else:
        lowest = min(totals)
        final = [total - lowest for total in totals]
        changed = say.lowest_taken_off(lowest)
    winning = [team for team, total in zip(teams, totals, strict=True) if total == best]
    for team, total in zip(teams, final, strict=True):
        for seat in team:
            state = state.with_hand(seat, replace(state.hands[seat], score=total))
    winners = tuple(sorted(seat for team in winning for seat in team if seat not in state.gone))
    reason = say.wins([state.name(seat) for seat in winners], state.hands[winners[0]].score, changed)
    # Where nobody has left `final` says nothing, and matches kept from before are the same without it.
    return replace(state, winners=winners, doubtful=None, final=bool(state.gone)), reason


def solve(state: State, event: e.Solution) -> Answer:
    """A player's solution of the group game: checked at once, and paid (W24)."""
    seat = state.players.index(event.player)
    used = Counter(in_hand(card) for row in event.lines for card in row)
    if missing := used - Counter(state.options.cards):
        return state, refused(V.NO_SUCH_CARD, c.W24, say.not_among_the_open_cards(missing))
    if not used or not all(event.lines):
        return state, refused(V.TOO_FEW_CARDS, c.W24, say.EMPTY_SOLUTION)
    scheme, hand = state.scheme, state.hands[seat]
    parts: list[tuple[str, int]] = []
    bonuses: list[tuple[str, int]] = []
    try:
        lines, _ = claim([Line(row, seat) for row in event.lines], None, scheme, state.words, strict=True)
        for line in lines:
            check_good(line, scheme, state.words)
            worth, _, long_ones = gain(line, (), scheme, state.words)
            parts += worth.parts
            bonuses += [(name, LONG_BONUS) for name in long_ones]
    except NotGood as bad:
        return state, bad.ruling
    if used.total() == len(state.options.cards or ()):
        bonuses.append((say.ALL_CARDS, FINISH_AT_ONCE_BONUS))
    bonus = sum(value for _, value in bonuses)
    score = sum(value for _, value in parts) + bonus
    paid = replace(hand, score=hand.score + score, bonus=hand.bonus + bonus)
    solved = tuple(done or at == seat for at, done in enumerate(state.solved))
    reason = say.solved(event.player, parts, bonuses)
    return replace(state.with_hand(seat, paid), solved=solved), accepted(V.SOLVED, c.W24, reason)
