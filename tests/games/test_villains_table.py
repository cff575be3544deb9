"""Two areas of in-play cards before the camera: plays, traits, effects carried out, mints; and what none of them is."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.tables import Difference, DoubtfulCard, Memory, Move, Proposal
from companion.games.villains import RULEBOOK
from companion.games.villains.events import Options
from companion.games.villains.house_deck import HOUSE_CARDS
from companion.games.villains.state import Chance, InPlay, Side, StackedEffect, State
from companion.games.villains.table import explain
from companion.referee.match import Match
from companion.vision.sighting import Table
from tests.rules.play import no_lexicon
from tests.rules.villains_table import deck, now
from tests.tables import card_at

MONSTERS = [name for name, card in HOUSE_CARDS.items() if card.kind == "monster"]
VILLAINS = [name for name, card in HOUSE_CARDS.items() if card.kind == "villain"]
Area = Mapping[str, bool]  # cards of one side, and whether they lie sideways


def state(near: Area, far: Area, **fields: Any) -> State:
    """Ann's turn, her card drawn and not yet played; she sits at the near edge."""
    sides = tuple(Side(in_play=tuple(InPlay(name, turned, 0) for name, turned in area.items())) for area in (near, far))
    given_fields = {"turn": 0, "turn_number": 5, "drawn": True, **fields}
    return State(("Ann", "Bob"), Options(), (HOUSE_CARDS, HOUSE_CARDS), sides, **given_fields)


def seen(near: Area, far: Area, doubtful: Iterable[str] = ()) -> Table:
    areas = ((far, 150.0), (near, 550.0))
    sightings = tuple(
        replace(card_at(name, 100 + 90.0 * at, y, sure=name not in doubtful, sideways=turned), kind="monster")
        for area, y in areas
        for at, (name, turned) in enumerate(area.items())
    )
    return Table(sightings, tuple((index,) for index in range(len(sightings))))


def look(match: State, table: Table) -> Any:
    return explain(RULEBOOK.view(match), match, table, Memory())


NEAR: Area = {"Professor Muddle": False, "Old Sock": False}
FAR: Area = {"Queen Clutter": False, "Magpie": False, "Hiccup": True}

area = st.dictionaries(st.sampled_from(MONSTERS), st.booleans(), max_size=4)
sides = st.tuples(area, area).map(
    lambda both: ({"Professor Muddle": False, **both[0]}, {"Professor Muddle": False, **both[1]})
)


@given(sides, st.booleans())
def test_both_areas_as_the_match_has_them_are_nothing_new(both: tuple[Area, Area], drawn: bool) -> None:
    near, far = both
    assert look(state(near, far, drawn=drawn), seen(near, far)) is None


@given(sides, st.sampled_from(MONSTERS))
def test_a_card_come_into_play_is_that_play_whatever_it_still_needs(both: tuple[Area, Area], card: str) -> None:
    near, far = both
    if card in near or len(near) > 4:
        return
    finding = look(state(near, far), seen({**near, card: False}, far))
    assert isinstance(finding, Move | Proposal)
    assert {**finding.event, "target": None} == {"event": "play", "player": "Ann", "card": card, "target": None}
    if isinstance(finding, Proposal):
        assert finding.missing == "target"
        target = finding.answered(finding.candidates[0])
        assert target is not None
        assert set(target["target"]) == {"player", "card"}
    doubted = look(state(near, far), seen({**near, card: False}, far, doubtful=[card]))
    assert card in far or isinstance(doubted, DoubtfulCard)
    assert not isinstance(look(state(near, far), seen(near, {**far, card: False})), Move | Proposal) or card in far


def test_a_full_board_makes_room_first() -> None:
    near = {"Professor Muddle": False, "Old Sock": False, "Grumbler": False, "Lurker": False, "Magpie": False}
    far = {"Queen Clutter": False}
    asked = look(state(near, far), seen({**near, "Snuffer": False}, far))
    assert isinstance(asked, Proposal)
    assert asked.missing == "discard"
    left = {name: turned for name, turned in near.items() if name != "Lurker"}
    finding = look(state(near, far), seen({**left, "Snuffer": False}, far))
    assert finding == Move({"event": "play", "player": "Ann", "card": "Snuffer", "discard": "Lurker"})


