"""Disorder! clause by clause, the impossible beginning and its proof (D6)."""

from tests.rules.disorder_table import cards, table
from tests.rules.play import cited, event, last, verdicts


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
