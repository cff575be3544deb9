"""What all rulebooks are made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games import RULEBOOKS, rulebook, rulebooks
from companion.games.core import (
    NOT_DATA,
    accepted,
    counted,
    game_over,
    malformed,
    plain,
    quoted,
    refused,
    spoken_list,
    spoken_sum,
)
from companion.games.disorder.state import State
from companion.games.disorder.verdicts import Verdict
from companion.games.events import Malformed
from companion.games.verdicts import Shared
from tests.rules.play import begin


def test_sums_are_said_with_their_parts() -> None:
    assert spoken_sum([("Z", 10), ("O", 2), ("O", 2), ("wild", 1)], "chip") == "Z 10 + O 2 + O 2 + wild 1 = 15 chips"
    assert spoken_sum([("A", 1)], "chip") == "A = 1 chip"
    assert spoken_sum([], "chip") == "0 chips"


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 20)), min_size=1))
def test_a_sum_ends_with_its_total(parts: list[tuple[str, int]]) -> None:
    assert counted(sum(value for _, value in parts), "point") == spoken_sum(parts, "point").rpartition("= ")[2]


def test_lists_and_numbers_are_said_as_people_say_them() -> None:
    assert spoken_list([]) == ""
    assert spoken_list(["Ann"]) == "Ann"
    assert spoken_list(["Ann", "Bob", "Cy"]) == "Ann, Bob and Cy"
    assert spoken_list(["1", "2"], "or") == "1 or 2"
    assert quoted("zoo") == "“zoo”"
    assert len(quoted("o" * 10_000)) < 100
    assert quoted("a\nb\ud800") == r"“a\nb\ud800”"


def test_rulings() -> None:
    assert accepted(Verdict.PLACED, None, "So.").accepted
    assert not refused(Shared.NOT_NOW, None, "No.").accepted
    assert malformed(Malformed("card", "is missing")).reason == "The field “card” is missing."


def test_after_the_end_those_who_have_won_are_named() -> None:
    clause = RULEBOOKS["wordcard"].clauses["W18"]
    assert game_over(clause, ["Ann"]) == refused(Shared.GAME_OVER, clause, "The game is over: Ann has won.")
    assert game_over(clause, ["Ann", "Cy"]).reason == "The game is over: Ann and Cy have won."


def test_plain_gives_json_values_and_leaves_out_what_is_no_data() -> None:
    state = begin("disorder").state
    assert isinstance(state, State)
    form = plain(state)
    assert form["scores"] == [0, 0, 0]
    assert "words" not in form
    assert plain({2: {"b", "a"}, "x": (1.5, None)}) == {"2": ["a", "b"], "x": ["1.5", None]}
    assert plain(object()) is NOT_DATA
    assert plain(State) is NOT_DATA


def test_the_registry() -> None:
    assert rulebooks() is RULEBOOKS
    assert rulebook("typo").title == "TYPO"
    with pytest.raises(BadInput, match="no game “chess”"):
        rulebook("chess")


@pytest.mark.parametrize("game", RULEBOOKS)
def test_unknown_options_are_an_error(game: str) -> None:
    with pytest.raises(BadInput, match="no option “colour”"):
        begin(game, ("Ann", "Bob"), colour="red")