def test_a_drop_that_is_due_is_a_drop() -> None:
    from companion.games.villains.state import Opened

    match = state(NEAR, FAR, opened=Opened(1, "drop"))
    finding = look(match, seen(NEAR, {**FAR, "Cinder": False}))
    assert finding == Move({"event": "drop", "player": "Bob", "card": "Cinder"})


def test_a_card_turned_sideways_triggers_its_trait() -> None:
    finding = look(state({**NEAR, "Magpie": False}, FAR), seen({**NEAR, "Magpie": True}, FAR))
    assert finding == Move({"event": "trigger", "player": "Ann", "card": "Magpie"})
    asked = look(state(NEAR, {**FAR, "Tanglefoot": False}), seen(NEAR, {**FAR, "Tanglefoot": True}))
    assert isinstance(asked, Proposal)
    assert asked.event == {"event": "trigger", "player": "Bob", "card": "Tanglefoot"}
    assert isinstance(look(state(NEAR, FAR), seen({**NEAR, "Old Sock": True}, FAR)), Difference)  # it has no trait
    assert isinstance(look(state(NEAR, FAR), seen(NEAR, {**FAR, "Hiccup": False})), Difference)


@pytest.mark.parametrize(("effect", "is_it"), [("bounce", True), ("burn", True), ("flip", False), ("draw", False)])
def test_the_newest_effects_target_taken_away_is_its_being_carried_out(effect: Any, is_it: bool) -> None:
    waiting = StackedEffect(0, "Cinder", effect, 1, (1, "Magpie"), played=True)
    left = {name: turned for name, turned in FAR.items() if name != "Magpie"}
    finding = look(state(NEAR, FAR, stack=(waiting,)), seen(NEAR, left))
    assert (finding == Move({"event": "resolve"})) == is_it
    assert isinstance(finding, Move | Difference)


def let_go_first(finding: Any) -> bool:
    """Whether it is the question whether Bob lets happen what he may still interrupt."""
    asked = {"event": "decline", "player": "Bob"}
    return isinstance(finding, Proposal) and finding.missing is None and finding.answered("yes") == asked


@pytest.mark.parametrize(("effect", "after"), [("bounce", None), ("burn", None), ("flip", True)])
def test_what_happens_before_the_chance_is_over_asks_whether_it_is_let_go(effect: Any, after: bool | None) -> None:
    waiting = StackedEffect(0, "Cinder", effect, 1, (1, "Magpie"), played=True)
    far = {name: turned for name, turned in FAR.items() if name != "Magpie"}
    far |= {} if after is None else {"Magpie": after}
    match = state(NEAR, FAR, played=True, stack=(waiting,), chance=Chance(1, "Cinder", after_play=True))
    assert let_go_first(look(match, seen(NEAR, far)))
    assert look(replace(match, chance=None), seen(NEAR, far)) == Move({"event": "resolve"})


def test_a_card_may_be_played_while_effects_wait_and_somebody_may_interrupt() -> None:
    waiting = StackedEffect(0, "Magpie", "draw", 2, None, played=False)
    match = state(NEAR, FAR, stack=(waiting,), chance=Chance(1, "Magpie", after_play=False))
    finding = look(match, seen({**NEAR, "Grumbler": False}, FAR))
    assert finding == Move({"event": "play", "player": "Ann", "card": "Grumbler"})
    assert isinstance(look(replace(match, played=True), seen({**NEAR, "Grumbler": False}, FAR)), Difference)


def test_shielded_cards_are_no_likely_targets_of_the_opponent() -> None:
    near, far = (
        {"Professor Muddle": False, "Cinder": True},
        {"Queen Clutter": False, "Dust Bunny": False, "Magpie": False},
    )
    asked = look(state(near, far), seen({**near, "Mothwing": False}, far))
    assert isinstance(asked, Proposal)
    assert asked.candidates == ("Professor Muddle (Ann)", "Cinder (Ann)", "Dust Bunny (Bob)")


def test_only_immediate_and_timed_traits_are_likely_to_be_copied() -> None:
    near, far = (
        {"Professor Muddle": False, "Cinder": True},
        {"Queen Clutter": False, "Mirror Imp": False, "Magpie": False},
    )
    asked = look(state(near, far), seen({**near, "Echo": False}, far))
    assert isinstance(asked, Proposal)
    assert asked.candidates == ("Cinder (Ann)", "Magpie (Bob)")


