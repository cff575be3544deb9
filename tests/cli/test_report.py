"""The report of a match on the command line."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent

SAVED = Path(__file__).parents[1] / "matches"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return journal_in(tmp_path)


def journal_in(tmp_path: Path, ann: str = "Ann") -> Path:
    journal = Journal(tmp_path / JOURNAL_NAME)
    for name in ("anagrascramble-3", "anagrascramble-1"):  # the second is not over
        text = (SAVED / f"{name}.json").read_text("utf-8")
        document = json.loads(text.replace('"Ann"', json.dumps(ann)))["document"]
        events = document.pop("events")
        match = journal.begin(document, "2026-01-01T20:00:00")
        journal.append(match.id, [JournalEvent(at, event, "host", "") for at, event in enumerate(events, start=1)])
    journal.close()
    return tmp_path


def test_a_match_that_is_over_is_reported_as_text_and_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "1", "--data", str(data)]) == 0
    text = capsys.readouterr().out
    assert main(["report", "1", "--data", str(data), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["match"], report["game"]) == (1, "anagrascramble")
    for each in report["players"]:
        chances = "1 chance" if each["chances"] == 1 else f"{each['chances']} chances"
        assert f"{each['player']}: {each['lost']} points missed with {chances}\n" in text
    assert all(chance["reason"] in text for chance in report["chances"])
    assert f"The word that everybody missed: {report['missed_word']['word']}" in text


@pytest.mark.parametrize(("number", "why"), [(2, "match 2 is not over"), (7, "there is no match 7")])
def test_of_another_nothing_is_told(data: Path, capsys: pytest.CaptureFixture[str], number: int, why: str) -> None:
    assert main(["report", str(number), "--data", str(data)]) != 0
    assert why in capsys.readouterr().err


def test_sheet_and_picture_are_written_and_what_cannot_be_is_said(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, png = tmp_path / "out.pdf", tmp_path / "out.png"
    asked = ["report", "1", "--data", str(data), "--language", "de"]
    assert main([*asked, "--pdf", str(pdf), "--picture", str(png)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert main([*asked, "--pdf", str(pdf), "--paper", "letter"]) == 0
    assert b"/MediaBox [ 0 0 612 792 ]" in pdf.read_bytes()
    nowhere = tmp_path / "no folder" / "out.pdf"
    assert main([*asked, "--pdf", str(nowhere)]) != 0
    assert f"cannot write {nowhere}" in capsys.readouterr().err


def test_signs_of_names_that_the_fonts_lack_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["report", "1", "--data", str(journal_in(tmp_path, "Ann דוד"))]
    assert main(asked) == 0
    assert capsys.readouterr().err == ""
    for option in ("--pdf", "--picture"):
        assert main([*asked, "--json", option, str(tmp_path / "out")]) == 0
        told = capsys.readouterr()
        json.loads(told.out)
        assert told.err.endswith("the fonts that ship lack: ד ו\n")
        assert told.err.count("\n") == 1
