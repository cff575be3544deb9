"""A deck as sheets to print, cut and play: fronts and backs in turn, so that a two-sided print fits together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.print import faces
from companion.print.drawing import Drawable, Drawing, Stroke, Text, fitting_size_mm
from companion.print.papers import DEFAULT_PAPER, PAPERS_MM
from companion.print.style import card_size_mm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards import Card
    from companion.decks.deckfiles import DeckFile
    from companion.print.papers import Paper
    from companion.print.pdf import Pdf

MARGIN_MM = 7.5  # what printers need, and the cut marks
UNPRINTABLE_MM = 5.0  # at each edge of a sheet many printers leave white what is drawn there
FOOT_MM = UNPRINTABLE_MM + 0.7  # from the edge of the sheet to the line that says what it is, whose letters hang lower
_MARK_MM = 4.0
_AWAY_MM = 1.0  # from a card to its marks
_GREY = "#8a8f98"


@dataclass(frozen=True, slots=True)
class Imposition:
    """How the cards of one size lie on a sheet: columns, rows and the top left corner of the first."""

    columns: int
    rows: int
    left_mm: float
    top_mm: float
    card_width_mm: float
    card_height_mm: float

    @classmethod
    def on(cls, paper: Paper, card_width_mm: float, card_height_mm: float) -> Imposition:
        """As many cards as the paper takes, in its middle."""
        width, height = PAPERS_MM[paper]
        columns = int((width - 2 * MARGIN_MM) // card_width_mm)
        rows = int((height - 2 * MARGIN_MM) // card_height_mm)
        left, top = (width - columns * card_width_mm) / 2, (height - rows * card_height_mm) / 2
        return cls(columns, rows, left, top, card_width_mm, card_height_mm)

    @property
    def places(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows

    def corner_mm(self, place: int, *, mirrored: bool) -> tuple[float, float]:
        """Top left corner of a place (from 0, row by row); mirrored for the other side of the sheet."""
        row, column = divmod(place, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left_mm + column * self.card_width_mm, self.top_mm + row * self.card_height_mm


def deck_pdf(file: DeckFile, *, paper: Paper = DEFAULT_PAPER, backs: bool = True, copies: bool = True) -> bytes:
    """The whole deck as a PDF file.

    With `backs` every sheet of fronts is followed by its backs, mirrored for printing on both sides, turned over the
    long edge. Without `copies` every card comes once. Raises BadInput for a deck without cards.
    """
    from companion.print.pdf import Pdf  # reportlab is for printing; a running table does without

    deck = file.deck
    fronts = [sides for card in deck.cards for sides in _sides(card, file, card.copies if copies else 1)]
    if not fronts:
        raise BadInput(f"the deck {deck.name} has no cards to print")
    grid = Imposition.on(paper, *card_size_mm(deck))
    title = f"{deck.title} – cards to print and play"
    pdf = Pdf(*PAPERS_MM[paper], title, sides="both" if backs else "one")
    sheets = math.ceil(len(fronts) / grid.places)
    for sheet in range(sheets):
        on_it = fronts[sheet * grid.places : (sheet + 1) * grid.places]
        advice = "print at 100 %, on both sides, turned over the long edge" if backs else "print at 100 %"
        _page(pdf, grid, [front for front, _ in on_it], mirrored=False)
        pdf.marks(list(_foot(f"{deck.title}   ·   sheet {sheet + 1} of {sheets}", advice, grid, paper)))
        pdf.next_page()
        if backs:
            _page(pdf, grid, [back for _, back in on_it], mirrored=True)
            pdf.next_page()
    return pdf.finished()


def _sides(card: Card, file: DeckFile, copies: int) -> Iterator[tuple[Drawing, Drawing]]:
    """Front and back of every copy of a card. The other side of a jumble lists its words."""
    answers = file.answers.get(card.label)
    back = faces.back(file.deck) if answers is None else faces.answers_back(card, file.deck, answers)
    for copy in range(copies):
        yield faces.front(card, file.deck, copy, file.traits.get(card.label)), back


def _page(pdf: Pdf, grid: Imposition, cards: Sequence[Drawing], *, mirrored: bool) -> None:
    corners = [grid.corner_mm(place, mirrored=mirrored) for place in range(len(cards))]
    for card, corner in zip(cards, corners, strict=True):
        pdf.place(card, *corner)
    pdf.marks(list(cut_marks(grid)))


def cut_marks(grid: Imposition) -> Iterator[Drawable]:
    """Short lines outside the cards at every cut; where the margin is narrow, as long as a printer prints them."""
    right, bottom = grid.left_mm + grid.columns * grid.card_width_mm, grid.top_mm + grid.rows * grid.card_height_mm
    down_mm, across_mm = (min(_AWAY_MM + _MARK_MM, room - UNPRINTABLE_MM) for room in (grid.top_mm, grid.left_mm))
    for column in range(grid.columns + 1):
        x = grid.left_mm + column * grid.card_width_mm
        yield Stroke(((x, grid.top_mm - _AWAY_MM), (x, grid.top_mm - down_mm)), _GREY, 0.15)
        yield Stroke(((x, bottom + _AWAY_MM), (x, bottom + down_mm)), _GREY, 0.15)
    for row in range(grid.rows + 1):
        y = grid.top_mm + row * grid.card_height_mm
        yield Stroke(((grid.left_mm - _AWAY_MM, y), (grid.left_mm - across_mm, y)), _GREY, 0.15)
        yield Stroke(((right + _AWAY_MM, y), (right + across_mm, y)), _GREY, 0.15)


def _foot(deck: str, advice: str, grid: Imposition, paper: Paper) -> Iterator[Drawable]:
    """What this sheet is and how to print it, below the cut marks or, where there is no room, between them."""
    width, height = PAPERS_MM[paper]
    below = height - (grid.top_mm + grid.rows * grid.card_height_mm)
    if below > 12:
        yield Text(width / 2, height - FOOT_MM, 2.3, f"{deck}   ·   {advice}", "SemiBold", _GREY)
        return
    for column, words in enumerate((deck, advice)):
        size = fitting_size_mm(words, grid.card_width_mm - 3, 2.3, "SemiBold")
        middle = grid.left_mm + (column + 0.5) * grid.card_width_mm
        yield Text(middle, height - FOOT_MM, size, words, "SemiBold", _GREY)
