"""Letter cards and cards face down, and what the table's others say of each."""

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import patch

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.vision import letters
from companion.vision.classifiers import LETTER_CLASSES, LETTER_NOTHING, LETTER_TURNED_DOWN, LETTERS, classify_letters
from companion.vision.cloth import DWARFED
from companion.vision.detections import Detections
from companion.vision.find import Found
from companion.vision.letters import HARDLY, STRAY, examine_letters
from companion.vision.lone_sign import ALONE_ERRS, HARDLY_CARD
from companion.vision.neighbours import ASTRAY, NARROWEST, direction_prior, laid_alike, odd_sizes
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from companion.vision.tesseract import SIGN_PX, read_signs
from tests.vision.drawn import tile

ROW = "KTREA"
SIDE_PX = 160


def test_single_signs_are_read_side_by_side_in_either_tone() -> None:
    signs = [cv2.cvtColor(tile(letter, size_px=SIGN_PX), cv2.COLOR_BGR2GRAY) for letter in ROW]
    signs.append(np.asarray(255 - signs[1], np.uint8))
    blank = np.full((SIGN_PX, SIGN_PX), 200, np.uint8)
    assert read_signs([np.asarray(sign, np.uint8) for sign in signs] + [blank]) == [*ROW, "T", ""]


def test_of_so_many_signs_that_tesseract_takes_no_such_picture_all_are_read() -> None:
    blank = np.full((SIGN_PX, SIGN_PX), 200, np.uint8)
    signs = [blank] * 300 + [
        np.asarray(cv2.cvtColor(tile(letter, size_px=SIGN_PX), cv2.COLOR_BGR2GRAY)) for letter in ROW
    ]
    assert read_signs(signs) == [""] * 300 + [*ROW]


def test_no_signs_are_read_without_calling_anybody() -> None:
    assert read_signs([]) == []


def test_a_letter_where_there_is_hardly_a_card_is_asked_about_unless_it_lies_as_the_others_do() -> None:
    look, quads = _laid([tile(letter, size_px=SIDE_PX) for letter in "KTREB"])
    for others, turn in (([0.97] * 4, 0), ([0.97] * 4, 1), ([], 0)):
        quad = np.roll(quads[4], turn, 0)
        frame = look.frame.copy()
        if turn:  # it lies across its row
            frame[20:-20, 660:820] = np.rot90(frame[20:-20, 660:820])
        grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        places = [*map(Found, quads, others), Found(quad, HARDLY_CARD - 0.01)]
        seen = examine_letters(replace(look, frame=frame, grey=grey, pyramid=halvings(grey), found=places))[-1].sighting
        assert seen.label == "B"
        assert seen.accepted == (len(others) > 0 and not turn)
        assert seen.accepted or seen.confidence <= HARDLY


def _said(*letters_and_turns: tuple[str, int]) -> np.ndarray:
    """Chances (n, 26, 4) of cards that are surely these letters, turned so."""
    joint = np.full((len(letters_and_turns), len(LETTERS), 4), 1e-4, np.float32)
    for one, (letter, turn) in enumerate(letters_and_turns):
        joint[one, LETTERS.index(letter), turn] = 0.98
    return joint


def test_an_m_taken_for_a_w_upside_down_does_not_hide_how_its_row_lies() -> None:
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    row = [card + np.array([70 * number, 0], np.float32) for number in range(5)]
    prior = direction_prior(_said(("K", 1), ("E", 1), ("R", 1), ("T", 1), ("W", 3)), row)
    assert (prior.argmax(1) == 1).all()
    assert prior[4, 3] < 0.05


