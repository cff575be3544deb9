"""Whose the events of a game and their fields are, read off what each says of itself (`companion.games.whose`)."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from companion.games.events import json_key
from companion.games.whose import By, Of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.events import Event


@cache
def keys_of(kind: type[Event]) -> frozenset[str]:
    """The JSON names of an event's fields."""
    return frozenset(json_key(field.name) for field in fields(kind))  # type: ignore[arg-type]


@cache
def fields_of(kind: type[Event]) -> Mapping[str, By]:
    """Whose the fields are that are not simply for whoever hands the event in, by their JSON names."""
    hints = get_type_hints(kind, include_extras=True)
    marked = {json_key(field.name): _party(hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    return {name: by for name, by in marked.items() if by is not None}


def in_words(events: Mapping[str, type[Event]]) -> Mapping[str, Sequence[str]]:
    """Who may hand in which events, for documents; what fields of theirs are somebody else's follows in brackets."""
    found: dict[str, list[str]] = {}
    for name, kind in events.items():
        foreign = {field: by for field, by in fields_of(kind).items() if by != kind.by}
        marked = "; ".join(f"`{field}`: {by.words}" for field, by in foreign.items())
        found.setdefault(kind.by.words, []).append(f"`{name}` ({marked})" if marked else f"`{name}`")
    return found


def _party(annotation: Any) -> By | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next((mark.by for mark in get_args(annotation)[1:] if isinstance(mark, Of)), None)
