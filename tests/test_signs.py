"""Text by the signs that people see: pictures whole, nothing that is not seen, and as wide as it is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signs import columns, is_seen, pieces

PICTURES = [
    "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "🧑🏾‍🚀", "👋🏽", "❤️", "☺", "1️⃣", "#️⃣", "🇩🇪",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🏳️‍🌈", "\U0001fae9",  # a face newer than Python
]  # fmt: skip


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_one_sign_as_wide_as_two_letters(picture: str) -> None:
    assert list(pieces(f"A{picture}{picture}")) == [("A", False), (picture, True), (picture, True)]
    assert is_seen(f"Ann {picture}")
    assert columns(picture) == 2


@pytest.mark.parametrize(
    "text",
    [
        "A\u200db", "\u200d👧", "👧\u200d", "👩\u200d\u200d👧", "1\ufe0f", "\U000e0067",
        "\U000e007f", "🏴\U000e007f", "e" + "\u0301" * 5,
        "👧\u200dA", "!\u200d!",
    ],
)  # fmt: skip
def test_what_joins_no_pictures_is_not_seen_and_no_letter_carries_a_heap_of_marks(text: str) -> None:
    assert not is_seen(text)


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("علی\u200cرضا", 6), ("نیک\u200cپی", 5), ("نَ\u200cب", 2),  # two words written as one; with a vowel sign
        ("ශ්\u200dරී", 2), ("ක්\u200dරිස්", 3), ("नम्\u200cते", 3),  # two letters drawn as one, or kept apart
    ],
)  # fmt: skip
def test_what_joins_or_parts_letters_is_seen_in_scripts_that_need_it_and_takes_no_room(text: str, wide: int) -> None:
    assert is_seen(text)
    assert columns(text) == wide


@pytest.mark.parametrize(
    "text",
    [
        "A\u200cb", "\u200cنیک", "نیک\u200c", "نیک\u200c پی", "نیک\u200c\u200cپی", "نیک\u200dپی", "نیک\u200cA",
        "دار\u200cا",  # the letter before is joined to nothing after it
        "ශ\u200dර", "ශ්\u200d", "\u0dca\u200dර", "👧\u0dca\u200dර",
    ],
)  # fmt: skip
def test_where_it_changes_nothing_it_is_not_seen(text: str) -> None:
    assert not is_seen(text)


@pytest.mark.parametrize(
    ("text", "wide"),
    [("Zoe\u0308", 3), ("Zoë", 3), ("안나", 4), ("Анна", 4), ("ＡＮＮ", 6), ("שָׁלוֹם", 4), ("Tiế̂t", 4), ("", 0)],
)
def test_text_is_as_wide_as_its_letters(text: str, wide: int) -> None:
    assert columns(text) == wide


@given(st.text())
def test_no_character_is_lost(text: str) -> None:
    assert "".join(piece for piece, _ in pieces(text)) == text
