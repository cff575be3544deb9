"""A list in which there is nothing says so, on standard error."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.nights.keeping import write_notebook
from companion.nights.notebook import Notebook, Season
from companion.referee.journal import JOURNAL_NAME, Journal

NEVER_PLAYED = "no match has been played yet"
SEASONED = Notebook().with_season(Season("Spring", "2026-03-01", "2026-05-31"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("matches list", NEVER_PLAYED),
        ("nights list", NEVER_PLAYED),
        ("nights season", "no match is finished yet"),
        ("nights season SPRING", "no match of season Spring is finished yet"),
        ("nights seasons", "there are no seasons; `tableside nights set-season` names one"),
        ("nights teams", "there are no teams; `tableside nights set-team` names one"),
        ("cases list", "no reading has been said to be wrong"),
        ("cases replay", "no reading has been said to be wrong"),
    ],
)
def test_where_there_is_nothing_that_is_said_beside_an_empty_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    with closing(Journal(tmp_path / JOURNAL_NAME)):
        pass
    command, *rest = words.split()
    if "SPRING" in rest:
        write_notebook(tmp_path, SEASONED)
    assert main([command, "--data", str(tmp_path), *rest]) == 0
    assert tuple(capsys.readouterr()) == ("", f"{said}\n")


@pytest.mark.parametrize("words", ["matches list", "nights list", "nights seasons", "nights teams", "cases replay"])
def test_a_program_gets_an_empty_list_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    with closing(Journal(tmp_path / JOURNAL_NAME)):
        pass
    command, *rest = words.split()
    assert main([command, "--data", str(tmp_path), *rest, "--json"]) == 0
    assert tuple(capsys.readouterr()) == ("[]\n", "")
