"""Disorder of the Villains clause by clause, who leaves and who takes the empty seat (V19)."""

from tests.rules.play import begin, cited, event, last


def test_v19_whoever_leaves_gives_the_game_up() -> None:
    match = begin("villains", ("Ann", "Bob"))
    match.apply(event("leave", "Ann"))
    assert cited(match) == ("left", "V19")
    assert last(match)["reason"] == "Ann leaves and gives the game up. Bob is left alone and wins."
    assert (match.view().over, match.view().winners, match.view().left) == (True, ("Bob",), ("Ann",))
    match.apply(event("draw", "Bob"))
    assert cited(match) == ("game_over", "V19")


def test_v19_somebody_takes_the_empty_seat_and_plays_on_with_what_lies_there() -> None:
    match = begin("villains", ("Ann", "Bob"))
    match.apply(event("draw", "Ann"))
    side = match.state.sides[0]
    for said in (event("leave", "Ann"), event("join", "Cy")):
        match.apply(said)
    assert last(match)["reason"] == "Cy takes the seat of Ann and plays on with all that lies there."
    assert (match.view().players, match.view().turn, match.state.sides[0]) == (("Cy", "Bob"), "Cy", side)
    match.apply(event("draw", "Ann"))
    assert cited(match) == ("malformed", "—")


def test_v19_who_left_may_come_back_and_a_third_finds_no_seat() -> None:
    match = begin("villains", ("Ann", "Bob"))
    match.apply(event("join", "Cy"))
    assert cited(match) == ("table_full", "V19")
    for said in (event("leave", "Bob"), event("join", "Bob")):
        match.apply(said)
    assert last(match)["reason"] == "Bob is back and plays on with all that lies there."
    assert not match.view().over
