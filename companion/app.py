"""Puts the parts together: the one place where the referee meets devices, eyes, displays and the web."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from companion import dictionaries
from companion.cases.case_keeper import CaseKeeper
from companion.cases.case_shelf import CaseShelf
from companion.clock import SystemClock
from companion.decks import deckfiles
from companion.decks.shelf import DeckShelf
from companion.display.numbered import Numbered
from companion.display.showing import Showing
from companion.display.sounds import sound
from companion.display.talking import COUNTED, Talking
from companion.errors import BadInput
from companion.games.layout import layout_of
from companion.hearing.sphinx import PocketSphinx
from companion.language import translations
from companion.machine import notify, pin
from companion.machine.address import reachable
from companion.machine.lasting import Lasting
from companion.machine.lock import FolderLock
from companion.machine.loudness import LOUDNESS_FILE, Loudness
from companion.machine.rounds import Rounds
from companion.machine.wall_clock import wrong_with_clock
from companion.peripherals import camera_for, camera_spec, recorded_now, refused_plainly, said_of, warmth
from companion.practice.table_player import TablePlayer
from companion.practice.table_seats import TableSeats
from companion.referee.desk import Desk
from companion.referee.disk import RESERVE_FILE, Reserve
from companion.referee.frames import Frames
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.listening import DEAF, HEARING, NO_BUTTON, Ear
from companion.referee.lookout import Lookout
from companion.referee.match import played
from companion.referee.referee import Referee
from companion.referee.switchboard import Switchboard
from companion.referee.thinking import Thinker
from companion.sentences import told
from companion.web.asgi import make_app
from companion.web.keys import KEY_FILE, join_address, load_key
from companion.web.seats import SEATS_FILE, Seats
from companion.web.serving import WebServer, listen
from hardware.arbitration import Press, first_press
from hardware.board import LISTEN, MUTE, SHIPPED_BOARD, load_board
from hardware.camera import NO_CAMERA
from hardware.panel import Panel
from hardware.quick import answer_quickly
from hardware.screen import Screen
from hardware.speech_programs import programs_for
from hardware.vitals import measured
from hardware.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future
    from types import TracebackType

    from companion.drawn.drawn_table import DrawnTable
    from companion.games.core import Words
    from companion.hub.belonging import Membership
    from companion.referee.match import Match
    from companion.referee.tableview import TableView, Voicing
    from companion.vision import Reader
    from companion.vision.enrol import EnrolledReader
    from companion.vision.sighting import Table
    from hardware.board import CameraWiring
    from hardware.camera import Camera

T = TypeVar("T")

PHOTOS = "photos"  # how the names of their sources begin
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})  # only the machine itself gets there


@dataclass(frozen=True, slots=True)
class Setup:
    """How the table is to be run. `camera` is a camera's spec, "auto" or "none"; `board` another wiring file;
    `language` that of OLED and voice (each page has its own); `for_phones` whether `host` is the owner's answer that
    phones may join, rather than an address somebody chose; `hub` is told of the table, None when nobody is;
    `voice_percent` is how loud rulings and turns are spoken, None for as before; `voices` is a folder with piper's;
    `hear` has a button `listen` listen to what is said."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    camera: str = "auto"
    board: str | None = None
    pin: str | None = None
    language: str = "en"
    for_phones: bool = False
    hub: Membership | None = None
    voice_percent: int | None = None
    voices: Path | None = None
    hear: bool = False


