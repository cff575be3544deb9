"""Each game to its end, said in one way throughout: with phones alone, with buttons and OLED alone, before the camera,
and by everybody as they like. The kiosk watches, and says who has won.

The whole program runs, with its real pages, pins and pictures, and of every way the same events must come. Before the
camera alone the buttons say what no camera can know: in Disorder! who challenges, and the word; in TYPO the words; in
Disorder of the Villains who draws, lets it happen, carries it out and ends the turn; in AnagraScramble the die, what is
declared, and the words; in WORDCARD that a line is all there is, that the hands are right, and a doubt. Where they do
as they like, Ann has a phone, and Bob none.

Of TYPO's fourteen rounds, which are alike, the first and the last are said so, and of Disorder of the Villains the
turns from the first minted Villain on; the others are handed in, as if they had been played before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from companion.app import App, Setup
from companion.clock import FakeClock, SystemClock
from companion.decks.shelf import FOLDER
from companion.games import rulebooks
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.views import shipped
from tests.web.browsing import SMALL_DISPLAY, Guest
from tests.web.waiting import until
from tests.web.ways import Buttons, Camera, Phones, Whoever, phones_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser

    from companion.referee.tableview import TableView
    from tests.web.ways import Event, Way

pytestmark = pytest.mark.browser

PLAYERS = ["Ann", "Bob"]
EVERY_OTHER = {"Ann": "Bob", "Bob": "Ann"}


def by(player: str, event: str, **said: Any) -> dict[str, Any]:
    return {"event": event, "player": player, **said}


# ——— the matches ———

DISORDER = [
    by("Ann", "place", card="Z"),
    *(by(player, "place", card=card, side="right") for player, card in (("Bob", "O"), ("Ann", "O"), ("Bob", "?"))),
    by("Ann", "challenge"),
    by("Bob", "name_word", word="zoo"),
]


def typo_round(word: str) -> list[Event]:
    """Ann places her card, Bob takes the row that has become longest."""
    reveal = {"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}
    return [reveal, by("Ann", "place", row=1, side="back", word=word), by("Bob", "fail")]


TYPO = [*typo_round("ca"), *(event for _ in range(13) for event in typo_round("ba"))][:-1]

QUICK = "quick.toml"  # six cards more are drawn each turn, and one Monster lets the next one be played
VILLAINS = [f"Count {name}" for name in ("One", "Two", "Three", "Four")]
MONSTERS = [f"Gnat {letter}" for letter in "ABCDEFGHIJKLMNOP"]
CHAINED = MONSTERS[:8]
DECK = "\n".join([
    'name = "quick"', 'title = "Quick"', 'reads = "portraits"',
    *(f'[[cards]]\nkind = "villain"\nlabel = "{name}"\ndna = "AAAA"' for name in VILLAINS[1:]),
    f'[[cards]]\nkind = "villain"\nlabel = "{VILLAINS[0]}"\ndna = "AAAA"',
    'trait = { timing = "constant", effect = "draw", amount = 6 }',
    *(f'[[cards]]\nkind = "monster"\nlabel = "{name}"\ndna = "A"'
      + ('\ntrait = { timing = "immediate", effect = "play" }' if name in CHAINED else "") for name in MONSTERS),
]) + "\n"  # fmt: skip


def turn(player: str, card: str) -> list[Event]:
    return [by(player, "draw"), by(player, "play", card=card), by(player, "end_turn")]


def minting(player: str, cards: list[str], villain: str) -> list[Event]:
    """A turn in which each card lets the next one be played, and the last one completes a Villain."""
    let_go = by(EVERY_OTHER[player], "decline")
    *chained, last = cards
    played = [each for card in chained for each in (by(player, "play", card=card), let_go, {"event": "resolve"})]
    return [by(player, "draw"), *played, by(player, "play", card=last), let_go, by(player, "mint", villain=villain)]


MINTED_TWICE = [
    *turn("Ann", VILLAINS[1]),
    *turn("Bob", MONSTERS[8]),
    *minting("Ann", [*CHAINED[:3], MONSTERS[9]], VILLAINS[0]),
    by("Ann", "end_turn"),
    *turn("Bob", MONSTERS[9]),
    *minting("Ann", [*CHAINED[3:6], MONSTERS[10]], VILLAINS[1]),
]

JUMBLE = "GLANIIM"
ANAGRASCRAMBLE = [
    by("Ann", "roll", face="4"),
    by("Ann", "declare", move="double"),
    {"event": "card", "jumble": JUMBLE},
    by("Ann", "words", words=["gain"]),
    by("Bob", "roll", face="pass"),
]

WORDCARD = [
    by("Ann", "lay", lines=[["7/C", "8/A", "8/T", "8/E", "7/R"]]),
    {"event": "contest", "players": ["Bob"], "word": "cater"},
    by("Ann", "lay", lines=[["10/O", "7/N", "9/E"]]),
    {"event": "hands", "hands": {"Bob": ["8/B", "8/D", "7/F", "8/G", "7/H", "7/I", "8/L", "7/M"]}},
]


@dataclass(frozen=True)
class Whole:
    """A whole match: its `options`, and the `events` up to its end; others are like those that are `handed_in`."""

    options: dict[str, Any]
    events: Sequence[Event]
    winner: str = "Ann"
    handed_in: range = range(0)
    deck: str | None = None


def words(*known: str) -> dict[str, Any]:
    return {"lexicon": {"words": list(known)}}


MATCHES = {
    "disorder": Whole({"target": 1, **words("zoo")}, DISORDER),
    "typo": Whole({"rows": list("CDEF"), **words("cab")}, TYPO, handed_in=range(3, len(TYPO) - 2)),
    "villains": Whole(
        {"interrupt_seconds": 60, "starting": dict.fromkeys(PLAYERS, VILLAINS[0]), **words()},
        MINTED_TWICE, handed_in=range(20), deck=QUICK,
    ),
    "anagrascramble": Whole({"rolls": 1, **words("gain")}, ANAGRASCRAMBLE),
    "wordcard": Whole({"hand": 8, **words("cater", "one")}, WORDCARD),
}  # fmt: skip


# ——— the table, and who is there ———


class Evening:
    """The running program, with or without a camera, and the kiosk that watches; whoever brings a phone stays."""

    def __init__(self, browser: Browser, folder: Path, camera: str, kiosk: Guest | None) -> None:
        (folder / FOLDER).mkdir()
        (folder / FOLDER / QUICK).write_text(DECK, "utf-8")
        self._browser = browser
        self.app = App(Setup(folder, port=0, camera=camera))
        self.kiosk = kiosk or Guest(browser, f"{self.app.address}/kiosk", size=SMALL_DISPLAY)
        self.phones: dict[tuple[str, ...], Phones] = {}

    def begin(self, setup: dict[str, Any]) -> None:
        """A match on a table on which nothing lies."""
        if self.app.view.match is not None:
            self.app.submit(lambda referee: referee.close()).result()
        if self.app.drawn is not None:
            self.app.drawn.clear()
        self.app.submit(lambda referee: referee.begin(setup)).result()
        if not self.kiosk.page.url.startswith(self.app.address):
            self.kiosk.page.goto(f"{self.app.address}/kiosk")

    def with_phones(self, *players: str) -> Phones:
        """The phones of these players, which join when they are first asked for."""
        if players not in self.phones:
            self.phones[players] = phones_of(self._browser, self.app, players)
        return self.phones[players]

    def close(self) -> list[str]:
        """Stop; what went wrong on the pages."""
        guests = [self.kiosk, *(phone for phones in self.phones.values() for phone in phones.phones.values())]
        errors = [error for guest in guests for error in guest.leave()]
        self.app.close()
        return errors


@pytest.fixture(scope="module")
def tables(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Evening]]:
    """Tables by their camera, each started when it is first asked for. No time passes there."""
    made: dict[str, Evening] = {}

    def table(camera: str) -> Evening:
        if camera not in made:
            kiosk = next((evening.kiosk for evening in made.values()), None)  # one is enough for all tables
            made[camera] = Evening(chromium, tmp_path_factory.mktemp("evening"), camera, kiosk)
        return made[camera]

    with pytest.MonkeyPatch.context() as patch:
        standing = FakeClock()  # whoever plays has all the time
        patch.setattr(SystemClock, "now_ms", lambda _clock: standing.now_ms())
        patch.setattr(SystemClock, "now_ns", lambda _clock: standing.now_ns())  # else each beat is due, for ever
        yield table
        errors = [error for evening in made.values() for error in evening.close()]
    assert not errors


def way_of(evening: Evening, way: str, match: Match) -> Way:
    app, buttons = evening.app, Buttons(evening.app)
    if way == "buttons":
        return buttons
    if way == "phones":
        return evening.with_phones(*PLAYERS)
    if way == "camera":
        return Camera(app, match, buttons)
    return Camera(app, match, Whoever(evening.with_phones("Ann"), buttons, app))


SOURCES = {
    "buttons": {Source.PANEL},
    "phones": {Source.PHONE, Source.PHONES},
    "camera": {Source.PANEL, Source.CAMERA},
    "mixed": {Source.PANEL, Source.PHONE, Source.CAMERA},
}
WAYS = {"buttons": "none", "phones": "none", "camera": "drawn", "mixed": "drawn"}  # each with its camera


def has(events: int, view: TableView) -> bool:
    return len(view.protocol) >= events


@pytest.mark.parametrize("game", rulebooks())
@pytest.mark.parametrize("way", WAYS)
def test_a_match_is_played_to_its_end(tables: Callable[[str], Evening], way: str, game: str) -> None:
    played = MATCHES[game]
    deck = {} if played.deck is None else {"deck": dict.fromkeys(PLAYERS, played.deck)}
    setup = {"game": game, "players": PLAYERS, "options": played.options, **deck}
    evening = tables(WAYS[way])
    app = evening.app
    evening.begin(setup)
    playing = way_of(evening, way, Match.begin(app.decks.dealt(setup), shipped))
    for number, event in enumerate(played.events):
        if number in played.handed_in:
            app.submit(partial(Referee.happen, event=event, source=Source.HOST)).result()
            continue
        if number - 1 in played.handed_in and isinstance(playing, Camera):
            playing.lie(*(played.events[at] for at in played.handed_in))
        playing.say(event)
        until(app, partial(has, number + 1))

    view = app.view
    for number, (event, entry) in enumerate(zip(played.events, view.protocol, strict=True)):
        assert event.items() <= entry.event.items()
        assert number in played.handed_in or entry.source in SOURCES[way]
    assert view.match is not None
    assert view.match.winners == (played.winner,)
    if isinstance(playing, Camera):
        assert playing.seen
        assert all(view.protocol[number].frame is not None for number in playing.seen)
    if way == "buttons":
        Buttons(app).stands_on_the_oled()
    expect(evening.kiosk.see("board")).to_contain_text(f"{played.winner} wins")
