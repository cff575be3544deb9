"""Match: undo, redo and correct as events of the log, digests, and what can never happen whatever comes in."""

import json
from dataclasses import fields
from functools import cache
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.errors import BadInput
from companion.games import RULEBOOKS
from companion.games.board import Row
from companion.games.core import Words
from companion.referee.match import Match, judge
from tests.rules.play import begin, event, last, no_lexicon, verdicts
from tests.seen import only, row_on, seen


def placed(*letters: str) -> Match:
    match = begin("disorder")
    for letter in letters:
        match.apply(event("place", match.view().turn, card=letter))
    return match


def board(match: Match) -> str:
    return row_on(seen(match))


def correct(number: Any, to: Any) -> dict[str, Any]:
    return {"event": "correct", "number": number, "to": to}


def test_undo_takes_back_the_newest_accepted_event_that_is_not_yet_undone() -> None:
    match = placed("A", "B", "C")
    match.apply(event("place", "Zed", card="A"))
    for expected in ("AB", "A", ""):
        match.apply({"event": "undo"})
        assert (last(match)["verdict"], board(match)) == ("undone", expected)
    match.apply({"event": "undo"})
    assert last(match)["verdict"] == "nothing_to_undo"
    assert not last(match)["accepted"]
    assert len(match.events) == 8, "nothing is ever removed from the log"


def test_what_an_undo_would_take_back_is_known_before() -> None:
    match = placed("A", "B", "C")
    seen = [match.undoes]
    for name in ("undo", "undo", "redo"):
        match.apply({"event": name})
        seen.append(match.undoes)
    match.apply(event("place", "Zed", card="X"))  # refused: it is nothing that could be taken back
    seen.append(match.undoes)
    match.apply(correct(1, event("place", "Ann", card="Q")))
    seen.append(match.undoes)
    for _ in range(3):
        match.apply({"event": "undo"})
        seen.append(match.undoes)
    assert seen == [3, 2, 1, 2, 2, 8, 2, 1, None]


def test_redo_brings_back_what_undo_took_as_long_as_nothing_else_was_accepted() -> None:
    match = placed("A", "B", "C")
    for name in ("redo", "undo", "undo", "redo"):
        match.apply({"event": name})
    assert verdicts(match)[-4:] == ["nothing_to_redo", "undone", "undone", "redone"]
    assert board(match) == "AB"
    match.apply(event("place", "Zed", card="X"))
    match.apply({"event": "redo"})
    assert board(match) == "ABC", "a refused event in between does not matter"
    match.apply({"event": "undo"})
    match.apply(event("place", "Cy", card="D"))
    match.apply({"event": "redo"})
    assert verdicts(match)[-1] == "nothing_to_redo"


def test_undo_gives_the_chips_back_and_says_so() -> None:
    match = placed("Z")
    match.apply(event("concede", "Bob"))
    match.apply({"event": "undo"})
    assert last(match)["changes"] == {"Bob": -10}
    assert last(match)["clause"] == "—"
    match.apply({"event": "redo"})
    assert last(match)["changes"] == {"Bob": 10}


def test_a_long_match_can_be_corrected_at_its_beginning() -> None:
    match = begin("disorder", ("Ann", "Bob"), target=10**9)
    for number in range(4000):
        match.apply(event("place", ("Ann", "Bob")[number % 2], card="A"))
    match.apply(correct(1, event("place", "Ann", card="Z")))
    assert only(seen(match), Row).worth == 10 + 3999
    match.apply({"event": "undo"})
    assert only(seen(match), Row).worth == 4000


def test_undo_works_after_the_end() -> None:
    match = begin("disorder", ("Ann", "Bob"), target=1)
    for one in (event("place", "Ann", card="Z"), event("concede", "Bob"), event("place", "Ann", card="Z")):
        match.apply(one)
    assert match.view().over
    match.apply({"event": "undo"})
    assert not match.view().over


def test_correct_puts_another_event_in_the_place_of_one() -> None:
    match = placed("A", "B", "C")
    match.apply(correct(2, event("place", "Bob", card="X", side="left")))
    assert last(match)["verdict"] == "corrected"
    assert last(match)["now_refused"] == []
    assert board(match) == "XAC"
    assert match.events[1] == event("place", "Bob", card="B"), "the log keeps what was said"
    match.apply(correct(2, event("place", "Bob", card="Y")))
    assert board(match) == "AYC"