class App:
    """One running table, from construction until `close`. It is what the web knows as its table.

    Raises BadInput when it cannot run: the port is taken, another table has the data folder, the journal is of
    another version, the camera asked for is none. `failed` is told if the referee breaks down while it runs.
    """

    def __init__(self, setup: Setup, failed: Callable[[Exception], object] = lambda _: None) -> None:
        with ExitStack() as stack:
            self._listener = stack.enter_context(listen(setup.host, setup.port))
            self._host, self._port = setup.host, int(self._listener.getsockname()[1])
            stack.enter_context(FolderLock(setup.data))
            self.data = setup.data
            self.pin = setup.pin or pin.new_pin()
            board = load_board(Path(setup.board) if setup.board else SHIPPED_BOARD)
            self._spec = camera_spec(setup.camera)
            self.drawn = _drawn_table() if self._spec == "drawn" else None

            journal = Journal(setup.data / JOURNAL_NAME, witnesses=[setup.data / KEY_FILE])
            stack.callback(journal.close)
            self._frames = Frames(setup.data / "frames")
            self._lexica = dictionaries.Shelf(setup.data)
            stack.callback(self._lexica.close)
            self._at_work = False
            self.decks = DeckShelf(setup.data)
            self._desk = self._seated(journal, failed, stack)
            self._at_work = True

            note_pin = partial(self._note, "pin")
            self.pin_file = stack.enter_context(pin.kept(setup.data / pin.PIN_FILE, self.pin, note_pin))
            self._lookout: Lookout | None = None
            self._calls = Switchboard(self._desk, first_press, has_seen=self.has_seen)
            translate = translations(setup.language).gettext
            self.loudness = self._speaking(setup, translate, stack)
            self._listening = self._hearing(setup, stack, has_button=LISTEN in board.buttons)
            self._panel = stack.enter_context(Panel(board, self._pressed))
            self._screen, self._numbered = stack.enter_context(Screen(board)), Numbered()
            self._shown_at = self.address
            key, reached = load_key(setup.data / KEY_FILE, partial(self._note, "key")), setup.host not in LOOPBACK
            link = (lambda: join_address(self.address, key)) if reached else str
            showing = Showing(self._screen, self._panel, pin=self.pin, link=link, translate=translate)
            stack.callback(showing.close)
            self.subscribe(showing.tell)
            showing.tell(self._desk.view)
            if self.drawn is not None:
                self._lay_out(self.drawn, stack)
            faults: dict[str, Callable[[], Sequence[str]]] = {
                "screen": lambda: self._screen.faults,
                "panel": lambda: self._panel.faults,
                "network": self._follow_network,
                "clock": partial(_clock_faults, journal.newest_moment()),
            }
            rounds = Rounds(faults, self._ailing)
            stack.callback(rounds.close)
            self._camera: Camera | None = None
            eyes = stack.enter_context(ExitStack())
            self._keep_cases(setup.data, stack)
            self._tell_hub(setup.hub, translate, stack)

            # Behind an address somebody chose there may be a proxy, through which every stranger comes from here.
            local = not self._panel.real and (setup.for_phones or not reached)
            seats = Seats(setup.data / SEATS_FILE, partial(self._note, "seats"))
            web = make_app(self, key, lambda: self.address, seats, open_locally=local, for_phones=reached)
            self._web = WebServer(web, self._listener)
            stack.callback(self._web.close)
            self._open_eyes(board.camera, eyes)  # last: what looks takes its time to come along
            self._stack = stack.pop_all()

    def close(self) -> None:
        """Stop every part, the web first, the journal last."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------ what the web asks of a table

    @property
    def address(self) -> str:
        """The base address of the pages, as others reach them now: a network may come after the table, and change."""
        return f"http://{reachable(self._host)}:{self._port}"

    @property
    def view(self) -> TableView:
        """The table at this moment."""
        return self._desk.view

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        """Have the referee's thread do `act`."""
        return self._desk.submit(act)

    def subscribe(self, listener: Callable[[TableView], None], /) -> Callable[[], None]:
        """Have `listener` told each new view, on the referee's thread; returns what ends it."""
        return self._desk.submit(lambda referee: referee.subscribe(listener)).result()

    def screen_picture(self) -> tuple[int, bytes]:
        """Serial number and PNG of what stands on the OLED."""
        return self._numbered.png(self._screen.framebuffer())

    def camera_picture(self) -> tuple[int, bytes] | None:
        """Number and JPEG of the newest frame with the readings drawn over it; None without a camera."""
        return self._lookout.picture() if self._lookout else None

    def frame(self, match_id: int, name: str, /) -> bytes | None:
        """The JPEG kept with a ruling of a match."""
        return self._frames.read(name) if name.startswith(f"match{match_id}-") else None

    def reading(self, match_id: int, name: str, /) -> Table | None:
        """What was read on the frame of this name, kept with a match."""
        return self._frames.reading(name) if name.startswith(f"match{match_id}-") else None

    def dealt_to(self, player: str, /) -> tuple[Sequence[str], str | None] | None:
        """The cards the table has dealt a player, as events write them, and the one it has dealt to lie open, if any;
        None where it deals none: before real cards, and where it does not play itself."""
        sitting = self.submit(lambda referee: referee.stand).result().sitting
        return None if sitting is None or not self._deals() else self._seats_of_table.dealt_to(sitting, player)

    def _deals(self) -> bool:
        """Whether people hold what the table deals them: before a real camera they hold real cards."""
        return self._spec in (NO_CAMERA, "drawn")  # whether or not a real one is there yet

    def has_seen(self, at_ns: int, /) -> bool:
        """Whether the referee has been told what lay on the table at that time (monotonic nanoseconds)."""
        return self._lookout is None or self._lookout.has_seen(at_ns)

    def press(self, button: str, /) -> None:
        """Press a button of the simulated panel. Raises BadInput when the panel is real or has no such button."""
        if self._panel.real:
            raise BadInput(told("the panel is real: press its buttons by hand"))
        if button not in self._panel.buttons:
            has = ", ".join(self._panel.buttons)
            raise BadInput(told("the panel has no button {button}; it has {buttons}", button=repr(button), buttons=has))
        self._panel.press(button)

    def played(self, document: Any, /) -> Match:
        """A whole transcript played with the table's own dictionaries. Raises BadInput for an unusable one."""
        return played(document, self._lexica)

    @property
    def has_photos(self) -> bool:
        """Whether the camera is a folder of photos."""
        return self._camera is not None and self._camera.source.name.startswith(PHOTOS)

    def next_photo(self) -> None:
        """Show the camera's next photo. Raises BadInput at the last one, at one that is none, before other cameras."""
        if not self.has_photos or self._camera is None:
            raise BadInput(told("the camera is no folder of photos"))
        with refused_plainly():
            if not self._camera.advance():
                raise BadInput(told("this is the last photo of the folder"))

    def parts(self) -> Mapping[str, Mapping[str, str]]:
        """Camera, screen and panel: kind (simulated, real, missing) and fault, if any; how often the camera's pictures
        are looked at where that is seldom."""
        return said_of(self._camera, self._screen, self._panel, self._lookout.pace.said if self._lookout else None)

    def _seated(self, journal: Journal, failed: Callable[[Exception], object], stack: ExitStack) -> Desk:
        """The referee at a desk, with somebody who thinks about the rulings, and somebody who plays for the table."""
        self._seats_of_table = TableSeats(lambda deck: self.decks.read(deck).deck.cards, self._deals)
        reserve, thinker, player = Reserve(self.data / RESERVE_FILE), Thinker(), TablePlayer(self._seats_of_table)
        referee = Referee(journal, SystemClock(), self._dictionary, self.decks, reserve, thinker.think)
        desk = Desk(referee, notify.alive, failed)
        stack.callback(desk.close)
        stack.callback(thinker.close)
        thinker.tell(desk.submit)
        stack.callback(player.close)
        referee.subscribe(player.look)
        player.tell(desk.submit)
        return desk

    def _dictionary(self, name: str) -> Words:
        """The referee's dictionary. One who takes up a match at the start waits for it, one at work never does."""
        return self._lexica.at_once(name) if self._at_work else self._lexica(name)

    def _lay_out(self, drawn: DrawnTable, stack: ExitStack) -> None:
        """The cards of the match as they lay when the table was stopped, and kept from now on."""
        from companion.drawn import laid
        from companion.drawn.following import Dealer, Follower

        deal = Dealer(drawn, self.decks, partial(self._ailing, "deck")).deal
        self.subscribe(deal)
        deal(self._desk.view)
        self.subscribe(Follower(drawn, partial(self._ailing, "drawn")).follow)
        path = self.data / laid.LAID_FILE
        try:
            laid.put_back(drawn, path)
        except BadInput as error:
            self._note("drawn", error.sentence)
        keep = laid.Keeper(drawn, path, partial(self._ailing, "drawn")).keep
        self.subscribe(lambda _: keep())
        stack.callback(keep)

    def _readers(self, data: Path) -> Callable[[str], Reader | EnrolledReader]:
        """Makes a deck's reader; the lookout keeps the one it looks through, no others lie in memory.

        A drawn table shows decks as this program prints them, which are known by their looks; before other cameras they
        are read as well, since they may be another's print, and decks that have been enrolled are known by their looks.
        """

        def reader(deck: str) -> Reader | EnrolledReader:
            # All that reads, loaded on the lookout's thread: the table answers before it looks.
            from companion.decks import albums

            file = self.decks.read(deck)
            return albums.reader_for(file, data) if self.drawn is None else albums.printed_reader(file)

        return reader

    def _open_eyes(self, wiring: CameraWiring, stack: ExitStack) -> None:
        """A camera and who looks through it, each on a thread of its own."""
        self._camera = camera_for(self._spec, self.drawn, wiring)
        if self._camera is None:
            return
        stack.callback(self._camera.close)
        self._lookout = Lookout(self._camera, self._desk, self._frames, self._readers(self.data), warmth=warmth)
        stack.callback(self._lookout.close)
        self._desk.submit(lambda referee: referee.wait_for_eyes(self.has_seen))

    def _keep_cases(self, data: Path, stack: ExitStack) -> None:
        """What somebody says was read wrongly."""
        kind = self._spec.partition(":")[0]  # its number, or whose folder it is, is nobody's business
        report = partial(self._ailing, "cases")
        keeper = CaseKeeper(CaseShelf(data), self._frames, kind, SystemClock().wall, report)
        stack.callback(keeper.close)
        self._desk.submit(lambda referee: referee.hear_of_misreadings(keeper.keep, keeper.forget))

    def _follow_network(self) -> Sequence[str]:
        """Have all who show the table's address show it as it is now. That is never wrong: a table needs no network."""
        if (address := self.address) != self._shown_at:
            self._shown_at = address
            notify.status(address)
            self._desk.submit(lambda referee: referee.show_anew())
        return ()

    def _note(self, part: str, sentence: str) -> None:
        """Something found while starting, on every display before anything else is."""
        self._desk.submit(lambda referee: referee.fault(part, sentence)).result()

    def _ailing(self, part: str, sentence: str | None) -> None:
        self._desk.submit(lambda referee: referee.fault(part, sentence))

    def _speaking(self, setup: Setup, translate: Callable[[str], str], stack: ExitStack) -> Loudness:
        """A voice that says what is new; how loud it is, or the kiosk's page in its place."""
        voice = Voice(programs_for(setup.language, setup.voices), partial(self._ailing, "voice"))
        stack.callback(voice.close)
        voice.prepare(COUNTED)

        def take(voicing: Voicing) -> None:
            voice.set_percent(0 if voicing.by == "page" else voicing.percent)
            self._desk.submit(lambda referee: referee.hear_of_voice(voicing))

        notice = partial(self._ailing, "loudness")
        loudness = Loudness(setup.data / LOUDNESS_FILE, setup.voice_percent, take, notice)
        stack.callback(loudness.close)
        self._desk.submit(lambda referee: referee.speak_by(loudness.set))
        self.subscribe(lambda view: voice.hold(is_held=bool(view.listening)))  # the table would hear itself
        talking = Talking(voice, self._desk.view, translate=translate)
        stack.callback(talking.close)
        self.subscribe(talking.tell)
        return loudness

    def _hearing(self, setup: Setup, stack: ExitStack, *, has_button: bool) -> Ear | None:
        """Ears for what is said at the press of a button: lines of menus in English only, letters in every language."""
        if setup.hear != has_button:
            self._note(HEARING, told(NO_BUTTON if setup.hear else DEAF))
        if not setup.hear:
            return None
        trouble = partial(self._ailing, HEARING)
        listening = Ear(recorded_now, PocketSphinx(), self._desk, trouble, lines=setup.language == "en")
        stack.callback(listening.close)
        return listening

    def _tell_hub(self, hub: Membership | None, translate: Callable[[str], str], stack: ExitStack) -> None:
        if hub is None:
            return
        from companion.hub.telling import tell  # MQTT and all only at a table that belongs to a hub

        teller = tell(
            self,
            hub,
            self.data,
            SystemClock(),
            vitals=measured,
            parts=self.parts,
            challenge=lambda: self._pressed(Press("challenge", SystemClock().now_ns())),
            frame=self.frame,
            address=lambda: self.address,
            translate=translate,
            notice=partial(self._note, "hub id"),
            trouble=partial(self._ailing, "hub"),
        )
        stack.callback(teller.close)

    def _pressed(self, press: Press) -> None:
        """A button's edge: the buzzer answers a call before anything else is done."""
        if press.button == MUTE:
            self.loudness.toggle()
        elif press.button == LISTEN:
            if self._listening is None:
                self._ailing(HEARING, told(DEAF))
            else:
                self._panel.sound(sound("tick"))  # speak now
                self._listening.pressed()
        elif self._calls.pressed(press):
            self._panel.sound(sound("call"))


def started(setup: Setup, failed: Callable[[Exception], object]) -> App:
    """A running table that has its process for itself: the hands go before the eyes. Raises BadInput as App does, and
    for a device that was asked for and is not there."""
    answer_quickly()
    with refused_plainly():
        app = App(setup, failed)
    app.subscribe(Lasting().look)
    return app


def _clock_faults(newest: str) -> Sequence[str]:
    """What is wrong with the wall clock, by the `newest` moment in the journal when the table was started."""
    wrong = wrong_with_clock(SystemClock().wall(), newest)
    return () if wrong is None else (wrong,)


def _drawn_table() -> DrawnTable:
    from companion.drawn.drawn_table import DrawnTable  # only where there is no real camera

    return DrawnTable(deckfiles.load(layout_of(None, {}).deck))
