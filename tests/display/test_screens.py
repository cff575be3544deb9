"""Every screen, point by point against its reference picture, and what no picture may do: cut something off."""

import string
from collections.abc import Callable
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.device import dummy
from PIL import Image

from companion.dialog.prompts import IN_NAMES, MARKED
from companion.display import canvas, screens
from companion.display.canvas import ELLIPSIS, Canvas
from companion.display.screens import Clockface
from tests.display.gallery import GALLERY, LONG, REASON, TEN
from tests.display.references import REFERENCES

Said = Callable[..., str]  # draws a screen and gives all that is written on it
NAMES = st.text(string.ascii_letters, min_size=1, max_size=12)


class Spy(Canvas):
    """Remembers every line it is asked to write, and refuses to write outside the glass."""

    last: ClassVar["Spy"]
    written: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.written = []
        Spy.last = self

    def text(self, left: int, top: int, text: str, size_px: int, *, lit: bool = True) -> None:
        assert left >= 0
        assert left + canvas.width_px(text, size_px) <= canvas.WIDTH_PX
        _, upper, _, lower = canvas.font(size_px).getbbox(text)
        assert top + upper >= -8  # digits leave the upper part of their line empty
        assert top + lower <= canvas.HEIGHT_PX + size_px // 4  # and so do descenders the lower
        self.written.append(text)
        super().text(left, top, text, size_px, lit=lit)


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> Said:
    monkeypatch.setattr(screens, "Canvas", Spy)

    def said(draw: Callable[..., object], *args: Any, **kwargs: Any) -> str:
        draw(*args, **kwargs)
        return " ".join(Spy.last.written)

    return said


@pytest.mark.parametrize("name", GALLERY)
def test_every_screen_is_its_reference_picture(name: str) -> None:
    image, reference = GALLERY[name], Image.open(REFERENCES / f"{name}.png")
    assert (image.mode, image.size) == ("1", (128, 64))
    assert image.tobytes() == reference.tobytes(), f"{name} differs from its reference"


def test_there_is_no_reference_without_a_screen() -> None:
    assert {path.stem for path in REFERENCES.glob("*.png")} == set(GALLERY)


@pytest.mark.parametrize("name", GALLERY)
def test_every_screen_can_be_shown_on_a_luma_device(name: str) -> None:
    device = dummy(width=128, height=64, mode="1")
    device.display(GALLERY[name])
    assert device.image.tobytes() == GALLERY[name].tobytes()


@given(NAMES, st.integers(0, 9999))
def test_a_turn_shows_the_whole_name_whatever_it_is(name: str, points: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screens, "Canvas", Spy)
        for timer in (None, Clockface(30, 30), Clockface(600, 600, running=False)):
            screens.turn(name, board="LICENSEABCDEFG", points=points, timer=timer)
            assert name in Spy.last.written
            assert "LICENSEABCDEFG" in Spy.last.written
            assert not any(ELLIPSIS in line for line in Spy.last.written)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Zoe\u0308", "Zoë"),
        ("👨‍👩‍👧 Ann", "👨 Ann"),
        ("❤️", "❤"),
        ("1️⃣", "1"),
        ("🇩🇪", "🇩"),
        ("ạ", "a"),
        ("漢", "漢"),
        ("نیک\u200cپی", "نیکپی"),
        ("A\n…", "A\n…"),
    ],
)
def test_a_sign_that_the_font_lacks_takes_the_room_of_one(text: str, drawn: str) -> None:
    assert canvas.drawable(text) == drawn
    assert canvas.width_px(text, 12) == 6 * len(drawn)
    assert canvas.wrapped(text, 128, 12) == [" ".join(drawn.split())]


def test_both_names_of_a_challenge_are_whole(spied: Said) -> None:
    both = (LONG, "Bartholomeus")
    said = spied(screens.called, "Challenge!", *both, doing="proves the beginning", timer=Clockface(30, 30))
    assert all(word in said for word in (*both, "proves the beginning", "30", "Challenge!"))


def test_ten_players_with_long_names_are_whole_on_three_pages(spied: Said) -> None:
    assert screens.totals_pages(len(TEN)) == 3
    said = " ".join(spied(screens.totals, TEN, "chips", page=page) for page in range(3))
    assert all(f"{name} {score}" in said for name, score in TEN)
    assert ELLIPSIS not in said


def test_the_pages_of_a_ruling_hold_its_whole_reason(spied: Said) -> None:
    pages = screens.ruling_pages(REASON)
    said = " ".join(spied(screens.ruling, "Lost", "D8", REASON, page=page) for page in range(1, pages))
    assert said.split() == REASON.split()


def test_gains_too_long_for_the_first_page_head_the_reason(spied: Said) -> None:
    changes = ((LONG, 115), ("Bartholomeus", -115))
    assert "+115" not in spied(screens.ruling, "Lost", "D8", REASON, changes=changes)
    said = " ".join(
        spied(screens.ruling, "Lost", "D8", REASON, changes=changes, page=page)
        for page in range(1, screens.ruling_pages(REASON, changes))
    )
    assert said.startswith(f"{LONG} +115, Bartholomeus -115. Bob names no word")


