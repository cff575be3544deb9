"""Disorder!: what could have been, told when a challenge is decided, and never while it could help."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.games.disorder.events import NameWord, Pass, Timeout
from companion.games.disorder.hindsight import COPIES, hints
from companion.games.disorder.words import check_word
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.rules.disorder_table import cards, challenged, table
from tests.rules.play import event
from tests.views import shipped

if TYPE_CHECKING:
    import pytest

    from companion.referee.tableview import TableView

TWO = ("Ann", "Bob")
TRAINS = {"words": ["trains"]}


def decided(letters: str, word: str, **options: Any) -> dict[str, Any]:
    """What is told when two have laid these cards, and whoever laid the last names that word."""
    match = cards(table(players=TWO, **options), letters)
    match.apply(event("challenge", match.view().turn))
    match.apply(event("name_word", match.view().turn, word=word))
    return match.hints()


def test_what_would_have_won_is_said_only_of_a_challenge_that_was_lost() -> None:
    state = challenged("ZOO?").state
    assert hints(state, NameWord("Ann", "zoom"))["saving_words"] == ["zookeeper"]
    assert "saving_words" not in hints(state, NameWord("Ann", "zookeeper"))
    assert hints(state, Pass("Ann")) == {}
    assert hints(cards(table(), "ZOO").state, Timeout("Cy")) == {}
    assert hints(state, Timeout("Ann"))["saving_words"] == ["zookeeper"]


def test_the_safe_cards_are_those_of_the_row_that_the_loser_had_before_them() -> None:
    lost = decided("TRAX", "trax", lexicon=TRAINS)
    assert lost["safe_cards"] == {"player": "Bob", "row": "TRA", "left": "", "right": "I?"}
    won = decided("RAIN", "trains", lexicon=TRAINS)
    assert won["safe_cards"] == {"player": "Ann", "row": "RAIN", "left": "T?", "right": "S?"}


def test_it_is_told_until_when_the_round_could_still_be_won() -> None:
    """Whoever makes five of the six letters wins: so does whoever has four before them, and three are lost."""
    last = decided("RAIN", "trains", lexicon=TRAINS)["last_chance"]
    assert (last["player"], last["row"], last["face_up"]) == ("Ann", "RAIN", False)
    assert {"side": "left", "card": "T"} in last["cards"]
    told = decided("RAIX", "trains", lexicon=TRAINS)
    assert told["lost_from"] == {"player": "Bob", "row": "RAI"}
    assert "last_chance" not in told


def test_who_could_win_is_not_said_of_more_than_two_nor_with_action_cards() -> None:
    three = cards(table(lexicon=TRAINS), "RAIN")
    three.apply(event("challenge", three.view().turn))
    three.apply(event("name_word", three.view().turn, word="trains"))
    assert set(three.hints()) == {"safe_cards"}
    assert set(decided("RAIN", "trains", lexicon=TRAINS, action_cards=True)) == {"safe_cards"}


def test_a_row_that_was_taken_back_was_none_of_the_round() -> None:
    match = cards(table(players=TWO, lexicon=TRAINS), "RA")
    match.apply(event("object", "Ann"))
    match.apply(event("withdraw", "Bob"))
    match.apply(event("place", "Bob", card="T", side="left"))
    cards(match, "AX")
    match.apply(event("challenge", "Ann"))
    match.apply(event("name_word", "Bob", word="trains"))
    assert match.hints()["safe_cards"]["row"] == "TRA"
    assert match.hints()["lost_from"] == {"player": "Bob", "row": "TRA"}


def test_how_often_a_challenge_is_right_is_counted_over_every_way_to_deal_what_is_left() -> None:
    words = ["lattice", "lactose", "plaster"]
    state = challenged("LA??", lexicon={"words": words}).state
    left = {letter: COPIES - state.board.count(letter) for letter in ascii_uppercase}
    every = right = 0
    for one, other in product(ascii_uppercase, repeat=2):
        ways = left[one] * (left[other] - (one == other))
        every += ways
        right += ways * all(check_word(state, word, one + other).failing is not None for word in words)
    told = hints(state, NameWord("Ann", "lattice"))["right_in_hundred"]
    assert told == round(100 * Fraction(right, every))


def test_nothing_is_told_while_a_proof_is_owed() -> None:
    """A word with the row in it has its beginning in it: it would be the proof."""
    match = cards(table(players=TWO, lexicon=TRAINS), "TR")
    match.apply(event("object", "Ann"))
    match.apply(event("stand", "Bob"))
    cards(match, "AX")
    match.apply(event("challenge", "Ann"))
    match.apply(event("name_word", "Bob", word="trax"))
    assert match.hints() == {}
    match.apply(event("prove", "Bob", word="trains"))
    assert match.hints()["safe_cards"]["row"] == "TRA"
    match.apply({"event": "undo"})
    match.apply(event("prove", "Bob", word="trax"))
    assert match.hints() == {"saving_words": []}


HIDDEN = ["quibblesome", "quizmaster", "quicksilver"]  # nobody says these
ENDS_A_ROUND = {"challenger_loses", "challenged_loses", "proven", "not_proven", "eliminated"}
SAYS: dict[str, dict[str, Any]] = {
    "name_word": {"event": "name_word", "word": "quibble"},
    "prove": {"event": "prove", "word": "quibble"},
    "stand": {"event": "stand"},
}
WHIMS = st.lists(
    st.tuples(st.sampled_from("QUIBZ?CK"), st.sampled_from(["left", "right"]), st.integers(0, 4)),
    min_size=6,
    max_size=14,
)


@settings(max_examples=20)
@given(whims=WHIMS)
def test_no_byte_that_is_served_tells_a_word_while_it_could_help(
    whims: list[tuple[str, str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Matches with cards, objections, challenges and proofs as it comes; all that is shown is looked through."""
    journal = Journal(tmp_path_factory.mktemp("served") / "journal.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    served: list[TableView] = []
    referee.begin({"game": "disorder", "players": list(TWO), "options": {"lexicon": {"words": HIDDEN}}})
    referee.subscribe(served.append)
    for card, side, whim in whims:
        match = referee.view.match
        assert match is not None
        player = match.actor or ""
        said = SAYS.get(match.awaiting or "", {"event": "place", "card": card, "side": side})
        if said["event"] == "place" and whim < 3 and "challenge" in match.may[player]:
            said = {"event": "challenge"}
        elif said["event"] == "place" and whim == 4:
            said, player = {"event": "object"}, TWO[1 - TWO.index(player)]
        referee.happen({**said, "player": player}, source=Source.HOST)
    journal.close()
    for view in served:
        newest = str(view.protocol[-1].record.ruling.verdict) if view.protocol else ""
        assert view.match is not None
        if newest not in ENDS_A_ROUND or view.match.awaiting == "prove":
            assert view.hints == {}
            shown = json.dumps(view.to_json() | {"options": None}).lower()
            assert not any(word in shown for word in HIDDEN)
