"""Folding: é, œ, ß, ij, the two ways of German umlauts, and what cannot be laid with cards."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lexicon import UMLAUTS, fold, fold_all
from companion.lexicon.folding import Umlauts

PLAIN = {
    "ZOO": "zoo", " zoo\n": "zoo", "péché": "peche", "PÊCHE": "peche", "cœur": "coeur", "ŒUVRE": "oeuvre",
    "Straße": "strasse", "STRAẞE": "strasse", "ĳs": "ijs", "ijs": "ijs",
    "Ĳsvogel": "ijsvogel", "Æsop": "aesop",
    "reünie": "reunie", "coördinatie": "coordinatie", "über": "uber", "garçon": "garcon", "smørrebrød": "smorrebrod",
    "ﬁn": "fin", "père": "pere", "DÉJÀ": "deja", "pe\u0300re": "pere", "mañana": "manana", "Ångström": "angstrom",
}  # fmt: skip
DIGRAPH = {"über": "ueber", "Öl": "oel", "ÄPFEL": "aepfel", "u\u0308ber": "ueber", "Straße": "strasse", "Café": "cafe"}
UNFOLDABLE = [
    "",
    " ",
    "well-known",
    "don't",
    "l’eau",
    "two words",
    "4ever",
    "naïve!",
    "слово",
    "zoo\nzook",
    "\ud800",
    "a\u200bb",
    "́",
]


@pytest.mark.parametrize(("written", "letters"), PLAIN.items())
def test_plain(written: str, letters: str) -> None:
    assert fold(written) == letters


@pytest.mark.parametrize(("written", "letters"), DIGRAPH.items())
def test_german_umlauts_as_two_letters(written: str, letters: str) -> None:
    assert fold(written, "digraph") == letters


@pytest.mark.parametrize("written", UNFOLDABLE)
@pytest.mark.parametrize("umlauts", UMLAUTS)
def test_what_cards_cannot_lay(written: str, umlauts: Umlauts) -> None:
    assert fold(written, umlauts) is None


@given(st.text(max_size=12), st.sampled_from(UMLAUTS))
def test_folded_once_is_folded_for_good(text: str, umlauts: Umlauts) -> None:
    folded = fold(text, umlauts)
    if folded is not None:
        assert folded
        assert folded.isascii()
        assert folded.isalpha()
        assert folded.islower()
        assert fold(folded, umlauts) == fold(folded.upper(), umlauts) == folded


@given(st.text("abcéüöœßĳÄÉ", min_size=1, max_size=12), st.sampled_from(UMLAUTS))
def test_composed_and_decomposed_are_the_same_word(text: str, umlauts: Umlauts) -> None:
    assert fold(unicodedata.normalize("NFD", text), umlauts) == fold(unicodedata.normalize("NFC", text), umlauts)


@given(st.lists(st.text("abcXéüöœß-' \n1", max_size=8), max_size=8), st.sampled_from(UMLAUTS))
def test_many_at_once_are_each_by_itself(words: list[str], umlauts: Umlauts) -> None:
    assert fold_all(words, umlauts) == [folded for word in words if (folded := fold(word, umlauts))]
