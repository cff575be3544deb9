"""The folder of cases: each a folder of its own with a picture and `case.json`, so many and so large together at most.

`case.json` is written last and taken away first: a folder without one is no case yet, or none any more. Its time of
change says which came after which. It is no wall clock's, which may be set back: each case's is later than all before.
"""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.cases.case import ID, Case
from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

FOLDER, DOCUMENT = "cases", "case.json"
PICTURES = ("picture.png", "picture.jpg")  # lossless as it was read, or as it was kept with the ruling
MOST_CASES = 200
MOST_BYTES = 300 * outside.MEGABYTE  # some hundred pictures of full size, lossless
LARGEST_DOCUMENT = outside.MEGABYTE
LATER_NS = 1_000  # the least that file systems of Linux tell apart is 100 ns (NTFS)


class CaseShelf:
    """The cases in the data folder `data`."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._folder = data / FOLDER

    def keep(self, case: Case, picture: bytes) -> None:
        """Keep a case with its picture (PNG or JPEG), in the place of an earlier one of the same card on the same
        frame. The oldest cases make room. Raises OSError when it cannot be written."""
        folder = self._folder / case.id
        self._clear(folder)
        name = PICTURES[0] if picture.startswith(b"\x89PNG") else PICTURES[1]
        atomic.write(folder / name, picture)
        self._write_newest(folder / DOCUMENT, json.dumps(case.to_json(), ensure_ascii=False).encode())
        self._make_room()

    def forget(self, identifier: str) -> None:
        """Forget a case, if it is there. Raises OSError when it cannot be removed."""
        self._clear(self._folder / identifier)

    def ids(self) -> tuple[str, ...]:
        """The cases there are, the oldest first. Raises BadInput where nobody may look."""
        try:
            return tuple(path.parent.name for path in self._documents())
        except PermissionError as error:
            raise BadInput(f"cannot read {self._folder}: {error.strerror}") from None

    def read(self, identifier: str) -> Case:
        """A case. Raises BadInput when there is none of this name, or when it is damaged."""
        path = self._of(identifier) / DOCUMENT
        try:
            raw = outside.content(path, most_bytes=LARGEST_DOCUMENT)
        except FileNotFoundError:
            raise BadInput(f"there is no case {identifier}; `tableside cases list` names them") from None
        except OSError as error:
            raise BadInput(f"cannot read {path}: {error.strerror}") from None
        return Case.from_json(identifier, outside.json_value(raw, str(path)), str(path))

    def picture_file(self, identifier: str) -> Path:
        """Where the picture of a case lies. Raises BadInput when it is not there."""
        folder = self._of(identifier)
        for name in PICTURES:
            if (folder / name).is_file():
                return folder / name
        raise BadInput(f"the picture of case {identifier} is gone: neither {' nor '.join(PICTURES)} is in {folder}")

    def picture(self, identifier: str) -> NDArray[np.uint8]:
        """The picture of a case, uint8 BGR. Raises BadInput when it is gone or damaged."""
        from companion.vision.photo import load_photo

        return load_photo(self.picture_file(identifier))

    def remove(self, identifier: str) -> None:
        """Forget a case. Raises BadInput when there is none of this name or it cannot be removed."""
        folder = self._of(identifier)
        if not (folder / DOCUMENT).exists():
            raise BadInput(f"there is no case {identifier}; `tableside cases list` names them")
        try:
            self._clear(folder)
        except OSError as error:
            raise BadInput(f"cannot remove {folder}: {error.strerror}") from None

    def _of(self, identifier: str) -> Path:
        if not ID.fullmatch(identifier):
            raise BadInput(f"{identifier!r} is no name of a case")
        return self._folder / identifier

    def _documents(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        found = ((path.stat().st_mtime_ns, path) for path in self._folder.glob(f"*/{DOCUMENT}"))
        return [path for _, path in sorted(found) if ID.fullmatch(path.parent.name)]

    def _write_newest(self, path: Path, content: bytes) -> None:
        """Write a document that is the newest, also where the clock is behind those before."""
        newest_ns = max((before.stat().st_mtime_ns for before in self._documents()), default=0)
        with atomic.new_file(path) as file:
            file.write(content)
            file.flush()
            now_ns = os.fstat(file.fileno()).st_mtime_ns
            os.utime(file.fileno(), ns=(now_ns, max(now_ns, newest_ns + LATER_NS)))

    def _make_room(self) -> None:
        """Forget the oldest until the rest is few and small enough; the newest stays, however large."""
        folders = [path.parent for path in self._documents()]
        sizes = [sum(file.stat().st_size for file in _files(folder)) for folder in folders]
        while len(folders) > 1 and (len(folders) > MOST_CASES or sum(sizes) > MOST_BYTES):
            self._clear(folders.pop(0))
            sizes.pop(0)

    def _clear(self, folder: Path) -> None:
        (folder / DOCUMENT).unlink(missing_ok=True)
        if folder.exists():
            shutil.rmtree(folder)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.is_file())
