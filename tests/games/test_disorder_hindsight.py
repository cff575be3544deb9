"""Disorder!: what could have been, told when a challenge is decided, and never while it could help."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product, takewhile
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Literal

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.games.disorder.events import NameWord, Pass, Timeout
from companion.games.disorder.hindsight import could_have_challenged, hints
from companion.games.disorder.odds import letters_unseen
from companion.games.disorder.state import COPIES
from companion.games.disorder.words import check_word, readings, saving_words, standing_letters, stands
from companion.lexicon import Lexicon
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.solvers.face_down import TooMany
from companion.solvers.retrograde import lost_runs
from tests.rules.disorder_table import cards, challenged, table
from tests.rules.play import event
from tests.views import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    assert (last["left"], last["right"]) == ("T?", "S"), "three cards at most"
    told = decided("RAIX", "trains", lexicon=TRAINS)
    assert told["lost_from"] == {"player": "Bob", "row": "RAI"}
    assert "last_chance" not in told


def test_who_could_win_is_not_said_of_more_than_two_nor_with_action_cards() -> None:
    three = cards(table(lexicon=TRAINS), "RAIN")
    three.apply(event("challenge", three.view().turn))
    three.apply(event("name_word", three.view().turn, word="trains"))
    assert set(three.hints()) == {"safe_cards"}
    assert set(decided("RAIN", "trains", lexicon=TRAINS, action_cards=True)) == {"safe_cards", "safe_actions"}


def remarks(told: Mapping[str, Any]) -> list[str]:
    return [each["text"] for each in told.get("remarks", ())]


def test_a_challenge_that_was_not_called_is_told_and_the_round_was_not_lost_before_it() -> None:
    told = decided("TRAXY", "trains", lexicon=TRAINS)
    assert remarks(told) == ["No word would have saved TRAX: Ann could have challenged it."]
    assert not {"lost_from", "last_chance"} & set(told)
    assert remarks(decided("RAINXY", "trains", lexicon=TRAINS)) == [
        "No word would have saved RAINX: Bob could have challenged it."
    ]
    three = cards(table(lexicon=TRAINS), "TRAXY")
    three.apply(event("challenge", "Cy"))
    three.apply(event("name_word", "Bob", word="trains"))
    assert remarks(three.hints()) == ["No word would have saved TRAX: Bob could have challenged it."]


def test_an_objection_that_was_not_made_is_told() -> None:
    told = decided("TXAY", "trains", lexicon=TRAINS)
    assert remarks(told) == ["No word has TXA in it: Bob could have objected to it."]
    assert "lost_from" not in told


def test_whoever_objected_or_owes_a_proof_is_told_of_neither() -> None:
    match = cards(table(players=TWO, lexicon={"words": ["zoo"]}), "ZOO")
    match.apply(event("object", "Bob"))
    match.apply(event("stand", "Ann"))
    cards(match, "XY")
    assert not could_have_challenged(match.state, 0), "Ann owes a proof"
    match.apply(event("challenge", "Bob"))
    match.apply(event("name_word", "Ann", word="zoo"))
    match.apply(event("prove", "Ann", word="zoo"))
    assert match.rulings[-1].detail == "does_not_fit"
    assert remarks(match.hints()) == []


@settings(max_examples=60)
@given(
    st.lists(st.text("abc", min_size=3, max_size=7), min_size=1, max_size=8, unique=True),
    st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(("left", "right"))), min_size=4, max_size=7),
)
def test_until_when_a_round_could_be_won_is_what_trying_every_card_and_challenge_finds(
    words: list[str], laid: list[tuple[str, Literal["left", "right"]]]
) -> None:
    """Of rows of four cards and more: to those before, somebody could object."""

    def is_won(row: str) -> bool:
        """Whether whoever has the row before them wins, if both always have the right card."""
        if not judged(words, row):
            return True
        return any(not is_won(put) for card in "ABC" for put in (card + row, row + card))

    match = table(players=TWO, lexicon={"words": words})
    rows = []
    for card, side in laid:
        rows.append(match.state.board)
        match.apply(event("place", match.view().turn, card=card, side=side))
    loser = match.state.name(match.state.changed_by or 0)
    if judged(words, match.state.board):
        return
    match.apply(event("challenge", match.view().turn))
    match.apply(event("name_word", loser, word="nothing"))
    faced = [row for row in rows[::-2] if len(row) >= 4]
    lost = list(takewhile(lambda row: not is_won(row), faced))
    told = match.hints()
    if len(lost) < len(faced):
        row = faced[len(lost)]
        if judged(words, row):
            assert told["last_chance"]["row"] == row
        else:
            assert remarks(told) == [f"No word would have saved {row}: {loser} could have challenged it."]
            assert "last_chance" not in told
    if lost and len(lost) < len(faced):
        assert told["lost_from"]["row"] == lost[-1]
    elif lost:
        assert told["lost_from"]["row"] in lost[-1], "that, or the three cards before it"
    elif faced:
        assert "lost_from" not in told


SHORT_WORDS = st.lists(st.text("abc", min_size=2, max_size=6), max_size=8, unique=True)


def judged(words: list[str], board: str) -> bool:
    """Whether one of the words holds against a challenge of the board, by the rules themselves."""
    state = replace(table(players=TWO, lexicon={"words": words}).state, board=board)
    return any(check_word(state, word).failing is None for word in words)


@given(SHORT_WORDS, st.text("ABC?", min_size=4, max_size=5))
def test_what_is_safe_is_what_the_rules_would_let_stand(words: list[str], row: str) -> None:
    """Every card at every end, every way to play an action card, each judged as if it had been challenged."""
    faced = replace(table(players=TWO, lexicon={"words": words}, action_cards=True).state, board=row, turn=1)
    lost = replace(faced, board=f"{row}Q", phase="name_word", challenger=0, challenged=1)
    told = hints(lost, NameWord("Bob", "zzz"), [faced])
    assert told["no_word"] is True
    assert stands(faced, row) == bool(saving_words(faced)) == judged(words, row)
    for before, after in (("", row), (row, ""), (row[:2], row[2:])):
        safe = "".join(card for card in "ABC?" if judged(words, before + card + after))
        assert standing_letters(faced, before, after) == safe
    acted = told["safe_actions"]
    ways: dict[str, set[str]] = {
        "squeeze": {row[:at] + card + row[at:] for at in range(1, len(row)) for card in "ABC"},
        "exchange": {row[:at] + card + row[at + 1 :] for at in range(len(row)) for card in "ABC"} - {row},
        "switch": {switched(row, one, two) for one, two in combinations(range(len(row)), 2)} - {row},
    }
    for card, rows in ways.items():
        standing = {other for other in rows if judged(words, other)}
        assert set(acted[card]) <= standing, card
        assert bool(acted[card]) == bool(standing), card


def switched(row: str, one: int, two: int) -> str:
    """The row with the cards at two places in each other's."""
    cards_there = list(row)
    cards_there[one], cards_there[two] = row[two], row[one]
    return "".join(cards_there)


