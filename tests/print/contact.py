"""Many cards on one picture: a look at a deck without printing it, and the picture in the docs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from companion.print import faces, paint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.decks.deckfiles import DeckFile
    from companion.print.drawing import Drawing

_GAP_MM = 4.0
_GROUND = "#dfe4ec"
_ROUNDING_MM = 2.5


def deck_faces(file: DeckFile, labels: Sequence[str] | None = None, *, back: bool = True) -> list[Drawing]:
    """The faces of a deck's cards (those with these labels, in this order, or every card once), and its back."""
    cards = file.deck.cards
    if labels is not None:
        by_label = {card.label: card for card in reversed(cards)}
        cards = tuple(by_label[label] for label in labels)
    drawings = [faces.front(card, file.deck, place, file.traits.get(card.label)) for place, card in enumerate(cards)]
    return [*drawings, faces.back(file.deck)] if back else drawings


def contact_sheet(drawings: Sequence[Drawing], *, width_px: int = 1200, per_row_mm: float = 600.0) -> Image.Image:
    """The drawings in rows as wide as `per_row_mm`, on a light ground, as a picture `width_px` wide."""
    scale = width_px / per_row_mm
    rows: list[list[Drawing]] = [[]]
    used_mm = _GAP_MM
    for drawing in drawings:
        if rows[-1] and used_mm + drawing.width_mm + _GAP_MM > per_row_mm:
            rows.append([])
            used_mm = _GAP_MM
        rows[-1].append(drawing)
        used_mm += drawing.width_mm + _GAP_MM
    heights_mm = [max((drawing.height_mm for drawing in row), default=0.0) for row in rows]
    height_px = round((sum(heights_mm) + _GAP_MM * (len(rows) + 1)) * scale)
    sheet = Image.new("RGB", (width_px, height_px), _GROUND)
    top_mm = _GAP_MM
    for row, height_mm in zip(rows, heights_mm, strict=True):
        left_mm = (per_row_mm - sum(drawing.width_mm + _GAP_MM for drawing in row) + _GAP_MM) / 2
        for drawing in row:
            _paste(sheet, drawing, left_mm * scale, (top_mm + (height_mm - drawing.height_mm) / 2) * scale, scale)
            left_mm += drawing.width_mm + _GAP_MM
        top_mm += height_mm + _GAP_MM
    return sheet


def _paste(sheet: Image.Image, drawing: Drawing, left_px: float, top_px: float, scale: float) -> None:
    face = paint.picture(drawing, scale)
    stencil = Image.new("L", (face.width * 4, face.height * 4), 0)
    ImageDraw.Draw(stencil).rounded_rectangle((0, 0, *stencil.size), _ROUNDING_MM * scale * 4, 255)
    sheet.paste(face, (round(left_px), round(top_px)), stencil.resize(face.size, Image.Resampling.BOX))
