"""The referee's answers in AnagraScramble: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble import clauses as c
from companion.games.anagrascramble import events as e
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
from companion.games.core import (
    Ruling,
    accepted,
    counted,
    game_over,
    malformed,
    quoted,
    refused,
    spoken_list,
)
from companion.games.events import Malformed
from companion.games.verdicts import Shared
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.core import Cited, Clause

Answer = tuple[State, Ruling]

_OWN_CLAUSE: Mapping[type, Clause] = {
    e.Roll: c.A4, e.Declare: c.A4, e.Turned: c.A6, e.Written: c.A6, e.Timeout: c.A6, e.Showdown: c.A13,
}  # fmt: skip
_FACTORS = {"double": 2, "triple": 3}
_PASSING_ON_LESS = 3
MOST_WORDS = 9  # of a sheet that are read aloud
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
            return Malformed("pick", told("is missing: the star lets the player pick 4, 5, 6 or 7"))
        if state.options.deck == "both" and event.colour is None:
            return Malformed(
                "colour", told("is missing: with both decks the next card's colour is shown before the roll")
            )
    if isinstance(event, e.Declare) and event.move == "raise" and event.to is None:
        return Malformed("to", told("is missing: it says what the target is raised to"))
    if isinstance(event, e.Showdown) and state.phase == "showdown":
        tied = [state.name(seat) for seat in state.winners]
        if set(event.words) != set(tied):
            return Malformed(
                "words", told("must have exactly one entry for each of {players}", players=spoken_list(tied))
            )
    return None


def _other_card(state: State, event: e.Turned) -> Malformed | None:
    """With both decks, whether the card turned cannot be the one whose colour was shown before the roll (A1)."""
    if state.options.deck != "both" or event.colour == state.colour:
        return None
    shown = told(str(state.colour))
    if event.colour is not None:
        return Malformed("colour", told("must be {colour}, the colour that was shown before the roll", colour=shown))
    printed = state.cards.colours(event.jumble)
    if not printed or state.colour in printed:
        return None
    return Malformed(
        "jumble", told("is no {colour} card of the house deck, and a {colour} one was shown", colour=shown)
    )


def _refusal(state: State, event: e.Event) -> Ruling | None:
    why = hindrance(state, event.event, None if isinstance(event, (e.Turned, e.Showdown)) else event.player)
    if why is Hindrance.OVER:
        return game_over(c.A12, [state.name(seat) for seat in state.winners])
    clause = _OWN_CLAUSE[type(event)]
    if why is Hindrance.SHOWDOWN:
        return refused(Shared.NOT_NOW, clause, "Now the tied players write words for one more card.")
    name = state.name(state.turn)
    if why is Hindrance.NOT_THE_TURN:
        return refused(Shared.NOT_YOUR_TURN, c.A4, told("It is {player}'s turn.", player=name))
    if why is Hindrance.OTHER_AWAITED:
        awaited = {
            "roll": told("{player} rolls the die", player=name),
            "card": told("the card is turned"),
            "words": told("{player} writes words", player=name),
        }
        return refused(Shared.NOT_NOW, clause, told("Not now: next {awaited}.", awaited=awaited[state.phase]))
    if why is Hindrance.DECLARED:
        return refused(Shared.NOT_NOW, c.A4, "There is one declaration after a roll, and it has been made.")
    return None


def _roll(state: State, event: e.Roll) -> Answer:
    rolled = replace(state, rolled=state.rolled + 1)
    if event.face == "pass":
        return rolled.turn_ended(), accepted(
            V.TURN_LOST, c.A3, told("PASS: {player} loses the turn.", player=event.player)
        )
    if event.face == "star":
        target, clause = event.pick or 0, c.A3
        if not SHORTEST <= target <= LONGEST:
            return state, refused(V.BAD_TARGET, c.A3, "With the star the player picks 4, 5, 6 or 7.")
        reason = told("{player} rolls the star and picks {target}.", player=event.player, target=target)
    else:
        target, clause = int(event.face), c.A2
        reason = told("{player} rolls a {target}.", player=event.player, target=target)
    on = replace(rolled, phase="card", target=target, colour=event.colour)
    return on, accepted(V.ROLLED, clause, reason)


def _declare(state: State, event: e.Declare) -> Answer:
    target = state.target or 0
    if event.move == "pass_on":
        return _pass_on(state, event, target)
    if event.move == "raise":
        to = event.to or 0
        if not target < to <= LONGEST:
            return state, refused(
                V.BAD_TARGET, c.A4, told("The target is {target} and can only be raised, to 7 at most.", target=target)
            )
        reason = told("{player} raises the target to {to}.", player=event.player, to=to)
        return replace(state, declared=True, target=to), accepted(V.DECLARED, c.A4, reason)
    factor = _FACTORS[event.move]
    reason = told(
        "{player} declares {move}: a word of {target} letters counts {factor} times.",
        player=event.player,
        move=event.move.capitalize(),
        target=target,
        factor=factor,
    )
    return replace(state, declared=True, factor=factor), accepted(V.DECLARED, c.A4, reason)


def _pass_on(state: State, event: e.Declare, target: int) -> Answer:
    if state.inherited:
        return state, refused(V.CANNOT_PASS_ON, c.A5, "A turn that was passed on must be played.")
    cost = target - _PASSING_ON_LESS
    heir = (state.turn + 1) % len(state.players)
    on = replace(state.scored(state.turn, -cost), turn=heir, inherited=True)
    reason = told(
        "{player} passes the turn on for {target} − {less} = {points}; {player2} must play the {target}.",
        player=event.player,
        target=target,
        less=_PASSING_ON_LESS,
        points=counted(cost, "point"),
        player2=state.name(heir),
    )
    return on, accepted(V.PASSED_ON, c.A5, reason)


def _card(state: State, event: e.Turned) -> Answer:
    listed = listed_words(state.words, state.cards, event.jumble, event.answers)
    on = replace(state, phase="words", jumble=event.jumble, listed=listed, colour=event.colour or state.colour)
    reason = told(
        "{jumble}: {player} needs a word of {target} letters or more.",
        jumble=event.jumble,
        player=state.name(state.turn),
        target=state.target,
    )
    return on, accepted(V.CARD, c.A6, reason)


def _words(state: State, event: e.Written | e.Timeout) -> Answer:
    written = event.words if isinstance(event, e.Written) else ()
    sheet = read_sheet(state.words, written, state.listed)
    target = state.target or 0
    if sheet.longest() < target:
        loss = target * state.factor
        reason = told(
            "No listed word of {target} letters or more: {player} loses {target} points.",
            target=target, player=event.player,
        )  # fmt: skip
        if state.factor > 1:
            reason = told(
                "No listed word of {target} letters or more: {player} loses {target} × {factor} = {loss} points.",
                target=target, player=event.player, factor=state.factor, loss=loss,
            )  # fmt: skip
        return state.scored(state.turn, -loss).turn_ended(), accepted(V.MISSED, c.A10, reason)
    points, said = _count(sheet, target, state)
    clause = c.A9 if state.factor > 1 else _scoring_clause(written, sheet)
    after = state.scored(state.turn, points).turn_ended()
    reason = told("{player}: {said} = {points}.", player=event.player, said=said, points=counted(points, "point"))
    if state.factor > 1 and not sheet.of_length(target):
        unused = told("No listed word has exactly {target} letters, so none counts {factor} times.",
                      target=target, factor=state.factor)  # fmt: skip
        reason = joined(" ", [reason, unused])
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
    parts: list[str] = []
    points = 0
    for word in sheet.listed:
        value = word_value(word)
        points += value * (factor if word == best else 1)
        parts.append(f"{word} {value}" + (f" × {factor}" if word == best else ""))
    if len(parts) > MOST_WORDS:
        parts, others = parts[: MOST_WORDS - 1], parts[MOST_WORDS - 1 :]
        parts.append(told("{count} more", count=len(others)))
    said: list[str] = [joined(" + ", parts)]
    wrong = [quoted(text) for text in sheet.unlisted]
    if wrong and state.options.penalty == "once":
        wrong = [spoken_list(wrong)]
    for word in wrong:
        points -= PENALTY
        said.append(told("− {penalty} for {word}", penalty=PENALTY, word=word))
    return points, joined(" ", said)


def _showdown(state: State, event: e.Showdown) -> Answer:
    listed = listed_words(state.words, state.cards, event.jumble, event.answers)
    sheets = {seat: read_sheet(state.words, event.words[state.name(seat)], listed) for seat in state.winners}
    counts = {seat: len(sheet.listed) for seat, sheet in sheets.items()}
    best = [seat for seat in state.winners if counts[seat] == max(counts.values())]
    said = spoken_list([f"{state.name(seat)} {counts[seat]}" for seat in state.winners])
    if len(best) == 1:
        reason = told("Listed words: {said}; {player} wins.", said=said, player=state.name(best[0]))
        return replace(state, phase="over", winners=tuple(best)), accepted(V.SHOWDOWN, c.A13, reason)
    for letters in _SHOWDOWN_LENGTHS:
        most = max(len(sheets[seat].of_length(letters)) for seat in best)
        best = [seat for seat in best if len(sheets[seat].of_length(letters)) == most]
        if len(best) == 1:
            break
    names = spoken_list([state.name(seat) for seat in best])
    ending = (
        told("{player} has the most of {letters} letters, {count}, and wins", player=names, letters=letters, count=most)
        if len(best) == 1
        else told("{names} share the win", names=names)
    )
    over = replace(state, phase="over", winners=tuple(best))
    return over, accepted(V.SHOWDOWN, c.A14.ours, told("Listed words: {said}; {ending}.", said=said, ending=ending))


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.Roll: _roll, e.Declare: _declare, e.Turned: _card, e.Written: _words, e.Timeout: _words, e.Showdown: _showdown,
}  # fmt: skip
