"""Why a word is valid or not, and names beside the words."""

import pytest

from companion.lexicon import Lexicon, explain

LEXICON = Lexicon.from_words(["zoo", "paris", "Straße", "wifi"], ["Amsterdam", "Paris"], banned=["wifi"], name="small")


@pytest.mark.parametrize(
    ("word", "kind", "says"),
    [
        ("zoo", "word", "zoo is in the dictionary small."),
        ("Paris", "word", "in the dictionary"),
        ("Straße", "word", "spelled STRASSE on cards"),
        ("zook", "not_listed", "zook is not listed in the dictionary small."),
        ("Amsterdam", "name", "names do not count here"),
        ("WiFi", "banned", "banned by this table's house rules"),
        ("well-known", "sign", "well-known has a hyphen"),
        ("don’t", "sign", "an apostrophe"),
        ("ice cream", "sign", "a space"),
        ("b4", "sign", "the digit 4"),
        ("mr.", "sign", "a full stop"),
        ("слон", "sign", "a letter of another script"),
        ("zo@", "sign", "a sign that is no letter"),
        ("zo\ud800", "sign", "a sign that is no letter"),
        ("a", "single_letter", "a single letter"),
        ("a" * 30, "too_long", "has 30 letters; the dictionary stops at 28"),
        ("a" * 28, "not_listed", "is not listed"),
        (" ", "empty", "There is no word here."),
    ],
)
def test_one_sentence(word: str, kind: str, says: str) -> None:
    answer = explain(LEXICON, word)
    assert answer.kind == kind
    assert says in answer.text
    assert answer.text.endswith(".")
    assert answer.valid == LEXICON.is_word(word) == (kind == "word")
    assert answer.folded == LEXICON.fold(word)


def test_names_are_an_overlay() -> None:
    with_names = LEXICON.with_names()
    assert not LEXICON.is_word("Amsterdam")
    assert with_names.is_word("amsterdam")
    assert explain(with_names, "Amsterdam").valid
    assert explain(with_names, "Amsterdam").kind == "name"
    assert LEXICON.is_name("PARIS")
    assert with_names.is_name("amsterdam")
    assert not LEXICON.is_name("zoo")
    assert with_names.find("a") == ["paris", "strasse", "amsterdam"]
    assert with_names.count("a") == 3
    assert LEXICON.count("a") == 2
    assert with_names.begins("amst")
    assert not LEXICON.begins("amst")
    assert LEXICON.begins("par")
    assert not LEXICON.begins("aris"), "that is in the middle of one"
    assert with_names.spell("madretsma") == ["amsterdam"]
    assert LEXICON.names_count == 2


def test_names_are_never_shown() -> None:
    assert LEXICON.with_names().find("a", shown=True) == ["paris", "strasse"]
    assert not LEXICON.with_names().may_show("Amsterdam")
    assert LEXICON.may_show("Zoo")
    assert not LEXICON.may_show("zo?")


def test_a_lexicon_comes_back_from_its_state() -> None:
    again = Lexicon.from_state(LEXICON.state())
    assert list(again.words()) == list(LEXICON.words()) == ["zoo", "paris", "strasse"]
    assert again.is_name("amsterdam")
    assert again.banned == {"wifi"}
    assert 0 < again.memory_bytes() <= LEXICON.memory_bytes()
    assert repr(again) == "<Lexicon small: 3 words, 2 names>"
