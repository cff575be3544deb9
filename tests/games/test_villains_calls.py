"""Disorder of the Villains: a press interrupts where it says it all; else the time waits for the rest (V12)."""

from hypothesis import given
from hypothesis import strategies as st

from companion.games.villains.calls import pressed, pressed_own
from companion.games.villains.windows import may_hold
from companion.referee.match import Match
from tests.rules.villains_table import opening, play, table, timed, trait, turn

PLAYERS = ("Ann", "Bob")


def waiting(bobs: dict[str, dict[str, str]]) -> Match:
    """Bob has Bat2, Bee2 and Boa2 in play, with these traits; Ann's draw of two waits, and he may interrupt it."""
    match = table({"Ape": timed("draw", "own")}, bobs)
    play(
        match,
        opening("Ape", "Bat2") + turn("Ann", "Ant") + turn("Bob", "Bee2") + turn("Ann", "Asp") + turn("Bob", "Boa2"),
    )
    play(match, "Ann draw -> drawn V4\nAnn trigger Ape -> triggered V10")
    return match


def test_the_one_trait_without_a_target_is_used_by_the_big_button_and_by_one_s_own() -> None:
    state = waiting({"Bat2": timed("negate")}).state
    event = {"event": "trigger", "player": "Bob", "card": "Bat2"}
    assert pressed_own(state, "Bob") == pressed(state, PLAYERS) == event
    assert pressed_own(state, "Ann") is None


TRAITS = {
    "negate": timed("negate"),
    "flip": timed("flip"),
    "own": timed("draw", "own"),
    "constant": trait("constant", "shield"),
}


@given(st.lists(st.sampled_from([None, *TRAITS]), min_size=3, max_size=3))
def test_what_is_called_is_accepted_and_whoever_can_interrupt_may_always_call_or_have_the_time_wait(
    traits: list[str | None],
) -> None:
    bobs = {name: TRAITS[kind] for name, kind in zip(("Bat2", "Bee2", "Boa2"), traits, strict=True) if kind}
    match = waiting(bobs)
    event = pressed(match.state, PLAYERS)
    can = [kind for kind in traits if kind in ("negate", "flip")]
    assert (may_hold(match.state) == "Bob") == bool(can)
    assert (event is not None) == (can == ["negate"])
    if event is not None:
        assert match.apply(event).accepted


def test_once_nobody_has_the_chance_a_press_calls_nothing_and_no_time_waits() -> None:
    match = waiting({"Bat2": timed("negate")})
    play(match, "Bob decline -> declined V12")
    assert (pressed(match.state, PLAYERS), may_hold(match.state)) == (None, None)
