"""Albums that get better: a picture that says something new is taken, one that would make them misread is not."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.vision.album import MOST_OF_ONE, Album
from companion.vision.album_growth import AlbumFace, face_at, grown
from companion.vision.likeness import Likeness
from tests.vision.drawn import tile

LETTERS = "OQCGKXZN"


def picture(letter: str, *, turned_deg: float = 0.0, soft_px: float = 0.0, light: float = 1.0) -> NDArray[np.uint8]:
    """A tile as a camera may see it (80 × 80, grey): a little askew, out of focus, dark."""
    face = cv2.resize(tile(letter), (80, 80), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    turn = cv2.getRotationMatrix2D((39.5, 39.5), turned_deg, 1.0)
    seen = cv2.warpAffine(grey, turn, (80, 80), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if soft_px:
        seen = cv2.GaussianBlur(seen, (0, 0), soft_px).astype(np.float32)
    return np.asarray(np.clip(seen * light, 0, 255), np.uint8)


def faced(letter: str, **how: float) -> AlbumFace:
    return AlbumFace(picture(letter, **how), 1.0)


@pytest.fixture(scope="module")
def album() -> Album:
    return Album().with_faces(LETTERS, np.array([picture(one) for one in LETTERS]), np.ones(len(LETTERS), np.float32))


def test_another_look_of_a_card_is_taken_and_the_same_once_more_is_not(album: Album) -> None:
    growth = grown(album, "K", faced("K", soft_px=2.0, turned_deg=4))
    assert growth.why_not is None
    assert growth.album.names.count("K") == 2
    assert grown(album, "K", faced("K")).why_not == "it shows nothing new of K"


@pytest.mark.parametrize(("card", "named"), [("K", "X"), ("O", "Q"), ("Q", "O")])
def test_a_picture_by_which_another_card_would_be_taken_for_it_is_refused(album: Album, card: str, named: str) -> None:
    growth = grown(album, named, faced(card, soft_px=1.0))
    assert growth.album is album
    assert growth.why_not == f"with it {card} could be taken for {named}"


def test_of_each_card_the_first_picture_and_the_newest_few_are_kept(album: Album) -> None:
    grew = album
    for step in range(8):
        turned = (-1) ** step * (4 + step)
        grew = grown(grew, "K", faced("K", turned_deg=turned, soft_px=0.6 * step)).album
    own = [at for at, name in enumerate(grew.names) if name == "K"]
    assert len(own) == MOST_OF_ONE
    assert np.array_equal(grew.pictures[own[0]], picture("K"))
    assert set(grew.cards) == set(album.cards)


@settings(max_examples=12)
@given(
    st.lists(
        st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS), st.floats(-8, 8), st.floats(0, 4)), max_size=4
    )
)
def test_whatever_is_offered_every_card_is_still_known_as_itself(
    album: Album, offers: list[tuple[str, str, float, float]]
) -> None:
    grew = album
    for card, named, turned_deg, soft_px in offers:
        grew = grown(grew, named, faced(card, turned_deg=turned_deg, soft_px=soft_px)).album
    likeness, whole = Likeness(grew), np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float32) - 0.5
    for letter in LETTERS:
        (match,) = likeness.matches([picture(letter, soft_px=0.7)], [[whole]])
        assert grew.cards[match.card] == letter


def test_a_card_is_cut_out_from_its_own_top_left_whichever_corner_is_named(album: Album) -> None:
    frame = np.full((300, 300), 40, np.uint8)
    frame[100:180, 100:180] = picture("K")
    quad = np.array([[100, 100], [180, 100], [180, 180], [100, 180]], np.float32) - 0.5
    for turn in range(4):
        face = face_at(album, "K", frame, np.roll(quad, turn, 0))
        assert face is not None
        assert np.abs(face.picture.astype(int) - picture("K")).mean() < 25
    assert face_at(album, "O", frame, quad) is None


def test_cards_that_differ_in_one_stroke_keep_the_pictures_they_were_shown_with(album: Album) -> None:
    poor = Album(album.names, np.array([picture(one, soft_px=2.5) for one in LETTERS]), album.aspects)
    assert "could be taken for O" in str(grown(poor, "O", faced("O")).why_not)
    assert grown(poor, "O", faced("Q", soft_px=1.5)).album is poor