def test_a_board_that_lies_in_thousands_of_words_is_asked_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    state = challenged("ZOO?").state
    at_once = {pair: standing_letters(state, *pair) for pair in (("", "OO"), ("CAT", ""), ("?A", "T"))}
    monkeypatch.setattr("companion.games.disorder.words.LOOKED_AT", 0)
    monkeypatch.setattr("companion.games.disorder.words.FIRST", (1, 2))
    assert {pair: standing_letters(state, *pair) for pair in at_once} == at_once
    assert saving_words(state) == ("zookeeper",)


def test_a_pass_and_what_cannot_be_challenged_is_not_told() -> None:
    """With three cards whoever exchanges or switches cannot be challenged: what is told is of longer rows."""
    told = decided("TRAX", "trax", lexicon=TRAINS, action_cards=True)
    assert "safe_actions" not in told
    told = decided("TRAIX", "traix", lexicon=TRAINS, action_cards=True)
    assert told["safe_actions"]["row"] == "TRAI"
    assert told["no_word"] is True


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


def test_letters_seen_in_earlier_rounds_cannot_lie_face_down_while_the_deck_lasts() -> None:
    first = cards(table(players=TWO), "CAT")
    first.apply(event("concede", first.view().turn))
    cards(first, "L?C?")
    earlier = [first.state, *reversed([after for _, _, after in list(first.course())[:-1]])]
    unseen = letters_unseen(first.state, earlier)
    assert (unseen["A"], unseen["C"], unseen["L"], unseen["T"], unseen["Z"]) == (3, 2, 3, 3, 4)
    worn = [replace(first.state, board=board) for board in ("", "A" * 50, "", "B" * 50, "")]
    assert letters_unseen(first.state, worn)["A"] == 4, "the deck may have been shuffled again"


