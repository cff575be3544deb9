"""What may be said in Disorder!, as forms."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.games.board import letters
from companion.games.disorder.state import WILD
from companion.games.form import Form
from companion.games.form_fields import (
    LETTERS,
    ChoiceField,
    LettersField,
    NumberField,
    Option,
    SignField,
    TickField,
    WordField,
    choice_by_number,
)
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.disorder.state import State
    from companion.games.form_fields import Field

    Fields = Callable[[State], tuple[Field, ...]]

NAMES: Mapping[str, str] = {
    "place": message("Lay a card"),
    "object": message("Object"),
    "withdraw": message("Withdraw the card"),
    "stand": message("Stand by it"),
    "challenge": message("Challenge!"),
    "name_word": message("Name the word"),
    "prove": message("Prove it"),
    "concede": message("Concede the round"),
    "squeeze": message("Squeeze a card in"),
    "exchange": message("Exchange a card"),
    "switch": message("Switch two cards"),
    "pass": message("Pass"),
}
CALLS = ("challenge", "object")
WHEN_LATE = None
ASKED = frozenset({"name_word", "prove", "stand", "withdraw"})  # by the table itself, of whoever must answer
TARGETS_CHIPS = (50, 100, 25, 75)
ANSWER_S = (15, 20, 30, 45, 60, 90, 120)


def form(state: State, event: str, player: str) -> Form:
    """See Forms."""
    fields = _FIELDS.get(event, _nothing)(state)
    return Form(
        event, player, told(NAMES[event]), fields, is_call=event in CALLS, is_asked=event in ASKED,
        is_folded=event == "place", is_costly=event == "concede",
    )  # fmt: skip


def any_card(_state: State) -> Field:
    """See Forms."""
    return _card()


def setting(_players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms."""
    return (
        NumberField("target", told("Game to"), least=1, most=1000, usual=TARGETS_CHIPS, chosen=50),
        NumberField("answer_seconds", told("Seconds to answer"), least=5, most=300, usual=ANSWER_S, optional=True),
        TickField("action_cards", told("Action cards")),
        ChoiceField("names_allowed", told("Names count"), options=_names(), clause="D13"),
    )


def _names() -> tuple[Option, ...]:
    return (
        Option(False, told("no"), told("Names of people and places are no words.")),
        Option(True, told("yes"), told("Names of people and places are words, too.")),
    )


def _nothing(_state: State) -> tuple[Field, ...]:
    return ()


def _card() -> SignField:
    return SignField("card", told("Which card"), signs=(*LETTERS, WILD), hint=told("★ lies face down"))


def _place(state: State) -> tuple[Field, ...]:
    if not state.board:
        return (_card(),)
    ends = (Option("right", told("right end")), Option("left", told("left end")))
    return (_card(), ChoiceField("side", told("Where"), options=ends))


def _name_word(state: State) -> tuple[Field, ...]:
    wilds = state.board.count(WILD)
    word = WordField("word", told("Your word"), letters=tuple(state.board))
    if not wilds:
        return (word,)
    meant = told("if you say so, left to right")
    row = "".join(state.board)
    return (word, LettersField("wilds", told("The wilds stand for"), count=wilds, row=row, optional=True, hint=meant))


def _prove(state: State) -> tuple[Field, ...]:
    owed = state.debts[0].letters if state.debts else ""
    hint = told("A word with {letters} in it", letters=owed)
    return (WordField("word", told("Your word"), hint=hint, letters=tuple(owed)),)


def _squeeze(state: State) -> tuple[Field, ...]:
    gaps = list(pairwise(state.board))
    shown = [letters(left + right) for left, right in gaps]
    return (choice_by_number("after", told("Where"), [f"{left} _ {right}" for left, right in gaps], shown), _card())


def _exchange(state: State) -> tuple[Field, ...]:
    return (_lying(state, "at", told("Which card")), _card())


def _switch(state: State) -> tuple[Field, ...]:
    return (_lying(state, "at", told("Which card")), _lying(state, "with", told("With which")))


def _lying(state: State, name: str, label: str) -> ChoiceField:
    """One of the cards of the row."""
    return choice_by_number(name, label, state.board, [letters(card) for card in state.board])


_FIELDS: Mapping[str, Fields] = {
    "place": _place, "name_word": _name_word, "prove": _prove, "squeeze": _squeeze, "exchange": _exchange,
    "switch": _switch,
}  # fmt: skip
