"""WORDCARD clause by clause, lines that cross (W9)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.wordcard.grid import runs_through, spots
from tests.rules.grid_runs import runs
from tests.rules.wordcard_table import play, table

GRID_TRAIN = "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101\n"


def test_w9_lines_cross_on_the_grid_and_every_new_run_counts() -> None:
    match = table(grid=True)
    result = play(
        match,
        GRID_TRAIN
        + """
        Ann cells 4,-1:7/O 4,1:7/E -> laid W9 Ann+41
        """,
    )  # down: ONE 7 + 10 + 7 = 24 and ON 17; the row is as it was
    assert result["lines"] == [["7/T", "8/R", "9/A", "10/I", "J/N"], ["7/O", "J/N", "7/E"]]


def test_w9_the_points_of_a_crossing_line_are_its_own() -> None:
    match = table(grid=True)
    play(match, GRID_TRAIN + "Ann cells 4,-1:7/O -> laid W9 Ann+17")


def test_w9_a_card_that_touches_a_line_may_come_alone_others_need_two() -> None:
    match = table(grid=True)
    play(
        match,
        """
        Ann cells 0,0:7/O 1,0:7/N -> too_few_cards W6
        """
        + GRID_TRAIN
        + """
        Ann cells 9,9:7/O -> too_few_cards W7
        Ann cells 9,9:7/O 8,8:7/N -> not_a_word W10
        Ann cells 9,9:7/O 10,9:7/N 12,12:A/A -> not_a_word W10
        Ann cells 5,0:7/S -> laid W9 Ann+51
        Ann cells 9,9:7/O 10,9:7/N -> laid W9 Ann+14
        """,
    )
    assert "12" not in str(match.result()["lines"])


def test_w9_a_lonely_card_in_a_game_of_combinations() -> None:
    match = table(grid=True, type="cardplay")
    play(match, "Ann cells 0,0:7/T 1,0:7/R 2,0:7/A 3,0:7/I 9,9:7/N -> not_a_combination W13")


def test_w9_a_card_may_join_two_lines_and_pays_what_is_new() -> None:
    match = table(grid=True)
    result = play(
        match,
        """
        Ann cells 0,0:A/O 1,0:A/N 3,0:A/I 4,0:A/T 0,5:A/O 1,5:A/N -> laid W9 Ann+6
        Ann cells 2,0:A/E words=one,it -> laid W9 Ann+3
        """,
    )
    assert result["lines"] == [["A/O", "A/N", "A/E", "A/I", "A/T"], ["A/O", "A/N"]]


def test_w9_words_claimed_in_a_run_go_on_counting_when_it_grows() -> None:
    match = table(grid=True, words=("on",))
    play(
        match,
        """
        Ann cells 0,0:A/Q 1,0:A/Z 0,4:A/O 1,4:A/N 2,4:A/O 3,4:A/N words=qz,on -> laid W9 Ann+6
        Ann cells 2,0:A/Q words= -> not_a_word W10
        Ann cells 2,0:A/Q 3,0:A/Z words= -> laid W9 Ann+2
        """,
    )


def test_w9_runs_are_listed_across_first_in_reading_order() -> None:
    match = table(grid=True, words=("on", "no", "oo", "nn"))
    result = play(
        match,
        "Ann cells 1,1:A/N 0,1:A/O 0,0:A/O 1,0:A/N 3,0:A/O 4,0:A/N 0,-3:A/N 0,-2:A/O -> laid W9 Ann+12",
    )
    across = [["A/O", "A/N"], ["A/O", "A/N"], ["A/O", "A/N"]]
    down = [["A/N", "A/O"], ["A/O", "A/O"], ["A/N", "A/N"]]
    assert result["lines"] == across + down


def test_w9_places_that_are_taken() -> None:
    match = table(grid=True)
    play(
        match,
        GRID_TRAIN
        + """
        Ann cells 0,0:7/X 0,1:7/E -> no_such_card W8
        Ann cells 5,0:7/S 5,0:8/S -> no_such_card W8
        Ann cells 5,0:7/S 6,0:7/S 7,0:7/S 8,0:7/S 9,0:7/S 10,0:7/S -> no_such_card W1
        """,
    )


def test_w9_on_the_grid_there_are_no_tags_and_no_replacing() -> None:
    match = table(grid=True)
    play(
        match,
        """
        Ann tag 1 back=7/S -> not_enabled W9
        Bob tag 1 back=7/S -> not_enabled W9
        Ann replace_wild 1 1 7/S -> not_enabled W9
        """,
    )


def test_w9_lines_and_cells_each_in_their_own_game() -> None:
    cells = [{"x": 0, "y": 0, "card": "7/T"}]
    ruling = table().apply({"event": "lay", "player": "Ann", "cells": cells})
    assert (ruling.verdict, "“lines”" in ruling.reason) == ("malformed", True)
    ruling = table(grid=True).apply({"event": "lay", "player": "Ann", "lines": [["7/T"]]})
    assert (ruling.verdict, "“cells”" in ruling.reason) == ("malformed", True)
    assert table(grid=True).apply({"event": "lay", "player": "Ann", "cells": []}).verdict == "too_few_cards"


@pytest.mark.parametrize(
    "cell", [{"x": 0, "y": 0}, {"x": 0.0, "y": 0, "card": "7/T"}, {"x": True, "y": 0, "card": "7/T"}, 3]
)
def test_w9_malformed_cells(cell: dict[str, Any] | int) -> None:
    assert table(grid=True).apply({"event": "lay", "player": "Ann", "cells": [cell]}).verdict == "malformed"


def test_w9_one_s_own_lines_only_on_the_grid_too() -> None:
    match = table(grid=True, tag_on="own", open_cards=2)
    play(match, GRID_TRAIN + "Ann cells 5,0:7/S -> laid W9 Ann+51\nAnn end_turn -> turn_ended W17")
    play(match, "Bob cells 4,-1:7/O 4,1:7/E -> not_enabled W7\nBob cells 4,-3:7/O 5,-3:7/N -> laid W9 Bob+14")
    play(match, "Ann cells 6,-3:7/E -> not_enabled W7\nAnn cells 6,0:7/S -> not_your_turn W6")  # out of turn too


def test_w9_the_runs_of_a_row_are_in_reading_order_however_they_came_to_lie_there() -> None:
    grid = {(5, 0): "7/A", (6, 0): "7/B", (0, 0): "8/A", (1, 0): "8/B"}
    assert [line.cards for line in runs_through(grid, grid)] == [("8/A", "8/B"), ("7/A", "7/B")]


PLACES = st.tuples(st.integers(0, 4), st.integers(0, 4))


@given(st.sets(PLACES, max_size=14), st.data())
def test_runs_through_some_places_are_those_runs_that_have_one_of_them(
    places: set[tuple[int, int]], data: st.DataObject
) -> None:
    grid = {place: f"card at {place}" for place in places}
    some = data.draw(st.sets(st.sampled_from(sorted(places)))) if places else set()
    assert runs_through(grid, some) == tuple(run for run in runs(grid) if not some.isdisjoint(spots(run)))
    for run in runs(grid):
        assert run.cards == tuple(grid[spot] for spot in spots(run))
