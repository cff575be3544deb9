"""An earlier event said anew, as a correction: with the form that it had when it was said, not with that of now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.form import forms_of
from companion.games.form_fields import SettingField

if TYPE_CHECKING:
    from companion.games.form import Form
    from companion.referee.match import Match


def form_anew(match: Match, number: int, event: str, player: str) -> Form:
    """The form of an event of this name that may take the place of event `number`, as `player` says it.

    It offers what lay there before event `number`. What that one has set stands in it, and is set again with it. Where
    nothing is known of then (`number` does not stand, `player` was not there) it is the form of now.
    """
    forms = forms_of(match.book.game)
    before, after = match.around(number)
    if player not in match.book.scores(before):
        return forms.form(match.state, event, player)
    form = forms.form(before, event, player)
    is_set = any(isinstance(field, SettingField) for field in form.fields)
    return forms.form(after, event, player) if is_set else form