@example(askew_deg=45, scatter_deg=0)
@example(askew_deg=45, scatter_deg=30)
@given(askew_deg=st.floats(0, 90), scatter_deg=st.floats(0, 30))
def test_a_card_half_a_quarter_askew_may_be_turned_either_way(askew_deg: float, scatter_deg: float) -> None:
    card = np.array([[-40, -40], [40, -40], [40, 40], [-40, 40]], np.float32)
    row = [_spun(card, angle_deg) for angle_deg in (-scatter_deg, 0, scatter_deg, askew_deg)]
    *_, askew = direction_prior(_said(("K", 0), ("E", 0), ("R", 0), ("N", 0)), row)
    assert askew.sum() == pytest.approx(4, rel=1e-3)
    as_laid, as_the_row = askew[0], askew[3]  # its own top, and the edge that is the top when it lies a quarter further
    assert (as_laid - as_the_row) * (45 - askew_deg) >= -1e-3
    assert max(askew[1:3]) <= min(as_laid, as_the_row) + 1e-3
    if abs(askew_deg - 45) < 2:
        assert min(as_laid, as_the_row) > 2 * max(askew[1:3])


@given(small=st.floats(0.05, 0.4), alike=st.floats(0.8, 1.25), many=st.integers(1, 4))
def test_beside_few_sure_cards_only_what_is_far_too_small_is_odd(small: float, alike: float, many: int) -> None:
    card = np.array([[-50, -50], [50, -50], [50, 50], [-50, 50]], np.float32)
    sizes = [1.0] * 3 + [alike] + [small] * many
    quads = [np.asarray(size * card + 130 * number, np.float32) for number, size in enumerate(sizes)]
    odd = odd_sizes(quads, np.array([True] * 3 + [False] * (1 + many)))
    assert odd.tolist() == [False] * 4 + [True] * many
    assert not odd_sizes(quads, np.array([True] * 2 + [False] * (2 + many))).any()


def _spun(card: np.ndarray, angle_deg: float) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((0, 0), -angle_deg, 1)[:, :2]
    return np.asarray(card @ turn.T, np.float32)


def test_letters_that_look_like_others_turned_tell_no_direction() -> None:
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    row = [card + np.array([70 * number, 0], np.float32) for number in range(4)]
    assert (direction_prior(_said(("N", 0), ("Z", 0), ("M", 0), ("W", 0)), row) == 1).all()


def _with_doubtful(sure: list[tuple[str, int]], other: str, turn: int) -> np.ndarray:
    """These cards, and one that is an M or the `other` letter turned so, each as likely."""
    joint = np.vstack([_said(*sure), np.zeros((1, len(LETTERS), 4), np.float32)])
    joint[-1, LETTERS.index("M"), 0] = joint[-1, LETTERS.index(other), turn] = 0.49
    return joint


@pytest.mark.parametrize(("sure", "at_least"), [("K", 0.93), ("KR", 0.99), ("KRE", 0.99)])
def test_even_one_sure_card_tells_an_m_from_a_w_upside_down(sure: str, at_least: float) -> None:
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    row = [card + np.array([70 * number, 0], np.float32) for number in range(len(sure) + 1)]
    joint = _with_doubtful([(letter, 0) for letter in sure], "W", 2)
    laid = laid_alike(joint, row, direction_prior(joint, row))[-1]
    assert laid[LETTERS.index("M"), 0] / laid.sum() > at_least


@given(turn=st.integers(0, 3), aside_deg=st.floats(60, 300))
def test_few_cards_that_lie_anyhow_tell_nothing(turn: int, aside_deg: float) -> None:
    card = np.array([[-30, -30], [30, -30], [30, 30], [-30, 30]], np.float32)
    quads = [card, _spun(card, aside_deg) + np.float32(100), card + np.float32(200)]
    joint = _with_doubtful([("K", turn), ("R", turn)], "W", 2)
    assert laid_alike(joint, quads, direction_prior(joint, quads)) == pytest.approx(joint)


@given(turn=st.integers(0, 3), letter=st.sampled_from("AKRE"))
def test_beside_few_cards_another_letter_may_lie_across(turn: int, letter: str) -> None:
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    quads = [card, card + np.float32(100)]
    joint = _said(("K", 0), (letter, turn))
    assert laid_alike(joint, quads, direction_prior(joint, quads)) == pytest.approx(joint)


