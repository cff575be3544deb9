"""What may be said in Longer, as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.form import Form
from companion.games.form_fields import Field, NumberField, SignField, WordField
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.longer import State

NAMES: Mapping[str, str] = {"say": message("Say a word"), "give_up": message("Give up")}
WHEN_LATE = None


def form(state: State, event: str, player: str) -> Form:
    """See Forms."""
    least = told("{number} letters or more", number=state.least)
    fields = (WordField("word", told("Your word"), hint=least),) if event == "say" else ()
    return Form(event, player, told(NAMES[event]), fields)


def any_card(_state: State) -> Field:
    """See Forms."""
    return SignField("card", told("Which card"))


def setting(_players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms."""
    return (NumberField("shortest", told("Letters at least"), least=2, most=5, usual=(2, 3, 4, 5), chosen=2),)
