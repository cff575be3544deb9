"""What people call the fields of events, where a sentence has to name one. Pure.

In English each begins with the name that a transcript has, so that whoever writes one finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES: Mapping[str, str] = {
    "about": message("about"),
    "after": message("after which card"),
    "answers": message("answers"),
    "at": message("at which place"),
    "back": message("back of the line"),
    "card": message("card"),
    "cards": message("cards"),
    "cells": message("cells"),
    "colour": message("colour"),
    "discard": message("discard"),
    "event": message("event"),
    "face": message("face of the die"),
    "from": message("from where"),
    "front": message("front of the line"),
    "hands": message("hands"),
    "jumble": message("jumble"),
    "line": message("line"),
    "lines": message("lines"),
    "move": message("move"),
    "number": message("number"),
    "options": message("options"),
    "pick": message("picked number"),
    "player": message("player"),
    "players": message("players"),
    "row": message("row"),
    "side": message("side"),
    "spelling": message("spelling"),
    "target": message("target"),
    "to": message("to what"),
    "type": message("type"),
    "upheld": message("upheld"),
    "villain": message("villain"),
    "wilds": message("wilds"),
    "with": message("with which card"),
    "word": message("word"),
    "words": message("words"),
    "x": message("x (across)"),
    "y": message("y (down)"),
}
CORRECTED = "to"  # the field of a correction that has an event of its own


def field_name(path: Sequence[str | int]) -> str:
    """What a field is called: `path` is its name, and from there on what leads to the part that is meant, names (of
    players) and places in a list (from 1). Of a corrected event the field is named as if it stood alone."""
    first, *inner = path[1:] if len(path) > 1 and path[0] == CORRECTED else path
    name = _named(first)
    for part in inner:
        if isinstance(part, int):
            name = told("{field}, no. {number}", field=name, number=part)
        else:
            name = told("{field}: {part}", field=name, part=_named(part))
    return name


def _named(part: str | int) -> str:
    known = NAMES.get(str(part))
    return str(part) if known is None else told(known)
