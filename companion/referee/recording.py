"""A recording: one match as a folder of events and the frames they were made from, to be replayed like the evening.

    match.json      game, players, options; what came out: scores, winners, digest
    events.jsonl    one event a line: {"event": {…}, "source": "camera", "at": "2026-…", "frame": "0003.jpg"}
    frames/         the pictures the camera's events were made from

Reading and writing only; `companion.referee.replay` plays one through the whole stack.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion import atomic, outside
from companion.errors import BadInput
from companion.referee.journal import JournalEvent
from companion.referee.match import judge
from companion.referee.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from companion.games.core import Words

MATCH_FILE, EVENTS_FILE, FRAMES = "match.json", "events.jsonl", "frames"
LARGEST_BYTES = 12 * outside.MEGABYTE  # a long night has a thousand events of a hundred bytes
OUTCOME = ("scores", "winners", "digest")


@dataclass(frozen=True, slots=True)
class Recording:
    """A match as it was played: its `setup` (game, players, options), its events, and its outcome (scores, winners,
    digest). Frames are named in the events and lie in `folder`/frames."""

    setup: Mapping[str, Any]
    events: tuple[JournalEvent, ...]
    outcome: Mapping[str, Any]
    folder: Path

    @property
    def rules(self) -> dict[str, Any]:
        """The setup without the deck, which only who reads the frames needs: all that an own one means for the rules
        is in the options and events, so that the match is judged the same where nobody has its file."""
        return {key: value for key, value in self.setup.items() if key != "deck"}

    def frame(self, name: str) -> Path:
        """Where a frame lies. Raises BadInput when it is not there."""
        path = self.folder / FRAMES / name
        if not path.is_file():
            raise BadInput(f"the recording {self.folder} has no frame {name}")
        return path


def outcome_of(
    setup: Mapping[str, Any], events: Sequence[JournalEvent], lexicon: Callable[[str], Words] | None = None
) -> dict[str, Any]:
    """What the rules make of a match: scores, winners and the digest of its state."""
    result = judge({**setup, "events": [row.event for row in events]}, lexicon)
    return {name: result[name] for name in OUTCOME}


def write(
    folder: Path,
    setup: Mapping[str, Any],
    events: Sequence[JournalEvent],
    outcome: Mapping[str, Any],
    frame_bytes: Callable[[str], bytes | None],
) -> Recording:
    """Save a match as a folder, which must not exist yet. Frames that are no longer kept are left out.

    Raises BadInput when the folder exists or cannot be written.
    """
    try:
        with atomic.new_folder(folder) as new:
            atomic.make_folder(new / FRAMES)
            kept = [_with_frame(new, row, frame_bytes) for row in events]
            lines = [{"event": row.event, "source": row.source, "at": row.at, "frame": row.frame} for row in kept]
            text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
            atomic.write(new / EVENTS_FILE, text.encode())
            document = json.dumps({"setup": dict(setup), "outcome": dict(outcome)}, ensure_ascii=False, indent=1)
            atomic.write(new / MATCH_FILE, f"{document}\n".encode())
    except FileExistsError as error:
        raise BadInput(f"{folder} exists already; name a new folder") from error
    except OSError as error:
        raise BadInput(f"the recording {folder} cannot be written: {error.strerror}") from error
    return Recording(setup, tuple(kept), outcome, folder)


def _with_frame(folder: Path, row: JournalEvent, frame_bytes: Callable[[str], bytes | None]) -> JournalEvent:
    """The event with its frame copied under a name of the recording's own."""
    picture = frame_bytes(row.frame) if row.frame else None
    if picture is None:
        return replace(row, frame=None)
    name = f"{row.number:04}.jpg"
    atomic.write(folder / FRAMES / name, picture)
    return replace(row, frame=name)


def read(folder: Path) -> Recording:
    """Load a recording. Raises BadInput naming the file, the line and what is wrong."""
    document = outside.json_value(_content(folder / MATCH_FILE), str(folder / MATCH_FILE))
    setup, outcome = _mapping(document, "setup", folder), _mapping(document, "outcome", folder)
    lines = _content(folder / EVENTS_FILE).splitlines()
    events = tuple(_event(folder, number, line) for number, line in enumerate(lines, start=1))
    return Recording(setup, events, outcome, folder)


def _event(folder: Path, number: int, line: bytes) -> JournalEvent:
    where = f"{folder / EVENTS_FILE}, line {number}"
    document = outside.json_value(line, where)
    if not isinstance(document, dict) or "event" not in document:
        raise BadInput(f"{where}: expected an object with an event")
    texts = {name: document.get(name) for name in ("source", "at", "frame")}
    if not isinstance(texts["source"], str) or not isinstance(texts["at"], str):
        raise BadInput(f"{where}: source and at must be text")
    if texts["source"] not in list(Source):
        raise BadInput(f"{where}: source must be one of {', '.join(Source)}")
    if texts["frame"] is not None and (not isinstance(texts["frame"], str) or "/" in texts["frame"]):
        raise BadInput(f"{where}: frame must be the name of a file in {FRAMES}/ or null")
    return JournalEvent(number, document["event"], texts["source"], texts["at"], texts["frame"])


def _mapping(document: Any, name: str, folder: Path) -> Mapping[str, Any]:
    part = document.get(name) if isinstance(document, dict) else None
    if not isinstance(part, dict):
        raise BadInput(f"{folder / MATCH_FILE}: “{name}” must be an object")
    return part


def _content(path: Path) -> bytes:
    try:
        return outside.content(path, most_bytes=LARGEST_BYTES)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
