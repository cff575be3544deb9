"""The shipped form of a word list: what goes in comes out, and damage is told."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.lexicon.wordfile import pack, unpack

WORDS = st.sets(st.text("abcdeäöüß", min_size=1, max_size=40), max_size=40)


@given(WORDS, st.randoms())
def test_back_and_forth(words: set[str], chance: Random) -> None:
    column = {word: chance.choice("01") for word in words}
    data = pack(words, {"shown": column})
    assert unpack(data) == (sorted(words), {"shown": "".join(column[word] for word in sorted(words))})
    assert data == pack(sorted(words, reverse=True), {"shown": column})


def test_long_common_beginnings() -> None:
    words = ["a" * length for length in range(1, 60)]
    assert unpack(pack(words))[0] == words


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_damage_is_told(at: int, flip: int) -> None:
    data = bytearray(pack([f"word{letter}" for letter in "abcdefgh"]))
    data[at % len(data)] ^= flip
    with pytest.raises(BadInput, match=r"damaged|expected"):
        unpack(bytes(data))


def test_a_file_of_another_kind() -> None:
    with pytest.raises(BadInput, match="damaged"):
        unpack(b"no word list")
