"""Slips of the finger: a word with a sign that is no letter is told from one that may be wrong, in every game."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.slips import slip_in
from companion.referee.match import Match
from tests.referee.test_saved_matches import SAVED, read
from tests.rules.play import no_lexicon
from tests.views import match_after

CHALLENGED = match_after("ZOO?", {"event": "challenge", "player": "Bob"})
SIGNS = "0123456789$%&/()=?+*#_.:;,<>|@\t"


def slip(match: Match, event: Any) -> str | None:
    return slip_in(match.view(), match.state, event)


@given(st.text("abcxyzäöüßéœ'’- ", max_size=12), st.sampled_from(SIGNS), st.integers(0, 12))
def test_letters_are_no_slip_and_any_other_sign_is(word: str, sign: str, at: int) -> None:
    named = {"event": "name_word", "player": "Ann"}
    assert slip(CHALLENGED, {**named, "word": word}) is None
    spoilt = f"{word[:at]}{sign}{word[at:]}"
    for event in ({**named, "word": spoilt}, {"event": "correct", "number": 5, "to": {**named, "word": spoilt}}):
        assert "write it again" in str(slip(CHALLENGED, event))


JUNK = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@given(JUNK)
def test_what_is_no_event_or_has_no_word_in_it_is_left_to_the_rules(junk: Any) -> None:
    named = {"event": "name_word", "word": ["c4t$"], "player": junk}
    for event in (junk, {"event": junk}, named, {"event": "timeout", "word": "c4t$"}):
        assert slip(CHALLENGED, event) is None


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_every_word_of_a_played_match_is_written_and_a_digit_in_it_is_a_slip(path: Path) -> None:
    document = read(path)["document"]
    match = Match.begin(document, no_lexicon)
    for event in document["events"]:
        assert slip(match, event) is None
        spoilt = _spoilt(event)
        if spoilt != event:
            assert "write it again" in str(slip(match, spoilt))
        match.apply(event)


def _spoilt(event: Any) -> Any:
    """The event with a slip in every word that somebody says in it."""
    said = dict(event)
    if isinstance(said.get("word"), str) and said["event"] != "contest":  # of the words claimed it is picked, not typed
        said["word"] += "4"
    words = said.get("words")
    if isinstance(words, list):
        said["words"] = [f"{word}4" for word in words]
    elif isinstance(words, dict):
        said["words"] = {player: [f"{word}4" for word in own] for player, own in words.items()}
    return said
