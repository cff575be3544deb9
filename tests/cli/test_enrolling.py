"""`tableside deck enrol`: a deck learned from photos of drawn spreads, interrupted, resumed and checked."""

import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import peripherals
from companion.cli import main
from companion.decks import albums, deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.house_album import house_album
from companion.vision.enrol import EnrolledReader
from companion.vision.reader import Reader
from hardware.camera import Frame

DECK = deckfiles.load("disorder")
NAMES = [card.label for card in DECK.cards]


def light_cards_on_dark_cloth(grey: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """The quads of bright or coloured cards on the drawn cloth: a finder that is simple and right for these tables."""
    shapes, _ = cv2.findContours((grey > 95).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    quads = [cv2.boxPoints(cv2.minAreaRect(shape)) for shape in shapes if cv2.contourArea(shape) > 3000]
    return [np.array(quad, np.float32) for quad in quads]


@pytest.fixture(autouse=True)
def finder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(albums, "quads_of", light_cards_on_dark_cloth)


def photo(path: Path, labels: Sequence[str], *, seed: int = 0, per_row: int = 8) -> str:
    table = DrawnTable(DECK, rows=2, seed=seed)
    for number, label in enumerate(labels):
        table.place(label, row=number // per_row)
    cv2.imwrite(str(path), table.frame())
    return str(path)


@pytest.fixture
def spreads(tmp_path: Path) -> list[str]:
    names = [*NAMES, "?"]
    return [photo(tmp_path / f"{at}.png", names[at : at + 16], seed=at) for at in range(0, len(names), 16)]


def test_a_deck_is_learned_from_two_photos_and_then_read(
    spreads: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    assert main(["deck", "enrol", "disorder", *data]) == 1
    assert f"{len(NAMES) + 1} cards to go" in capsys.readouterr().out
    assert isinstance(albums.reader_for(deckfiles.read("disorder"), tmp_path / "data"), Reader)
    assert main(["deck", "enrol", "disorder", *data, "--photos", spreads[0]]) == 1
    assert f"{len(NAMES) + 1 - 16} cards to go" in capsys.readouterr().out
    assert main(["deck", "enrol", "disorder", *data, "--photos", spreads[1]]) == 0
    assert f"All {len(NAMES) + 1} faces of {DECK.title} are known" in capsys.readouterr().out
    assert isinstance(albums.reader_for(deckfiles.read("disorder"), tmp_path / "data"), EnrolledReader)
    mixed = photo(tmp_path / "mixed.png", [*"QUIZM", "squeeze", "O", "?", *"WNXVG", "pass"], seed=9)
    assert main(["deck", "enrol", "disorder", *data, "--check", mixed]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split() for row in rows] == [[*"QUIZM", "squeeze", "O", "?"], [*"WNXVG", "pass"]]


def test_a_card_can_be_shown_again_and_the_deck_anew(
    spreads: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    main(["deck", "enrol", "disorder", *data, "--photos", *spreads])
    again = photo(tmp_path / "again.png", ["Q", "O"], seed=3)
    assert main(["deck", "enrol", "disorder", *data, "--cards", "Q, O", "--photos", again]) == 0
    assert albums.load_album(tmp_path, DECK).names.count("Q") == 2
    capsys.readouterr()
    assert main(["deck", "enrol", "disorder", *data, "--start-over"]) == 1
    assert f"{len(NAMES) + 1} cards to go" in capsys.readouterr().out


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["deck", "enrol", *arguments]) == 2
    return capsys.readouterr().err


def test_what_cannot_be_learned_is_said_and_keeps_what_has_been(
    spreads: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    main(["deck", "enrol", "disorder", *data, "--photos", spreads[0]])
    before = albums.album_file(tmp_path, DECK).read_bytes()
    capsys.readouterr()
    assert "16 cards, and only 15 of disorder were still" in said(["disorder", *data, "--photos", spreads[0]], capsys)
    empty = photo(tmp_path / "empty.png", [])
    assert f"no cards were found on {empty}" in said(["disorder", *data, "--photos", empty], capsys)
    one = photo(tmp_path / "one.png", "A")
    named = ["disorder", *data, "--cards"]
    assert "1 cards were found where 2 were expected: A B" in said([*named, "A,B", "--photos", one], capsys)
    assert "the deck disorder has no card 'Ä'" in said([*named, "Ä", "--photos", one], capsys)
    assert "--cards goes with exactly one photo" in said([*named, "A", "--photos", one, one], capsys)
    assert "15 cards of disorder have not been learned yet" in said(["disorder", *data, "--check", one], capsys)
    assert "there is no photo" in said(["disorder", *data, "--photos", str(tmp_path / "nowhere.png")], capsys)
    assert "lists no cards" in said(["words", *data], capsys)
    assert albums.album_file(tmp_path, DECK).read_bytes() == before


def test_what_is_no_photo_no_deck_or_no_use_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    text = tmp_path / "notes.jpg"
    text.write_text("no picture at all")
    for option in ("--photos", "--check"):
        if option == "--check":
            albums.save_album(tmp_path, DECK, house_album(deckfiles.read("disorder")))
        assert str(text) in said(["disorder", *data, option, str(text)], capsys)
    assert "there is no deck “disordre”" in said(["disordre", *data], capsys)
    assert "cannot read the deck file" in said([str(tmp_path / "none.toml"), *data], capsys)
    twins = tmp_path / "twins.toml"
    head = 'name = "twins"\ntitle = "Twins"\nreads = "words"\n'
    twins.write_text(head + '[[cards]]\nkind = "word"\nlabel = "OAK"\n[[cards]]\nkind = "word"\nlabel = "OAK"\n')
    assert f"{twins}, line 9: the card “OAK” cannot be told from the one in line 4" in said([str(twins), *data], capsys)
    twins.write_text(head + '[[cards]]\nkind = "word"\nlabel = "OAK"\n[[cards]]\nkind = "action"\nlabel = "OAK"\n')
    assert "2 cards of the deck twins are called 'OAK'" in said([str(twins), *data], capsys)
    twins.write_text(head + '[[cards]]\nkind = "word"\nlabel = "?"\n')
    assert "2 cards of the deck twins are called '?'" in said([str(twins), *data], capsys)


def test_an_album_of_another_deck_is_not_taken_for_this_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    albums.save_album(tmp_path, DECK, house_album(deckfiles.read("villains")))
    assert "has a card 'Professor Muddle', which the deck disorder does not have" in said(
        ["disorder", "--data", str(tmp_path)], capsys
    )


KILLED_WHILE_WRITING = """
import os, signal, stat, sys
from companion.cli import main

saved = []
def fsync(file):
    if stat.S_ISREG(os.fstat(file).st_mode):
        saved.append(file)
    if len(saved) == 2:  # the second photo's album, still beside the first one's
        os.kill(os.getpid(), signal.SIGKILL)
os.fsync = fsync
main(sys.argv[1:])
"""


def test_an_enrolment_killed_while_it_writes_goes_on_with_what_was_kept(
    spreads: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol = ["deck", "enrol", "disorder", "--data", str(tmp_path / "data"), "--photos"]
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, *enrol, *spreads], check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    kept = albums.load_album(tmp_path / "data", DECK)
    assert kept.cards == tuple(NAMES[:16])
    left = photo(tmp_path / "rest.png", [*NAMES, "?"][16:], seed=5)
    assert main([*enrol, left]) == 0
    assert f"All {len(NAMES) + 1} faces of {DECK.title} are known" in capsys.readouterr().out


def test_a_damaged_album_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = albums.album_file(tmp_path, DECK)
    path.parent.mkdir()
    path.write_bytes(b"not an album")
    assert f"{path} is damaged; enrol the deck again" in said(["disorder", "--data", str(tmp_path)], capsys)
    assert main(["deck", "enrol", "disorder", "--data", str(tmp_path), "--start-over"]) == 1


class ShownCamera:
    """A camera before which the cards asked for are laid, a spread at a time; each picture is 0.2 s after the last."""

    fault: str | None = None

    def __init__(self, asked: Callable[[int], Sequence[str]]) -> None:
        self.table = DrawnTable(DECK, rows=2)
        self.asked = asked
        self.number = -1

    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Frame:
        self.number += 1
        turn, tick = divmod(self.number, 12)
        if tick == 0:
            self.table.clear()
        if tick == 6:
            for at, label in enumerate(self.asked(turn)):
                self.table.place(label, row=at // 8)
        return Frame(self.table.frame(), self.number * 200_000_000, self.number, 320)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to let go of."""


def test_a_deck_is_shown_to_the_camera_and_checked_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [*NAMES, "?"]
    spreads = [names[at : at + 16] for at in range(0, len(names), 16)] + [list("QUIZ")]
    monkeypatch.setattr(peripherals, "open_eye", lambda spec: ShownCamera(lambda turn: spreads[turn]))
    assert main(["deck", "enrol", "disorder", "--data", str(tmp_path), "--camera", "usb:0"]) == 0
    out = capsys.readouterr().out
    assert "31 cards to go. Show the next ones" in out
    assert "learned Q, R, S" in out
    assert out.splitlines()[-1].split() == list("QUIZ")
    assert set(albums.load_album(tmp_path, DECK).cards) == set(names)


def test_a_camera_that_is_none_or_gives_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["disorder", "--data", str(tmp_path), "--camera"]
    assert "camera 'webcam' is unknown" in said([*arguments, "webcam"], capsys)
    dark = ShownCamera(lambda _turn: [])
    dark.fault = "the camera (usb:0) is not there"
    monkeypatch.setattr(dark, "latest", lambda *_: None)
    monkeypatch.setattr(peripherals, "open_eye", lambda spec: dark)
    assert "the camera (usb:0) is not there" in said([*arguments, "usb:0"], capsys)
