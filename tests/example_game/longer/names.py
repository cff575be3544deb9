"""What Longer calls things on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

AWAITED: Mapping[str, str] = {"say": message("say a longer word, or give up")}
AWAITED_BRIEFLY: Mapping[str, str] = {"say": message("say a longer word")}
VERDICTS: Mapping[str, str] = {
    "said": message("A longer word"),
    "too_short": message("No longer word"),
    "gave_up": message("Given up"),
}
DECISIVE = frozenset({"gave_up"})
