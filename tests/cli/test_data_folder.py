"""Where the data lie is said before the command or after it; what is found there may be anything."""

import os
from pathlib import Path

import pytest

from companion.app import App, Setup
from companion.cli import main
from companion.drawn.laid import LAID_FILE
from companion.machine.address import LOOPBACK
from companion.machine.loudness import LOUDNESS_FILE
from companion.machine.reach import ANSWER_FILE, host_for
from companion.referee.disk import RESERVE_FILE
from companion.web.keys import KEY_FILE
from companion.web.seats import SEATS_FILE
from tests.read_only import folder_in_sight, permitted


@pytest.mark.parametrize(
    "said", ["--data {} matches list", "--data={} matches list", "matches --data {} list", "matches list --data {}"]
)
def test_it_is_said_before_the_command_or_after_it(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "other"))
    assert main(said.format(tmp_path / "here").split()) == 2
    assert f"there is no journal at {tmp_path / 'here'}" in capsys.readouterr().err


def test_a_command_that_reads_no_data_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--data", str(tmp_path), "rules", "disorder"])
    assert ended.value.code == 2
    assert "--data" in capsys.readouterr().err


def test_an_act_that_reads_no_data_is_named_with_its_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # for another act of it may
    with pytest.raises(SystemExit):
        main(["deck", "list", "--data", str(tmp_path)])
    assert "deck list keeps nothing" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--data", "here"], ["matches", "list", "--data"]])
def test_half_of_it_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


LOOKS = (
    "matches list", "report 1", "record 1 {}/saved", "cases list", "cases replay", "nights list", "nights forget Ann",
    "nights set-team Cats Cy",
)  # fmt: skip


@pytest.mark.parametrize("said", LOOKS)
def test_whoever_looks_for_what_is_not_there_makes_no_folder(said: str, tmp_path: Path) -> None:
    main([*said.format(tmp_path).split(), "--data", str(tmp_path / "typo")])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("said", ["matches list", "cases list"])
def test_a_folder_that_may_not_be_looked_into_is_said_by_whoever_reads(
    said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with folder_in_sight() as folder, permitted(folder, 0o444):
        assert main([*said.split(), "--data", str(folder / "inner")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_may_not_be_looked_into_is_one_clear_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with folder_in_sight() as folder, permitted(folder, 0o333):
        assert main(["run", "--port", "0", "--camera", "none", "--data", str(folder)]) == 2
    errors = capsys.readouterr().err
    assert f"the data folder {folder} cannot be looked into (Permission denied)" in errors
    assert errors.count("\n") == 1


def test_pipes_in_the_place_of_the_table_s_files_are_not_waited_for(tmp_path: Path) -> None:
    for name in (KEY_FILE, SEATS_FILE, ANSWER_FILE, LOUDNESS_FILE, LAID_FILE, RESERVE_FILE):
        os.mkfifo(tmp_path / name)
    assert host_for(None, tmp_path, None, pytest.fail) == LOOPBACK
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        notices = " ".join(app.view.notices)
    assert "everybody joins anew" in notices
    for name in (SEATS_FILE, LAID_FILE):
        assert f"{tmp_path / name} is no ordinary file, but a pipe or a device" in notices
