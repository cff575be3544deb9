"""The errors a person may see. Each message is one sentence: what is wrong, where, and what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future


class TablesideError(Exception):
    """Base of every error this program raises on purpose; the command prints it and exits with status 2."""

    @property
    def sentence(self) -> str:
        """The message as it was given: what is told (`companion.sentences`) stays so, of which `str` makes English."""
        given: str = self.args[0]
        return given


@dataclass(frozen=True, slots=True)
class About:
    """What an error is about, as far as whoever raises it knows: nobody has to look for it in the sentence.

    `file` and `line` (from 1) say where it stands, `card` is the name of a deck's card, `key` the field of it or of a
    document.
    """

    file: str | None = None
    line: int | None = None
    card: str | None = None
    key: str | None = None


NOTHING_KNOWN = About()


class BadInput(TablesideError, ValueError):
    """Something given to the program (a file, an option, a document, a request) cannot be used; `about` says what."""

    def __init__(self, sentence: str, *, about: About = NOTHING_KNOWN) -> None:
        super().__init__(sentence)
        self.about = about


class NotNow(BadInput):
    """What was handed in has its time, and that is not now."""


class NotThere(BadInput):
    """What was asked for by its name does not exist."""


class NotYours(TablesideError):
    """What was handed in is somebody else's to say."""


class NotYet(BadInput):
    """What is asked for is being made and takes a while; once `made` is done it is worth asking again.

    `again` is what is then to be asked, where that is something else than what was asked: the last of several presses
    is not what begins a match, but what it led to.
    """

    def __init__(self, sentence: str, made: Future[Any]) -> None:
        super().__init__(sentence)
        self.made = made
        self.again: Callable[[Any], Any] | None = None


class TableStops(TablesideError):
    """What was handed in is not done any more: the table is being stopped, or its referee has broken down."""

    def __init__(self) -> None:
        super().__init__(told("the table is being stopped"))
