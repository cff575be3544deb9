"""Texts of a deck in what was read: the true one stands out, others do not, whatever stands beside it."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.border import colour_evidence
from companion.vision.classifiers import RANKS
from companion.vision.corner_rank import queen_by_height, rank_chances, unless_queen, usual_height
from companion.vision.glyphs import SIGNS, read_glyphs
from companion.vision.known_texts import KnownTexts, comparable, contradicts, heard, posterior, stands_in
from companion.vision.print_lines import PrintLine

NAMES = ("Cinder", "Lurker", "Snuffer", "Old Sock", "Queen Clutter")
KNOWN = KnownTexts.of(NAMES)


def _begins(count: int, *at: int) -> np.ndarray:
    return np.isin(np.arange(count), at)


@settings(max_examples=50, deadline=None)
@given(texts=st.lists(st.text("ABCDEFGH", min_size=4, max_size=9), min_size=2, max_size=6, unique=True), data=st.data())
def test_what_was_heard_exactly_is_the_likeliest(texts: list[str], data: st.DataObject) -> None:
    said = data.draw(st.sampled_from(texts))
    evidence = KnownTexts.of(texts).evidence(heard(said), _begins(len(said)))
    within = [other for other in texts if other in said]  # a text that lies within another stands there too
    assert texts[int(evidence.argmax())] in within
    assert evidence[texts.index(said)] > 3 * len(said) * 0.9


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=8))
def test_the_chances_of_the_texts_leave_room_for_none(evidence: list[float]) -> None:
    chances = posterior(np.array(evidence, np.float32))
    assert 0 < chances.sum() <= 1.0001
    assert chances[int(np.argmax(evidence))] == chances.max()


def test_a_misread_letter_does_not_hide_a_name_and_other_words_do_not_make_one() -> None:
    misread = KNOWN.evidence(heard("LUBKER"), _begins(6))
    assert NAMES[int(misread.argmax())] == "Lurker"
    assert posterior(misread - np.log(60))[1] > 0.9
    strange = KNOWN.evidence(heard("BURNACARDINPLAY"), _begins(15, 4, 5, 9, 11))
    assert posterior(strange - np.log(60)).sum() < 0.2


def test_a_name_is_found_beside_other_print_but_not_within_a_word() -> None:
    beside = KNOWN.evidence(heard("ACINDER"), _begins(7, 1))[0]
    within = KNOWN.evidence(heard("ACINDER"), _begins(7))[0]
    assert beside > within + 2


@given(st.text("ABCDEFGH", min_size=1, max_size=9))
def test_no_print_contradicts_itself(text: str) -> None:
    assert not contradicts(heard(text), _begins(len(text)), text)
    assert stands_in(["DRAW", text, "TWO"], text)


def test_a_clear_sign_that_is_another_one_too_many_or_missing_contradicts() -> None:
    for said in ("LARKER", "LURKERS", "BLURKER", "LUKER", "LURKE"):
        assert contradicts(heard(said), _begins(len(said)), "Lurker"), said
    assert not contradicts(heard("ALURKERB"), _begins(8, 1, 7), "Lurker")  # words beside it are none of its
    assert not contradicts(heard("1URKER"), _begins(6), "Lurker")  # an l may look like that
    assert not contradicts(0.5 * heard("LARKER") + 0.5 * heard("LURKER"), _begins(6), "Lurker")  # hard to read


def test_a_text_stands_in_words_only_as_whole_ones() -> None:
    assert stands_in(["A", "Old", "Sock"], "Old Sock")
    assert stands_in(["OldSock"], "Old Sock")
    assert not stands_in(["Old", "Socks"], "Old Sock")
    assert not stands_in([], "Old Sock")


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(st.text("ABCDEFGH", min_size=1, max_size=8), min_size=1, max_size=6, unique=True), data=st.data())
def test_sign_for_sign_only_texts_of_that_length_can_stand_there(texts: list[str], data: st.DataObject) -> None:
    said = data.draw(st.sampled_from(texts))
    evidence = KnownTexts.of(texts).evidence_in_place(heard(said))
    assert texts[int(evidence.argmax())] == said
    assert [np.isfinite(one) for one in evidence] == [len(text) == len(said) for text in texts]


def test_a_text_is_compared_without_accents_spaces_and_case() -> None:
    assert comparable("Größe, Übel & Co. 2") == "GROSSEUBELCO2"
    assert comparable("—") == ""
    assert KnownTexts.of(["—"]).evidence(heard("A"), _begins(1)).tolist() == [-np.inf]
    assert KnownTexts.of([]).evidence(heard("A"), _begins(1)).shape == (0,)
    assert posterior(np.zeros(0, np.float32)).shape == (0,)


def _line(text: str, turn: int, box: tuple[float, float, float, float], sure: float = 0.95) -> PrintLine:
    chances = np.full((len(text), len(SIGNS)), (1 - sure) / 35, np.float32)
    chances[np.arange(len(text)), [SIGNS.index(sign) for sign in text]] = sure
    return PrintLine(turn, chances, box, box[3] - box[1], (0.0,) * len(text), np.zeros((4, 4), np.uint8))


def test_the_rank_is_read_in_the_upper_left_corner_whatever_stands_elsewhere() -> None:
    corner, elsewhere = (0.08, 0.05, 0.2, 0.15), (0.8, 0.85, 0.9, 0.95)
    chances = rank_chances([_line("Q", 0, corner), _line("7", 0, elsewhere)], 0)
    assert RANKS[int(chances.argmax())] == "Q"
    assert chances.max() > 0.9


def test_two_corners_that_disagree_leave_a_doubt() -> None:
    corner = (0.08, 0.05, 0.2, 0.15)
    alike = rank_chances([_line("Q", 1, corner), _line("Q", 3, corner)], 1)
    torn = rank_chances([_line("Q", 1, corner), _line("9", 3, corner)], 1)
    assert alike.max() > 0.99
    assert torn.max() < 0.7


def test_a_ten_is_two_signs_and_a_bare_corner_says_nothing() -> None:
    chances = rank_chances([_line("IO", 2, (0.05, 0.05, 0.25, 0.15))], 2)
    assert RANKS[int(chances.argmax())] == "10"
    assert np.allclose(rank_chances([], 0), 1 / len(RANKS))


def test_a_nine_that_stands_higher_than_the_other_ranks_may_be_a_queen() -> None:
    """As in Bookman, whose Q has a closed bowl and a tail that hangs down and curls."""
    usual = usual_height([_line(rank, 0, (0.05, 0.05, 0.15, 0.15)) for rank in ("7", "8", "K", "Q")])
    assert usual is not None
    low, high = (0.05, 0.05, 0.15, 0.15), (0.05, 0.05, 0.15, 0.05 + 1.33 * 0.1)
    for box, rank, least in ((low, "9", 0.99), (high, "Q", 0.6)):
        signs = [_line("9", 0, box, 0.999)]
        chances = unless_queen(rank_chances(signs, 0), queen_by_height(signs, usual))
        assert RANKS[int(chances.argmax())] == rank
        assert chances.max() > least
        assert np.isclose(chances.sum(), 1, atol=1e-3)
    clearly = [_line("Q", 0, low)]  # a Q whose tail does not hang down is one all the same
    assert np.array_equal(
        unless_queen(rank_chances(clearly, 0), queen_by_height(clearly, usual)), rank_chances(clearly, 0)
    )


def test_few_ranks_do_not_say_how_high_the_others_stand() -> None:
    corner = (0.05, 0.05, 0.15, 0.15)
    assert usual_height([_line(rank, 0, corner) for rank in ("7", "8", "Q", "9")]) is None
    assert queen_by_height([_line("9", 0, corner)], None) == 0


def _bordered(bgr: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    frame = np.full((200, 160, 3), bgr, np.uint8)
    frame[20:180, 20:140] = 240
    return frame, np.array([[0, 0], [159, 0], [159, 199], [0, 199]], np.float32)


def test_a_border_speaks_for_its_colour_and_a_white_one_for_none() -> None:
    colours = ["red", "gold", "green", "#2667b8", None, "no colour"]
    frame, quad = _bordered((184, 103, 38))
    evidence = colour_evidence(frame, quad, colours)
    assert abs(evidence[3]) < 0.1
    assert (evidence[:3] < -2).all()
    assert np.array_equal(colour_evidence(*_bordered((250, 250, 250)), colours), np.zeros(6))
    assert np.array_equal(colour_evidence(frame, quad + 500, colours), np.zeros(6))


def test_nothing_to_read_is_no_sign() -> None:
    assert read_glyphs(np.zeros((0, 40, 40), np.uint8)).shape == (0, 2, 36)
