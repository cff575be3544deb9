"""WORDCARD: words and card combinations out of one hand, in seven types of game (clauses W1–W27)."""

from companion.games.core import Rulebook, offering
from companion.games.wordcard.clauses import CLAUSES
from companion.games.wordcard.comings import COMINGS
from companion.games.wordcard.events import EVENTS, Options
from companion.games.wordcard.hindsight import first_hints, hints
from companion.games.wordcard.legal import legal
from companion.games.wordcard.play import rule
from companion.games.wordcard.state import State, result, scores, start, view
from companion.sentences import message

RULEBOOK: Rulebook[State] = Rulebook(
    menu_place=5,
    game="wordcard",
    title="WORDCARD",
    score_name=message("points"),
    seats=(1, 8),
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
    first_hints=first_hints,
    comings=COMINGS,
)
