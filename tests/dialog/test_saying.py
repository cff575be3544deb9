"""What the three buttons are asked can be said: letters by their names, lines of menus; everything is confirmed."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.dialog import DONE, LONGEST_WORD, Deed, DialogState, about, step
from companion.dialog.prompts import MENU, pick
from companion.dialog.saying import hear, sayable
from companion.hearing.recognising import MOST_CANDIDATES
from tests.dialog.test_dialog import entry, situation_after, turned


def could(state: DialogState, *, lines: bool = True) -> Mapping[str, int]:
    return sayable(state, lines=lines).numbers


def said(state: DialogState, text: str) -> DialogState:
    return hear(state, could(state)[text])


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
    assert could(state) == {}  # yes or no is pressed
    refused, deed = step(step(state, "down")[0], "select")
    assert (refused.letters, refused.heard, deed) == ("ZOO", None, None)
    assert step(state, "select")[1] == Deed("event", {"event": "name_word", "player": "Ann", "word": "zoo"})


def test_a_word_of_no_letters_is_no_answer_that_is_confirmed_as_one() -> None:
    state = said(entry(), "all complete")
    assert shown(state) == ("Did you say this?", "all complete", "no")
    assert step(state, "select")[1] is None


def test_no_line_of_a_menu_counts_before_somebody_says_yes() -> None:
    state = said(menu(), "pause")
    assert shown(state) == ("Did you say this?", "pause", "no")
    assert step(step(state, "down")[0], "select")[1] is None
    assert step(state, "select")[1] == Deed("pause")


def test_only_what_stands_there_can_be_said_and_no_word_that_would_be_right() -> None:
    assert {*could(entry())} == {*could(entry(), lines=False)}
    assert len(could(entry())) == 28
    assert could(menu(), lines=False) == {}
    assert could(replace(menu(), is_open=False)) == {}
    assert "zookeeper" not in could(entry())


def test_what_stands_there_twice_is_for_the_buttons() -> None:
    twice = replace(menu(), script=lambda: pick("Who", [("Ann", 1), ("pause", 2), (MENU, 3), ("menu", 4), ("Ann", 5)]))
    assert could(twice) == {"pause": 1}


def test_what_can_be_said_belongs_to_the_one_question() -> None:
    state = entry()
    assert sayable(said(state, "Zulu"), lines=True) == sayable(state, lines=True)  # the word is spelled on
    assert sayable(entry(), lines=True) != sayable(state, lines=True)  # as much asked, at another table
    assert sayable(step(turned(state, "⌫"), "select")[0], lines=True) != sayable(state, lines=True)


@given(st.lists(st.integers(0, 99), max_size=60))
def test_whatever_is_heard_is_a_step_that_the_buttons_could_have_made(heard: list[int]) -> None:
    state = entry()
    for number in heard:
        numbers = could(state)
        assert len(numbers) <= MOST_CANDIDATES
        if not numbers:
            state, deed = step(state, "select")
            if deed is not None:
                return
            continue
        state = hear(state, sorted(numbers.values())[number % len(numbers)])
        assert len(state.letters) <= LONGEST_WORD
        assert state.shown() is not None
    assert DONE not in state.letters
