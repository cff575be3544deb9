"""The recogniser chooses among candidates, or nothing: tried with the real one on speech that espeak-ng makes.

How often it is right is no test's business: `python -m benchmarks.hearing` measures it.
"""

import numpy as np
import pytest

from benchmarks.hearing import MENU, knock, say
from companion.hearing.recognising import MOST_CANDIDATES, RATE_HZ
from companion.hearing.spelling_alphabet import LETTER_NAMES
from companion.hearing.sphinx import PocketSphinx

pytest.importorskip("pocketsphinx")
LETTERS = list(LETTER_NAMES.values())


@pytest.fixture(scope="module")
def ears() -> PocketSphinx:
    return PocketSphinx()


@pytest.mark.parametrize(
    ("said", "among"),
    [("Zulu", LETTERS), ("Oscar", LETTERS), ("leave the match", MENU), ("Noor", ["Jip", "Noor", "Ann"])],
)
def test_one_of_the_candidates_is_understood(ears: PocketSphinx, said: str, among: list[str]) -> None:
    found = ears.hear(say("en-us", said), among)
    assert found is not None
    assert found.candidate == said
    assert found.score > -1


def test_what_is_none_of_them_and_what_is_no_sound_is_nothing(ears: PocketSphinx) -> None:
    assert ears.hear(say("en-us", "hippopotamus"), LETTERS) is None
    assert ears.hear(np.zeros(RATE_HZ, np.int16), LETTERS) is None
    assert ears.hear(np.zeros(0, np.int16), LETTERS) is None
    assert ears.hear(say("en-us", "Zulu"), ["–", "✓"]) is None  # nobody can say these


def test_two_letters_at_once_and_talk_are_nothing(ears: PocketSphinx) -> None:
    zulu, oscar = say("en-us", "Zulu"), say("en-us", "Oscar")
    assert ears.hear(np.concatenate([zulu, oscar]), LETTERS) is None
    talk = np.concatenate([say("en-gb", "I think it is your turn, or is it mine"), say("en-us+f3", "I have no idea")])
    assert ears.hear(talk, MENU) is None
    assert ears.hear(talk, LETTERS) is None


def test_no_knock_on_the_table_is_a_word(ears: PocketSphinx) -> None:
    chance = np.random.default_rng(0)
    assert [ears.hear(knock(chance), MENU) for _ in range(5)] == 5 * [None]


def test_a_word_is_known_by_every_way_to_say_it(ears: PocketSphinx) -> None:
    found = ears.hear(say("en-us", "Oscar"), ["tomato", "Oscar"])  # as its second way
    assert found is not None
    assert found.candidate == "Oscar"
    assert -1 < found.score < 10


def test_what_cannot_be_told_apart_is_refused(ears: PocketSphinx) -> None:
    for among in ([], ["a", "a"], [str(number) for number in range(MOST_CANDIDATES + 1)]):
        with pytest.raises(ValueError, match="expected 1 to 100, each once"):
            ears.hear(say("en-us", "Zulu"), among)


def test_a_word_has_the_ways_of_the_dictionary_and_a_name_those_of_the_rules(ears: PocketSphinx) -> None:
    assert "T AH M EY T OW" in ears.pronounced("tomato")
    assert len(ears.pronounced("tomato")) > 1
    assert ears.pronounced("Zoekje") == ["Z AA EH K JH"]
