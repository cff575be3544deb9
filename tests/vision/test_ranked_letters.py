"""Letters with a rank: what is doubtful by one look is looked at in another way; ranks are where the deck has them."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.cards import Deck
from companion.decks import deckfiles
from companion.drawn.scene import CardOnTable, Conditions, Shot, draw_scene
from companion.print import faces, paint
from companion.vision import Reader, Sighting, index_place, ranked_letters
from companion.vision.classifiers import LETTER_TURNED_DOWN, classify_letters
from companion.vision.indices import Index, find_indices
from companion.vision.rectify import halvings

EASY = Conditions(tilt_deg=12, noise=2.0, blur_px=0.5)
NAMES = ("9/A", "10/D", "J/G", "K/C", "8/L")  # the deck has the next letter with each of these ranks too


@pytest.fixture(scope="module")
def deck() -> Deck:
    return deckfiles.load("wordcard")


@pytest.fixture(scope="module")
def shot(deck: Deck) -> Shot:
    by_name = {f"{card.rank}/{card.label}": card for card in deck.cards}
    laid = [
        CardOnTable(paint.pixels(faces.front(by_name[name], deck), 6.0), x_mm=(at - 2) * 88.0, y_mm=0.0, width_mm=63)
        for at, name in enumerate(NAMES)
    ]
    return draw_scene(laid, EASY, cloth="felt", colour=(70, 95, 60), size_px=(1600, 900), view_mm=480, seed=4)


def _read(deck: Deck, shot: Shot) -> list[Sighting]:
    return sorted(Reader(deck).read(shot.frame).sightings, key=lambda one: one.quad[0][0])


def _doubting(pyramid: Any, quads: Any) -> Any:
    """What the letter network says, where one chance in 25 is always the next letter's."""
    chances = classify_letters(pyramid, quads)
    letters = chances[:, :LETTER_TURNED_DOWN]
    chances[:, :LETTER_TURNED_DOWN] = 0.96 * letters + 0.04 * np.roll(letters, 4, 1)
    return chances


def _accepted(seen: list[Sighting]) -> list[str]:
    return [f"{one.rank}/{one.label}" for one in seen if one.accepted]


def test_they_are_read_with_their_ranks(deck: Deck, shot: Shot) -> None:
    assert _accepted(_read(deck, shot)) == list(NAMES)


def test_a_letter_that_is_not_sure_is_looked_at_alone(deck: Deck, shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranked_letters, "classify_letters", _doubting)
    monkeypatch.setattr(ranked_letters, "is_installed", lambda: False)
    assert _accepted(_read(deck, shot)) == list(NAMES)
    monkeypatch.setattr(ranked_letters, "count_lone_signs", lambda *_: None)
    assert _accepted(_read(deck, shot)) == []


def test_tesseract_is_asked_about_letters_that_are_nearly_sure(
    deck: Deck, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranked_letters, "classify_letters", _doubting)
    monkeypatch.setattr(ranked_letters, "count_lone_signs", lambda *_: None)
    assert len(_accepted(_read(deck, shot))) >= len(NAMES) - 1
    monkeypatch.setattr(ranked_letters, "read_signs", lambda signs: ["X"] * len(signs))
    assert _accepted(_read(deck, shot)) == []


def test_tesseract_is_shown_the_sign_alone(deck: Deck, shot: Shot) -> None:
    cards = _read(deck, shot)
    quads = [np.array(one.quad, np.float32) for one in cards]
    pyramid = halvings(np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8))
    cloth = quads[0] - [0, 1.5 * float(np.ptp(quads[0][:, 1]))]
    letters = [one.label for one in cards]
    assert ranked_letters.read_alone(pyramid, [*quads, cloth.astype(np.float32)]) == [*letters, ""]


def test_a_rank_that_nobody_found_is_read_where_the_other_cards_have_theirs(
    deck: Deck, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_but_one(grey: Any, pyramid: Any) -> list[Index]:
        missed = _around(shot.quads[2])
        return [one for one in find_indices(grey, pyramid) if not _lies_in(one, missed)]

    monkeypatch.setattr(ranked_letters, "find_indices", all_but_one)
    monkeypatch.setattr(ranked_letters, "rank_chances", lambda *_: np.ones(13, np.float32))  # nor read sign by sign
    assert [f"{one.rank}/{one.label}" for one in _read(deck, shot)] == list(NAMES)
    monkeypatch.setattr(index_place, "usual_place", lambda _: None)
    assert NAMES[2] not in _accepted(_read(deck, shot))


def _around(quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return quad.min(0), quad.max(0)


def _lies_in(index: Index, box: tuple[np.ndarray, np.ndarray]) -> bool:
    return bool((index.centre > box[0]).all() and (index.centre < box[1]).all())
