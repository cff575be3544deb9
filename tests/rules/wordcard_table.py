"""WORDCARD at a test table: a small dictionary, and scripts of play with one event per line.

    Ann lay 7/T 8/R 9/A 10/I J/N | 7/O 7/N words=train,on -> laid W6 Ann+115
    Ann cells 0,0:7/T 1,0:8/R -> laid W9 Ann+15
    Ann tag 1 front=7/S back=7/E,7/D -> tagged W7 Ann+9
    contest Bob,Cy train good -> word_stands W16         (good or wrong: about its explanation)
    hands Bob=A/A,* Cy=K/K -> final W22 Ann+51

Each line says the verdict and clause it must get, and the change of scores if there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.play import begin, expect

if TYPE_CHECKING:
    from companion.referee.match import Match

_WORDS = """
storm my stormy admiration ration rat ion on at no not note notes raider raid aid aide rain train trains cat cats scat
stone stones ton tone ones one it its admit admire admiring admirings ad mi king kings ring rings in strength lengths be
bee beet beets tee tees see es cafe
"""
WORDS = tuple(_WORDS.split())
TRAIN = "7/T 8/R 9/A 10/I J/N"  # TRAIN 44 + RAIN 37 + IN 20 = 101
LAID = f"Ann lay {TRAIN} -> laid W6 Ann+101\n"
OUT = f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann+186\n"  # 101 + TON 21 + TO… ON 14 + 50
HAND = "7/A,K/B,A/C,A/D,A/E,A/F,A/G,A/H"  # 7 + 10 + 6 = 23
CARDS = ["A/T", "A/R", "A/A", "A/I", "A/N", "A/S", "A/T", "*"]  # open in the group game


def table(players: str = "Ann Bob", *, words: tuple[str, ...] = WORDS, **options: Any) -> Match:
    """A match of wordplay for the most with ten cards each, unless said otherwise."""
    chosen = {"type": "wordplay", "aim": "most", "hand": 10} | options
    return begin("wordcard", players.split(), words=words, names=("anna", "rome"), **chosen)


def group(players: str = "Ann Bob", **options: Any) -> Match:
    """A group game of wordplay with `CARDS`, unless said otherwise."""
    return table(players, **({"type": "group", "cards": CARDS, "group_type": "wordplay"} | options))


def _row(text: str) -> list[str]:
    return [card for card in text.replace(",", " ").split() if card]


def _cell(text: str) -> dict[str, Any]:
    place, _, card = text.partition(":")
    x, _, y = place.partition(",")
    return {"x": int(x), "y": int(y), "card": card}


def _named(words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The plain words, and those said as name=value,value."""
    plain = [word for word in words if "=" not in word or word.startswith("*")]
    named = {key: _row(value) for key, _, value in (word.partition("=") for word in words if word not in plain)}
    return plain, named


def _whoever(kind: str, words: list[str]) -> dict[str, Any]:
    if kind == "contest":
        about = {"about": "explanation", "upheld": words[2] == "good"} if len(words) > 2 else {}
        return {"players": _row(words[0]), "word": words[1]} | about
    if kind == "hands":
        return {"hands": {name: _row(cards) for name, _, cards in (word.partition("=") for word in words)}}
    return {}


def _players_own(kind: str, words: list[str]) -> dict[str, Any]:
    plain, named = _named(words)
    claimed = {"words": named["words"]} if "words" in named else {}
    rows = [_row(row) for row in " ".join(plain).split("|")]
    match kind:
        case "lay":
            return {"lines": rows} | claimed
        case "cells":
            return {"event": "lay", "cells": [_cell(word) for word in plain]} | claimed
        case "solution":
            return {"lines": rows}
        case "tag":
            return {"line": int(plain[0])} | named
        case "replace_wild":
            return {"line": int(plain[0]), "at": int(plain[1]), "card": plain[2]}
        case "draw":
            return {"from": plain[0]} | named
        case "discard":
            return {"card": plain[0]}
        case "dealer_chooses":
            return {"type": plain[0]}
        case _:
            return {}


def read_line(line: str) -> tuple[dict[str, Any], str]:
    """The event of a script's line, and what is expected of it."""
    told, _, expected = line.partition("->")
    first, *words = told.split()
    if first in ("contest", "hands", "close", "undo", "redo"):
        return {"event": first} | _whoever(first, words), expected.strip()
    kind, *words = words
    return {"event": kind, "player": first} | _players_own(kind, words), expected.strip()


def play(match: Match, script: str) -> dict[str, Any]:
    """Play a script; every ruling must be as its line says. Returns the match's result so far."""
    for line in filter(None, map(str.strip, script.splitlines())):
        expect(match, line, *read_line(line))
    return match.result()


def reason(match: Match) -> str:
    """Why the newest ruling was as it was."""
    return match.rulings[-1].reason
