"""`tableside cases`: listed, read again, handed on and opened, forgotten; what cannot be used is one sentence."""

import json
from pathlib import Path

import pytest

from companion.cases.case_shelf import CaseShelf
from companion.cli import main
from tests.cases.kept import keep


@pytest.fixture
def data(tmp_path: Path) -> list[str]:
    keep(CaseShelf(tmp_path / "data"))
    return ["--data", str(tmp_path / "data")]


def test_cases_are_listed_read_again_and_forgotten(data: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", *data, "list"]) == 0
    listed = capsys.readouterr().out
    assert "2026-11-25 20:00  disorder         X was read as K\n" in listed
    identifier = listed.split()[0]
    assert main(["cases", *data, "replay"]) == 0
    assert capsys.readouterr().out == f"{identifier}: right: X was read as K, today X\n"
    assert main(["cases", *data, "replay", "--json", identifier]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["today"], told["otherwise"], told["camera"]) == ("right", "X", 0, "drawn")
    assert main(["cases", *data, "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["case"] == identifier
    assert main(["cases", *data, "forget", identifier]) == 0
    assert main(["cases", *data, "list"]) == 0
    assert capsys.readouterr().out == ""


def test_a_case_that_is_wrong_still_is_the_answer_no(
    data: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(CaseShelf(tmp_path / "data"), 2, truth="Y")
    assert main(["cases", *data, "replay"]) == 1
    assert "wrong: Y was read as K, today X" in capsys.readouterr().out


def test_a_file_of_cases_goes_from_one_data_folder_to_another(
    data: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, theirs = str(tmp_path / "cases.zip"), str(tmp_path / "theirs")
    assert main(["cases", *data, "export", file]) == 0
    assert "1 cases with their pictures" in capsys.readouterr().out
    assert main(["cases", "open", file, theirs]) == 0
    assert f"tableside cases --data {theirs} replay" in capsys.readouterr().out
    assert main(["cases", "--data", theirs, "replay"]) == 0
    assert main(["cases", "--data", theirs, "test", str(tmp_path / "made")]) == 0
    assert (tmp_path / "made" / "test_cases.py").is_file()
    assert main(["cases", "open", file, theirs]) == 2


@pytest.mark.parametrize(
    "arguments", [["replay", "nothing-1"], ["export", "x.zip", "nothing-1"], ["forget", "nothing-1"]]
)
def test_a_case_that_is_not_there_is_one_sentence(
    data: list[str], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", *data, *arguments]) == 2
    assert capsys.readouterr().err == "tableside: there is no case nothing-1; `tableside cases list` names them\n"


def test_where_nobody_has_said_anything_there_is_nothing_to_hand_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", "--data", str(tmp_path), "list"]) == 0
    assert main(["cases", "--data", str(tmp_path), "replay"]) == 0
    assert main(["cases", "--data", str(tmp_path), "export", str(tmp_path / "cases.zip")]) == 2
    assert "nobody has said there that a reading was wrong" in capsys.readouterr().err
    assert main(["cases", "open", str(tmp_path), str(tmp_path / "new")]) == 2
    (tmp_path / "none.zip").write_bytes(b"PK no")
    assert main(["cases", "open", str(tmp_path / "none.zip"), str(tmp_path / "new")]) == 2
    assert "is no file of cases" in capsys.readouterr().err
