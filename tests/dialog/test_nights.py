"""The three navigation buttons alone: matches begun, played, left and taken up with nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.decks.shelf import FOLDER, DeckShelf
from companion.dialog import DONE
from companion.dialog.prompts import NONE
from companion.display import screens
from companion.display.oled import picture
from companion.display.screens import Clockface
from companion.games import rulebook, rulebooks
from companion.games.board import Areas
from companion.language import translations
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal, TableView
from companion.sentences import spoken
from tests.full_disk import full_disk
from tests.own_decks import SCRIBBLE, ZOO
from tests.seen import labels, only, rows_on
from tests.tables import table
from tests.views import PLAYERS, WORDS, placed, shipped

DISORDER = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS, "action_cards": True}}


class Buttons:
    """A table with three buttons and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.referee = Referee(self.journal, FakeClock(), lambda name: BROUGHT, DeckShelf(folder))

    def take(self, *labels: str) -> "Entry | Refusal | None":
        """Turn to each label and take it, opening the menu first if nothing is asked."""
        done = None
        for label in labels:
            if self.referee.view.dialog is None:
                self.referee.navigate("select")
            shown = self.referee.view.dialog
            assert shown is not None
            assert label in shown.items, (label, shown)
            while self.cursor != label:
                self.referee.navigate("down")
            done = self.referee.navigate("select")
        return done

    def spell(self, word: str) -> "Entry | Refusal | None":
        return self.take(*word.upper(), DONE)

    @property
    def cursor(self) -> str:
        shown = self.referee.view.dialog
        assert shown is not None
        return shown.items[shown.cursor]

    @property
    def note(self) -> str:
        assert self.referee.view.dialog is not None
        return self.referee.view.dialog.note

    @property
    def title(self) -> str:
        assert self.referee.view.dialog is not None
        return self.referee.view.dialog.title


BROUGHT = Match.begin(DISORDER, shipped).state.words


@pytest.fixture
def buttons(tmp_path: Path) -> Iterator[Buttons]:
    table = Buttons(tmp_path)
    yield table
    table.journal.close()


def test_what_the_clock_said_is_struck_out_and_not_said_anew(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin({**DISORDER, "options": {"lexicon": WORDS, "answer_seconds": 30}})
    assert isinstance(referee.happen({"event": "timeout", "player": "Ann"}, source=Source.HOST), Entry)
    buttons.take("correct", "1 Ann")
    assert referee.view.dialog is not None
    assert "strike it out" in referee.view.dialog.items
    assert "say it anew" not in referee.view.dialog.items


def test_a_night_of_disorder_with_the_buttons_alone(buttons: Buttons) -> None:
    view: Callable[[], TableView] = lambda: buttons.referee.view  # noqa: E731
    buttons.take("new match", "Disorder!")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "100", "30", "no", "choose them", "yes")
    assert buttons.title == "Ann, Bob"
    buttons.take("start")
    match = view().match
    assert match is not None
    assert match.players == ("Ann", "Bob")
    assert view().options == {
        "lexicon": "en", "target": 100, "answer_seconds": 30, "action_cards": False, "names_allowed": True,
    }  # fmt: skip

    buttons.take("Lay a card", "Z")
    for card in "OO":
        buttons.take("Lay a card", card, "right end")
    buttons.take("Lay a card", "?", "right end")
    buttons.take("undo")
    assert buttons.note == "Undo takes back no. 4: Lay a card, by Bob."
    buttons.take("back")
    buttons.take("pause")
    assert view().paused
    buttons.take("resume")
    assert not view().paused
    buttons.take("Challenge!")
    buttons.spell("zookeeper")
    assert view().protocol[-1].ruling.verdict == "challenger_loses"

    # The word was misheard: it is said anew, in Bob's name; then the whole is taken back and brought back.
    buttons.take("correct", "6 Bob zookeeper Ann+15", "say it anew", "Bob")
    buttons.spell("zoo")
    buttons.take("Ann")
    corrected = view().protocol[-1]
    assert corrected.ruling.verdict == "corrected"
    assert corrected.event == {
        "event": "correct", "number": 6, "by": "Ann", "to": {"event": "name_word", "player": "Bob", "word": "zoo"},
    }  # fmt: skip
    assert corrected.at
    buttons.take("undo")
    assert buttons.note == "Undo takes back no. 7: Correct."
    buttons.take("host")
    assert view().protocol[-1].event == {"event": "undo", "by": "host"}
    buttons.take("redo", "Bob")

    # Left, taken up again, left; the same again with the other one first.
    buttons.take("leave the match")
    assert view().match is None
    buttons.take("past matches", "1 Disorder! Ann, Bob")
    assert view().match_id == 1
    buttons.take("leave the match", "same again", "Bob")
    assert view().match_id == 2
    match = view().match
    assert match is not None
    assert match.players == ("Bob", "Ann")


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
    buttons.referee.navigate("down")
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
    buttons.referee.navigate("down")
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
    buttons.take("new match", "Disorder!", "new name …")
    buttons.spell("Ann")
    buttons.take("the table", "hard", DONE, "English", "house deck", "as usual", "start")
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


