"""Going round the parts: what fails is told to the referee, and so to every display, and so is its recovery."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from companion.sentences import clauses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PERIOD_S = 1.0


class Rounds:
    """Looks at every part once a second until closed.

    `parts` gives for each name a way to ask what is wrong with it (sentences, none when it is well); `tell` is called
    with the name and one sentence, or None, whenever that changed.
    """

    def __init__(
        self,
        parts: Mapping[str, Callable[[], Sequence[str]]],
        tell: Callable[[str, str | None], object],
        period_s: float = PERIOD_S,
    ) -> None:
        self._parts = parts
        self._tell = tell
        self._period_s = period_s
        self._told: dict[str, str | None] = dict.fromkeys(parts)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rounds")
        self._thread.start()

    def look(self) -> None:
        """One round."""
        for part, faults in self._parts.items():
            sentence = clauses(faults()) or None
            if sentence != self._told[part]:
                self._told[part] = sentence
                self._tell(part, sentence)

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._period_s):
            self.look()
