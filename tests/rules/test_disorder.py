"""Disorder!, clause by clause. Each clause has a test named after it; the rulebook's examples are among them."""

import pytest

from companion.errors import BadInput
from companion.rules.disorder.state import HOUSE_VALUES
from tests.rules.play import begin, cited, event, last, verdicts


def table(*said, players=("Ann", "Bob", "Cy"), **options):
    match = begin("disorder", players, **options)
    for one in said:
        match.apply(one)
    return match


def cards(match, letters):
    """The players place these cards in turn, each at the right end."""
    for letter in letters:
        match.apply(event("place", match.view().turn, card=letter))
        assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def challenged(letters, **options):
    """A board with a challenge on it: the last to place must name a word."""
    match = cards(table(**options), letters)
    match.apply(event("challenge", match.view().turn))
    return match


def test_d1_the_target_is_fifty_unless_any_other_positive_number_was_agreed():
    assert table().view().board["target"] == 50
    assert table(target=7).view().board["target"] == 7
    for wrong in (0, -1, "50", True, 50.0, None):
        with pytest.raises(BadInput, match="target"):
            table(target=wrong)


@pytest.mark.parametrize("count", [1, 11])
def test_d1_two_to_ten_players(count):
    with pytest.raises(BadInput, match="2 to 10 players"):
        table(players=[f"P{number}" for number in range(count)])


def test_d2_the_first_named_starts_and_turns_go_round():
    match = table()
    turns = []
    for letter in "ABCD":
        turns.append(match.view().turn)
        cards(match, letter)
    assert turns == ["Ann", "Bob", "Cy", "Ann"]
    assert table(starter="Cy").view().turn == "Cy"
    with pytest.raises(BadInput, match="starter"):
        table(starter="Zed")


def test_d3_a_card_goes_to_either_end_and_the_first_anywhere():
    match = table(
        event("place", "Ann", card="O", side="left"),
        event("place", "Bob", card="Z", side="left"),
        event("place", "Cy", card="M"),
    )
    assert match.view().board["row"] == ["Z", "O", "M"]
    assert cited(match) == ("placed", "D3")
    match.apply(event("place", "Bob", card="A"))
    assert cited(match) == ("not_your_turn", "D3")


def test_d4_a_card_face_down_counts_one():
    match = cards(table(values={"Z": 10}), "Z?")
    assert match.view().board["values"] == [10, 1]


def test_d5_the_board_is_worth_the_sum_of_its_cards():
    assert cards(table(), "ZOO?").view().board["points"] == 15


def test_d5_what_the_options_do_not_name_counts_as_in_the_house_deck():
    assert cards(table(values={"O": 3}), "ZOO?").view().board["points"] == HOUSE_VALUES["Z"] + 3 + 3 + 1
    for wrong in ({"z": 1}, {"Z": -1}, {"Z": True}, {"ZZ": 1}, ["Z"], {"?": 2}):
        with pytest.raises(BadInput, match="values"):
            table(values=wrong)


# ——— D6: an impossible beginning ———


def test_d6_any_other_player_may_object_to_the_second_or_third_card():
    for letters, objectors in (("XZ", ("Ann", "Cy")), ("CXZ", ("Ann", "Bob"))):
        for objector in objectors:
            match = cards(table(), letters)
            match.apply(event("object", objector))
            assert cited(match) == ("objection", "D6")
            assert match.view().awaiting == "stand"
            assert match.view().turn == ("Bob" if letters == "XZ" else "Cy")


def test_d6_nobody_objects_to_a_card_of_their_own_or_too_late_or_with_a_wild():
    match = cards(table(), "XZ")
    match.apply(event("object", "Bob"))
    assert verdicts(match)[-1] == "not_your_turn"
    cards(match, "Q")
    match.apply(event("object", "Ann"))
    assert verdicts(match)[-1] == "objection"
    for letters in ("X", "CATX", "X?", "?XQ"):
        match = cards(table(), letters)
        match.apply(event("object", match.view().turn))
        assert cited(match) == ("not_now", "D6"), letters


def test_d6_a_refused_event_does_not_close_the_chance():
    match = cards(table(), "XZ")
    match.apply(event("place", "Ann", card="A"))
    match.apply(event("object", "Ann"))
    assert verdicts(match)[-2:] == ["not_your_turn", "objection"]


