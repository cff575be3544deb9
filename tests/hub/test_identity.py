"""The table's own id: kept, and never that of another machine."""

import json
from pathlib import Path

import pytest

from companion.hub.identity import is_table_id, table_id
from tests.read_only import read_only


def machine(folder: Path, number: str) -> list[Path]:
    file = folder / f"machine-{number}"
    file.write_text(f"{number}\0")
    return [folder / "none", file]


def test_the_id_is_kept_and_a_copied_folder_on_another_machine_gets_another(tmp_path: Path) -> None:
    said: list[str] = []
    here, there = machine(tmp_path, "10000000abcdef01"), machine(tmp_path, "10000000abcdef02")
    first = table_id(tmp_path / "id", said.append, here)
    assert is_table_id(first)
    assert table_id(tmp_path / "id", said.append, here) == first
    assert "abcdef" not in (tmp_path / "id").read_text()  # whoever reads it does not know which machine it is
    second = table_id(tmp_path / "id", said.append, there)
    assert second != first
    assert table_id(tmp_path / "id", said.append, there) == second
    assert said == []


@pytest.mark.parametrize(
    "kept", ["", "{", "[]", '{"id": "x"}', '{"id": "../etc", "machine": ""}', '{"id": 1, "machine": ""}']
)
def test_a_damaged_id_is_made_anew(tmp_path: Path, kept: str) -> None:
    (tmp_path / "id").write_text(kept)
    said: list[str] = []
    new = table_id(tmp_path / "id", said.append, [])
    assert said == []
    assert is_table_id(new)
    assert json.loads((tmp_path / "id").read_text()) == {"id": new, "machine": ""}


def test_an_id_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    with read_only(tmp_path):
        assert is_table_id(table_id(tmp_path / "id", said.append, []))
    assert len(said) == 1
    assert "cannot be kept" in said[0]
