"""Exit status 1, naming each, when a file of a package in this environment is missing or not what was installed.

pip takes a package for installed as soon as its folder of metadata is there.
"""

from __future__ import annotations

import base64
import hashlib
import marshal
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def damaged(folder: str) -> Iterator[str]:
    """The files of the packages in a folder that are missing or another than each package's list has them."""
    for package in metadata.distributions(path=[folder]):
        if not package.files:  # pip writes the list last
            yield f"{folder}: a package without its list of files"
        for file in package.files or ():
            found = Path(str(package.locate_file(file)))
            if not is_whole(found, file.hash):
                yield str(found)


def is_whole(file: Path, listed: metadata.FileHash | None) -> bool:
    """Whether a file is there and hashes to what is listed; one that Python compiled has no hash and may be missing."""
    try:
        content = file.read_bytes()
    except OSError:
        return not listed and file.suffix == ".pyc"
    if listed:
        digest = hashlib.new(listed.mode, content).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == listed.value
    return file.suffix != ".pyc" or _is_code(content)


def _is_code(content: bytes) -> bool:
    try:
        marshal.loads(content[16:])  # what Python itself would load from there
    except (EOFError, ValueError, TypeError):
        return False
    return True


def main() -> int:
    """Look at the environment of the Python this is run by."""
    found = sorted(damaged(sysconfig.get_path("purelib")))
    sys.stderr.writelines(f"damaged: {name}\n" for name in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
