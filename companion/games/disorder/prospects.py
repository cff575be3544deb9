"""What may be done in Disorder! and what it costs. See `companion.games.prospects.Prospects`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import counted
from companion.games.disorder import clauses as c
from companion.games.disorder.state import CHALLENGE_FROM_CARDS
from companion.games.prospects import Prospect
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.disorder.state import State


AT_STAKE = ("place", "challenge", "name_word", "stand", "prove", "concede")  # the chips of the round
DECIDING = ("challenge", "name_word")  # who takes them, but for whoever owes a proof


def prospect(state: State, event: str) -> Prospect:
    """See Prospects. In a tie-break no chips are counted any more (D10)."""
    said = _PROSPECTS[event](state)
    if state.tie_break and event in AT_STAKE:
        return replace(said, text=_in_tie_break(event))
    return _with_debts(said) if state.debts and event in DECIDING else said


def _in_tie_break(event: str) -> str:
    if event == "concede":
        return told("You are out of the tie-break.")
    return told("It is the tie-break: whoever takes the chips of this round is out.")


def _with_debts(said: Prospect) -> Prospect:
    """What a challenge decides is paid by whoever owes a proof and has none (D6)."""
    owed = told("But whoever owes a proof and has none takes them instead.")
    return replace(said, text=joined(" ", [said.text, owed]))


def _chips(state: State) -> str:
    return counted(state.points(), "chip")


def _name(seat: int | None, state: State) -> str:
    assert seat is not None  # somebody is challenged
    return state.name(seat)


def _place(state: State) -> Prospect:
    if len(state.board) + 1 < CHALLENGE_FROM_CARDS:
        return Prospect(c.D3, told("It costs nothing yet: a challenge needs four cards."))
    text = told(
        "You can be challenged for it: caught, you take {chips} and what your card counts.", chips=_chips(state)
    )
    return Prospect(c.D3, text)


def _object(_state: State) -> Prospect:
    return Prospect(c.D6, told("It costs you nothing."))


def _challenge(state: State) -> Prospect:
    text = told(
        "If {player} names a good word, you take {chips}; if not, {player} does.",
        player=_name(state.changed_by, state),
        chips=_chips(state),
    )
    return Prospect(c.D7, text)


def _name_word(state: State) -> Prospect:
    text = told(
        "A good word, and {player} takes {chips}; if not, you do. You have one try.",
        player=_name(state.challenger, state),
        chips=_chips(state),
    )
    return Prospect(c.D8, text)


def _withdraw(_state: State) -> Prospect:
    return Prospect(c.D6, told("It costs nothing: you lay another card instead."))


def _stand(_state: State) -> Prospect:
    text = told("When the round is settled you need a word for it, or all its chips are yours.")
    return Prospect(c.D6, text)


def _prove(state: State) -> Prospect:
    return Prospect(c.D6, told("Without such a word you take {chips}.", chips=_chips(state)))


def _concede(state: State) -> Prospect:
    return Prospect(c.D11, told("You take {chips} and begin the next round.", chips=_chips(state)))


def _change(_state: State) -> Prospect:
    return Prospect(c.D12, told("It costs the action card, and you can be challenged for the row."))


def _pass(_state: State) -> Prospect:
    return Prospect(c.D12, told("It costs the action card; nobody can challenge you for it."))


_PROSPECTS: Mapping[str, Callable[[State], Prospect]] = {
    "place": _place, "object": _object, "challenge": _challenge, "name_word": _name_word, "withdraw": _withdraw,
    "stand": _stand, "prove": _prove, "concede": _concede, "squeeze": _change, "exchange": _change, "switch": _change,
    "pass": _pass,
}  # fmt: skip
