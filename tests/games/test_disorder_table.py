"""A difference that one legal move explains is that move; everything else is asked or shown, never guessed."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.disorder.table import explain_row, row_of
from companion.games.tables import Difference, DoubtfulCard, Interpretation, Move, Proposal
from companion.referee.inquiry import Inquiry
from companion.referee.kept_sight import sight_from_json, sight_to_json
from companion.referee.seeing import Sight
from companion.sentences import told
from companion.vision.sighting import Alternative, Table
from tests.tables import lines, sighting, table
from tests.views import disorder, placed

CARDS = st.text("ABC?", max_size=8)
CARD = st.sampled_from("ABC?")


def explain(board: str, seen: str, *, actions: bool, doubtful: dict[int, str] | None = None) -> Interpretation:
    return explain_row(table(seen, doubtful=doubtful), board, range(len(seen)), actions=actions)


def applied(board: str, event: dict[str, object]) -> str:
    """The row after an event, by the plainest reading of D3 and D12."""
    card, at, other = str(event.get("card")), int(str(event.get("at", 0))), int(str(event.get("with", 0)))
    match event["event"]:
        case "place":
            return card + board if event["side"] == "left" else board + card
        case "squeeze":
            after = int(str(event["after"]))
            return board[:after] + card + board[after:]
        case "exchange":
            return board[: at - 1] + card + board[at:]
        case "switch":
            cards = list(board)
            cards[at - 1], cards[other - 1] = cards[other - 1], cards[at - 1]
            return "".join(cards)
    raise AssertionError(event)


@given(CARDS)
def test_a_table_as_the_match_has_it_is_nothing_new(board: str) -> None:
    assert explain(board, board, actions=True) is None


@given(CARDS, CARD, st.sampled_from(["left", "right"]))
def test_a_placed_card_is_a_placement_that_leaves_the_same_row(board: str, card: str, side: str) -> None:
    seen = card + board if side == "left" else board + card
    finding = explain(board, seen, actions=False)
    assert isinstance(finding, Move)
    assert finding.event["event"] == "place"
    assert applied(board, dict(finding.event)) == seen


@given(st.text("ABCDEFGH", min_size=2, max_size=8), st.data())
def test_an_action_card_is_told_from_what_changed(board: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["squeeze", "exchange", "switch"]))
    at = data.draw(st.integers(1, len(board) - 1))
    event = {
        "squeeze": {"event": "squeeze", "card": "Z", "after": at},
        "exchange": {"event": "exchange", "card": "Z", "at": at},
        "switch": {"event": "switch", "at": at, "with": len(board)},
    }[kind]
    seen = applied(board, event)
    finding = explain(board, seen, actions=True)
    if seen == board:
        assert finding is None
    else:
        assert isinstance(finding, Move)
        assert applied(board, dict(finding.event)) == seen


@given(CARDS, CARDS)
def test_whatever_is_seen_a_move_explains_it_wholly_or_is_not_claimed(board: str, seen: str) -> None:
    finding = explain(board, seen, actions=True)
    if seen == board:
        assert finding is None
    elif isinstance(finding, Move):
        assert applied(board, dict(finding.event)) == seen
    else:
        assert isinstance(finding, Difference)


def test_without_action_cards_a_card_between_two_others_is_no_move() -> None:
    assert explain("AB", "ACB", actions=False) == Difference(
        told("The table shows {seen}, the match has {had}: which is right?", seen="ACB", had="AB")
    )


def test_a_new_card_in_doubt_is_a_question_with_its_candidates() -> None:
    finding = explain("ZO", "ZOO", actions=False, doubtful={2: "Q0"})
    assert isinstance(finding, DoubtfulCard)
    assert (finding.card, finding.candidates) == (2, ("O", "Q", "0"))


def test_a_card_the_match_already_has_may_be_in_doubt() -> None:
    finding = explain("ZO", "ZQK", actions=False, doubtful={1: "O"})
    assert isinstance(finding, Move)
    assert finding.event == {"event": "place", "side": "right", "card": "K"}


def with_blurred(seen: str, at: int, *readings: tuple[str, float]) -> Table:
    """A row in which the card at a place is doubtful: what it may be, the likeliest first."""
    cards = list(table(seen).sightings)
    (label, confidence), *others = readings
    alternatives = tuple(Alternative(*other) for other in others)
    cards[at] = replace(cards[at], label=label, confidence=confidence, accepted=False, alternatives=alternatives)
    return Table(tuple(cards), (tuple(range(len(cards))),))


@pytest.mark.parametrize("seen", ["ZQM", "ZQMK"])
def test_a_card_that_is_likelier_another_than_the_match_has_is_asked_about_where_it_may_be_exchanged(
    seen: str,
) -> None:
    blurred = with_blurred(seen, 1, ("Q", 0.88), ("O", 0.1))
    finding = explain_row(blurred, "ZOM", range(len(seen)), actions=True)
    assert isinstance(finding, DoubtfulCard)
    assert (finding.card, finding.candidates) == (1, ("Q", "O"))
    assert not isinstance(explain_row(blurred, "ZOM", range(len(seen)), actions=False), DoubtfulCard)


@pytest.mark.parametrize("readings", [[("O", 0.6), ("Q", 0.4)], [("Q", 0.98), ("O", 0.97)], [("?", 0.02), ("Y", 0.01)]])
def test_a_card_that_lies_there_rightly_is_not_asked_about_however_it_flickers(
    readings: list[tuple[str, float]],
) -> None:
    assert explain_row(with_blurred("ZOM", 1, *readings), "ZOM", range(3), actions=True) is None


def test_an_exchange_by_a_doubtful_card_is_one_once_it_is_seen_better() -> None:
    match = disorder(*placed("ZOM"), action_cards=True)
    sight, finding = Sight().look(match.view(), match.state, table("ZOM"))
    assert finding is None
    sight, finding = sight.look(match.view(), match.state, with_blurred("ZQM", 1, ("Q", 0.88), ("O", 0.1)))
    assert isinstance(finding, DoubtfulCard)
    exchange = Move({"event": "exchange", "at": 2, "card": "Q", "player": "Ann"})
    assert sight.look(match.view(), match.state, table("ZQM"))[1] == exchange


def test_when_no_card_is_sure_nobody_guesses_which_is_new() -> None:
    finding = explain("Z", "ZK", actions=False, doubtful={0: "", 1: ""})
    assert isinstance(finding, Difference)
    assert str(finding.said).endswith("which card is new?")


def test_two_new_cards_at_once_are_shown_not_scored() -> None:
    assert isinstance(explain("ZO", "ZOOK", actions=False), Difference)


@pytest.mark.parametrize(("board", "expected"), [("ZO", "ZO"), ("", "QRST"), ("XX", "QRST")])
def test_the_board_is_the_row_most_like_it(board: str, expected: str) -> None:
    sightings = tuple(sighting(card, place) for place, card in enumerate("ZOQRST"))
    found = row_of(Table(sightings, ((0, 1), (2, 3, 4, 5))), board)
    assert "".join(sightings[index].label for index in found) == expected


def test_an_empty_table_has_no_row() -> None:
    assert row_of(Table((), ()), "ZO") == []


# ---------------------------------------------------------------------- a draw pile on the table


def looked(match: Any, sight: Sight, *rows: str) -> tuple[Sight, Interpretation]:
    return sight.look(match.view(), match.state, lines(*rows))


def test_a_lone_card_face_down_is_asked_about_before_it_is_a_wild() -> None:
    match = disorder()
    sight, finding = looked(match, Sight(), "?")
    assert isinstance(finding, Proposal)
    wild = {"event": "place", "player": "Ann", "side": "right", "card": "?"}
    assert finding.answered("yes") == wild
    sight, finding = looked(match, sight.deny(), "?")
    assert finding is None
    assert looked(match, sight, "?", "Z")[1] == Move({**wild, "card": "Z"})
    match.apply(wild)
    assert looked(match, sight, "?", "?O")[1] == Move({**wild, "player": "Bob", "card": "O"})


def test_a_draw_pile_is_no_card_that_has_been_laid_however_the_rest_is_read() -> None:
    match = disorder(*placed("Z"), action_cards=True)
    seen = lines("?", "Z", doubtful={(1, 0)})
    assert Sight().look(match.view(), match.state, seen)[1] is None


def ended(*rows: str) -> tuple[Any, Sight]:
    """A round that has ended while this lay there, and what the camera knows of it."""
    match = disorder(*placed("ZOOK"))
    sight, finding = looked(match, Sight(), *rows)
    assert finding is None
    board = match.state
    for event in ({"event": "challenge", "player": "Bob"}, {"event": "name_word", "player": "Ann", "word": "x"}):
        assert match.apply(event).accepted
    return match, sight.after("disorder", board, match.state)


def test_a_draw_pile_does_not_stand_in_the_way_of_the_next_round() -> None:
    match, sight = ended("?", "ZOOK")
    assert isinstance(looked(match, sight, "?", "Z")[1], Difference)
    for _ in range(2):
        sight, finding = looked(match, sight, "?")
        assert finding is None
    place = {"event": "place", "player": match.view().turn, "side": "right"}
    assert looked(match, sight, "?", "C")[1] == Move({**place, "card": "C"})
    sight, finding = looked(match, sight, "?", "?")
    assert isinstance(finding, Proposal)
    assert finding.event == {**place, "card": "?"}
    assert finding.card == 1


def test_a_card_face_down_that_came_while_the_board_was_cleared_is_asked_about() -> None:
    match, sight = ended("ZOOK")
    assert isinstance(looked(match, sight, "", "", "?")[1], Proposal)
    assert isinstance(looked(match, sight, "?")[1], Difference)  # where Z lay


DISCARD = ("", "", "K")  # apart from where the board lay


def test_what_lies_face_up_apart_as_the_board_is_cleared_is_asked_about_and_a_discard_is_no_card() -> None:
    match, sight = ended("ZOOK")
    assert isinstance(looked(match, sight, "Z", "", "K")[1], Difference), "not all is cleared"
    assert isinstance(looked(match, sight, "", "", "KO")[1], Difference), "nobody lays two cards"
    place = {"event": "place", "player": match.view().turn, "side": "right", "card": "K"}
    inquiry, event = Inquiry(sight).seen(lines(*DISCARD), None).look(match.view(), match.state, 1)
    assert event is None
    assert inquiry.answered(1, "yes")[1] == place
    sight = inquiry.answered(1, "no")[0].sight
    for discard in "KO":  # whatever comes to lie on top of it
        sight, finding = looked(match, sight, "", "", discard)
        assert finding is None
    assert looked(match, sight, "C", "", "O")[1] == Move({**place, "card": "C"})
    assert looked(match, sight_from_json(sight_to_json(sight)), "C", "", "O")[1] == Move({**place, "card": "C"})


def test_discards_that_have_been_moved_are_never_laid_unasked() -> None:
    match, sight = ended("ZOOK")
    inquiry, _ = Inquiry(sight).seen(lines(*DISCARD), None).look(match.view(), match.state, 1)
    sight, finding = looked(match, inquiry.answered(1, "no")[0].sight, *DISCARD)
    assert finding is None
    for then in ((), (Table((), ()),)):
        moved = sight
        for empty in then:
            moved = moved.look(match.view(), match.state, empty)[0]
        moved = sight_from_json(sight_to_json(moved))
        assert isinstance(looked(match, moved, "K")[1], Proposal)
        assert isinstance(looked(match, moved, "", "", "", "K")[1], Proposal)


def test_a_wild_laid_first_and_taken_back_is_still_to_be_cleared() -> None:
    match = disorder(*placed("?"))
    sight, finding = looked(match, Sight(), "?")
    assert finding is None
    board = match.state
    match.apply({"event": "undo"})
    sight = sight.after("disorder", board, match.state, is_amended=True)
    assert isinstance(looked(match, sight, "?")[1], Difference)


# ---------------------------------------------------------------------- action cards on the table


def with_card(label: str, seen: str) -> Table:
    """A row, and an action card lying face up right behind it."""
    plain = table(seen)
    action = replace(sighting(label, len(seen)), kind="action")
    cards = (*plain.sightings, action)
    return Table(cards, (tuple(range(len(cards))),))


def test_an_action_card_is_no_part_of_the_row_it_lies_beside() -> None:
    match = disorder(*placed("ZO"), action_cards=True)
    _, finding = Sight().look(match.view(), match.state, with_card("exchange", "ZK"))
    assert finding == Move({"event": "exchange", "at": 2, "card": "K", "player": "Cy"})


def test_a_pass_newly_laid_is_a_pass_and_only_once() -> None:
    options: dict[str, Any] = {"action_cards": True}
    match = disorder(*placed("ZO"), **options)
    sight, finding = Sight().look(match.view(), match.state, table("ZO"))
    assert finding is None
    sight, finding = sight.look(match.view(), match.state, with_card("pass", "ZO"))
    assert finding == Move({"event": "pass", "player": "Cy"})
    match.apply(finding.event)
    assert sight.look(match.view(), match.state, with_card("pass", "ZO"))[1] is None
