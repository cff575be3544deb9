"""What was once said so that people at a table misunderstood it, in four languages: each said plainly now."""

import re
from collections.abc import Callable

import pytest

from companion.games import RULEBOOKS
from companion.games.core import UNITS, Ruling, counted
from companion.language import LANGUAGES, messages, translations
from companion.sentences import spoken
from tests.rules.play import begin, event
from tests.rules.test_said import told_in
from tests.rules.wordcard_table import play, table

# A number beside a noun that has the wrong one: one (and in French none) of several.
MANY = {
    "en": r"(?<![\d−.])1 (points|cards|chips|bonus points|Monsters)\b",
    "nl": r"(?<![\d−.])1 (punten|kaarten|fiches|bonuspunten|monsters)\b",
    "de": r"(?<![\d−.])1 (Punkte|Karten|Chips|Bonuspunkte)\b",
    "fr": r"(?<![\d−.])[01] (points|cartes|jetons|monstres)\b",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_number_agrees_with_what_it_counts(game: str, language: str) -> None:
    translate = translations(language).gettext
    for text in told_in(game):
        said = spoken(text, translate)
        assert not re.search(MANY[language], said), said


@pytest.mark.parametrize("unit", UNITS)
def test_none_one_and_several_are_said_as_each_language_says_them(unit: str) -> None:
    assert [counted(number, unit) for number in (0, 1, 2)] == [f"0 {unit}s", f"1 {unit}", f"2 {unit}s"]
    none, one, several = (spoken(counted(number, unit), translations("fr").gettext) for number in (0, 1, 2))
    assert none.replace("0", "1") == one != several.replace("2", "1")


def not_your_turn() -> Ruling:
    match = begin("villains", ("Ann", "Bob"))
    match.apply(event("draw", "Bob"))
    return match.rulings[-1]


def taken_back() -> Ruling:
    match = table()
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/X words=traix -> laid W6 Ann+44")
    play(match, "contest Bob traix -> word_fails W16 Ann-44")
    return match.rulings[-1]


def after_a_turn_lost() -> Ruling:
    match = table("Ann Bob Cy")
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6 Ann+101")
    play(match, "contest Bob train -> word_stands W16\nAnn end_turn -> turn_ended W17")
    return match.rulings[-1]


def wrong_wild() -> Ruling:
    match = begin("disorder", ("Ann", "Bob"))
    for player, card in zip(("Ann", "Bob") * 2, "ZO?K", strict=True):
        match.apply(event("place", player, card=card))
    match.apply(event("challenge", "Ann"))
    return match.apply(event("name_word", "Bob", word="zookeeper", wilds="A"))


def unused_triple() -> Ruling:
    match = begin("anagrascramble", ("Ann", "Bob"))
    for each in (event("roll", "Ann", face="4"), event("declare", "Ann", move="triple"),
                 {"event": "card", "jumble": "PLANETS"}, event("words", "Ann", words=["plane"])):  # fmt: skip
        match.apply(each)
    return match.rulings[-1]


def showdown() -> Ruling:
    match = begin("anagrascramble", ("Ann", "Bob"), rolls=1)
    for player in ("Ann", "Bob"):
        for each in (event("roll", player, face="4"), {"event": "card", "jumble": "PLANETS"},
                     event("words", player, words=["plane"])):  # fmt: skip
            match.apply(each)
    words = {"Ann": ["plane", "late"], "Bob": ["planet", "lane"]}
    return match.apply({"event": "showdown", "jumble": "PLANETS", "words": words})


def cards_left() -> Ruling:
    match = table(aim="fewest", hand=8)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | 7/T 7/O 7/N -> out W18 Ann-50")
    return match.apply({"event": "hands", "hands": {"Bob": ["A/A"] * 7 + ["*"]}})


def grown_line() -> Ruling:
    match = table()
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6 Ann+101")
    return match.apply(event("tag", "Ann", line=1, back=["Q/S"], words=["trains"]))


SAID: dict[Callable[[], Ruling], dict[str, str]] = {
    not_your_turn: {
        "en": "It is Ann's turn, not Bob's.",
        "nl": "Ann is aan de beurt, niet Bob.",
        "fr": "C’est à Ann de jouer, pas à Bob.",
        "de": "Ann ist am Zug, nicht Bob.",
    },
    taken_back: {
        "en": "takes the cards back without their points and loses this turn.",
        "nl": "neemt de kaarten terug zonder hun punten en verliest deze beurt.",
        "fr": "reprend les cartes sans leurs points et perd ce tour.",
        "de": "nimmt die Karten ohne ihre Punkte zurück und verliert diesen Zug.",
    },
    after_a_turn_lost: {
        "en": "skipped, for a turn lost before: Bob; Cy goes on.",
        "nl": "overgeslagen wegens een verloren beurt: Bob; Cy gaat verder.",
        "fr": "sans jouer, pour un tour perdu : Bob ; Cy continue.",
        "de": "übersprungen wegen eines verlorenen Zugs: Bob; Cy macht weiter.",
    },
    wrong_wild: {
        "en": "“zookeeper” does not have A where the wild lies",
        "nl": "“zookeeper” heeft geen A waar de joker ligt",
        "fr": "Dans « zookeeper », il n’y a pas A à la place du joker",
        "de": "„zookeeper“ hat kein A, wo der Joker liegt",
    },
    unused_triple: {
        "en": "No listed word has exactly 4 letters, so none counts 3 times.",
        "nl": "Geen woord van de lijst heeft precies 4 letters, dus telt er geen 3 keer.",
        "fr": "Aucun mot de la liste n’a exactement 4 lettres : aucun ne compte 3 fois.",
        "de": "Kein Wort der Liste hat genau 4 Buchstaben, also zählt keines 3-fach.",
    },
    showdown: {
        "en": "Ann 2 and Bob 2; Bob has the most of 6 letters, 1, and wins.",
        "nl": "Ann 2 en Bob 2; Bob heeft de meeste van 6 letters, 1, en wint.",
        "fr": "Ann 2 et Bob 2 ; Bob en a le plus de 6 lettres, 1, et gagne.",
        "de": "Ann 2 und Bob 2; Bob hat die meisten mit 6 Buchstaben, 1, und gewinnt.",
    },
    cards_left: {
        "en": "Left in hand: Bob: 7 × A/A 7 + wild 50 = 57 points. The winner's −50 becomes 0",
        "nl": "Nog in de hand: Bob: 7 × A/A 7 + joker 50 = 57 punten. De −50 van de winnaar wordt 0",
        "fr": "Restent en main : Bob : 7 × A/A 7 + joker 50 = 57 points. Le −50 du gagnant devient 0",
        "de": "Noch auf der Hand: Bob: 7 × A/A 7 + Joker 50 = 57 Punkte. Aus den −50 des Siegers wird 0",
    },
    grown_line: {
        "en": "− the line as it was 101 =",
        "nl": "− de rij zoals ze was 101 =",
        "fr": "− la ligne d’avant 101 =",
        "de": "− die Reihe wie sie war 101 =",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruled", SAID, ids=lambda ruled: ruled.__name__)
def test_what_was_misunderstood_is_said_plainly(ruled: Callable[[], Ruling], language: str) -> None:
    reason = ruled().reason
    said = spoken(reason, translations(language).gettext).replace("\N{NO-BREAK SPACE}", " ")
    assert SAID[ruled][language] in said
    assert language == "en" or said != reason
    assert len(said) <= 200


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_parts_that_were_once_left_in_english_are_translated(language: str) -> None:
    known = messages(language)
    for part in (
        "{player} has no cards left.",
        "the first card",
        "{first} to {last}",
        "the wild",
        "the line as it was",
    ):
        assert known[part] != part
