"""A table with three buttons and nothing else, pressed by the lines that they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.clock import FakeClock
from companion.decks.shelf import DeckShelf
from companion.dialog import DONE
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from tests.views import PLAYERS, WORDS, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from companion.referee.tableview import Entry, Refusal

DISORDER = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS, "action_cards": True}}


class Buttons:
    """A table with three buttons and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.referee = Referee(self.journal, FakeClock(), lambda name: BROUGHT, DeckShelf(folder))

    def take(self, *labels: str) -> Entry | Refusal | None:
        """Turn to each label and take it, opening the menu first if nothing is asked."""
        done = None
        for label in labels:
            if self.referee.view.dialog is None:
                self.referee.buttons.press("select")
            shown = self.referee.view.dialog
            assert shown is not None
            assert label in shown.items, (label, shown)
            while self.cursor != label:
                self.referee.buttons.press("down")
            done = self.referee.buttons.press("select")
        return done

    def spell(self, word: str) -> Entry | Refusal | None:
        return self.take(*word.upper(), DONE)

    @property
    def cursor(self) -> str:
        shown = self.referee.view.dialog
        assert shown is not None
        return shown.items[shown.cursor]

    @property
    def note(self) -> str:
        assert self.referee.view.dialog is not None
        return self.referee.view.dialog.note

    @property
    def title(self) -> str:
        assert self.referee.view.dialog is not None
        return self.referee.view.dialog.title


BROUGHT = Match.begin(DISORDER, shipped).state.words
