"""Files and documents with something wrong in them: transcripts, deck files, pictures, recordings and journals.

Each is read the way the program reads it. It is taken, or refused with one sentence; nothing else is raised, and
neither takes more than a second of a processor.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import time
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from benchmarks.fuzz_values import altered, broken, value
from companion import outside
from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.errors import BadInput, TablesideError
from companion.referee import recording
from companion.referee.journal import Journal
from companion.referee.match import judge
from companion.referee.referee import Referee
from companion.resources import shipped
from companion.vision.photo import load_photo
from hardware.cameras.photos import read_photo
from hardware.errors import HardwareError
from tests.damaged import damaged, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.resuming import Progress
    from companion.games.core import Words
    from tests.damaged import Whole

LONGEST_SHOWN = 3000
MOST_S = 1.0  # of a processor, for one input
MATCHES = Path(__file__).parents[1] / "tests" / "matches"
SUFFIXES = (".jpg", ".png", ".webp", ".bmp")
PICTURES_PX = ((64, 48), (17, 300), (320, 240))


def tried(tally: Progress, area: str, given: object, act: Callable[[], object]) -> None:
    """Do `act` with what is `given`; anything but an answer or a refusal in time is found."""
    tally.counts[area] += 1
    began_s = time.process_time()
    try:
        act()
    except (TablesideError, HardwareError):
        tally.counts[f"{area} refused"] += 1
    except Exception as error:  # noqa: BLE001  it is what is looked for
        tally.find(f"batch {tally.done}, {area}: {error!r} for {shown(given)}")
    if (took_s := time.process_time() - began_s) > MOST_S:
        tally.find(f"batch {tally.done}, {area}: {took_s:.1f} s for {shown(given)}")


def shown(given: object) -> str:
    """An input as it is told, no more than the beginning of a long one."""
    return repr(given)[:LONGEST_SHOWN]


@cache
def matches() -> list[dict[str, Any]]:
    """The transcripts of the tests, games of all five kinds."""
    return [json.loads(path.read_text("utf-8"))["document"] for path in sorted(MATCHES.glob("*.json"))]


def no_dictionary(name: str) -> Words:
    """The dictionary of a fuzzed transcript: compiling a real one is tried elsewhere."""
    raise BadInput(f"there is no dictionary {name!r}")


def transcripts(chance: Random, tally: Progress, count: int) -> None:
    """Transcripts altered as documents, and as bytes."""
    for _ in range(count):
        of = chance.choice(matches())
        if chance.random() < 0.7:
            document = altered(of, chance)
            tried(tally, "transcript", document, partial(_judged, document))
        else:
            raw = broken(json.dumps(of).encode(), chance)
            tried(tally, "transcript", raw, partial(_judged_bytes, raw))


def _judged(document: Any) -> None:
    _judged_bytes(json.dumps(document).encode())


def _judged_bytes(raw: bytes) -> None:
    answer = judge(outside.json_value(raw, "the transcript"), no_dictionary)
    json.dumps(answer)  # what is answered can be sent


def decks(chance: Random, tally: Progress, count: int) -> None:
    """Deck files with something wrong in the text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.toml"
        for _ in range(count):
            raw = broken(chance.choice(_deck_files()), chance)
            path.write_bytes(raw)
            tried(tally, "deck", raw, partial(deckfiles.read, str(path)))


@cache
def _deck_files() -> list[bytes]:
    """The decks that ship, no more than the beginning of a long one."""
    texts = [path.read_bytes() for path in sorted(shipped("decks").glob("*.toml"))]
    return [text[: text.rfind(b"\n", 0, 6000)] if len(text) > 6000 else text for text in texts]


def pictures(chance: Random, tally: Progress, count: int) -> None:
    """Pictures with something wrong in the file, read as a photograph to scan and as one of a camera."""
    with tempfile.TemporaryDirectory() as folder, _quiet_libraries():
        for _ in range(count):
            suffix = chance.choice(SUFFIXES)
            path = Path(folder) / f"picture{suffix}"
            raw = broken(_picture(suffix, *chance.choice(PICTURES_PX)), chance)
            path.write_bytes(raw)
            read = chance.choice((load_photo, read_photo))
            tried(tally, "picture", raw, partial(read, path))


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """What the libraries that read pictures say of a broken one goes past standard error's object, so past its file."""
    before = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nowhere)


@cache
def _picture(suffix: str, width: int, height: int) -> bytes:
    pixels = np.random.default_rng(width).integers(0, 255, (height // 8 + 1, width // 8 + 1, 3)).astype(np.uint8)
    done, encoded = cv2.imencode(suffix, cv2.resize(pixels, (width, height)))
    if not done:
        raise RuntimeError(f"no {suffix} can be written")
    return encoded.tobytes()


def records(chance: Random, tally: Progress, count: int) -> None:
    """Recordings with something wrong in one of the files, read and, if they can be, judged."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(count):
            of = chance.choice(matches())
            setup = {key: of[key] for key in ("game", "players", "options") if key in of}
            head: Any = {"setup": setup, "outcome": {"scores": {}, "winners": [], "digest": ""}}
            rows: list[Any] = [
                {"event": event, "source": "host", "at": "2026-11-24T20:00:00.000Z", "frame": None}
                for event in of["events"][: chance.randrange(1, 12)]
            ]
            if chance.random() < 0.5:
                rows = altered(rows, chance)
            else:
                head = altered(head, chance)
            text = json.dumps(head).encode()
            lines = b"\n".join(json.dumps(row).encode() for row in rows) if isinstance(rows, list) else _junk(chance)
            if chance.random() < 0.3:
                text, lines = (broken(text, chance), lines) if chance.random() < 0.5 else (text, broken(lines, chance))
            (folder / recording.MATCH_FILE).write_bytes(text)
            (folder / recording.EVENTS_FILE).write_bytes(lines)
            tried(tally, "record", (text, lines), partial(_played, folder))


def _junk(chance: Random) -> bytes:
    return json.dumps(value(chance)).encode()


def _played(folder: Path) -> None:
    kept = recording.read(folder)
    recording.outcome_of(kept.setup, kept.events, no_dictionary)


def journals(chance: Random, tally: Progress, count: int) -> None:
    """Journals with something wrong in the file or its log, opened as a table opens them and taken up."""
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            place = Path(name) / str(number)
            place.mkdir()
            file, log, how = damaged(_journal(), chance)
            (place / "journal.sqlite3").write_bytes(file)
            (place / "journal.sqlite3-wal").write_bytes(log)
            tried(tally, "journal", how, partial(_taken_up, place))


@cache
def _journal() -> Whole:
    with tempfile.TemporaryDirectory() as folder:
        return whole(Path(folder), Random(1), events=24)


def _taken_up(place: Path) -> None:
    with closing(Journal(place / "journal.sqlite3")) as journal, suppress(sqlite3.ProgrammingError):
        referee = Referee(journal, FakeClock(), no_dictionary)
        json.dumps(referee.view.to_json())
