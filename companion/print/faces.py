"""The front and the back of every card of every deck, as drawings in millimetres.

The house style: white ground, deep ink, one accent colour per deck; a capital as large as the card allows, its
value at the lower right at the end of a rule. The rule and the value say which way is up (M or W, N or Z), for
people and for the camera alike. Manrope's bare capital I gets two serifs, so that it is no stroke among strokes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.print import creatures, pips
from companion.print.drawing import (
    CAP_HEIGHT_EM,
    Box,
    Drawable,
    Drawing,
    Ellipse,
    Shape,
    Stroke,
    Text,
    fitting_size_mm,
    text_width_mm,
    upside_down,
    wrapped,
)
from companion.print.style import INK, PALE, PAPER, RED_INK, accent, border, card_size_mm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from companion.cards import Card, Deck

# How much of a small card's size the capital may take; the rest is the white that the camera needs around it.
_LETTER_ROOM = 0.76
_LETTER_CAP = 0.46

_ACTION_LINES = {
    "squeeze": "Put a card between two neighbours.",
    "exchange": "Swap a card of the board for one of yours.",
    "switch": "Let two cards of the board trade places.",
    "pass": "Do nothing. Nobody may challenge you.",
}
_TIMINGS = {"immediate": "!!! AT ONCE", "timed": "INTERRUPT", "constant": "ALWAYS", "minted": "ONCE MINTED"}
_WHEN = {"own": "In your own turn:", "opponent": "In your opponent’s turn:", "any": "In any turn:"}
_EFFECTS = {
    "draw": "DRAW {amount} from your deck.",
    "drop": "DROP a card from your hand.",
    "play": "PLAY another card from your hand.",
    "bounce": "BOUNCE a card in play.",
    "burn": "BURN a card in play.",
    "flip": "FLIP a card in play.",
    "copy": "COPY another card’s trait.",
    "negate": "NEGATE the newest waiting trait.",
}
_ALWAYS = {  # what a constant trait does; its draw is the turn's, not the keyword
    "draw": "Each turn you draw {amount} more.",
    "shield": "SHIELD: your opponent cannot target your other cards.",
}


BORDER_MM = 3.5  # of a back
RIM_MM = 1.6  # a white rim around fronts that are coloured to their edges, so that they are seen on any cloth
LATTICE_MM = BORDER_MM + 1.8  # its pattern keeps clear of the border


def front(card: Card, deck: Deck, copy: int = 0, trait: Mapping[str, Any] | None = None) -> Drawing:
    """The face of one card.

    `copy` (from 0) tells the copies of a playing card apart: they get different suits. `trait` is printed on a
    Monster or Villain, as a deck file says it (timing, effect, and as they need it when and amount).
    """
    width, height = card_size_mm(deck)
    marks: list[Drawable] = [Box(0, 0, width, height, 0, PAPER)]
    match card.kind:
        case "wild":
            marks += _wild(width, height, accent(deck))
        case "action":
            marks += _action(card, width, height, accent(deck))
        case "rank":
            marks += _playing_card(card, copy, width, height)
        case "jumble":
            marks += _jumble(card, width, height, jumble_colour(card, deck))
        case "word":
            marks += _word(card, width, height, accent(deck))
        case "monster" | "villain":
            marks += _creature(card, width, height, trait)
        case _:
            marks += _letter(card, width, height, accent(deck))
    return Drawing(width, height, tuple(marks))


def back(deck: Deck) -> Drawing:
    """The back of the deck's cards: the same either way up, so that nobody can mark a card by turning it."""
    width, height = card_size_mm(deck)
    colour = accent(deck)
    # A white border, as on playing cards: a back is as easy to see on any cloth as a face, and trims as easily.
    field = Box(BORDER_MM, BORDER_MM, width - 2 * BORDER_MM, height - 2 * BORDER_MM, 2, colour)
    marks: list[Drawable] = [Box(0, 0, width, height, 0, PAPER), field, *_lattice(width, height)]
    panel_w, panel_h = width * 0.72, min(width, height) * (0.46 if deck.back else 0.36)
    left, top = (width - panel_w) / 2, (height - panel_h) / 2
    marks.append(Box(left, top, panel_w, panel_h, 3, PAPER))
    marks.append(Box(left + 1.2, top + 1.2, panel_w - 2.4, panel_h - 2.4, 2.2, None, colour, 0.4))
    if deck.back:
        size = fitting_size_mm(deck.back, panel_w - 7, panel_h * 0.42)
        word = Text(width / 2, height / 2 - 2.0, size, deck.back, fill=INK)
        rule = Stroke(((left + 6, height / 2), (left + panel_w - 6, height / 2)), colour, 0.5)
        marks += [word, *upside_down([word], width, height), rule]
    else:
        for offset in (-1, 0, 1):
            marks.append(_diamond(width / 2 + offset * panel_h * 0.42, height / 2, panel_h * 0.34, colour))
    return Drawing(width, height, tuple(marks))


