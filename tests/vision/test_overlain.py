"""Pairs of the house's cards that lie over each other: the upper one is read, and no third card."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.overlapping import judged, laid, row_laid
from companion.decks import deckfiles
from companion.decks.albums import house_reader, printed_reader
from companion.drawn.cut_outs import face_cut_out
from companion.drawn.scene import CardOnTable, Conditions, Shot, draw_scene
from companion.print.style import card_size_mm
from companion.vision import Reader
from companion.vision.album_matching import is_sure
from companion.vision.detections import Examined
from companion.vision.enrol import EnrolledReader
from companion.vision.evidence import asked_if_overlain
from companion.vision.quads import UNIT
from companion.vision.sighting import Sighting, as_quad

house = cache(lambda name: house_reader(deckfiles.read(name)))
Quad = NDArray[np.float32]
CARD: Quad = np.array([[100, 100], [184, 100], [184, 220], [100, 220]], np.float32)


@pytest.mark.parametrize(
    ("deck", "pair"),
    [
        ("disorder", 27),  # of a W under a J an N
        ("typo", 10),  # of an X above an E a V
        ("wordcard", 35),  # the rank of the one with the letter of the other
        ("anagrascramble-green", 9),  # both in one outline resemble a third
    ],
)
def test_no_third_card_is_read_of_two_that_lie_over_each_other(deck: str, pair: int) -> None:
    there = laid(deckfiles.read(deck), pair)
    _, wrong = judged(there, list(house(deck).read(there.shot.frame).sightings))
    assert wrong is None


@pytest.mark.parametrize(
    ("deck", "pair"),
    [("disorder", 0), ("disorder", 12), ("wordcard", 14), ("anagrascramble-green", 12)],
)
def test_the_upper_card_is_read_though_both_have_one_outline(deck: str, pair: int) -> None:
    there = laid(deckfiles.read(deck), pair)
    (_, upper), wrong = judged(there, list(house(deck).read(there.shot.frame).sightings))
    assert upper == "right"
    assert wrong is None


def laid_out(deck: str, *cards: tuple[str, float, float], seed: int = 1) -> Shot:
    """A drawn table on which cards of this deck lie, each over those before it; right and down in widths of a card."""
    file = deckfiles.read(deck)
    faces = {card.name: face_cut_out(card, file.deck, 0, ()) for card in file.deck.cards}
    width_mm, _ = card_size_mm(file.deck)
    laid = [
        CardOnTable(faces[name], right * width_mm, down * width_mm, width_mm, 0, 0.3) for name, right, down in cards
    ]
    felt = Conditions(tilt_deg=5.0, gradient=0.2, blur_px=0.8, noise=2.0, shadow=0.2)
    return draw_scene(
        laid, felt, cloth="felt", colour=(40, 70, 30), view_mm=600, size_px=(1280, 720), seed=seed
    )  # fmt: skip


def accepted_on(reader: Reader | EnrolledReader, shot: Shot) -> list[str]:
    return sorted(one.name for one in reader.read(shot.frame).sightings if one.accepted)


def test_of_a_u_under_another_card_no_l_is_read() -> None:
    shot = laid_out("typo", ("U", 0.4, 0), ("Z", 1.0, 0), ("Q", -2, 1.8), ("C", -1, 1.8))
    assert accepted_on(house("typo"), shot) == ["C", "Q", "Z"]


def test_a_card_taken_for_another_one_askew_is_seen_as_it_lies_once_the_others_say_how() -> None:
    deck, lower = house("typo"), "Q"
    shot = laid_out("typo", *((name, 0.85 * place, 0) for place, name in enumerate((lower, "I", "Z"))), ("C", -1, 1.8))
    found = deck.detect(shot.frame)
    assert deck.looks is not None
    matches = deck.looks.matches(found.frame, found.pyramid, found.found, list)
    seen = next(match for match in matches if deck.looks.names[match.card] == lower)
    askew = replace(seen, card=deck.looks.names.index("O"), likeness=0.92, lead=0.72, quad=seen.quad + 4)
    straight = deck.looks.straightened(found.pyramid, [askew, *(match for match in matches if match is not seen)])
    assert [deck.looks.names[match.card] for match in straight if is_sure(match)][:1] == [lower]


@pytest.mark.parametrize("deck", ["disorder", "typo"])
def test_of_an_o_in_a_row_of_cards_that_cover_a_third_of_each_other_no_c_is_read(deck: str) -> None:
    shot = laid_out(deck, *((name, 0.7 * place - 2.4, 0) for place, name in enumerate("HOIAVZ")), seed=2)
    assert accepted_on(house(deck), shot) == list("AHIVZ")
    assert accepted_on(printed_reader(deckfiles.read(deck)), shot) == list("AHIVZ")  # as an enrolled deck


@pytest.mark.parametrize(
    ("deck", "row"),
    [
        ("disorder", 29),  # of a P under another card an F
        ("typo", 14),  # of a U an L
        ("typo", 4),  # of a P and an R two Fs that are read, and like no picture
        ("disorder", 234),  # of a T an L that has the others' shape, and is like its picture but for what is hidden
    ],
)
def test_no_letter_is_read_of_what_is_left_of_another_though_nothing_is_known_that_lies_over_it(
    deck: str, row: int
) -> None:
    names, shot = row_laid(deckfiles.read(deck), row)  # each covers two fifths of the one before
    assert not set(accepted_on(house(deck), shot)) - set(names)


def moved(right: float, down: float) -> Quad:
    return np.asarray(CARD + np.array([right, down]), np.float32)


def read_as(label: str, quad: Quad) -> Examined:
    seen = Sighting("letter", label, as_quad(quad), 0.99, accepted=True)
    return Examined(seen)


@pytest.mark.parametrize(
    ("by", "accepted"),
    [((80, 0), True), ((0, 100), True), ((40, 0), False), ((0, 50), False), ((300, 0), True)],
)
def test_a_letter_is_asked_about_where_a_known_card_lies_over_what_tells_it(
    by: tuple[float, float], accepted: bool
) -> None:
    looks = house("disorder").looks
    assert looks is not None
    over = [("M", moved(*by))]
    assert asked_if_overlain("letters", looks, over, [], read_as("F", CARD)).sighting.accepted is accepted


def test_a_part_of_a_card_that_is_taken_for_the_whole_is_asked_about() -> None:
    looks = house("typo").looks
    assert looks is not None
    seen, over = np.asarray(CARD * [1, 0.8], np.float32), [("E", moved(0, 64))]  # of an X a V
    assert not asked_if_overlain("letters", looks, over, [], read_as("V", seen)).sighting.accepted


@pytest.mark.parametrize(
    ("high", "by", "accepted"),
    [
        (0.8, (0, 64), False),
        (1.0, (0, 64), True),  # as the known one is shaped
        (0.8, (3, 3), True),  # the card itself, seen a little beside
        (0.8, (0, 200), True),
    ],
)
def test_what_may_be_part_of_a_card_is_asked_about_where_another_may_lie_over_it(
    high: float, by: tuple[float, float], accepted: bool
) -> None:
    looks = house("typo").looks
    assert looks is not None
    seen = np.asarray(CARD * [1, high], np.float32)
    known, perhaps = [("E", moved(300, 0))], [seen + np.array(by, np.float32)]
    assert asked_if_overlain("letters", looks, known, perhaps, read_as("V", seen)).sighting.accepted is accepted


def test_a_name_is_asked_about_only_where_it_is_that_of_the_card_over_it() -> None:
    looks = house("villains").looks
    assert looks is not None
    over = [("Echo", moved(0, 50))]
    assert asked_if_overlain("portraits", looks, over, [], read_as("Old Sock", CARD)).sighting.accepted
    assert not asked_if_overlain("portraits", looks, over, [], read_as("Echo", CARD)).sighting.accepted


def test_all_that_tells_a_card_lies_within_it_and_nothing_beside_it() -> None:
    looks = house("wordcard").looks
    assert looks is not None
    assert looks.hidden(UNIT * 100, [UNIT * 100]) == pytest.approx(1, abs=1e-3)
    assert looks.hidden(UNIT * 100, [UNIT * 100 + 101]) == 0