def test_a_correction_that_the_rules_refuse_says_so() -> None:
    match = placed("A", "B", "C")
    match.apply(correct(2, event("place", "Cy", card="B")))
    assert (last(match)["verdict"], last(match)["now_refused"], board(match)) == ("corrected", [3], "A")
    begun = "Event 2 is corrected; no longer standing: 3. What is there now is refused: "
    assert last(match)["reason"].startswith(begun + "It is Bob")
    match.apply(correct(2, event("place", "Bob", card="B")))
    assert "refused" not in last(match)["reason"]
    assert board(match) == "ABC"
    match.apply(correct(3, event("squeeze", "Cy", card="X", after=9)))
    assert "What is there now is refused: " in last(match)["reason"]
    match.apply(correct(3, None))
    assert "refused" not in last(match)["reason"]


def test_what_was_refused_can_be_corrected_whatever_was_taken_back_before_or_brought_back() -> None:
    match = placed("A")
    match.apply(event("place", "Ann", card="B"))  # refused: it is Bob's turn
    match.apply({"event": "undo"})
    match.apply(correct(2, event("place", "Ann", card="X")))
    assert (verdicts(match)[-1], board(match)) == ("corrected", "X")
    match.apply({"event": "undo"})
    match.apply(correct(1, event("place", "Ann", card="Y")))
    assert (verdicts(match)[-1], board(match)) == ("no_such_event", ""), "it is taken back, and may come back yet"
    match.apply("no event")
    for name in ("redo", "undo"):
        match.apply({"event": name})
    match.apply(correct(7, event("place", "Ann", card="Z")))
    assert (verdicts(match)[-1], board(match)) == ("corrected", "Z")


def test_the_course_is_what_stands_with_the_states_it_led_through() -> None:
    match = placed("Z", "O", "X")
    match.apply({"event": "undo"})
    match.apply(event("challenge", "Ann"))  # refused
    match.apply({"event": "correct", "number": 2, "to": event("place", "Bob", card="A")})
    match.apply(event("place", "Cy", card="P"))
    steps = list(match.course())
    assert [said.card for _, said, _ in steps] == ["Z", "A", "P"]
    assert steps[0][0] == match.start
    assert steps[-1][2] == match.state
    assert all(after == before for (_, _, after), (before, _, _) in pairwise(steps))


def test_correct_strikes_out_and_says_what_no_longer_stands() -> None:
    match = placed("A", "B", "C")
    match.apply(correct(2, None))
    assert last(match)["now_refused"] == [3]
    assert board(match) == "A"
    match.apply(correct(2, event("place", "Bob", card="B")))
    assert board(match) == "ABC", "and what is struck out can be put back"


def test_correct_can_make_a_refused_event_good() -> None:
    match = placed("A")
    match.apply(event("place", "Cy", card="B"))
    match.apply(event("place", "Bob", card="C"))
    match.apply(correct(2, event("place", "Bob", card="B")))
    assert last(match)["now_refused"] == [3]
    assert board(match) == "AB"


def test_correct_needs_the_number_of_an_event_of_the_game() -> None:
    match = placed("A", "B")
    match.apply({"event": "undo"})
    for number in (0, -1, 2, 3, 4, 99, 10**4400):
        match.apply(correct(number, None))
        assert last(match)["verdict"] == "no_such_event", number
    for wrong, to in (
        (True, None),
        ("1", None),
        (1.0, None),
        (1, 5),
        (1, []),
        (1, {"event": "undo"}),
        (1, {"event": "place"}),
    ):
        match.apply(correct(wrong, to))
        assert last(match)["verdict"] == "malformed", (wrong, to)
    assert match.apply(correct(1, event("place", "Ann"))).reason == "The field “card” is missing."


def test_a_correction_is_undone_like_any_other_event() -> None:
    match = placed("A", "B", "C")
    match.apply(correct(1, event("place", "Ann", card="Z")))
    match.apply({"event": "undo"})
    assert board(match) == "ABC"
    match.apply({"event": "redo"})
    assert board(match) == "ZBC"


def test_what_was_judged_before_the_match_went_on_is_judged_again() -> None:
    match = placed("A")
    judged = match.judge(event("place", "Bob", card="B"))
    match.apply(event("place", "Bob", card="C"))
    with pytest.raises(ValueError, match="judge it again"):
        match.enter(judged)
    assert board(match) == "AC"


def test_what_is_judged_is_not_entered() -> None:
    match = placed("A")
    before = match.digest()
    assert match.judge(event("place", "Bob", card="B")).ruling.accepted
    assert not match.judge({"event": "redo"}).ruling.accepted
    assert match.judge({"event": "undo"}).ruling.accepted
    assert (len(match.record), match.digest(), board(match)) == (1, before, "A")


