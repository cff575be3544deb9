"""Keeping cases while a match goes on: on a thread of its own, so that no disk holds up the referee or the camera.

What cannot be kept is said on every display; the match goes on as if nobody had asked.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from companion import __version__
from companion.cases.case import Case, CaseEyes, case_id
from companion.errors import BadInput, TablesideError
from companion.referee.frames import png
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.cases.case_shelf import CaseShelf
    from companion.games.layout import Layout
    from companion.referee.frames import Frames
    from companion.referee.misreading import Misreading

MOST_WAITING = 5  # each is a picture to be pressed; whoever says more at once than hands can is not followed


class CaseKeeper:
    """Keeps wrong readings on a shelf until closed. `camera` is the kind of camera, `wall` the wall clock, ISO 8601;
    `report` is told what is wrong, None once a case could be kept."""

    def __init__(
        self, shelf: CaseShelf, frames: Frames, camera: str, wall: Callable[[], str],
        report: Callable[[str | None], object],
    ) -> None:  # fmt: skip
        self._shelf = shelf
        self._frames = frames
        self._camera = camera
        self._wall = wall
        self._report = report
        self._room = BoundedSemaphore(MOST_WAITING)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="cases")

    def keep(self, wrong: Misreading, layout: Layout) -> None:
        """Have a wrong reading kept; returns at once. Raises BadInput while too many wait."""
        self._submit(partial(self._keep, wrong, layout))

    def forget(self, wrong: Misreading) -> None:
        """Have what was kept of a wrong reading forgotten, if it is still there; as `keep`."""
        self._submit(partial(self._shelf.forget, case_id(wrong.frame, wrong.card)))

    def close(self) -> None:
        """Returns when what was to be kept is."""
        self._worker.shutdown()

    def _submit(self, deed: Callable[[], object]) -> None:
        if not self._room.acquire(blocking=False):
            raise BadInput(told("too many wrong readings wait to be kept"))
        self._worker.submit(self._told, deed).add_done_callback(lambda _: self._room.release())

    def _told(self, deed: Callable[[], object]) -> None:
        try:
            deed()
            fault = None
        except OSError as error:
            fault = told("A wrong reading cannot be kept ({error}): the match goes on.", error=error.strerror)
        except TablesideError as error:
            fault = told("A wrong reading cannot be kept ({error}): the match goes on.", error=error.sentence)
        except Exception as error:  # noqa: BLE001 - said on every display; the match goes on
            fault = told("A wrong reading cannot be kept ({error}): the match goes on.", error=error)
        self._report(fault)

    def _keep(self, wrong: Misreading, layout: Layout) -> None:
        eyes = CaseEyes(layout.deck, layout.rows, self._camera)
        identifier = case_id(wrong.frame, wrong.card)
        case = Case(identifier, self._wall(), __version__, eyes, wrong.table, wrong.card, wrong.truth)
        self._shelf.keep(case, self._picture(wrong.frame))

    def _picture(self, frame: str) -> bytes:
        """The picture as it was read while that is at hand, else as it was kept with the ruling."""
        original = self._frames.original(frame)
        kept = png(original) if original is not None else self._frames.read(frame)
        if kept is None:
            raise BadInput(told("its picture is not kept any more"))
        return kept
