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
    [("Zoe\u0308", 3), ("Zoë", 3), ("안나", 4), ("Анна", 4), ("ＡＮＮ", 6), ("שָׁלוֹם", 4), ("Tiế̂t", 4), ("", 0)],
)
def test_text_is_as_wide_as_its_letters(text: str, wide: int) -> None:
    assert columns(text) == wide


@given(st.text())
def test_no_character_is_lost(text: str) -> None:
    assert "".join(piece for piece, _ in pieces(text)) == text
