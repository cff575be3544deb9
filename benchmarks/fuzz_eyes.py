"""Eyes for a fuzzed table: it looks at a drawn one and is unsure now and then, but costs no reading of pictures."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.errors import BadInput
from companion.games.layout import layout_of
from companion.vision.sighting import Alternative
from tests.tables import sighted
from tests.web.tables import Drawn

if TYPE_CHECKING:
    from companion.app import App
    from companion.referee.tableview import TableView
    from companion.vision.sighting import Sighting, Table

UNSURE = 0.15  # how often a card is


def give_eyes(app: App) -> None:
    """Let the pages lay cards on a drawn table, and the referee see each change of it."""
    table, looking = DrawnTable(deckfiles.load("disorder")), Lock()
    blank = np.zeros_like(table.frame())  # drawing the cards takes far longer than all the rest

    def look() -> None:
        with looking:
            seen = _doubtful(sighted(table))
            frame = None
            if app.view.match_id is not None:
                frame = app._frames.keep(blank, f"match{app.view.match_id}-{app.view.version}")
            app.submit(lambda referee: referee.see(seen, frame)).result()

    def deal(view: TableView) -> None:
        layout = layout_of(view.match.game if view.match else None, view.options, view.deck)
        try:
            file = app.decks.read(layout.deck)
        except BadInput:  # a deck of the match's own: there is no drawing of it
            return
        table.follow(file.deck, rows=layout.rows, traits=file.traits)

    app.drawn = cast("Any", Drawn(table, look))
    app.subscribe(deal)


def _doubtful(table: Table) -> Table:
    """The table with some cards read with doubt; the same table always the same ones."""
    chance = Random(repr([sighting.label for sighting in table.sightings]))
    return replace(table, sightings=tuple(_seen(sighting, chance) for sighting in table.sightings))


def _seen(sighting: Sighting, chance: Random) -> Sighting:
    if chance.random() >= UNSURE:
        return sighting
    other = Alternative(chance.choice("EIOQ"), 0.4)
    return replace(sighting, confidence=0.5, accepted=False, alternatives=(other,))
