"""What players have begun to write: with the table over a restart, and counted when the time is up."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dialog import BACK, DONE
from companion.errors import BadInput, NotNow, NotYours
from companion.games.core import View
from companion.games.window import EVERYBODY, Window
from companion.referee.drafts import Draft, Drafts
from companion.referee.ledger import JOT_AFTER_MS
from companion.referee.source import Source
from tests.hourglass import Hourglass, anagrascramble, typo

TIED = ["Ann", "Bob"]


def tied(hourglass: Callable[..., Hourglass]) -> Hourglass:
    """A match of AnagraScramble that a showdown is to decide."""
    glass = hourglass("anagrascramble", TIED, rolls=1, lexicon={"words": ["event", "never", "ever"]})
    for player in TIED:
        glass.play(
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": "TUERNEV"},
            {"event": "words", "player": player, "words": ["ever"]},
        )
    return glass


def write(glass: Hourglass, player: str, *words: str, event: str = "words") -> None:
    fields = {"words": " ".join(words)} if words else {}
    glass.referee.draft(player, event, fields, {"words": list(words)} if words else {})


def newest_words(glass: Hourglass) -> Any:
    assert glass.view.ruling is not None
    return glass.view.ruling.event["words"]


def test_what_is_written_outlives_a_restart(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Ann", "event", "nev")
    glass.restart()
    assert glass.referee.drafts("Ann") == {"words": {"words": "event nev"}}
    assert glass.referee.drafts("Bob") == {}


def test_a_power_cut_takes_what_was_written_in_the_last_two_seconds(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"])  # no time runs
    glass.referee.draft("Bob", "place", {"word": "te"}, {})
    glass.wait(JOT_AFTER_MS)
    glass.referee.draft("Bob", "place", {"word": "tea"}, {})
    glass.wait(JOT_AFTER_MS - 1)
    glass.restart(orderly=False)
    assert glass.referee.drafts("Bob") == {"place": {"word": "te"}}


def test_it_is_with_a_match_that_is_left_and_taken_up_again(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Ann", "event")
    glass.referee.close()
    with pytest.raises(BadInput, match="no match"):
        write(glass, "Ann", "ever")
    glass.referee.reopen(1)
    assert glass.referee.drafts("Ann") == {"words": {"words": "event"}}


def spell(glass: Hourglass, *labels: str) -> None:
    """Turn the three buttons to each of these lines or signs, and take it."""
    if glass.view.dialog is None:
        glass.referee.buttons.press("select")
    glass.take(*labels)


def test_a6_what_is_spelled_with_the_buttons_when_the_time_is_up_counts(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    spell(glass, "Hand the words in", *"EVENT", DONE, *"NEVER")
    glass.restart()
    glass.referee.resume()
    assert glass.referee.drafts("Ann") == {"words": {"words": "event never"}}
    glass.wait(30_000)
    assert newest_words(glass) == ["event", "never"]
    assert glass.referee.drafts("Ann") == {}


def test_a_word_taken_back_with_the_buttons_counts_no_more(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    spell(glass, "Hand the words in", *"EVE", BACK, BACK)
    assert glass.referee.drafts("Ann") == {"words": {"words": "e"}}
    spell(glass, BACK)
    assert glass.referee.drafts("Ann") == {}
    glass.wait(30_000)
    assert glass.newest == ("clock", "missed")


def test_whoever_only_opens_the_form_with_the_buttons_writes_over_nothing(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Ann", "event")
    spell(glass, "Hand the words in", BACK)
    assert glass.referee.drafts("Ann") == {"words": {"words": "event"}}


def test_what_is_not_its_writers_to_say_is_no_draft(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    with pytest.raises(NotYours):
        glass.referee.draft("Ann", "words", {"words": "event"}, {"words": ["event"], "player": "Bob"})
    with pytest.raises(NotYours):
        glass.referee.draft(
            "Ann", "card", {"jumble": "x"}, {"player": "Ann", "jumble": "eeennrv", "answers": ["event"]}
        )
    assert glass.referee.drafts("Ann") == {}


def test_nobody_is_shown_what_another_has_begun(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    before = glass.view
    write(glass, "Ann", "nerve")
    assert glass.view is before
    assert "nerve" not in str(glass.referee.pause().to_json())


def test_a6_what_stands_there_when_the_time_is_up_counts(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Ann", "even", "ever")
    write(glass, "Ann", "event", "never")
    glass.wait(30_000)
    assert glass.newest[0] == "phone"
    assert newest_words(glass) == ["event", "never"]
    assert glass.referee.drafts("Ann") == {}


@pytest.mark.parametrize("says", [{}, {"words": []}, {"words": "event"}, {"words": [7]}, {"face": "4"}])
def test_what_says_nothing_is_a_time_that_ran_out(hourglass: Callable[..., Hourglass], says: Mapping[str, Any]) -> None:
    glass = anagrascramble(hourglass)
    glass.referee.draft("Ann", "words", {"words": "x"}, says)
    glass.wait(30_000)
    assert glass.newest == ("clock", "missed")
    assert glass.referee.drafts("Ann") == {}


def test_another_players_draft_and_one_of_another_card_count_for_nothing(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Bob", "event")
    write(glass, "Ann", "event")
    glass.play({"event": "correct", "number": 2, "to": {"event": "card", "jumble": "ALERTED"}})
    glass.wait(30_000)
    assert glass.newest == ("clock", "missed")


def test_what_is_to_be_said_aloud_must_be_said_in_time(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo(hourglass)
    glass.referee.draft("Bob", "place", {"word": "stoke"}, {"row": 2, "side": "back", "word": "stoke"})
    glass.wait(30_000)
    assert glass.newest == ("clock", "row_taken")


def test_what_was_handed_in_is_no_draft_any_more_and_anothers_stays(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    write(glass, "Ann", "event")
    glass.referee.draft("Bob", "roll", {"face": "5"}, {})
    glass.play({"event": "words", "player": "Ann", "words": ["event"]})
    assert (glass.referee.drafts("Ann"), glass.referee.drafts("Bob")) == ({}, {"roll": {"face": "5"}})


def test_a13_a_showdown_counts_what_stood_on_the_phones(hourglass: Callable[..., Hourglass]) -> None:
    glass = tied(hourglass)
    glass.referee.open_gathering("TUERNEV", None, TIED)
    write(glass, "Ann", "event", event="showdown")
    write(glass, "Bob", "ever", "never", event="showdown")
    glass.wait(10_000)
    glass.restart()
    glass.referee.resume()
    assert glass.left_ms == 20_000
    write(glass, "Ann", "event", "ever", event="showdown")
    glass.wait(20_000)
    assert newest_words(glass) == {"Ann": ["event", "ever"], "Bob": ["ever", "never"]}
    assert (glass.referee.drafts("Ann"), glass.referee.drafts("Bob")) == ({}, {})


def test_a13_who_has_no_phone_spells_for_a_showdown_till_the_time_is_up(hourglass: Callable[..., Hourglass]) -> None:
    glass = tied(hourglass)
    glass.referee.hear_of_phones(lambda: ["Ann"])
    glass.referee.open_gathering("TUERNEV", None, ["Ann"])
    write(glass, "Ann", "event", event="showdown")
    spell(glass, "Bob: words", *"EVER", DONE, *"NEVER")
    glass.wait(30_000)
    assert newest_words(glass) == {"Ann": ["event"], "Bob": ["ever", "never"]}


def test_a13_what_is_handed_in_counts_before_what_stood_there_earlier(hourglass: Callable[..., Hourglass]) -> None:
    glass = tied(hourglass)
    glass.referee.open_gathering("TUERNEV", None, TIED)
    write(glass, "Ann", "ever", event="showdown")
    glass.referee.gather("Ann", {"words": ["ever", "event", "never"]}, source=Source.PHONES)
    glass.restart()
    glass.referee.resume()
    assert glass.referee.drafts("Ann") == {"showdown": {"words": "ever event never"}}, (
        "a page loaded anew goes on from it"
    )
    glass.wait(30_000)
    assert newest_words(glass) == {"Ann": ["ever", "event", "never"], "Bob": []}
    assert glass.referee.drafts("Ann") == {}


def test_only_players_write_and_only_what_the_game_has(hourglass: Callable[..., Hourglass]) -> None:
    glass = anagrascramble(hourglass)
    with pytest.raises(NotNow, match="Zoe does not play"):
        write(glass, "Zoe", "event")
    with pytest.raises(BadInput, match="no event of this match"):
        write(glass, "Ann", "event", event="place")


NAMES = st.sampled_from(["Ann", "Bob"])
EVENTS = st.sampled_from(["words", "roll"])
WINDOWS = st.none() | st.builds(
    Window, st.sampled_from(["Ann", EVERYBODY]), st.just("words"), st.integers(1, 9), st.tuples(st.text(max_size=3))
)
DRAFT = st.builds(
    Draft,
    st.dictionaries(st.text(max_size=3), st.text(max_size=3) | st.booleans(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.lists(st.text(max_size=3), max_size=2), max_size=2),
    WINDOWS,
)


@given(st.lists(st.tuples(NAMES, EVENTS, DRAFT), max_size=6))
def test_drafts_come_back_from_a_note_as_they_were_and_the_newest_is_the_one(
    written: list[tuple[str, str, Draft]],
) -> None:
    drafts, newest = Drafts(), {}
    for player, event, draft in written:
        drafts, newest[player, event] = drafts.with_draft(player, event, draft), draft
    again = Drafts.restored(drafts.to_json())
    for (player, event), draft in newest.items():
        assert again.of(player).get(event) == (draft if draft.fields else None)
        gone = again.after({"event": event, "player": player}, _view())
        assert event not in gone.of(player)


def _view() -> View:
    return View(
        game="anagrascramble", players=("Ann", "Bob"), scores={}, score_name="", turn=None, awaiting=None, may={},
        over=False, winners=(),
    )  # fmt: skip
