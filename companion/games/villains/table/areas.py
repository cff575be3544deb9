"""Whose cards are whose: a table shared by two players, one at its far edge and one at its near edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.changes import centre, shorter_side_px

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.villains.state import State
    from companion.vision.sighting import Table

_BESIDE = 1.0  # card widths from a player's cards to the border, when the other has none

CardsByPlayer = dict[str, list[int]]  # by player, indices of sightings


def areas_of(state: State, table: Table) -> CardsByPlayer | None:
    """The face-up cards before each player of Disorder of the Villains; the first player sits at the near edge.

    The border runs half way between the two players' known cards, or close by the cards of the one who has any. None
    when no card can be told.
    """
    near, far = state.players
    faces = [index for index, sighting in enumerate(table.sightings) if sighting.kind != "back"]
    height = {index: centre(table.sightings[index].quad)[1] for index in faces}
    anchors = _anchors(state, table, height)
    if anchors[near] and anchors[far]:
        border = (min(anchors[near]) + max(anchors[far])) / 2
    elif anchors[near] or anchors[far]:
        reach_px = _BESIDE * max(shorter_side_px(table.sightings[index].quad) for index in faces)
        border = min(anchors[near]) - reach_px if anchors[near] else max(anchors[far]) + reach_px
    else:
        return None
    return {
        near: [index for index in faces if height[index] > border],
        far: [index for index in faces if height[index] <= border],
    }


def _anchors(state: State, table: Table, height: Mapping[int, float]) -> dict[str, list[float]]:
    """How far down the picture each player's known cards lie: names only one of them has, and names both have when
    both are seen."""
    near, far = state.players
    names = {player: _known(state, seat) for seat, player in enumerate(state.players)}
    found: dict[str, list[float]] = {near: [], far: []}
    for name in names[near] | names[far]:
        sighted = [height[at] for at in height if table.sightings[at].accepted and table.sightings[at].label == name]
        owners = [player for player in state.players if name in names[player]]
        if len(sighted) == 2:
            found[near].append(max(sighted))
            found[far].append(min(sighted))
        elif len(sighted) == 1 and len(owners) == 1:
            found[owners[0]].append(sighted[0])
    return found


def _known(state: State, seat: int) -> set[str]:
    return {card.name for card in state.sides[seat].in_play}
