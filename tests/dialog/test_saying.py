"""What the three buttons are asked can be said: letters by their names, lines of menus; everything is confirmed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.dialog import DONE, LONGEST_WORD, Deed, DialogState, about, step
from companion.dialog.saying import hear, sayable
from companion.hearing.recognising import MOST_CANDIDATES
from tests.dialog.test_dialog import entry, situation_after


def said(state: DialogState, text: str) -> DialogState:
    return hear(state, sayable(state, lines=True)[text])


def shown(state: DialogState) -> tuple[str, ...]:
    prompt = state.prompt
    return prompt.title, *(line.label for line in prompt.lines)


def menu() -> DialogState:
    return step(about(situation_after("Z")), "select")[0]


def test_a_word_is_spelled_aloud_and_confirmed_as_a_whole() -> None:
    state = entry()
    for name in ("Zulu", "Oscar", "Papa", "take it back"):
        state = said(state, name)
    assert shown(state) == ("Did you say this?", "take it back", "no")
    state, _ = step(state, "select")
    assert state.letters == "ZO"
    state = said(said(state, "Oscar"), "all complete")
    assert shown(state) == ("Did you say this?", "ZOO", "no")
    assert sayable(state, lines=True) == {}  # yes or no is pressed
    refused, deed = step(step(state, "down")[0], "select")
    assert (refused.letters, refused.heard, deed) == ("ZOO", None, None)
    assert step(state, "select")[1] == Deed("event", {"event": "name_word", "player": "Ann", "word": "zoo"})


def test_no_line_of_a_menu_counts_before_somebody_says_yes() -> None:
    state = said(menu(), "pause")
    assert shown(state) == ("Did you say this?", "pause", "no")
    assert step(step(state, "down")[0], "select")[1] is None
    assert step(state, "select")[1] == Deed("pause")


def test_only_what_stands_there_can_be_said_and_no_word_that_would_be_right() -> None:
    assert {*sayable(entry(), lines=True)} == {*sayable(entry(), lines=False)}
    assert len(sayable(entry(), lines=True)) == 28
    assert sayable(menu(), lines=False) == {}
    assert sayable(replace(menu(), is_open=False), lines=True) == {}
    assert "zookeeper" not in sayable(entry(), lines=True)


@given(st.lists(st.integers(0, 99), max_size=60))
def test_whatever_is_heard_is_a_step_that_the_buttons_could_have_made(heard: list[int]) -> None:
    state = entry()
    for number in heard:
        could = sayable(state, lines=True)
        assert len(could) <= MOST_CANDIDATES
        if not could:
            state, deed = step(state, "select")
            if deed is not None:
                return
            continue
        state = hear(state, sorted(could.values())[number % len(could)])
        assert len(state.letters) <= LONGEST_WORD
        assert state.shown() is not None
    assert DONE not in state.letters
