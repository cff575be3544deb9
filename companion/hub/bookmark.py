"""How far a table has told its journal: per match the last ruling that the broker has taken.

It is kept beside the journal and says nothing that the journal does not know: one that is lost, or of another journal,
only has rulings sent again, which whoever listens knows by their numbers and digests.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion import atomic

if TYPE_CHECKING:
    from pathlib import Path

BOOKMARK_FILE = "hub-sent.json"

Sent = dict[str, tuple[int, str]]  # by the match's digest: how many rulings, and the digest of the match after them


class Bookmark:
    """The place up to which each match has been sent, kept at `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sent = _read(path)
        self._kept = dict(self._sent)

    def place(self, match: str) -> tuple[int, str] | None:
        """How many rulings of a match (by its digest) were taken, and its digest after them; None when not even its
        beginning was."""
        return self._sent.get(match)

    def move(self, match: str, number: int, digest: str) -> None:
        """The rulings of a match were taken up to `number`."""
        self._sent[match] = (number, digest)

    def keep(self) -> None:
        """Write it down. Raises OSError; it is then behind, and some rulings will be sent twice."""
        if self._sent != self._kept:
            atomic.write(self._path, json.dumps(self._sent).encode())
            self._kept = dict(self._sent)


def _read(path: Path) -> Sent:
    try:
        document = json.loads(path.read_bytes())
        return {str(match): (int(number), str(digest)) for match, (number, digest) in document.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
