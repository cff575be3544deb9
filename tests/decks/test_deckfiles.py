"""Deck files: the decks that ship, and errors that name the line."""

import importlib.util
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games.disorder.state import HOUSE_VALUES
from companion.games.villains.house_deck import HOUSE
from companion.lexicon.wordfile import unpack
from companion.resources import shipped, wordlists

HEAD = 'name = "mine"\ntitle = "Mine"\nreads = "letters"\n'
CARDS = HEAD + 'cards = [\n  { kind = "letter", label = "A" },\n  { kind = "letter", label = "B", value = 3 },\n]\n'

DeckFile = Callable[[str | bytes], str]  # writes a deck file, and says where


@pytest.fixture
def deck_file(tmp_path: Path) -> DeckFile:
    def write(text: str | bytes) -> str:
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


@pytest.mark.parametrize("name", deckfiles.available())
def test_every_shipped_deck_can_be_used_and_is_named_like_its_file(name: str) -> None:
    assert deckfiles.load(name).name == name


def test_the_house_deck_of_disorder_is_four_of_each_letter_with_the_values_the_rules_use() -> None:
    deck = deckfiles.load("disorder")
    letters = [card for card in deck.cards if card.kind == "letter"]
    assert {card.label: card.value for card in letters} == HOUSE_VALUES
    assert {card.copies for card in letters} == {4}
    assert {card.label for card in deck.cards if card.kind == "action"} == {"squeeze", "exchange", "switch", "pass"}
    value = {card.label: card.value or 0 for card in letters}
    assert value["Z"] + 2 * value["O"] + 1 == 15
    assert value["L"] + value["I"] + value["C"] + 1 == 10


def test_typo_has_sixty_four_letters() -> None:
    deck = deckfiles.load("typo")
    assert sum(card.copies for card in deck.cards) == 64
    assert {card.label for card in deck.cards} == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_the_villains_deck_is_the_one_the_rules_know() -> None:
    file = deckfiles.read("villains")
    assert [card.label for card in file.deck.cards] == [card.name for card in HOUSE.cards]
    assert {card.label: card.dna for card in file.deck.cards} == {card.name: card.dna for card in HOUSE.cards}
    assert set(file.traits) == {card.name for card in HOUSE.cards if card.trait}


def test_wordcard_has_every_letter_four_times_over_the_eight_ranks() -> None:
    cards = deckfiles.load("wordcard").cards
    letters: Counter[str] = Counter()
    ranks: Counter[str | None] = Counter()
    for card in cards:
        if card.kind == "letter":
            letters[card.label] += card.copies
            ranks[card.rank] += card.copies
    assert set(letters.values()) == {4}
    assert len(letters) == 26
    assert set(ranks.values()) == {13}
    assert sum(card.copies for card in cards if card.kind == "wild") == 4


@pytest.mark.parametrize(("colour", "common"), [("green", "1234567"), ("red", "12345678")])
def test_a_hundred_jumbles_each_list_the_words_their_letters_spell(colour: str, common: str) -> None:
    file = deckfiles.read(f"anagrascramble-{colour}")
    words, columns = unpack((wordlists() / "en.words").read_bytes())
    size, shown = (dict(zip(words, columns[column], strict=True)) for column in ("size", "shown"))
    assert len(file.deck.cards) == len(file.answers) == 100
    by_letters = {"".join(sorted(jumble)) for jumble in file.answers}
    assert len(by_letters) == 100, "one card per set of letters"
    playable = [word for word in words if 4 <= len(word) <= 7 and shown[word] == "1" and size[word] != "0"]
    for jumble, answers in list(file.answers.items())[:5]:
        letters = Counter(jumble.lower())
        assert set(answers) == {word for word in playable if Counter(word) <= letters}
    for jumble, answers in file.answers.items():
        assert jumble.lower() not in size
        assert any(len(word) == 7 and size[word] in common for word in answers)
        assert [len(word) for word in answers] == sorted((len(word) for word in answers), reverse=True)


