"""Disorder! clause by clause, the impossible beginning and its proof (D6)."""

from typing import Any

from companion.referee.match import Match
from tests.rules.disorder_table import cards, table
from tests.rules.play import cited, event, last, verdicts
from tests.seen import notes, seen


def test_d6_any_other_player_may_object_to_the_second_or_third_card() -> None:
    for letters, objectors in (("XZ", ("Ann", "Cy")), ("CXZ", ("Ann", "Bob"))):
        for objector in objectors:
            match = cards(table(), letters)
            match.apply(event("object", objector))
            assert cited(match) == ("objection", "D6")
            assert match.view().awaiting == "stand"
            assert match.view().turn == ("Bob" if letters == "XZ" else "Cy")


def test_d6_nobody_objects_to_a_card_of_their_own_or_too_late_or_with_a_wild() -> None:
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


def test_d6_a_refused_event_does_not_close_the_chance() -> None:
    match = cards(table(), "XZ")
    match.apply(event("place", "Ann", card="A"))
    match.apply(event("object", "Ann"))
    assert verdicts(match)[-2:] == ["not_your_turn", "objection"]


def test_d6_withdrawing_gives_the_same_player_another_card_which_may_be_objected_to_in_turn() -> None:
    match = cards(table(), "XZ")
    for one in (event("object", "Ann"), event("withdraw", "Bob")):
        match.apply(one)
    assert match.state.board == "X"
    assert match.view().turn == "Bob"
    match.apply(event("place", "Bob", card="Q"))
    match.apply(event("object", "Cy"))
    assert verdicts(match)[-3:] == ["withdrawn", "placed", "objection"]


def test_d6_after_an_objection_only_its_answer_counts() -> None:
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


def indebted(proof: str, word: str = "factories", **options: Any) -> Match:
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


def test_d6_a_proven_beginning_leaves_the_chips_where_the_challenge_put_them() -> None:
    match = indebted("act")
    assert cited(match) == ("proven", "D6")
    assert match.scores == {"Ann": 0, "Bob": 9, "Cy": 0}
    match = indebted("factory", word="xyzzy")
    assert last(match)["detail"] == "not_a_word"
    assert match.scores == {"Ann": 9, "Bob": 0, "Cy": 0}


def test_d6_who_cannot_prove_takes_the_points_whoever_lost() -> None:
    for proof in ("cat", "xcty", "amsterdam", ""):
        match = indebted(proof, word="xyzzy")
        assert cited(match) == ("not_proven", "D6")
        assert match.scores == {"Ann": 0, "Bob": 9, "Cy": 0}
        assert match.view().turn == "Bob"


def test_d6_the_proof_is_about_the_letters_of_the_objection_and_only_the_debtor_gives_it() -> None:
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


def test_d6_a_second_objection_to_the_same_card_is_refused() -> None:
    match = cards(table(), "CT")
    for one in (event("object", "Cy"), event("object", "Ann"), event("stand", "Bob"), event("object", "Ann")):
        match.apply(one)
    assert verdicts(match)[-3:] == ["not_now", "stands", "not_now"]
    match.apply(event("object", "Bob"))
    assert cited(match) == ("not_your_turn", "D6"), "it is his own card"


def two_debts(word: str = "acters") -> Match:
    """Bob stands by CT and Cy by CTE; CTER is challenged and Ann has named a word for it."""
    match = cards(table(words=("acter", "acters", "factory", "cat")), "CT")
    for one in (
        event("object", "Ann"),
        event("stand", "Bob"),
        event("place", "Cy", card="E"),
        event("object", "Bob"),
        event("stand", "Cy"),
        event("place", "Ann", card="R"),
        event("challenge", "Bob"),
        event("name_word", "Ann", word=word),
    ):
        match.apply(one)
        assert match.rulings[-1].accepted, match.rulings[-1]
    assert (match.view().turn, match.view().awaiting) == ("Bob", "prove")
    return match


def test_d6_a_debt_does_not_protect_the_next_card() -> None:
    match = two_debts()
    assert verdicts(match)[-8:-2] == ["objection", "stands", "placed", "objection", "stands", "placed"]
    assert notes(seen(match)) == ["Bob still owes a proof for CT.", "Cy still owes a proof for CTE."]


def test_d6_two_proofs_are_asked_for_in_the_order_of_the_objections_and_the_first_pays_nothing_yet() -> None:
    match = two_debts()
    match.apply(event("prove", "Cy", word="acter"))
    assert verdicts(match)[-1] == "not_your_turn"
    match.apply(event("prove", "Bob", word="factory"))
    assert cited(match) == ("proven", "D6")
    assert last(match)["changes"] == {}
    assert last(match)["reason"] == "“factory” proves CT; now Cy must prove CTE."
    assert (match.view().turn, match.view().awaiting) == ("Cy", "prove")
    match.apply(event("prove", "Cy", word="acter"))
    assert cited(match) == ("proven", "D6")
    assert last(match)["changes"] == {"Bob": 8}, "the challenge was lost by Bob"


def test_d6_the_first_debtor_who_cannot_takes_the_points_and_what_is_still_owed_lapses() -> None:
    match = two_debts()
    match.apply(event("prove", "Bob", word="cat"))
    assert cited(match) == ("not_proven", "D6")
    assert last(match)["changes"] == {"Bob": 8}
    match.apply(event("prove", "Cy", word="acter"))
    assert not match.rulings[-1].accepted
    assert notes(seen(match)) == []
    match = two_debts(word="xyzzy")
    match.apply(event("prove", "Bob", word="factory"))
    match.apply(event("prove", "Cy", word="factory"))
    assert cited(match) == ("not_proven", "D6")
    assert last(match)["changes"] == {"Cy": 8}, "although Ann lost the challenge"


def test_d6_a_withdrawn_third_card_leaves_what_is_owed_for_the_second() -> None:
    match = cards(table(), "CT")
    for one in (event("object", "Ann"), event("stand", "Bob"), event("place", "Cy", card="X"), event("object", "Ann")):
        match.apply(one)
    match.apply(event("withdraw", "Cy"))
    assert notes(seen(match)) == ["Bob still owes a proof for CT."]
    assert (match.state.board, match.view().turn) == ("CT", "Cy")


def test_d6_a_concession_ends_the_debt() -> None:
    match = cards(table(), "CT")
    for one in (event("object", "Ann"), event("stand", "Bob"), event("concede", "Cy")):
        match.apply(one)
    assert notes(seen(match)) == []
    cards(match, "ZOOM")
    match.apply(event("challenge", "Ann"))
    match.apply(event("name_word", "Cy", word="zoo"))
    assert verdicts(match)[-1] == "challenged_loses"
