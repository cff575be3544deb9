"""The referee's answers in AnagraScramble: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble import clauses as c
from companion.games.anagrascramble import events as e
from companion.games.anagrascramble import sentences as say
from companion.games.anagrascramble.expected import PASSING_ON_LESS
from companion.games.anagrascramble.legal import Hindrance, hindrance
from companion.games.anagrascramble.state import State
from companion.games.anagrascramble.verdicts import V
from companion.games.anagrascramble.words import (
    LONGEST,
    PENALTY,
    SHORTEST,
    Sheet,
    listed_words,
    read_sheet,
    word_value,
)
from companion.games.comings import is_deserted, next_of, seats_taken
from companion.games.core import Ruling, accepted, game_over, malformed, refused
from companion.games.events import Malformed
from companion.games.verdicts import Shared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.core import Cited, Clause

Answer = tuple[State, Ruling]

_OWN_CLAUSE: Mapping[type, Clause] = {
    e.Roll: c.A4, e.Declare: c.A4, e.Turned: c.A6, e.Written: c.A6, e.Timeout: c.A6, e.Showdown: c.A13,
}  # fmt: skip
_FACTORS = {"double": 2, "triple": 3}
_SHOWDOWN_LENGTHS = (7, 6, 5, 4)


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if fault := _fault(state, event):
        return state, malformed(fault)
    if refusal := _refusal(state, event):
        return state, refusal
    if isinstance(event, e.Turned) and (fault := _other_card(state, event)):
        return state, malformed(fault)
    after, ruling = _ANSWERS[type(event)](state, event)
    return (after if ruling.accepted else state), ruling


def _fault(state: State, event: e.Event) -> Malformed | None:
    """Fields that are needed only together with others."""
    if isinstance(event, e.Roll):
        if event.face == "star" and event.pick is None:
            return Malformed("pick", say.PICK_MISSING)
        if state.options.deck == "both" and event.colour is None:
            return Malformed("colour", say.COLOUR_MISSING)
    if isinstance(event, e.Declare) and event.move == "raise" and event.to is None:
        return Malformed("to", say.TO_MISSING)
    if isinstance(event, e.Showdown) and state.phase == "showdown":
        tied = [state.name(seat) for seat in state.winners]
        if set(event.words) != set(tied):
            return Malformed("words", say.sheets_of(tied))
    return None


def _other_card(state: State, event: e.Turned) -> Malformed | None:
    """With both decks, whether the card turned cannot be the one whose colour was shown before the roll (A1)."""
    if state.options.deck != "both" or event.colour == state.colour:
        return None
    shown = str(state.colour)
    if event.colour is not None:
        return Malformed("colour", say.another_colour_shown(shown))
    printed = state.cards.colours(event.jumble)
    if not printed or state.colour in printed:
        return None
    return Malformed("jumble", say.no_card_of_the_colour(shown))


def _refusal(state: State, event: e.Event) -> Ruling | None:
    why = hindrance(state, event.event, None if isinstance(event, (e.Turned, e.Showdown)) else event.player)
    if why is Hindrance.OVER:
        clause = c.A17.ours if is_deserted(state) else c.A12
        return game_over(clause, [state.name(seat) for seat in state.winners])
    clause = _OWN_CLAUSE[type(event)]
    if why is Hindrance.SHOWDOWN:
        return refused(Shared.NOT_NOW, clause, say.SHOWDOWN_NOW)
    name = state.name(state.turn)
    if why is Hindrance.NOT_THE_TURN:
        return refused(Shared.NOT_YOUR_TURN, c.A4, say.turn_of(name))
    if why is Hindrance.OTHER_AWAITED:
        return refused(Shared.NOT_NOW, clause, say.not_now(state.phase, name))
    if why is Hindrance.DECLARED:
        return refused(Shared.NOT_NOW, c.A4, say.DECLARED_ALREADY)
    return None


def _roll(state: State, event: e.Roll) -> Answer:
    rolled = state.has_rolled()
    if event.face == "pass":
        return rolled.turn_ended(), accepted(V.TURN_LOST, c.A3, say.loses_the_turn(event.player))
    if event.face == "star":
        target, clause = event.pick or 0, c.A3
        if not SHORTEST <= target <= LONGEST:
            return state, refused(V.BAD_TARGET, c.A3, say.STAR_PICKS)
        reason = say.picks(event.player, target)
    else:
        target, clause = int(event.face), c.A2
        reason = say.rolls(event.player, target)
    on = replace(rolled, phase="card", target=target, colour=event.colour)
    return on, accepted(V.ROLLED, clause, reason)


def _declare(state: State, event: e.Declare) -> Answer:
    target = state.letters
    if event.move == "pass_on":
        return _pass_on(state, event, target)
    if event.move == "raise":
        to = event.to or 0
        if not target < to <= LONGEST:
            return state, refused(V.BAD_TARGET, c.A4, say.can_only_be_raised(target))
        raised = replace(state, declared=True, target=to, raised_from=target)
        return raised, accepted(V.DECLARED, c.A4, say.raises(event.player, to))
    factor = _FACTORS[event.move]
    reason = say.declares(event.player, event.move, target, factor)
    return replace(state, declared=True, factor=factor), accepted(V.DECLARED, c.A4, reason)


def _pass_on(state: State, event: e.Declare, target: int) -> Answer:
    if state.inherited:
        return state, refused(V.CANNOT_PASS_ON, c.A5, say.MUST_BE_PLAYED)
    cost = target - PASSING_ON_LESS
    heir = next_of(seats_taken(state), state.turn, len(state.players))
    on = replace(state.scored(state.turn, -cost), turn=heir, inherited=True)
    reason = say.passes_on(event.player, state.name(heir), target, PASSING_ON_LESS)
    return on, accepted(V.PASSED_ON, c.A5, reason)


def _card(state: State, event: e.Turned) -> Answer:
    listed = listed_words(state.words, state.cards, event.jumble, event.answers)
    on = replace(state, phase="words", jumble=event.jumble, listed=listed, colour=event.colour or state.colour,
                 cards=state.cards.with_turned(event.jumble))  # fmt: skip
    reason = say.needs_a_word(event.jumble, state.name(state.turn), state.target)
    return on, accepted(V.CARD, c.A6, reason)


def _words(state: State, event: e.Written | e.Timeout) -> Answer:
    written = event.words if isinstance(event, e.Written) else ()
    sheet = read_sheet(state.words, written, state.listed)
    target = state.letters
    if sheet.longest() < target:
        reason = say.missed(event.player, target, state.factor)
        lost = state.scored(state.turn, -target * state.factor)
        return lost.turn_ended(), accepted(V.MISSED, c.A10, reason)
    points, said = _count(sheet, target, state)
    clause = c.A9 if state.factor > 1 else _scoring_clause(written, sheet)
    after = state.scored(state.turn, points).turn_ended()
    reason = say.scores(event.player, said, points)
    if state.factor > 1 and not sheet.of_length(target):
        reason = say.none_counts_more(reason, target, state.factor)
    return after, accepted(V.SCORED, clause, reason)


def _scoring_clause(written: Sequence[str], sheet: Sheet) -> Cited:
    """What several words not listed cost, and that a word written twice counts once, are readings of ours (A8)."""
    known = len(sheet.listed) + len(sheet.unlisted)
    twice = sum(bool(word.strip()) for word in written) > known
    return c.A8.ours if twice or len(sheet.unlisted) > 1 else c.A8


def _count(sheet: Sheet, target: int, state: State) -> tuple[int, str]:
    """A8 and A9: what a sheet that meets its target is worth, and the sum as said at the table."""
    factor = state.factor
    exact = sheet.of_length(target) if factor > 1 else ()
    best = max(exact, key=word_value, default=None)
    values = [(word, word_value(word), factor if word == best else 1) for word in sheet.listed]
    once = state.options.penalty == "once"
    penalties = min(len(sheet.unlisted), 1) if once else len(sheet.unlisted)
    points = sum(value * times for _, value, times in values) - PENALTY * penalties
    return points, say.sheet_sum(values, sheet.unlisted, PENALTY, once=once)


def _showdown(state: State, event: e.Showdown) -> Answer:
    listed = listed_words(state.words, state.cards, event.jumble, event.answers)
    sheets = {seat: read_sheet(state.words, event.words[state.name(seat)], listed) for seat in state.winners}
    counts = {seat: len(sheet.listed) for seat, sheet in sheets.items()}
    best = [seat for seat in state.winners if counts[seat] == max(counts.values())]
    listed_by = {state.name(seat): count for seat, count in counts.items()}
    if len(best) == 1:
        reason = say.most_listed(listed_by, state.name(best[0]))
        return replace(state, phase="over", winners=tuple(best)), accepted(V.SHOWDOWN, c.A13, reason)
    for letters in _SHOWDOWN_LENGTHS:
        most = max(len(sheets[seat].of_length(letters)) for seat in best)
        best = [seat for seat in best if len(sheets[seat].of_length(letters)) == most]
        if len(best) == 1:
            break
    names = [state.name(seat) for seat in best]
    alone = len(best) == 1
    reason = say.longest_words(listed_by, names[0], letters, most) if alone else say.win_shared(listed_by, names)
    return replace(state, phase="over", winners=tuple(best)), accepted(V.SHOWDOWN, c.A14.ours, reason)


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.Roll: _roll, e.Declare: _declare, e.Turned: _card, e.Written: _words, e.Timeout: _words, e.Showdown: _showdown,
}  # fmt: skip