def test_v12_an_interruption_and_letting_go_with_the_buttons(buttons: Buttons) -> None:
    """While an effect waits the menu is that of whoever may interrupt it, and each trigger hands it on."""
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Grumbler", "End the turn")
    buttons.take("Draw", "Play a card", "Cinder", "Grumbler (Ann)")
    view = buttons.referee.view
    assert view.match is not None
    assert (view.match.turn, view.match.awaiting, view.match.actor) == ("Bob", "decline", "Ann")
    buttons.take("Use a trait", "Grumbler")
    assert buttons.referee.view.protocol[-1].event == {"event": "trigger", "player": "Ann", "card": "Grumbler"}
    buttons.take("Let it happen")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Bob"}
    buttons.take("Carry it out")
    assert buttons.referee.view.protocol[-1].ruling.verdict == "negated"
    buttons.take("End the turn")


def test_v12_a_negate_against_a_negate_with_the_buttons(buttons: Buttons) -> None:
    """Whoever may interrupt is asked, one after the other, with the traits that can be used now first."""
    referee = buttons.referee
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Grumbler", "End the turn", "Draw", "Play a card", "Snuffer", "End the turn")
    buttons.take("Draw", "Play a card", "Cinder", "Snuffer (Bob)")
    for player, card, interrupts in (("Bob", "Cinder", "Snuffer"), ("Ann", "Snuffer", "Grumbler")):
        assert buttons.title == player
        assert menu_shown(referee.view, f"Interrupt {card}?")
        assert any(form.is_asked for form in referee.view.forms)  # the lamp is lit
        buttons.take("Use a trait", interrupts)
        assert referee.view.protocol[-1].event == {"event": "trigger", "player": player, "card": interrupts}
    assert buttons.title == "Bob"
    buttons.take("Let it happen", "Carry it out")
    assert referee.view.protocol[-1].ruling.verdict == "negated"
    buttons.take("Carry it out")
    assert referee.view.protocol[-1].ruling.verdict == "resolved"  # and Cinder burns Snuffer after all
    _anns, bobs = only(referee.view.board, Areas).areas
    assert labels(bobs.cards) == ["Professor Muddle"]


