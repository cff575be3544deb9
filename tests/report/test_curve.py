"""Who was winning: chances that add up and know no seats, and a decided match whose chances say so."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import RULEBOOKS, part
from companion.games.winning import win_chances
from companion.referee.match import Match, played
from companion.report.curve import LEAST_MOVE, LEAST_TURN, TURNS
from companion.report.match_report import report_of
from tests.dictionary import shipped
from tests.rules.wordcard_table import CARDS

SAVED = {path.stem: path for path in sorted((Path(__file__).parents[1] / "matches").glob("*.json"))}
NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")


def saved(name: str) -> Match:
    return played(json.loads(SAVED[name].read_text("utf-8"))["document"], shipped)


@pytest.mark.parametrize("name", SAVED)
def test_the_chances_of_every_moment_add_up(name: str) -> None:
    match = saved(name)
    curve = report_of(match).curve
    for moment in curve.moments:
        assert sum(moment.chances.values()) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in moment.chances.values())
    if match.view().over and curve.moments:
        winners = match.view().winners
        won = {player: (player in winners) / len(winners) for player in match.players}
        assert curve.moments[-1].chances == pytest.approx(won)
    assert len(curve.turning) <= TURNS
    chances = {moment.number: (before, moment) for before, moment in pairwise(curve.moments)}
    for swing in curve.turning:
        before, after = chances[swing.number]
        assert abs(swing.change) >= LEAST_TURN
        assert swing.change == pytest.approx(after.chances[swing.player] - before.chances[swing.player])
        assert swing.reason
    for player in match.players if curve.moments else ():
        moves = [after.chances[player] - before.chances[player] for before, after in pairwise(curve.moments)]
        for found, most in ((curve.falls.get(player), -min(moves)), (curve.rises.get(player), max(moves))):
            if found is None:
                assert most < LEAST_MOVE
            else:
                assert most == pytest.approx(abs(found.change))


@pytest.mark.parametrize("name", SAVED)
def test_what_has_another_name_has_the_same_chances(name: str) -> None:
    """Players are their names to the chances: others in their places have theirs."""
    match = saved(name)
    document = json.loads(SAVED[name].read_text("utf-8"))["document"]
    others = {player: f"Zoe{at}" for at, player in enumerate(document["players"])}
    text = json.dumps(document)
    for player, other in others.items():
        text = text.replace(f'"{player}"', f'"{other}"')
    renamed = played(json.loads(text), shipped)
    ours = win_chances(match.book.game, match.state, match.players)
    theirs = win_chances(match.book.game, renamed.state, renamed.players)
    if ours is None or len(match.players) != len(document["players"]):
        return
    assert theirs is not None
    assert dict(theirs) == {others[player]: pytest.approx(chance) for player, chance in ours.items()}


@given(st.permutations(range(4)), st.lists(st.integers(0, 49), min_size=4, max_size=4))
def test_whoever_sits_elsewhere_with_the_same_chips_has_the_same_chance(order: list[int], chips: list[int]) -> None:
    from companion.games.disorder.state import start

    def chances(taken: list[int]) -> dict[str, float]:
        state = replace(start(NAMES[:4], {}, shipped("en")), scores=tuple(taken))
        state = replace(state, turn=-1)  # nobody's
        said = win_chances("disorder", state, NAMES[:4])
        assert said is not None
        return dict(said)

    here, there = chances(chips), chances([chips[at] for at in order])
    for place, at in enumerate(order):
        assert there[NAMES[place]] == pytest.approx(here[NAMES[at]])


@pytest.mark.parametrize("game", [game for game in RULEBOOKS if part(game, "winning") is not None])
@settings(max_examples=5)
@given(count=st.integers(2, 4))
def test_before_the_first_event_nobody_is_far_ahead(game: str, count: int) -> None:
    book = RULEBOOKS[game]
    players = NAMES[: min(count, book.seats[1])]
    options: dict[str, Any] = {"rows": ["R", "E", "N", "T"]} if game == "typo" else {}
    said = win_chances(game, book.start(players, options, shipped("en")), players)
    assert said is not None
    assert sum(said.values()) == pytest.approx(1)
    assert all(abs(chance - 1 / len(players)) < 0.1 for chance in said.values())


@pytest.mark.parametrize("aim", ["most", "fewest"])
@pytest.mark.parametrize("kind", ["wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard", "wild"])
def test_wordcard_has_its_chances_however_it_is_played(kind: str, aim: str) -> None:
    book, players = RULEBOOKS["wordcard"], NAMES[:3]
    state = book.start(players, {"type": kind, "aim": aim}, shipped("en"))
    said = win_chances("wordcard", state, players)
    assert said is not None
    assert all(abs(chance - 1 / 3) < 0.1 for chance in said.values())
    if state.choosing:
        assert len(set(said.values())) == 1, "nobody knows yet what is played"
        return
    leads = replace(state.hands[1], cards=3, opened_in=1, score=400 if aim == "most" else -50, bonus=50)
    ahead = win_chances("wordcard", state.with_hand(1, leads), players)
    assert ahead is not None
    assert ahead["Bob"] > 0.45


@pytest.mark.parametrize("kind", ["wordplay_plus", "cardplay", "wordcard"])
def test_in_a_group_game_who_is_beaten_has_no_chance_left(kind: str) -> None:
    book, players = RULEBOOKS["wordcard"], NAMES[:3]
    state = book.start(players, {"type": "group", "group_type": kind, "cards": CARDS}, shipped("en"))
    assert win_chances("wordcard", state, players) == pytest.approx(dict.fromkeys(players, 1 / 3))
    hands = tuple(replace(hand, score=score) for hand, score in zip(state.hands, (60, 40, 0), strict=True))
    said = win_chances("wordcard", replace(state, hands=hands, solved=(True, True, False)), players)
    assert said is not None
    assert said["Bob"] == 0 < said["Cy"] < 1
    done = replace(state, hands=hands, solved=(True, True, True))
    assert win_chances("wordcard", done, players) == {"Ann": 1, "Bob": 0, "Cy": 0}


def test_a_game_that_says_nothing_of_it_has_no_chances() -> None:
    assert win_chances("no such game", None, ("Ann",)) is None


def test_whoever_wins_without_a_partner_who_has_left_has_won_alone() -> None:
    left = [{"event": "leave", "player": player} for player in ("Cy", "Bob", "Di")]
    options = {"type": "cardplay", "partners": [["Ann", "Cy"], ["Bob", "Di"]]}
    match = played({"game": "wordcard", "players": ["Ann", "Bob", "Cy", "Di"], "options": options, "events": left})
    assert match.view().winners == ("Ann",)
    assert report_of(match).curve.moments[-1].chances == {"Ann": 1, "Bob": 0, "Cy": 0, "Di": 0}
