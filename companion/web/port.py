"""What the web asks of the table: the one door between the pages and the rest of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from companion.decks.shelf import DeckShelf
    from companion.machine.loudness import Loudness
    from companion.referee.match import Match
    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView
    from companion.vision.sighting import Table

T = TypeVar("T")


class TablePort(Protocol):
    """One running table. Everything here may be called from any thread."""

    @property
    def view(self) -> TableView:
        """The table at this moment."""
        ...

    @property
    def pin(self) -> str:
        """What a host must type; shown on the OLED."""
        ...

    @property
    def data(self) -> Path:
        """The data folder, with the table's own dictionaries in it."""
        ...

    @property
    def decks(self) -> DeckShelf:
        """The decks a match can be begun with."""
        ...

    @property
    def loudness(self) -> Loudness:
        """How loud what happens is spoken, and by whom."""
        ...

    @property
    def drawn(self) -> Any | None:
        """The drawn table whose cards can be laid and taken by hand, None before a real camera."""
        ...

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        """Run `act` on the referee's own thread; what it returns or raises comes back in the future."""
        ...

    def subscribe(self, listener: Callable[[TableView], None], /) -> Callable[[], None]:
        """Have `listener` called, on the referee's thread, at each change; returns what ends the subscription."""
        ...

    def screen_picture(self) -> tuple[int, bytes]:
        """Serial number and PNG of the OLED's framebuffer."""
        ...

    def camera_picture(self) -> tuple[int, bytes] | None:
        """Serial number and JPEG of the newest frame with the readings drawn over it; None without a camera."""
        ...

    def frame(self, match_id: int, name: str, /) -> bytes | None:
        """The JPEG kept with a ruling, None when there is none of that name."""
        ...

    def reading(self, match_id: int, name: str, /) -> Table | None:
        """What was read on a kept frame, None when there is none of that name or that is not known.

        Raises BadInput for what is no name of a frame, and for a reading that is damaged.
        """
        ...

    def press(self, button: str, /) -> None:
        """Press a button of the simulated panel. Raises BadInput when the panel is real or has no such button."""
        ...

    def played(self, document: Any, /) -> Match:
        """A whole transcript played with the table's own dictionaries. Raises BadInput for an unusable one."""
        ...

    def dealt_to(self, player: str, /) -> tuple[Sequence[str], str | None] | None:
        """The cards the table has dealt a player, as events write them, and the one it has dealt to lie open, if any,
        until an event has named it; None where it deals none."""
        ...

    def has_seen(self, at_ns: int, /) -> bool:
        """Whether the referee has been told what lay on the table at that time (monotonic nanoseconds), as far as there
        are eyes that see anything."""
        ...

    @property
    def has_photos(self) -> bool:
        """Whether the camera is a folder of photos, which are shown one after the other by `next_photo`."""
        ...

    def next_photo(self) -> None:
        """Show the next photo. Raises BadInput at the last one and before any other camera."""
        ...

    def parts(self) -> Mapping[str, Mapping[str, str]]:
        """Camera, screen and panel: each with its `kind` ("simulated", "real" or "missing") and any `fault`."""
        ...