def test_the_target_of_a_flip_turned_is_its_being_carried_out() -> None:
    waiting = StackedEffect(0, "Somersault", "flip", 1, (1, "Hiccup"), played=True)
    finding = look(state(NEAR, FAR, stack=(waiting,)), seen(NEAR, {**FAR, "Hiccup": False}))
    assert finding == Move({"event": "resolve"})


FOUR = {"Old Sock": False, "Tanglefoot": False, "Hiccup": False, "Magpie": False}  # A B C D


def test_four_monsters_gone_are_a_mint_of_the_villain_they_match() -> None:
    match = state({"Professor Muddle": False, "Baron Backwards": False, **FOUR}, {"Queen Clutter": False})
    finding = look(match, seen({"Professor Muddle": False, "Baron Backwards": False}, {"Queen Clutter": False}))
    assert finding == Move({"event": "mint", "player": "Ann", "villain": "Professor Muddle"})
    aside = look(match, seen({"Baron Backwards": False}, {"Queen Clutter": False}))
    assert aside == finding
    other = look(match, seen({"Professor Muddle": False}, {"Queen Clutter": False}))
    assert isinstance(other, Difference)  # the Baron does not match


def test_a_mint_that_must_wait_for_an_answer_asks_whether_it_is_let_go() -> None:
    near = {"Professor Muddle": False, **FOUR}
    after_play = Chance(1, "Magpie", after_play=True)
    match = state(near, {"Queen Clutter": False}, played=True, chance=after_play)
    table = seen({"Professor Muddle": False}, {"Queen Clutter": False})
    assert let_go_first(look(match, table))
    allowed = look(replace(match, chance=replace(after_play, after_play=False)), table)
    assert allowed == Move({"event": "mint", "player": "Ann", "villain": "Professor Muddle"})
    theirs = StackedEffect(1, "Tanglefoot", "draw", 1, None, played=False)
    assert isinstance(look(replace(match, chance=None, stack=(theirs,)), table), Difference)


def test_two_villains_that_match_are_asked() -> None:
    four = {"Cinder": False, "Lurker": False, "Echo": False, "Hiccup": False}  # B B C C
    near = {"Madame Topsy": False, "Queen Clutter": False}
    finding = look(state({**near, **four}, {"Baron Backwards": False}), seen(near, {"Baron Backwards": False}))
    assert isinstance(finding, Proposal)
    assert finding.missing == "villain"
    assert set(finding.candidates) == set(near)


def test_minted_and_discarded_cards_may_lie_anywhere() -> None:
    match = state(NEAR, FAR)
    sides = (replace(match.sides[0], minted=(InPlay("Madame Topsy", False, 1),), discard=("Lurker",)), match.sides[1])
    there = {**NEAR, "Madame Topsy": False, "Lurker": False}
    assert look(replace(match, sides=sides), seen(there, FAR)) is None


def test_what_no_event_explains_is_told_card_by_card() -> None:
    finding = look(state(NEAR, FAR), seen({"Professor Muddle": True}, {**FAR, "Cinder": False}))
    assert isinstance(finding, Difference)
    told = str(finding.said)
    assert all(part in told for part in ("+ Cinder (Bob)", "− Old Sock (Ann)", "↻ Professor Muddle (Ann)"))
    assert isinstance(look(state(NEAR, FAR), seen({}, {})), Difference)


def test_decks_of_the_players_own_are_read_as_the_house_deck_is() -> None:
    own = deck({"Bat": now("flip")})
    options = {"decks": {"Bob": own}, "lexicon": {"words": []}}
    match = Match.begin({"game": "villains", "players": ["Ann", "Bob"], "options": options}, no_lexicon)
    for event in ({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"},
                  {"event": "end_turn", "player": "Ann"}, {"event": "draw", "player": "Bob"}):  # fmt: skip
        assert match.apply(event).accepted
    near, far = {"Professor Muddle": False, "Old Sock": False}, {"Oz": False}
    explained = explain(match.view(), match.state, seen(near, {**far, "Bat": False}), Memory())
    assert isinstance(explained, Proposal)
    assert (explained.event, explained.missing) == ({"event": "play", "player": "Bob", "card": "Bat"}, "target")
    foreign = explain(match.view(), match.state, seen(near, {**far, "Cinder": False}), Memory())
    assert isinstance(foreign, Difference)  # Cinder is in Ann's deck
