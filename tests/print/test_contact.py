"""The picture in the docs is the one the program makes."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageChops

from companion.decks import deckfiles
from companion.print import faces
from tests.print.contact import contact_sheet, deck_faces

PICTURE = Path(__file__).parents[2] / "docs" / "print.png"


def sheet() -> Image.Image:
    jumbles = deckfiles.read("anagrascramble-green")
    jumble = jumbles.deck.cards[0]
    drawings = deck_faces(deckfiles.read("disorder"), ("Z", "I", "Q", "M", "squeeze", "switch"))
    drawings += deck_faces(deckfiles.read("typo"), ("R", "W"))
    drawings += deck_faces(jumbles, (jumble.label,), back=False)
    drawings += deck_faces(deckfiles.read("villains"), ("Professor Muddle", "Inkling", "Somersault"))
    drawings += deck_faces(deckfiles.read("wordcard"), ("R",))
    drawings += deck_faces(deckfiles.read("ranks"), ("A", "9", "Q"), back=False)[1:]
    drawings.append(faces.answers_back(jumble, jumbles.deck, jumbles.answers[jumble.label]))
    return contact_sheet(drawings, per_row_mm=640.0)


def test_the_picture_in_the_docs_shows_the_cards_as_they_are() -> None:
    made = sheet()
    if not PICTURE.exists():
        made.quantize(64).save(PICTURE, optimize=True)
    with Image.open(PICTURE) as kept:
        assert kept.size == made.size
        difference = np.asarray(ImageChops.difference(kept.convert("RGB"), made), int).max(2)
    assert np.mean(difference > 60) < 0.002, "delete docs/print.png and run this test again"
    assert PICTURE.stat().st_size < 300_000


def test_a_sheet_is_as_wide_as_asked_and_as_high_as_its_rows() -> None:
    drawings = deck_faces(deckfiles.read("typo"))
    assert len(drawings) == 27
    narrow, wide = contact_sheet(drawings, width_px=300, per_row_mm=200), contact_sheet(drawings, width_px=900)
    assert (narrow.width, wide.width) == (300, 900)
    assert narrow.height / narrow.width > wide.height / wide.width
