"""TYPO: lengthen a row and name a word that begins with it; the first without cards wins (clauses T1–T13)."""

from companion.games.core import Rulebook, offering
from companion.games.typo.clauses import CLAUSES
from companion.games.typo.comings import COMINGS
from companion.games.typo.events import EVENTS, Options
from companion.games.typo.hindsight import hints
from companion.games.typo.legal import legal
from companion.games.typo.play import rule
from companion.games.typo.state import State, result, scores, start, view
from companion.sentences import message

RULEBOOK: Rulebook[State] = Rulebook(
    menu_place=2,
    game="typo",
    title="TYPO",
    score_name=message("cards"),
    seats=(2, 6),
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