def answers_back(card: Card, deck: Deck, answers: Sequence[str]) -> Drawing:
    """The other side of a jumble: its listed words, the longest first, as large as they fit."""
    width, height = card_size_mm(deck)
    colour, margin = jumble_colour(card, deck), 3.6
    marks: list[Drawable] = [Box(0, 0, width, height, 0, PAPER), Box(0, 0, width, 8.2, 0, colour)]
    marks.append(Text(margin, 6.0, 5.2, card.label, fill=PAPER, anchor="left"))
    marks.append(Text(width - margin, 5.8, 3.4, f"{len(answers)} words", "SemiBold", PAPER, "right"))
    size, lines = _fitted_lists(answers, width - 2 * margin, height - 11.5)
    for number, (length, line) in enumerate(lines):
        level = 8.2 + size * (1.2 + 1.22 * number)
        if length:
            marks.append(Text(margin, level, size, str(length), fill=colour, anchor="left"))
        marks.append(Text(margin + 1.1 * size, level, size, line, "SemiBold", INK, "left"))
    return Drawing(width, height, tuple(marks))


def _fitted_lists(words: Sequence[str], room_mm: float, high_mm: float) -> tuple[float, list[tuple[int, str]]]:
    """A font size, and the lines at that size; a line that begins the words of one length carries that length."""
    by_length = [
        (n, " ".join(sorted(w for w in words if len(w) == n))) for n in sorted({*map(len, words)}, reverse=True)
    ]
    size = 4.2
    while True:
        lines = [
            (length if number == 0 else 0, line)
            for length, listed in by_length
            for number, line in enumerate(wrapped(listed, size, room_mm - 1.1 * size))
        ]
        if (1.22 * len(lines) + 0.4) * size <= high_mm or size < 1.0:
            return size, lines
        size *= 0.97


def jumble_colour(card: Card, deck: Deck) -> str:
    """A jumble's own colour, green or red as it is common or harder; else the deck's."""
    return accent(deck) if card.colour is None else border(card.colour)


def letter_marks(
    letter: str, middle_mm: float, baseline_mm: float, room_mm: float, cap_mm: float
) -> Iterator[Drawable]:
    """A capital centred on `middle_mm`, at most `room_mm` wide and `cap_mm` high, I with its serifs."""
    size = fitting_size_mm(letter, room_mm, cap_mm / CAP_HEIGHT_EM)
    yield Text(middle_mm, baseline_mm, size, letter, fill=INK)
    if letter == "I":
        bar_w, bar_h = size * 0.42, size * 0.13
        for top in (baseline_mm - size * CAP_HEIGHT_EM, baseline_mm - bar_h):
            yield Box(middle_mm - bar_w / 2, top, bar_w, bar_h, 0, INK)


def _letter(card: Card, width: float, height: float, colour: str) -> Iterator[Drawable]:
    baseline = height * 0.7
    if card.rank is not None:
        yield from _rank(card.rank, width, colour)
        baseline = height * 0.745
    yield from letter_marks(card.label, width / 2, baseline, width * _LETTER_ROOM, height * _LETTER_CAP)
    yield from _rule(card.value, width, height, colour)


def _rank(rank: str, width: float, colour: str) -> Iterator[Drawable]:
    yield Text(width * 0.1, width * 0.27, width * 0.27, rank, fill=colour, anchor="left")


def _rule(value: int | None, width: float, height: float, colour: str) -> Iterator[Drawable]:
    margin, level, size = width * 0.11, height * 0.9, width * 0.21
    end = width - margin
    if value is not None:
        yield Text(end, level, size, str(value), fill=INK, anchor="right")
        end -= text_width_mm(str(value), size) + width * 0.06
    level -= size * CAP_HEIGHT_EM / 2
    yield Stroke(((margin, level), (end, level)), colour, width * 0.03)


def _wild(width: float, height: float, colour: str) -> Iterator[Drawable]:
    yield _diamond(width / 2, height * 0.4, width * 0.56, colour)
    yield _diamond(width / 2, height * 0.4, width * 0.3, PAPER)
    yield Text(width / 2, height * 0.78, fitting_size_mm("WILD", width * 0.7, height * 0.14), "WILD", fill=INK)
    yield from _rule(None, width, height, colour)


