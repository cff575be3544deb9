"""AnagraScramble: seven jumbled letters, a die and thirty seconds; the most points win (clauses A1–A17)."""

from companion.games.anagrascramble.clauses import CLAUSES
from companion.games.anagrascramble.comings import COMINGS
from companion.games.anagrascramble.events import EVENTS, Options
from companion.games.anagrascramble.hindsight import hints
from companion.games.anagrascramble.legal import legal
from companion.games.anagrascramble.play import rule
from companion.games.anagrascramble.state import State, result, scores, start, view, with_cards
from companion.games.core import Rulebook, offering
from companion.sentences import message

RULEBOOK: Rulebook[State] = Rulebook(
    menu_place=3,
    game="anagrascramble",
    title="AnagraScramble",
    score_name=message("points"),
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
    with_cards=with_cards,
    hints=hints,
    comings=COMINGS,
)
