"""The decks a table can be asked to play with, and what they mean for the rules."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.decks.shelf import FOLDER, HOUSE_DECK, DeckShelf, keep
from companion.errors import BadInput
from companion.games import RULEBOOKS
from companion.games.layout import layout_of
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.match import judge
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from tests.own_decks import BRIDGE, JUMBLES, SCRIBBLE, ZOO
from tests.views import WORDS, shipped

ANN_AND_BOB = ["Ann", "Bob"]


@pytest.fixture
def shelf(tmp_path: Path) -> DeckShelf:
    """A table with a deck of its own for every kind of game."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    for name, text in (("scribble", SCRIBBLE), ("bridge", BRIDGE), ("jumbles", JUMBLES), ("zoo", ZOO)):
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return DeckShelf(tmp_path)


def dealt(shelf: DeckShelf, game: str, deck: Any, **options: Any) -> dict[str, Any]:
    return shelf.dealt({"game": game, "players": ANN_AND_BOB, "options": options, "deck": deck})


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("disorder", ["disorder", "letters", "typo", "scribble.toml"]),
        ("typo", ["typo", "disorder", "letters", "scribble.toml"]),
        ("villains", ["villains", "zoo.toml"]),
        ("anagrascramble", ["anagrascramble-green", "anagrascramble", "anagrascramble-red", "jumbles.toml"]),
        ("wordcard", ["wordcard", "bridge.toml"]),
    ],
)
def test_every_game_is_offered_the_decks_that_fit_the_house_deck_first(
    shelf: DeckShelf, game: str, names: list[str]
) -> None:
    assert [offer.name for offer in shelf.offers(game)] == names
    assert [offer.name for offer in DeckShelf().offers(game)] == [name for name in names if "." not in name]
    assert shelf.offers(game)[0].title == ("green" if game == "anagrascramble" else HOUSE_DECK)
    assert shelf.problems() == ()


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_deck_a_game_is_played_with_anyway_changes_nothing(shelf: DeckShelf, game: str) -> None:
    setup = {"game": game, "players": ANN_AND_BOB, "options": {"lexicon": "en"}}
    assert shelf.dealt(setup) == setup
    usual = shelf.dealt({**setup, "deck": shelf.offers(game)[0].name})
    assert usual["options"].pop("deck", "green") == "green"
    assert usual == setup


def test_printed_values_that_differ_become_options_and_options_go_before_the_deck(shelf: DeckShelf) -> None:
    assert dealt(shelf, "disorder", "scribble.toml")["options"] == {"values": {"Z": 7}}  # an O counts 2 anyway
    assert dealt(shelf, "disorder", "scribble.toml", values={"Z": 1})["options"] == {"values": {"Z": 1}}
    assert dealt(shelf, "disorder", "letters")["options"] == {}
    assert dealt(shelf, "typo", "scribble.toml")["options"] == {}
    assert dealt(shelf, "wordcard", "bridge.toml")["options"] == {"values": {"A": 14}}
    assert dealt(shelf, "disorder", "scribble.toml", values=7)["options"] == {"values": 7}, (
        "the rules say what is wrong"
    )


@pytest.mark.parametrize("deck", ["zoo.toml", {"Bob": "zoo.toml"}, {"Ann": "zoo.toml", "Bob": "villains"}])
def test_each_player_of_villains_may_have_another_deck(shelf: DeckShelf, deck: Any) -> None:
    setup = dealt(shelf, "villains", deck)
    own = {name for name in ANN_AND_BOB if deck == "zoo.toml" or deck.get(name) == "zoo.toml"}
    assert set(setup["options"]["decks"]) == own
    answer = judge({**setup, "events": [{"event": "draw", "player": "Ann"}]}, shipped_words)
    villains = {name: list(cards) for name, cards in answer["in_play"].items()}
    assert villains == {name: ["Oz" if name in own else "Professor Muddle"] for name in ANN_AND_BOB}
    layout = layout_of("villains", setup["options"], setup["deck"])
    labels = {card.label for card in shelf.read(layout.deck).deck.cards}
    assert labels >= {"Oz", "Duck"}
    assert ("Old Sock" in labels) == (isinstance(deck, dict) and deck.get("Bob") == "villains")


def shipped_words(_name: str) -> Any:
    from companion.lexicon import Lexicon

    return Lexicon.from_words(("venture", "never", "ever"), ())


def test_what_is_dealt_can_be_dealt_again(shelf: DeckShelf) -> None:
    for game in RULEBOOKS:
        for offer in shelf.offers(game):
            once = dealt(shelf, game, offer.name)
            assert shelf.dealt(once) == once
            assert json.loads(json.dumps(once)) == once


@pytest.mark.parametrize(
    "deck",
    ["klingon", "wordcard", "../scribble.toml", "/etc/passwd.toml", "nowhere.toml", "bridge.toml", 7, ["disorder"]],
)
def test_a_deck_that_does_not_fit_is_refused(shelf: DeckShelf, deck: Any) -> None:
    with pytest.raises(BadInput, match="there is no deck"):
        dealt(shelf, "disorder", deck)


@pytest.mark.parametrize("name", ["../scribble.toml", "a/b.toml", "{}/scribble.toml", "nowhere.toml"])
def test_nothing_outside_of_the_folder_is_read(shelf: DeckShelf, name: str, tmp_path: Path) -> None:
    (tmp_path / FOLDER / "a").mkdir()
    for elsewhere in ("scribble.toml", f"{FOLDER}/a/b.toml"):  # decks as they should be, but not here
        (tmp_path / elsewhere).write_text(SCRIBBLE, "utf-8")
    with pytest.raises(BadInput):
        shelf.read(name.format(tmp_path))


