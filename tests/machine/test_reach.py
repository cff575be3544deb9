"""Whether phones may join is asked once, where somebody can answer, and remembered."""

from pathlib import Path

import pytest

from companion.machine.reach import ANSWER_FILE, NETWORK, host_for

HERE = "127.0.0.1"


def never(question: str) -> str:
    raise AssertionError(f"asked: {question}")


@pytest.mark.parametrize(
    ("typed", "host", "kept"),
    [("", NETWORK, "yes"), ("y", NETWORK, "yes"), ("Yes ", NETWORK, "yes"), ("n", HERE, "no"), ("NO", HERE, "no")],
)
def test_it_is_asked_the_first_time_and_remembered(tmp_path: Path, typed: str, host: str, kept: str) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return typed

    assert host_for(None, tmp_path, ask, print) == host
    assert "who has the code" in asked[0]
    assert (tmp_path / ANSWER_FILE).read_text() == kept
    assert host_for(None, tmp_path, never, print) == host
    assert host_for(None, tmp_path, None, print) == host


def test_where_nobody_can_answer_phones_stay_out_and_it_is_asked_another_time(tmp_path: Path) -> None:
    assert host_for(None, tmp_path, None, print) == HERE
    assert host_for(None, tmp_path, lambda _: "yes", print) == NETWORK


def test_what_is_said_on_the_command_line_goes_before_and_is_remembered(tmp_path: Path) -> None:
    assert host_for("yes", tmp_path, never, print) == NETWORK
    assert host_for("no", tmp_path, never, print) == HERE
    assert host_for(None, tmp_path, never, print) == HERE


@pytest.mark.parametrize("damage", [b"", b"ye\xff", b"no phones please", bytes(4)])
def test_a_damaged_answer_is_asked_again(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / ANSWER_FILE).write_bytes(damage)
    assert host_for(None, tmp_path, None, print) == HERE
    assert host_for(None, tmp_path, lambda _: "", print) == NETWORK


def test_an_answer_that_cannot_be_kept_counts_all_the_same_and_it_is_said(tmp_path: Path) -> None:
    (tmp_path / ANSWER_FILE).mkdir()
    said: list[str] = []
    assert host_for("yes", tmp_path, never, said.append) == NETWORK
    assert str(tmp_path / ANSWER_FILE) in said[0]
