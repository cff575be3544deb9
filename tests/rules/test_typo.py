"""TYPO, clause by clause. Each clause has a test named after it; the rulebook's examples are among them."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games import window
from companion.games.board import Chosen
from companion.referee.match import Match
from tests.rules.play import begin, cited, event, last, verdicts
from tests.seen import items, seen

ROWS = ["R", "E", "N", "T"]


def table(*said: dict[str, Any], players: Sequence[str] = ("Ann", "Bob"), rows: Any = ROWS, **options: Any) -> Match:
    match = begin("typo", players, rows=rows, **options)
    for one in said:
        match.apply(one)
    return match


def reveal(**cards: str) -> dict[str, Any]:
    return event("reveal", cards=cards)


def place(player: str, row: Any, side: str, word: str) -> dict[str, Any]:
    return event("place", player, row=row, side=side, word=word)


def doubt(*players: str, **fields: Any) -> dict[str, Any]:
    return event("doubt", players=list(players), **fields)


def rows(match: Match) -> list[str]:
    return list(match.result()["rows"])


def test_t1_hands_by_the_number_of_players_and_four_rows_of_one_letter() -> None:
    names = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus"]
    for count, hand in ((2, 14), (3, 13), (4, 12), (5, 11), (6, 10)):
        assert set(table(players=names[:count]).scores.values()) == {hand}
    for count in (1, 7):
        with pytest.raises(BadInput, match="2 to 6 players"):
            table(players=names[:count])
    for wrong in (
        ["R", "E", "N"],
        [*ROWS, "S"],
        ["RE", "N", "T", "S"],
        ["r", "E", "N", "T"],
        "RENT",
        None,
        [1, 2, 3, 4],
    ):
        with pytest.raises(BadInput, match="rows"):
            table(rows=wrong)
    with pytest.raises(BadInput, match="rows"):
        begin("typo", ("Ann", "Bob"))


def test_t2_everybody_reveals_one_card_and_then_all_are_placed() -> None:
    match = table(place("Ann", 1, "front", "era"))
    assert cited(match) == ("not_now", "T2")
    assert (match.view().turn, match.view().awaiting) == (None, "reveal")
    for wrong in (
        {"Ann": "E"},
        {"Ann": "E", "Bob": "?"},
        {"Ann": "E", "Bob": "X", "Cy": "Z"},
        {"Ann": "E", "Bob": "EE"},
    ):
        match.apply(event("reveal", cards=wrong))
        assert cited(match) == ("malformed", "—"), wrong
    match.apply(reveal(Ann="E", Bob="X"))
    assert match.scores == {"Ann": 14, "Bob": 14}, "a card leaves the hand when it is placed (T11)"
    match.apply(reveal(Ann="E", Bob="X"))
    assert cited(match) == ("not_now", "T2")


def test_t3_the_cards_are_placed_in_alphabetical_order() -> None:
    match = table(reveal(Ann="S", Bob="A", Cy="E"), players=("Ann", "Bob", "Cy"))
    assert [chosen.player for chosen in items(seen(match), Chosen)] == ["Bob", "Cy", "Ann"]
    match.apply(place("Ann", 2, "front", "sea"))
    assert cited(match) == ("not_your_turn", "T3")


@pytest.mark.parametrize(("holder", "order"), [("Ann", "Ann Bob Di"), ("Bob", "Bob Di Ann"), ("Cy", "Di Ann Bob")])
def test_t4_of_equal_letters_the_holder_of_the_timer_is_first_then_clockwise(holder: str, order: str) -> None:
    match = table(reveal(Ann="E", Bob="E", Cy="Z", Di="E"), players=("Ann", "Bob", "Cy", "Di"), timer_holder=holder)
    assert " ".join(chosen.player for chosen in items(seen(match), Chosen)) == f"{order} Cy"


def test_t4_a_change_of_holder_does_not_reorder_the_round() -> None:
    match = table(reveal(Ann="A", Bob="E", Cy="E"), players=("Ann", "Bob", "Cy"), timer_holder="Bob")
    match.apply(event("fail", "Ann", row=1))
    assert match.result()["timer_holder"] == "Ann"
    assert match.view().turn == "Bob"
    with pytest.raises(BadInput, match="timer_holder"):
        table(timer_holder="Zed")


def test_t5_the_rulebooks_erase_and_realize() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", "erase"))
    assert cited(match) == ("placed", "T5")
    assert rows(match) == ["ER", "E", "N", "T"]
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "back", "realize"))
    assert rows(match) == ["RE", "E", "N", "T"]


@pytest.mark.parametrize("word", ["e", "", "tera", "re", "4era", "ë r"])
def test_t5_a_word_that_does_not_begin_with_the_row_is_refused_and_may_be_said_again(word: str) -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", word), place("Ann", 1, "front", "erase"))
    assert verdicts(match)[1:] == ["does_not_begin", "placed"]


@pytest.mark.parametrize("word", ["er", "ERASE", "Érase", "e\u0301rase", "er-ase", "e'rase", "er4"])
def test_t5_a_word_may_be_exactly_the_row_and_is_folded_and_hyphens_are_not_heard(word: str) -> None:
    assert verdicts(table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", word)))[-1] == "placed"


def test_t5_there_are_four_rows() -> None:
    match = table(reveal(Ann="E", Bob="X"))
    for row in (0, 5, -1, 10**4400):
        match.apply(place("Ann", row, "front", "erase"))
        assert cited(match) == ("no_such_row", "T5")
    for wrong in ("1", True, 1.5, None):
        match.apply(place("Ann", wrong, "front", "erase"))
        assert cited(match) == ("malformed", "—")


def test_t6_the_timer_runs_thirty_seconds_and_always_if_agreed() -> None:
    match, always = (table(reveal(Ann="E", Bob="X"), always_timed=always) for always in (False, True))
    offer = window.offered(match.view(), match.state)
    assert offer is not None
    assert (offer.player, offer.total_ms) == ("Ann", 30_000)
    assert window.windows(match.view(), match.state) == (), "it runs once its holder starts it"
    assert window.offered(always.view(), always.state) is None
    assert window.windows(always.view(), always.state) == (offer,)


SIX = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")


@pytest.mark.parametrize(
    ("players", "doubters", "verdict"),
    [
        (SIX[:2], "Bob", "word_fails"),
        (SIX[:3], "Bob", "too_few_doubters"),
        (SIX[:3], "Bob Bob", "too_few_doubters"),
        (SIX[:3], "Bob Cy", "word_fails"),
        (SIX[:4], "Bob Cy", "word_fails"),
        (SIX[:5], "Bob Cy", "too_few_doubters"),
        (SIX[:5], "Bob Cy Di", "word_fails"),
    ],
)
def test_t7_more_than_half_of_the_others_must_doubt(players: tuple[str, ...], doubters: str, verdict: str) -> None:
    match = table(
        reveal(**dict.fromkeys(players, "X") | {"Ann": "E"}), place("Ann", 1, "front", "erxx"), players=players
    )
    match.apply(doubt(*doubters.split(), row=1))
    assert cited(match) == (verdict, "T7")


@pytest.mark.parametrize(
    ("players", "doubters", "verdict"),
    [
        (SIX[:2], "Bob", "too_few_doubters"),
        (SIX[:3], "Bob", "too_few_doubters"),
        (SIX[:3], "Bob Cy", "word_fails"),
        (SIX[:4], "Bob Cy", "too_few_doubters"),
        (SIX[:4], "Bob Cy Di", "word_fails"),
        (SIX[:5], "Bob Cy Di", "word_fails"),
    ],
)
def test_t7_majority_all_takes_half_of_all_players_the_placer_counted(
    players: tuple[str, ...], doubters: str, verdict: str
) -> None:
    match = table(
        reveal(**dict.fromkeys(players, "X") | {"Ann": "E"}),
        place("Ann", 1, "front", "erxx"),
        players=players,
        majority="all",
    )
    needed = match.state.doubters_needed
    match.apply(doubt(*doubters.split(), row=1))
    assert cited(match) == (verdict, "T7")
    assert (len(doubters.split()) < needed) == (verdict == "too_few_doubters")


def test_t7_majority_is_of_the_others_or_of_all() -> None:
    assert table(majority="others").view().may == table().view().may
    with pytest.raises(BadInput, match="majority"):
        table(majority="most")
    revealed = reveal(Ann="E", Bob="X", Cy="X")
    reasons = []
    for majority in ("others", "all"):
        match = table(revealed, place("Ann", 1, "front", "era"), players=("Ann", "Bob", "Cy"), majority=majority)
        match.apply(doubt("Bob"))
        reasons.append(last(match)["reason"])
    assert reasons == [
        "Doubted by 1 of the 2 others, and more than half are needed: the word counts.",
        "Doubted by 1 of all 3 players, and more than half are needed: the word counts.",
    ]


@settings(deadline=None)
@given(count=st.integers(2, 6), doubting=st.sets(st.integers(1, 5), min_size=1), everybody=st.booleans())
def test_t7_whether_doubters_are_enough_is_counted_by_heads(count: int, doubting: set[int], everybody: bool) -> None:
    """Of those asked, those who doubt are weighed against those who do not."""
    players = SIX[:count]
    doubters = [player for seat, player in enumerate(players) if seat in doubting]
    assume(doubters)
    asked = players if everybody else players[1:]
    believing = [player for player in asked if player not in doubters]
    match = table(
        reveal(**dict.fromkeys(players, "X") | {"Ann": "E"}),
        place("Ann", 1, "front", "erxx"),
        players=players,
        majority="all" if everybody else "others",
    )
    match.apply(doubt(*doubters, *doubters, row=1))
    enough = len(doubters) > len(believing)
    assert last(match)["verdict"] == ("word_fails" if enough else "too_few_doubters")


def test_t7_a_doubt_of_nobody_is_malformed_and_closes_nothing() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", "erxx"), doubt(), doubt("Bob", row=1), doubt())
    assert verdicts(match)[2:] == ["malformed", "word_fails", "malformed"]
    assert "players" in last(match)["reason"]


def test_t7_too_few_doubters_are_decided_before_the_row_and_the_spelling() -> None:
    for fields in ({"row": 9}, {"spelling": "tense"}, {}):
        match = table(reveal(Ann="E", Bob="X", Cy="X"), players=("Ann", "Bob", "Cy"))
        match.apply(place("Ann", 1, "front", "erxx"))
        match.apply(doubt("Bob", **fields))
        assert last(match)["verdict"] == "too_few_doubters"


def test_t7_a_doubted_word_of_the_dictionary_stands() -> None:
    for word in ("erase", "Érase"):
        match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", word), doubt("Bob", row=77))
        assert cited(match) == ("word_stands", "T7")
        assert rows(match)[0] == "ER"


def test_t7_the_placement_of_a_failed_word_is_undone() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", "er-ase"), doubt("Bob", row=3))
    assert cited(match) == ("word_fails", "T7")
    assert rows(match) == ["R", "E", "E", "T"]
    assert last(match)["changes"] == {"Ann": 1}


def test_t7_only_directly_after_a_place_and_once() -> None:
    match = table(doubt("Bob"), reveal(Ann="E", Bob="X"), doubt("Bob"), place("Ann", 1, "front", "erase"))
    assert verdicts(match) == ["not_now", "revealed", "not_now", "placed"]
    for refused in (place("Ann", 1, "front", "era"), doubt("Ann"), doubt("Bob", "Ann"), reveal(Ann="E", Bob="E")):
        match.apply(refused)
    assert verdicts(match)[-4:] == ["not_your_turn", "malformed", "malformed", "not_now"]
    match.apply(doubt("Bob"))
    match.apply(doubt("Bob"))
    assert verdicts(match)[-2:] == ["word_stands", "not_now"]
    match.apply(event("fail", "Bob"))
    match.apply(doubt("Ann", row=1))
    assert verdicts(match)[-2:] == ["row_taken", "not_now"], "and not after a fail"


def test_t7_what_is_spelled_is_looked_up_and_must_begin_with_the_row() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", "erays"), doubt("Bob", spelling="tense"))
    assert cited(match) == ("does_not_begin", "T7")
    match.apply(doubt("Bob", spelling="erase"))
    assert last(match)["verdict"] == "word_stands"


def test_t7_a_last_card_of_a_round_can_still_be_doubted() -> None:
    match = table(reveal(Ann="E", Bob="T"), place("Ann", 1, "front", "erase"), place("Bob", 2, "front", "texx"))
    assert match.view().turn is None
    match.apply(doubt("Ann"))
    assert cited(match) == ("word_fails", "T7")
    assert rows(match) == ["T", "E", "N", "T"], "row 1 was the longest once TE was E again"


def grown(**options: Any) -> Match:
    """Row 1 is START with five letters; Ann and Bob have revealed X and Z."""
    match = table(rows=["S", "E", "N", "T"], **options)
    for letter, other, row, side, word in (
        ("T", "N", 3, "back", "nn"),
        ("A", "N", 3, "back", "nnn"),
        ("R", "R", 2, "front", "re"),
        ("T", "R", 2, "front", "rre"),
    ):
        match.apply(reveal(Ann=letter, Bob=other))
        for _ in range(2):
            turn = match.view().turn
            match.apply(place("Ann", 1, "back", "start") if turn == "Ann" else place("Bob", row, side, word))
            assert match.rulings[-1].accepted
    match.apply(reveal(Ann="X", Bob="Z"))
    return match


def test_t8_the_second_half_rounded_up_goes_to_the_player_who_gets_the_timer() -> None:
    match = grown()
    assert rows(match) == ["START", "RRE", "NNN", "T"]
    match.apply(event("timeout", "Ann"))
    assert cited(match) == ("row_taken", "T8")
    assert last(match)["changes"] == {"Ann": 2}, "three cards come, one leaves"
    assert "Ann takes ART of row 1 and ST is out" in last(match)["reason"]
    assert rows(match) == ["X", "RRE", "NNN", "T"]
    assert match.result()["timer_holder"] == "Ann"


def test_t8_failing_is_for_whoever_must_place() -> None:
    match = table(event("fail", "Ann", row=1), reveal(Ann="E", Bob="X"), event("fail", "Bob", row=1))
    assert verdicts(match) == ["not_now", "revealed", "not_your_turn"]


def test_t9_of_several_longest_rows_the_player_chooses() -> None:
    match = grown()
    for row, verdict in ((2, "not_the_longest"), (7, "no_such_row"), (None, "row_taken")):
        match.apply(event("fail", "Ann", row=row))
        assert last(match)["verdict"] == verdict
    for row, verdict in ((None, "choose_row"), (1, "not_the_longest"), (0, "no_such_row"), (3, "row_taken")):
        match.apply(event("fail", "Bob", row=row))
        assert last(match)["verdict"] == verdict
    assert rows(match) == ["X", "RRE", "Z", "T"]


def test_t9_a_doubt_without_the_row_is_refused_and_may_be_said_again_with_it() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "front", "erxx"))
    for row, verdict in ((None, "choose_row"), (9, "no_such_row"), (2, "word_fails")):
        match.apply(doubt("Bob", row=row))
        assert last(match)["verdict"] == verdict


def test_t10_the_longest_row_is_judged_without_the_failing_card() -> None:
    match = table(reveal(Ann="A", Bob="E"), place("Ann", 3, "back", "naive"), place("Bob", 1, "back", "rexx"))
    match.apply(doubt("Ann", row=1))
    assert last(match)["verdict"] == "not_the_longest", "RE is R again"
    match.apply(doubt("Ann"))
    assert rows(match) == ["R", "E", "E", "T"]


def almost_out(**options: Any) -> Match:
    """Ann and Bob have one card each; Ann has revealed E, Bob X."""
    match = table(words=["ee", "xx"], **options)
    for number in range(13):
        match.apply(reveal(Ann="E", Bob="X"))
        match.apply(place("Ann", 2, "back", "e" * (number + 2)))
        match.apply(place("Bob", 1, "front", "x" * (number + 1) + "r"))
    assert match.scores == {"Ann": 1, "Bob": 1}
    match.apply(reveal(Ann="E", Bob="X"))
    return match


def test_t11_the_first_without_cards_wins_at_once() -> None:
    match = almost_out()
    match.apply(place("Ann", 3, "front", "en"))
    assert cited(match) == ("wins", "T11")
    assert match.view().winners == ("Ann",)
    assert match.scores == {"Ann": 0, "Bob": 1}, "the rest of the round is not placed"
    for late in (
        place("Bob", 1, "front", "xx"),
        reveal(Ann="E", Bob="E"),
        event("fail", "Bob"),
        event("timeout", "Ann"),
    ):
        match.apply(late)
        assert cited(match) == ("game_over", "T11")


def test_t11_a_winning_word_can_be_doubted_by_the_very_next_event() -> None:
    match = almost_out()
    match.apply(place("Ann", 3, "front", "enxx"))
    match.apply(event("fail", "Bob"))
    match.apply(doubt("Ann"))
    match.apply(doubt("Bob"))
    assert verdicts(match)[-3:] == ["game_over", "malformed", "choose_row"]
    match.apply(doubt("Bob", row=2))
    assert last(match)["verdict"] == "word_fails"
    assert last(match)["changes"] == {"Ann": 7}
    assert not match.view().over
    assert (match.view().turn, match.view().winners) == ("Bob", ())


def test_t11_a_winning_word_that_stands_closes_the_game() -> None:
    match = almost_out()
    match.apply(place("Ann", 3, "front", "en"))
    match.apply(doubt("Bob", spelling="ENE"))
    assert last(match)["verdict"] == "choose_row"
    match.apply(doubt("Bob", spelling="ee"))
    assert last(match)["verdict"] == "does_not_begin"
    match.apply(event("fail", "Bob"))
    assert cited(match) == ("game_over", "T11"), "and closes no chance"
    match = almost_out(majority="all")
    match.apply(place("Ann", 3, "front", "en"))
    match.apply(doubt("Bob"))
    assert last(match)["verdict"] == "too_few_doubters"
    match.apply(doubt("Bob"))
    assert cited(match) == ("game_over", "T11")


def test_t12_names_are_not_in_the_dictionary() -> None:
    match = table(reveal(Ann="E", Bob="X"), place("Ann", 1, "back", "Rene"), doubt("Bob", row=1), names=["rene"])
    assert last(match)["verdict"] == "word_fails"
    match = table(reveal(Ann="O", Bob="X"), place("Ann", 1, "back", "Rome"), doubt("Bob", row=1))
    assert last(match)["verdict"] == "word_stands", "rome is a word of this dictionary, too"


def test_the_view_offers_each_player_what_is_accepted() -> None:
    match = table()
    assert match.view().may == {"Ann": ("reveal",), "Bob": ("reveal",)}
    match.apply(reveal(Ann="E", Bob="X"))
    assert match.view().may == {"Ann": ("place", "fail", "timeout"), "Bob": ()}
    match.apply(place("Ann", 1, "front", "era"))
    assert match.view().may == {"Ann": (), "Bob": ("place", "fail", "timeout", "doubt")}
    match = almost_out()
    match.apply(place("Ann", 3, "front", "en"))
    assert match.view().may == {"Ann": (), "Bob": ("doubt",)}
