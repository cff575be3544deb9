"""How a WORDCARD game stands, and what is shown of it."""

from __future__ import annotations

from companion.games.board import Caption, Cell, Grid, Lines, Note, Ranked
from tests.rules.wordcard_table import HAND, OUT, group, play, table
from tests.seen import items, labels, notes, only, seen


def test_the_view_offers_what_may_be_done() -> None:
    match = table("Ann Bob Cy")
    assert match.view().may["Ann"] == ("draw", "lay", "end_turn", "notice")
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135")
    view = match.view()
    assert view.may["Ann"] == ("draw", "lay", "tag", "replace_wild", "end_turn", "notice")
    assert view.may["Bob"] == ("contest",)
    assert notes(seen(match)) == ["“train” may be contested"]
    (line,) = only(seen(match), Lines).lines
    assert (labels(line.cards), line.said) == (["7/T", "*=/R", "9/A", "10/I", "J/N"], "train")
    play(match, "Ann notice -> noticed W17")
    assert match.view().may["Bob"] == ()
    assert "timeout" in match.view().may["Ann"]


def test_the_view_of_the_end() -> None:
    match = table(hand=8)
    play(match, OUT)
    assert match.view().may == {"Ann": ("hands",), "Bob": ("contest", "hands")}
    play(match, f"hands Bob={HAND} -> final W22 Ann+23")
    assert match.view().may == {"Ann": (), "Bob": ()}


def test_the_view_of_the_wild_and_the_group_game() -> None:
    assert table(type="wild").view().may == {"Ann": ("dealer_chooses",), "Bob": ()}
    match = group()
    assert match.view().may["Ann"] == ("solution", "close")
    play(match, "Ann solution A/A A/T -> solved W24 Ann+2")
    assert match.view().may["Ann"] == ("close",)
    assert "Solved: Ann" in [caption.text for caption in items(seen(match), Caption)]
    grid = table(grid=True)
    play(grid, "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101")
    assert only(seen(grid), Grid).cells[1] == Cell(1, 0, Ranked("8/R"))
    assert grid.state.lines[0].owner is None, "lines that cross are nobody's"


def test_where_nothing_is_claimed_nothing_may_be_contested() -> None:
    match = table(type="cardplay")
    play(match, "Ann lay Q/D Q/R Q/A Q/E Q/N -> laid W6 Ann+50")
    assert notes(seen(match)) == []
    assert match.view().may["Bob"] == ()


def test_few_points_are_good_where_the_match_is_played_for_the_fewest() -> None:
    match = table(aim="fewest", hand=8)
    assert match.view().low_wins == "fewest win"
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | 7/T 7/O 7/N -> out W18 Ann-50")
    play(match, "hands Bob=7/A,7/A,7/A,7/A,7/A,7/A,7/A,* -> final W21 Ann+50 Bob+149")
    (why,) = seen(match).outcome
    assert why == Note("The fewest points win: Ann 0 and Bob 149.", at_hand=True)
    assert table(aim="most").view().low_wins == ""
