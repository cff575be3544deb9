"""Disorder of the Villains: collect Monsters, match their DNA, mint two Villains first (clauses V1–V19)."""

from companion.games.core import Rulebook, offering
from companion.games.villains.clauses import CLAUSES
from companion.games.villains.comings import COMINGS
from companion.games.villains.events import EVENTS, Options
from companion.games.villains.hindsight import hints
from companion.games.villains.legal import legal
from companion.games.villains.play import rule
from companion.games.villains.state import State, result, scores, start, view
from companion.sentences import message

RULEBOOK: Rulebook[State] = Rulebook(
    menu_place=4,
    asks_words=False,
    game="villains",
    title="Disorder of the Villains",
    score_name=message("minted Villains"),
    seats=(2, 2),
    clauses=CLAUSES,
    events=EVENTS,
    options=Options,
    start=start,
    rule=rule,
    scores=scores,
    view=offering(view, legal),
    legal=legal,
    result=result,
    hints=hints,
    comings=COMINGS,
)
