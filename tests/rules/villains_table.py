"""Disorder of the Villains at a test table: plain decks, traits put where a test needs them, and scripts of play.

A script has one event per line: `Ann play Bat target=Ape -> played V4`, the verdict and clause it must get, and the
change of scores if there is one (`Ann+1`). A malformed event cites the clause `—`. With `let` before an event, whoever
has the chance to interrupt declines first.
"""

from __future__ import annotations

from typing import Any

from companion.referee.match import Match
from tests.rules.play import expect, no_words

VILLAINS = {"Oz": "ABCD", "Alien": "BBxx", "Witch": "BBxy", "Golem": "AAAA"}
MONSTERS = {
    "A": ("Ape", "Ant", "Asp", "Auk"),
    "B": ("Bat", "Bee", "Boa", "Bug"),
    "C": ("Cat", "Cod", "Cow", "Crab"),
    "D": ("Dodo", "Dog", "Doe", "Duck"),
}


def trait(timing: str, effect: str, when: str | None = None, amount: int | None = None) -> dict[str, Any]:
    """A trait as a document gives it."""
    extra = {"when": when, "amount": amount}
    return {"timing": timing, "effect": effect} | {key: value for key, value in extra.items() if value is not None}


def now(effect: str, amount: int | None = None) -> dict[str, Any]:
    """An immediate trait."""
    return trait("immediate", effect, amount=amount)


def timed(effect: str, when: str = "any", amount: int | None = None) -> dict[str, Any]:
    """A timed trait."""
    return trait("timed", effect, when, amount)


def minted(effect: str) -> dict[str, Any]:
    """A trait for when its Villain is minted."""
    return trait("minted", effect)


def deck(traits: dict[str, dict[str, Any]] | None = None, suffix: str = "") -> dict[str, Any]:
    """An inline deck of the plain cards; every name ends in `suffix`."""
    dna = [(name, "villain", sequence) for name, sequence in VILLAINS.items()]
    dna += [(name, "monster", letter) for letter, names in MONSTERS.items() for name in names]
    given = dict(traits or {})
    cards = [
        {"name": name + suffix, "kind": kind, "colour": "red", "dna": letters, "trait": given.pop(name + suffix, None)}
        for name, kind, letters in dna
    ]
    assert not given, f"no such cards: {given}"
    return {"name": f"test{suffix}", "cards": cards}


def table(
    ann: dict[str, dict[str, Any]] | None = None,
    bob: dict[str, dict[str, Any]] | None = None,
    *,
    same_names: bool = False,
    **options: Any,
) -> Match:
    """A match of Ann (cards Ape, Bat …) and Bob (Ape2, Bat2 …, or the same names), both starting with Oz."""
    suffix = "" if same_names else "2"
    chosen = {
        "decks": {"Ann": deck(ann), "Bob": deck(bob, suffix)},
        "starting": {"Ann": "Oz", "Bob": f"Oz{suffix}"},
    } | options
    return Match.begin({"game": "villains", "players": ["Ann", "Bob"], "options": chosen}, no_words)


def read_line(line: str) -> tuple[dict[str, Any], str]:
    """The event of a script's line, and what is expected of it."""
    told, _, expected = line.partition("->")
    words = told.split()
    event: dict[str, Any] = {"event": words.pop(0)} if words[0] in ("resolve", "undo", "redo") else {}
    if not event:
        event = {"player": words[0], "event": words[1]}
        words = words[2:]
    for word in words:
        key, eq, value = word.partition("=")
        if not eq:
            key, value = ("villain" if event["event"] == "mint" else "card"), key
        player, of, card = value.partition(":")
        event[key] = {"player": player, "card": card} if of else value
    return event, expected.strip()


def play(match: Match, script: str) -> dict[str, Any]:
    """Play a script; every ruling must be as its line says. Returns the match's result so far."""
    for line in filter(None, map(str.strip, script.splitlines())):
        if line.startswith("let "):
            holder = match.state.name(match.state.chance.seat)
            expect(match, line, {"event": "decline", "player": holder}, "declined V12")
        answer = expect(match, line, *read_line(line.removeprefix("let ")))
        assert answer["accepted"] == (answer["verdict"] in ACCEPTED), answer
    return match.result()


ACCEPTED = {
    "drawn", "nothing_to_draw", "played", "triggered", "declined", "resolved", "negated", "minted", "turn_ended",
    "wins", "undone", "redone", "corrected",
}  # fmt: skip


def opening(ann: str = "Ape", bob: str = "Ape2") -> str:
    """Ann's first turn and Bob's, each playing a plain card."""
    return f"""
        Ann draw -> drawn V4
        Ann play {ann} -> played V3
        Ann end_turn -> turn_ended V4
        Bob draw -> drawn V4
        Bob play {bob} -> played V4
        Bob end_turn -> turn_ended V4
    """


def turn(player: str, card: str, clause: str = "V4") -> str:
    """A whole turn with one plain card."""
    return f"{player} draw -> drawn V4\n{player} play {card} -> played {clause}\n{player} end_turn -> turn_ended V4\n"


BOARD_OF_FOUR = (
    opening()
    + turn("Ann", "Bat")
    + turn("Bob", "Ant2")
    + turn("Ann", "Cat")
    + turn("Bob", "Asp2")
    + (turn("Ann", "Dodo") + turn("Bob", "Auk2"))
)  # Ann: Ape Bat Cat Dodo (ABCD); Bob: Ape2 Ant2 Asp2 Auk2 (AAAA)


def bobs_play(card: str) -> str:
    """Ann's first turn, and the beginning of the line in which Bob plays a card."""
    return turn("Ann", "Ape", "V3") + f"Bob draw -> drawn V4\nBob play {card}"
