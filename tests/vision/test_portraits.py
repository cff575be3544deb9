"""Creatures whose name is printed on one card are one card, whatever else was found about it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.decks import deckfiles
from companion.drawn.scene import CardOnTable, Conditions, draw_scene
from companion.print import faces, paint
from companion.vision import portraits
from companion.vision.detections import Detections, once
from companion.vision.find import Found, find
from companion.vision.glyphs import SIGNS
from companion.vision.portraits import examine_portraits
from companion.vision.print_lines import PrintLine
from companion.vision.rectify import halvings, window

FILE = deckfiles.read("villains")
BY_NAME = {card.label: card for card in FILE.deck.cards}


def scene(*names: str, step_mm: float, view_mm: float = 420) -> Detections:
    """A drawn table with these cards in a row, upright, and what was found there; of the table `view_mm` are seen."""
    pictures = [paint.pixels(faces.front(BY_NAME[name], FILE.deck, 0, FILE.traits.get(name)), 6.0) for name in names]
    cards = [
        CardOnTable(picture, x_mm=(at - (len(names) - 1) / 2) * step_mm, y_mm=0, width_mm=63)
        for at, picture in enumerate(pictures)
    ]
    colour, size_px = (70, 95, 60), (1600, 900)
    shot = draw_scene(cards, Conditions(noise=2.0), cloth="felt", colour=colour, size_px=size_px, view_mm=view_mm)
    grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    pyramid = halvings(grey)
    return Detections(shot.frame, grey, pyramid, find(pyramid), FILE.deck)


def names_in(detections: Detections) -> list[str]:
    return sorted(one.sighting.label for one in once(examine_portraits(detections)) if one.sighting.accepted)


@pytest.mark.parametrize("part", [(-0.1, -0.5, 0.9, 0.3), (-0.3, -0.3, 1.3, 0.35)])
def test_a_part_of_a_card_with_its_name_is_no_second_card(part: tuple[float, float, float, float]) -> None:
    detections = scene("Mothwing", "Tanglefoot", step_mm=100)
    assert names_in(detections) == ["Mothwing", "Tanglefoot"]
    for place in [place for place in detections.found if place.score > 0.7]:
        upright = min((np.roll(place.quad, turn, 0) for turn in range(4)), key=lambda quad: float(quad[0].sum()))
        detections.found.append(Found(window(upright, *part), 0.5))
    assert len(detections.found) >= 4
    assert names_in(detections) == ["Mothwing", "Tanglefoot"]


def test_two_cards_with_one_name_are_two() -> None:
    assert names_in(scene("Mothwing", "Mothwing", step_mm=72)) == ["Mothwing", "Mothwing"]
    assert names_in(scene("Mothwing", "Mothwing", "Mothwing", step_mm=66)) == ["Mothwing"] * 3


def test_small_names_are_read_beside_pictures_that_may_be_taken_for_large_print() -> None:
    names = ["Inkling", "Mothwing", "Ringleader", "Trapdoor"]
    assert names_in(scene(*names, step_mm=72, view_mm=1060)) == names


def test_nobody_is_asked_about_dots_of_the_cloth_beside_cards_that_are_read() -> None:
    detections = scene("Mothwing", "Tanglefoot", step_mm=100)
    dot = np.array([(0, 0), (40, 0), (40, 40), (0, 40)], np.float32)
    places = [(x, y) for x in range(20, 1500, 60) for y in (20, 80, 800)]
    detections.found.extend(Found(dot + np.array(place, np.float32), 0.97) for place in places)
    assert sorted(one.sighting.label for one in examine_portraits(detections)) == ["Mothwing", "Tanglefoot"]


@pytest.mark.parametrize(("text", "face_down"), [("DISORDER", True), ("TO ITS OWNER", False)])
def test_print_that_is_not_the_backs_makes_no_back(text: str, face_down: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert FILE.deck.back == "DISORDER"  # the other text has six of its letters, in their order
    monkeypatch.setattr(portraits, "print_on", lambda _pyramid, quads, **_: [[read(text)] for _ in quads])
    monkeypatch.setattr(portraits, "read_lines", lambda pictures, **_: [text for _ in pictures])
    (one,) = once(examine_portraits(scene("Mothwing", step_mm=72)))
    assert (one.sighting.label, one.sighting.accepted) == ("?", face_down)


def read(text: str) -> PrintLine:
    """A line of print, each of whose signs is surely read."""
    chances = np.full((len(text.replace(" ", "")), len(SIGNS)), 0.001, np.float32)
    chances[np.arange(len(chances)), [SIGNS.index(sign) for sign in text.replace(" ", "")]] = 0.965
    gaps = [0.5 if at == 0 else 0.0 for word in text.split() for at in range(len(word))]
    return PrintLine(0, chances, (0.1, 0.7, 0.6, 0.76), 0.03, (0.0, *gaps[1:]), np.zeros((10, 10), np.uint8))