def test_the_jumbles_are_those_the_word_lists_give(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = importlib.util.spec_from_file_location("jumbles", wordlists() / "jumbles.py")
    assert script is not None
    assert script.loader is not None
    jumbles = importlib.util.module_from_spec(script)
    script.loader.exec_module(jumbles)
    monkeypatch.setattr(sys, "argv", ["jumbles.py", "--check"])
    assert jumbles.main() == 0, capsys.readouterr().out
    assert capsys.readouterr().out.count("is as the word lists give it") == 2


def test_both_decks_shuffled_together() -> None:
    assert len(deckfiles.load("anagrascramble").cards) == 200
    assert len(deckfiles.read("anagrascramble").answers) == 200


def test_a_deck_of_ones_own(deck_file: DeckFile) -> None:
    deck = deckfiles.load(deck_file(CARDS))
    assert (deck.name, deck.title, deck.back) == ("mine", "Mine", None)
    assert [(card.label, card.value, card.copies) for card in deck.cards] == [("A", None, 1), ("B", 3, 1)]
    tables = HEAD + '[[cards]]\nkind = "letter"\nlabel = "A"\n\n[[cards]]\nkind = "wild"\nlabel = "?"\ncopies = 2\n'
    assert [card.label for card in deckfiles.load(deck_file(tables)).cards] == ["A", "?"]


def test_the_mark_that_some_editors_put_before_a_text_is_no_part_of_it(deck_file: DeckFile) -> None:
    assert deckfiles.load(deck_file(b"\xef\xbb\xbf" + CARDS.encode())).name == "mine"


MORE = '  { kind = "letter", label = "Q", '


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("name = \n", 1, "not TOML"),
        (b"\xff", None, "not UTF-8"),
        ('title = "Mine"\nreads = "letters"\n', None, "“name”"),
        ('name = "mine"\ntitle = 5\nreads = "letters"\n', 2, "“title”"),
        (HEAD.replace("letters", "runes"), 3, "“reads” must be one of"),
        (HEAD + "back = 3\n", 4, "“back”"),
        (HEAD + "backs = 3\n", 4, "“backs” is no part of a deck"),
        (HEAD + 'cards = "A"\n', 4, "“cards” must be a list"),
        (HEAD + 'includes = ["nothing"]\n', 4, "“nothing”"),
        (HEAD + "includes = 3\n", 4, "“includes”"),
        (HEAD + "cards = [5]\n", None, "a card must be a table"),
        (CARDS.replace("]\n", '  { kind = "rune", label = "Q" },\n]\n'), 7, "“kind” must be one of"),
        (CARDS.replace("]\n", '  { kind = "letter", label = 5 },\n]\n'), 7, "“label”"),
        (CARDS.replace("]\n", '  { kind = "letter", label = "q" },\n]\n'), 7, "one capital letter"),
        (CARDS.replace("]\n", '  { kind = "jumble", label = "PLANET" },\n]\n'), 7, "seven capital letters"),
        (CARDS.replace("]\n", '  { kind = "rank", label = "11" },\n]\n'), 7, "one of A 2 3"),
        (CARDS.replace("]\n", MORE + "value = -1 },\n]\n"), 7, "“value”"),
        (CARDS.replace("]\n", MORE + "value = 2.5 },\n]\n"), 7, "“value” must be a whole number"),
        (CARDS.replace("]\n", MORE + 'copies = "2" },\n]\n'), 7, "“copies” must be a whole number"),
        (CARDS.replace("]\n", MORE + "value = true },\n]\n"), 7, "“value”"),
        (CARDS.replace("]\n", MORE + f"value = {'9' * 3999} }},\n]\n"), 7, "“value” must be at most 1000000000"),
        (CARDS.replace("]\n", MORE + f"value = 0x{'f' * 100_000} }},\n]\n"), None, "more than 4000 digits"),
        (CARDS.replace("]\n", MORE + "copies = 0 },\n]\n"), 7, "“copies”"),
        (CARDS.replace("]\n", MORE + "copies = 100 },\n]\n"), 7, "at most 99"),
        (CARDS.replace("]\n", MORE + "rank = 7 },\n]\n"), 7, "“rank” must be text"),
        (CARDS.replace("]\n", MORE + 'colour = "golden" },\n]\n'), 7, "the border colour “golden” is not known"),
        (CARDS.replace("]\n", MORE + "colours = 7 },\n]\n"), 7, "“colours” is no part of a card"),
        (CARDS.replace("]\n", MORE + 'answers = "act" },\n]\n'), 7, "“answers”"),
        (CARDS.replace("]\n", MORE + 'trait = ["burn"] },\n]\n'), 7, "have a “trait”"),
        (
            CARDS.replace("]\n", '  { kind = "jumble", label = "PLANETS", answers = "plan zoom" },\n]\n'),
            7,
            "“zoom” is not spelled",
        ),
        (CARDS.replace("]\n", '  { kind = "letter", label = "A" },\n]\n'), 7, "cannot be told from the one in line 5"),
        (HEAD, None, "at least one card"),
        (HEAD + "cards = []\n", 4, "at least one card"),
        (HEAD.replace("Mine", "\u200b"), 2, "“title”"),
        (HEAD.replace("Mine", "  "), 2, "“title”"),
        (CARDS.replace("]\n", '  { kind = "word", label = "\u200b" },\n]\n'), 7, "“label”"),
        (CARDS.replace("Mine", "Mi\u2028ne").replace('"B"', '"b"'), 6, "one capital letter"),
        (HEAD + 'cards = [{ kind = "letter", label = "A" }, { kind = "letter", label = "b" }]\n', None, "in card 2"),
        (HEAD + '[[cards]]\nkind = "letter"\nlabel = "A"\n\n[[cards]]\nkind = "letter"\nlabel = "b"\n', 10, "capital"),
        ("a = " + "[" * 5000, None, "nested more than"),
    ],
)
def test_an_unusable_deck_file_is_one_sentence_that_names_the_line(
    deck_file: DeckFile, text: str | bytes, line: int | None, said: str
) -> None:
    path = deck_file(text)
    with pytest.raises(BadInput) as caught:
        deckfiles.load(path)
    sentence = str(caught.value)
    assert said in sentence
    assert path in sentence
    assert "\n" not in sentence
    if line is not None:
        assert re.search(rf"line {line}\b", sentence), sentence


