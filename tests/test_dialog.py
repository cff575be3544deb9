"""The three navigation buttons: menus, letters, and any answer to a question."""

from hypothesis import given
from hypothesis import strategies as st

from companion import dialog
from companion.dialog import BACK, DONE, LETTERS, State, about, step
from companion.tableview import Question
from tests.views import view_after

CHALLENGED = ({"event": "challenge", "player": "Bob"},)


def entry() -> State:
    state = about(view_after("ZOO?", *CHALLENGED), None, 5, paused=False)
    assert state is not None
    return state


def spell(state: State, sign: str) -> tuple[State, dialog.Choice | None]:
    """Turn to a sign and take it."""
    ring = (*LETTERS, DONE, BACK)
    while ring[state.cursor] != sign:
        state, _ = step(state, "down")
    return step(state, "select")


def test_the_challenged_player_spells_the_word_letter_by_letter() -> None:
    state = entry()
    assert state.title == "Ann"
    for letter in "ZOX":
        state, choice = spell(state, letter)
        assert choice is None
    state, _ = spell(state, BACK)
    state, _ = spell(state, "O")
    assert state.letters == "ZOO"
    state, choice = spell(state, DONE)
    assert choice is not None
    assert choice.event == {"event": "name_word", "player": "Ann", "word": "zoo"}


def test_an_empty_word_is_not_handed_in() -> None:
    assert spell(entry(), DONE)[1] is None


@given(st.lists(st.sampled_from(["up", "down", "select"]), max_size=60))
def test_no_row_of_presses_leaves_the_ring_or_the_longest_word(buttons: list[dialog.Button]) -> None:
    state = entry()
    for button in buttons:
        state, _ = step(state, button)
        assert 0 <= state.cursor < len(state.choices)
        assert len(state.letters or "") <= dialog.LONGEST_WORD


@given(st.sampled_from(["up", "down"]), st.integers(0, 40))
def test_up_undoes_down(first: dialog.Button, turns: int) -> None:
    state = entry()
    for _ in range(turns):
        state, _ = step(state, "down")
    other: dialog.Button = "up" if first == "down" else "down"
    assert step(step(state, first)[0], other)[0] == state


def test_a_question_takes_any_card_the_candidates_first() -> None:
    state = about(view_after("ZO"), Question(9, "New card: O or Q?", ("O", "Q")), 2, paused=False)
    assert state is not None
    labels = [choice.label for choice in state.choices]
    assert labels[:2] == ["O", "Q"]
    assert set(labels) == {*LETTERS, "?"}
    _, choice = step(step(state, "down")[0], "select")
    assert choice is not None
    assert choice.answer == "Q"


def test_an_objection_is_answered_by_stand_or_withdraw() -> None:
    state = about(view_after("XZ", {"event": "object", "player": "Cy"}), None, 3, paused=False)
    assert state is not None
    assert [choice.event for choice in state.choices] == [
        {"event": "stand", "player": "Bob"},
        {"event": "withdraw", "player": "Bob"},
    ]


def test_select_opens_the_menu_of_the_player_in_turn_and_back_closes_it() -> None:
    state = about(view_after("ZOO?"), None, 4, paused=False)
    assert state is not None
    assert state.shown() is None
    state, _ = step(state, "select")
    shown = state.shown()
    assert shown is not None
    assert shown.items == ("challenge", "concede", "pause", "undo", "back")
    state, _ = step(state, "up")
    state, choice = step(state, "select")
    assert choice is None
    assert state.shown() is None


def test_nothing_is_asked_between_matches() -> None:
    assert about(None, None, 0, paused=False) is None
