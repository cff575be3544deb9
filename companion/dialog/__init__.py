"""What the three navigation buttons do: menus, wheels of signs, words spelled letter by letter. Pure.

A dialog is derived from what the table waits for; up and down turn it, select takes what is shown. While nothing
is asked the dialog is closed, and select opens the menu of the table: the players' moves, the match, a new match.
What is asked step by step is a script (`prompts`); ⌫ and “back” take the last answer back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from companion.dialog import saying
from companion.dialog.fields import event_script
from companion.dialog.menus import holders_choice, invited, table_menu
from companion.dialog.prompts import (
    BACK,
    DONE,
    LETTERS,
    LONGEST_WORD,
    MARK,
    MENU,
    Deed,
    MenuLine,
    Prompt,
    Script,
    marked,
    pick,
    play,
)
from companion.dialog.questions import question_script
from companion.dialog.situation import Situation
from companion.referee.joining import joint_choices
from companion.referee.tableview import Dialog
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from companion.dialog.prompts import Asking
    from companion.games.form import Form
    from companion.referee.inquiry import Question

__all__ = ["BACK", "DONE", "LETTERS", "LONGEST_WORD", "Button", "Deed", "DialogState", "Situation", "about", "step"]

Button = Literal["up", "down", "select"]


@dataclass(frozen=True, slots=True)
class DialogState:
    """A dialog being worked on. `key` names what it is about: a dialog of another key starts afresh.

    `script` is being asked and `answers` are those given so far; `home` is what the table itself asks (None when it
    asks nothing and the dialog is closed until select opens it), `menu` the menu of the table. `heard` is the number of
    the line that somebody seems to have said: it is asked whether they have.
    """

    key: tuple[object, ...]
    home: Script | None
    menu: Script
    script: Script
    answers: tuple[Any, ...] = ()
    cursor: int = 0
    letters: str = ""
    is_open: bool = True
    heard: int | None = None

    @property
    def prompt(self) -> Prompt:
        """What is asked now."""
        asked = self._asked
        return asked if self.heard is None else self._confirming(asked.line(self.heard).label)

    @property
    def _asked(self) -> Prompt:
        """What is asked by the script. Every step of one but its end asks something."""
        asked = play(self.script, self.answers)
        assert isinstance(asked, Prompt)
        if asked.kind == "word":
            return asked
        if self.answers:
            return _with(asked, MenuLine(BACK if asked.kind == "wheel" else message("back"), _BACK))
        return _with(asked, MenuLine(MENU, _MENU)) if self.script is self.home else asked

    def _confirming(self, label: str) -> Prompt:
        """Whether what was heard was said: that stands there, large, beside a no."""
        what = self.letters if label == DONE and self.letters else saying.SIGNS.get(label, label)
        return Prompt(message("Did you say this?"), (MenuLine(what, True), MenuLine(message("no"), False)))

    def with_letter(self, letter: str) -> DialogState:
        """With one more letter of the word being entered."""
        return replace(self, letters=(self.letters + letter)[:LONGEST_WORD])

    @property
    def is_answering(self) -> bool:
        """Whether a player answers what the table asks of them, and no menu is open."""
        return self.key[0] == "asked" and self.script is self.home

    @property
    def begun(self) -> Deed | None:
        """What would be handed in if nothing came after the word being spelled; None where more would be asked."""
        if not self.is_open or self._asked.kind != "word":
            return None
        spelled = (*self.answers, self.letters)
        following = play(self.script, spelled)
        if isinstance(following, Prompt) and following.kind == "word":  # which an empty one ends
            following = play(self.script, (*spelled, ""))
        return following if isinstance(following, Deed) else None

    def shown(self) -> Dialog | None:
        """The dialog as displays show it, None while it is closed."""
        if not self.is_open:
            return None
        prompt = self.prompt
        letters = self.letters if prompt.kind == "word" else None
        items = tuple(line.label for line in prompt.lines)
        cursor, note = prompt.at(self.cursor), prompt.line(self.cursor).note
        return Dialog(prompt.title, items, cursor, letters, wheel=prompt.kind != "menu", note=note)


def _with(prompt: Prompt, last: MenuLine) -> Prompt:
    return Prompt(prompt.title, (*prompt.lines, last), prompt.kind)


class _Way:
    """A line that leads elsewhere in the dialog and answers nothing."""


_BACK, _MENU = _Way(), _Way()


def about(situation: Situation, question: Question | None = None) -> DialogState:
    """The dialog the table calls for; at the same moment of the match the same dialog goes on."""
    view, moment = situation.match, len(situation.protocol)
    menu = table_menu(situation)
    home: Script | None = None
    if question is not None:
        key: tuple[object, ...] = ("question", question.id)
        home = question_script(question, situation)
    elif view is not None and (asked := situation.asked):
        key = ("asked", moment, asked[0].player)
        only = event_script(asked[0])
        home = only if len(asked) == 1 and isinstance(play(only, ()), Prompt) else _either(asked)
    elif view is not None and view.turn is not None and (last := situation.last_word):
        key = ("late", moment)
        home = _of_player(situation.form(last, view.turn), view.turn)
    elif view is not None and joint_choices(view, situation.state, situation.joiners):
        key = ("choice", moment, situation.joiners)
        home = holders_choice(situation)
    elif situation.invitation is not None:
        key = ("invitation", situation.invitation)
        home = invited(situation.invitation)
    else:
        # Who has no phone says with the buttons what the others say with theirs; who only waits with one ends nothing,
        # and neither does a camera that sees the table differ, or no more, a timer that is started, or a pause: the
        # menu stays under the finger, and the letters of a word that is being spelled stay.
        phones = () if view is None else tuple(name for name in situation.phones if name in view.playing)
        key = ("menu", moment, view is None, phones)
    return DialogState(key, home, menu, home or menu, is_open=home is not None)


def step(state: DialogState, button: Button) -> tuple[DialogState, Deed | None]:
    """Press one button: the dialog after it and, when something was decided, the deed."""
    if not state.is_open:
        return replace(state, is_open=True, cursor=0), None
    prompt = state.prompt
    if button != "select":
        way = -1 if button == "up" else 1
        return replace(state, cursor=(state.cursor + way) % len(prompt.lines)), None
    line = prompt.line(state.cursor)
    if state.heard is not None:
        unheard = replace(state, heard=None, cursor=state.heard)
        return step(unheard, "select") if line.value else (unheard, None)
    if prompt.kind == "word":
        return _spell(state, line.label, prompt.exactly)
    if line.value is _BACK:
        return _back(state), None
    if line.value is _MENU:
        return replace(state, script=state.menu, answers=(), cursor=0, letters=""), None
    return _answered(state, line.value)


def _answered(state: DialogState, value: Any) -> tuple[DialogState, Deed | None]:
    answers = (*state.answers, value)
    following = play(state.script, answers)
    if isinstance(following, Prompt):
        return replace(state, answers=answers, cursor=0, letters=""), None
    if following.act == "shut":
        return _closed(state), None
    return state, following


def _spell(state: DialogState, sign: str, exactly: int | None) -> tuple[DialogState, Deed | None]:
    if sign == DONE and exactly not in (None, len(state.letters)):
        return state, None  # how many there are stands in the corner, and none is lost
    if sign == DONE:
        return _answered(state, state.letters)
    if sign == BACK:
        return (replace(state, letters=state.letters[:-1]) if state.letters else _back(state)), None
    if sign == MARK:
        return replace(state, letters=marked(state.letters)), None
    return state.with_letter(sign), None


def _back(state: DialogState) -> DialogState:
    """One answer back; before the first the menu is left, or from what the table asks entered."""
    if state.answers:
        return replace(state, answers=state.answers[:-1], cursor=0, letters="")
    if state.script is state.home:
        return replace(state, script=state.menu, cursor=0, letters="")
    return _closed(state)


def _closed(state: DialogState) -> DialogState:
    """Back to what the table asks, or closed."""
    return replace(
        state, script=state.home or state.menu, answers=(), cursor=0, letters="", is_open=state.home is not None
    )


# ——— what the table asks ———


def _of_player(form: Form, player: str) -> Script:
    """What is asked of a player who can say no more than this, under their name."""
    return event_script(replace(form, fields=tuple(replace(field, label=player) for field in form.fields)))


def _either(asked: Sequence[Form]) -> Script:
    """One of several answers that the table asks of a player."""

    def script() -> Asking:
        chosen = yield from pick(asked[0].player or "", [(form.label, event_script(form)) for form in asked])
        return (yield from chosen())

    return script
