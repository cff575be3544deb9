"""Faces: everything fits its card, no two cards look alike, which way is up can be seen, backs give nothing away."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Card, CardKind, Deck
from companion.decks import deckfiles
from companion.print import drawing, faces, paint
from companion.print.style import card_size_mm
from tests.print import decks

EVERY_CARD = [(deck, card) for deck in decks.ALL for card in deck.cards]
PX_PER_MM = 3.0


def grey(face: drawing.Drawing) -> NDArray[np.int16]:
    return np.asarray(paint.picture(face, PX_PER_MM).convert("L"), np.int16)


def footprint(mark: drawing.Drawable) -> tuple[Any, ...]:
    """What a mark covers, to a hundredth of a millimetre, whatever the order of its corners."""
    if isinstance(mark, drawing.Shape | drawing.Stroke):
        return (type(mark), *sorted((round(x, 2), round(y, 2)) for x, y in mark.points_mm))
    turned = isinstance(mark, drawing.Text) and mark.turned
    return (type(mark), round(mark.x_mm, 2), round(mark.y_mm, 2), turned)


@pytest.mark.parametrize(("deck", "card"), EVERY_CARD, ids=lambda thing: getattr(thing, "label", None))
def test_every_text_stays_on_its_card(deck: Deck, card: Card) -> None:
    face = faces.front(card, deck)
    assert (face.width_mm, face.height_mm) == card_size_mm(deck)
    for mark in face.marks:
        if isinstance(mark, drawing.Text):
            width = drawing.text_width_mm(mark.words, mark.size_mm, mark.font)
            shares = {"left": (0.0, 1.0), "middle": (0.5, 0.5), "right": (1.0, 0.0)}[mark.anchor]
            before, after = shares[::-1] if mark.turned else shares
            assert mark.x_mm - before * width >= 1
            assert mark.x_mm + after * width <= face.width_mm - 1
            assert 1 <= mark.y_mm <= face.height_mm - 1


@pytest.mark.parametrize("deck", decks.ALL, ids=lambda deck: deck.name)
def test_no_two_cards_of_a_deck_look_alike(deck: Deck) -> None:
    pictures = {(card.label, card.rank): grey(faces.front(card, deck)) for card in deck.cards}
    for one, other in combinations(pictures, 2):
        assert np.mean(np.abs(pictures[one] - pictures[other]) > 60) > 0.003, (one, other)


@pytest.mark.parametrize("letter", "HINOSXZ")
def test_a_letter_that_reads_the_same_upside_down_still_shows_which_way_is_up(letter: str) -> None:
    for value in (None, 8):
        face = grey(faces.front(Card("letter", letter, value=value), decks.LETTERS))
        assert np.mean(np.abs(face - face[::-1, ::-1]) > 60) > 0.01


def test_the_capital_is_bold_and_stands_in_white() -> None:
    for card in decks.LETTERS.cards[:26]:
        face = grey(faces.front(card, decks.LETTERS))
        height = face.shape[0]
        ink = np.argwhere(face[: round(height * 0.75)] < 100)
        assert (ink[:, 0].max() - ink[:, 0].min()) / height > 0.3
        assert ink[:, 1].min() > 0.1 * face.shape[1]
        assert ink[:, 0].min() > 0.15 * height


def test_capital_i_has_serifs() -> None:
    bare = drawing.text_width_mm("I", 1.0)
    ink = np.argwhere(grey(faces.front(Card("letter", "I"), decks.LETTERS))[:120] < 100)
    marks = faces.front(Card("letter", "I"), decks.LETTERS).marks
    stroke = next(mark for mark in marks if isinstance(mark, drawing.Text))
    assert (ink[:, 1].max() - ink[:, 1].min()) / PX_PER_MM > bare * stroke.size_mm * 1.3


@pytest.mark.parametrize("deck", decks.ALL, ids=lambda deck: deck.name)
def test_a_back_is_the_same_either_way_up_and_says_the_decks_word(deck: Deck) -> None:
    back = faces.back(deck)
    words = [mark.words for mark in back.marks if isinstance(mark, drawing.Text)]
    assert words == ([deck.back] * 2 if deck.back else [])
    turned = drawing.upside_down(back.marks, back.width_mm, back.height_mm)
    assert {footprint(mark) for mark in turned} == {footprint(mark) for mark in back.marks}


def test_copies_of_a_playing_card_get_the_four_suits() -> None:
    aces = [grey(faces.front(decks.RANKS.cards[0], decks.RANKS, copy)) for copy in range(5)]
    assert np.array_equal(aces[0], aces[4])
    for one, other in combinations(aces[:4], 2):
        assert np.mean(np.abs(one - other) > 40) > 0.003


def test_an_unknown_border_colour_is_named() -> None:
    with pytest.raises(ValueError, match="“ultraplum” is not known"):
        faces.front(Card("monster", "Bog Hag", dna="A", colour="ultraplum"), decks.VILLAINS)


TIMINGS: list[dict[str, Any]] = [{"timing": timing} for timing in ("immediate", "minted")]
TIMINGS += [{"timing": "timed", "when": when} for when in ("own", "opponent", "any")]
EFFECTS = ("draw", "drop", "play", "bounce", "burn", "flip", "copy", "negate")
EVERY_TRAIT = [timing | {"effect": effect, "amount": 2} for timing in TIMINGS for effect in EFFECTS]
EVERY_TRAIT += [{"timing": "constant", "effect": effect, "amount": 2} for effect in ("draw", "shield")]


@pytest.mark.parametrize("kind", ["monster", "villain"])
def test_every_trait_there_can_be_fits_under_the_portrait(kind: CardKind) -> None:
    for trait in EVERY_TRAIT:
        face = faces.front(Card(kind, "Professor Muddle", dna="BBxy", colour="gold"), decks.VILLAINS, trait=trait)
        lines = [mark for mark in face.marks if isinstance(mark, drawing.Text)][2:]
        assert trait["effect"].upper() in " ".join(line.words for line in lines).upper()
        assert max(line.y_mm for line in lines) < 0.94 * face.height_mm - 1
        for line in lines:
            right = line.x_mm + drawing.text_width_mm(line.words, line.size_mm, line.font)
            assert right < 0.94 * face.width_mm
        for one, other in combinations(lines, 2):
            assert abs(one.y_mm - other.y_mm) > 0.9 * one.size_mm


def test_the_shipped_villains_all_have_a_name_large_enough_to_read() -> None:
    file = deckfiles.read("villains")
    for card in file.deck.cards:
        texts = (mark for mark in faces.front(card, file.deck).marks if isinstance(mark, drawing.Text))
        name = next(text for text in texts if text.words == card.label)
        assert name.size_mm > 4.5, card.label