def test_d6_withdrawing_gives_the_same_player_another_card_which_may_be_objected_to_in_turn():
    match = cards(table(), "XZ")
    for one in (event("object", "Ann"), event("withdraw", "Bob")):
        match.apply(one)
    assert match.view().board["row"] == ["X"]
    assert match.view().turn == "Bob"
    match.apply(event("place", "Bob", card="Q"))
    match.apply(event("object", "Cy"))
    assert verdicts(match)[-3:] == ["withdrawn", "placed", "objection"]


def test_d6_after_an_objection_only_its_answer_counts():
    match = cards(table(action_cards=True, answer_seconds=30), "XZ")
    match.apply(event("object", "Cy"))
    for one in (
        event("place", "Bob", card="A"),
        event("pass", "Bob"),
        event("concede", "Bob"),
        event("timeout", "Bob"),
        event("object", "Ann"),
    ):
        match.apply(one)
        assert verdicts(match)[-1] == "not_now", one
    match.apply(event("stand", "Cy"))
    assert verdicts(match)[-1] == "not_your_turn"


def indebted(proof, word="factories", **options):
    """Bob stands by CT, ACTO is challenged, the word is named, Bob proves."""
    match = cards(table(**options), "CT")
    match.apply(event("object", "Cy"))
    match.apply(event("stand", "Bob"))
    match.apply(event("place", "Cy", card="A", side="left"))
    match.apply(event("place", "Ann", card="O"))
    match.apply(event("challenge", "Bob"))
    match.apply(event("name_word", "Ann", word=word))
    assert cited(match) == ("answered", "D6")
    match.apply(event("prove", "Bob", word=proof))
    return match


def test_d6_a_proven_beginning_leaves_the_chips_where_the_challenge_put_them():
    match = indebted("act")
    assert cited(match) == ("proven", "D6")
    assert match.scores == {"Ann": 0, "Bob": 9, "Cy": 0}
    match = indebted("factory", word="xyzzy")
    assert last(match)["detail"] == "not_a_word"
    assert match.scores == {"Ann": 9, "Bob": 0, "Cy": 0}


def test_d6_who_cannot_prove_takes_the_points_whoever_lost():
    for proof in ("cat", "xcty", "amsterdam", ""):
        match = indebted(proof, word="xyzzy")
        assert cited(match) == ("not_proven", "D6")
        assert match.scores == {"Ann": 0, "Bob": 9, "Cy": 0}
        assert match.view().turn == "Bob"


def test_d6_the_proof_is_about_the_letters_of_the_objection_and_only_the_debtor_gives_it():
    match = cards(table(action_cards=True), "CT")
    for one in (
        event("object", "Ann"),
        event("stand", "Bob"),
        event("switch", "Cy", at=1, with_=2),
        event("place", "Ann", card="R"),
        event("place", "Bob", card="?"),
        event("challenge", "Cy"),
        event("name_word", "Bob", word="xyzzy"),
        event("prove", "Cy", word="act"),
        event("name_word", "Bob", word="act"),
        event("prove", "Bob", word="act"),
    ):
        match.apply(one)
    assert verdicts(match)[-3:] == ["not_your_turn", "not_now", "proven"]


def test_d6_there_is_one_debt_at_a_time():
    match = cards(table(), "CT")
    match.apply(event("object", "Cy"))
    match.apply(event("stand", "Bob"))
    match.apply(event("object", "Cy"))
    assert verdicts(match)[-1] == "not_now"
    cards(match, "X")
    match.apply(event("object", "Ann"))
    assert verdicts(match)[-1] == "not_now"


def test_d6_a_concession_ends_the_debt():
    match = cards(table(), "CT")
    for one in (event("object", "Ann"), event("stand", "Bob"), event("concede", "Cy")):
        match.apply(one)
    assert match.view().board["debt"] is None
    cards(match, "ZOOM")
    match.apply(event("challenge", "Ann"))
    match.apply(event("name_word", "Cy", word="zoo"))
    assert verdicts(match)[-1] == "challenged_loses"


# ——— D7, D8: the challenge ———


def test_d7_a_challenge_needs_four_cards_and_somebody_else_who_changed_the_board():
    match = cards(table(), "ZOO")
    match.apply(event("challenge", "Ann"))
    assert cited(match) == ("not_now", "D7")
    cards(match, "?")
    match.apply(event("challenge", "Cy"))
    assert cited(match) == ("not_your_turn", "D7")
    match.apply(event("challenge", "Bob"))
    assert cited(match) == ("challenged", "D7")
    assert (match.view().turn, match.view().awaiting) == ("Ann", "name_word")


