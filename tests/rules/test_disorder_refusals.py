"""Disorder!: what a refusal cites and says, what the deciding rulings say, and the cases that only just come out so."""

from typing import Any

import pytest

from companion.games.disorder import windows
from tests.rules.disorder_table import table
from tests.rules.play import cited, event, last

ACTIONS: dict[str, Any] = {"action_cards": True}
TIMED: dict[str, Any] = {"answer_seconds": 30}


def row(letters: str) -> list[dict[str, Any]]:
    """Ann, Bob and Cy place these cards in turn."""
    return [event("place", ("Ann", "Bob", "Cy")[at % 3], card=letter) for at, letter in enumerate(letters)]


CALLED = [*row("ZOO?"), event("challenge", "Bob")]
OBJECTED = [*row("CT"), event("object", "Cy")]
OWED = [*OBJECTED, event("stand", "Bob"), *[event("place", name, card="A") for name in ("Cy", "Ann")]]
PROVING = [*OWED, event("challenge", "Bob"), event("name_word", "Ann", word="xyzzy")]
OVER = [*row("Z"), event("concede", "Bob"), event("place", "Cy", card="Z"), event("concede", "Ann")]
OVER_SAID = "The game is over: Cy has won."
STANDS_OR_NOT = "Not now: Bob must first withdraw the card or stand by it."
PROOF = "Not now: Bob is to prove the beginning."
REFUSED: list[tuple[list[dict[str, Any]], dict[str, Any], str, str, dict[str, Any]]] = [
    ([], event("place", "Bob", card="A"), "not_your_turn D3", "It is Ann's turn.", {}),
    (row("A"), event("concede", "Ann"), "not_your_turn D11", "It is Bob's turn.", {}),
    (row("ACTE"), event("challenge", "Ann"), "not_your_turn D7", "It is Bob's turn.", {}),
    (row("ACTE"), event("pass", "Ann"), "not_your_turn D3", "It is Bob's turn.", ACTIONS),
    (row("A"), event("timeout", "Ann"), "not_your_turn D14 house", "It is Bob's turn.", TIMED),
    (CALLED, event("name_word", "Bob", word="zoo"), "not_your_turn D3", "It is Ann's turn.", {}),
    ([], event("withdraw", "Ann"), "not_now D6", "Not now: Ann is to play a card.", {}),
    ([], event("stand", "Ann"), "not_now D6", "Not now: Ann is to play a card.", {}),
    ([], event("prove", "Ann", word="zoo"), "not_now D6", "Not now: Ann is to play a card.", {}),
    ([], event("name_word", "Ann", word="zoo"), "not_now D8", "Not now: Ann is to play a card.", {}),
    (OBJECTED, event("place", "Bob", card="A"), "not_now D3",
     STANDS_OR_NOT, {}),
    (OBJECTED, event("challenge", "Bob"), "not_now D7", STANDS_OR_NOT, {}),
    (OBJECTED, event("concede", "Bob"), "not_now D11", STANDS_OR_NOT, {}),
    (OBJECTED, event("timeout", "Bob"), "not_now D14 house",
     "The timer does not run while Bob answers an objection.", TIMED),
    (CALLED, event("place", "Ann", card="A"), "not_now D3", "Not now: Ann is to name the word.", {}),
    (CALLED, event("switch", "Ann", at=1, with_=2), "not_now D12", "Not now: Ann is to name the word.", ACTIONS),
    (PROVING, event("exchange", "Bob", at=1, card="A"), "not_now D12", PROOF, ACTIONS),
    (row("CT"), event("object", "Bob"), "not_your_turn D6", "Nobody objects to a card of their own.", {}),
    (row("CTA"), event("object", "Cy"), "not_your_turn D6", "Nobody objects to a card of their own.", {}),
    (row("C"), event("object", "Bob"), "not_now D6",
     "An objection comes directly after the second or third card, with all cards face up.", {}),
    (row("C?"), event("object", "Ann"), "not_now D6",
     "An objection comes directly after the second or third card, with all cards face up.", {}),
    ([*row("CT"), event("concede", "Cy")], event("object", "Ann"), "not_now D6",
     "An objection comes directly after the second or third card, with all cards face up.", {}),
    (row("CTAR"), event("object", "Bob"), "not_now D6",
     "An objection comes directly after the second or third card, with all cards face up.", {}),
    (row("ACT"), event("challenge", "Ann"), "not_now D7", "A challenge needs at least four cards on the board.", {}),
    ([], event("concede", "Ann"), "not_now D11", "There is nothing on the board to concede.", {}),
    ([], event("pass", "Ann"), "not_enabled D12", "This match is played without action cards.", {}),
    (row("AC"), event("squeeze", "Cy", card="A", after=1), "not_enabled D12",
     "This match is played without action cards.", {}),
    ([], event("timeout", "Ann"), "not_enabled D14 house", "This match is played without a timer.", {}),
    (row("AC"), event("squeeze", "Cy", card="A", after=0), "no_such_card D12",
     "There are no two neighbours with card 0 on the left.", ACTIONS),
    (row("AC"), event("squeeze", "Cy", card="A", after=2), "no_such_card D12",
     "There are no two neighbours with card 2 on the left.", ACTIONS),
    (row("AC"), event("exchange", "Cy", card="A", at=0), "no_such_card D12", "The board has no card 0.", ACTIONS),
    (row("AC"), event("exchange", "Cy", card="A", at=3), "no_such_card D12", "The board has no card 3.", ACTIONS),
    (row("AC"), event("switch", "Cy", at=0, with_=1), "no_such_card D12", "The board has no card 0.", ACTIONS),
    (row("AC"), event("switch", "Cy", at=1, with_=3), "no_such_card D12", "The board has no card 3.", ACTIONS),
    (row("AC"), event("switch", "Cy", at=2, with_=2), "no_such_card D12",
     "A card cannot change places with itself.", ACTIONS),
    (CALLED, event("name_word", "Ann", word="zookeeper", wilds="KK"), "malformed —",
     "The field “wilds” must have one letter per wild, here 1.", {}),
    (OVER, event("name_word", "Cy", word="zoo", wilds="K"), "game_over D10", OVER_SAID, {"target": 1}),
    (CALLED, event("name_word", "Bob", word="zoo", wilds="KK"), "not_your_turn D3", "It is Ann's turn.", {}),
    (OVER, event("place", "Ann", card="A"), "game_over D10", OVER_SAID, {"target": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "said", "ruled", "reason", "options"), REFUSED)
def test_a_refusal_cites_the_clause_that_decides_it(
    before: list[dict[str, Any]], said: dict[str, Any], ruled: str, reason: str, options: dict[str, Any]
) -> None:
    match = table(*before, said, **options)
    house = " house" if last(match).get("house") else ""
    assert (" ".join(cited(match)) + house, last(match)["reason"]) == (ruled, reason)


ANN_TAKES = "Ann takes Z 10 + O 2 + O 2 + wild 1 = 15 chips."
BOB_IS_LATE = "Time is up, so Bob concedes: Bob takes 1 chip."
ACCEPTED: list[tuple[list[dict[str, Any]], dict[str, Any], str, str, dict[str, Any]]] = [
    (row("A"), event("place", "Bob", card="?"), "placed D3", "Bob plays a card face down.", {}),
    (row("CT"), event("object", "Cy"), "objection D6",
     "Cy doubts that a word has CT in it: Bob withdraws the card or stands.", {}),
    (row("CT"), event("object", "Ann"), "objection D6 house",
     "Ann doubts that a word has CT in it: Bob withdraws the card or stands.", {}),
    (OBJECTED, event("withdraw", "Bob"), "withdrawn D6", "Bob takes the card back and plays another.", {}),
    (OBJECTED, event("stand", "Bob"), "stands D6",
     "Bob stands, and must prove CT when this round's challenge is decided.", {}),
    (row("AC"), event("pass", "Cy"), "passed D12", "Cy passes; it is Ann's turn.", ACTIONS),
    (row("AC"), event("squeeze", "Cy", card="T", after=1), "squeezed D12", "Cy squeezes a card in: ATC.", ACTIONS),
    (row("AC"), event("exchange", "Cy", card="T", at=2), "exchanged D12", "Cy exchanges a card: AT.", ACTIONS),
    (row("ACT"), event("switch", "Ann", at=3, with_=1), "switched D12", "Ann switches two cards: TCA.", ACTIONS),
    (row("ZOO?"), event("challenge", "Bob"), "challenged D7", "Bob challenges Ann: which word is it?", {}),
    (CALLED, event("name_word", "Ann", word="zookeeper"), "challenger_loses D8",
     "“zookeeper” is a word, and ZOOK in it is not finished: Bob takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.", {}),
    (CALLED, event("name_word", "Ann", word="zookeeper", wilds="M"), "challenged_loses D8",
     "“zookeeper” does not have M where the wild lies: Ann takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.", {}),
    (CALLED, event("name_word", "Ann", word="licorice", wilds="M"), "challenged_loses D8",
     f"“licorice” does not have the board's letters together in that order: {ANN_TAKES}", {}),
    (CALLED, event("name_word", "Ann", word="zoomx"), "challenged_loses D8",
     "“zoomx” is not in the dictionary: Ann takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.", {}),
    (CALLED, event("name_word", "Ann", word="zoom"), "challenged_loses D8",
     "In “zoom” the board spells ZOOM, which is already a word: Ann takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.", {}),
    (CALLED, event("timeout", "Ann"), "challenged_loses D14 house",
     "Time is up and Ann has named no word: Ann takes Z 10 + O 2 + O 2 + wild 1 = 15 chips.", TIMED),
    (PROVING, event("prove", "Bob", word="factory"), "proven D6",
     "“factory” proves CT: Ann takes C 5 + T 1 + A 1 + A 1 = 8 chips.", {}),
    (PROVING, event("prove", "Bob", word="cat"), "not_proven D6",
     "“cat” does not have CT in it: Bob takes C 5 + T 1 + A 1 + A 1 = 8 chips.", {}),
    (PROVING, event("prove", "Bob", word="xyzct"), "not_proven D6",
     "“xyzct” is not in the dictionary: Bob takes C 5 + T 1 + A 1 + A 1 = 8 chips.", {}),
    (PROVING, event("timeout", "Bob"), "not_proven D14 house",
     "Time is up and Bob has proven nothing: Bob takes C 5 + T 1 + A 1 + A 1 = 8 chips.", TIMED),
    ([], event("timeout", "Ann"), "warned D14 house", "Ann is asked to play a card.", TIMED),
    (row("A"), event("timeout", "Bob"), "conceded D14 house", BOB_IS_LATE, TIMED),
    (row("A"), event("concede", "Bob"), "conceded D11", "Bob concedes: Bob takes 1 chip.", {}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "said", "ruled", "reason", "options"), ACCEPTED)
def test_a_ruling_says_what_has_happened_by_which_clause(
    before: list[dict[str, Any]], said: dict[str, Any], ruled: str, reason: str, options: dict[str, Any]
) -> None:
    match = table(*before, said, **options)
    house = " house" if last(match).get("house") else ""
    assert (" ".join(cited(match)) + house, last(match)["reason"]) == (ruled, reason)


def test_what_is_shown_of_the_turn() -> None:
    match = table(*row("A"), target=1, **TIMED)
    view = match.view()
    assert (view.score_name, view.turn, view.awaiting) == ("chips", "Bob", "place")
    assert windows.timed(match.state) is not None
    assert table(*row("A")).view().may["Bob"] != ()
    match.apply(event("concede", "Bob"))
    assert match.view().awaiting == "place", "Ann and Cy are tied and play on"


def test_d12_who_passes_closes_the_chance_to_object() -> None:
    match = table(*row("CT"), event("pass", "Cy"), event("object", "Ann"), **ACTIONS)
    assert cited(match) == ("not_now", "D6")
    match = table(*row("CT"), event("exchange", "Cy", at=1, card="F"), event("object", "Ann"), **ACTIONS)
    assert cited(match) == ("not_now", "D6")
    match = table(*row("CT"), event("squeeze", "Cy", after=1, card="Z"), event("object", "Ann"), **ACTIONS)
    assert cited(match) == ("objection", "D6")


def test_d7_who_alone_has_changed_the_board_is_challenged_by_nobody() -> None:
    passes = [event("pass", name) for name in ("Bob", "Cy")]
    board = [step for letter in "ACTE" for step in (event("place", "Ann", card=letter), *passes)]
    match = table(*board, event("challenge", "Ann"), **ACTIONS)
    assert cited(match) == ("not_now", "D7")
    assert last(match)["reason"] == "Nobody else has changed the board, so there is nobody to challenge."


TWICE = [
    *OBJECTED, event("stand", "Bob"), event("place", "Cy", card="A"), event("object", "Ann"), event("stand", "Cy"),
    event("place", "Ann", card="R"), event("challenge", "Bob"),
]  # fmt: skip


def test_d6_what_is_owed_one_by_one_is_our_reading_and_the_last_proof_is_not() -> None:
    match = table(*TWICE, words=["factory", "xctary"])
    ruled = []
    for name, word in (("Ann", "zzz"), ("Bob", "factory"), ("Cy", "xctary")):
        kind = "name_word" if name == "Ann" else "prove"
        match.apply(event(kind, name, word=word))
        ruled.append((*cited(match), last(match).get("house", False), last(match)["reason"]))
    assert ruled == [
        ("answered", "D6", True, "“zzz” is not in the dictionary; before the chips are given, Bob must prove CT."),
        ("proven", "D6", True, "“factory” proves CT; now Cy must prove CTA."),
        ("proven", "D6", False, "“xctary” proves CTA: Ann takes C 5 + T 1 + A 1 + R 1 = 8 chips."),
    ]


def test_d14_who_names_nothing_in_time_has_answered_by_that() -> None:
    match = table(*OWED, event("challenge", "Bob"), event("timeout", "Ann"), **TIMED)
    assert (*cited(match), last(match)["house"]) == ("answered", "D14", True)


def test_d10_in_a_tie_break_only_the_tied_object_and_who_takes_the_chips_is_out() -> None:
    tied = [*row("Z"), event("concede", "Bob"), event("place", "Cy", card="C"), event("place", "Ann", card="T")]
    match = table(*tied, event("object", "Bob"), target=1)
    assert (*cited(match), last(match)["reason"]) == ("not_your_turn", "D6", "Bob does not play this round.")
    match.apply(event("concede", "Cy"))
    assert cited(match) == ("eliminated", "D11")
    assert last(match)["reason"] == "Cy concedes, so Cy would take C 5 + T 1 = 6 chips and is out of the tie-break."


@pytest.mark.parametrize("way", ["withdraw", "stand", "exchange", "pass"])
def test_d6_what_a_card_could_be_taken_back_to_is_forgotten_once_it_cannot(way: str) -> None:
    fields = {"exchange": {"at": 1, "card": "A"}}.get(way, {})
    before = OBJECTED if way in ("withdraw", "stand") else row("CT")
    match = table(*before, event(way, "Bob" if before is OBJECTED else "Cy", **fields), **ACTIONS)
    assert match.rulings[-1].accepted
    assert (match.state.before_card, match.state.objectable) == (("", None), False)
