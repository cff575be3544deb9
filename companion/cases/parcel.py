"""Cases handed on: as one file, or as a folder of tests. Both are laid out as a data folder is.

    cases/ID/case.json, cases/ID/picture.png    what was read, what is true, and the picture
    decks/NAME.toml                             decks of the table's own
    albums/NAME.album                           how enrolled decks look

So whoever gets such a file opens it as a data folder, and reads the cases again with the same eyes.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.cases.case import ID
from companion.cases.case_shelf import DOCUMENT, MOST_CASES, PICTURES, CaseShelf
from companion.cases.case_shelf import FOLDER as CASES
from companion.cases.reread import EyesToday
from companion.decks import albums, deckfiles
from companion.decks.shelf import FOLDER as DECKS
from companion.decks.shelf import OWN
from companion.errors import BadInput
from companion.games.layout import BESIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from companion.cases.case import Case

MOST_FILES = 4 * MOST_CASES
MOST_BYTES = 500 * outside.MEGABYTE
TEST_FILE = "test_cases.py"
TEST = '''"""Wrong readings of a table, read again: none may be wrong any more. Made by `tableside cases test`."""

from pathlib import Path

import pytest

from companion.cases.case_shelf import CaseShelf
from companion.cases.reread import EyesToday, Outcome, reread

SHELF = CaseShelf(Path(__file__).parent)
EYES = EyesToday(SHELF.data)


@pytest.mark.parametrize("case", SHELF.ids())
def test_what_was_read_wrongly_is_read_or_asked_about(case: str) -> None:
    again = reread(SHELF, case, EYES)
    assert again.outcome is not Outcome.WRONG, again
'''
_NAMES = re.compile(
    rf"{CASES}/{ID.pattern}/({'|'.join(map(re.escape, (DOCUMENT, *PICTURES)))})"
    rf"|{DECKS}/{OWN.pattern}|{albums.FOLDER}/{deckfiles.NAME.pattern}\.album"
)


def export(shelf: CaseShelf, identifiers: Sequence[str], target: Path) -> None:
    """Write cases with all that is needed to read them again as one file (ZIP), in the place of what is there.

    Raises BadInput when a case is damaged, its deck is gone, or the file cannot be written.
    """
    files = _files(shelf, identifiers)
    try:
        with atomic.new_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parcel:
            for name, content in files:
                parcel.writestr(name, content)
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror}") from None


def make_tests(shelf: CaseShelf, identifiers: Sequence[str], folder: Path) -> None:
    """Write cases as a new folder that pytest runs. Raises BadInput as `export`, and when the folder is there."""
    files = [*_files(shelf, identifiers), (TEST_FILE, TEST.encode())]
    with _new_folder(folder) as new:
        for name, content in files:
            atomic.write(new / name, content)


def unpack(file: Path, folder: Path) -> tuple[str, ...]:
    """Open what `export` wrote, as a new data folder; gives the cases in it.

    Raises BadInput when the file is none of these, damaged or too large, or the folder cannot be made.
    """
    try:
        with outside.opened(file) as stream:
            return _unpacked(stream, file, folder)
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None


def _unpacked(stream: BinaryIO, file: Path, folder: Path) -> tuple[str, ...]:
    try:
        parcel = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, ValueError, EOFError) as error:
        raise BadInput(f"{file} is no file of cases: {error}") from None
    entries = parcel.infolist()
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise BadInput(f"{file} holds more than {MOST_FILES} files or {MOST_BYTES // outside.MEGABYTE} MB")
    with _new_folder(folder) as new:
        for entry in entries:
            if not _NAMES.fullmatch(entry.filename):
                raise BadInput(f"{file} holds {entry.filename!r}, which is no part of a case")
            atomic.write(new / entry.filename, _content(parcel, entry, file))
        shelf = CaseShelf(new)
        for identifier in shelf.ids():
            shelf.read(identifier)
            shelf.picture(identifier)
        return shelf.ids()


def _content(parcel: zipfile.ZipFile, entry: zipfile.ZipInfo, file: Path) -> bytes:
    try:
        with parcel.open(entry) as packed:
            content = packed.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadInput(f"{file} is damaged at {entry.filename}: {error}") from None
    if len(content) != entry.file_size:
        raise BadInput(f"{file} is damaged at {entry.filename}: it is longer than it says")
    return content


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    try:
        with atomic.new_folder(folder) as new:
            yield new
    except FileExistsError:
        raise BadInput(f"{folder} exists already; name a new folder") from None
    except OSError as error:
        raise BadInput(f"the folder {folder} cannot be written: {error.strerror}") from None


def _files(shelf: CaseShelf, identifiers: Sequence[str]) -> list[tuple[str, bytes]]:
    """What belongs to the cases, by its place in a data folder."""
    eyes = EyesToday(shelf.data)
    found: dict[str, bytes] = {}
    for case in map(shelf.read, identifiers):
        shelf.picture(case.id)  # a damaged one helps nobody
        picture = shelf.picture_file(case.id)
        for path in (picture, picture.with_name(DOCUMENT), *_of_deck(shelf.data, eyes, case)):
            found[path.relative_to(shelf.data).as_posix()] = _read(path)
    return list(found.items())


def _of_deck(data: Path, eyes: EyesToday, case: Case) -> Iterator[Path]:
    """The deck files of the table's own that a case needs, and the album if its deck is enrolled."""
    deck = eyes.deck_of(case).deck
    yield from (data / DECKS / name for name in case.eyes.deck.split(BESIDE) if OWN.fullmatch(name))
    album = albums.album_file(data, deck)
    if album.exists() and not case.eyes.is_drawn:
        yield album


def _read(path: Path) -> bytes:
    try:
        return outside.content(path, most_bytes=albums.LARGEST_BYTES)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
