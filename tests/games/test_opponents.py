"""Opponents say what the rules accept, from what their seat may know, and out of words they know.

`benchmarks/opponents.py` plays a thousand matches of each game and pair of strengths.
"""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.opponents import PLAYERS, play
from companion.games import RULEBOOKS
from companion.games.dealing import Dealt
from companion.games.opponent import OwnView, Strength, opponent
from companion.games.vocabulary import Share, Vocabulary
from companion.practice.table_hand import SHARES, own_view, vocabulary
from tests.dictionary import shipped
from tests.rules.play import begin

GAMES = [game for game in RULEBOOKS if opponent(game) is not None]
STRENGTHS = st.sampled_from(list(Strength))
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=2)
@given(seed=SEEDS, first=STRENGTHS, second=STRENGTHS)
def test_a_match_is_played_to_its_end_and_every_event_stands(
    game: str, seed: int, first: Strength, second: Strength
) -> None:
    played = play(game, (first, second), seed, shipped())  # which raises NotLegal for what is refused
    assert set(played.winners) <= set(PLAYERS)
    assert played.winners


def test_an_opponent_is_told_nothing_but_its_own() -> None:
    told = ("state", "player", "hand", "strength", "words", "chance", "joined", "opened", "to_draw")
    assert tuple(each.name for each in fields(OwnView)) == told


def test_the_words_on_a_card_are_not_looked_at() -> None:
    """AnagraScramble's state has them, for the ruling; who writes is not told of them."""
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply({"event": "roll", "player": "Ann", "face": "4"})
    match.apply({"event": "card", "jumble": "PLANETS", "answers": ["plan"]})
    known = vocabulary(shipped(), Strength.HARD, 1)
    own = own_view("anagrascramble", match.state, "Ann", Dealt({}), known, Strength.HARD, 1)
    plays = opponent("anagrascramble")
    assert plays is not None
    assert own.state.listed == frozenset()
    assert "planets" in dict(plays.answer(own) or {})["words"]


@given(seed=SEEDS, text=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=18))
def test_who_is_stronger_knows_what_the_weaker_one_knows(seed: int, text: str) -> None:
    easy, medium, hard = (Vocabulary(shipped(), SHARES[strength], seed).knows(text) for strength in Strength)
    assert easy <= medium <= hard


@settings(max_examples=8)
@given(seed=SEEDS, pattern=st.text("aeinrst?", min_size=1, max_size=4), limit=st.integers(1, 60))
def test_what_is_known_is_found_shortest_first(seed: int, pattern: str, limit: int) -> None:
    known = Vocabulary(shipped(), (Share(6, 0.3), Share(9, 0.1)), seed)
    wanted = [word for word in shipped().find(pattern, longer=True) if known.knows(word)]
    assert known.find(pattern, longer=True, limit=limit) == wanted[:limit]
    assert known.witness(pattern, longer=True) == (wanted[0] if wanted else None)


def test_about_as_many_words_are_known_as_is_said() -> None:
    words = [word for word in shipped().words() if len(word) in (7, 10)]
    known = Vocabulary(shipped(), (Share(7, 0.6), Share(10, 0.4)), 5)
    for length, share in ((7, 0.6), (10, 0.4)):
        those = [word for word in words if len(word) == length]
        assert abs(sum(map(known.knows, those)) / len(those) - share) < 0.02
