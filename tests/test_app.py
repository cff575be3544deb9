"""The whole table, simulated hardware and all: cards drawn before the camera become a match with its ruling."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import httpx
import pytest

from companion.app import App, Setup
from companion.cases.case import CaseEyes
from companion.cases.case_shelf import CaseShelf
from companion.cases.reread import EyesToday, Outcome, Reread, reread
from companion.cli import main
from companion.clock import SystemClock
from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.laid import LAID_FILE
from companion.errors import BadInput
from companion.machine import wall_clock
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.misreading import Misreading
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import TableView
from tests.read_only import folder_in_sight, read_only
from tests.seen import row_on
from tests.views import WORDS

PATIENCE_S = 60  # on a busy machine; a healthy table needs a second or two
SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS, "values": {"Z": 10, "O": 2}}}


@pytest.fixture(autouse=True)
def _process_as_before() -> Iterator[None]:
    """A table that is run here takes the process for itself: it hears what would end the program, and nobody else does
    then, and its threads take turns ten times as often."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    turns_s = sys.getswitchinterval()
    yield
    sys.setswitchinterval(turns_s)
    for number, handler in before.items():
        signal.signal(number, handler)


class Onlooker:
    """Waits for what a table comes to show."""

    def __init__(self, app: App) -> None:
        self._news = threading.Condition()
        self._app = app
        app.subscribe(self._told)

    def _told(self, view: TableView) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, shows: Callable[[TableView], bool]) -> TableView:
        """The view once it `shows` what is waited for."""
        with self._news:
            done = self._news.wait_for(lambda: shows(self._app.view), PATIENCE_S)
        assert done, self._app.view.to_json()
        return self._app.view

    def lays(self, cards: str) -> DrawnTable:
        """The drawn table, on which the match begun now has these cards: each laid when the one before was seen."""
        assert self._app.drawn is not None
        self._app.submit(begin).result()
        for place, label in enumerate(cards):
            self._app.drawn.place(label)
            self.wait(row_is(cards[: place + 1]))
        return self._app.drawn


def row_is(cards: str) -> Callable[[TableView], bool]:
    return lambda view: view.match is not None and row_on(view.board) == cards


def begin(referee: Referee) -> None:
    referee.begin(SETUP)


def name_word(referee: Referee) -> None:
    referee.happen({"event": "name_word", "player": "Bob", "word": "zookeeper"}, source=Source.HOST)


def say_that_the_first_card_is_an_n(app: App, referee: Referee) -> dict[str, Any] | None:
    """What was read is beside the picture it was read on; it is called wrong."""
    frame = referee.view.protocol[0].frame
    assert frame is not None
    table = app.reading(1, frame)
    assert table is not None
    return referee.misread(Misreading(table, frame, 0, "N"))


def test_a_match_from_the_camera_to_the_ruling_and_over_a_restart(tmp_path: Path) -> None:
    setup = Setup(tmp_path, port=0, camera="drawn")
    with App(setup) as app:
        onlooker = Onlooker(app)
        drawn = onlooker.lays("ZOO")
        drawn.place("A", face_down=True)
        onlooker.wait(row_is("ZOO?"))
        app.press("challenge")
        view = onlooker.wait(lambda view: view.match is not None and view.match.awaiting == "name_word")
        assert view.ruling is not None
        assert view.ruling.source == "panel"
        app.submit(name_word).result()
        view = app.view
        assert view.match is not None
        assert view.match.scores == {"Ann": 15, "Bob": 0}
        assert view.ruling is not None
        assert view.ruling.to_json()["clause"] == "D8"
        kept = view.protocol[0].frame
        assert kept is not None
        frame = app.frame(1, kept)
        assert frame is not None
        assert frame.startswith(b"\xff\xd8")
        assert app.screen_picture()[1].startswith(b"\x89PNG")
        picture = app.camera_picture()
        assert picture is not None
        misread = app.submit(lambda referee: say_that_the_first_card_is_an_n(app, referee)).result()
        assert misread == {"event": "correct", "number": 1, "to": {**view.protocol[0].event, "card": "N"}}
        onlooker.wait(lambda view: view.difference == "Please clear the board for the next round.")
        drawn.clear()
        onlooker.wait(lambda view: view.difference is None)
        before = view.match
    shelf = CaseShelf(tmp_path)
    (case,) = map(shelf.read, shelf.ids())
    assert (case.read, case.truth, case.eyes) == ("Z", "N", CaseEyes("disorder", 1, "drawn"))
    assert reread(shelf, case.id, EyesToday(tmp_path)) == Reread(Outcome.WRONG, "Z", 0)  # it was a Z
    with App(setup) as app:
        assert app.view.match == before
        assert app.view.paused


