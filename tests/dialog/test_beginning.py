"""The three navigation buttons alone: who plays what, by which rules, with which deck, and what cannot be begun."""

from pathlib import Path

import pytest

from companion.decks.shelf import FOLDER
from companion.dialog import BACK, DONE
from companion.games import rulebook, rulebooks
from companion.games.board import Areas
from companion.referee.source import Source
from companion.referee.tableview import Refusal
from tests.dialog.buttons import DISORDER, Buttons
from tests.full_disk import full_disk
from tests.own_decks import SCRIBBLE, ZOO
from tests.seen import labels, only
from tests.views import PLAYERS, placed


def test_a_name_in_another_spelling_is_not_taken_twice(buttons: Buttons) -> None:
    setup = {"game": "disorder", "players": ["Zoë", "ANN "]}
    buttons.journal.leave(buttons.journal.begin(setup, "2026-03-01T20:00:00+00:00").id, "2026-03-01T21:00:00+00:00", {})
    buttons.take("new match", "Disorder!", "Zoë", "new name …")
    buttons.spell("Zoe")
    buttons.take("new name …")
    buttons.spell("Ann")
    shown = buttons.referee.view.dialog
    assert shown is not None
    assert shown.items[:2] == (DONE, "new name …")
    buttons.take(DONE, "English", "house deck", "as usual")
    assert buttons.title == "Zoë, Ann"


def test_a_match_that_teaches_is_begun_with_the_buttons(buttons: Buttons) -> None:
    buttons.take("new match", "Disorder!", "new name …")
    buttons.spell("Ann")
    buttons.take("new name …")
    buttons.spell("Bob")
    buttons.take(DONE, "English", "house deck", "as usual")
    buttons.referee.buttons.press("down")
    assert (buttons.cursor, buttons.note) == ("Teach us", "Teach us: say during play, too, what could be done")
    buttons.take("Teach us")
    assert buttons.title == "Teach us"
    buttons.take("start")
    assert buttons.referee.view.teaches
    buttons.take("leave the match", "same again", "Bob")
    assert buttons.referee.view.teaches
    buttons.take("leave the match", "new match", "Disorder!", "Ann", "Bob", DONE, "English", "house deck", "as usual")
    buttons.take("start")
    assert not buttons.referee.view.teaches