def test_d7_one_cannot_challenge_oneself_after_a_pass():
    match = cards(table(players=("Ann", "Bob"), action_cards=True), "ZOOK")
    match.apply(event("pass", "Ann"))
    match.apply(event("challenge", "Bob"))
    assert cited(match) == ("not_now", "D7")


def test_d8_the_rulebooks_zookeeper():
    match = challenged("ZOO?", values={"Z": 10, "O": 2})
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert cited(match) == ("challenger_loses", "D8")
    assert match.scores["Bob"] == 15
    assert "Z 10 + O 2 + O 2 + wild 1 = 15 chips" in last(match)["reason"]


def test_d8_the_rulebooks_license_and_licorice():
    match = challenged("LIC?")
    match.apply(event("name_word", "Ann", word="license"))
    assert (last(match)["verdict"], last(match)["detail"]) == ("challenged_loses", "finished")
    assert match.scores["Ann"] == 10
    match = challenged("LIC?")
    match.apply(event("name_word", "Ann", word="licorice"))
    assert last(match)["verdict"] == "challenger_loses"
    assert match.scores["Bob"] == 10


@pytest.mark.parametrize(
    ("board", "word", "detail"),
    [
        ("CATE", "xyzzy", "not_a_word"),
        ("CATE", "", "not_a_word"),
        ("CATE", "cat-erer", "not_a_word"),
        ("CATE", "zoo", "does_not_fit"),
        ("CTER", "caterer", "does_not_fit"),
        ("CATE", "zoom", "does_not_fit"),
        ("ZOOM", "zoom", "finished"),
        ("ZOOK", "zook", "not_a_word"),
        ("?AT?", "cats", "finished"),
        ("CATE", "CATERER", None),
        ("CATE", " caterer ", None),
        ("NAIV", "naïve", None),
        ("TRAS", "Straße", None),
        ("????", "zookeeper", None),
    ],
)
def test_d8_the_four_grounds_in_their_order(board, word, detail):
    match = challenged(board)
    match.apply(event("name_word", "Ann", word=word))
    assert last(match)["verdict"] == ("challenger_loses" if detail is None else "challenged_loses")
    assert last(match).get("detail") == detail


def test_d8_one_unfinished_place_is_enough_unless_the_wilds_were_said():
    words = ["tensation", "tens", "sati"]  # ?????: any five in a row
    for wilds, detail in ((None, None), ("TENS", "finished"), ("ENSA", None), ("XXXX", "does_not_fit")):
        match = challenged("????", words=words)
        match.apply(event("name_word", "Ann", word="tensation", **({} if wilds is None else {"wilds": wilds})))
        assert last(match).get("detail") == detail, wilds


def test_d8_wilds_have_one_letter_each():
    match = challenged("ZOO?")
    for wrong in ("", "KK", "k", "?", 5, ["K"]):
        match.apply(event("name_word", "Ann", word="zookeeper", wilds=wrong))
        assert last(match)["verdict"] == "malformed"
        assert "wilds" in last(match)["reason"]
    match.apply(event("name_word", "Bob", word="zookeeper", wilds="KK"))
    assert last(match)["verdict"] == "not_your_turn"
    match.apply(event("name_word", "Ann", word="zookeeper", wilds="K"))
    assert last(match)["verdict"] == "challenger_loses"


def test_d8_there_is_one_answer_and_nothing_else_counts_meanwhile():
    match = challenged("ZOOM", action_cards=True)
    for one in (event("place", "Ann", card="A"), event("concede", "Ann"), event("prove", "Ann", word="zoo")):
        match.apply(one)
        assert last(match)["verdict"] == "not_now"
    match.apply(event("name_word", "Ann", word="zoo"))
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert verdicts(match)[-2:] == ["challenged_loses", "not_now"]


def test_d9_the_loser_takes_the_points_and_starts_on_an_empty_board():
    match = challenged("ZOO?")
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert match.view().board["row"] == []
    assert (match.view().turn, match.view().awaiting) == ("Bob", "place")
    assert match.result()["scores"] == {"Ann": 0, "Bob": 15, "Cy": 0}
    assert last(match)["changes"] == {"Bob": 15}


# ——— D10, D11 ———


