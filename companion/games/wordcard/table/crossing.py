"""WORDCARD with the grid: cards laid anywhere that touch, so that lines cross (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.interpretations import Difference, Proposal, difference, spelled, text_of
from companion.games.wordcard.notation import in_hand
from companion.games.wordcard.table.lattice import anchored, islands
from companion.games.wordcard.table.sighted import instead_of_wild, may_be, unsure
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import View
    from companion.games.interpretations import Interpretation
    from companion.games.wordcard.state import State
    from companion.games.wordcard.table.lattice import Spot
    from companion.vision.sighting import Table


def explain_grid(view: View, state: State, table: Table) -> Interpretation:
    """What has been laid to the grid, as cells with places; a card on its own is the open pile."""
    faces = [index for index, sighting in enumerate(table.sightings) if sighting.kind != "back"]
    seen = [table.sightings[index] for index in faces]
    grid: dict[Spot, str] = {laid.spot: laid.card for laid in state.grid}
    found = [island for island in islands(seen) if len(island) > 1]
    texts = [in_hand(text_of(sighting)) if sighting.accepted else None for sighting in seen]
    placed = anchored(found, texts, {spot: in_hand(card) for spot, card in grid.items()})
    if placed is None or (grid and len(found) > 1):
        return Difference(told("Lay all lines so that they touch: I cannot tell how they lie to each other."))
    there = {spot: faces[index] for index, spot in placed.items()}
    for spot, card in grid.items():
        index = there.get(spot)
        if index is None or not may_be(table, index, card):
            return difference(spelled([] if index is None else [table.sightings[index]]), card)
    asked_first = instead_of_wild(table, [(there[spot], card) for spot, card in grid.items()])
    if asked_first is not None:
        return asked_first
    fresh = {spot: index for spot, index in there.items() if spot not in grid}
    return _laid(view, table, fresh) if fresh else None


def _laid(view: View, table: Table, fresh: dict[Spot, int]) -> Interpretation:
    asked_first = unsure(table, fresh.values())
    if asked_first is not None:
        return asked_first
    ordered = sorted(fresh.items(), key=lambda item: (item[0][1], item[0][0]))
    cells = [{"x": x, "y": y, "card": text_of(table.sightings[index])} for (x, y), index in ordered]
    cards = " ".join(text_of(table.sightings[index]) for _, index in ordered)
    asked = told("{player} lays {cards}: is that all?", player=str(view.turn), cards=cards)
    return Proposal({"event": "lay", "player": view.turn, "cells": cells}, None, asked)
