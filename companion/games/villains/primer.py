"""Disorder of the Villains in five minutes, with cards of the house deck. See `companion.games.primer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.primer import Example, Lesson, Primer
from companion.games.villains import clauses as c
from companion.sentences import told

Events = tuple[Mapping[str, Any], ...]


def _turn(player: str, card: str) -> Iterator[Mapping[str, Any]]:
    """A turn in which nothing happens but that a card is played."""
    yield {"event": "draw", "player": player}
    yield {"event": "play", "player": player, "card": card}
    yield {"event": "end_turn", "player": player}


def _turns(*cards: str) -> Events:
    """Such turns one after the other, Ann's first."""
    return tuple(event for at, card in enumerate(cards) for event in _turn(("Ann", "Bob")[at % 2], card))


BURNED = (
    *_turns("Grumbler"),
    {"event": "draw", "player": "Bob"},
    {"event": "play", "player": "Bob", "card": "Cinder", "target": "Grumbler"},
)
LET_GO = ({"event": "decline", "player": "Ann"}, {"event": "resolve"})
MINTED = (
    *_turns("Old Sock", "Grumbler", "Lurker", "Tanglefoot", "Dust Bunny", "Hiccup"),
    {"event": "draw", "player": "Ann"},
    {"event": "play", "player": "Ann", "card": "Magpie"},
    {"event": "decline", "player": "Bob"},
    {"event": "mint", "player": "Ann", "villain": "Professor Muddle"},
)

PRIMER = Primer(
    aim=told(
        "Two players, a deck each. Gather four Monsters whose letters match one of your Villains and mint it: the "
        "second minted Villain wins."
    ),
    lessons=(
        Lesson(
            told("Deal"),
            told(
                "Each of you has 4 Villains and 16 Monsters. Draw one of the Villains by lot and lay it before you, "
                "shuffle the other cards, and take two of them."
            ),
            (c.V1, c.V2),
        ),
        Lesson(
            told("Your turn"),
            told(
                "Draw a card, then play one: both, and in this order. At most four Monsters and four Villains lie "
                "before you; for a fifth one you discard another. The very first card of the game does nothing yet."
            ),
            (c.V3, c.V4, c.V5),
            Example(_turns("Old Sock")[:2]),
        ),
        Lesson(
            told("Traits"),
            told(
                "!!! acts as soon as its card is played. Others wait for their moment, never in the turn in which "
                "they came; some always hold, some only once their Villain is minted. A used card lies sideways and "
                "is spent while it lies there."
            ),
            (c.V6, c.V7, c.V8, c.V9, c.V15),
            Example((*BURNED, *LET_GO), pictured=5),
        ),
        Lesson(
            told("Interrupt"),
            told(
                "After a play or a trait that waits to be carried out the other player may answer with a trait of "
                "their own, or let it happen. What was said last is carried out first."
            ),
            (c.V10, c.V11, c.V12, c.V15),
            Example(
                (
                    *BURNED,
                    {"event": "trigger", "player": "Ann", "card": "Grumbler"},
                    {"event": "decline", "player": "Bob"},
                    {"event": "resolve"},
                ),
                pictured=6,
            ),
        ),
        Lesson(
            told("Mint"),
            told(
                "In your own turn, when four Monsters before you match a Villain of yours: they are discarded, the "
                "Villain is yours for good. x is a letter not written there, a second x the same one, y yet "
                "another; the order is free."
            ),
            (c.V13, c.V14, c.V16),
            Example(MINTED, pictured=len(MINTED) - 1),
        ),
        Lesson(
            told("Eight words"),
            told(
                "DRAW takes from the deck. PLAY lays a card that acts, DROP one that does not. BOUNCE: back to the "
                "hand. BURN: to the discard. FLIP: turned, used or fresh again. COPY does what another card does. "
                "NEGATE stops what waits."
            ),
            (c.V15,),
        ),
        Lesson(
            told("The end"),
            told("The second minted Villain wins at once. When nobody can draw or play, more minted Villains win."),
            (c.V17, c.V18),
        ),
    ),
    at_table=(
        told("Your cards lie at your own edge of the table; turn a used one sideways."),
        told("Tap what the camera cannot see: that you draw, let something happen, end your turn."),
        told("After a play wait a moment: the other player has some seconds to interrupt."),
    ),
)