def test_a_ruling_without_a_reason_has_one_page() -> None:
    assert screens.ruling_pages("") == 1


@given(st.integers(0, 27), st.text(string.ascii_uppercase, max_size=28))
def test_the_end_of_the_word_and_the_chosen_letter_always_show(cursor: int, letters: str) -> None:
    wheel = (*string.ascii_uppercase, "✓", "⌫")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screens, "Canvas", Spy)
        screens.entry(LONG, letters, wheel, cursor)
    assert any(line.endswith(f"{letters[-10:]}_") for line in Spy.last.written)
    assert wheel[cursor] in Spy.last.written
    assert LONG in Spy.last.written


@given(st.integers(1, 30), st.data())
def test_a_menu_always_shows_the_chosen_line(length: int, data: st.DataObject) -> None:
    items = tuple(f"line {number}" for number in range(length))
    cursor = data.draw(st.integers(0, length - 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screens, "Canvas", Spy)
        screens.menu("Ann", items, cursor)
    assert items[cursor] in Spy.last.written
    assert sum(line in items for line in Spy.last.written) == min(length, screens.MENU_ROWS)


def test_a_title_longer_than_a_line_is_read_whole(spied: Said) -> None:
    asked = "Bartholomäus leaves for good?"
    assert spied(screens.menu, asked, ("yes", "no", "back"), 0) == f"{asked} yes no"
    assert spied(screens.menu, asked, ("yes", "no", "back"), 2) == f"{asked} no back"


def test_a_wheel_of_two_shows_each_once(spied: Said) -> None:
    assert spied(screens.question, "Which?", ("O", "Q"), 0) == "Which? O Q"


def test_an_empty_wheel_is_no_error(spied: Said) -> None:
    assert spied(screens.question, "Which?", (), 0) == "Which?"


def test_a_phone_can_read_the_link() -> None:
    link = "http://192.168.178.100:8000/join/K7QX"
    image = np.asarray(screens.quiet("Tableside", "PIN 4711", link=link).convert("L"))
    photo = cv2.copyMakeBorder(cv2.resize(image, None, fx=6, fy=6), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(photo)
    assert text == link


def test_a_link_too_long_for_the_glass_is_left_out() -> None:
    assert screens.quiet("A", "b", link="x" * 200).tobytes() == screens.quiet("A", "b").tobytes()


def test_the_last_minute_is_told_in_seconds() -> None:
    assert [Clockface(left, 90).text for left in (90, 60, 59, 5, 0)] == ["1:30", "1:00", "59", "5", "0"]


def test_the_bar_of_the_timer_shrinks_with_the_time() -> None:
    lit = [np.asarray(screens.turn("Ann", timer=Clockface(left, 30)))[60].sum() for left in range(30, -1, -1)]
    assert lit == sorted(lit, reverse=True)
    assert (lit[0], lit[-1]) == (128, 2)


def test_a_window_of_no_time_is_an_empty_bar() -> None:
    assert np.asarray(screens.turn("Ann", timer=Clockface(0, 0)))[60].sum() == 2


@given(st.text(string.ascii_letters + " ", max_size=120), st.sampled_from(canvas.SIZES))
def test_wrapping_loses_no_letter_and_keeps_the_width(text: str, size_px: int) -> None:
    lines = canvas.wrapped(text, 128, size_px)
    assert all(canvas.width_px(line, size_px) <= 128 for line in lines)
    assert "".join(lines).replace(" ", "").replace("-", "") == text.replace(" ", "")


@given(st.text(string.ascii_letters + " ", max_size=200), st.integers(20, 128), st.integers(12, 64))
def test_fitted_text_is_inside_its_box(text: str, width: int, height: int) -> None:
    size_px, lines = canvas.fitted(text, width, height)
    assert len(lines) * size_px <= height or len(lines) <= 1
    assert all(canvas.width_px(line, size_px) <= width for line in lines)


def test_a_bigger_size_is_taken_when_there_is_room() -> None:
    assert canvas.fitted("LICE", 128, 40) == (32, ["LICE"])
    assert canvas.fitted("A verdict of many words", 128, 40)[0] == 20
    assert canvas.fitted("word " * 60, 128, 40)[1][-1].endswith(ELLIPSIS)


def test_every_letter_of_the_four_languages_is_in_the_font() -> None:
    missing = canvas.font(16).getmask("￿").getbbox()
    signs = string.ascii_letters + string.digits + "äöüßÄÖÜéèêëàâçîïôùûœæÉÈÀÇŒñ§×»«‖…✓←–'\"!?.,:;()+-/"
    for sign in signs:
        mask = canvas.font(16).getmask(sign, mode="1")
        assert mask.getbbox() is not None
        assert bytes(mask) != bytes(canvas.font(16).getmask("￿", mode="1")), f"{sign} is missing"
    assert missing is not None


def test_the_wheel_of_names_has_signs_that_the_font_has() -> None:
    signs = "".join((*MARKED, *IN_NAMES))
    assert [sign for sign in signs if canvas.drawable(sign) != sign or not canvas._has(sign)] == []
