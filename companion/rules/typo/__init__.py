"""TYPO: lengthen a row and name a word that begins with it; the first without cards wins (clauses T1–T12)."""

from companion.rules.core import Rulebook
from companion.rules.typo.clauses import CLAUSES
from companion.rules.typo.events import EVENTS, Options
from companion.rules.typo.play import rule
from companion.rules.typo.state import State, result, start, view
from companion.rules.typo.words import hints

RULEBOOK: Rulebook[State] = Rulebook(
    game="typo",
    title="TYPO",
    score_name="cards",
    seats=(2, 6),
    clauses=CLAUSES,
    events=EVENTS,
    options=Options,
    start=start,
    rule=rule,
    view=view,
    result=result,
    hints=hints,
)
