"""What is wrong at the table, by part, as every display says it; and what may fail while the match goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.sentences import Told


class Notices:
    """One sentence for each part (camera, disk, hints) that is not well, in the order they fell ill."""

    def __init__(self) -> None:
        self._by_part: dict[str, str] = {}

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the displays say."""
        return tuple(self._by_part.values())

    def note(self, part: str, sentence: str | None) -> bool:
        """A part is not well, or well again (None). Whether that is news."""
        if self._by_part.get(part) == sentence:
            return False
        if sentence is None:
            del self._by_part[part]
        else:
            self._by_part[part] = sentence
        return True

    def without(self, part: Told, deed: Callable[[], object]) -> bool:
        """Do what may fail without harm; whether it could be done. What failed is noted until it can be done again."""
        try:
            deed()
        except Exception as error:  # noqa: BLE001 - what matters is written; this is only nice to have, and it is said
            self.lost(part, error)
            return False
        self.note(part, None)
        return True

    def lost(self, part: Told, error: Exception) -> None:
        """The match goes on without a part that failed."""
        failed = {"part": part, "kind": type(error).__name__, "error": error}
        self.note(part, told("The match goes on without {part} ({kind}: {error}).", **failed))