def _action(card: Card, width: float, height: float, colour: str) -> Iterator[Drawable]:
    yield Box(0, 0, width, height * 0.2, 0, colour)
    name = card.label.upper()
    yield Text(width / 2, height * 0.13, fitting_size_mm(name, width * 0.84, height * 0.105), name, fill=PAPER)
    yield from _action_sign(card.label.lower(), width, height * 0.47, colour)
    line = _ACTION_LINES.get(card.label.lower(), "")
    size = width * 0.085
    for number, words in enumerate(wrapped(line, size, width * 0.82)):
        yield Text(width / 2, height * 0.78 + number * size * 1.25, size, words, "SemiBold", INK)


def _action_sign(name: str, width: float, level: float, colour: str) -> Iterator[Drawable]:
    """Little cards on a line: what moves is filled, what stays is an outline."""
    card_w, card_h = width * 0.16, width * 0.24
    step = card_w * 1.3

    def small(place: float, lift: float, moving: bool) -> Box:
        x, y = width / 2 + place * step - card_w / 2, level - card_h / 2 - lift
        return Box(x, y, card_w, card_h, card_w * 0.14, colour if moving else PAPER, colour, 0.6)

    def arrow(place: float, low: float, high: float, head: int) -> Iterator[Drawable]:
        x, tip = width / 2 + place * step, level - (high if head > 0 else low)
        yield Stroke(((x, level - low), (x, level - high)), INK, 0.6)
        yield Shape(((x - 1.4, tip + head * 1.6), (x + 1.4, tip + head * 1.6), (x, tip - head * 1.2)), INK)

    if name == "squeeze":
        yield from (small(-1, 0, False), small(1, 0, False), small(0, card_h * 0.75, True))
        yield from arrow(0, card_h * 0.18, -card_h * 0.35, -1)
    elif name == "exchange":
        yield from (small(-1, 0, False), small(0, 0, True), small(1, 0, False))
        yield from arrow(-0.25, card_h * 0.6, card_h * 1.05, 1)
        yield from arrow(0.25, card_h * 1.05, card_h * 0.6, -1)
    elif name == "switch":
        yield from (small(-1, 0, True), small(0, 0, False), small(1, 0, True))
        left, right, above = width / 2 - step, width / 2 + step, level - card_h * 0.95
        yield Stroke(
            ((left, level - card_h * 0.6), (left, above), (right, above), (right, level - card_h * 0.6)), INK, 0.6
        )
        for x in (left, right):
            yield Shape(
                ((x - 1.4, level - card_h * 0.8), (x + 1.4, level - card_h * 0.8), (x, level - card_h * 0.58)), INK
            )
    else:
        yield from (small(place, 0, False) for place in (-1, 0, 1))
        yield Stroke(
            ((width / 2 - step * 1.3, level - card_h * 0.85), (width / 2 + step * 1.2, level - card_h * 0.85)), INK, 0.6
        )
        tip = width / 2 + step * 1.45
        yield Shape(
            (
                (tip - 2.4, level - card_h * 0.85 - 1.4),
                (tip - 2.4, level - card_h * 0.85 + 1.4),
                (tip, level - card_h * 0.85),
            ),
            INK,
        )


def _playing_card(card: Card, copy: int, width: float, height: float) -> Iterator[Drawable]:
    suit = pips.SUITS[copy % len(pips.SUITS)]
    colour = RED_INK if suit in {"hearts", "diamonds"} else INK
    size = fitting_size_mm(card.label, width * 0.17, width * 0.21)
    corner: list[Drawable] = [Text(width * 0.115, height * 0.135, size, card.label, fill=colour)]
    corner += pips.sign(suit, width * 0.115, height * 0.2, width * 0.09, colour)
    yield from corner
    yield from upside_down(corner, width, height)
    field_x, field_y, field_w, field_h = width * 0.31, height * 0.17, width * 0.38, height * 0.66
    spots = pips.places(card.label)
    for x, y in spots:
        sign_mm = width * (0.42 if card.label == "A" else 0.16)
        yield from pips.sign(suit, field_x + x * field_w, field_y + y * field_h, sign_mm, colour, turned=y > 0.5)
    if not spots:
        left, top = width * 0.23, height * 0.14
        yield Box(left, top, width - 2 * left, height - 2 * top, 3, PALE, colour, 0.5)
        yield Text(
            width / 2, height * 0.56, fitting_size_mm(card.label, width * 0.46, height * 0.42), card.label, fill=colour
        )
        yield from pips.sign(suit, width / 2, height * 0.69, width * 0.15, colour)


