"""Who may hand in what, as documents say it: every event of every game is named once, by the party it is for."""

import pytest

from companion.games import RULEBOOKS
from companion.games.parties import fields_of, in_words
from companion.games.whose import WORDS, By


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_event_is_named_once_with_whoever_may_hand_it_in(game: str) -> None:
    events = RULEBOOKS[game].events
    said = {text.split("`")[1]: (whose, text) for whose, texts in in_words(events).items() for text in texts}
    assert sorted(said) == sorted(events)
    for name, (whose, text) in said.items():
        kind = events[name]
        assert whose.split(" or ") == [WORDS[party] for party in kind.by]
        for field, by in fields_of(kind).items():
            assert (f"`{field}`: {by.words}" in text) == (by != kind.by)


def test_parties_that_may_each_hand_it_in_are_joined() -> None:
    assert (By.CLOCK | By.HOST).words == "the host or the clock"