def test_what_lies_on_the_drawn_table_lies_there_after_a_restart(tmp_path: Path) -> None:
    setup = Setup(tmp_path, port=0, camera="drawn")
    with App(setup) as app:
        onlooker = Onlooker(app)
        drawn = onlooker.lays("ZOO")
        drawn.turn_over(1)
        before = drawn.cards
    with App(setup) as app:
        assert app.drawn is not None
        assert app.drawn.cards == before
        assert [card.name for card in before] == ["Z", "?", "O"]
    (tmp_path / LAID_FILE).write_text('{"deck": "disorder", "rows": 1, "cards": [{"label": "Z"}]}')
    with App(setup) as app:
        assert app.drawn is not None
        assert app.drawn.cards == ()
        assert any("What lay on the drawn table cannot be read" in notice for notice in app.view.notices)


def test_the_drawn_table_follows_the_game_of_the_match(tmp_path: Path) -> None:
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        assert app.drawn is not None
        app.submit(lambda referee: referee.begin({"game": "villains", "players": ["Ann", "Bob"]})).result()
        assert (app.drawn.deck.name, app.drawn.rows) == ("villains", 2)
        onlooker = Onlooker(app)
        with app.drawn.still():
            for row in (0, 1):
                app.drawn.place("Professor Muddle", row=row)
            app.drawn.place("Inkling", row=1)
        view = onlooker.wait(lambda view: view.difference is not None)
        assert "Inkling (Ann)" in str(view.difference)
        app.submit(lambda referee: referee.close()).result()
        app.submit(begin).result()
        assert app.drawn.deck.name == "disorder"
        assert app.drawn.cards == ()


