"""What is printed on a card that an event names: the cards of an own deck say it, where nobody does. Pure."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from companion.games.events import json_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.events import Event


@dataclass(frozen=True, slots=True)
class ListedOn:
    """Marks a field of an event as the words listed on the card that its field `card` names."""

    card: str

    def problem(self, _value: Any, _players: Sequence[str]) -> str | None:
        """See `companion.games.events.Mark`: the value itself may be any."""
        return None

    def schema(self) -> Mapping[str, Any]:
        """See `companion.games.events.Mark`."""
        return {}


@cache
def listed_on(kind: type[Event]) -> Mapping[str, str]:
    """The fields of an event that a card lists, by their JSON names, each with the field that names the card."""
    hints = get_type_hints(kind, include_extras=True)
    marked = {json_key(field.name): _card(hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    return {name: card for name, card in marked.items() if card is not None}


def with_listed(
    kind: type[Event] | None, event: Mapping[str, Any], cards: Mapping[str, Sequence[str]]
) -> Mapping[str, Any]:
    """The event with what is listed on the `cards` it names, where it does not say so itself."""
    listed: dict[str, Any] = {}
    for name, card in (listed_on(kind) if kind is not None else {}).items():
        named = event.get(card)
        if event.get(name) is None and isinstance(named, str) and named in cards:  # null is a field left out
            listed[name] = list(cards[named])
    return {**event, **listed} if listed else event


def _card(annotation: Any) -> str | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next((mark.card for mark in get_args(annotation)[1:] if isinstance(mark, ListedOn)), None)
