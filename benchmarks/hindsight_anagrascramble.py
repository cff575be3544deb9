"""How long a hint takes in AnagraScramble beside the rules played out: `python -m benchmarks.hindsight_anagrascramble`.

Both find what every declaration is worth on average over the cards left, and what a roll is worth; the straightforward
way has the rules judge every card for every declaration and every side of the die.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from benchmarks.hindsight_typo import times_ms
from companion.decks import deckfiles
from companion.games.anagrascramble.events import Roll, Turned, Written
from companion.games.anagrascramble.expected import moves
from companion.games.anagrascramble.hindsight import hints
from companion.games.anagrascramble.play import rule
from companion.referee.match import Match, load_lexicon

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State

HINTS = 1000


def played_out(state: State) -> int:
    """What a roll brings by the rules, card by card; the sum over all cards and all targets."""
    printed = deckfiles.read("anagrascramble")
    total = 0
    for target in ("4", "5", "6", "7"):
        rolled, _ = rule(state, Roll("Ann", target))
        for jumble, words in printed.answers.items():
            if "green" not in printed.colours[jumble]:
                continue
            lying, _ = rule(rolled, Turned(jumble))
            for move in moves(int(target), inherited=True):
                after, _ = rule(move.played(lying), Written("Ann", tuple(words)))
                total += after.scores[0]
    return total


def measured() -> int:
    """Print one line of figures; how often two ways have differed."""
    document = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}}
    match = Match.begin(document, load_lexicon)
    event = Roll("Ann", "5")
    first = times_ms(lambda: hints(match.state, event), 1)[0]
    rolling = times_ms(lambda: hints(match.state, event), HINTS)
    lying, _ = rule(rule(match.state, event)[0], Turned("GLANIIM"))
    written = times_ms(lambda: hints(lying, Written("Ann", ("mailing", "align"))), HINTS)
    began = thread_time()
    played_out(match.state)
    by_hand = (thread_time() - began) * 1000
    middle, late = rolling[HINTS // 2], rolling[HINTS * 99 // 100]
    print(
        f"AnagraScramble: after a roll {middle:.2f} ms (p50), {late:.2f} ms (p99), the first of a match {first:.1f}; "
        f"after a turn {written[HINTS // 2]:.2f} ms (p50), {written[HINTS * 99 // 100]:.2f} ms (p99); the rules played "
        f"out: {by_hand:.0f} ms, {by_hand / middle:.0f} times as long"
    )
    return 0


if __name__ == "__main__":
    measured()