def test_the_states_before_are_those_of_the_match_as_it_was_corrected() -> None:
    """Told from the states that were, or from those made anew: refused events and corrections change nothing of it."""
    plain = cards(table(players=TWO, lexicon=TRAINS), "RAIX")
    other = table(players=TWO, lexicon=TRAINS)
    cards(other, "RA")
    other.apply(event("challenge", "Ann"))
    cards(other, "B")
    other.apply({"event": "correct", "number": 4, "to": event("place", "Ann", card="I")})
    other.apply(event("challenge", "Bob"))
    cards(other, "X")
    for match in (plain, other):
        match.apply(event("challenge", "Ann"))
        match.apply(event("name_word", "Bob", word="trains"))
    assert plain.hints() == other.hints()
    assert plain.hints()["lost_from"] == {"player": "Bob", "row": "RAI"}


def test_beyond_the_search_the_solved_dictionary_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.disorder.hindsight.MOST_FITS", 0)
    monkeypatch.setattr("companion.solvers.face_down.MOST_FITS", 0)

    def too_many(*_: object) -> None:
        raise TooMany

    monkeypatch.setattr("companion.games.disorder.hindsight.FaceDown", too_many)
    assert not {"last_chance", "lost_from"} & set(decided("RAIN", "trains", lexicon=TRAINS)), "nothing is solved yet"
    lexicon = Lexicon.from_words(["trains"])
    table_of = lost_runs(lexicon.groups())
    match = Match.begin({"game": "disorder", "players": list(TWO)}, lambda _: lexicon.beside(lambda: table_of))
    cards(match, "RAIN")
    match.apply(event("challenge", "Ann"))
    match.apply(event("name_word", "Bob", word="trains"))
    told = {"player": "Ann", "row": "RAIN", "left": "T", "right": "S", "face_up": True}
    assert match.hints()["last_chance"] == told


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
    assert match.hints() == {"saving_words": []}, "the points are the debtor's, whatever was named"


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
@example(whims=[*[("Q", "left", 0)] * 10, ("Q", "left", 3), *[("Q", "left", 0)] * 3])  # the match ends before the whims
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
        if match.over:
            break
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


def test_a_board_without_a_wild_is_read_as_it_lies_where_a_word_has_it() -> None:
    assert readings("OOK", ["zookeeper"]) == {"ook"}
    assert readings("OOK", ["zoo"]) == set()


def test_all_words_are_looked_through_where_the_first_few_hundred_read_the_board_as_a_word() -> None:
    longer = [f"abcd{one}{two}".lower() for one, two in product(ascii_uppercase, repeat=2)]
    state = table(players=TWO, lexicon={"words": ["abcd", *longer]}).state
    assert not stands(state, "?BCD")
    late = replace(state, board="?BCD")
    assert not saving_words(late)
    holding = table(players=TWO, lexicon={"words": ["abcd", *longer, "xbcdefghij"]}).state
    assert stands(holding, "?BCD")
    assert list(saving_words(replace(holding, board="?BCD"))) == ["xbcdefghij"]
