"""Printed sheets, as PDFium draws them: every card is there, its back behind it, nothing off the paper."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from numpy.typing import NDArray

from companion.cards import Deck
from companion.decks import deckfiles
from companion.decks.deckfiles import DeckFile
from companion.errors import BadInput
from companion.print import drawing, faces, mat, paint
from companion.print.papers import PAPERS_MM, Paper
from companion.print.sheets import MARGIN_MM, UNPRINTABLE_MM, Imposition, deck_pdf
from companion.print.style import card_size_mm
from tests.print import decks

PX_PER_MM = 3.0
KINDS: tuple[mat.Marking, ...] = ("field", "outline", "corners")


def pages(file: bytes) -> list[NDArray[np.int_]]:
    """Each page as a grey picture of 3 pixels per millimetre."""
    with pypdfium2.PdfDocument(file) as pdf:
        return [np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("L"), int) for page in pdf]


def cut(page: NDArray[np.int_], grid: Imposition, place: int, *, mirrored: bool) -> NDArray[np.int_]:
    x_mm, y_mm = grid.corner_mm(place, mirrored=mirrored)
    left, top = round(x_mm * PX_PER_MM), round(y_mm * PX_PER_MM)
    return page[top : top + round(grid.card_height_mm * PX_PER_MM), left : left + round(grid.card_width_mm * PX_PER_MM)]


def unlike(printed: NDArray[np.int_], drawn: drawing.Drawing) -> float:
    """Which part of a printed card looks different from the painted one (edges may lie a pixel beside)."""
    painted = np.asarray(paint.picture(drawn, PX_PER_MM).convert("L"), int)
    height, width = (min(pair) for pair in zip(printed.shape, painted.shape, strict=True))
    worst = np.full((height - 2, width - 2), 255)
    for down in range(3):
        for right in range(3):
            moved = printed[down : down + height - 2, right : right + width - 2]
            worst = np.minimum(worst, np.abs(moved - painted[1 : height - 1, 1 : width - 1]))
    return float(np.mean(worst > 90))


@pytest.mark.parametrize("paper", PAPERS_MM)
@pytest.mark.parametrize("deck", decks.ALL, ids=lambda deck: deck.name)
def test_every_card_is_printed_as_often_as_the_deck_has_it_with_its_back_behind(deck: Deck, paper: Paper) -> None:
    grid = Imposition.on(paper, *card_size_mm(deck))
    cards = [(card, copy) for card in deck.cards for copy in range(card.copies)]
    sheets = pages(deck_pdf(DeckFile(deck, {}, {}), paper=paper))
    assert len(sheets) == 2 * -(-len(cards) // grid.places)
    for number, (card, copy) in enumerate(cards):
        sheet, place = divmod(number, grid.places)
        if number % 7 and number != len(cards) - 1:
            continue
        assert unlike(cut(sheets[2 * sheet], grid, place, mirrored=False), faces.front(card, deck, copy)) < 0.004
        assert unlike(cut(sheets[2 * sheet + 1], grid, place, mirrored=True), faces.back(deck)) < 0.01


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_grid_leaves_the_margins_printers_need(paper: Paper) -> None:
    for deck in decks.ALL:
        grid = Imposition.on(paper, *card_size_mm(deck))
        assert grid.places >= 8
        assert min(grid.left_mm, grid.top_mm) >= MARGIN_MM


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_nothing_lies_where_printers_print_nothing_and_every_cut_has_its_marks(paper: Paper) -> None:
    """Most printers leave 3 to 5 mm at each edge white, whatever stands there."""
    edge = round(UNPRINTABLE_MM * PX_PER_MM) - 1  # lines have round ends
    sizes = (replace(decks.LETTERS, cards=decks.LETTERS.cards[:1]), decks.WORDCARD, decks.JUMBLES)
    made = [deck_pdf(DeckFile(deck, {}, {}), paper=paper) for deck in sizes]
    mats = [mat.mat_pdf(paper=paper, kind=kind) for kind in KINDS]
    for sheet in (page for file in (*made, *mats) for page in pages(file)):
        beside = np.concatenate(
            [part.ravel() for part in (sheet[:edge], sheet[-edge:], sheet[:, :edge], sheet[:, -edge:])]
        )
        assert beside.min() > 240
    for deck, file in zip(sizes, made, strict=True):
        grid = Imposition.on(paper, *card_size_mm(deck))
        above = pages(file)[0][: round(grid.top_mm * PX_PER_MM) - 1]
        marked = np.flatnonzero((above < 240).sum(axis=0) >= 1.5 * PX_PER_MM) / PX_PER_MM
        for column in range(grid.columns + 1):
            assert np.abs(marked - grid.left_mm - column * grid.card_width_mm).min() < 0.5


def test_turned_over_the_long_edge_every_back_lies_behind_its_front() -> None:
    grid = Imposition.on("a4", 44, 63)
    width = PAPERS_MM["a4"][0]
    for place in range(grid.places):
        (front_x, front_y), (back_x, back_y) = (grid.corner_mm(place, mirrored=side) for side in (False, True))
        assert back_y == front_y
        assert front_x + 44 == pytest.approx(width - back_x)


def test_the_other_side_of_a_jumble_lists_its_words() -> None:
    file = deckfiles.read("anagrascramble-green")
    pdf = pypdfium2.PdfDocument(deck_pdf(file))
    front, back = (pdf[number].get_textpage().get_text_range() for number in (0, 1))
    grid = Imposition.on("a4", *card_size_mm(file.deck))
    for card in file.deck.cards[: grid.places]:
        assert card.label in front
        words = Counter(back.replace("\r\n", " ").split())
        assert all(words[word] for word in file.answers[card.label])
    pdf.close()


@pytest.mark.parametrize("name", ["anagrascramble-green", "anagrascramble-red"])
def test_every_list_of_words_fits_its_card_at_a_size_that_can_be_read(name: str) -> None:
    file = deckfiles.read(name)
    for card in file.deck.cards:
        back = faces.answers_back(card, file.deck, file.answers[card.label])
        texts = [mark for mark in back.marks if isinstance(mark, drawing.Text)]
        assert max(mark.y_mm for mark in texts) < back.height_mm - 1
        assert min(mark.size_mm for mark in texts) > 2.1  # 6 point


def test_backs_and_copies_can_be_left_out() -> None:
    file = deckfiles.read("disorder")
    once = len(pages(deck_pdf(file, backs=False, copies=False)))
    all_of_it = len(pages(deck_pdf(file)))
    grid = Imposition.on("a4", *card_size_mm(file.deck))
    assert once == -(-len(file.deck.cards) // grid.places)
    assert all_of_it == 2 * -(-sum(card.copies for card in file.deck.cards) // grid.places)


def test_the_same_deck_gives_the_same_file_with_its_fonts_inside() -> None:
    file = deckfiles.read("typo")
    made = deck_pdf(file)
    assert made == deck_pdf(file)
    assert b"Manrope-ExtraBold" in made
    assert b"/FontFile2" in made
    assert b"Helvetica" not in made, "a font that is named and not inside, which print shops send back"


def preferred(file: bytes) -> tuple[bool, int]:
    """Whether a viewer prints it as large as it is drawn, and on which sides, as PDFium understands it."""
    with pypdfium2.PdfDocument(file) as pdf:
        return not pdfium.FPDF_VIEWERREF_GetPrintScaling(pdf), pdfium.FPDF_VIEWERREF_GetDuplex(pdf)


def test_viewers_are_asked_to_print_in_true_size_and_on_the_sides_that_are_drawn() -> None:
    file = deckfiles.read("disorder")
    assert preferred(deck_pdf(file)) == (True, pdfium.DuplexFlipLongEdge)
    assert preferred(deck_pdf(file, backs=False)) == (True, pdfium.Simplex)
    assert all(preferred(mat.mat_pdf(kind=kind)) == (True, pdfium.Simplex) for kind in KINDS)


def test_a_deck_without_cards_cannot_be_printed() -> None:
    with pytest.raises(BadInput, match="words has no cards"):
        deck_pdf(deckfiles.read("words"))
