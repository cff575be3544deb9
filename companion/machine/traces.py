"""What of a player who is forgotten is elsewhere: said plainly, with what can be done about it."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from companion.data_folder import HUB_FOLDER
from companion.hub.collection import COLLECTION_FILE
from companion.hub.mosquitto import PERSISTENCE_FILE
from companion.hub.tournament_file import TOURNAMENTS_FILE
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from companion.sentences import Told

DAMAGED = "journal.sqlite3.damaged-*"  # journals set aside when they were mended
# Of a hub on the same folder: what the tables tell it again, and what nobody else has; with SQLite's files beside each.
COPIES_OF_A_HUB = (f"{HUB_FOLDER}/{COLLECTION_FILE}*", f"{HUB_FOLDER}/{PERSISTENCE_FILE}")
TOURNAMENTS_OF_A_HUB = f"{HUB_FOLDER}/{TOURNAMENTS_FILE}*"
TELLS_A_HUB = ("hub.toml", "hub-sent.json")
PIECE_BYTES = 1 << 20
_OF_MATCH = re.compile(r"match(\d+)-")


def traces(data: Path, names: Collection[str], matches: Collection[int]) -> Iterator[Told]:
    """Sentences on what is left of a player with these names, who was in these matches."""
    if damaged := _naming(data, DAMAGED, names):
        yield told(
            "Damaged journals kept aside still have the name: {files}. Delete them when nothing more is to be saved.",
            files=", ".join(damaged),
        )
    # Pattern by pattern: which of SQLite's files has the name is another one as soon as the hub ends.
    if copies := [pattern for pattern in COPIES_OF_A_HUB if _naming(data, pattern, names)]:
        yield told(
            "The copies that a hub keeps here still have the name: {files}. Stop the hub and delete them; the tables"
            " tell it all again.",
            files=", ".join(copies),
        )
    if _naming(data, TOURNAMENTS_OF_A_HUB, names):
        yield told(
            "The tournaments of a hub still have the name: {files}. Nothing in them is ever changed, and nobody else"
            " has them: the name goes only with all of them.",
            files=TOURNAMENTS_OF_A_HUB,
        )
    if any((data / name).exists() for name in TELLS_A_HUB):
        yield told(
            "The hub that this table tells of its matches has its own copies, with the name: whoever runs it can delete"
            " them, but not the name in its tournaments, of which nothing is ever changed. It hears of these matches"
            " once more, without the name."
        )
    pictures = _of_matches(data / "frames", ".jpg", matches)
    if pictures:
        yield told("Pictures of the table kept with these matches, in “frames”: {count}.", count=pictures)
    cases = _of_matches(data / "cases", "", matches)
    if cases:
        yield told("Cases of wrong readings from these matches, in “cases”, each with a picture: {count}.", count=cases)
    yield told("What was printed, exported or recorded is wherever somebody has put it.")


def _of_matches(folder: Path, ending: str, matches: Collection[int]) -> int:
    """How many files or folders of these matches are in a folder, which is looked through once."""
    numbers = set(map(str, matches))
    named = (_OF_MATCH.match(name) for name in _names(folder) if name.endswith(ending))
    return sum(found is not None and found[1] in numbers for found in named)


def _names(folder: Path) -> list[str]:
    return os.listdir(folder) if folder.is_dir() else []


def _naming(data: Path, pattern: str, names: Collection[str]) -> list[str]:
    """The files of this pattern in which one of the names stands, as text or as JSON escapes it."""
    spelled = {each.encode() for name in names for each in (name, json.dumps(name)[1:-1])}
    found = sorted(path for path in data.glob(pattern) if path.is_file())
    return [path.name for path in found if _has_one_of(path, spelled)]


def _has_one_of(path: Path, spelled: Collection[bytes]) -> bool:
    """Whether one of these stands in a file: read once, piece by piece, as a damaged journal may be large."""
    longest, end = max(map(len, spelled), default=1), b""
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            seen = end + piece
            if any(each in seen for each in spelled):
                return True
            end = seen[-longest:]
    return False
