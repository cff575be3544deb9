"""How loud the table speaks and who speaks: said on the command line, by the buttons or on the host's page, and
remembered in the data folder."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.errors import BadInput
from companion.referee.tableview import SPEAKERS, Voicing
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.referee.tableview import Speakers

LOUDNESS_FILE = "voice"  # holds the percent, and who speaks where that is not the table alone
USUAL_PERCENT = 70
PERCENTS = range(101)
LONGEST_BYTES = 16


class Loudness:
    """How loud what happens is spoken, in percent; 0 is not at all, as it is until somebody says otherwise.

    `said` is what the command line says, None where it says nothing. `apply` is told each new value at once; then it is
    written, on a thread of its own until `close`, so that no disk holds up whoever says it. `notice` is told one
    sentence when it cannot be, else None. Any thread may say how loud.
    """

    def __init__(
        self,
        path: Path,
        said: int | None,
        apply: Callable[[Voicing], object],
        notice: Callable[[str | None], object],
    ) -> None:
        self._path = path
        self._apply = apply
        self._notice = notice
        self._saying = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="loudness")
        known = _remembered(path)
        self.now = known or Voicing()
        self._loud = 0
        self._take(self.now)
        if said is not None and (known is None or said != known.percent):
            self.set(said)

    @property
    def percent(self) -> int:
        """How loud it is."""
        return self.now.percent

    def set(self, percent: int | None = None, by: str | None = None) -> None:
        """Speak as loud as this, and there, from now on, and after a restart; None is as before. Raises BadInput
        outside 0 to 100, and for whom there is none of."""
        if percent is not None and percent not in PERCENTS:
            raise BadInput(told("the voice can be 0 to 100 percent loud, not {percent}", percent=percent))
        speaker = None if by is None else _speaker(by)
        if by is not None and speaker is None:
            speakers = ", ".join(SPEAKERS)
            raise BadInput(told("what happens is spoken by one of {speakers}, not by {by}", speakers=speakers, by=by))
        with self._saying:
            self._take(Voicing(self.percent if percent is None else percent, speaker or self.now.by))
            self._writer.submit(self._keep, self.now)

    def toggle(self) -> None:
        """Be silent, or speak again as loud as before: until the table is stopped."""
        with self._saying:
            self._take(replace(self.now, percent=0 if self.percent else self._loud or USUAL_PERCENT))

    def close(self) -> None:
        """Returns when what was said is written, or cannot be."""
        self._writer.shutdown()

    def _keep(self, said: Voicing) -> None:
        try:
            atomic.write(self._path, _written(said))
        except OSError as error:
            failed = {"path": self._path, "error": error.strerror}
            self._notice(told("How loud the table speaks cannot be kept in {path} ({error}).", **failed))
        else:
            self._notice(None)

    def _take(self, voicing: Voicing) -> None:
        self._loud = voicing.percent or self._loud
        self.now = voicing
        self._apply(voicing)


def _speaker(name: str) -> Speakers | None:
    return next((speaker for speaker in SPEAKERS if speaker == name), None)


def _written(voicing: Voicing) -> bytes:
    return f"{voicing.percent}{'' if voicing.by == 'table' else f' {voicing.by}'}".encode()


def _remembered(path: Path) -> Voicing | None:
    """What was said before; None for nothing, or a file that holds no such thing."""
    try:
        with outside.opened(path) as file:
            kept = file.read(LONGEST_BYTES).decode("ascii", "replace")
    except (OSError, BadInput):
        return None
    percent, *rest = kept.split() or [""]
    by = _speaker(" ".join(rest) or "table")
    if by is None or not percent.isascii() or not percent.isdigit() or int(percent) not in PERCENTS:
        return None
    return Voicing(int(percent), by)
