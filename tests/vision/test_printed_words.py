"""Printed words: lines of print are found, both readers asked, agreement believed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.vision.detections import Detections, Examined
from companion.vision.find import Found
from companion.vision.neighbours import without_specks
from companion.vision.printed_words import (
    PrintedLine,
    distance,
    each_word_once,
    examine_words,
    opinions,
    parting_unsure,
    parts_asked,
)
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from companion.vision.sighting import Sighting
from companion.vision.tesseract import read_lines
from companion.vision.textlines import TextLine, glyph_crops, text_lines, whole_line

TEXT = st.text("ABCD", max_size=7)
NOWHERE = np.zeros((4, 2), np.float32)


def _card(word: str, *, dark: bool = True) -> np.ndarray:
    ink, ground = (30, 235) if dark else (235, 30)
    card = np.full((200, 320), ground, np.uint8)
    cv2.putText(card, word, (40, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.6, ink, 4, cv2.LINE_AA)
    return card


@pytest.mark.parametrize("dark", [True, False])
def test_a_line_of_print_is_found_glyph_by_glyph(dark: bool) -> None:
    line = text_lines(_card("TABLE", dark=dark))[0]
    assert len(line.glyphs) == 5
    assert (line.ink < line.ground) == dark
    assert glyph_crops(_card("TABLE", dark=dark), line).shape == (5, 64, 64)


def test_an_empty_card_has_no_lines() -> None:
    assert text_lines(np.full((200, 320), 200, np.uint8)) == []


def test_tesseract_reads_many_lines_in_one_call() -> None:
    words = ["HORSE", "WINDOW", "PIANO"]
    lines = [_card(word)[70:140, 20:300] for word in words]
    assert read_lines(lines) == words
    assert read_lines([]) == []


def test_of_so_many_lines_that_tesseract_takes_no_such_picture_all_are_read() -> None:
    lines = [np.full((52, 60), 255, np.uint8) for _ in range(350)]  # a picture higher than 32,767 pixels
    lines[-1] = _card("PIANO")[70:140, 20:300]
    assert read_lines(lines) == [""] * 349 + ["PIANO"]


def _line(text: str, chance: float = 0.97) -> PrintedLine:
    return PrintedLine(0, NOWHERE, np.zeros((10, 10), np.uint8), text, chance, 1.0)


def test_agreement_is_believed_and_disagreement_asked() -> None:
    agreed = opinions([_line("HORSE")], "HORSE", [])
    torn = opinions([_line("HORSE")], "HOUSE", [])
    assert agreed["HORSE"] > 0.98
    assert set(torn) == {"HORSE", "HOUSE"}
    assert max(torn.values()) < 0.7


def test_words_are_parted_where_the_gap_is_wide() -> None:
    assert max(opinions([_line("NEW YORK")], "NEWYORK", []).items(), key=lambda pair: pair[1])[0] == "NEW YORK"


def test_a_second_printing_makes_surer_what_tesseract_has_read() -> None:
    once, twice = (opinions([_line("HORSE")] * count, "HORSE", []) for count in (1, 2))
    assert 0.98 < once["HORSE"] < twice["HORSE"]


@pytest.mark.parametrize("second", ["HOUSE", "EAGLE", "EAGL", ""])
def test_two_printings_are_read_by_one_network_and_not_believed_against_tesseract(second: str) -> None:
    torn = opinions([_line("EAGE"), _line("EAGE")], second, [])
    assert set(torn) == {"EAGE", second} - {""}
    assert max(torn.values()) < 0.9


def test_two_printings_of_which_neither_is_the_main_line_are_not_believed() -> None:
    assert max(opinions([_line("HE", 0.4), _line("ING"), _line("ING")], "", []).values()) < 0.9


@pytest.mark.parametrize(
    ("text", "others", "second", "unsure"),
    [
        ("NEW YORK", [], "NEWYORK", True),
        ("NEW YORK", [], "NEW YORK", False),
        ("NEW YORK", ["NEW YORK"], "NEWYORK", False),
        ("LOCH NESS", ["LOCH NES"], "LOCHNESS", False),
        ("PANTS", [], "PANT S", True),
        ("PANTS", ["PANT S"], "PANTS", True),
        ("PANTS", ["NTS"], "PANTS", False),
        ("PANTS", [], "", False),
    ],
)
def test_a_gap_between_words_is_believed_when_two_show_it(
    text: str, others: list[str], second: str, unsure: bool
) -> None:
    assert parting_unsure(text, [_line(text), *(_line(other) for other in others)], second) == unsure


def test_a_gap_that_is_neither_wide_nor_narrow_is_unsure() -> None:
    line = PrintedLine(0, NOWHERE, np.zeros((10, 10), np.uint8), "NEWYORK", 0.9, 1.0, perhaps_parted=True)
    assert parting_unsure("NEWYORK", [line], "NEWYORK")


def test_what_is_printed_beside_a_lines_glyphs_is_shown_to_tesseract_too() -> None:
    card = _card("STRING")
    line = text_lines(card)[0]
    part = TextLine(line.glyphs[3:], line.ink, line.ground)  # as if S, T and R had run together and been no glyphs
    x, y, w, h = line.box
    assert whole_line(card, part) == pytest.approx((x, y, w, h), abs=3)
    card[:, line.glyphs[1][0] - 2 : line.glyphs[3][0] - 2] = 235  # what stands further away is not of the line
    assert whole_line(card, part) == part.box


def test_a_known_text_is_matched_by_distance() -> None:
    heard = opinions([_line("BARONPINCH")], "BARON PINCN", ["Baron Pinch", "Baroness Punch"])
    assert max(heard, key=lambda text: heard[text]) == "Baron Pinch"


def test_nothing_read_is_no_opinion() -> None:
    assert opinions([], "", []) == {"?": 0.0}


def _found(text: str, top: float, bottom: float, presence: float, x: float = 0.0) -> Examined:
    """A place 60 pixels wide with a card's word."""
    quad = ((x, top), (x + 60.0, top), (x + 60.0, bottom), (x, bottom))
    seen = Sighting(kind="word", label=text, quad=quad, confidence=0.98, accepted=True)
    return Examined(seen, {"finder": {"card": presence}})