def menu_shown(view: TableView, asked: str) -> bool:
    """Whether the OLED shows the dialog with this question above its lines, and the time left."""
    dialog, timer = view.dialog, view.timer
    assert dialog is not None
    assert timer is not None
    time = Clockface(timer.remaining_ms // 1000, timer.total_ms // 1000)
    menu = screens.menu(dialog.title, dialog.items, dialog.cursor, asked=asked, timer=time)
    return picture(view, 0).tobytes() == menu.tobytes()


def test_v12_who_has_nothing_to_interrupt_with_lets_it_happen_with_one_press(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Old Sock", "End the turn", "Draw", "Play a card", "Cinder", "Old Sock (Ann)")
    assert (buttons.title, buttons.cursor) == ("Ann", "Let it happen")
    buttons.referee.navigate("select")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Ann"}


def test_v12_a_play_without_an_effect_leaves_the_menu_to_the_player_in_turn(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Old Sock", "Bob", "Let it happen")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Bob"}


def test_the_group_game_asks_for_its_open_cards(buttons: Buttons) -> None:
    buttons.take("new match", "WORDCARD")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "group game")
    for card in ("7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O"):
        buttons.take(*card.split("/"))
    buttons.take("*", DONE, "choose them", "CARDPLAY", "start")
    assert buttons.referee.view.options["group_type"] == "cardplay"
    assert buttons.referee.view.options["cards"] == ["7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O", "*"]
    buttons.take("Ann", "Hand the solution in", "7", "C", "8", "A", "9", "T", DONE)
    assert buttons.referee.view.protocol[-1].ruling.verdict == "solved"


def test_w16_what_the_table_decided_on_an_explanation_is_said_with_the_buttons(buttons: Buttons) -> None:
    options = {"explanations": True, "lexicon": {"words": []}}
    referee = buttons.referee
    referee.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options})
    lay = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/R", "9/A", "10/T", "J/E"]]}
    referee.happen(lay, source=Source.HOST)
    buttons.take("Bob", "Contest a word", "crate", "the explanation", "yes")
    assert referee.view.protocol[-1].ruling.verdict == "word_stands"
    assert referee.view.protocol[-1].event == {
        "event": "contest", "players": ["Bob"], "word": "crate", "about": "explanation", "upheld": True,
    }  # fmt: skip
    buttons.take("undo", "host", "Bob", "Contest a word", "crate", NONE)
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"


