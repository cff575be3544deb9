"""Listening: at the press of a button the microphone is listened to for a moment, and the referee told what was chosen.

A thread of its own does it, as the lookout looks: a slow or missing microphone delays nobody, and what was heard of a
question that is not asked any more is nothing.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from companion.errors import TablesideError
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from companion.dialog.saying import Sayable
    from companion.hearing.recognising import Recogniser
    from companion.referee.desk import Desk
    from companion.referee.referee import Referee

HEARING = "hearing"  # the part whose notices stand until the next press or event
DEAF = message("The button listen does nothing: the table was started without --hear.")
NO_BUTTON = message("Nothing can be heard with --hear: the board file has no button listen.")


class Ear:
    """Listens for one desk until closed. `record` gives the sound of a moment; `lines` says that lines of menus can be
    said, too, and not only letters. `trouble` is told None at each press, and one sentence if nothing came of it."""

    def __init__(
        self,
        record: Callable[[], NDArray[np.int16]],
        recogniser: Recogniser,
        desk: Desk,
        trouble: Callable[[str | None], object],
        *,
        lines: bool,
    ) -> None:
        self._record = record
        self._recogniser = recogniser
        self._desk = desk
        self._trouble = trouble
        self._lines = lines
        self._pressed = threading.Event()
        self._busy = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="listening", daemon=True)
        self._thread.start()

    def pressed(self) -> None:
        """Somebody wants to say something; returns at once. While it listens already, nothing more comes of it."""
        if not self._busy:
            self._pressed.set()

    def close(self) -> None:
        """Listen no more. What is being recorded is not waited for."""
        self._closed = True
        self._pressed.set()

    def _run(self) -> None:
        while self._waits():
            self._busy = True
            self._pressed.clear()
            self._trouble(None)
            try:
                heard, wrong = self._listen()
            except TablesideError as error:
                heard, wrong = None, error.sentence
            except Exception as error:  # noqa: BLE001 - said on every display; the ears listen again at the next press
                heard, wrong = None, told("The ears failed ({kind}: {error}).", kind=type(error).__name__, error=error)
            finally:
                self._busy = False  # what follows may be seen, and the button pressed again
            if heard is not None:
                self._desk.submit(heard)
            self._trouble(wrong)

    def _waits(self) -> bool:
        """Wait for a press; whether one came, and not the end."""
        if not self._closed:
            self._pressed.wait()
        return not self._closed

    def _listen(self) -> tuple[Callable[[Referee], object] | None, str | None]:
        """Listen once: what the referee is to do with what was understood, or in one sentence why it is nothing."""
        among = self._desk.submit(lambda referee: referee.buttons.listen(lines=self._lines)).result()
        if among is None or not among.numbers:
            return None, told("Nothing is asked that could be answered aloud.")
        try:
            sound = self._record()
        finally:
            self._desk.submit(lambda referee: referee.buttons.listen_no_more())
        heard = self._recogniser.hear(sound, tuple(among.numbers))
        if heard is None:
            return None, told("That was not understood: say it once more, or use the buttons.")
        return partial(_hear, said=heard.candidate, among=among, lines=self._lines), None


def _hear(referee: Referee, said: str, among: Sayable, *, lines: bool) -> None:
    referee.buttons.hear(said, among, lines=lines)
