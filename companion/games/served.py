"""How what a game describes (forms, boards) is served to pages: as JSON values that still know what they say. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.sentences import as_json, is_told


def served(value: Any) -> Any:
    """Dataclasses become objects, with their `kind` where they have one; a text that was told has beside it, as
    `…_said`, what it was made from, for a page that speaks another language."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: getattr(value, each.name) for each in fields(value)}
        said = {
            f"{name}_said": as_json(part) for name, part in parts.items() if isinstance(part, str) and is_told(part)
        }
        kind = getattr(value, "kind", None)
        return {**({"kind": kind} if kind else {}), **{name: served(part) for name, part in parts.items()}, **said}
    if isinstance(value, Mapping):
        return {key: served(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [served(part) for part in value]
    return value
