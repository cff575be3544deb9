"""What of a player who is forgotten is elsewhere: said plainly, with what can be done about it."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from companion.sentences import Told

DAMAGED = "journal.sqlite3.damaged-*"  # journals set aside when they were mended
OF_A_HUB = ("hub.sqlite3*", "tournaments.sqlite3*")  # where a hub runs on the same folder
TELLS_A_HUB = ("hub.toml", "hub-sent.json")
PIECE_BYTES = 1 << 20
_OF_MATCH = re.compile(r"match(\d+)-")


def traces(data: Path, names: Collection[str], matches: Collection[int]) -> Iterator[Told]:
    """Sentences on what is left of a player with these names, who was in these matches."""
    damaged = _naming(data, [DAMAGED], names)
    if damaged:
        yield told(
            "Damaged journals kept aside still have the name: {files}. Delete them when nothing more is to be saved.",
            files=", ".join(damaged),
        )
    if hub := _naming(data, OF_A_HUB, names):
        yield told("A hub keeps its data here, and they still have the name: {files}.", files=", ".join(hub))
    if any((data / name).exists() for name in TELLS_A_HUB):
        yield told(
            "The hub that this table tells of its matches has its own copies, with the name: whoever runs it can delete"
            " them. It hears of these matches once more, without the name."
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


def _naming(data: Path, patterns: Collection[str], names: Collection[str]) -> list[str]:
    """The files of these patterns in which one of the names stands, as text or as JSON escapes it."""
    spelled = {each.encode() for name in names for each in (name, json.dumps(name)[1:-1])}
    found = sorted(path for pattern in patterns for path in data.glob(pattern) if path.is_file())
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
