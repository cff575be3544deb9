"""What is wrong with an event, in the words that people at a table have for it. Pure.

A transcript says of a choice what its values are called there, for that has to be written. Whoever sits at a page, a
phone or the OLED has pressed buttons, and reads what is written on them: what the game's forms say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.core import malformed, spoken_list
from companion.games.events import Malformed
from companion.games.form import NOT_FOR_PEOPLE, forms_of
from companion.games.form_fields import ChoiceField
from companion.sentences import in_quotes, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Rulebook


def refusal_in_words(
    book: Rulebook[Any], state: Any, event: Any, players: Sequence[str], fault: Malformed
) -> str | None:
    """The sentence with which an event is refused that has this fault; None where the rules' own says it as well."""
    labels = _labels(book, state, event, players, fault)
    if not labels:
        return None
    said = spoken_list([in_quotes(label) for label in labels], "or")
    return malformed(Malformed(fault.path, told("must be {meaning}", meaning=said))).reason


def _labels(book: Rulebook[Any], state: Any, event: Any, players: Sequence[str], fault: Malformed) -> list[str]:
    """What people call the values that the field at fault can have; none where it is no choice, or has no words."""
    *outer, name = fault.path
    if not fault.choices or outer not in ([], ["to"]):
        return []
    inner: Any = event["to"] if outer else event
    forms = forms_of(book.game)
    if name == "event":
        named = (kind for kind in fault.choices if kind in book.events and kind not in NOT_FOR_PEOPLE)
        return list(dict.fromkeys(forms.form(state, kind, players[0]).label for kind in named))
    fields = forms.form(state, inner["event"], players[0]).fields if isinstance(inner, Mapping) else ()
    options = (each.options for each in fields if isinstance(each, ChoiceField) and each.name == name)
    return [option.label for option in next(options, ()) if option.value in fault.choices]
