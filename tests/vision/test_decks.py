"""The other decks read off drawn tables: jumbles, Monsters and Villains, letters with a rank; right or asked."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import Card, Deck
from companion.decks import deckfiles
from companion.drawn.scene import CardOnTable, Conditions, draw_scene
from companion.print import faces, paint
from companion.print.drawing import Drawing
from companion.vision import Reader, Table
from companion.vision.detections import once
from companion.vision.jumbles import examine_jumbles
from companion.vision.quads import in_common

EASY = Conditions(tilt_deg=12, noise=2.0, blur_px=0.5)
CLOTH = (70, 95, 60)


def _picture(drawing: Drawing) -> np.ndarray:
    return paint.pixels(drawing, 6.0)


def _read(deck: Deck, laid: list[tuple[np.ndarray, float, float]], width_mm: float, side_deg: float = 0) -> Table:
    """Faces in a row, each turned as told, read by a reader of the deck."""
    cards = [
        CardOnTable(face, x_mm=(at - (len(laid) - 1) / 2) * 1.45 * height_mm(face, width_mm), y_mm=y_mm,
                    width_mm=width_mm, angle_deg=turn_deg)
        for at, (face, y_mm, turn_deg) in enumerate(laid)
    ]  # fmt: skip
    shot = draw_scene(cards, EASY, cloth="felt", colour=CLOTH, size_px=(1600, 900), view_mm=480, seed=4)
    return Reader(deck, side_deg).read(shot.frame)


def height_mm(face: np.ndarray, width_mm: float) -> float:
    return float(max(1.0, face.shape[0] / face.shape[1]) * width_mm)


def _in_order(table: Table) -> list[tuple[str, bool]]:
    """Labels from left to right, with whether each is accepted."""
    return [(one.label, one.accepted) for one in sorted(table.sightings, key=lambda one: one.quad[0][0])]


def _never_wrong(seen: list[tuple[str, bool]], truth: list[str], least_right: int) -> None:
    assert len(seen) == len(truth)
    assert [label for (label, accepted), true in zip(seen, truth, strict=True) if accepted and label != true] == []
    assert sum(accepted for _, accepted in seen) >= least_right


def test_villains_are_read_by_name_with_dna_side_and_back() -> None:
    file = deckfiles.read("villains")
    by_name = {card.label: card for card in file.deck.cards}
    names = ["Mothwing", "Queen Clutter", "Tanglefoot"]
    laid = [(_picture(faces.front(by_name[name], file.deck, 0, file.traits.get(name))), 0.0, turn)
            for name, turn in zip(names, (0.0, 90.0, 180.0), strict=True)]  # fmt: skip
    laid.append((_picture(faces.back(file.deck)), 0.0, 0.0))
    table = _read(file.deck, laid, 63)
    _never_wrong(_in_order(table), [*names, "?"], 3)
    for one in table.sightings:
        if one.accepted and one.label != "?":
            assert (one.dna, one.kind) == (by_name[one.label].dna, by_name[one.label].kind)
            assert one.sideways == (one.label == "Queen Clutter")
        elif one.accepted:
            assert one.kind == "back"


def test_a_deck_file_of_ones_own_is_read_by_its_names() -> None:
    deck = Deck("own", "Own", "portraits", tuple(
        Card("monster", name, dna=dna, colour="purple")
        for name, dna in [("Nightjar", "A"), ("Bog Hag", "B"), ("Crumble", "C"), ("Rattlebones", "D")]
    ), back=None)  # fmt: skip
    laid = [(_picture(faces.front(card, deck)), 0.0, 0.0) for card in deck.cards]
    _never_wrong(_in_order(_read(deck, laid, 63)), [card.label for card in deck.cards], 3)


@pytest.mark.parametrize(("name", "like"), [
    ("Wolpertinger", "Cinder"), ("Crumble", "Grumbler"), ("LURKERS", "Lurker"), ("TANGLEFEET", "Tanglefoot"),
    ("Old Rock", "Old Sock"), ("Magpies", "Magpie"),
])  # fmt: skip
def test_a_name_the_deck_does_not_have_is_not_taken_for_one_it_has(name: str, like: str) -> None:
    file = deckfiles.read("villains")
    known = next(card for card in file.deck.cards if card.label == like)
    stranger = Card("monster", name, dna=known.dna, colour=known.colour)
    table = _read(file.deck, [(_picture(faces.front(stranger, file.deck)), 0.0, 0.0)], 63)
    assert not any(one.accepted for one in table.sightings)


@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
def test_jumbles_are_read_whichever_way_they_lie(turn_deg: float) -> None:
    deck = deckfiles.load("anagrascramble")
    cards = [deck.cards[0], deck.cards[57], deck.cards[133]]
    laid = [(_picture(faces.front(card, deck)), 0.0, turn_deg) for card in cards]
    _never_wrong(_in_order(_read(deck, laid, 88)), [card.label for card in cards], 3)


def test_two_jumbles_nearly_alike_are_told_apart_or_asked() -> None:
    deck = deckfiles.load("anagrascramble")
    labels = ["ESPUPOR", "ESSCPOR"]
    cards = [next(card for card in deck.cards if card.label == label) for label in labels]
    laid = [(_picture(faces.front(card, deck)), 0.0, 0.0) for card in cards]
    _never_wrong(_in_order(_read(deck, laid, 88)), labels, 1)


@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
def test_letters_in_frames_of_their_own_are_read(turn_deg: float) -> None:
    deck = deckfiles.load("anagrascramble")
    jumbles = [card.label for card in deck.cards if card.kind == "jumble"][:2]
    seen = _in_order(_read(deck, [(_jumble_card(jumble, framed=True), 0.0, turn_deg) for jumble in jumbles], 84))
    assert sorted(seen) == sorted((jumble, True) for jumble in jumbles)


def test_a_jumble_the_deck_does_not_have_is_read_as_printed_by_two_networks() -> None:
    deck = deckfiles.load("anagrascramble")
    assert _in_order(_read(deck, [(_jumble_card("QPKJCGV"), 0.0, 0.0)], 84)) == [("QPKJCGV", True)]


def test_a_jumble_that_can_be_read_both_ways_up_is_asked() -> None:
    deck = deckfiles.load("anagrascramble")
    seen = _in_order(_read(deck, [(_jumble_card("HOXNSIZ"), 0.0, 0.0)], 84))
    assert [accepted for _, accepted in seen] == [False]


def test_seven_letters_among_other_print_are_asked_about() -> None:
    """A back may say what game it is of, among stripes and dots."""
    striped = _jumble_card("LETTERS")
    for top in (40, 220):
        for left in range(30, 400, 40):
            cv2.line(striped, (left, top), (left + 18, top + 44), (90, 40, 40), 9, cv2.LINE_AA)
    deck = deckfiles.load("anagrascramble")
    assert not any(accepted for _, accepted in _in_order(_read(deck, [(striped, 0.0, 0.0)], 84)))


def test_small_print_on_an_upright_card_is_a_jumble_too() -> None:
    tall = np.full((600, 420, 3), 240, np.uint8)
    tall[90:390] = _jumble_card("QPKJCGV")
    assert _in_order(_read(deckfiles.load("anagrascramble"), [(tall, 0.0, 0.0)], 60)) == [("QPKJCGV", True)]


def test_a_jumble_that_nobody_found_is_read_within_its_outline() -> None:
    reader = Reader(deckfiles.load("anagrascramble"))
    cards = [CardOnTable(_jumble_card("QPKJCGV"), 0.0, 0.0, 84.0)]
    shot = draw_scene(cards, EASY, cloth="felt", colour=CLOTH, size_px=(1600, 900), view_mm=480, seed=4)
    overlooked = replace(reader.detect(shot.frame), found=[])
    seen = [one.sighting for one in once(examine_jumbles(overlooked))]
    assert [(one.label, one.accepted) for one in seen] == [("QPKJCGV", True)]
    assert in_common(np.array(seen[0].quad, np.float32), shot.quads[0]) > 0.9


@pytest.mark.parametrize(("jumble", "accepted"), [("GVCPQTK", True), ("HOXNSIZ", False)])
def test_beside_a_jumble_that_is_read_a_card_that_nobody_found_is_read_or_asked_about(
    jumble: str, accepted: bool
) -> None:
    reader = Reader(deckfiles.load("anagrascramble"))
    cards = [CardOnTable(_jumble_card(one), x_mm, 0.0, 84.0) for one, x_mm in (("QPKJCGV", -60.0), (jumble, 60.0))]
    shot = draw_scene(cards, EASY, cloth="felt", colour=CLOTH, size_px=(1600, 900), view_mm=480, seed=4)
    detected = reader.detect(shot.frame)
    near = [one for one in detected.found if one.centre[0] < 800]  # the left one only
    seen = [one.sighting for one in once(examine_jumbles(replace(detected, found=near)))]
    right = [one for one in seen if np.array(one.quad)[:, 0].mean() > 800]
    assert [(one.label, one.accepted) for one in seen if one not in right] == [("QPKJCGV", True)]
    assert [one.accepted for one in right] == [accepted]
    assert not accepted or right[0].label == jumble


def test_small_tiles_beside_a_jumble_that_is_read_are_asked_about_by_nobody() -> None:
    tile = np.full((100, 100, 3), (60, 60, 190), np.uint8)
    cv2.circle(tile, (50, 50), 22, (90, 200, 230), -1, cv2.LINE_AA)
    cards = [CardOnTable(_jumble_card("QPKJCGV"), 0.0, 0.0, 84.0)]
    cards += [CardOnTable(tile, x_mm, y_mm, 22.0) for x_mm in (-120.0, 0.0, 120.0) for y_mm in (-75.0, 75.0)]
    frame = draw_scene(cards, EASY, cloth="felt", colour=CLOTH, size_px=(1600, 900), view_mm=480, seed=4).frame
    assert _in_order(Reader(deckfiles.load("anagrascramble")).read(frame)) == [("QPKJCGV", True)]


def _jumble_card(jumble: str, *, framed: bool = False) -> np.ndarray:
    """Seven letters in a row, each in a frame when so told (uint8 BGR)."""
    face = np.full((300, 420, 3), 240, np.uint8)
    for number, letter in enumerate(jumble):
        left = 22 + 54 * number
        (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.6, 3)
        place = (left + 26 - width // 2, 150 + height // 2)
        cv2.putText(face, letter, place, cv2.FONT_HERSHEY_DUPLEX, 1.6, (30, 30, 30), 3, cv2.LINE_AA)
        if framed:
            cv2.rectangle(face, (left, 122), (left + 50, 178), (90, 60, 60), 2)
    return face


def test_letter_and_rank_are_read_together() -> None:
    deck = deckfiles.load("wordcard")
    cards = [card for card in deck.cards if card.kind == "letter"][3:46:14]
    laid = [(_picture(faces.front(card, deck)), 0.0, 0.0) for card in cards]
    table = _read(deck, laid, 56)
    seen = [
        (f"{one.rank}/{one.label}", one.accepted) for one in sorted(table.sightings, key=lambda one: one.quad[0][0])
    ]
    _never_wrong(seen, [f"{card.rank}/{card.label}" for card in cards], len(cards) // 2)


def test_a_card_without_letter_or_rank_is_asked_about() -> None:
    """A wild is known by its looks, but not from somebody else's printing."""
    deck = deckfiles.load("wordcard")
    wild = next(card for card in deck.cards if card.kind != "letter")
    cards = [*[card for card in deck.cards if card.kind == "letter"][3:46:12], wild]
    table = _read(deck, [(_picture(faces.front(card, deck)), 0.0, 0.0) for card in cards], 56)
    *letters, last = sorted(table.sightings, key=lambda one: one.quad[0][0])
    assert [one.label for one in letters] == [card.label for card in cards[:-1]]
    assert not last.accepted


