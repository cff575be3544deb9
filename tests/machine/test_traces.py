"""What is left of somebody elsewhere, found however it lies in the files."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.machine import traces as module
from companion.machine.traces import traces


def test_a_folder_of_pictures_is_looked_through_once_and_only_its_matches_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, names in {
        "frames": ["match1-1.jpg", "match1-2.jpg", "match1-2.json", "match12-1.jpg", "match2-1.jpg", "notes.jpg"],
        "cases": ["match1-1", "match2-9", "match3-1"],
    }.items():
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).touch()
    looked: list[str] = []
    listdir = os.listdir

    def noted(folder: Any) -> list[str]:
        looked.append(Path(folder).name)
        return listdir(folder)

    monkeypatch.setattr("companion.machine.traces.os.listdir", noted)
    said = " ".join(traces(tmp_path, {"Ann"}, (1, 2)))
    assert "in “frames”: 3." in said
    assert "each with a picture: 2." in said
    assert looked == ["frames", "cases"]


@given(st.integers(1, 40), st.integers(0, 60), st.sampled_from(["Zoë", "Zo\\u00eb", "Zo"]))
def test_a_name_is_found_wherever_it_lies_in_a_file_read_in_pieces(piece: int, before: int, text: str) -> None:
    with pytest.MonkeyPatch.context() as patched, TemporaryDirectory() as name:
        folder = Path(name)
        patched.setattr(module, "PIECE_BYTES", piece)
        (folder / "journal.sqlite3.damaged-1").write_text("." * before + text + "!", "utf-8")
        assert ("damaged-1" in " ".join(traces(folder, {"Zoë"}, ()))) == (text != "Zo")
