"""The end: hands shown, the group game's solutions, partners, final scores (W18–W24)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import Ruling, accepted, refused, shortened, spoken_list, spoken_sum
from companion.games.core import counted as in_units
from companion.games.wordcard import clauses as c
from companion.games.wordcard.cards import WILD, in_hand
from companion.games.wordcard.lines import NotGood, check_good, claim, gain
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, LONG_BONUS
from companion.games.wordcard.state import Line, State
from companion.games.wordcard.verdicts import V
from companion.sentences import joined, sentence, told
from companion.solvers.growing import Dictionary
from companion.solvers.search import EXACT_CARDS, best_solution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Cited
    from companion.games.wordcard import events as e
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.search import Best

Answer = tuple[State, Ruling]
MOST_NAMED, MOST_HANDS = 10, 4  # cards, and hands, that a sentence read aloud can name
CLOSING_STEPS = 20_000  # of the search with more than eight cards: a second or so


def show_hands(state: State, event: e.Hands) -> Answer:
    """The cards left count (W20), partners are added up (W1), and the scores become final (W21–W23)."""
    scheme, sign = state.scheme, 1 if state.scheme.aim == "fewest" else -1
    left_over: list[str] = []
    named = sum(len(set(cards)) for cards in event.hands.values()) <= MOST_NAMED
    counted = state
    for name, cards in event.hands.items():
        seat = state.players.index(name)
        hand = state.hands[seat]
        parts = _left_in_hand(cards, scheme)
        left = sum(value for _, value in parts)
        counted = counted.with_hand(seat, replace(hand, score=hand.score + sign * left))
        total = spoken_sum(parts, "point") if named else in_units(left, "point")
        left_over.append(told("{player}: {sum}", player=name, sum=total))
    after, ending = _finish(counted)
    reason = ending
    if 0 < len(left_over) <= MOST_HANDS:
        reason = told("Left in hand: {hands}. {ending}", hands=joined("; ", left_over), ending=ending)
    return after, accepted(V.FINAL, c.W21 if scheme.aim == "fewest" else _most_clause(state), reason)


def _left_in_hand(cards: Sequence[str], scheme: Scheme) -> list[tuple[str, int]]:
    """The cards of a hand with what they count, those that are the same together: `8 × A/A 8`."""
    parts: list[tuple[str, int]] = []
    for card, count in Counter(cards).items():
        name = told("wild") if card == WILD else card
        name = joined(" × ", [str(count), name]) if count > 1 else name
        parts.append((name, count * scheme.in_hand(card)))
    return parts


def _most_clause(state: State) -> Cited:
    """That the lowest total is taken off itself, too, is a reading of ours; where there are no others nothing is."""
    return c.W22 if len(state.teams()) == 1 else c.W22.ours


def close(state: State, _event: e.Close) -> Answer:
    """The group game ends, and the referee shows the best solution it can find (W24)."""
    after, ending = _finish(state)
    best = _best_solution(state)
    if best is None:
        return after, accepted(V.FINAL, c.W24, ending)
    shown = {"lines": [list(line) for line in best.lines], "points": best.gain, "exhaustive": best.exhaustive}
    limit = told("no better one exists") if best.exhaustive else told("the search was not exhaustive")
    found = " | ".join(" ".join(line) for line in best.lines) or told("no line at all")
    reason = told(
        "{ending} The best solution found is {found}, for {gain} points; {limit}.",
        ending=ending,
        found=found,
        gain=best.gain,
        limit=limit,
    )
    return replace(after, best=best), accepted(V.FINAL, c.W24, reason, best=shown)


def _best_solution(state: State) -> Best | None:
    """The best solution of up to eight cards, of more what a short search finds; None if the lexicon knows too little.

    How far it searches is a number of steps and no time: the result is the same on every machine.
    """
    options, cards = state.options, state.options.cards
    if not isinstance(state.words, Dictionary) or cards is None:
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
        final, changed = totals, ""
    elif fewest:
        extra = max(0, -best)
        final = [0 if total == best else total + extra for total in totals]
        changed = told("the winner's {best} becomes 0.", best=best)
        if extra:
            changed = told("the winner's {best} becomes 0 and {extra} is added to all others.", best=best, extra=extra)
    else:
        lowest = min(totals)
        final = [total - lowest for total in totals]
        changed = told("the lowest total, {lowest}, is taken off every total.", lowest=lowest)
    winning = [team for team, total in zip(teams, totals, strict=True) if total == best]
    for team, total in zip(teams, final, strict=True):
        for seat in team:
            state = state.with_hand(seat, replace(state.hands[seat], score=total))
    winners = tuple(sorted(seat for team in winning for seat in team))
    names = spoken_list([state.name(seat) for seat in winners])
    score = state.hands[winners[0]].score
    if len(winners) == 1:
        won = told("{player} wins with {score} points.", player=names, score=score)
    else:
        won = told("{players} win with {score} points.", players=names, score=score)
    return replace(state, winners=winners, doubtful=None), joined(" ", [sentence(changed), won]) if changed else won


def solve(state: State, event: e.Solution) -> Answer:
    """A player's solution of the group game: checked at once, and paid (W24)."""
    seat = state.players.index(event.player)
    used = Counter(in_hand(card) for row in event.lines for card in row)
    if missing := used - Counter(state.options.cards):
        return state, refused(
            V.NO_SUCH_CARD,
            c.W24,
            told("There is no {listed} (any more) among the open cards.", listed=_listed(missing)),
        )
    if not used or not all(event.lines):
        return state, refused(V.TOO_FEW_CARDS, c.W24, "A solution has at least one line, and a line at least one card.")
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
        bonuses.append((told("all cards"), FINISH_AT_ONCE_BONUS))
    bonus = sum(value for _, value in bonuses)
    score = sum(value for _, value in parts) + bonus
    paid = replace(hand, score=hand.score + score, bonus=hand.bonus + bonus)
    solved = tuple(done or at == seat for at, done in enumerate(state.solved))
    reason = told(
        "{player}: {sum}.", player=event.player, sum=spoken_sum([*shortened(parts), *shortened(bonuses)], "point")
    )
    return replace(state.with_hand(seat, paid), solved=solved), accepted(V.SOLVED, c.W24, reason)


def _listed(cards: Counter[str]) -> str:
    names: Sequence[str] = sorted(told("wild") if card == WILD else card for card in cards)
    return spoken_list(names, "or")