def test_w16_several_contest_a_word_with_the_buttons(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin({"game": "wordcard", "players": ["Ann", "Bob", "Cy", "Di"], "options": {"lexicon": {"words": []}}})
    lay = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/R", "9/A", "10/T", "J/E"]]}
    referee.happen(lay, source=Source.HOST)
    buttons.take("Bob", "Contest a word", "crate")
    assert (buttons.title, buttons.cursor) == ("Who contests it: Bob", DONE)
    buttons.take("Di", DONE)
    contested = referee.view.protocol[-1]
    assert contested.event == {"event": "contest", "players": ["Bob", "Di"], "word": "crate"}
    assert contested.ruling.verdict == "word_fails"
    buttons.take("correct", "2 Bob Di crate Ann-44", "say it anew", "crate", DONE, "host")
    assert referee.view.protocol[-1].event["to"] == {"event": "contest", "players": ["Bob"], "word": "crate"}


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


def test_whoever_rests_on_an_event_or_a_match_reads_what_the_line_has_no_room_for(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    for event in (*placed("ZO"), {"event": "concede", "player": PLAYERS[2]}):
        buttons.referee.happen(event, source=Source.HOST)
    ruled = buttons.referee.view.protocol[-1]
    buttons.take("correct")
    sums = [f"{player}{change:+}" for player, change in ruled.changes.items()]
    assert sums
    assert buttons.note == " · ".join(["Concede the round", ruled.ruling.reason, *sums])
    buttons.referee.close()
    buttons.take("past matches")
    assert buttons.note == ", ".join(PLAYERS)


def test_what_is_to_be_corrected_is_said_in_the_words_of_its_form(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "wordcard", "players": ["Ann", "Bob"]})
    buttons.referee.happen({"event": "draw", "player": "Ann", "from": "deck"}, source=Source.HOST)
    buttons.take("correct")
    assert buttons.cursor == "1 Ann the deck"
    assert spoken(buttons.cursor, translations("nl").gettext) == "1 Ann van de stapel"
    buttons.take("1 Ann the deck")
    assert spoken(buttons.title, translations("de").gettext) == "1 Ann vom Stapel"


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


def test_t9_the_row_of_a_doubted_word_is_asked_at_once_when_several_are_longest(buttons: Buttons) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee = buttons.referee
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    referee.happen({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}, source=Source.HOST)
    referee.happen({"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "eraze"}, source=Source.HOST)
    referee.join_in("Bob", 2, source=Source.PANEL)
    assert referee.view.dialog is not None
    assert referee.view.dialog.items[:4] == ("1: R", "2: E", "3: N", "4: T")
    buttons.take("3: N")
    assert referee.view.protocol[-1].event == {"event": "doubt", "players": ["Bob"], "row": 3}
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"


def test_a_word_that_is_being_spelled_outlasts_a_pause_and_the_start_of_its_timer(buttons: Buttons) -> None:
    referee = buttons.referee
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    referee.happen({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}, source=Source.HOST)
    buttons.take("Play a card", "1: R", "in front", *"ER")
    for happens in (referee.start_timer, referee.pause, referee.resume):
        happens()
        assert referee.view.dialog is not None
        assert referee.view.dialog.letters == "ER"
    buttons.take(*"ASE", DONE)
    assert referee.view.protocol[-1].event["word"] == "erase"


def test_t11_the_winning_word_can_be_doubted_with_the_buttons(buttons: Buttons) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee = buttons.referee
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    for _ in range(13):
        referee.happen({"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}, source=Source.HOST)
        for player in ("Ann", "Bob"):
            lying = rows_on(referee.view.board)
            row = lying.index(min(lying, key=len))
            word = f"{lying[row]}{player[0]}".lower()
            placed = {"event": "place", "player": player, "row": row + 1, "side": "back", "word": word}
            assert isinstance(referee.happen(placed, source=Source.HOST), Entry)
    referee.happen({"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}, source=Source.HOST)
    first, *_ = rows_on(referee.view.board)
    won = {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": f"{first}aq".lower()}
    referee.happen(won, source=Source.HOST)
    ended = referee.view.match
    assert ended is not None
    assert ended.over
    buttons.take("Doubt the word", "Bob", "–", f"1: {first}")
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"
    goes_on = referee.view.match
    assert goes_on is not None
    assert not goes_on.over


def test_a_card_that_was_misread_is_said_and_corrected_with_the_buttons_alone(buttons: Buttons) -> None:
    told: list[tuple[Any, Any]] = []
    referee = buttons.referee
    referee.hear_of_misreadings(lambda wrong, layout: told.append((wrong, layout)))
    referee.begin(DISORDER)
    for number, cards in enumerate(("Z", "ZQ"), 1):
        referee.see(table(cards), f"match1-{number}.jpg")
    buttons.take("a card was misread", "2. Q", "another", "O", "correct no. 2", "host")
    assert [entry.event["event"] for entry in referee.view.protocol] == ["place", "place", "correct"]
    assert rows_on(referee.view.board) == ["ZO"]
    ((wrong, layout),) = told
    assert (wrong.frame, wrong.card, wrong.truth, layout.deck) == ("match1-2.jpg", 1, "O", "disorder")
    # Now the table differs no more; a card that lies where nobody saw it, and one that is none.
    buttons.take("a card was misread", "one that was not seen", "another", "K")
    buttons.take("a card was misread", "1. Z", "no card")
    assert [(wrong.card, wrong.truth) for wrong, _ in told[1:]] == [(None, "K"), (0, "")]
    assert len(referee.view.protocol) == 3


def test_what_differs_may_have_been_misread_and_what_was_read_is_no_answer(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    referee.see(table("Z"), "match1-1.jpg")
    referee.see(table("XQK"), "match1-2.jpg")
    referee.navigate("select")
    dialog = referee.view.dialog
    assert dialog is not None
    assert dialog.items[:2] == ("the match is right", "a card was misread")
    buttons.take("a card was misread", "3. K", "another", "K")
    assert referee.view.refusal is not None
    assert referee.view.refusal.reason == "the card was read as K, as you say"


def test_a_menu_stays_open_when_the_camera_sees_the_table_differ_and_when_it_does_no_more(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    referee.see(table("Z"), "match1-1.jpg")
    for lies, is_offered in (("XQK", False), ("Z", True)):  # what comes to lie there while the menu is open
        referee.navigate("select")
        referee.navigate("down")
        opened = referee.view.dialog
        assert opened is not None
        assert ("the match is right" in opened.items) == is_offered
        referee.see(table(lies), f"match1-{lies}.jpg")
        assert (referee.view.difference is None) == is_offered
        assert referee.view.dialog == opened
        if not is_offered:
            buttons.take("back")
    buttons.take("the match is right")
    assert referee.view.refusal is not None
    assert referee.view.refusal.reason == "the table does not differ from the match"
    buttons.take("back")
    assert referee.view.dialog is None


def test_without_a_picture_nothing_can_be_said_to_be_misread(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    buttons.referee.see(table("Z"), None)
    buttons.referee.navigate("select")
    dialog = buttons.referee.view.dialog
    assert dialog is not None
    assert "a card was misread" not in dialog.items