def conceded(match, letters):
    cards(match, letters)
    match.apply(event("concede", match.view().turn))
    return match


def test_d10_at_the_target_the_fewest_chips_win():
    match = conceded(conceded(table(target=20), "Z"), "Q")
    assert match.scores == {"Ann": 0, "Bob": 10, "Cy": 10}
    conceded(match, "AQ")
    assert match.scores == {"Ann": 0, "Bob": 10 + 1 + 10, "Cy": 10}
    assert match.view().over
    assert match.view().winners == ("Ann",)


def tied():
    """Bob reaches the target; Ann, Cy and Di are tied at none."""
    return conceded(table(players=("Ann", "Bob", "Cy", "Di"), target=10), "Z")


def test_d10_the_tied_play_on_alone_until_one_is_left():
    match = tied()
    assert not match.view().over
    assert match.view().board["tie_break"] == ["Ann", "Cy", "Di"]
    assert match.view().turn == "Cy", "first in seating order after Bob, who took the last chips"
    match.apply(event("place", "Bob", card="A"))
    assert verdicts(match)[-1] == "not_your_turn"
    conceded(match, "QZ")
    assert last(match)["verdict"] == "eliminated"
    assert last(match)["changes"] == {}
    assert match.view().turn == "Cy", "first remaining after Ann, who was eliminated"
    cards(match, "CT")
    match.apply(event("object", "Bob"))
    assert verdicts(match)[-1] == "not_your_turn", "who does not play does not object"
    match.apply(event("concede", "Cy"))
    assert match.view().winners == ("Di",)
    assert match.view().turn is None
    match.apply(event("place", "Di", card="A"))
    assert cited(match) == ("game_over", "D10")


def test_d10_a_tie_break_challenge_keeps_its_detail_and_clause():
    match = cards(tied(), "ZOOM")
    match.apply(event("challenge", match.view().turn))
    match.apply(event("name_word", "Cy", word="zoom"))
    assert (last(match)["verdict"], last(match)["detail"], last(match)["clause"]) == ("eliminated", "finished", "D8")


def test_d11_conceding_takes_the_points_and_starts_the_next_round_at_once():
    match = table()
    match.apply(event("concede", "Ann"))
    assert cited(match) == ("not_now", "D11")
    conceded(match, "ZO")
    assert cited(match) == ("conceded", "D11")
    assert (match.scores["Cy"], match.view().turn, match.view().board["row"]) == (12, "Cy", [])


# ——— D12: action cards ———


@pytest.mark.parametrize(
    "action",
    [
        event("squeeze", "Ann", card="A", after=1),
        event("exchange", "Ann", at=1, card="A"),
        event("switch", "Ann", at=1, with_=2),
        event("pass", "Ann"),
    ],
    ids=lambda action: action["event"],
)
def test_d12_action_cards_are_not_enabled_unless_agreed(action):
    match = cards(table(), "CTA")
    match.apply(action)
    assert cited(match) == ("not_enabled", "D12")
    match.apply(action | {"player": "Bob"})
    assert cited(match) == ("not_enabled", "D12"), "that comes before not_your_turn"
    match = cards(table(action_cards=True), "CTA")
    match.apply(action | {"player": "Bob"})
    assert verdicts(match)[-1] == "not_your_turn"
    match.apply(action)
    assert match.rulings[-1].accepted
    assert match.view().turn == "Bob"


def test_d12_squeeze_exchange_and_switch_change_the_board():
    match = cards(table(action_cards=True), "CT")
    match.apply(event("squeeze", "Cy", card="?", after=1))
    assert match.view().board["row"] == ["C", "?", "T"]
    match.apply(event("exchange", "Ann", at=2, card="A"))
    assert match.view().board["row"] == ["C", "A", "T"]
    match.apply(event("switch", "Bob", at=3, with_=1))
    assert match.view().board["row"] == ["T", "A", "C"]
    assert match.view().board["last_changed_by"] == "Bob"


@pytest.mark.parametrize(
    "action",
    [
        event("squeeze", "Cy", card="A", after=0),
        event("squeeze", "Cy", card="A", after=2),
        event("exchange", "Cy", at=0, card="A"),
        event("exchange", "Cy", at=3, card="A"),
        event("switch", "Cy", at=1, with_=1),
        event("switch", "Cy", at=1, with_=3),
        event("switch", "Cy", at=-1, with_=2),
        event("exchange", "Cy", at=10**5000, card="A"),
    ],
)
def test_d12_a_place_that_is_not_there_is_no_such_card(action):
    match = cards(table(action_cards=True), "CT")
    match.apply(action)
    assert cited(match) == ("no_such_card", "D12")