def test_a_rank_that_touches_a_rule_is_read_as_that_of_a_playing_card_is() -> None:
    deck = deckfiles.load("wordcard")
    cards = [card for card in deck.cards if card.kind == "letter" and card.rank in ("Q", "K", "7")][::7][:4]
    table = _read(deck, [(_ruled_card(str(card.rank), card.label), 0.0, 0.0) for card in cards], 56)
    seen = [
        (f"{one.rank}/{one.label}", one.accepted) for one in sorted(table.sightings, key=lambda one: one.quad[0][0])
    ]
    _never_wrong(seen, [f"{card.rank}/{card.label}" for card in cards], 1)


def _ruled_card(rank: str, letter: str) -> np.ndarray:
    """A rank printed over the rule that goes around the card: no sign of it stands free (uint8 BGR)."""
    face = np.full((420, 300, 3), 240, np.uint8)
    cv2.rectangle(face, (16, 16), (283, 403), (30, 30, 30), 4)
    for _ in range(2):
        cv2.putText(face, rank, (18, 66), cv2.FONT_HERSHEY_DUPLEX, 2.0, (30, 30, 30), 5, cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 5, 12)
    place = (150 - width // 2, 210 + height // 2)
    cv2.putText(face, letter, place, cv2.FONT_HERSHEY_DUPLEX, 5, (30, 30, 30), 12, cv2.LINE_AA)
    return face


def test_a_card_the_deck_does_not_have_is_asked_or_read_as_printed() -> None:
    deck = deckfiles.load("wordcard")
    own = next(card for card in deck.cards if card.label == "A")
    ranks = {card.rank for card in deck.cards if card.label == "A"}
    odd = replace(own, rank=next(rank for rank in ("7", "K", "J") if rank not in ranks))
    table = _read(deck, [(_picture(faces.front(odd, deck)), 0.0, 0.0)], 56)
    assert [one for one in table.sightings if one.accepted and (one.label, one.rank) != ("A", odd.rank)] == []


@pytest.mark.parametrize("name", ["villains", "anagrascramble", "wordcard"])
def test_an_empty_table_shows_no_cards(name: str) -> None:
    frame = cv2.GaussianBlur(np.random.default_rng(1).integers(60, 120, (360, 640, 3), np.uint8), (0, 0), 1.5)
    table = Reader(deckfiles.load(name)).read(np.asarray(frame, np.uint8))
    assert not any(one.accepted for one in table.sightings)