def test_a_deck_means_the_same_where_no_options_are_said(shelf: DeckShelf) -> None:
    setup = {"game": "disorder", "players": ANN_AND_BOB}
    assert shelf.dealt({**setup, "deck": "scribble.toml"})["options"] == {"values": {"Z": 7}}
    assert shelf.dealt({**setup, "deck": "letters"}) == {**setup, "deck": "letters"}
    assert shelf.dealt({"game": "chess", "deck": "scribble.toml"}) == {"game": "chess"}, "what is wrong the match says"


def test_a_file_that_cannot_be_used_is_told_and_the_others_are_offered(shelf: DeckShelf, tmp_path: Path) -> None:
    broken = tmp_path / FOLDER / "broken.toml"
    broken.write_text(SCRIBBLE.replace('"Z"', '"z"'), "utf-8")
    (problem,) = shelf.problems()
    assert f"{broken}, line 6" in problem
    assert [offer.name for offer in shelf.offers("disorder")][-1] == "scribble.toml"
    broken.write_text(SCRIBBLE.replace("scribble", "mended"), "utf-8")
    os.utime(broken, ns=(1, 1))
    assert shelf.problems() == ()
    assert [offer.name for offer in shelf.offers("disorder")][-2] == "broken.toml"


def test_two_values_of_one_rank_are_refused(shelf: DeckShelf, tmp_path: Path) -> None:
    (tmp_path / FOLDER / "bridge.toml").write_text(BRIDGE.replace("14 },", "13 },", 1), "utf-8")
    with pytest.raises(BadInput, match="two values for the rank A"):
        dealt(shelf, "wordcard", "bridge.toml")


def test_the_words_on_own_cards_count_and_stand_in_the_transcript(shelf: DeckShelf, tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL_NAME)
    referee = Referee(journal, FakeClock(), shipped, shelf)
    setup = {"game": "anagrascramble", "players": ANN_AND_BOB, "options": {"lexicon": WORDS}, "deck": "jumbles.toml"}
    referee.begin(setup)
    assert referee.view.options["deck"] == "both"
    assert referee.view.deck == "jumbles.toml"
    played: list[dict[str, Any]] = [
        {"event": "roll", "player": "Ann", "face": "5", "colour": "red"},
        {"event": "card", "jumble": "TUERNEV"},
        {"event": "words", "player": "Ann", "words": ["venture", "ever"]},
    ]
    assert isinstance(referee.say(played[0], "Ann", source=Source.PHONE), Entry)
    nothing = {**played[1], "answers": None}  # is a field left out: no phone leaves the words of a card away
    assert isinstance(referee.say(nothing, "Ann", source=Source.PHONE), Entry)
    assert isinstance(referee.say(played[2], "Ann", source=Source.PHONE), Entry)
    assert referee.view.protocol[1].event["answers"] == ["venture", "never"]
    assert "venture" in str(referee.view.protocol[2].ruling.reason)
    match = referee.view.match
    assert match is not None
    assert judge(referee.archive.export(1), shipped)["scores"] == dict(match.scores)

    # Its file is gone at the next start: that is said, and the match goes on with the dictionary.
    (tmp_path / FOLDER / "jumbles.toml").unlink()
    again = Referee(journal, FakeClock(), shipped, DeckShelf(tmp_path))
    assert any("jumbles.toml" in notice for notice in again.view.notices)
    again.close()
    assert again.view.notices == ()
    journal.close()


def test_a_deck_file_is_kept_with_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.toml"
    path.write_text(SCRIBBLE, "utf-8")
    assert main(["deck", "add", str(path), "--data", str(tmp_path / "data")]) == 0
    assert "can be chosen" in capsys.readouterr().out
    assert DeckShelf(tmp_path / "data").offers("typo")[-1].title == "Scribble"
    path.write_text(SCRIBBLE.replace("scribble", "disorder"), "utf-8")
    assert main(["deck", "add", str(path), "--data", str(tmp_path / "data")]) == 2
    assert "is that of a shipped deck" in capsys.readouterr().err
    path.write_text(SCRIBBLE.replace("scribble", "a/b"), "utf-8")
    with pytest.raises(BadInput, match="letters, digits, spaces"):
        keep(tmp_path / "data", str(path))


@pytest.mark.parametrize("reads", ["words", "ranks"])
def test_a_deck_that_no_game_is_played_with_is_kept_and_said_to_be_none(
    reads: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(SCRIBBLE.replace('"letters"', f'"{reads}"'), "utf-8")
    assert main(["deck", "add", str(path), "--data", str(tmp_path / "data")]) == 0
    said = capsys.readouterr().out
    assert f"no game is played with one that reads “{reads}”" in said
    assert "can be chosen" not in said


def test_the_shelf_reads_what_the_deck_files_say(shelf: DeckShelf) -> None:
    assert shelf.read("disorder") == deckfiles.read("disorder")
    both = shelf.read("villains+zoo.toml").deck
    assert len(both.cards) == 40
    traits = [shelf.read(name).traits for name in ("villains", "zoo.toml", "villains+zoo.toml")]
    assert traits[2] == {**traits[0], **traits[1]} != traits[0]