def test_the_same_again_begins_with_whoever_is_to_start_and_nobody_loses_their_seat(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    buttons.take("leave the match", "same again")
    dialog = buttons.referee.view.dialog
    assert dialog is not None
    assert dialog.items[:-1] == tuple(PLAYERS)
    buttons.take(PLAYERS[1])
    match = buttons.referee.view.match
    assert match is not None
    assert match.players == (*PLAYERS[1:], PLAYERS[0])


def test_back_takes_one_answer_back_after_the_other(buttons: Buttons) -> None:
    buttons.take("new match", "Disorder!", "new name …")
    buttons.spell("Ann")
    seen = []
    for line in ("back", BACK, "back", "back"):
        dialog = buttons.referee.view.dialog
        assert dialog is not None
        seen.append((buttons.title, dialog.wheel))
        buttons.take(line)
    assert seen == [("Player 2", False), ("Player 1", True), ("Player 1", False), ("Game", False)]
    buttons.take("back")
    assert buttons.referee.view.dialog is None


@pytest.mark.parametrize("game", rulebooks())
def test_every_game_is_begun_with_the_buttons(buttons: Buttons, game: str) -> None:
    buttons.take("new match", rulebook(game).title)
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    if rulebook(game).seats[1] > 2:
        buttons.take(DONE)
    if rulebook(game).asks_words:
        buttons.take("Nederlands")
    buttons.take("green" if game == "anagrascramble" else "house deck")
    if game == "typo":
        buttons.take("R", "E", "N", "T")
    buttons.take("as usual", "start")
    match = buttons.referee.view.match
    assert match is not None
    assert (match.game, match.players) == (game, ("Ann", "Bob"))


OPTIONS = {
    "typo": (
        ["house deck", "R", "E", "N", "T"],
        ["Bob", "yes", "choose them", "all players"],
        {"timer_holder": "Bob", "always_timed": True, "majority": "all"},
    ),
    "villains": (
        ["house deck"],
        ["Queen Clutter", "Professor Muddle", "8"],
        {"starting": {"Ann": "Queen Clutter", "Bob": "Professor Muddle"}, "interrupt_seconds": 8},
    ),
    "anagrascramble": (["both"], ["3", "choose them", "all together"], {"deck": "both", "rolls": 3, "penalty": "once"}),
    "wordcard": (
        ["house deck"],
        ["CARDPLAY", "the fewest points", "12", "Bob", "as usual"],
        {"dealer": "Bob", "hand": 12},
    ),
}


@pytest.mark.parametrize("game", OPTIONS)
def test_the_options_of_a_game_are_chosen_with_the_buttons(buttons: Buttons, game: str) -> None:
    deck, taken, expected = OPTIONS[game]
    buttons.take("new match", rulebook(game).title)
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    book = rulebook(game)
    more, words = [DONE] if book.seats[1] > 2 else [], ["English"] if book.asks_words else []
    buttons.take(*more, *words, *deck, "choose them", *taken, "start")
    assert expected.items() <= buttons.referee.view.options.items()


def test_the_house_rules_of_the_table_are_those_of_its_newest_match_of_the_game(buttons: Buttons) -> None:
    """Chosen once they are what is usual, as far as they belong to what is played; a choice puts them back."""
    buttons.take("new match", "WORDCARD")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "WORDPLAY", "the most points", "10", "–", "choose them")
    assert buttons.note == "A first laydown needs 5 or more cards, unless a value is agreed upon."
    buttons.take("4", "none")
    assert buttons.note == "Cards are tagged on to anyone's lines."
    buttons.referee.buttons.press("down")
    assert buttons.note == "Cards are tagged on to one's own lines only."
    buttons.take("own lines", "lie apart", "claimed ones", "at once", "explanation, too", "any card", "start")
    chosen = {
        "open_cards": 4,
        "tag_on": "own",
        "declared_only": True,
        "strict": True,
        "explanations": True,
        "pick_any": True,
    }
    assert buttons.referee.view.options.items() >= {**chosen, "grid": False, "open_points": None}.items()

    again = ("leave the match", "new match", "WORDCARD", "Bob", "Ann", DONE, "English", "house deck")
    buttons.take(*again, "as usual", "start")
    assert buttons.referee.view.options == {"lexicon": "en", **chosen}
    buttons.take(*again, "choose them", "CARDPLAY", "the fewest points", "10", "–", "as usual", "start")
    assert buttons.referee.view.options == {
        "lexicon": "en", "type": "cardplay", "aim": "fewest", "hand": 10, "open_cards": 4, "tag_on": "own",
    }  # fmt: skip
    buttons.take(*again, "choose them", "CARDPLAY", "the fewest points", "10", "–", "choose them")
    buttons.take("5", "none", "any line", "lie apart", "start", *again, "as usual", "start")
    assert buttons.referee.view.options == {"lexicon": "en"}


def test_the_table_itself_is_sat_down_with_the_buttons(buttons: Buttons) -> None:
    def offered() -> bool:
        dialog = buttons.referee.view.dialog
        assert dialog is not None
        return "the table" in dialog.items

    buttons.take("new match", "Disorder!")
    assert not offered(), "it begins no match by itself"
    buttons.take("new name …")
    buttons.spell("Ann")
    assert offered()
    buttons.take("the table", "hard")
    assert not offered(), "it sits on one seat"
    buttons.take(DONE, "English", "house deck", "as usual", "start")
    match, practice = buttons.referee.view.match, buttons.referee.view.practice
    assert match is not None
    assert match.players == ("Ann", "Tableside")
    assert practice is not None
    assert practice.strengths == {"Tableside": "hard"}
    buttons.take("leave the match", "same again", "Tableside")
    again = buttons.referee.view.practice
    assert again is not None
    assert again.strengths == practice.strengths
    assert again.seed != practice.seed  # other cards


