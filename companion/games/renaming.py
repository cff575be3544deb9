"""A match's documents with players called otherwise: setup and events as transcripts have them. Pure.

Where a player's name stands is read off the types of the fields, so that a word that is spelled as somebody is called
stays a word. What no type describes (who signed a correction, a field that the rules ignore) is searched as text.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.games import rulebooks
from companion.games.events import ByPlayer, Player, PlayerName, json_key
from companion.games.match_events import MATCH_EVENTS

Renamer = Callable[[str], str]  # a whole name in, what it is called now out; also any other text, with names in it
OF_PLAYERS = (PlayerName, ByPlayer)  # marks of what is a name, or has names as its keys


def renamed_setup(setup: Mapping[str, Any], rename: Renamer) -> dict[str, Any]:
    """A match's setup (game, players, options, deck …) with its players called otherwise."""
    book = rulebooks().get(str(setup.get("game")))
    said = dict(setup)
    for name, value in setup.items():
        if name == "options" and book is not None:
            said[name] = _object(book.options, value, rename, ignored=frozenset({"lexicon"}))
        elif name == "deck":  # one for all, by its own name, or one for each player
            said[name] = _field(Mapping[Player, str], value, rename)
        elif name == "practice":  # the strengths of those whom the table plays
            said[name] = _practice(value, rename)
        elif name != "game":
            said[name] = anywhere(value, rename)
    return said


def _practice(practice: Any, rename: Renamer) -> Any:
    """With the names called otherwise that strengths are said of, and nothing else of it, whatever they are called."""
    players = practice.get("players") if isinstance(practice, Mapping) else None
    if not isinstance(players, Mapping):
        return practice
    return {**practice, "players": {rename(name): strength for name, strength in players.items()}}


def renamed_event(game: str, raw: Any, rename: Renamer) -> Any:
    """An event as it was handed in, with players called otherwise."""
    book = rulebooks().get(game)
    kinds = {**({} if book is None else book.events), **MATCH_EVENTS}
    if not isinstance(raw, Mapping):
        return anywhere(raw, rename)
    name = raw.get("event")
    kind = kinds.get("correct" if isinstance(name, int) else str(name))
    if kind is None:
        return anywhere(raw, rename)
    said = _object(kind, raw, rename, ignored=frozenset({"event", "to"}))
    if raw.get("to") is not None and kind is MATCH_EVENTS["correct"]:
        said["to"] = renamed_event(game, raw["to"], rename)
    elif kind is MATCH_EVENTS["join"]:
        said["player"] = anywhere(raw.get("player"), rename)
    return said


def anywhere(value: Any, rename: Renamer) -> Any:
    """Any JSON value with names called otherwise wherever they stand, as keys and within texts too."""
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, Mapping):
        return {rename(key): anywhere(part, rename) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [anywhere(part, rename) for part in value]
    return value


def _object(kind: Any, raw: Any, rename: Renamer, ignored: frozenset[str]) -> Any:
    """An object whose fields the dataclass describes."""
    if not isinstance(raw, Mapping):
        return anywhere(raw, rename)
    typed, said = _typed(kind), {}
    for key, value in raw.items():
        if key in ignored:
            said[key] = value
        elif key in typed:
            said[key] = _field(typed[key], value, rename)
        else:
            said[rename(key)] = anywhere(value, rename)
    return said


@cache
def _typed(kind: Any) -> Mapping[str, Any]:
    """The types of a dataclass's fields by their JSON names."""
    hints = get_type_hints(kind, include_extras=True)
    return {json_key(each.name): hints[each.name] for each in fields(kind)}


def _field(annotation: Any, value: Any, rename: Renamer) -> Any:
    """A value with those parts of it called otherwise that its type says are players."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return anywhere(value, rename)
    if origin is Annotated:
        return _marked(arguments[0], arguments[1:], value, rename)
    if origin in (Union, types.UnionType):
        for each in arguments:
            value = _field(each, value, rename)
        return value
    if origin is tuple and isinstance(value, list | tuple):
        return [_field(arguments[0], part, rename) for part in value]
    if origin not in (None, tuple, Literal) and isinstance(value, Mapping):
        key, part = arguments
        return {_field(key, name, rename): _field(part, each, rename) for name, each in value.items()}
    if isinstance(annotation, type) and is_dataclass(annotation) and isinstance(value, Mapping):
        return _object(annotation, value, rename, ignored=frozenset())
    return value


def _marked(base: Any, marks: tuple[Any, ...], value: Any, rename: Renamer) -> Any:
    """A value of a type that is marked: as a player's name, or as an object by players' names."""
    of_players = any(isinstance(mark, OF_PLAYERS) for mark in marks)
    if of_players and isinstance(value, str):
        return rename(value)
    said = _field(base, value, rename)
    if of_players and isinstance(said, Mapping):
        return {rename(key): part for key, part in said.items()}
    return said