def test_d12_a_passer_cannot_be_challenged_but_the_last_who_changed_the_board_can():
    match = cards(table(action_cards=True), "CATE")
    match.apply(event("pass", "Bob"))
    match.apply(event("challenge", "Cy"))
    assert match.view().turn == "Ann"


def test_d12_a_card_squeezed_in_can_be_objected_to_an_exchange_or_a_switch_cannot():
    match = cards(table(action_cards=True), "CT")
    match.apply(event("squeeze", "Cy", card="X", after=1))
    match.apply(event("object", "Bob"))
    assert verdicts(match)[-1] == "objection"
    match.apply(event("withdraw", "Cy"))
    assert match.view().board["row"] == ["C", "T"]
    assert match.view().board["last_changed_by"] == "Bob"
    for action in (event("exchange", "Cy", at=1, card="X"), event("switch", "Cy", at=1, with_=2)):
        match = cards(table(action_cards=True), "CT")
        match.apply(action)
        match.apply(event("object", "Ann"))
        assert verdicts(match)[-1] == "not_now"


# ——— D13, D14 ———


def test_d13_names_are_no_words_unless_agreed():
    for allowed, verdict in ((False, "challenged_loses"), (True, "challenger_loses")):
        match = challenged("AMST", names_allowed=allowed)
        match.apply(event("name_word", "Ann", word="Amsterdam"))
        assert last(match)["verdict"] == verdict
    for allowed, detail in ((False, None), (True, "finished")):
        match = challenged("ANNA", words=["annals", "savannah", "savannahs"], names_allowed=allowed)
        match.apply(event("name_word", "Ann", word="savannah"))
        assert last(match).get("detail") == detail


def test_d13_a_spelling_that_is_word_and_name_is_a_word():
    match = challenged("ROME")
    match.apply(event("name_word", "Ann", word="romeo"))
    assert last(match)["detail"] == "finished"


def test_d14_without_the_option_there_is_no_timer():
    match = table(event("timeout", "Bob"))
    assert cited(match) == ("not_enabled", "D14")
    for wrong in (0, -3, "30", True, float("nan")):
        with pytest.raises(BadInput, match="answer_seconds"):
            table(answer_seconds=wrong)


def test_d14_a_timeout_is_a_warning_a_concession_no_word_or_no_proof():
    match = table(event("timeout", "Ann"), event("timeout", "Bob"), answer_seconds=30)
    assert verdicts(match) == ["warned", "not_your_turn"]
    cards(match, "Z")
    match.apply(event("timeout", "Bob"))
    assert cited(match) == ("conceded", "D14")
    assert match.scores["Bob"] == 10
    assert last(match)["reason"] == "Time is up, so Bob concedes: Bob takes 10 chips."
    match = challenged("CATE", answer_seconds=2.5)
    match.apply(event("timeout", "Ann"))
    assert (last(match)["verdict"], last(match)["detail"]) == ("challenged_loses", "timeout")


def test_d14_with_a_debt_the_proof_is_still_awaited():
    match = cards(table(answer_seconds=30), "CT")
    for one in (event("object", "Cy"), event("stand", "Bob")):
        match.apply(one)
    cards(match, "ER")
    for one in (event("challenge", "Bob"), event("timeout", "Ann"), event("timeout", "Bob")):
        match.apply(one)
    assert verdicts(match)[-2:] == ["answered", "not_proven"]
    assert match.view().turn == "Bob"


def test_the_view_offers_each_player_what_is_accepted_and_nothing_else():
    match = cards(table(action_cards=True, answer_seconds=30), "CAT")
    may = match.view().may
    assert may["Ann"] == ("place", "object", "concede", "squeeze", "exchange", "switch", "pass", "timeout")
    assert may["Bob"] == ("object",)
    assert may["Cy"] == ()
    match.apply(event("object", "Bob"))
    assert match.view().may == {"Ann": (), "Bob": (), "Cy": ("withdraw", "stand")}
    match = challenged("CATE", answer_seconds=30)
    assert match.view().may["Ann"] == ("name_word", "timeout")
    assert challenged("CATE").view().may["Ann"] == ("name_word",)
