"""Disorder! clause by clause, the challenge and its words (D7–D9, D13); the rulebook's examples are among them."""

import pytest

from tests.rules.disorder_table import cards, challenged, table
from tests.rules.play import cited, event, last, verdicts

# ——— D7–D9: the challenge ———


def test_d7_a_challenge_needs_four_cards_and_somebody_else_who_changed_the_board() -> None:
    match = cards(table(), "ZOO")
    match.apply(event("challenge", "Ann"))
    assert cited(match) == ("not_now", "D7")
    cards(match, "?")
    match.apply(event("challenge", "Cy"))
    assert cited(match) == ("not_your_turn", "D7")
    match.apply(event("challenge", "Bob"))
    assert cited(match) == ("challenged", "D7")
    assert (match.view().turn, match.view().awaiting) == ("Ann", "name_word")


def test_d7_one_cannot_challenge_oneself_after_a_pass() -> None:
    match = cards(table(players=("Ann", "Bob"), action_cards=True), "ZOOK")
    match.apply(event("pass", "Ann"))
    match.apply(event("challenge", "Bob"))
    assert cited(match) == ("not_now", "D7")


def test_d8_the_rulebooks_zookeeper() -> None:
    match = challenged("ZOO?", values={"Z": 10, "O": 2})
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert cited(match) == ("challenger_loses", "D8")
    assert match.scores["Bob"] == 15
    assert "Z 10 + O 2 + O 2 + wild 1 = 15 chips" in last(match)["reason"]


def test_d8_the_rulebooks_license_and_licorice() -> None:
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
def test_d8_the_four_grounds_in_their_order(board: str, word: str, detail: str) -> None:
    match = challenged(board)
    match.apply(event("name_word", "Ann", word=word))
    assert last(match)["verdict"] == ("challenger_loses" if detail is None else "challenged_loses")
    assert last(match).get("detail") == detail


def test_d8_one_unfinished_place_is_enough_unless_the_wilds_were_said() -> None:
    words = ["tensation", "tens", "sati"]  # ?????: any five in a row
    for wilds, detail in ((None, None), ("TENS", "finished"), ("ENSA", None), ("XXXX", "does_not_fit")):
        match = challenged("????", words=words)
        match.apply(event("name_word", "Ann", word="tensation", **({} if wilds is None else {"wilds": wilds})))
        assert last(match).get("detail") == detail, wilds


def test_d8_wilds_have_one_letter_each() -> None:
    match = challenged("ZOO?")
    for wrong in ("", "KK", "k", "?", 5, ["K"]):
        match.apply(event("name_word", "Ann", word="zookeeper", wilds=wrong))
        assert last(match)["verdict"] == "malformed"
        assert "wilds" in last(match)["reason"]
    match.apply(event("name_word", "Bob", word="zookeeper", wilds="KK"))
    assert last(match)["verdict"] == "not_your_turn"
    match.apply(event("name_word", "Ann", word="zookeeper", wilds="K"))
    assert last(match)["verdict"] == "challenger_loses"


def test_d8_there_is_one_answer_and_nothing_else_counts_meanwhile() -> None:
    match = challenged("ZOOM", action_cards=True)
    for one in (event("place", "Ann", card="A"), event("concede", "Ann"), event("prove", "Ann", word="zoo")):
        match.apply(one)
        assert last(match)["verdict"] == "not_now"
    match.apply(event("name_word", "Ann", word="zoo"))
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert verdicts(match)[-2:] == ["challenged_loses", "not_now"]


def test_d9_the_loser_takes_the_points_and_starts_on_an_empty_board() -> None:
    match = challenged("ZOO?")
    match.apply(event("name_word", "Ann", word="zookeeper"))
    assert match.state.board == ""
    assert (match.view().turn, match.view().awaiting) == ("Bob", "place")
    assert match.result()["scores"] == {"Ann": 0, "Bob": 15, "Cy": 0}
    assert last(match)["changes"] == {"Bob": 15}


# ——— D13: which words ———


def test_d13_names_are_no_words_unless_agreed() -> None:
    for allowed, verdict in ((False, "challenged_loses"), (True, "challenger_loses")):
        match = challenged("AMST", names_allowed=allowed)
        match.apply(event("name_word", "Ann", word="Amsterdam"))
        assert last(match)["verdict"] == verdict
    for allowed, detail in ((False, None), (True, "finished")):
        match = challenged("ANNA", words=["annals", "savannah", "savannahs"], names_allowed=allowed)
        match.apply(event("name_word", "Ann", word="savannah"))
        assert last(match).get("detail") == detail


def test_d13_a_spelling_that_is_word_and_name_is_a_word() -> None:
    match = challenged("ROME")
    match.apply(event("name_word", "Ann", word="romeo"))
    assert last(match)["detail"] == "finished"