def test_photos_of_a_folder_are_shown_one_after_the_other(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    drawn = DrawnTable(deckfiles.load("disorder"))
    for place, label in enumerate("AZ"):
        drawn.place(label)
        cv2.imwrite(str(photos / f"{place}.png"), drawn.frame())
    with App(Setup(tmp_path, port=0, camera=f"photos:{photos}")) as app:
        assert app.has_photos
        onlooker = Onlooker(app)
        app.submit(begin).result()
        onlooker.wait(row_is("A"))
        app.next_photo()
        onlooker.wait(row_is("AZ"))
        with pytest.raises(BadInput, match="last photo"):
            app.next_photo()


def test_hands_are_dealt_to_nobody_before_a_camera_that_is_not_there_yet(tmp_path: Path) -> None:
    practised = {**SETUP, "practice": {"players": {"Bob": "easy"}}}
    with App(Setup(tmp_path, port=0, camera="usb:63")) as app:
        app.submit(lambda referee: referee.begin(practised)).result()
        assert app.parts()["camera"]["kind"] == "real"
        assert app.dealt_to("Ann") is None


ANSWERED = """
import sys, urllib.request
from pathlib import Path
from companion import cli
from companion.cli import run, running
from companion.app import Setup, started
with started(Setup(Path(sys.argv[1]), port=0, camera="none"), lambda _: None) as app:
    urllib.request.urlopen(f"{app.address}/kiosk").read()
    print(*{"cv2", "numpy", "platformdirs"} & sys.modules.keys())
"""


def test_the_first_page_waits_for_nothing_that_only_the_eyes_need(tmp_path: Path) -> None:
    """They are brought along by the threads that look; an import too many at the top of a module undoes that."""
    done = subprocess.run([sys.executable, "-c", ANSWERED, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_where_the_table_is_follows_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes after the table, as Wi-Fi does at power-on, or is another one."""
    there, telling = ["127.0.0.1"], threading.Event()
    monkeypatch.setattr("companion.app.reachable", lambda host: there[0] if host == "0.0.0.0" else host)
    with App(Setup(tmp_path, host="0.0.0.0", port=0, camera="none", for_phones=True)) as app:
        port = app.address.rpartition(":")[2]
        here = f"http://127.0.0.1:{port}"
        before = httpx.get(f"{here}/api/view").json()
        assert before["joins_at"] == f"127.0.0.1:{port}/play"
        app.subscribe(lambda _: telling.set())
        there[0] = "192.0.2.7"
        assert telling.wait(10)
        after = httpx.get(f"{here}/api/view").json()
        assert (app.address, after["joins_at"]) == (f"http://192.0.2.7:{port}", f"192.0.2.7:{port}/play")
        assert after["table"]["notices"] == before["table"]["notices"]
        telling.clear()
        app.submit(lambda _: None).result()
        assert not telling.is_set(), "once, not with every round"


def test_two_tables_never_share_a_data_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with App(Setup(tmp_path, port=0, camera="none")):
        assert main(["run", "--port", "0", "--camera", "none", "--data", str(tmp_path)]) == 2
    assert "another table is running" in capsys.readouterr().err


def test_a_port_in_use_is_one_clear_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["run", "--port", str(port), "--camera", "none", "--data", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert f"127.0.0.1:{port}" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--camera", "photos:{folder}/empty"], "empty"),
        (["--camera", "photos:{folder}/nowhere"], "nowhere"),
        (["--camera", "telescope"], "telescope"),
        (["--port", "99999"], "99999"),
        (["--pin", "12"], "PIN"),
        (["--board", "{folder}/no-board.toml"], "no-board.toml"),
    ],
)
def test_what_cannot_be_run_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    words = [argument.format(folder=tmp_path) for argument in arguments]
    assert main(["run", "--port", "0", "--camera", "none", "--data", str(tmp_path / "data"), *words]) == 2
    errors = capsys.readouterr().err
    assert sentence in errors
    assert errors.startswith("tableside: ")
    assert errors.count("\n") == 1


def test_side_files_that_cannot_be_used_are_said_and_the_table_plays(tmp_path: Path) -> None:
    for name in ("web.key", "host-pin"):
        (tmp_path / name).mkdir()
    (tmp_path / "seats.json").write_bytes(b"\xff")
    (tmp_path / "frames").write_bytes(b"no folder")
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        assert [str(notice).partition(" (")[0] for notice in app.view.notices] == [
            f"The host's PIN cannot be written to {tmp_path / 'host-pin'}",
            f"The table's key {tmp_path / 'web.key'} cannot be kept",
            f"The list of seats {tmp_path / 'seats.json'} cannot be used",
        ]
        assert app.drawn is not None
        onlooker = Onlooker(app)
        app.submit(begin).result()
        app.drawn.place("Z")
        view = onlooker.wait(row_is("Z"))
        assert view.protocol[-1].frame is None
        assert len(view.notices) == 4


def test_a_clock_that_cannot_be_right_is_said_until_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_clock, "SYNCHRONISED", tmp_path / "synchronized")
    with closing(Journal(tmp_path / JOURNAL_NAME)) as journal:
        journal.leave(
            journal.begin({"game": "disorder"}, "2026-12-24T18:00:00.000Z").id, "2026-12-24T19:00:00.000Z", {}
        )
    monkeypatch.setattr(SystemClock, "wall", lambda _: "2026-12-24T18:30:00.000Z")  # as it was last shut down
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        onlooker = Onlooker(app)
        view = onlooker.wait(lambda view: bool(view.notices))
        assert "says 2026-12-24 18:30, and 2026-12-24 19:00 is over" in view.notices[0]
        monkeypatch.setattr(SystemClock, "wall", lambda _: "2026-12-25T20:00:00.000Z")
        onlooker.wait(lambda view: not view.notices)


def test_a_data_folder_that_becomes_read_only_stops_no_match() -> None:
    with folder_in_sight() as folder, App(Setup(folder, port=0, camera="drawn")) as app:
        assert app.drawn is not None
        onlooker = Onlooker(app)
        app.submit(begin).result()
        with read_only(folder):
            app.drawn.place("Z")
            view = onlooker.wait(row_is("Z"))
            assert view.protocol[-1].frame is None
            notices = " ".join(view.notices)
            assert "pictures of rulings cannot be kept (Permission denied)" in notices
        app.drawn.place("O")
        view = onlooker.wait(lambda view: row_is("ZO")(view) and not view.notices)
        assert view.protocol[-1].frame is not None


def test_a_read_only_data_folder_is_one_clear_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with folder_in_sight() as folder:
        with App(Setup(folder, port=0, camera="none")) as app:
            app.submit(begin).result()
        with read_only(folder):
            assert main(["run", "--port", "0", "--camera", "none", "--data", str(folder)]) == 2
    errors = capsys.readouterr().err
    assert "journal.sqlite3 cannot be opened" in errors
    assert errors.count("\n") == 1


def table_of_its_own(data: Path, stdout: int, *options: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "companion.cli", "run", "--port", "0", "--camera", "none", "--data", str(data)]
    return subprocess.Popen([*words, *options], stdout=stdout)


def first_line(descriptor: int) -> str:
    with os.fdopen(os.dup(descriptor), "rb", buffering=0) as said:
        return said.readline().decode()


def test_a_log_is_told_where_the_pin_stands_and_not_the_pin(tmp_path: Path) -> None:
    kept = tmp_path / "host-pin"
    with table_of_its_own(tmp_path, subprocess.PIPE) as table:
        assert table.stdout is not None
        line = first_line(table.stdout.fileno())
        pin = kept.read_text().strip()
        assert kept.stat().st_mode & 0o077 == 0
        table.terminate()
        said = line + table.stdout.read().decode()
    assert table.returncode == 0
    assert len(pin) == 6
    assert pin.isdigit()
    assert pin not in said
    assert str(kept) in line
    assert not kept.exists()


def test_a_terminal_is_told_the_pin(tmp_path: Path) -> None:
    ours, its = os.openpty()
    with table_of_its_own(tmp_path, its, "--pin", "864209") as table:
        assert "the host's PIN is 864209" in first_line(ours)
        table.terminate()
    os.close(ours)
    os.close(its)


def test_a_journal_of_another_version_stops_the_start_and_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with App(Setup(tmp_path, port=0, camera="none")) as app:
        app.submit(begin).result()
    journal = tmp_path / "journal.sqlite3"
    other = sqlite3.connect(journal)
    other.execute("PRAGMA user_version = 42")
    other.close()
    before = journal.read_bytes()
    assert main(["run", "--port", "0", "--camera", "none", "--data", str(tmp_path)]) == 2
    assert "version 42" in capsys.readouterr().err
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("host", "for_phones", "is_reached", "is_host"),
    [("127.0.0.1", False, False, True), ("0.0.0.0", True, True, True), ("0.0.0.0", False, True, False)],
)
def test_a_code_to_join_is_shown_where_phones_reach_the_table(
    tmp_path: Path, host: str, for_phones: bool, is_reached: bool, is_host: bool
) -> None:
    with App(Setup(tmp_path, host=host, port=0, camera="none", for_phones=for_phones)) as app:
        here = f"http://127.0.0.1:{app.address.rsplit(':', 1)[1]}"
        kiosk = httpx.get(f"{here}/kiosk").text
        assert ('src="/join.svg"' in kiosk) == is_reached
        assert ("Phones cannot reach this table" in kiosk) != is_reached
        assert httpx.get(f"{here}/join.svg").status_code == (200 if is_reached else 404)
        assert httpx.get(f"{here}/api/who").json()["host"] == is_host, "a PIN, unless it is the laptop of who asked"
