"""Prints the licences of everything a release consists of: the program, its word lists and typefaces, its packages.

The packages are those of requirements.lock, as they are installed in the environment this is run in.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).parents[1]
LOCKED = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==([\w.+!]+)(.*)$", re.MULTILINE)
TEXTS = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
RULE = "=" * 100
OURS = (
    ("Tableside", "LICENSE"),
    ("The word lists (wordlists/README.md says which is made from what)", "wordlists/LICENSES/*"),
    ("The OLED's typeface", "companion/display/fonts/OFL.txt"),
    ("The typeface of printed sheets", "companion/print/fonts/OFL.txt"),
    ("The typeface of the pages", "companion/web/static/fonts/OFL.txt"),
)


class Unlicensed(Exception):
    """A part of the release comes without the text of its licence."""


def texts() -> Iterator[tuple[str, str]]:
    """What each part is called, and its licence in full. Raises Unlicensed."""
    for name, pattern in OURS:
        files = sorted(CHECKOUT.glob(pattern))
        if not files:
            raise Unlicensed(f"{name}: there is no {pattern}")
        yield name, "\n\n".join(file.read_text("utf-8").strip() for file in files)
    for name, version in packages():
        yield f"{name} {version} ({_named(name)})", _text(name)


def packages() -> list[tuple[str, str]]:
    """Names and versions of the locked packages that belong on this machine."""
    locked = LOCKED.findall((CHECKOUT / "requirements.lock").read_text("utf-8"))
    return [(name, version) for name, version, _ in locked if _version(name) == version]


def _version(name: str) -> str | None:
    """The installed version; None where the lock has the package for other machines only."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _named(name: str) -> str:
    """The licence's name, as the package gives it."""
    told = metadata.metadata(name).json
    if told.get("license_expression"):
        return str(told["license_expression"])
    written = str(told.get("license", ""))
    classifiers = told.get("classifier", [])
    classified = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::")]
    return written if written and "\n" not in written else ", ".join(classified)


def _text(name: str) -> str:
    files = [file for file in metadata.files(name) or () if ".dist-info" in file.parts[0] and TEXTS.search(str(file))]
    if not files:
        raise Unlicensed(f"{name} comes without a licence file")
    return "\n\n".join(file.read_text("utf-8").strip() for file in sorted(files))


def main() -> int:
    """Print them all; the exit status is 1, and a sentence says why, when one is missing."""
    try:
        for name, text in texts():
            sys.stdout.write(f"{RULE}\n{name}\n{RULE}\n\n{text}\n\n")
    except Unlicensed as error:
        sys.stderr.write(f"scripts/licences.py: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
