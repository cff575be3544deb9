"""Those who only watch: a phone without a seat sees what the kiosk shows, and may guess along.

What they guess is told to nobody, in no number, before the ruling that answers it; then the tally is shown. It never
reaches the referee, is in no journal, and is gone with the program.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.guessing import answer_of, riddle_of
from companion.games.match_events import SEAT_EVENTS
from companion.sentences import as_json, told
from companion.web.requests import Refused

if TYPE_CHECKING:
    from companion.referee.tableview import TableView
    from companion.sentences import Told

MOST_PHONES = 100  # that guess the same
MOST_FROM_ONE_ADDRESS = 4  # phones; the guests of one house have an address each


@dataclass(frozen=True, slots=True)
class Tally:
    """How many said `yes` and how many `no` to a riddle, and what was `right`, by ruling number `about`."""

    text: Told
    yes: int
    no: int
    right: bool
    about: int

    def shown(self) -> dict[str, Any]:
        """As every page gets it."""
        right, guesses = self.yes if self.right else self.no, self.yes + self.no
        counts = {"answer": self.right, "right": right, "guesses": guesses, "about": self.about}
        return {"text": self.text, "said": as_json(self.text), **counts}


class Audience:
    """The guesses of those who watch one table. Everything runs on the event loop's thread."""

    def __init__(self) -> None:
        self._match: int | None = None
        self._seen = 0  # rulings of that match
        self._number = 0  # of the newest riddle
        self._riddle: Told | None = None
        self._guesses: dict[str, bool] = {}
        self._addresses: Counter[str] = Counter()
        self._tally: Tally | None = None

    def see(self, view: TableView) -> None:
        """How the table stands now; views in between may have been missed."""
        if view.match_id != self._match:
            self._match, self._seen, self._riddle, self._tally = view.match_id, len(view.protocol), None, None
        for entry in view.protocol[self._seen :]:
            answer = answer_of(entry.game, entry.ruling)
            if entry.event["event"] not in SEAT_EVENTS:  # the match has gone on
                self._tally = None
                if answer is None:  # what is asked after it is another question, even in the same words
                    self._ask(None)
            if self._riddle is not None and answer is not None:
                self._settle(self._riddle, right=answer, about=entry.number)
        self._seen = len(view.protocol)
        match = view.match
        riddle = None if match is None or match.over else riddle_of(match.game, view.state)
        if riddle != self._riddle:
            self._ask(riddle)

    def guess(self, number: int, phone: str, address: str, *, yes: bool) -> None:
        """What a phone guesses of riddle `number`; it may change its mind. Raises Refused 409 when that is not open
        any more, 429 when too many guess."""
        if self._riddle is None or number != self._number:
            raise Refused(409, told("there is nothing to guess now, or something else"))
        if phone not in self._guesses:
            if len(self._guesses) >= MOST_PHONES or self._addresses[address] >= MOST_FROM_ONE_ADDRESS:
                raise Refused(429, told("too many have guessed already"))
            self._addresses[address] += 1
        self._guesses[phone] = yes

    def shown(self) -> dict[str, Any]:
        """What every page may know: what there is to guess, and how the last guesses came out."""
        text = self._riddle
        riddle = None if text is None else {"number": self._number, "text": text, "said": as_json(text)}
        return {"riddle": riddle, "tally": self._tally and self._tally.shown()}

    def _ask(self, riddle: Told | None) -> None:
        self._riddle = riddle
        self._guesses, self._addresses = {}, Counter()
        if riddle is not None:
            self._number += 1
            self._tally = None

    def _settle(self, riddle: Told, *, right: bool, about: int) -> None:
        said = list(self._guesses.values())
        tally = Tally(riddle, said.count(True), said.count(False), right, about) if said else None
        self._ask(None)
        self._tally = tally