def test_a_digest_is_of_the_state_not_of_the_way_there() -> None:
    match, other = placed("A", "B"), placed("A", "C")
    assert match.digest() != other.digest()
    other.apply(correct(2, event("place", "Bob", card="B")))
    assert match.digest() == other.digest()
    assert len(match.digest()) == 64


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "object"),
        ([], "object"),
        ({}, "game"),
        ({"game": 5}, "game"),
        ({"game": ["disorder"]}, "game"),
        ({"game": "chess"}, "no game “chess”"),
        ({"game": "two\nlines\ud800"}, r"^there is no game “two\\nlines\\ud800”; the games are [^\n]*$"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": {"a\nb": 1, "lexicon": {"words": []}}}, r"a\\nb"),
        ({"game": "disorder"}, "players"),
        ({"game": "disorder", "players": "Ann"}, "players"),
        ({"game": "disorder", "players": ["Ann", 5]}, "players"),
        ({"game": "disorder", "players": ["Ann", ""]}, "players"),
        ({"game": "disorder", "players": ["Ann", "  "]}, "players"),
        ({"game": "disorder", "players": ["Ann", ["Bob"]]}, "players"),
        ({"game": "disorder", "players": ["Ann", "Ann"]}, "same name"),
        ({"game": "disorder", "players": ["Ann"]}, "2 to 10"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": []}, "options"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": None}, "options"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": 5}}, "lexicon"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"word": []}}}, "“word”"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"names": []}}}, "“words”"),
        ({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": [1]}}}, "“words”"),
        (
            {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": [], "names": {}}}},
            "“names”",
        ),
    ],
)
def test_an_unusable_document_is_one_sentence(document: list[Any] | None, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        judge(document, no_lexicon)


def test_the_events_must_be_a_list() -> None:
    document = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": []}}}
    assert judge(document)["rulings"] == []
    for wrong in (None, dict[str, Any](), "place", 5):
        with pytest.raises(BadInput, match="events"):
            judge(document | {"events": wrong})


# ——— whatever comes in ———

PLAYERS = ("Ann", "Bob", "Cy")
LETTERS = st.sampled_from("ACERTZ?")
NUMBERS = st.integers(-1, 6)
TEXTS = st.sampled_from(["act", "cat", "erase", "plan", "planets", "zoom", "xyzzy", ""])
FIELDS = {
    "player": st.sampled_from((*PLAYERS, "Zed")),
    "players": st.lists(st.sampled_from(PLAYERS), max_size=3),
    "card": LETTERS,
    "side": st.sampled_from(["left", "right", "front", "back"]),
    "word": TEXTS,
    "words": st.lists(TEXTS, max_size=4) | st.dictionaries(st.sampled_from(PLAYERS), st.lists(TEXTS, max_size=3)),
    "wilds": st.sampled_from(["", "A", "AC"]),
    "spelling": TEXTS,
    "row": NUMBERS,
    "after": NUMBERS,
    "at": NUMBERS,
    "with": NUMBERS,
    "cards": st.fixed_dictionaries(dict.fromkeys(PLAYERS, st.sampled_from("ACERTZ"))),
    "face": st.sampled_from(["4", "5", "6", "7", "pass", "star"]),
    "pick": st.integers(3, 8),
    "to": st.integers(4, 8),
    "move": st.sampled_from(["raise", "pass_on", "double", "triple"]),
    "jumble": st.sampled_from(["PLANETS", "TUERNEV"]),
    "answers": st.lists(TEXTS, max_size=4),
    "colour": st.sampled_from(["green", "red"]),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "disorder": {"target": 12, "action_cards": True, "answer_seconds": 30},
    "typo": {"rows": ["R", "E", "N", "T"]},
    "anagrascramble": {"rolls": 2},
}


@cache  # a strategy looks at all that it is made of when it is new
def events_of(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Events of a game with fields that often fit, in any order and by anybody; and now and then the match's own."""
    kinds = []
    for name, kind in RULEBOOKS[game].events.items():
        keys = [field.name.removesuffix("_") for field in fields(cast("Any", kind))]
        kinds.append(st.fixed_dictionaries({"event": st.just(name)} | {key: FIELDS[key] for key in keys}))
    moves = st.one_of(kinds)
    corrections = st.builds(correct, st.integers(1, 30), st.none() | moves)
    return st.one_of(*kinds, *kinds, *kinds, st.sampled_from([{"event": "undo"}, {"event": "redo"}]), corrections)


class Table(RuleBasedStateMachine):
    """A match at which anything is handed in; `game` is set by the subclasses."""

    game = ""

    @initialize()
    def sit_down(self) -> None:
        self.match = begin(self.game, PLAYERS, **OPTIONS[self.game])

    @rule(data=st.data())
    def hand_in(self, data: st.DataObject) -> None:
        view = self.match.view()
        said = data.draw(events_of(self.game))
        if view.turn and "player" in said and data.draw(st.integers(0, 3)):
            said = said | {"player": view.turn}
        before, scores, may = self.match.digest(), dict(self.match.scores), view.may
        judged = self.match.judge(said)
        foreseen = self.match.after(judged).view()
        ruling = self.match.apply(said)
        assert ruling == judged.ruling
        assert self.match.view() == foreseen
        assert self.match.scores == foreseen.scores == judged.scores
        after = dict(self.match.scores)
        entry = self.match.record[-1].to_json()
        assert json.loads(json.dumps(entry)) == entry
        assert {name: after[name] - scores[name] for name in after if after[name] != scores[name]} == entry["changes"]
        if not ruling.accepted:
            assert self.match.digest() == before
            assert entry["changes"] == {}
        elif said["event"] not in ("undo", "redo"):
            by = [said["player"]] if "player" in said else PLAYERS
            assert said["event"] == "correct" or any(said["event"] in may[name] for name in by)
            self.match.apply({"event": "undo"})
            assert self.match.digest() == before
            self.match.apply({"event": "redo"})
            assert dict(self.match.scores) == after

    @rule(data=st.data())
    def everything_offered_is_in_the_vocabulary(self, data: st.DataObject) -> None:
        view = self.match.view()
        offered = [(name, play) for name, plays in view.may.items() for play in plays]
        assert all(play in RULEBOOKS[self.game].events for _, play in offered)
        if view.over:
            assert view.turn is None
            assert view.awaiting is None
            assert view.winners
        elif offered:
            data.draw(st.sampled_from(offered))

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "match"):
            conserved(self.match)

    def teardown(self) -> None:
        if hasattr(self, "match"):
            result = self.match.result()
            again = begin(self.game, PLAYERS, **OPTIONS[self.game])
            for said in json.loads(json.dumps(self.match.events)):
                again.apply(said)
            assert again.result() == result
            assert json.loads(json.dumps(result)) == result


def conserved(match: Match) -> None:
    """Chips only come from the board, cards neither come from nowhere nor go below none, tokens sum to zero."""
    view, state = match.view(), match.state
    assert set(view.scores) == set(PLAYERS)
    if view.game == "disorder":
        assert all(score >= 0 for score in view.scores.values())
        lying = only(seen(match), Row)
        assert sum(1 if card.value is None else card.value for card in lying.cards) == (lying.worth or 0)
    elif view.game == "typo":
        placed_cards = sum(len(row) for row in state.rows)
        assert sum(view.scores.values()) + placed_cards <= 3 * 13 + 4
        assert all(len(row) >= 1 for row in state.rows)
    elif view.over:
        assert sum(match.result()["tokens"].values()) == 0


@pytest.mark.parametrize("game", OPTIONS)
def test_no_sequence_of_events_breaks_a_match(game: str) -> None:
    machine = type(f"{game.title()}Table", (Table,), {"game": game})
    run_state_machine_as_test(machine, settings=settings(max_examples=40, stateful_step_count=30, deadline=None))


@given(st.sampled_from(list(OPTIONS)), st.data())
def test_replaying_the_log_gives_the_same_answer(game: str, data: st.DataObject) -> None:
    events = data.draw(st.lists(events_of(game), max_size=25))
    document: dict[str, Any] = {"game": game, "players": list(PLAYERS), "events": events}
    document["options"] = OPTIONS[game] | {"lexicon": {"words": ["act", "plan"], "names": []}}
    assert judge(document, no_lexicon) == judge(json.loads(json.dumps(document)), no_lexicon)


def test_the_loader_is_asked_for_the_dictionary_of_the_match() -> None:
    asked: list[str] = []

    def loader(name: str) -> Words:
        asked.append(name)
        return cast("Words", begin("disorder").state.words)

    chosen: list[dict[str, str]] = [{}, {"lexicon": "nl"}]
    for options in chosen:
        Match.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": options}, loader)
    assert asked == ["en", "nl"]
