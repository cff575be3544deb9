"""What an event says, in the words of the form that it is said in: a choice as its option is called, cards as they are
named. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.form_fields import ChoiceField, EachField, SettingField, TickField
from companion.sentences import headed, joined, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.form import Form
    from companion.games.form_fields import Field

OF_WHOM = ("event", "player")  # said beside what is answered


def answers(event: Mapping[str, Any], form: Form | None) -> list[str]:
    """What an event says besides whose it is, in its order; of what is said in a form only what that asks or gives,
    since nothing else counts. Where there is no form it is as it was handed in."""
    said = {name: value for name, value in event.items() if name not in OF_WHOM}
    if form is None:
        return [*map(_as_handed_in, said.values())]
    return _answers(form.fields, said, form.given)


def _answers(fields: Sequence[Field], said: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    asked = {field.name: field for field in fields if field.is_asked(said)}
    found = []
    for name, value in said.items():
        if name in asked:
            found.append(_in_its_words(asked[name], value))
        elif name in given:
            found.append(_as_handed_in(value))
    return found


def _in_its_words(field: Field, value: Any) -> str:
    """The value of a field in the field's own words."""
    match field, value:
        case ChoiceField(), _ if (option := field.option_of(value)) is not None:
            return option.label
        case TickField(), bool():
            return headed(field.label, told("yes") if value else told("no"))
        case EachField(), Mapping():
            each = (joined(" ", [player, _in_its_words(field.field_of(player), own)]) for player, own in value.items())
            return joined(", ", [*each])
        case SettingField(), Mapping():
            chosen = (each for each in field.fields if each.name in value)
            return joined(", ", [headed(each.label, _in_its_words(each, value[each.name])) for each in chosen])
    return _as_handed_in(value)


def _as_handed_in(value: Any) -> str:
    """A value as an event has it: a card with whose it is, each player's own part, a list."""
    if isinstance(value, Mapping):
        if "card" in value:
            return " ".join([value["player"], value["card"]] if "player" in value else [value["card"]])
        return ", ".join(f"{name} {_as_handed_in(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        has_lists = any(isinstance(part, (list, tuple)) for part in value)
        return (", " if has_lists else " ").join(map(_as_handed_in, value))
    return str(value)
