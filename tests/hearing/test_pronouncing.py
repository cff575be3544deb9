"""Words that no dictionary has get sounds by rules: of ARPAbet's, for any text, and near enough for names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hearing.pronouncing import by_rules, words_of
from companion.hearing.spelling_alphabet import LETTER_NAMES, PRONOUNCED

# The sounds of CMUdict, without stress.
SOUNDS = {
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
}  # fmt: skip


@given(st.text())
def test_any_text_is_words_of_small_letters_and_each_has_sounds(text: str) -> None:
    for word in words_of(text):
        assert set(by_rules(word).split()) <= SOUNDS
        assert by_rules(word)


@pytest.mark.parametrize(
    ("word", "sounds"),
    [
        ("zebra", "Z EH B R AH"), ("phone", "F OW N"), ("charge", "CH AA R JH"), ("juice", "JH UW S"),
        ("queen", "K W IY N"), ("pause", "P AO S"), ("undo", "AH N D OW"), ("table", "T AE B AH L"),
        ("jip", "JH IH P"), ("anna", "AE N AH"),
    ],
)  # fmt: skip
def test_rules_say_common_words_as_they_are_said(word: str, sounds: str) -> None:
    assert by_rules(word) == sounds


def test_digits_are_words_accents_are_left_off_and_signs_out() -> None:
    assert words_of("Zoë: 60 % – C'est") == ["zoe", "six", "zero", "c'est"]


def test_every_letter_has_a_name_that_begins_with_it_and_sounds_of_its_own() -> None:
    assert [letter for letter, name in LETTER_NAMES.items() if name.startswith(letter)] == list(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert set(PRONOUNCED) == {name.lower() for name in LETTER_NAMES.values()}
    ways = [way for each in PRONOUNCED.values() for way in each]
    assert len(set(ways)) == len(ways)
    assert {sound for way in ways for sound in way.split()} <= SOUNDS
