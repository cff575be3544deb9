"""What a setup says of the seats that the table plays itself."""

from typing import Any

import pytest

from companion.errors import BadInput
from companion.practice.agreement import Practice, agreed, anew, practice_of, seats_of_table

SETUP = {"game": "disorder", "players": ["Ann", "Table"], "options": {}}


def test_whom_the_table_plays_is_kept_with_a_seed() -> None:
    setup = agreed({**SETUP, "practice": {"players": {"Table": "hard"}}})
    practice = practice_of(setup)
    assert isinstance(practice, Practice)
    assert practice.strengths == {"Table": "hard"}
    assert agreed(setup) == setup  # a match that is begun from its own setup is dealt alike
    assert "seed" not in anew(setup)["practice"]


@pytest.mark.parametrize(
    ("seed", "is_kept"),
    [(0, True), (2**32 - 1, True), (2**32, False), (-1, False), (True, False), ("7", False), (None, False)],
)
def test_a_seed_that_is_none_is_drawn_anew(seed: Any, is_kept: bool) -> None:
    found = agreed({**SETUP, "practice": {"players": {"Table": "easy"}, "seed": seed}})["practice"]["seed"]
    assert type(found) is int
    assert 0 <= found < 2**32
    if is_kept:
        assert found == seed


@pytest.mark.parametrize(
    ("practice", "seats"),
    [({"players": {"Table": "hard"}}, {"Table"}), ({"players": ["Table"]}, set()), ("hard", set()), (None, set())],
)
def test_whom_the_table_plays_is_known_though_not_by_which_cards(practice: Any, seats: set[str]) -> None:
    assert seats_of_table({**SETUP, "practice": practice}) == seats
    assert seats_of_table(SETUP) == set()


@pytest.mark.parametrize(
    "practice",
    ["hard", {"players": ["Table"], "seed": 1}, {"players": {"Table": "a guest"}, "seed": 1}, {"players": {}}],
)
def test_what_cannot_be_read_of_it_is_said(practice: Any) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        practice_of({**SETUP, "practice": practice})


@pytest.mark.parametrize("practice", [{}, {"practice": None}, {"practice": {"players": {}}}])
def test_without_a_seat_of_its_own_the_table_plays_in_no_match(practice: dict[str, Any]) -> None:
    assert agreed({**SETUP, **practice}) == SETUP
    assert practice_of(SETUP) is None
    assert anew(SETUP) == SETUP


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"practice": "hard"}, "“practice” must say"),
        ({"practice": {"players": ["Table"]}}, "“practice” must say"),
        ({"practice": {"players": {"Bob": "hard"}}}, "for “Bob”, who does not play"),
        ({"practice": {"players": {"Table": "mean"}}}, "no strength “mean”; there are easy, medium, hard"),
        ({"practice": {"players": {"Table": []}}}, "no strength"),
        ({"practice": {"players": {"Table": "easy", "Ann": "easy"}}}, "somebody must play against the table"),
        ({"game": "chess", "practice": {"players": {"Table": "easy"}}}, "does not play this game"),
        ({"players": "Table", "practice": {"players": {"Table": "easy"}}}, "who does not play"),
        ({"game": ["x"], "practice": {"players": {"Table": "easy"}}}, "does not play this game"),
    ],
)
def test_what_cannot_be_is_said(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        agreed({**SETUP, **changes})
