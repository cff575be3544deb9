"""How what a game describes (forms, boards) is served to pages: as JSON values that still know what they say. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from companion.sentences import as_json, is_told


def served(value: Any) -> Any:
    """Dataclasses become objects, with their `kind` where they have one; a text that was told has beside it, as
    `…_said`, what it was made from, for a page that speaks another language."""
    if value is None or isinstance(value, (str, int, float)):  # as most values are
        return value
    if isinstance(value, (tuple, list)):
        return [served(part) for part in value]
    if isinstance(value, Mapping):
        return {key: served(part) for key, part in value.items()}
    return _object(value)


def _object(value: Any) -> dict[str, Any]:
    made_as: Any = type(value)
    parts = {name: getattr(value, name) for name in _names_of(made_as)}
    said = {f"{name}_said": as_json(part) for name, part in parts.items() if isinstance(part, str) and is_told(part)}
    kind = getattr(value, "kind", None)
    return {**({"kind": kind} if kind else {}), **{name: served(part) for name, part in parts.items()}, **said}


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
