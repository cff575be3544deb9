"""The report of a match: each chance that was missed is one by the rules themselves, and the figures add up."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games.anagrascramble import sentences as say_anagrascramble
from companion.games.missed import missed
from companion.games.villains import hindsight_sentences as say_villains
from companion.games.wordcard import hindsight_sentences as say_wordcard
from companion.referee.match import Match, played
from companion.report.match_report import MatchReport, report_of
from tests.dictionary import shipped
from tests.rules.villains_table import BOARD_OF_FOUR, play, table, timed

MATCHES = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))
WORDS = {"words": ["zoo", "zookeeper", "ten", "tent", "stone", "toner"]}
PLAYERS = ("Ann", "Bob")


def replayed(game: str, events: list[Any], **options: Any) -> Match:
    match = played({"game": game, "players": [*PLAYERS], "options": {"lexicon": WORDS, **options}, "events": events})
    assert all(ruling.accepted for ruling in match.rulings), match.rulings
    return match


def told(report: MatchReport) -> list[tuple[int, str | None, int, str]]:
    return [(each.number, each.missed.player, each.missed.lost, each.missed.reason) for each in report.chances]


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_figures_of_a_match_add_up(path: Path) -> None:
    match = played(json.loads(path.read_text("utf-8"))["document"], shipped)
    report = report_of(match)
    json.dumps(report.to_json())
    assert [each.player for each in report.players] == list(match.players)
    owned = [each for each in report.chances if each.missed.player is not None]
    assert sum(each.lost for each in report.players) == sum(each.missed.lost for each in owned)
    for each in report.players:
        costs = [one.missed.lost for one in owned if one.missed.player == each.player]
        assert (each.chances, each.worst and each.worst.missed.lost) == (len(costs), max(costs, default=None))
    assert all(each.missed.lost > 0 for each in report.chances)
    assert [each.number for each in report.turning_points] == sorted(each.number for each in report.turning_points)
    if report.missed_word is not None:
        assert shipped("en").may_show(report.missed_word[0])


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_match_that_ended_before_its_first_card_has_a_report(game: str) -> None:
    options = {"rows": ["A", "B", "C", "D"]} if game == "typo" else {}
    report = report_of(replayed(game, [{"event": "leave", "player": "Bob"}], **options))
    assert told(report) == []
    assert [each.player for each in report.players] == list(PLAYERS)


ZOOK = [{"event": "place", "player": PLAYERS[at % 2], "card": card} for at, card in enumerate("ZOOK")]
CALLED = [*ZOOK, {"event": "challenge", "player": "Ann"}]


def test_a_challenge_is_missed_by_whoever_could_have_named_a_word_or_called_in_vain() -> None:
    lost = replayed("disorder", [*CALLED, {"event": "name_word", "player": "Bob", "word": "tent"}])
    assert told(report_of(lost)) == [(6, "Bob", 19, "Bob could have named “zookeeper” for ZOOK.")]
    assert report_of(lost).missed_word is not None
    held = replayed("disorder", [*CALLED, {"event": "name_word", "player": "Bob", "word": "zookeeper"}])
    assert told(report_of(held)) == [(6, "Ann", 19, "Ann challenged ZOOK, which stands in “zookeeper”.")]
    assert report_of(held).missed_word is None
    given_up = replayed("disorder", [*ZOOK, {"event": "concede", "player": "Ann"}])
    assert told(report_of(given_up)) == [(5, "Ann", 19, "Ann gave up on ZOOK, which goes on to “zookeeper”.")]


def test_a_challenge_that_nothing_could_have_won_was_no_chance() -> None:
    events = [{"event": "place", "player": PLAYERS[at % 2], "card": card} for at, card in enumerate("ZZZZ")]
    events += [{"event": "challenge", "player": "Ann"}, {"event": "name_word", "player": "Bob", "word": "tent"}]
    assert told(report_of(replayed("disorder", events))) == []


def laid(cards: str) -> list[dict[str, Any]]:
    return [{"event": "place", "player": PLAYERS[at % 2], "card": card} for at, card in enumerate(cards)]


def test_a_row_that_no_word_would_have_saved_could_have_been_challenged() -> None:
    called = [{"event": "challenge", "player": "Bob"}, {"event": "name_word", "player": "Ann", "word": "tent"}]
    chance = "No word would have saved ZOOX: Ann could have challenged it."
    assert told(report_of(replayed("disorder", [*laid("ZOOXE"), *called]))) == [(5, "Ann", 23, chance)]
    given_up = [*laid("ZOOX"), {"event": "concede", "player": "Ann"}]
    assert told(report_of(replayed("disorder", given_up))) == [(5, "Ann", 22, chance)]


def test_with_a_proof_owed_it_counts_what_was_named_or_what_was_not_proven() -> None:
    owed = [*laid("ZO"), {"event": "object", "player": "Ann"}, {"event": "stand", "player": "Bob"}]
    owed += [*laid("OK"), {"event": "challenge", "player": "Ann"}]

    def lost(named: str, proof: str) -> list[tuple[int, str | None, int, str]]:
        said = [
            {"event": "name_word", "player": "Bob", "word": named},
            {"event": "prove", "player": "Bob", "word": proof},
        ]
        return told(report_of(replayed("disorder", [*owed, *said])))

    assert lost("tent", "zoo") == [(8, "Bob", 19, "Bob could have named “zookeeper” for ZOOK.")]
    assert lost("zookeeper", "zoo") == [(8, "Ann", 19, "Ann challenged ZOOK, which stands in “zookeeper”.")]
    assert lost("zookeeper", "tent") == [(9, "Bob", 19, "Bob could have proven ZO with “zoo”, “zookeeper”.")]


def test_what_was_taken_back_was_not_missed_and_a_correction_counts_as_it_stands() -> None:
    named = {"event": "name_word", "player": "Bob", "word": "tent"}
    assert told(report_of(replayed("disorder", [*CALLED, named, {"event": "undo"}]))) == []
    right = {"event": "correct", "number": 6, "to": {**named, "word": "zookeeper"}}
    assert [(one[0], one[1]) for one in told(report_of(replayed("disorder", [*CALLED, named, right])))] == [(6, "Ann")]


def test_a_card_that_was_given_up_on_had_a_place_and_a_word_that_is_none_went_undoubted() -> None:
    events: list[dict[str, Any]] = [
        {"event": "reveal", "cards": {"Ann": "E", "Bob": "T"}},
        {"event": "fail", "player": "Ann", "row": 1},
        {"event": "place", "player": "Bob", "row": 2, "side": "back", "word": "stabel"},
    ]
    rows = ["T", "S", "Z", "O"]
    assert told(report_of(replayed("typo", events, rows=rows))) == [
        (2, "Ann", 1, "Ann could have placed E: TE as in “ten”."),
        (3, None, 1, "“stabel” is not in the dictionary: a doubt would have given Bob 1 card."),
    ]
    assert told(report_of(replayed("typo", events, rows=rows, majority="all")))[1:] == [], "two cannot doubt (T7)"
    for before in ([], [{"event": "join", "player": "Cy"}]):
        doubted = [*events, *before, {"event": "doubt", "players": ["Ann", "Cy"][: 1 + len(before)], "row": 1}]
        told_of = [one[:2] for one in told(report_of(replayed("typo", doubted, rows=rows)))]
        assert told_of == [(2, "Ann"), (len(doubted), "Bob")], "it was doubted, and its card had a place"


def test_a_card_whose_word_fell_had_a_place() -> None:
    events: list[dict[str, Any]] = [
        {"event": "reveal", "cards": {"Ann": "E", "Bob": "T"}},
        {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "texx"},
        {"event": "doubt", "players": ["Bob"], "row": 1},
    ]
    chance = (3, "Ann", 1, "Ann could have placed E: TE as in “ten”.")
    assert told(report_of(replayed("typo", events, rows=["T", "S", "Z", "O"]))) == [chance]


JUMBLE = "nastere"
SPELLED = ["near", "tear", "rates", "eaters", "nearest", "earnest"]


@given(written=st.lists(st.sampled_from([*SPELLED, "teer"]), unique=True), target=st.integers(4, 7))
def test_no_sheet_beats_what_the_card_is_said_to_have_held(written: list[str], target: int) -> None:
    def points(words: list[str]) -> tuple[int, Match]:
        match = replayed(
            "anagrascramble",
            [
                {"event": "roll", "player": "Ann", "face": str(target)},
                {"event": "card", "jumble": JUMBLE.upper(), "answers": SPELLED},
                {"event": "words", "player": "Ann", "words": words},
            ],
        )
        return match.scores["Ann"], match

    got, match = points(written)
    lost = sum(each.lost for _, each in missed("anagrascramble", match.course()))
    sheets = [list(some) for count in range(len(SPELLED) + 1) for some in combinations(SPELLED, count)]
    assert got + lost == max(points(sheet)[0] for sheet in sheets)


def test_a_turn_that_ended_before_a_villain_was_minted() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    chance = ("Ann", 1, "Ann could have minted Oz.")
    assert [one[1:] for one in told(report_of(match))] == [chance], "Bob had a chance to interrupt, and nothing for it"
    for whose in ("Ann", "Bob"):  # back to before she ended her turn
        while match.view().turn == whose:
            match.apply({"event": "undo"})
    play(match, "Bob decline -> declined V12\nAnn end_turn -> turn_ended V4")
    assert [one[1:] for one in told(report_of(match))] == [chance]


def test_a_villain_that_the_other_could_have_kept_from_being_minted_was_not_missed() -> None:
    match = table(bob={"Ape2": timed("burn")})
    play(match, BOARD_OF_FOUR)
    assert told(report_of(match)) == []


def test_whatever_is_told_reads_as_a_sentence() -> None:
    assert say_anagrascramble.could_have_written("Ann", "PLANETS", 77, []) == "PLANETS held 77 points for Ann."
    assert say_villains.could_have_minted("Ann", "Oz", wins=True) == "Ann could have minted Oz and won."
    told_so = "Ann could still have laid Q 7; K: 30 points"
    assert say_wordcard.could_have_laid("Ann", ["Q 7", "K"], 30, surely=True) == f"{told_so}, and no more."
    assert say_wordcard.could_have_laid("Ann", ["Q 7", "K"], 30, surely=False) == f"{told_so}, if not more."
