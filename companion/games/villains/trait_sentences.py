"""A trait of a card of Disorder of the Villains in a few words, as it stands below the card's picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.villains.deck import Trait, TraitTiming, When

TIMINGS: Mapping[TraitTiming | When, str] = {
    "immediate": message("{effect} when it is played"),
    "constant": message("{effect} as long as it lies there"),
    "minted": message("{effect} once it is minted"),
    "own": message("{effect} on your own turn"),
    "opponent": message("{effect} on the other's turn"),
    "any": message("{effect} at any time"),
}


def trait_text(trait: Trait | None) -> str:
    """A trait in a few words: what it does and when (V6, V10); a timed one says on whose turn."""
    if trait is None:
        return told("no trait")
    effect = trait.effect.upper() if trait.amount == 1 else f"{trait.effect.upper()} {trait.amount}"
    when = TIMINGS[trait.when or trait.timing]
    return told(when, effect=effect)
