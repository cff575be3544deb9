"""Sentences that know what they were made from: the same English text, and other languages part by part."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games.core import counted, quoted, spoken_list, spoken_sum
from companion.games.events import Malformed, read_event
from companion.games.match_events import read_match_event
from companion.games.schema import event_schema
from companion.games.sections import section_of
from companion.language import LANGUAGES, messages, translations
from companion.referee.match import Match
from companion.sentences import Told, as_json, clauses, decimal, headed, joined, minus, sentence, spoken, told
from hardware.sentences import told as told_by_hardware
from tests.rules.play import no_lexicon
from tests.web.messages import SPOKEN

SAVED = [path for path in Path(__file__).parent.glob("matches/*.json") if path.stem.split("-")[0] in SPOKEN]
NUMBERS = ("{player}: {said} = {points}.", "{player}: {sum}.")  # the same wherever a colon is a colon
WORDS = {
    "{player} takes {chips}.": "{chips} nimmt {player}.",
    "{number} chips": "{number} Chips",
    "wild": "Joker",
    "{before} and {newest}": "{before} und {newest}",
    "time is up": "die Zeit ist um",
    "Nothing.": "Nichts.",
}


def german(text: str) -> str:
    return WORDS.get(text, text)


def same(text: str) -> str:
    return text


def test_a_told_sentence_is_its_english_text() -> None:
    text = told("{player} takes {chips}.", player="Ann", chips=counted(15, "chip"))
    assert text == "Ann takes 15 chips."
    assert json.dumps(text) == '"Ann takes 15 chips."'
    assert copy.deepcopy(text) == text
    assert spoken(copy.deepcopy(text), german) == "15 Chips nimmt Ann."


def test_every_part_is_said_in_the_other_language_and_names_are_left_alone() -> None:
    parts = [(told("wild"), 1), ("Z", 10)]
    assert spoken(spoken_sum(parts, "chip"), german) == "Joker 1 + Z 10 = 11 Chips"
    assert spoken(spoken_sum(parts[:1], "chip"), german) == "Joker = 1 chip"
    assert spoken(spoken_sum([], "point"), german) == "0 points"
    assert spoken(spoken_list(["wild", "Bob", "Cy"]), german) == "wild, Bob und Cy"
    assert spoken_list(["Q", "R"], "or") == "Q or R"
    assert spoken(joined(", ", []), german) == ""


def test_clauses_and_what_stands_after_a_colon_have_the_signs_of_each_language() -> None:
    french = translations("fr").gettext
    assert headed(told("Nothing."), "2 · 3") == "Nothing.: 2 · 3"
    assert spoken(headed("Ann", "2"), french) == "Ann\N{NO-BREAK SPACE}: 2"
    assert clauses(["one", told("wild"), "two"]) == "one; wild; two"
    assert spoken(clauses(["a", told("wild"), "b"]), french) == "a\N{NO-BREAK SPACE}; joker\N{NO-BREAK SPACE}; b"
    assert clauses([]) == ""


def test_below_zero_stands_a_minus_sign() -> None:
    assert [minus(number) for number in (-2, 0, "+36", "-36")] == ["−2", "0", "+36", "−36"]
    assert told("{points} of {word}", points=-2, word="a-b") == "−2 of a-b"


def test_between_the_whole_and_its_parts_stands_the_sign_of_each_language() -> None:
    said = told("{points} of {most}", points=-2.25, most=3.0)
    assert said == "−2.25 of 3.0"
    assert spoken(said, translations("fr").gettext).startswith("−2,25")
    assert [decimal(number) for number in (3, -1, 0.5)] == ["3", "−1", "0.5"]


def test_a_sentence_begins_with_a_capital_in_every_language() -> None:
    text = sentence(told("time is up"))
    assert text == "Time is up"
    assert spoken(text, german) == "Die Zeit ist um"
    assert sentence("it is plain") == "It is plain"


def test_plain_text_is_looked_up_as_a_whole() -> None:
    assert spoken("Nothing.", german) == "Nichts."
    assert spoken("", german) == ""


def test_a_page_gets_template_and_fillings() -> None:
    assert as_json("plain") is None
    assert as_json(sentence(told("{who} and {n}", who=told("wild"), n=3))) == {
        "text": "{who} and {n}",
        "fillings": {"who": {"text": "wild", "fillings": {}, "is_capital": False}, "n": "3"},
        "is_capital": True,
    }


@given(st.text(), st.text())
def test_what_somebody_says_is_never_taken_for_a_template(name: str, word: str) -> None:
    text = told("{player}: {word}", player=name, word=quoted(word))
    assert text == f"{name}: {quoted(word)}"
    assert spoken(text, same) == text


TRANSLATED = [language for language in LANGUAGES if language != "en"]
NO_WORDS = re.compile(r"(\{\w+\}|[^\w{}])*")  # templates that only put parts side by side


def strictly(language: str) -> Callable[[str], str]:
    """A translator for which a text without a translation is an error."""
    known = messages(language)
    return lambda text: text if NO_WORDS.fullmatch(text) else known[text]


names = st.sampled_from(["Ann", "Bob", "nobody"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | names | st.sampled_from(["A", "Q/R", "raise"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize("game", RULEBOOKS)
@given(data=st.data())
def test_what_is_wrong_with_an_event_is_said_in_every_language(game: str, data: st.DataObject) -> None:
    kinds, fault = RULEBOOKS[game].events, None
    name = data.draw(st.sampled_from([*kinds, "correct", "dance"]))
    fields = set(event_schema(kinds[name])["properties"]) - {"event"} if name in kinds else ("number", "to")
    event = data.draw(st.fixed_dictionaries({"event": st.just(name)}, optional=dict.fromkeys(fields, values)))
    try:
        assert read_match_event(event, ("Ann", "Bob")) or read_event(kinds, event, ("Ann", "Bob"))
    except Malformed as error:
        fault = error.sentence
    if fault is not None:
        assert all(spoken(fault, strictly(language)) != fault for language in TRANSLATED)


def test_what_another_package_tells_is_said_as_well() -> None:
    fault = told_by_hardware("{place} does not answer ({error}); check its wire", place="X", error=OSError("no {wire}"))
    assert fault == "X does not answer (no {wire}); check its wire"
    assert spoken(fault, translations("nl").gettext) == "X antwoordt niet (no {wire}); controleer de draad"
    assert as_json(fault) == {
        "text": "{place} does not answer ({error}); check its wire",
        "fillings": {"place": "X", "error": "no {wire}"},
        "is_capital": False,
    }


UNSPACED = re.compile(r"[^\s\N{NO-BREAK SPACE}][:;?](?=\s|$)")  # in French these signs keep their distance


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_in_french_signs_of_two_parts_keep_their_distance(path: Path) -> None:
    match = Match.begin(json.loads(path.read_text("utf-8"))["document"], no_lexicon)
    rulings = [match.apply(event) for event in json.loads(path.read_text("utf-8"))["document"]["events"]]
    sections = [section_of(match.book.game, clause) or "" for clause in match.book.clauses]
    said = [spoken(text, translations("fr").gettext) for text in (*(ruling.reason for ruling in rulings), *sections)]
    assert [text for text in said if UNSPACED.search(text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_every_reason_of_a_saved_match_is_said_in_the_language(path: Path, language: str) -> None:
    document = json.loads(path.read_text("utf-8"))["document"]
    match = Match.begin(document, no_lexicon)
    translate = translations(language).gettext
    for event in document["events"]:
        ruling = match.apply(event)
        if ruling.clause is not None:
            assert spoken(ruling.reason, same) == ruling.reason
            numbers_only = isinstance(ruling.reason, Told) and ruling.reason.template in NUMBERS
            assert numbers_only or spoken(ruling.reason, translate) != ruling.reason, ruling.reason
