"""A match whose time passes only when told to, and each of the five games up to the moment a window opens."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.clock import FakeClock
from companion.display.showing import running
from companion.games.core import View
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, TableView
from tests.views import PLAYERS, WORDS, placed, shipped

SPELLING = {"words": ["erase", "realize", "tea", "eat", "stone"], "names": []}
CHALLENGE = {"event": "challenge", "player": "Bob"}


class Hourglass:
    """A match whose time passes only when told to, watched as the desk and the ticker watch it."""

    def __init__(self, folder: Path, game: str, players: list[str], **options: Any) -> None:
        self.path = folder / "journal.sqlite3"
        self.clock = FakeClock()
        self.beats: list[tuple[int, int]] = []  # when (ms of the clock), and the seconds left
        self._start()
        self.referee.begin({"game": game, "players": players, "options": {"lexicon": SPELLING, **options}})

    def _start(self) -> None:
        self.journal = Journal(self.path)
        self.referee = Referee(self.journal, self.clock, shipped)

    def play(self, *events: Mapping[str, Any]) -> None:
        for event in events:
            assert isinstance(self.referee.happen(event, source=Source.HOST), Entry), (event, self.view.refusal)

    def wait(self, duration_ms: int) -> None:
        """Let time pass, as long at a time as the desk or the ticker would sleep."""
        while duration_ms:
            due_ms, since_ms, countdown = self.referee.tick(), self.clock.now_ms(), running(self.view)
            beat_ms = countdown and countdown.next_beat_ms(since_ms)
            step_ms = min(duration_ms, due_ms or duration_ms, (beat_ms or since_ms + duration_ms) - since_ms)
            self.clock.advance(step_ms)
            if countdown is not None:
                self.beats += [(self.clock.now_ms(), s) for s in countdown.beats(since_ms, self.clock.now_ms())]
            duration_ms -= step_ms
        self.referee.tick()

    def stop(self, *, orderly: bool) -> None:
        if orderly:
            self.referee.leave_off()
        self.journal.close()

    def restart(self, *, orderly: bool = True) -> None:
        self.stop(orderly=orderly)
        self._start()

    def take(self, *labels: str) -> None:
        """Turn the open dialog of the three buttons to each of these lines or signs, and take it."""
        for label in labels:
            dialog = self.view.dialog
            assert dialog is not None
            for _ in range((dialog.items.index(label) - dialog.cursor) % len(dialog.items)):
                self.referee.buttons.press("down")
            self.referee.buttons.press("select")

    @property
    def view(self) -> TableView:
        return self.referee.view

    @property
    def left_ms(self) -> int | None:
        """What is left of the open window now; None when none is open."""
        timer = self.view.timer
        if timer is None:
            return None
        countdown = running(self.view)
        return timer.remaining_ms if countdown is None else countdown.remaining_ms(self.clock.now_ms())

    @property
    def awaiting(self) -> str | None:
        match = self.view.match
        return None if match is None else match.awaiting

    def may(self, player: str) -> tuple[str, ...]:
        """What the player may hand in now."""
        match = self.view.match
        return match.may[player] if match else ()

    @property
    def newest(self) -> tuple[str, str]:
        """The newest event's source and verdict."""
        ruling = self.view.ruling
        assert ruling is not None
        return ruling.source, ruling.ruling.verdict


# ——— the five games, each up to the moment a window opens ———


def disorder(make: Callable[..., Hourglass]) -> Hourglass:
    """Disorder! challenged: Ann has a word to name."""
    glass = make("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.play(*placed("ZOO?"), CHALLENGE)
    return glass


def typo_revealed(make: Callable[..., Hourglass]) -> Hourglass:
    """TYPO revealed: Ann has an E to place."""
    glass = make("typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"], always_timed=True)
    glass.play({"event": "reveal", "cards": {"Ann": "E", "Bob": "K", "Cy": "S"}})
    return glass


def place_e(side: str, word: str) -> dict[str, Any]:
    """Ann puts her card to the first row and says a word."""
    return {"event": "place", "player": "Ann", "row": 1, "side": side, "word": word}


def typo(make: Callable[..., Hourglass]) -> Hourglass:
    """TYPO with the first card placed: it is Bob's turn."""
    glass = typo_revealed(make)
    glass.play(place_e("front", "erase"))  # now one row is the longest
    return glass


def villains(make: Callable[..., Hourglass]) -> Hourglass:
    """A monster just played: Bob may interrupt."""
    glass = make("villains", ["Ann", "Bob"], decks={"Ann": "house", "Bob": "house"})
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"})
    return glass


def anagrascramble(make: Callable[..., Hourglass]) -> Hourglass:
    """A jumble just turned: Ann writes."""
    glass = make("anagrascramble", ["Ann", "Bob"], deck="green")
    glass.play({"event": "roll", "player": "Ann", "face": "5"}, {"event": "card", "jumble": "TUERNEV"})
    return glass


def wordcard(make: Callable[..., Hourglass]) -> Hourglass:
    """WORDCARD with notice given to Ann."""
    glass = make("wordcard", ["Ann", "Bob"], hand=8)
    glass.play({"event": "notice", "player": "Ann"})
    return glass


GAMES: dict[str, tuple[Callable[..., Hourglass], int, str]] = {
    "disorder": (disorder, 30_000, "challenged_loses"),
    "typo": (typo, 30_000, "row_taken"),
    "villains": (villains, 5_000, "declined"),
    "anagrascramble": (anagrascramble, 30_000, "missed"),
    "wordcard": (wordcard, 60_000, "turn_lost"),
}  # how a window of the game is opened, its length (ms), and the verdict when it runs out


def match_of(glass: Hourglass) -> View:
    """The match as it may be shown."""
    assert glass.view.match is not None
    return glass.view.match