@pytest.mark.parametrize("cards", [1, 2])
def test_how_much_few_cards_tell_is_von_mises_s(cards: int) -> None:
    """The direction of one more, if seven of ten tables are laid in one that nobody knows, beside any direction."""
    as_laid = 0.7 / 0.3 * np.i0(NARROWEST * (cards + 1)) / np.i0(NARROWEST) ** (cards + 1)
    assert ASTRAY[cards - 1] == pytest.approx(1 / as_laid, rel=0.02)


def test_no_card_lies_as_others_do() -> None:
    assert laid_alike(np.zeros((0, 26, 4), np.float32), [], np.ones((0, 4), np.float32)).shape == (0, 26, 4)


def test_an_x_that_lies_across_its_row_may_be_a_card_and_a_k_may_be_print() -> None:
    row = "KTREABGPFLKX"
    tiles = [tile(letter, size_px=SIDE_PX) for letter in row]
    tiles[-2:] = [np.asarray(np.rot90(each), np.uint8) for each in tiles[-2:]]
    look, quads = _laid(tiles)
    seen = examine_letters(replace(look, found=[Found(quad, 0.97) for quad in quads]))
    assert [one.sighting.label for one in seen] == list(row)
    assert [one.sighting.confidence <= STRAY for one in seen] == [False] * 10 + [True, False]


def test_a_stretch_of_cloth_that_is_taken_for_a_card_hides_none_of_the_cards_on_it() -> None:
    look, quads = _laid([tile(letter, size_px=SIDE_PX) for letter in "KTREABF"])
    cloth = np.concatenate([quads[0][[0]], quads[3][[1, 2]], quads[0][[3]]])
    with patch("companion.vision.letters.classify_letters", _said_to_be_cards):
        seen = examine_letters(replace(look, found=[Found(quad, 0.97) for quad in [cloth, *quads]]))
    assert [one.sighting.label for one in seen if one.sighting.label != "?"] == list("KTREABF")


def test_small_letters_printed_in_the_corners_hide_no_card_however_many_they_are() -> None:
    row, small_px = "KTREABF", SIDE_PX // 4
    tiles, print_ = [tile(letter, size_px=SIDE_PX) for letter in row], []
    corners = np.array([[0, 0], [SIDE_PX - small_px, 0], [SIDE_PX - small_px] * 2], int)
    for number, (x, y) in ((number, corner) for number in range(len(row)) for corner in corners):
        tiles[number][y : y + small_px, x : x + small_px] = tile(row[number], size_px=small_px)
        print_.append((UNIT * small_px + [SIDE_PX * number + 20 + x, 20 + y]).astype(np.float32))
    look, quads = _laid(tiles)
    seen = examine_letters(replace(look, found=[Found(quad, 0.97) for quad in [*quads, *print_]]))
    assert [one.sighting.label for one in seen if one.sighting.accepted] == list(row)
    assert len(seen) == len(row)


def test_where_two_letters_are_as_likely_the_sign_alone_tells_which_it_is() -> None:
    look, quads = _laid([tile(letter, size_px=SIDE_PX) for letter in "QRT"])
    o, q = LETTERS.index("O"), LETTERS.index("Q")

    def doubtful(pyramid: list[np.ndarray], quads: Sequence[np.ndarray]) -> np.ndarray:
        chances = classify_letters(pyramid, quads)
        chances[0] = 0
        chances[0, [4 * o, 4 * q, LETTER_NOTHING]] = 0.46, 0.46, 0.08
        return chances

    with patch("companion.vision.letters.classify_letters", doubtful):
        seen = examine_letters(replace(look, found=[Found(quad, 0.97) for quad in quads]))[0]
    assert seen.sighting.label == "Q"
    assert seen.scores["letters"]["Q"] > 0.7
    assert seen.scores["letters"]["Q"] / seen.scores["letters"]["O"] == pytest.approx(1 / ALONE_ERRS, rel=0.01)
    assert seen.scores["letters"]["nothing"] < 0.05


