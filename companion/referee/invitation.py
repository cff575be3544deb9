"""A match that a tournament has set up at this table: shown while none is played, and begun by whoever sits there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games import rulebook
from companion.games.core import spoken_list
from companion.sentences import as_json, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.referee.journal import JournalMatch
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class Invitation:
    """The tournament's title, and the `setup` to begin with, whose `pairing` says tournament, round and table."""

    title: str
    setup: Mapping[str, Any]

    @property
    def pairing(self) -> Mapping[str, Any]:
        """Which pairing of which tournament it is."""
        pairing: Mapping[str, Any] = self.setup["pairing"]
        return pairing

    @property
    def sentence(self) -> Told:
        """Who is to play, as the displays say it."""
        said = {"round": self.pairing["round"], "table": self.pairing["table"]}
        return told("Round {round}, table {table}: {players}", **said, players=spoken_list(self.setup["players"]))

    def has_begun(self, matches: Iterable[JournalMatch]) -> bool:
        """Whether it is one of these matches already."""
        return any(row.setup.get("pairing") == self.pairing for row in matches)

    def to_json(self) -> dict[str, Any]:
        """As the pages get it."""
        said = self.sentence
        return {
            "title": self.title,
            "game": rulebook(self.setup["game"]).title,
            "players": list(self.setup["players"]),
            "text": said,
            "said": as_json(said),
        }
