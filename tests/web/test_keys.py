"""The table's key: made once, kept from others, and never one that somebody could know."""

from pathlib import Path

import pytest

from companion.app import App, Setup
from companion.language import messages
from companion.sentences import is_told
from companion.web.keys import join_address, join_key, load_key, shown_address
from tests.full_disk import room_for
from tests.read_only import folder_in_sight, permitted


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "web.key"


def test_the_key_is_made_once_and_kept_from_others(path: Path) -> None:
    said: list[str] = []
    key = load_key(path, said.append)
    assert len(key) == 32
    assert load_key(path, said.append) == key
    assert path.stat().st_mode & 0o077 == 0
    assert said == []


@pytest.mark.parametrize("kept", [bytes(31) + b"k", b"k" + bytes(31), bytes(range(32))], ids=["last", "first", "one"])
def test_a_key_with_bytes_that_are_0_stays(path: Path, kept: bytes) -> None:
    path.write_bytes(kept)
    said: list[str] = []
    assert load_key(path, said.append) == kept
    assert said == []


def test_two_tables_have_two_keys_and_two_codes(tmp_path: Path) -> None:
    one, other = (load_key(tmp_path / name, lambda _said: None) for name in ("one", "other"))
    assert join_key(one) != join_key(other)
    assert join_address("http://192.0.2.7:8080/", one) == f"http://192.0.2.7:8080/play?k={join_key(one)}"
    assert shown_address(join_address("http://192.0.2.7:8080", one)) == "192.0.2.7:8080/play", "nobody types the key"


DAMAGED = {"empty": b"", "never filled": bytes(32), "cut short": b"k" * 31, "too long": b"k" * 33}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_anything_but_a_whole_key_is_replaced_and_it_is_said(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    said: list[str] = []
    key = load_key(path, said.append)
    assert len(key) == 32
    assert key != content
    assert join_key(key) != join_key(content)
    assert load_key(path, said.append) == key
    (sentence,) = said
    assert str(path) in sentence
    assert is_told(sentence)
    assert sentence.template in messages("de")


def test_a_key_that_cannot_be_kept_is_as_good_until_the_table_stops(path: Path) -> None:
    path.mkdir()
    said: list[str] = []
    one, other = load_key(path, said.append), load_key(path, said.append)
    assert len(one) == len(other) == 32
    assert one != other
    assert "cannot be kept" in said[0]
    assert path.is_dir()


def test_a_key_of_somebody_else_s_is_not_called_damaged() -> None:
    said: list[str] = []
    with folder_in_sight() as folder:
        folder.chmod(0o777)
        path = folder / "web.key"
        path.write_bytes(b"k" * 32)
        with permitted(path, 0):
            load_key(path, said.append)
    (sentence,) = said
    assert "cannot be read (Permission denied)" in sentence
    assert is_told(sentence)
    assert sentence.template in messages("de")


def test_a_full_disk_costs_the_next_start_its_key_and_no_more(path: Path) -> None:
    said: list[str] = []
    with room_for(0):
        key = load_key(path, said.append)
    assert len(key) == 32
    assert "cannot be kept" in said[0]
    assert not path.exists()


def test_a_damaged_key_is_told_on_every_display_and_the_table_plays(tmp_path: Path) -> None:
    (tmp_path / "web.key").write_bytes(b"")
    with App(Setup(tmp_path, port=0, camera="none")) as app:
        (notice,) = app.view.notices
        assert "everybody joins anew" in notice
        setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": ["zoo"]}}}
        app.submit(lambda referee: referee.begin(setup)).result()
        assert notice in app.view.notices
    with App(Setup(tmp_path, port=0, camera="none")) as app:
        assert app.view.notices == ()