def test_a_villains_deck_is_checked_as_a_whole_and_the_card_is_found(deck_file: DeckFile) -> None:
    text = shipped("decks", "villains.toml").read_text("utf-8")
    wrong = re.sub(r'("Inkling".*?dna = )"A"', r'\1"E"', text, count=1, flags=re.DOTALL)
    with pytest.raises(BadInput, match="Inkling") as caught:
        deckfiles.load(deck_file(wrong))
    where = caught.value.about.line or 0
    assert (caught.value.about.key, f", line {where}: " in str(caught.value)) == ("dna", True)
    assert 'dna = "E"' in wrong.splitlines()[where - 1]
    idle = text.replace('"constant", effect = "shield"', '"constant", effect = "burn"')
    with pytest.raises(BadInput, match="the constant trait of “Dust Bunny” must be draw or shield, not burn") as caught:
        deckfiles.load(deck_file(idle))
    named = re.search(r"line (\d+)", str(caught.value))
    assert named is not None
    where = int(named[1])
    assert 'effect = "burn"' in idle.splitlines()[where - 1]
    # A card that is called like the deck, which the sentence names as well, is not taken for the wrong one.
    namesake = '[[cards]]\nkind = "monster"\nlabel = "villains"\ndna = "A"\n\n'
    misled = wrong.replace("[[cards]]", namesake + "[[cards]]", 1)
    with pytest.raises(BadInput) as caught:
        deckfiles.load(deck_file(misled))
    assert 'dna = "E"' in misled.splitlines()[(caught.value.about.line or 0) - 1]
    few = 'name = "few"\ntitle = "Few"\nreads = "villains"\ncards = [{ kind = "monster", label = "Bat", dna = "A" }]\n'
    with pytest.raises(BadInput, match="villain"):
        deckfiles.load(deck_file(few))


@pytest.mark.parametrize(
    ("was", "is_now", "said"),
    [
        (
            'draw", amount = 2',
            'draw", amont = 2',
            "“amont” is no part of a trait, as of “Professor Muddle”; it has timing",
        ),
        ('"burn" }', '"burn", amount = 2 }', "“Madame Topsy” says “amount”, which only draw has, not burn"),
        ('dna = "BBxx"', 'dna = "BBxx"\ncopies = 2', "“Madame Topsy” is there more than once"),
        ('timing = "immediate"', 'timing = "immediate", when = "own"', "“when”, which only a timed one does"),
    ],
)
def test_what_a_card_or_its_trait_says_in_vain_is_refused_in_a_deck_file(
    deck_file: DeckFile, was: str, is_now: str, said: str
) -> None:
    text = shipped("decks", "villains.toml").read_text("utf-8").replace(was, is_now, 1)
    with pytest.raises(BadInput) as caught:
        deckfiles.load(deck_file(text))
    assert said in str(caught.value)
    assert is_now.splitlines()[-1] in text.splitlines()[(caught.value.about.line or 0) - 1]


