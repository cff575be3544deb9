"""What those who watch may guess, and which ruling answers it: held against random games of all five."""

import pytest

from benchmarks.playouts import Tally, play_out
from companion.games import RULEBOOKS
from companion.games.guessing import answer_of, riddle_of
from companion.referee.match import Match
from tests.rules.play import begin, event
from tests.rules.test_typo import place, reveal, table


def answered(match: Match, said: dict[str, object]) -> tuple[str | None, bool | None]:
    """The riddle before an event, and what its ruling answers."""
    riddle = riddle_of(match.book.game, match.state)
    return riddle, answer_of(match.book.game, match.apply(said))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_riddle_that_a_ruling_answers_is_open_no_more(game: str) -> None:
    answers = 0
    for seed in range(25):
        played = play_out(game, seed, Tally())
        match = Match(played.book, played.start)
        for record in played.record:
            riddle = riddle_of(game, match.state)
            ruling = match.apply(record.event)
            if ruling.accepted and riddle is not None and answer_of(game, ruling) is not None:
                answers += 1
                assert riddle_of(game, match.state) is None
    assert bool(answers) == (game != "villains")


def test_the_riddle_says_what_the_table_shows_and_the_ruling_answers_it() -> None:
    match = table(reveal(Ann="E", Bob="N"), place("Ann", 1, "front", "erxxx"))
    assert answered(match, event("doubt", players=["Bob"], row=1)) == ("Is “erxxx” a word?", False)
    match = begin("disorder", ("Ann", "Bob"))
    for player, card in zip(("Ann", "Bob") * 2, "ZOOK", strict=True):
        match.apply(event("place", player, card=card))
    assert answered(match, event("challenge", "Ann")) == (None, None)
    riddle = "Does Bob know a word that holds?"
    assert answered(match, event("name_word", "Bob", word="zookeeper")) == (riddle, True)
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply(event("roll", "Ann", face="7"))
    assert answered(match, {"event": "card", "jumble": "PLANETS"}) == (None, None)
    assert answered(match, event("timeout", "Ann")) == ("Does Ann find a word of 7 letters?", False)
    match.apply(event("roll", "Bob", face="6"))
    match.apply({"event": "card", "jumble": "PLANETS", "answers": ["planets", "planes"]})
    longer = event("words", "Bob", words=["planets"])  # the words need not be of just that length (A8)
    assert answered(match, longer) == ("Does Bob find a word of 6 letters or more?", True)