def _print_at(x: float, y: float) -> np.ndarray:
    return np.array([(x, y), (x + 40, y), (x + 40, y + 8), (x, y + 8)], np.float32)


def test_half_of_a_card_is_no_second_card() -> None:
    card, half = _found("HORSE", 0, 100, 0.95), _found("HORSE", 50, 100, 0.9)
    above, below = _print_at(10, 20), _print_at(10, 80)  # the word is printed twice, once for each player
    assert each_word_once([half, card], [below, above]) == [card]
    assert each_word_once([half, card], [below, below]) == [card]
    assert each_word_once([half, _found("WINDOW", 0, 100, 0.95)], [below, above])[0] == half


def test_one_word_on_two_halves_of_a_card_is_asked_once() -> None:
    upper, lower = _found("HORSE", 0, 50, 0.95), _found("HORSE", 52, 100, 0.9)
    kept = each_word_once([upper, lower], [_print_at(10, 20), _print_at(10, 80)])
    assert kept[0] == upper
    assert not kept[1].sighting.accepted
    assert [one.sighting.accepted for one in each_word_once([upper, lower], [_print_at(10, 20), None])] == [True, False]


@pytest.mark.parametrize("word", ["RIVER", "MARKET", "GARDEN"])
def test_a_word_is_read_though_its_letters_touch(word: str) -> None:
    for kerning_px in (-4, -8):
        card = np.full((200, 320), 235, np.uint8)
        x = 30
        for letter in word:
            cv2.putText(card, letter, (x, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 30, 4, cv2.LINE_AA)
            x += cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, 1.6, 4)[0][0] + kerning_px
        line = text_lines(card)[0]
        assert len(line.glyphs) < len(word)
        (seen,) = _examined([card], [UNIT * (320, 200) + (40, 40)])
        assert (seen.sighting.label, seen.sighting.accepted) == (word, True)


