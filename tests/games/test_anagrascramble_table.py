"""AnagraScramble's card before the camera: a new one is turned, an old one is not, a doubtful one is asked."""

from typing import Any

import pytest

from companion.games.tables import Difference, DoubtfulCard, Move, TurnedForAll
from companion.referee.match import Match
from companion.referee.seeing import Sight
from companion.vision.sighting import Table
from tests.tables import lines
from tests.views import WORDS, shipped

ROLL = {"event": "roll", "player": "Ann", "face": "6"}


def match_after(*events: Any, players: Any = ("Ann", "Bob"), **options: Any) -> Match:
    setup = {"game": "anagrascramble", "players": list(players), "options": {"lexicon": WORDS, **options}}
    match = Match.begin(setup, shipped)
    for event in events:
        assert match.apply(event).accepted
    return match


def look(match: Match, shown: Table, sight: Sight | None = None) -> Any:
    """What these cards mean in a match as it stands."""
    return (sight or Sight()).look(match.view(), match.state, shown)[1]


def test_the_card_turned_is_read_once_it_is_awaited() -> None:
    shown = lines(["TUERNEV"])
    assert look(match_after(), shown) is None
    finding = look(match_after(ROLL), shown)
    assert finding == Move({"event": "card", "jumble": "TUERNEV"})
    assert look(match_after(ROLL), lines(["?"])) is None


def test_a_card_of_an_earlier_turn_is_never_the_new_one() -> None:
    match = match_after(ROLL, {"event": "card", "jumble": "TUERNEV"})
    before = match.state
    match.apply({"event": "words", "player": "Ann", "words": []})
    sight = Sight().after("anagrascramble", before, match.state)
    match.apply({"event": "roll", "player": "Bob", "face": "5"})
    assert look(match, lines(["TUERNEV"]), sight) is None
    finding = look(match, lines(["TUERNEV"], ["LYOYWLE"]), sight)
    assert finding == Move({"event": "card", "jumble": "LYOYWLE"})
    assert isinstance(look(match, lines(["EGMMUAR"], ["LYOYWLE"]), sight), Difference)


def test_a_doubtful_card_is_asked() -> None:
    finding = look(match_after(ROLL), lines(["TUERNEV"], doubtful={(0, 0)}))
    assert isinstance(finding, DoubtfulCard)
    assert finding.candidates == ("TUERNEV",)
    badly_seen = look(match_after(ROLL), lines(["?"], doubtful={(0, 0)}))
    assert isinstance(badly_seen, DoubtfulCard)
    assert badly_seen.candidates == ()


@pytest.mark.parametrize(("shown", "agrees"), [(["TUERNEV"], True), ([], True), (["?"], True), (["LYOYWLE"], False)])
def test_while_words_are_written_another_card_is_a_difference(shown: list[str], agrees: bool) -> None:
    match = match_after(ROLL, {"event": "card", "jumble": "TUERNEV"})
    finding = look(match, lines(shown))
    assert (finding is None) == agrees


def test_the_card_of_a_showdown_is_turned_for_all() -> None:
    passes = [{"event": "roll", "player": name, "face": "pass"} for name in ("Ann", "Bob")]
    assert look(match_after(*passes, rolls=1), lines(["TUERNEV"])) == TurnedForAll("TUERNEV")
