"""How loud the table speaks is remembered, whoever says it; silence by the button is for tonight."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Self

import pytest

from companion.errors import BadInput
from companion.machine.loudness import LOUDNESS_FILE, USUAL_PERCENT, Loudness
from companion.referee.tableview import Voicing
from tests.read_only import folder_in_sight, read_only


class Heard:
    """What a voice and the displays are told."""

    def __init__(self, folder: Path, said: int | None = None) -> None:
        self.percents: list[int] = []
        self.notices: list[str | None] = []
        self.by: list[str] = []
        self.loudness = Loudness(folder / LOUDNESS_FILE, said, self._take, self.notices.append)

    def closed(self) -> Self:
        """The same once the table is stopped."""
        self.loudness.close()
        return self

    def _take(self, voicing: Voicing) -> None:
        self.percents.append(voicing.percent)
        self.by.append(voicing.by)


def test_a_table_is_silent_until_somebody_says_otherwise_and_remembers_it(tmp_path: Path) -> None:
    first = Heard(tmp_path)
    assert (first.percents, first.notices) == ([0], [])
    first.loudness.set(40)
    assert first.closed().percents == [0, 40]
    assert Heard(tmp_path).percents == [40]
    assert Heard(tmp_path, 80).closed().percents == [40, 80]
    assert Heard(tmp_path).loudness.percent == 80
    assert Heard(tmp_path, 0).closed().percents == [80, 0]
    assert Heard(tmp_path).percents == [0]


def test_the_button_silences_it_for_tonight(tmp_path: Path) -> None:
    heard = Heard(tmp_path, 40).closed()
    heard.loudness.toggle()
    assert heard.loudness.percent == 0
    assert Heard(tmp_path).percents == [40]
    heard.loudness.toggle()
    assert heard.percents == [0, 40, 0, 40]


def test_a_table_that_never_spoke_speaks_as_loud_as_usual_by_the_button(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    heard.loudness.toggle()
    assert heard.loudness.percent == USUAL_PERCENT


def test_who_speaks_is_remembered_beside_how_loud(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    heard.loudness.set(40, "page")
    heard.loudness.set(50)
    heard.loudness.toggle()
    assert (heard.percents, heard.by) == ([0, 40, 50, 0], ["table", "page", "page", "page"])
    with pytest.raises(BadInput, match="spoken by one of table, page, both, not by phones"):
        heard.loudness.set(by="phones")
    heard.closed()
    again = Heard(tmp_path)
    assert again.loudness.now == Voicing(50, "page")
    again.loudness.toggle()
    again.loudness.set(by="table")
    again.closed()
    assert Heard(tmp_path).loudness.now == Voicing(0, "table")


@pytest.mark.parametrize("percent", [-1, 101])
def test_what_is_no_percent_changes_nothing(tmp_path: Path, percent: int) -> None:
    heard = Heard(tmp_path, 40).closed()
    with pytest.raises(BadInput, match="can be 0 to 100 percent loud, not "):
        heard.loudness.set(percent)
    assert (heard.loudness.percent, Heard(tmp_path).percents) == (40, [40])


@pytest.mark.parametrize("kept", [b"", b"loud", b"101", "４０".encode(), b"\xff\xfe", b"70 cat", b"70 page both"])
def test_a_file_that_holds_no_percent_is_none(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / LOUDNESS_FILE).write_bytes(kept)
    assert Heard(tmp_path).percents == [0]


def test_it_is_as_loud_as_was_said_where_that_cannot_be_kept() -> None:
    with folder_in_sight() as folder, read_only(folder):
        heard = Heard(folder, 40).closed()
    assert heard.loudness.percent == 40
    assert "cannot be kept" in (heard.notices[0] or "")
    heard.notices.clear()


def test_no_disk_holds_up_whoever_says_how_loud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_applied = Event()
    monkeypatch.setattr("companion.atomic.write", lambda *_: is_applied.wait())
    heard = Heard(tmp_path)
    heard.loudness.set(40)
    assert heard.percents == [0, 40]
    is_applied.set()
    heard.closed()


def test_what_several_say_at_once_is_heard_and_kept_in_one_order(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    with ThreadPoolExecutor(4) as several:
        for percent in range(40):
            several.submit(heard.loudness.set, percent)
            several.submit(heard.loudness.toggle)
        several.submit(heard.loudness.set, 30, "page")
    assert heard.percents[-1] == heard.loudness.percent
    heard.loudness.set(by="both")
    heard.closed()
    assert Heard(tmp_path).loudness.now == heard.loudness.now