def test_w1_partners_are_named_with_the_buttons_until_nobody_is_left(buttons: Buttons) -> None:
    buttons.take("new match", "WORDCARD")
    for name in ("Ann", "Bob", "Cy", "Di"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "WORDPLAY", "the most points", "10")
    assert buttons.title == "Partners: 1"
    buttons.take("Cy", "Ann", "Bob", "Di")
    assert buttons.title == "Dealer"
    buttons.take("Di", "as usual", "start")
    view = buttons.referee.view
    assert view.options["partners"] == [["Cy", "Ann"], ["Bob", "Di"]]
    assert view.match is not None
    assert view.match.turn == "Di"
    assert view.readings("W22") == (
        "Partners, whose points are added at the end: Cy and Ann.",
        "Partners, whose points are added at the end: Bob and Di.",
    )


def test_own_decks_are_chosen_with_the_buttons(buttons: Buttons, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "zoo.toml").write_text(ZOO, "utf-8")
    (tmp_path / FOLDER / "scribble.toml").write_text(SCRIBBLE, "utf-8")
    buttons.take("new match", "Disorder of the Villains")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take("house deck", "Zoo", "choose them", "Queen Clutter", "Alien", "8", "start")
    view = buttons.referee.view
    assert view.deck == {"Ann": "villains", "Bob": "zoo.toml"}
    assert view.options["starting"] == {"Ann": "Queen Clutter", "Bob": "Alien"}
    assert {card["name"] for card in view.options["decks"]["Bob"]["cards"]} >= {"Alien", "Bat"}
    assert [labels(area.cards) for area in only(view.board, Areas).areas] == [["Queen Clutter"], ["Alien"]]
    buttons.take("leave the match", "new match", "Disorder!", "Bob", "Ann", DONE, "English", "Scribble", "as usual")
    buttons.take("start")
    assert (buttons.referee.view.deck, buttons.referee.view.options["values"]) == ("scribble.toml", {"Z": 7})


@pytest.mark.parametrize(
    ("signs", "name"),
    [
        ("JEAN-LUC", "Jean-Luc"),
        ("O'NEILL", "O'Neill"),
        ("BJO´RN", "Björn"),
        ("ZOE´´´´", "Zoë"),
        ("WEIS´", "Weiß"),
        ("A´´´´´´´´NN", "Ann"),
        ("´BO´" + "´" * 7 + "B´", "Bob"),
    ],
)
def test_a_new_name_has_hyphens_apostrophes_and_marks(buttons: Buttons, signs: str, name: str) -> None:
    buttons.take("new match", "Disorder!", "new name …", *signs, DONE)
    buttons.take("new name …", "C", "Y", DONE, DONE, "English", "house deck", "as usual", "start")
    assert buttons.referee.view.match is not None
    assert buttons.referee.view.match.players == (name, "Cy")


def test_what_cannot_be_begun_is_said(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    for event in placed("ZO"):
        buttons.referee.happen(event, source=Source.HOST)
    buttons.journal._connection.execute("PRAGMA max_page_count = 1")
    for _ in range(60):
        buttons.referee.happen({"event": "undo"}, source=Source.HOST)
        buttons.referee.happen({"event": "redo"}, source=Source.HOST)
    done = buttons.take("leave the match")
    assert isinstance(done, Refusal)
    assert "the disk does not take" in done.reason
    assert buttons.referee.view.match is not None


def test_a_match_that_a_full_disk_holds_is_left_once_there_is_room(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    for _ in range(2):  # the second time nothing new is to be said, and the buttons still answer
        with full_disk(buttons.journal.path):
            done = buttons.take("leave the match")
        assert isinstance(done, Refusal)
        assert "make room" in done.reason
        assert buttons.referee.view.refusal == done
    buttons.take("leave the match")
    assert buttons.referee.view.match is None
    with full_disk(buttons.journal.path):
        done = buttons.take("past matches", f"1 Disorder! {', '.join(PLAYERS)}")
    assert isinstance(done, Refusal)
    assert buttons.referee.view.match is None
