"""What rulings are called is a closed set in each game: that of the readings, and all that is ever used."""

import json
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from types import NoneType

import pytest

from companion.games import RULEBOOKS
from companion.games.core import refused
from companion.games.disorder.verdicts import Ground
from companion.games.verdicts import OfTheMatch, Shared
from companion.games.wordcard.ending import BestSolution
from companion.referee.judgement import Fallen
from companion.referee.match import judge
from tests.rules.play import no_lexicon
from tests.rules.played import played

SAVED = Path(__file__).parent.parent / "matches"
READINGS = {
    "disorder": """placed objection withdrawn stands challenged challenger_loses challenged_loses answered proven
        not_proven conceded squeezed exchanged switched passed eliminated warned no_such_card""",
    "typo": """revealed placed word_stands word_fails too_few_doubters row_taken wins does_not_begin choose_row
        not_the_longest no_such_row""",
    "anagrascramble": """rolled turn_lost declared passed_on card scored missed showdown cannot_pass_on bad_target""",
    "villains": """drawn nothing_to_draw played triggered declined resolved negated minted turn_ended wins draw_first
        already_played must_play board_full trait_used too_soon wrong_timing interrupt_first no_match not_a_target
        no_such_card""",
    "wordcard": """chosen drawn discarded laid tagged replaced word_stands word_fails turn_ended turn_lost noticed out
        final solved too_few_cards not_a_word not_a_combination must_play_picked_card no_such_card no_such_line""",
}
ALWAYS = {"event", "accepted", "verdict", "clause", "reason", "changes"}  # parts of a ruling
SOMETIMES = {"house", "detail", BestSolution.name, Fallen.name}
GROUNDS = "not_a_word does_not_fit finished timeout"
SHARED = "malformed game_over not_enabled not_your_turn not_now"
OF_THE_MATCH = (
    "undone nothing_to_undo redone nothing_to_redo corrected no_such_event joined left sat_out already_plays table_full"
)


def verdicts(game: str) -> type[StrEnum]:
    kind: type[StrEnum] = import_module(f"companion.games.{game}.verdicts").Verdict
    return kind


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_verdicts_of_a_game_are_those_of_the_readings(game: str) -> None:
    assert list(verdicts(game)) == READINGS[game].split()


def test_the_shared_verdicts_are_those_of_the_readings() -> None:
    assert (list(Shared), list(OfTheMatch)) == (SHARED.split(), OF_THE_MATCH.split())


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_ruling_of_a_saved_match_has_one_of_them(game: str) -> None:
    known = {*verdicts(game), *Shared, *OfTheMatch}
    paths = sorted(SAVED.glob(f"{game}-*.json"))
    assert paths
    for path in paths:
        answer = judge(json.loads(path.read_text("utf-8"))["document"], no_lexicon)
        assert {ruling["verdict"] for ruling in answer["rulings"]} <= known


def test_the_grounds_of_disorder_are_those_of_the_readings() -> None:
    assert list(Ground) == GROUNDS.split()


def test_every_ground_of_a_random_game_is_a_member_and_no_bare_string() -> None:
    assert played("disorder").detail_kinds == {Ground, NoneType}


@pytest.mark.parametrize("game", sorted(set(RULEBOOKS) - {"disorder"}))
def test_no_other_game_says_which_ground_decided(game: str) -> None:
    assert played(game).detail_kinds == {NoneType}


def test_a_ruling_has_the_parts_of_the_readings_and_no_others() -> None:
    parts = set()
    for path in SAVED.glob("*.json"):
        answer = judge(json.loads(path.read_text("utf-8"))["document"], no_lexicon)
        for ruling in answer["rulings"]:
            assert set(ruling) >= ALWAYS, path
            parts |= set(ruling) - ALWAYS
    assert parts == SOMETIMES


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_ruling_of_a_random_game_is_a_member_and_no_bare_string(game: str) -> None:
    tally = played(game)
    assert tally.kinds <= {verdicts(game), Shared, OfTheMatch}
    assert set(tally.verdicts) <= {*verdicts(game), *Shared, OfTheMatch.JOINED, OfTheMatch.LEFT, OfTheMatch.SAT_OUT}


def test_a_verdict_is_written_as_its_name() -> None:
    ruling = refused(Shared.NOT_NOW, None, "Not now.")
    assert json.dumps(ruling.verdict) == '"not_now"'
    assert f"{ruling.verdict}" == "not_now"
