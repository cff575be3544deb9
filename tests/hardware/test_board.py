"""Board files: the shipped wiring, and one clear sentence for every mistake."""

from pathlib import Path

import pytest

from hardware.board import BUTTONS, Board, BuzzerWiring, ScreenWiring, load_board
from hardware.errors import BoardError


def read(tmp_path: Path, text: str) -> Board:
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def test_the_shipped_wiring_has_every_part_on_a_pin_of_its_own() -> None:
    board = load_board()
    assert tuple(board.buttons) == BUTTONS
    assert board.buzzer == BuzzerWiring(18, "passive")
    assert board.screen == ScreenWiring("ssd1306", 1, 0x3C)
    pins = [pin for _, pin in board.parts()]
    assert len(pins) == len(set(pins)) == len(BUTTONS) + 2


def test_an_empty_board_has_no_parts(tmp_path: Path) -> None:
    assert read(tmp_path, "") == Board()
    assert list(Board().parts()) == []


def test_every_part_may_be_left_out(tmp_path: Path) -> None:
    board = read(tmp_path, "[buttons]\nchallenge = 17\n[screen]\ndriver = 'sh1106'\nupside_down = true\n")
    assert dict(board.buttons) == {"challenge": 17}
    assert (board.buzzer, board.lamp) == (None, None)
    assert board.screen == ScreenWiring("sh1106", upside_down=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[buttons]\nchallenge = 99", "buttons.challenge is 99, expected a whole number from 2 to 27"),
        ("[buttons]\nchallenge = true", "buttons.challenge is True, expected a whole number from 2 to 27"),
        ("[buttons]\nbell = 4", "unknown entry buttons.bell, expected challenge, up, down"),
        ("[buttons]\nup = 4\ndown = 4", "GPIO 4 is given to down and to up"),
        ("[buttons]\nup = 3\n[screen]\n", "GPIO 3 is given to up and to the screen's I2C bus"),
        ("[buzzer]\nkind = 'active'", "buzzer.pin is missing, expected a whole number from 2 to 27"),
        ("[buzzer]\npin = 4\nkind = 'loud'", 'buzzer.kind is \'loud\', expected "passive" or "active"'),
        ("[screen]\ndriver = 'ssd1327'", 'screen.driver is \'ssd1327\', expected "ssd1306" or "sh1106"'),
        ("[screen]\naddress = 0x80", "screen.address is 128, expected a whole number from 8 to 119"),
        ("[screen]\nupside_down = 1", "screen.upside_down is 1, expected true or false"),
        ("[camera]\nwidth_px = '1920'", "camera.width_px is '1920', expected a whole number from 320 to 9152"),
        ("lamp = 4", "lamp is 4, expected a table [lamp]"),
        ("[lights]", "unknown entry lights, expected buttons, buzzer"),
        ("[buttons", "is no TOML"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BoardError) as caught:
        read(tmp_path, text)
    assert sentence in str(caught.value)
    assert str(tmp_path / "board.toml") in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"nothing\.toml cannot be read: No such file"):
        load_board(tmp_path / "nothing.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardError, match="is no TOML"):
        load_board(tmp_path / "board.toml")
