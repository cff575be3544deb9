"""The transcript of each game in JSON Schema (2020-12), made from the same types that read the events and options."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.games.events import json_key
from companion.games.match_events import MATCH_EVENTS

if TYPE_CHECKING:
    from companion.games.core import Rulebook
    from companion.games.events import Event

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}

NAME: Schema = {"type": "string", "pattern": r"\S"}  # of a player
LEXICON: Schema = {
    "description": "a shipped dictionary by name, or one for this match alone",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                "words": {"type": "array", "items": {"type": "string"}},
                "names": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["words"],
            "additionalProperties": False,
        },
    ],
}


def transcript_schema(book: Rulebook[Any]) -> Schema:
    """The schema of a transcript of one game. What depends on the state of the match is for the referee to say."""
    fewest, most = book.seats
    options = object_schema(book.options)
    options["properties"]["lexicon"] = LEXICON
    options["additionalProperties"] = False
    needed = ["game", "players", "events"] + (["options"] if "required" in options else [])
    return {
        "$schema": DIALECT,
        "title": f"A transcript of {book.title}",
        "type": "object",
        "properties": {
            "game": {"const": book.game},
            "players": {
                "type": "array",
                "items": NAME,
                "minItems": fewest,
                "maxItems": most,
                "uniqueItems": True,
            },
            "options": options,
            "events": {
                "type": "array",
                "items": {
                    "oneOf": [{"$ref": f"#/$defs/{name}"} for name in [*book.events, *MATCH_EVENTS]],
                },
            },
        },
        "required": needed,
        "$defs": {name: event_schema(kind) for name, kind in {**book.events, **MATCH_EVENTS}.items()},
    }


def event_schema(kind: type[Event]) -> Schema:
    """The schema of one event; its description is the event's docstring, further fields are allowed.

    `x-by` says who may hand it in at a table (`companion.games.whose.By`), of a field, who may say it.
    """
    schema = object_schema(kind) | {"x-by": kind.by.names}
    schema["properties"] = {"event": {"const": kind.event}} | schema["properties"]
    schema["required"] = ["event", *schema.get("required", [])]
    return schema


def object_schema(kind: type) -> Schema:
    """The schema of a dataclass read from a JSON object."""
    hints = get_type_hints(kind, include_extras=True)
    properties, required = {}, []
    for field in fields(kind):
        key = json_key(field.name)
        properties[key] = type_schema(hints[field.name])
        if field.default is MISSING and field.default_factory is MISSING:
            required.append(key)
        elif isinstance(field.default, (str, int)):
            properties[key] = properties[key] | {"default": field.default}
    description = " ".join((kind.__doc__ or "").split())
    schema: Schema = {"type": "object", "properties": properties, "description": description}
    return schema | ({"required": required} if required else {})


def type_schema(annotation: Any) -> Schema:
    """The schema of one field's type."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return reduce(lambda schema, mark: schema | dict(mark.schema()), arguments[1:], type_schema(arguments[0]))
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [type_schema(kind) for kind in arguments]}
    if origin is tuple:
        return {"type": "array", "items": type_schema(arguments[0])}
    if origin is not None and issubclass(origin, Mapping):
        keys = type_schema(arguments[0])
        names = {"propertyNames": {"pattern": keys["pattern"]}} if "pattern" in keys else {}
        return {"type": "object", "additionalProperties": type_schema(arguments[1])} | names
    if isinstance(annotation, type) and is_dataclass(annotation):
        return object_schema(annotation)
    return dict(_PLAIN[annotation])
