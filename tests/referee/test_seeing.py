"""The camera's word counts while a card is awaited, and never before the old board is gone."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games import rulebooks
from companion.games.tables import Difference, DoubtfulCard, Move, Proposal, eye
from companion.referee.match import Match
from companion.referee.misreading import Misreading
from companion.referee.seeing import Named, Sight
from companion.vision.motion import carried
from companion.vision.sighting import Table
from tests.tables import lines, table
from tests.views import WORDS, disorder, placed, shipped


def test_a_new_card_is_a_move_while_a_card_is_awaited() -> None:
    match = disorder(*placed("ZO"))
    _, finding = Sight().look(match.view(), match.state, table("ZOO"))
    assert isinstance(finding, Move)


def test_cards_moved_during_a_challenge_are_nothing() -> None:
    match = disorder(*placed("ZOO?"), {"event": "challenge", "player": "Bob"})
    assert Sight().look(match.view(), match.state, table("ZO"))[1] is None


def test_after_a_round_the_board_must_be_seen_empty_first() -> None:
    match = disorder(*placed("ZOO?"))
    sight, _ = Sight().look(match.view(), match.state, table("ZOO?"))
    before = match.state
    match.apply({"event": "concede", "player": "Bob"})
    sight = sight.after("disorder", before, match.state)
    sight, finding = sight.look(match.view(), match.state, table("K"))  # the last card still lies there
    assert isinstance(finding, Difference)
    sight, finding = sight.look(match.view(), match.state, table(""))
    assert finding is None
    _, finding = sight.look(match.view(), match.state, table("K"))
    assert isinstance(finding, Move)


def test_a_card_entered_by_hand_ends_the_waiting_for_an_empty_board() -> None:
    match = disorder(*placed("ZOO?"))
    sight, _ = Sight().look(match.view(), match.state, table("ZOO?"))
    before = match.state
    match.apply({"event": "concede", "player": "Bob"})
    sight = sight.after("disorder", before, match.state)
    assert isinstance(sight.look(match.view(), match.state, table("K"))[1], Difference)
    match.apply({"event": "place", "player": "Bob", "card": "K"})
    sight, finding = sight.look(match.view(), match.state, table("K"))
    assert finding is None
    assert isinstance(sight.look(match.view(), match.state, table("KA"))[1], Move)


def test_without_a_camera_nobody_waits_for_an_empty_board() -> None:
    match = disorder(*placed("ZOO?"))
    before = match.state
    match.apply({"event": "concede", "player": "Bob"})
    assert not Sight().after("disorder", before, match.state).memory.must_clear


def test_a_table_that_was_taken_back_is_no_new_move() -> None:
    match = disorder(*placed("ZO"))
    sight, finding = Sight().look(match.view(), match.state, table("ZO"))
    assert finding is None
    match.apply({"event": "undo"})
    sight, finding = sight.look(match.view(), match.state, table("ZO"))
    assert isinstance(finding, Difference)
    sight, finding = sight.look(match.view(), match.state, table("Z"))
    assert finding is None
    _, finding = sight.look(match.view(), match.state, table("ZO"))
    assert isinstance(finding, Move)


PUSH = np.array([[1, 0, 55.0], [0, 1, -30.0], [0, 0, 1.0]])


def pushed(seen: Table) -> Table:
    return replace(seen, sightings=carried(seen.sightings, PUSH))


def test_a_push_moves_no_card_that_was_taken_back() -> None:
    match = disorder(*placed("ZO"))
    sight, _ = Sight().look(match.view(), match.state, table("ZO"))
    match.apply({"event": "undo"})
    sight, _ = sight.look(match.view(), match.state, table("ZO"))
    sight, finding = sight.carried(PUSH).look(match.view(), match.state, pushed(table("ZO")))
    assert isinstance(finding, Difference)
    _, finding = sight.carried(PUSH).look(match.view(), match.state, pushed(pushed(table("ZK"))))
    assert isinstance(finding, Move)


def test_a_push_moves_no_card_that_was_named_nor_a_table_that_means_nothing() -> None:
    match = disorder(*placed("Z"))
    doubted = table("ZO", doubtful={1: "Q"})
    sight, _ = Sight().look(match.view(), match.state, doubted)
    sight = sight.name(Named(doubted.sightings[1].quad, "Q")).carried(PUSH)
    sight, finding = sight.look(match.view(), match.state, pushed(doubted))
    assert isinstance(finding, Move)
    sight, finding = sight.deny().carried(PUSH).look(match.view(), match.state, pushed(pushed(doubted)))
    assert finding is None
    assert [one.label for one in sight.named] == ["Q"]


def test_a_push_makes_no_move_of_a_card_that_was_read_wrongly() -> None:
    match = disorder(*placed("ZO"), action_cards=True)
    seen = table("ZO")
    sight, _ = Sight().look(match.view(), match.state, seen)
    named = Named(seen.sightings[1].quad, "Q", misread=Misreading(seen, "match1-2.jpg", 1, "Q"))
    sight = sight.misread(seen, named).carried(PUSH)
    sight, finding = sight.look(match.view(), match.state, pushed(seen))
    assert isinstance(finding, Difference)
    assert sight.table is not None
    assert [one.label for one in sight.table.sightings] == ["Z", "Q"]


def test_a_named_card_that_is_nudged_again_and_again_lies_there_still() -> None:
    match = disorder(*placed("Z"))
    doubted = table("ZO", doubtful={1: "Q"})
    sight = Sight().name(Named(doubted.sightings[1].quad, "Q"))
    nudge = np.array([[1, 0, 0], [0, 1, 12.0], [0, 0, 1.0]])
    for _ in range(4):
        doubted = replace(doubted, sightings=carried(doubted.sightings, nudge))
        sight, _ = sight.look(match.view(), match.state, doubted)
    assert [one.label for one in sight.named] == ["Q"]


def test_a_card_somebody_has_named_keeps_its_name_while_it_lies_there() -> None:
    match = disorder(*placed("Z"))
    doubted = table("ZO", doubtful={1: "Q"})
    sight, finding = Sight().look(match.view(), match.state, doubted)
    assert isinstance(finding, DoubtfulCard)
    sight = sight.name(Named(doubted.sightings[1].quad, "Q"))
    sight, finding = sight.look(match.view(), match.state, doubted)
    assert isinstance(finding, Move)
    assert finding.event["card"] == "Q"
    sight, _ = sight.look(match.view(), match.state, table("Z"))
    assert not sight.named


def test_what_was_denied_is_not_proposed_again_before_the_table_changes() -> None:
    rows = {"rows": ["R", "E", "N", "T"], "lexicon": WORDS}
    match = Match.begin({"game": "typo", "players": ["Ann", "Bob"], "options": rows}, shipped)
    match.apply({"event": "reveal", "cards": {"Ann": "X", "Bob": "X"}})
    taken = lines("R", "E", "N", "X")
    sight, finding = Sight().look(match.view(), match.state, taken)
    assert isinstance(finding, Proposal)
    sight = sight.deny()
    sight, finding = sight.look(match.view(), match.state, taken)
    assert finding is None
    assert isinstance(sight.look(match.view(), match.state, lines("X", "E", "N", "T"))[1], Proposal)


@pytest.mark.parametrize("game", sorted(rulebooks()))
def test_before_a_card_has_been_laid_an_empty_table_says_nothing(game: str) -> None:
    assert eye(game) is not None
    match = disorder(*placed("ZO"))
    view = replace(match.view(), game=game)
    assert Sight().look(view, match.state, table(""))[1] is None
