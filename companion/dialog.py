"""What the three navigation buttons do: choose from a menu, or enter a word letter by letter. Pure.

A dialog is derived from what the table waits for; up and down turn it, select takes what is shown. While nothing
is asked the dialog is closed, and select opens the menu of what the player in turn may do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.tableview import Dialog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.core import View
    from companion.tableview import Question

Button = Literal["up", "down", "select"]

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DONE, BACK = "✓", "⌫"
LONGEST_WORD = 28  # letters: the longest word of the shipped dictionaries
WORDS_AWAITED = frozenset({"name_word", "prove"})
WILD = "?"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu and what taking it does: hand in `event`, answer the open question with `answer`, or
    `act` on the table itself ("undo", "pause", "resume", "back")."""

    label: str
    event: Mapping[str, Any] | None = None
    answer: str | None = None
    act: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A dialog being worked on. `key` names what it is about: a dialog of another key starts afresh.

    With `letters` it is a word entry and the choices are the alphabet; `is_open` False is a menu not yet opened.
    """

    key: tuple[object, ...]
    title: str
    choices: tuple[Choice, ...]
    cursor: int = 0
    letters: str | None = None
    event: Mapping[str, Any] | None = None
    is_open: bool = True

    def shown(self) -> Dialog | None:
        """The dialog as displays show it, None while it is closed."""
        if not self.is_open:
            return None
        return Dialog(self.title, tuple(choice.label for choice in self.choices), self.cursor, self.letters)


def about(view: View | None, question: Question | None, moment: int, *, paused: bool) -> State | None:
    """The dialog the table calls for. `moment` counts the events so far: the same moment keeps the cursor."""
    if question is not None:
        return _question(question)
    if view is None or view.over or view.turn is None:
        return None
    if view.awaiting in WORDS_AWAITED:
        event = {"event": view.awaiting, "player": view.turn}
        return State((view.awaiting, moment), view.turn, _alphabet(), letters="", event=event)
    if view.awaiting == "stand":
        choices = tuple(Choice(name, {"event": name, "player": view.turn}) for name in ("stand", "withdraw"))
        return State(("stand", moment), view.turn, choices)
    return State(("menu", moment, paused), view.turn, _menu(view, paused=paused), is_open=False)


def step(state: State, button: Button) -> tuple[State, Choice | None]:
    """Press one button: the dialog after it and, when something was chosen, the choice.

    A finished word comes back as a choice whose event carries the word.
    """
    if not state.is_open:
        return replace(state, is_open=True, cursor=0), None
    if button in ("up", "down"):
        way = -1 if button == "up" else 1
        return replace(state, cursor=(state.cursor + way) % len(state.choices)), None
    choice = state.choices[state.cursor]
    if choice.act == "back":
        return replace(state, is_open=False), None
    if state.letters is None:
        return state, choice
    return _spell(state, choice.label)


def _spell(state: State, sign: str) -> tuple[State, Choice | None]:
    letters = state.letters or ""
    if sign == DONE:
        return (state, Choice(letters, {**(state.event or {}), "word": letters.lower()})) if letters else (state, None)
    if sign == BACK:
        return replace(state, letters=letters[:-1]), None
    return replace(state, letters=(letters + sign)[:LONGEST_WORD]), None


def _alphabet() -> tuple[Choice, ...]:
    return tuple(Choice(sign) for sign in (*LETTERS, DONE, BACK))


def _question(question: Question) -> State:
    """The candidates first, then every other letter and the wild: any answer is allowed."""
    labels = dict.fromkeys((*question.candidates, *LETTERS, WILD))
    return State(("question", question.id), question.text, tuple(Choice(label, answer=label) for label in labels))


def _menu(view: View, *, paused: bool) -> tuple[Choice, ...]:
    """What the player in turn may do with one press, then what concerns the table."""
    simple = ("challenge", "object", "concede", "pass", "end_turn", "decline", "draw")
    turn = view.turn or ""
    events = [
        Choice(name, {"event": name, "player": turn})
        for name in simple
        if name in view.may.get(turn, ()) and not (name == "draw" and view.game != "villains")
    ]
    table = [Choice("resume", act="resume") if paused else Choice("pause", act="pause"), Choice("undo", act="undo")]
    return (*events, *table, Choice("back", act="back"))