def _jumble(card: Card, width: float, height: float, colour: str) -> Iterator[Drawable]:
    band, inner = height * 0.13, width - 2 * RIM_MM
    yield Box(RIM_MM, RIM_MM, inner, band - RIM_MM, 0, colour)
    yield Box(RIM_MM, height - band, inner, band - RIM_MM, 0, colour)
    size = fitting_size_mm(card.label, width * 0.86, height * 0.34)
    yield Text(width / 2, height * 0.5 + size * CAP_HEIGHT_EM / 2, size, card.label, fill=INK)
    for number in range(len(card.label)):
        x = width / 2 + (number - (len(card.label) - 1) / 2) * width * 0.05
        yield Ellipse(x, height - band / 2, width * 0.022, width * 0.022, PAPER)


def _word(card: Card, width: float, height: float, colour: str) -> Iterator[Drawable]:
    size = fitting_size_mm(card.label, width * 0.86, height * 0.26)
    yield Text(width / 2, height * 0.5 + size * CAP_HEIGHT_EM / 2, size, card.label, fill=INK)
    yield Stroke(((width * 0.11, height * 0.83), (width * 0.89, height * 0.83)), colour, height * 0.02)


def _creature(card: Card, width: float, height: float, trait: Mapping[str, Any] | None) -> Iterator[Drawable]:
    edge, colour = width * 0.075, border(card.colour)
    margin = edge * 1.5
    yield Box(RIM_MM, RIM_MM, width - 2 * RIM_MM, height - 2 * RIM_MM, 2, colour)
    yield Box(edge, edge, width - 2 * edge, height - 2 * edge, 2.5, PAPER)
    dna, first_line = card.dna or "", edge + width * 0.14
    if card.kind == "monster":  # one letter and the name share a line
        dna_size, name_line, room = width * 0.15, first_line, width * 0.63
    else:
        dna_size, name_line, room = width * 0.12, first_line + width * 0.125, width - 2 * margin
    yield Text(margin, first_line, dna_size, dna, fill=INK, anchor="left")
    name_size = fitting_size_mm(card.label, room, width * 0.115)
    if card.kind == "monster":
        yield Text(width - margin, name_line, name_size, card.label, fill=INK, anchor="right")
    else:
        yield Text(margin, name_line, name_size, card.label, fill=INK, anchor="left")
    art_top, art_bottom = name_line + width * 0.055, height * 0.66
    yield Box(edge * 1.6, art_top, width - 3.2 * edge, art_bottom - art_top, 2, PALE)
    yield from creatures.portrait(
        card.label, edge * 2.2, art_top + 1.5, width - 4.4 * edge, art_bottom - art_top - 3, INK
    )
    yield from _trait(trait, margin, art_bottom, width)


def _trait(trait: Mapping[str, Any] | None, margin: float, top: float, width: float) -> Iterator[Drawable]:
    if trait is None:
        return
    size = width * 0.07
    yield Text(margin, top + size * 1.45, size * 0.92, _TIMINGS[trait["timing"]], fill=RED_INK, anchor="left")
    amount = trait.get("amount", 1)
    wording = _ALWAYS if trait["timing"] == "constant" else _EFFECTS
    words = wording[trait["effect"]].format(amount="a card" if amount == 1 else f"{amount} cards")
    if trait["timing"] == "timed":
        words = f"{_WHEN[trait['when']]} {words}"
    for number, line in enumerate(wrapped(words, size, width - 2 * margin)):
        yield Text(margin, top + size * (2.75 + 1.22 * number), size, line, "SemiBold", INK, "left")


def _lattice(width: float, height: float) -> Iterator[Drawable]:
    """Small diamonds in white, in rows; symmetrical about the centre of the card."""
    pitch = 5.0
    columns, rows = round(width / pitch / 2) + 1, round(height / pitch) + 1
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            x = width / 2 + (column + 0.5 * (row % 2)) * pitch
            y = height / 2 + row * pitch / 2
            if LATTICE_MM < x < width - LATTICE_MM and LATTICE_MM < y < height - LATTICE_MM:
                yield _diamond(x, y, 1.5, PAPER)


def _diamond(x: float, y: float, size: float, colour: str) -> Shape:
    half = size / 2
    return Shape(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), colour)
