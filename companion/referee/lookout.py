"""The lookout: the camera's own thread. It watches the table and tells the referee when what lies there has settled.

A slow or hung camera delays nobody: what is wrong is said on every display and the match goes on by hand. What looks is
brought along by the thread itself, which takes as long as half of the start does: the table answers meanwhile.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from companion.errors import TablesideError
from companion.games.layout import layout_of
from companion.referee.frames import jpeg
from companion.referee.pacing import LookPace, Warmth
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from companion.referee.desk import Desk
    from companion.referee.frames import Frames
    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView
    from companion.vision.sighting import Table, Unlike
    from companion.vision.watch import Settled, Watcher

    Picture = NDArray[np.uint8]

WAIT_S = 0.5  # how long one look waits for a frame; also how soon `close` is noticed
WARMTH_S = 10.0  # how often the machine is asked how warm it is
UNSEEN_MS = 5000  # so long nothing of the table is seen before that is said: no camera starts so slowly; chosen
RESTLESS_NS = 10_000_000_000  # so long nobody rummages on the table who lays a card; chosen
GIVE_WAY_S = 0.5  # how long a look waits for what lies on the desk, at most
_GLANCE_S = 0.005

_ANOTHER_PRINTING = message(
    "These cards are another printing than the one of this program: they are read by what stands on them alone."
)
_UNSEEN = message("The camera sees nothing of the table: something is over its lens, or no lamp is lit.")
_UNLIKE: Mapping[Unlike, str] = {
    "dark": message(
        "It is darker on the table than in any trial of reading cards, so there will be more questions. "
        "More light helps."
    ),
    "faint": message(
        "Print and paper look more alike than in any trial of reading cards, so there will be more questions. "
        "More light helps, or less glare."
    ),
    "blurred": message(
        "The picture is less sharp than in any trial of reading cards, so there will be more questions. "
        "Turn the lens, or bring camera and cards nearer."
    ),
    "grainy": message(
        "The picture has more grain than in any trial of reading cards, so there will be more questions. "
        "More light helps."
    ),
    "mirrored": message(
        "The picture is turned left to right, by a mirror or by the camera, so every letter is asked about. "
        "It must be as people see the table."
    ),
}


class Frame(Protocol):
    """One picture of a camera: uint8 BGR, its number from 0, and when it was taken (monotonic nanoseconds)."""

    @property
    def picture(self) -> Picture: ...
    @property
    def number(self) -> int: ...
    @property
    def taken_ns(self) -> int: ...


class Camera(Protocol):
    """Where frames come from; `fault` is a sentence while none come."""

    @property
    def fault(self) -> str | None: ...
    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Frame | None: ...


class FrameReader(Protocol):
    """Reads the cards on one picture."""

    def read(self, frame: Picture) -> Table: ...


@dataclass(frozen=True, slots=True)
class _Shown:
    """The newest frame, the last settled readings, and how often what both show together has changed.

    A camera may give one picture several times: a drawn table of which nothing moves does.
    """

    frame: Frame
    table: Table | None
    changes: int = 0

    def followed_by(self, frame: Frame, table: Table | None) -> _Shown:
        is_same = frame.picture is self.frame.picture and table is self.table
        return _Shown(frame, table, self.changes + (not is_same))


class Lookout:
    """Watches one camera for one desk until closed. `reader` makes the reader for a deck's name; `warmth` says how warm
    the machine is.

    What lies on the desk, a press or somebody's word, goes before a look.
    """

    def __init__(
        self,
        camera: Camera,
        desk: Desk,
        frames: Frames,
        reader: Callable[[str], FrameReader],
        warmth: Callable[[], Warmth] = Warmth,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._warmth, self._now_s = warmth, now_s
        self._pace, self._asked_s = LookPace(), -WARMTH_S
        self._camera = camera
        self._desk = desk
        self._frames = frames
        self._make_reader = reader
        self._deck = ""
        self._reader: FrameReader | None = None
        self._match: int | None = None
        self._fault: str | None = None
        self._is_unseen = False
        self._shown: _Shown | None = None
        self._drawn: tuple[int, bytes] | None = None  # the last picture that somebody asked for
        self._seen_ns = -RESTLESS_NS  # what lay there by then has been told
        self._is_telling = False  # what has been seen lies on the desk
        self._is_blind = True  # while no pictures come
        self._hastened_ns = -1
        self._is_due = threading.Event()  # the next look, sooner than its pace would have it
        self._stop = threading.Event()
        self._watcher: Watcher
        self._thread = threading.Thread(target=self._run, name="lookout")
        self._thread.start()

    def picture(self) -> tuple[int, bytes] | None:
        """The newest frame with the last settled readings drawn over it, a JPEG, and before it how often that has
        changed; None before the first."""
        shown, drawn = self._shown, self._drawn
        if shown is None:
            return None
        if drawn is None or drawn[0] != shown.changes:
            from companion.vision.overlay import draw_overlay

            picture, table = shown.frame.picture, shown.table
            drawn = self._drawn = shown.changes, jpeg(picture if table is None else draw_overlay(picture, table))
        return drawn

    @property
    def number(self) -> int:
        """The number of the newest frame, -1 before the first."""
        shown = self._shown
        return -1 if shown is None else shown.frame.number

    @property
    def pace(self) -> LookPace:
        """How often it looks, and why."""
        return self._pace

    def has_seen(self, at_ns: int) -> bool:
        """Whether the referee has been told what lay on the table at that time (monotonic nanoseconds), as far as there
        is anything to see: eyes that had not come to rest for long by then are of no use. Where it has not, the next
        look comes at once."""
        if self._is_blind or self._match is None or not self._seen_ns < at_ns <= self._seen_ns + RESTLESS_NS:
            return True
        if self._hastened_ns != at_ns:  # once: two looks that must agree are no two where they come at one time
            self._hastened_ns = at_ns
            self._is_due.set()
        return False

    def close(self) -> None:
        """Stop looking; returns when the thread has ended."""
        self._stop.set()
        self._is_due.set()
        self._thread.join()

    def _run(self) -> None:
        from companion.vision.watch import Watcher

        self._watcher = Watcher()
        while not self._stop.is_set():
            frame = self._camera.latest(self.number, WAIT_S)
            fault = self._camera.fault
            if frame is not None:
                self._give_way()
                began_s = self._now_s()
                try:
                    self._look(frame)
                except TablesideError as error:
                    fault = told("The eyes failed: {problem}.", problem=error.sentence)
                except Exception as error:  # noqa: BLE001 - said on every display; the match goes on by hand
                    told_so = {"number": frame.number, "kind": type(error).__name__, "error": error}
                    fault = told("The eyes failed on frame {number} ({kind}: {error}).", **told_so)
            self._is_blind = frame is None or fault is not None
            if fault != self._fault:
                self._fault = fault
                self._desk.submit(partial(_report, part="camera", fault=fault))
            if frame is not None:
                self._rest(began_s)

    def _give_way(self) -> None:
        """Let the referee finish what it was given; not for ever, for somebody may always be writing."""
        until_s = self._now_s() + GIVE_WAY_S
        while self._desk.is_busy and self._now_s() < until_s and not self._stop.wait(_GLANCE_S):
            pass

    def _rest(self, began_s: float) -> None:
        """Wait until the next look is due, after one that began then."""
        now_s = self._now_s()
        pace = self._pace.after(now_s - began_s)
        if now_s - self._asked_s >= WARMTH_S:
            self._asked_s, pace = now_s, pace.at(self._warmth())
        self._pace = pace
        self._is_due.wait(max(0.0, began_s + pace.interval_ms / 1000 - self._now_s()))
        if not self._stop.is_set():
            self._is_due.clear()

    def _look(self, frame: Frame) -> None:
        self._show(frame)  # so that it counts as seen whatever comes, and the last one can go
        self._follow(self._desk.view)
        reader = self._reader
        settled = reader and self._watcher.watch(frame.picture, frame.taken_ns // 1_000_000, reader.read)
        self._show(frame)
        self._say_unseen(frame)
        if settled:
            self._tell(settled, frame)
            self._is_telling = True
            self._desk.submit(lambda _: self._has_told(frame.taken_ns))
        elif self._watcher.state == "settled" and not self._is_telling:
            self._seen_ns = frame.taken_ns

    def _has_told(self, seen_ns: int) -> None:
        """On the referee's thread, once it has taken what was seen."""
        self._seen_ns, self._is_telling = seen_ns, False

    def _say_unseen(self, frame: Frame) -> None:
        """Say it where nothing of the table is seen for long while a match is on, until it is seen again."""
        is_unseen = self._match is not None and self._watcher.unseen_ms(frame.taken_ns // 1_000_000) >= UNSEEN_MS
        if is_unseen != self._is_unseen:
            self._is_unseen = is_unseen
            self._desk.submit(partial(_report, part="view", fault=told(_UNSEEN) if is_unseen else None))

    def _show(self, frame: Frame) -> None:
        shown, table = self._shown, self._watcher.table
        self._shown = _Shown(frame, table) if shown is None else shown.followed_by(frame, table)

    def _follow(self, view: TableView) -> None:
        """Take up the deck of the match on the table, and look at it afresh when another match begins."""
        deck = layout_of(view.match.game if view.match else None, view.options, view.deck).deck
        if self._reader is None or deck != self._deck:
            self._reader, self._deck = self._make_reader(deck), deck
            for part in ("printing", "light"):
                self._desk.submit(partial(_report, part=part, fault=None))
        if view.match_id != self._match:
            self._match = view.match_id
            self._watcher.forget()

    def _tell(self, settled: Settled, frame: Frame) -> None:
        if self._match is None:
            return
        name, fault = self._kept(frame, f"match{self._match}-{frame.taken_ns}")
        self._desk.submit(partial(_report, part="pictures", fault=fault))
        if settled.table.printing is not None:  # a table laid bare says nothing new
            said = told(_ANOTHER_PRINTING) if settled.table.printing == "another" else None
            self._desk.submit(partial(_report, part="printing", fault=said))
        unlike = settled.table.unlike
        self._desk.submit(partial(_report, part="light", fault=None if unlike is None else told(_UNLIKE[unlike])))
        self._desk.submit(lambda referee: referee.see(settled.table, name, settled.motion))
        if name is not None:
            self._desk.submit(partial(_report, part="readings", fault=self._reading_kept(settled.table, name)))

    def _kept(self, frame: Frame, name: str) -> tuple[str | None, str | None]:
        """The name under which the frame is kept, or why it is not: a ruling without its picture is a ruling."""
        try:
            return self._frames.keep(frame.picture, name), None
        except OSError as error:
            why = error.strerror
            return None, told("The pictures of rulings cannot be kept ({error}): the match goes on without.", error=why)

    def _reading_kept(self, table: Table, name: str) -> str | None:
        """Why what was read is not kept beside its picture; None when it is."""
        try:
            self._frames.keep_reading(table, name)
        except OSError as error:
            return told("What is read cannot be kept with its picture ({error}).", error=error.strerror)
        return None


def _report(referee: Referee, part: str, fault: str | None) -> None:
    referee.fault(part, fault)