def test_a_deck_is_checked_with_the_cards_that_it_includes(deck_file: DeckFile) -> None:
    head = HEAD.replace("letters", "villains")
    villains = shipped("decks", "villains.toml").read_text("utf-8")
    copied = villains.replace('name = "villains"', 'name = "mine"\nincludes = ["villains"]')
    one_more = '[[cards]]\nkind = "monster"\nlabel = "Bat"\ndna = "A"\n'
    letters = "the card “A” of “letters” cannot be told from one that is there already"
    for text, line, said in (
        (copied, 4, "the card “Professor Muddle” of “villains” cannot be told from one that is there already"),
        (head + 'includes = ["villains"]\n' + one_more, 4, "has 17 Monsters"),
        (head + 'includes = ["villains"]\n' + one_more.replace("monster", "villain"), 8, "dna"),
        (CARDS.replace("cards", 'includes = ["letters"]\ncards'), 4, letters),
        (HEAD + 'includes = ["letters", "letters"]\n', 4, letters),
        (HEAD + 'includes = ["villains"]\n', 4, "“villains” reads portraits, and this deck letters"),
    ):
        with pytest.raises(BadInput) as caught:
            deckfiles.load(deck_file(text))
        assert (said.lower() in str(caught.value).lower(), caught.value.about.line) == (True, line), str(caught.value)
    file = deckfiles.read(deck_file(head + 'includes = ["villains"]\n'))
    assert file.traits == deckfiles.read("villains").traits
    assert len(file.deck.cards) == 20


def test_a_deck_of_ranks_has_those_that_the_rules_know_with_one_value_each(deck_file: DeckFile) -> None:
    card = '[[cards]]\nkind = "letter"\nlabel = "A"\nrank = "K"\nvalue = 10\n'
    head = HEAD.replace("letters", "ranked_letters")
    wild = '[[cards]]\nkind = "wild"\nlabel = "*"\n'
    assert deckfiles.load(deck_file(head + card + wild)).cards[0].rank == "K"
    for second, line, said in (
        (card.replace('"K"', '"ZZZ"'), 12, "the “rank” of a letter must be one of 7 8 9 10 J Q K A"),
        (card.replace('rank = "K"\n', ""), 9, "the “rank” of a letter must be one of"),
        (card.replace('"A"', '"B"').replace("10", "11"), 13, "prints two values for the rank K"),
    ):
        with pytest.raises(BadInput) as caught:
            deckfiles.load(deck_file(head + card + second))
        assert (said in str(caught.value), caught.value.about.line) == (True, line), str(caught.value)


def test_there_is_no_such_deck(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no deck “runes”; there are"):
        deckfiles.load("runes")
    with pytest.raises(BadInput, match="cannot read"):
        deckfiles.load(str(tmp_path / "none.toml"))


# ——— the commands ———


def test_deck_list_show_and_check(capsys: pytest.CaptureFixture[str], deck_file: DeckFile) -> None:
    assert main(["deck", "list"]) == 0
    assert re.search(r"^disorder +108 cards", capsys.readouterr().out, re.MULTILINE)
    assert main(["deck", "list", "--json"]) == 0
    assert '"anagrascramble-green"' in capsys.readouterr().out
    for deck, said in (("disorder", "Z, letter, value 10 × 4"), ("villains", "DNA BBxx"), ("wordcard", "/Q, letter")):
        assert main(["deck", "show", deck]) == 0
        assert said in capsys.readouterr().out
    assert main(["deck", "show", "anagrascramble-green", "--json"]) == 0
    assert '"answers"' in capsys.readouterr().out
    assert main(["deck", "check", deck_file(CARDS)]) == 0
    assert "2 cards" in capsys.readouterr().out
    assert main(["deck", "check", deck_file("name = ")]) == 2
    assert capsys.readouterr().err.startswith("tableside: ")


def test_rules_are_printed_by_game_and_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "Disorder!, 15 clauses" in capsys.readouterr().out
    assert main(["rules", "--json"]) == 0
    assert '"disorder": "Disorder!"' in capsys.readouterr().out
    assert main(["rules", "typo", "--schema"]) == 0
    assert '"A transcript of TYPO"' in capsys.readouterr().out
    assert main(["rules", "typo"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("T1 ")
    assert "(house) marks our own reading" in out
    assert main(["rules", "disorder", "d8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("D8 ")
    assert "D9" not in out
    assert "marks our own" not in out
    assert main(["rules", "disorder", "D8", "--json"]) == 0
    assert '"clause": "D8"' in capsys.readouterr().out
    assert main(["rules", "wordcard", "W7"]) == 0
    out = capsys.readouterr().out
    assert '\n       tag_on "any": Cards are tagged on to anyone\'s lines.\n       tag_on "own": ' in out
    assert "strict" not in out  # a reading of another clause
    assert main(["rules", "typo", "T7", "--json"]) == 0
    assert [reading["value"] for reading in json.loads(capsys.readouterr().out)[0]["readings"]] == ["others", "all"]
    for arguments in (["rules", "chess"], ["rules", "disorder", "D99"]):
        assert main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
