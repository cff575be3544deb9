"""The camera's word counts while a card is awaited, and never before the old board is gone."""

from companion.moves import Difference, Move
from companion.seeing import Sight
from tests.tables import table
from tests.views import disorder, placed


def test_a_new_card_is_a_move_while_a_card_is_awaited() -> None:
    match = disorder(*placed("ZO"))
    _, finding = Sight().look(match.view(), {}, table("ZOO"))
    assert isinstance(finding, Move)


def test_cards_moved_during_a_challenge_are_nothing() -> None:
    match = disorder(*placed("ZOO?"), {"event": "challenge", "player": "Bob"})
    assert Sight().look(match.view(), {}, table("ZO"))[1] is None


def test_after_a_round_the_board_must_be_seen_empty_first() -> None:
    match = disorder(*placed("ZOO?"))
    sight, _ = Sight().look(match.view(), {}, table("ZOO?"))
    before = match.view()
    match.apply({"event": "concede", "player": "Bob"})
    sight = sight.after(before, match.view())
    sight, finding = sight.look(match.view(), {}, table("K"))  # the last card still lies there
    assert isinstance(finding, Difference)
    sight, finding = sight.look(match.view(), {}, table(""))
    assert finding is None
    _, finding = sight.look(match.view(), {}, table("K"))
    assert isinstance(finding, Move)


def test_without_a_camera_nobody_waits_for_an_empty_board() -> None:
    match = disorder(*placed("ZOO?"))
    before = match.view()
    match.apply({"event": "concede", "player": "Bob"})
    assert not Sight().after(before, match.view()).memory.must_clear
