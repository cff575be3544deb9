"""Looks and print add up to one sum; contradictions are asked; whose printing lies there is found out."""

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import deckfiles
from companion.decks.albums import house_reader
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.scene import Conditions, draw_scene, in_rows
from companion.vision import Reader, Sighting
from companion.vision.detections import Detections, Examined
from companion.vision.evidence import SURE_TOGETHER, added, looked_at_and_read, whose
from companion.vision.find import find
from companion.vision.likeness import Resemblance
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from companion.vision.sighting import as_quad
from tests.vision.drawn import tile

NAMES = tuple("ABCDEFGH?")
voices = st.dictionaries(st.sampled_from(NAMES), st.floats(0, 1), max_size=4).map(
    lambda chances: {name: chance / max(1.0, sum(chances.values())) for name, chance in chances.items()}
)
house = cache(lambda name: house_reader(deckfiles.read(name)))


def _laid(deck: str, words: str, seed: int = 1) -> DrawnTable:
    file = deckfiles.read(deck)
    table = DrawnTable(file.deck, rows=2, seed=seed, traits=file.traits)
    for number, sign in enumerate(words):
        card = next(card for card in file.deck.cards if card.label == sign)
        table.place(card.label, rank=card.rank, row=number % 2)
    return table


@given(voices, voices)
def test_the_sum_is_a_chance_and_does_not_depend_on_who_spoke_first(
    one: dict[str, float], other: dict[str, float]
) -> None:
    together = added(NAMES, one, other)
    assert sum(together.values()) == pytest.approx(1)
    assert together == pytest.approx(added(NAMES, other, one))


@given(voices)
def test_who_says_nothing_changes_nothing(one: dict[str, float]) -> None:
    assert added(NAMES, one, {}) == pytest.approx(added(NAMES, one))


@given(st.sampled_from(NAMES), st.floats(0.5, 1))
def test_two_who_say_the_same_are_surer_than_either(name: str, chance: float) -> None:
    assert added(NAMES, {name: chance}, {name: chance})[name] >= added(NAMES, {name: chance})[name]


@given(st.floats(SURE_TOGETHER, 1), st.floats(SURE_TOGETHER, 1))
def test_two_who_are_sure_of_different_cards_settle_nothing(one: float, other: float) -> None:
    assert max(added(NAMES, {"A": one}, {"B": other}).values()) < SURE_TOGETHER


@pytest.mark.parametrize(("deck", "words"), [("disorder", "QUIZAMOG"), ("wordcard", "QUIZAMOG")])
def test_the_house_deck_is_known_and_is_said_to_be_ours(deck: str, words: str) -> None:
    table = house(deck).read(_laid(deck, words).frame())
    assert table.printing == "ours"
    assert sorted(one.label for one in table.sightings if one.accepted) == sorted(words)


def test_another_printing_is_said_to_be_one_and_read_as_by_print_alone() -> None:
    cards = in_rows([tile(sign) for sign in "BCDEFH"], per_row=3, width_mm=50, gap_mm=20)
    frame = draw_scene(cards, Conditions(noise=2.0), cloth="felt", seed=4, size_px=(960, 540), view_mm=420).frame
    both, print_alone = house("disorder").read(frame), Reader(deckfiles.load("disorder")).read(frame)
    assert both.printing == "another"
    assert both.sightings == print_alone.sightings
    assert sum(one.accepted for one in both.sightings) >= 5


def test_a_table_with_nothing_on_it_is_nobodys_printing() -> None:
    table = house("disorder").read(_laid("disorder", "").frame())
    assert table.printing is None
    assert not any(one.accepted for one in table.sightings)


def test_a_reading_that_contradicts_surely_known_looks_is_asked_about_with_both() -> None:
    drawn = _laid("disorder", "AM")
    frame = drawn.frame()
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    pyramid, reader = halvings(grey), house("disorder")
    # A place that no card explains has the print read, which here says B of every card.
    stray = [one for one in find(pyramid) if one.score > 0.5]
    beside = [type(one)(one.quad + np.float32(1.6 * one.size_px) * np.array([0, 1], np.float32), 0.9) for one in stray]
    detections = Detections(frame, grey, pyramid, [*stray, *beside], reader.deck)
    says_b = [
        Examined(Sighting("letter", "B", as_quad(np.array(quad, np.float32)), 0.99, accepted=True))
        for quad in drawn.quads()
    ]
    assert reader.looks is not None
    examined, printing = looked_at_and_read(detections, reader.looks, lambda _: list(says_b))
    assert printing == "ours"
    seen = [one.sighting for one in examined if one.sighting.kind == "letter"]
    assert sorted(one.label for one in seen) == ["A", "M"]
    assert not any(one.accepted for one in seen)
    assert all("B" in {other.label for other in one.alternatives} for one in seen)


@pytest.mark.parametrize("name", ["letters", "ranks", "words"])
def test_a_deck_named_after_what_is_read_is_anybodys(name: str) -> None:
    assert house(name).looks is None


def test_a_back_among_faces_that_the_finder_does_not_see_is_found_beside_them() -> None:
    file = deckfiles.read("disorder")
    table = DrawnTable(file.deck, rows=1, seed=5, traits=file.traits)
    for sign in "ZOO":
        table.place(sign)
    table.place("K", face_down=True)
    frame, reader = table.frame(), house("disorder")
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    back = np.mean(table.quads()[3], 0)
    places = [one for one in find(halvings(grey)) if np.linalg.norm(one.centre - back) > one.size_px]
    detections = Detections(frame, grey, halvings(grey), places, reader.deck)
    assert reader.looks is not None
    examined, _ = looked_at_and_read(detections, reader.looks, lambda _: [])
    assert sorted(one.sighting.label for one in examined if one.sighting.accepted) == ["?", "O", "O", "Z"]


@pytest.mark.parametrize(
    ("known", "only_read", "says"), [(1, 0, "ours"), (4, 3, "ours"), (1, 5, "another"), (0, 2, None)]
)
def test_whose_printing_lies_there_is_what_most_faces_say(known: int, only_read: int, says: str | None) -> None:
    places = [np.asarray(50 * UNIT + [100 * at, 0], np.float32) for at in range(known + only_read)]
    matches = [Resemblance(0, place, 0.98, 0.98, 0.0, ()) for place in places[:known]]
    read = [Examined(Sighting("letter", "A", as_quad(place), 0.99, accepted=True)) for place in places]
    assert whose(matches, read, ("A", "?")) == says