def _examined(cards: list[np.ndarray], quads: list[np.ndarray]) -> list[Examined]:
    """What is seen of cards that lie side by side on a dark table, each with 40 pixels of it around, and were found
    here."""
    framed = [cv2.copyMakeBorder(card, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(60,)) for card in cards]
    grey = np.asarray(np.hstack(framed), np.uint8)
    found = [Found(quad.astype(np.float32), 0.95) for quad in quads]
    frame = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    return examine_words(Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "words", ())))


def test_a_card_of_which_only_the_halves_are_found_is_one_card() -> None:
    words = ("HORSE", "PIANO", "WAGON", "LEMON")
    printed = [_printed_twice(word) for word in words]
    high, wide = printed[0].shape
    whole = [UNIT * (wide, high) + (40 + n * (wide + 80), 40) for n in range(4)]
    halves = [UNIT * (wide, high / 2) + (whole[3][0, 0], 40 + half * high / 2) for half in range(2)]
    seen = _examined(printed, [*whole[:3], *halves])
    assert sorted(one.sighting.label for one in seen) == sorted(words)
    last = next(np.array(one.sighting.quad) for one in seen if one.sighting.label == words[3])
    assert np.allclose(last.mean(0), whole[3].mean(0), atol=5)


def _printed_twice(word: str) -> np.ndarray:
    """A card with its word for each of two players who face each other (uint8 grey)."""
    half = _card(word)
    return np.vstack([half[::-1, ::-1], half])


def test_one_word_on_two_cards_is_two_words() -> None:
    cards = [_found("HORSE", 0, 100, 0.95), _found("HORSE", 0, 100, 0.9, x=200)]
    assert each_word_once(cards, [_print_at(10, 20), _print_at(210, 20)]) == cards


def _unread(top: float, bottom: float) -> Examined:
    """A place 60 pixels wide on which no word is read."""
    place = _found("?", top, bottom, 0.9)
    return replace(place, sighting=replace(place.sighting, confidence=0.0, accepted=False))


def test_a_speck_beside_cards_that_are_read_is_asked_about_by_nobody() -> None:
    cards = [_found("HORSE", 0, 100, 0.95), _found("WINDOW", 200, 300, 0.95)]
    speck, card = _unread(110, 125), _unread(400, 500)
    assert without_specks([*cards, speck, card], known=2) == [*cards, card]
    assert without_specks([*cards[:1], speck, card], known=2) == [*cards[:1], speck, card], (
        "one card may be large by itself"
    )
    assert without_specks([*cards[:1], speck, card], known=1) == [*cards[:1], card], "where that is the usual number"
    word = _found("PIN", 110, 125, 0.9)
    assert without_specks([*cards, word], known=2) == [*cards, word], "what is read is a card, however small"
    back = replace(speck, sighting=replace(speck.sighting, kind="back", confidence=0.99, accepted=True))
    assert without_specks([*cards, back], known=2) == [*cards, back]
    assert without_specks([], known=2) == []


@given(one=TEXT, other=TEXT, third=TEXT)
def test_the_distance_of_two_texts_is_a_metric(one: str, other: str, third: str) -> None:
    assert distance(one, one) == 0
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)
    assert distance(one, other) >= abs(len(one) - len(other))


def _seen(word: str, wide_px: float, *, accepted: bool = True) -> Examined:
    quad = ((0.0, 0.0), (wide_px, 0.0), (wide_px, wide_px * 0.7), (0.0, wide_px * 0.7))
    sighting = Sighting("word", word, quad, 0.99 if accepted else 0.4, accepted=accepted)
    return Examined(sighting)


def test_a_few_letters_of_a_word_found_alone_are_asked_about() -> None:
    cards = [_seen("HORSE", 220), _seen("PIANO", 180), _seen("SE", 60)]
    assert [one.sighting.accepted for one in parts_asked(cards)] == [True, True, False]
    assert parts_asked(cards)[:2] == cards[:2]


def test_where_no_larger_card_is_read_a_word_is_no_part() -> None:
    small = [_seen("SE", 60), _seen("HORSE", 220, accepted=False)]
    assert parts_asked(small) == small
    assert parts_asked(small[1:]) == small[1:]
    assert parts_asked([]) == []
