"""Disorder!: spell on, but never finish the word; the fewest penalty chips win (clauses D1–D15)."""

from companion.games.core import Rulebook, offering
from companion.games.disorder.clauses import CLAUSES
from companion.games.disorder.comings import COMINGS
from companion.games.disorder.events import EVENTS, Options
from companion.games.disorder.hindsight import hints
from companion.games.disorder.legal import legal
from companion.games.disorder.play import rule
from companion.games.disorder.state import State, scores, start, view
from companion.sentences import message


def _result(_state: State) -> dict[str, object]:
    return {}


RULEBOOK: Rulebook[State] = Rulebook(
    menu_place=1,
    game="disorder",
    title="Disorder!",
    score_name=message("chips"),
    seats=(2, 10),
    clauses=CLAUSES,
    events=EVENTS,
    options=Options,
    start=start,
    rule=rule,
    scores=scores,
    view=offering(view, legal),
    legal=legal,
    result=_result,
    hints=hints,
    comings=COMINGS,
)
