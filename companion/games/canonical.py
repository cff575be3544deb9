"""An event as its vocabulary knows it: what is written down and shown, whatever else was handed in with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.games.events import json_key
from companion.games.match_events import Correct


def canonical(said: Any, raw: Mapping[str, Any]) -> dict[str, Any]:
    """An event with the fields it has, and nothing else at any depth; a field that is null is left out.

    `raw` is as it was handed in, `said` as it was read (`companion.games.events.read_any`).
    """
    known = {"event": said.event, **_known(said, raw)}
    if isinstance(said, Correct):
        to: Any = said.to
        return {**known, "number": said.number, "to": to and {"event": to.event, **_known(to, raw["to"])}}
    return known


def _known(value: Any, raw: Any) -> Any:
    """What was read (`value`) as it was written (`raw`), without what was not read."""
    if is_dataclass(value):
        parts = {json_key(field.name): getattr(value, field.name) for field in fields(value)}
        return {key: _known(part, raw[key]) for key, part in parts.items() if key in raw and part is not None}
    if isinstance(value, tuple):
        return [_known(part, written) for part, written in zip(value, raw, strict=True)]
    if isinstance(value, Mapping):
        return {key: _known(part, raw[key]) for key, part in value.items()}
    return value
