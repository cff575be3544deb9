"""How good a position of Disorder of the Villains is: how near each side is to minting (V13, V14)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from companion.games.villains.dna import matches
from companion.games.villains.state import BOARD_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.villains.state import State

NEARNESS = (0.0, 1.0, 3.0, 7.0, 15.0)  # of so many Monsters of the four that a Villain wants
MINTED = 100.0
VILLAIN_IN_PLAY = 2.0
CARD_IN_HAND = 0.6
OTHERS_TOO = 0.2  # that a second Villain is near as well


def outlook(state: State, seat: int, hand: Sequence[str] = ()) -> float:
    """How good it looks for a player, who may know their hand: higher is better, about 100 for each Villain minted."""
    side = state.sides[seat]
    monsters = tuple(sorted(state.described((seat, name)).dna for name in state.of_kind(seat, "monster")))
    villains = [state.described((seat, name)).dna for name in state.of_kind(seat, "villain")]
    near = sorted((nearness(dna, monsters) for dna in villains), reverse=True)
    in_hand = [state.described((seat, name)) for name in hand if name in state.decks[seat]]
    helping = sum(
        max((nearness(dna, (*monsters[: BOARD_LIMIT - 1], card.dna)) for dna in villains), default=0) > near[0]
        for card in in_hand if card.kind == "monster" and near
    )  # fmt: skip
    best, others = (near[0], sum(near[1:])) if near else (0.0, 0.0)
    return (
        MINTED * len(side.minted) + best + OTHERS_TOO * others + VILLAIN_IN_PLAY * len(villains)
        + CARD_IN_HAND * (side.hand + helping)
    )  # fmt: skip


@lru_cache(maxsize=4096)
def nearness(dna: str, monsters: tuple[str, ...]) -> float:
    """How near these Monsters are to a Villain: by the most of them that can be part of its four."""
    most = max(
        (count for count in range(len(monsters), 0, -1) for some in combinations(monsters, count) if _fits(dna, some)),
        default=0,
    )
    return NEARNESS[min(most, BOARD_LIMIT)]


def _fits(dna: str, monsters: tuple[str, ...]) -> bool:
    """Whether some further Monsters make the four with these."""
    missing = BOARD_LIMIT - len(monsters)
    rest = combinations_with_replacement("ABCD", missing) if missing >= 0 else ()
    return any(matches(dna, "".join(sorted((*monsters, *more)))) for more in rest)
