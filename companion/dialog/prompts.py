"""Scripts: what is asked one after the other with three buttons, written as generators. Pure.

A script yields a `Prompt`, is sent the value of the line that was taken, and returns a `Deed`. It is played again from
its beginning after every press, so the answers given so far are all there is to remember, and the last one can always
be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.sentences import headed, message

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DONE, BACK = "✓", "⌫"
MARK = "´"  # on the wheel of names: gives the last letter its next mark
IN_NAMES = ("-", "'", MARK)
# What a letter becomes with MARK, again and again: first as German, French and Dutch have it, then as their neighbours.
MARKED = ("AÄÀÂÁÃÅÆ", "CÇČĆ", "EÉÈÊË", "IÏÎÍÌ", "LŁ", "NÑŃ", "OÖÔÓÒÕØŒ", "SßŠŚ", "UÜÛÙÚ", "YÝŸ", "ZŽŹŻ")
_NEXT = {letter: after for row in MARKED for letter, after in zip(row, row[1:] + row[0], strict=True)}
WILD = "?"
LONGEST_WORD = 28  # letters: the longest word of the shipped dictionaries
NONE = "–"
SAY_IT = message("say it")
MENU = "≡"  # as a sign of a wheel and as a line: the menu of the table


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of a menu, or one sign of a wheel, and the value that taking it stands for; `note` is a sentence on what
    that means, for whoever rests on it."""

    label: str
    value: Any = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something asked: a `menu` of lines, a `wheel` to pick one sign from, or a `word` spelled with the wheel, of
    `exactly` so many letters where that is known."""

    title: str
    lines: tuple[MenuLine, ...]
    kind: Literal["menu", "wheel", "word"] = "menu"
    exactly: int | None = None

    def at(self, number: int) -> int:
        """The number of a line that is there: the last where there are fewer than `number` says."""
        return min(number, len(self.lines) - 1)

    def line(self, number: int) -> MenuLine:
        """The line of this number, else the last; there is one at least."""
        return self.lines[self.at(number)]


@dataclass(frozen=True, slots=True)
class Deed:
    """What was decided: hand in an `event`, `answer` the open question, `begin` a match of a setup, `reopen` match
    number `value`, `pause`, `resume`, start the `timer`, `overlook` a difference, say that a card was `misread` (an
    `Amended`), that a player is `away` or back, what a player's `part` of what all say together is, call the `arbiter`,
    `speak` as loud as `value` percent, `close` the match, or `shut` the dialog."""

    act: Literal[
        "event",
        "answer",
        "begin",
        "reopen",
        "pause",
        "resume",
        "timer",
        "overlook",
        "misread",
        "away",
        "part",
        "arbiter",
        "speak",
        "close",
        "shut",
    ]
    value: Any = None

    @property
    def goes_on(self) -> bool:
        """Whether the dialog stays where it is, for the same to be done once more."""
        return self.act == "speak"


Asking = Generator[Prompt, Any, Any]
Script = Callable[[], Generator[Prompt, Any, Deed]]


def play(script: Script, answers: Iterable[Any]) -> Prompt | Deed:
    """Where a script stands after these answers: what it asks next, or what was decided."""
    run = script()
    try:
        prompt = next(run)
        for answer in answers:
            prompt = run.send(answer)
    except StopIteration as end:
        decided: Deed = end.value
        return decided
    return prompt


def at_once(deed: Deed) -> Script:
    """The script that asks nothing."""

    def script() -> Generator[Prompt, Any, Deed]:
        yield from ()
        return deed

    return script


# ——— what scripts are made of: each gives what was answered ———


def pick(title: str, lines: Iterable[tuple[str, Any]]) -> Asking:
    """One line of a menu."""
    return (yield Prompt(title, tuple(MenuLine(label, value) for label, value in lines)))


def read_and_pick(title: str, lines: Iterable[MenuLine]) -> Asking:
    """One line of a menu whose lines have a note each."""
    return (yield Prompt(title, tuple(lines)))


def one_of(title: str, names: Iterable[str]) -> Asking:
    """One of several names, which are shown as they are."""
    return (yield from pick(title, [(name, name) for name in names]))


def maybe(title: str, lines: Iterable[tuple[str, Any]]) -> Asking:
    """One line of a menu, or None."""
    return (yield from pick(title, [(NONE, None), *lines]))


def sign(title: str, signs: Sequence[str] = LETTERS) -> Asking:
    """One sign of a wheel."""
    return (yield Prompt(title, tuple(MenuLine(each, each) for each in signs), "wheel"))


def marked(letters: str) -> str:
    """Letters of which the last has its next mark, or none again."""
    return letters[:-1] + "".join(_NEXT.get(last, last) for last in letters[-1:])


def name(title: str) -> Asking:
    """A name, in capital letters, with what words of the dictionary need not have: marks, hyphens, apostrophes."""
    return (yield Prompt(title, tuple(MenuLine(each) for each in (*LETTERS, *IN_NAMES, DONE, BACK)), "word"))


def spelled(title: str, likely: Iterable[str] = (), *, exactly: int | None = None, may_be_none: bool = False) -> Asking:
    """A word, in capital letters; empty when it was ended at once. The `likely` letters come first on the wheel, or
    where there may be none its end, at one press."""
    letters = [letter for letter in dict.fromkeys((*likely, *LETTERS)) if letter in LETTERS]
    signs = (DONE, *letters, BACK) if may_be_none else (*letters, DONE, BACK)
    return (yield Prompt(title, tuple(MenuLine(each) for each in signs), "word", exactly))


def words(title: str, likely: Sequence[str] = (), *, may_be_none: bool = False) -> Asking:
    """Words until an empty one, in small letters; the `likely` letters, or where there `may_be_none` the end of them,
    come first on the wheel."""
    found: list[str] = []
    while word := (yield from spelled(f"{title}: {len(found) + 1}", likely, may_be_none=may_be_none)):
        found.append(word.lower())
    return found


def yes(title: str, note: str = "") -> Asking:
    """Whether yes. No comes first: what two quick presses take does no harm. `note` is a sentence on what yes means."""
    return (yield from read_and_pick(title, [MenuLine(message("no"), False), MenuLine(message("yes"), True, note)]))


def to_say(title: str, note: str = "") -> Asking:
    """Whether somebody wants to say what may be left out; `note` is a sentence on when."""
    return (yield from read_and_pick(title, [MenuLine(NONE, False), MenuLine(SAY_IT, True, note)]))


def several(title: str, names: Sequence[str], named: Sequence[str] = ()) -> Asking:
    """At least one of several names, in the order they were taken; those `named` already are taken, and the end is then
    at one press."""
    taken = list(named)
    while len(taken) < len(names):
        left = [(name, name) for name in names if name not in taken]
        end = [(DONE, None)] if taken else []
        heading = headed(title, ", ".join(taken)) if taken else title
        chosen = yield from pick(heading, [*end, *left] if taken == [*named] else [*left, *end])
        if chosen is None:
            break
        taken.append(chosen)
    return taken
