"""`tableside scan`: what it prints, and one sentence for what it cannot read."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageOps

from companion.cli import main
from companion.drawn.scene import Conditions, draw_scene, in_rows


def _letter(letter: str) -> np.ndarray:
    face = np.full((160, 150, 3), 235, np.uint8)
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 4, 10)
    cv2.putText(face, letter, ((150 - width) // 2, (160 + height) // 2), cv2.FONT_HERSHEY_DUPLEX, 4, (25, 25, 25), 10)
    return face


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    cards = in_rows([_letter(letter) for letter in "GAME"], per_row=4, width_mm=55, gap_mm=12, thickness_mm=3)
    shot = draw_scene(cards, Conditions(tilt_deg=12), cloth="felt", colour=(70, 90, 40), seed=1, size_px=(960, 540))
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), shot.frame)
    return path


def test_the_json_says_what_lies_where(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(photo), "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["file"] == str(photo)
    assert document["ms"] > 0
    assert 2 <= document["edge_px"] <= 5
    labels = [document["cards"][index]["label"] for row in document["rows"] for index in row]
    assert labels == list("GAME")
    card = document["cards"][0]
    assert set(card) >= {"kind", "label", "quad", "confidence", "accepted", "alternatives", "value"}
    assert card["kind"] == "letter"
    assert len(card["quad"]) == 4


@pytest.mark.parametrize(("orientation", "turned"), [(3, Image.Transpose.ROTATE_180), (6, Image.Transpose.ROTATE_90),
                                                     (8, Image.Transpose.ROTATE_270)])  # fmt: skip
def test_the_rows_of_a_phones_photo_are_those_that_people_see(
    photo: Path, tmp_path: Path, orientation: int, turned: Image.Transpose, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stored as the camera was held, with a note how it is to be shown, which Pillow follows as browsers do."""
    note = Image.Exif()
    note[274] = orientation
    path = tmp_path / "phone.jpg"
    with Image.open(photo) as upright:
        upright.transpose(turned).save(path, exif=note, quality=95)
        with Image.open(path) as held:
            assert ImageOps.exif_transpose(held).size == upright.size
    assert main(["scan", str(path), "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert [[document["cards"][index]["label"] for index in row] for row in document["rows"]] == [list("GAME")]
    assert main(["scan", str(path), "--json", "--side", "0"]) == 0
    (stored,) = json.loads(capsys.readouterr().out)
    assert [[stored["cards"][index]["label"] for index in row] for row in stored["rows"]] != [list("GAME")]


def test_without_json_people_can_read_it(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(photo)]) == 0
    out = capsys.readouterr().out
    assert "4 cards" in out
    assert "table.png" in out
    assert "it is sharp, with edges " in out


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_name_that_is_no_text_is_written_out(photo: Path, tmp_path: Path, arguments: list[str]) -> None:
    name = os.fsencode(tmp_path) + b"/n\xff.png"
    Path(os.fsdecode(name)).write_bytes(photo.read_bytes())
    command: list[str | bytes] = [sys.executable, "-m", "companion.cli", "scan", name, *arguments]
    for locale in ("C", "C.UTF-8"):
        ended = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "LC_ALL": locale})
        assert b"n\\udcff.png" in ended.stdout
        if arguments:
            assert json.loads(ended.stdout)[0]["file"] == os.fsdecode(name)


def test_an_overlay_goes_into_a_folder_whose_name_is_no_text(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"n\xff")
    assert main(["scan", str(photo), "--overlay", str(folder)]) == 0
    with Image.open(folder / f"{photo.stem}.overlay.jpg") as drawn:
        assert drawn.size == picture(photo).shape[1::-1]


def picture(path: Path) -> NDArray[Any]:
    read = cv2.imread(str(path))
    assert read is not None, path
    return read


def test_a_blurred_photo_is_said_to_be_so(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sharp = picture(photo)
    cv2.imwrite(str(tmp_path / "soft.png"), cv2.GaussianBlur(sharp, (0, 0), 3))
    assert main(["scan", str(photo), str(tmp_path / "soft.png"), "--overlay", str(tmp_path / "seen")]) == 0
    first, *_, blurred = (line for line in capsys.readouterr().out.splitlines() if "cards in" in line)
    assert "it is sharp" in first
    assert "it is blurred, with edges" in blurred
    corner = slice(-40, None), slice(0, 200)
    for name, text in (("table", (70, 190, 40)), ("soft", (0, 150, 255))):  # green and orange, as BGR
        drawn = picture(tmp_path / "seen" / f"{name}.overlay.jpg")[corner].reshape(-1, 3).astype(int)
        assert (np.abs(drawn - text).max(1) < 40).any()


def test_an_overlay_is_drawn_and_the_photo_left_alone(photo: Path, tmp_path: Path) -> None:
    before = photo.read_bytes()
    assert main(["scan", str(photo), "--overlay", str(tmp_path / "seen"), "--json"]) == 0
    drawn = picture(tmp_path / "seen" / "table.overlay.jpg")
    assert drawn.shape == (540, 960, 3)
    assert photo.read_bytes() == before


def test_one_card_is_explained(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(photo), "--explain", "--card", "0", "--overlay", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "card 0: letter" in out
    assert "letters:" in out
    assert (tmp_path / "table.card-0.png").exists()
    assert main(["scan", str(photo), "--explain", "--card", "9"]) == 2
    assert "there is no card 9" in capsys.readouterr().err


def test_an_empty_table_has_no_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shot = draw_scene([], Conditions(), cloth="wood", seed=5, size_px=(960, 540))
    cv2.imwrite(str(tmp_path / "empty.png"), shot.frame)
    assert main(["scan", str(tmp_path / "empty.png"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["cards"] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["scan"], "name at least one photo"),
        (["scan", "nowhere.jpg"], "there is no photo nowhere.jpg"),
        (["scan", "nowhere.jpg", "--deck", "tarot"], "tarot"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert error.startswith("tableside: ")


def test_a_file_that_is_no_photo_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("no pixels here")
    assert main(["scan", str(tmp_path / "notes.txt"), "--json"]) == 2
    captured = capsys.readouterr()
    assert "is not a picture" in captured.err
    assert captured.out == ""
