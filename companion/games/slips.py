"""Slips of the finger in typed words: a sign that is no letter is asked again, and costs nobody a round. Pure.

Which fields are words a game says in its forms. The rules themselves take any text, as a transcript may have it; this
is for whoever takes words from people.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from companion.games.core import quoted
from companion.games.form import forms_of, has_form
from companion.games.form_fields import EachField, WordField, WordsField
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.core import View
    from companion.games.form_fields import Field
    from companion.sentences import Told

BETWEEN_LETTERS = frozenset("'’- ")  # as words are written; the pages take the same (`forms.js`)
LETTERS_AND_MARKS = ("L", "M")  # Unicode's categories


def slip_in(view: View, state: Any, event: Any) -> Told | None:
    """What to say of the first word of an event with a sign in it that is no letter; None where there is none. Of a
    correction it is the event that is put in the place of another."""
    if not isinstance(event, dict):
        return None
    said = event["to"] if isinstance(event.get("to"), dict) else event
    name = said.get("event")
    if not isinstance(name, str) or not has_form(view.game, name):
        return None
    player = said.get("player")
    form = forms_of(view.game).form(state, name, player if player in view.players else view.players[0])
    words = (word for field in form.fields for word in _words(field, said.get(field.name)))
    wrong = next((word for word in words if not _is_written(word)), None)
    if wrong is None:
        return None
    return told("{word} has a sign in it that is no letter; write it again, nothing is lost", word=quoted(wrong))


def _words(field: Field, value: Any) -> Iterator[str]:
    """The words in a field's value, as far as it is one of words and has its form; the rest is for the rules to say."""
    if isinstance(field, WordField) and isinstance(value, str):
        yield value
    elif isinstance(field, WordsField) and isinstance(value, list):
        yield from (word for word in value if isinstance(word, str))
    elif isinstance(field, EachField) and isinstance(value, dict):
        for player, own in value.items():
            yield from _words(field.field_of(player), own)


def _is_written(word: str) -> bool:
    return all(unicodedata.category(sign)[0] in LETTERS_AND_MARKS or sign in BETWEEN_LETTERS for sign in word)