def _said_to_be_cards(pyramid: list[np.ndarray], quads: Sequence[np.ndarray]) -> np.ndarray:
    """What is read, but that the first place is surely a card turned down."""
    chances = classify_letters(pyramid, quads)
    chances[0] = np.eye(LETTER_CLASSES, dtype=np.float32)[LETTER_TURNED_DOWN]
    return chances


def _laid(tiles: list[np.ndarray]) -> tuple[Detections, list[np.ndarray]]:
    """The tiles side by side on a grey table, and their quads."""
    frame = cv2.copyMakeBorder(np.hstack(tiles), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    quads = [(UNIT + np.array([number, 0])).astype(np.float32) * SIDE_PX + 20 for number in range(len(tiles))]
    return Detections(np.asarray(frame, np.uint8), grey, halvings(grey), [], Deck("any", "Any", "letters", ())), quads


def test_a_card_laid_across_its_row_is_asked_about_however_little_doubt_there_is_of_a_card() -> None:
    tiles = [tile(letter, size_px=SIDE_PX) for letter in "KTREABGPFLKT"]
    tiles[-1] = np.asarray(np.rot90(tiles[-1]), np.uint8)
    look, quads = _laid(tiles)

    def a_little_blank(pyramid: list[np.ndarray], quads: Sequence[np.ndarray]) -> np.ndarray:
        return np.asarray(
            0.92 * classify_letters(pyramid, quads) + 0.08 * np.eye(LETTER_CLASSES)[LETTER_NOTHING], np.float32
        )

    with patch("companion.vision.letters.classify_letters", a_little_blank):
        seen = examine_letters(replace(look, found=[Found(quad, 0.97) for quad in quads]))
    assert len(seen) == len(tiles)
    assert seen[-1].sighting.label == "T"
    assert not seen[-1].sighting.accepted


def test_small_signs_of_a_cloth_however_many_do_not_make_the_cards_odd_ones() -> None:
    letters, small_px = "KTREALHB", 32
    frame = np.full((760, 1000, 3), 60, np.uint8)
    found = []

    def put(letter: str, x: int, y: int, size_px: int, score: float) -> None:
        ink, ground = (25, 235) if size_px == SIDE_PX else (235, 60)
        frame[y : y + size_px, x : x + size_px] = tile(letter, ink=ink, ground=ground, size_px=size_px)
        found.append(Found(np.asarray(UNIT * size_px + [x, y], np.float32), score))

    for number, letter in enumerate(letters):
        put(letter, 100 + 210 * (number % 4), 100 + 250 * (number // 4), SIDE_PX, 0.97)
    for number in range(40):
        put(letters[number % len(letters)], 20 + 48 * (number % 20), 20 + 680 * (number // 20), small_px, 0.7)
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    examined = examine_letters(Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "letters", ())))
    assert [one.sighting.label for one in examined] == list(letters)
    assert all(one.sighting.accepted for one in examined)


@pytest.mark.parametrize(("nothing", "accepted"), [(0, True), (1, True), (30, False)])
def test_a_letter_among_many_places_that_show_nothing_may_be_nothing_either(
    nothing: int, accepted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chances(_pyramid: object, quads: list[np.ndarray]) -> np.ndarray:
        read = np.full((len(quads), LETTER_CLASSES), 1e-6, np.float32)
        read[0, 4 * LETTERS.index("K")] = 0.99
        read[0, LETTER_NOTHING] = 0.01
        read[1:, LETTER_NOTHING] = 1.0
        return read

    frame = np.full((700, 700, 3), 90, np.uint8)
    places = [
        Found((UNIT * 60 + [100 * (at % 7), 100 * (at // 7)]).astype(np.float32), 0.9) for at in range(nothing + 1)
    ]
    monkeypatch.setattr(letters, "classify_letters", chances)
    grey = np.full((700, 700), 90, np.uint8)
    deck = Deck("any", "Any", "letters", ())
    examined = examine_letters(Detections(frame, grey, halvings(grey), places, deck))
    assert [(one.sighting.label, one.sighting.accepted) for one in examined] == [("K", accepted)]


def test_beside_cards_a_letter_on_a_patterned_cloth_is_asked_about_not_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def chances(_pyramid: object, quads: list[np.ndarray]) -> np.ndarray:
        read = np.full((len(quads), LETTER_CLASSES), 1e-6, np.float32)
        for place, (letter, turn, chance) in enumerate([("K", 0, 0.99), ("R", 1, 0.99), ("E", 2, 0.99), ("M", 3, 0.7)]):
            read[place, 4 * LETTERS.index(letter) + turn] = chance
            read[place, LETTER_NOTHING] = 1 - chance
        read[4:, LETTER_NOTHING] = 1.0
        return read

    places = [Found((UNIT * 60 + [100 * (at % 7), 100 * (at // 7)]).astype(np.float32), 0.9) for at in range(40)]
    places[3] = replace(places[3], score=0.65)
    monkeypatch.setattr(letters, "classify_letters", chances)
    grey = np.full((700, 700), 90, np.uint8)
    look = Detections(np.full((700, 700, 3), 90, np.uint8), grey, halvings(grey), places, Deck("", "", "letters", ()))
    examined = examine_letters(look)
    assert [(one.sighting.label, one.sighting.accepted) for one in examined] == [
        ("K", True), ("R", True), ("E", True), ("M", False)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("presence", "nothing", "asked"), [(0.97, 0.85, True), (0.9, 0.85, False), (0.97, 0.99, False)]
)
def test_what_surely_is_a_card_is_asked_about_though_hardly_a_sign_can_be_seen(
    presence: float, nothing: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, quads = _laid([tile("I", size_px=SIDE_PX)])

    def hardly_a_sign(_pyramid: object, quads: list[np.ndarray]) -> np.ndarray:
        read = np.full((len(quads), LETTER_CLASSES), 1e-6, np.float32)
        read[:, 4 * LETTERS.index("I")] = 1 - nothing
        read[:, LETTER_NOTHING] = nothing
        return read

    monkeypatch.setattr(letters, "classify_letters", hardly_a_sign)
    monkeypatch.setattr(letters, "count_lone_signs", lambda _pyramid, _places, joint, *_: np.zeros_like(joint))
    seen = examine_letters(replace(look, found=[Found(quads[0], presence)]))
    assert [(one.sighting.label, one.sighting.accepted) for one in seen] == [("I", False)] * asked


@pytest.mark.parametrize(("part", "weighed"), [(1.0, 0.315 / 1.28), (0.9 / DWARFED, 0.035)])
def test_among_many_signs_that_are_none_a_letter_as_large_is_less_likely_and_a_larger_one_is_not(
    part: float, weighed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, quads = _laid([tile("A", size_px=SIDE_PX)] + [tile("*", size_px=SIDE_PX)] * 9)

    def mostly_nothing(_pyramid: object, quads: list[np.ndarray]) -> np.ndarray:
        chances = np.full((len(quads), LETTER_CLASSES), 1e-6, np.float32)
        chances[:, LETTER_NOTHING] = 0.99
        chances[0, [4 * LETTERS.index("A"), LETTER_NOTHING]] = 0.965, 0.035
        return chances

    monkeypatch.setattr(letters, "classify_letters", mostly_nothing)
    monkeypatch.setattr(letters, "count_lone_signs", lambda _pyramid, _places, joint, *_: np.zeros_like(joint))
    none = [quad.mean(0) + part * (quad - quad.mean(0)) for quad in quads[1:]]
    seen = examine_letters(replace(look, found=[Found(quad, 0.99) for quad in (quads[0], *none)]))
    blank = [one.scores["letters"]["nothing"] for one in seen if one.sighting.label == "A"]
    assert blank == pytest.approx([weighed], abs=0.01)
