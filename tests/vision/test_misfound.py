"""Cards that were found wrongly: looked for again in the shape of the others, and sized as they are."""

import cv2
import numpy as np
import pytest

from companion.vision.classifiers import LETTER_CLASSES, LETTER_NOTHING, LETTERS, by_letter, classify_letters
from companion.vision.find import CLEAREST_PX, Found, find_closer
from companion.vision.misfound import MOST, found_again, looked_at_closer, sized_alike
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from tests.vision.drawn import SIDE_PX, tile, touching_tiles

ROWS = ["KTREH", "AGPBS"]


def _both(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """One quad over two cards that lie side by side."""
    return np.array([one[0], other[1], other[2], one[3]], np.float32)


def _letters(chances: np.ndarray) -> list[str]:
    return [LETTERS[int(one.argmax())] for one in by_letter(chances)]


def test_two_cards_in_one_quad_are_found_again_and_the_quad_is_dropped() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    places = [Found(quads[letter], 0.97) for letter in "KTREAG"] + [Found(_both(quads["P"], quads["B"]), 0.95)]
    chances = classify_letters(pyramid, [place.quad for place in places])
    assert chances[-1, LETTER_NOTHING] > 0.5
    found, told = found_again(pyramid, places, chances)
    assert sorted(_letters(told)) == sorted("KTREAGPB")
    for place, letter in zip(found, _letters(told), strict=True):
        assert np.linalg.norm(place.quad.mean(0) - quads[letter].mean(0)) < 0.12 * SIDE_PX
    assert {id(place) for place in places[:-1]} <= {id(place) for place in found}


@pytest.mark.parametrize("score", [0.95, 0.5])
def test_a_card_cut_half_beside_itself_is_found_where_it_lies(score: float) -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    beside = Found(np.asarray(quads["B"] + np.array([0.4 * SIDE_PX, 0.1 * SIDE_PX]), np.float32), score)
    places = [*(Found(quads[letter], 0.97) for letter in "KTREAGP"), beside]
    chances = classify_letters(pyramid, [place.quad for place in places])
    assert chances[-1, LETTER_NOTHING] > 0.5
    found, told = found_again(pyramid, places, chances)
    assert sorted(_letters(told)) == sorted("KTREAGPB")
    there = found[_letters(told).index("B")]
    assert np.linalg.norm(there.centre - quads["B"].mean(0)) < 0.12 * SIDE_PX


@pytest.mark.parametrize("turned_deg", [20, 38, -31])
def test_a_card_that_lies_as_no_other_does_and_was_found_too_small_is_found_as_it_lies(turned_deg: float) -> None:
    frame = np.full((700, 900), 60, np.uint8)
    quads = []
    for number, letter in enumerate("KTREF"):
        angle = np.deg2rad(turned_deg if letter == "F" else 0)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array([160 + 280 * (number % 3), 180 + 320 * (number // 3)])
        quads.append(np.asarray((UNIT - 0.5) * SIDE_PX @ turn.T + middle, np.float32))
        card = cv2.cvtColor(tile(letter, size_px=SIDE_PX), cv2.COLOR_BGR2GRAY)
        laid = cv2.getPerspectiveTransform(UNIT * np.float32(SIDE_PX), quads[-1])
        cv2.warpPerspective(card, laid, (900, 700), frame, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    pyramid, middle = halvings(frame), quads[-1].mean(0)
    small = np.asarray(middle + 0.55 * (quads[-1] - middle), np.float32)
    places = [*(Found(quad, 0.97) for quad in quads[:-1]), Found(small, 0.9)]
    read = classify_letters(pyramid, [place.quad for place in places])
    read[-1] = np.eye(LETTER_CLASSES, dtype=np.float32)[LETTER_NOTHING]
    found, told = found_again(pyramid, places, read)
    assert sorted(_letters(told)) == sorted("KTREF")
    there = found[_letters(told).index("F")]
    assert np.abs(np.sort(there.quad, 0) - np.sort(quads[-1], 0)).max() < 0.1 * SIDE_PX


def test_nothing_is_looked_for_where_no_cards_are_read_or_a_board_is_full_of_print() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    over_two = Found(_both(quads["P"], quads["B"]), 0.95)
    few = [Found(quads["K"], 0.97), over_two]
    for places in (few, [*few, *(Found(quads[letter], 0.97) for letter in "TREAG"), *[over_two] * MOST], []):
        chances = classify_letters(pyramid, [place.quad for place in places])
        found, told = found_again(pyramid, places, chances)
        assert found == places
        assert told is chances


def test_what_shows_nothing_though_looked_at_again_stays_a_place() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    beside = Found(quads["B"] + np.array([3 * SIDE_PX, 0], np.float32), 0.95)
    places = [*(Found(quads[letter], 0.97) for letter in "KTREAGPB"), beside]
    found, told = found_again(pyramid, places, classify_letters(pyramid, [place.quad for place in places]))
    assert found == places
    assert len(told) == len(places)


def _pairs_in_one(quads: dict[str, np.ndarray]) -> list[Found]:
    """Four quads that lie over two cards each, one above the other."""
    pairs = zip("KTRE", "AGPB", strict=True)
    over = (np.array([*quads[above][:2], *quads[below][2:]], np.float32) for above, below in pairs)
    return [Found(quad, 0.97) for quad in over]


def test_where_every_quad_lies_over_two_cards_a_closer_look_finds_them_all() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    places = _pairs_in_one(quads)
    chances = classify_letters(pyramid, [place.quad for place in places])
    assert found_again(pyramid, places, chances)[0] == places, "none is read that says what shape to look for"
    found, told = looked_at_closer(pyramid, places, chances)
    assert sorted(_letters(told)) == sorted("KTREAGPB")
    for place, letter in zip(found, _letters(told), strict=True):
        assert np.linalg.norm(place.quad.mean(0) - quads[letter].mean(0)) < 0.12 * SIDE_PX
        assert place.size_px == pytest.approx(SIDE_PX, rel=0.1)


def test_a_closer_look_leaves_what_lies_elsewhere_where_it_was() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    beside = Found(np.asarray(quads["B"] + np.array([3 * SIDE_PX, 0]), np.float32), 0.5)
    places = [*_pairs_in_one(quads), beside]
    found, told = looked_at_closer(pyramid, places, classify_letters(pyramid, [place.quad for place in places]))
    assert id(beside) in {id(place) for place in found}
    assert len(found) == len(told) == len("KTREAGPB") + 1


def test_a_closer_look_that_reads_no_more_changes_nothing() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    beside = Found(np.asarray(quads["B"] + np.array([3 * SIDE_PX, 0]), np.float32), 0.95)
    cards = [Found(quads[letter], 0.97) for letter in "KTREAGPB"]
    for places in (cards, [*cards, beside], [beside], []):
        chances = classify_letters(pyramid, [place.quad for place in places])
        found, told = looked_at_closer(pyramid, places, chances)
        assert found == places
        assert told is chances


def test_a_closer_look_that_reads_little_more_changes_nothing() -> None:
    pyramid, quads = touching_tiles(["KTREWMZ", "AGPBHNS"])
    over_two = Found(np.array([*quads["E"][:2], *quads["B"][2:]], np.float32), 0.97)

    def read_beside(letters: str) -> int:
        places = [*(Found(quads[letter], 0.97) for letter in letters), over_two]
        surely = np.zeros((len(places), LETTER_CLASSES), np.float32)
        surely[np.arange(len(letters)), [4 * LETTERS.index(letter) for letter in letters]] = 1
        surely[-1, LETTER_NOTHING] = 1
        return len(looked_at_closer(pyramid, places, surely)[0])

    assert read_beside("KTRWMZAGPHNS") == 12 + 1, "two more than twelve are no fifth more"
    assert read_beside("KTR") == 3 + 2


def test_cards_that_the_frame_shows_no_larger_are_not_looked_at_closer() -> None:
    pyramid, quads = touching_tiles(["KTRE", "AGPB"])
    half = next(level for level in range(len(pyramid)) if SIDE_PX / 2**level <= CLEAREST_PX)
    small = [Found(np.asarray(quad / 2**half, np.float32), 0.97) for quad in quads.values()]
    assert find_closer(pyramid[half:], small, max(place.size_px for place in small)) == []


def _scaled(quad: np.ndarray, times: float) -> np.ndarray:
    return np.asarray(quad.mean(0) + times * (quad - quad.mean(0)), np.float32)


@pytest.mark.parametrize("times", [0.7, 1.5])
def test_a_card_found_too_small_or_too_large_is_sized_as_the_others(times: float) -> None:
    pyramid, quads = touching_tiles(ROWS)
    places = [Found(quads[letter], 0.97) for letter in "KTEHAGPBS"] + [Found(_scaled(quads["R"], times), 0.6)]
    chances = classify_letters(pyramid, [place.quad for place in places])
    assert LETTERS[int(by_letter(chances)[-1].argmax())] == "R"
    sized, told = sized_alike(pyramid, places, chances)
    assert sized[:-1] == places[:-1]
    assert np.linalg.norm(sized[-1].quad - quads["R"], axis=1).max() < 0.08 * SIDE_PX
    assert by_letter(told)[-1, LETTERS.index("R")] > 0.95


def test_a_letter_printed_on_the_table_is_no_card_of_that_shape() -> None:
    pyramid, quads = touching_tiles(ROWS, printed="D")
    places = [Found(quads[letter], 0.97) for letter in "".join(ROWS)] + [Found(_scaled(quads["D"], 0.7), 0.9)]
    # However surely it is read, as if cut out more widely.
    chances = classify_letters(pyramid, [*(place.quad for place in places[:-1]), quads["D"]])
    assert by_letter(chances)[-1].max() > 0.95
    sized, _ = sized_alike(pyramid, places, chances)
    assert sized == places


def test_where_many_are_of_another_size_all_stay_as_they_are() -> None:
    pyramid, quads = touching_tiles(ROWS)
    wrong = [Found(_scaled(quads[letter], 1.5), 0.9) for letter in "KTREH"]
    assert len(wrong) > MOST
    places = [Found(quads[letter], 0.97) for letter in "AGPBS"] * 2 + wrong
    sized, _ = sized_alike(pyramid, places, classify_letters(pyramid, [place.quad for place in places]))
    assert sized == places


def test_few_cards_do_not_say_what_size_to_expect() -> None:
    pyramid, quads = touching_tiles(ROWS)
    places = [Found(quads[letter], 0.97) for letter in "TRE"] + [Found(_scaled(quads["K"], 0.7), 0.9)]
    for some in (places, []):
        sized, told = sized_alike(pyramid, some, classify_letters(pyramid, [place.quad for place in some]))
        assert sized == some
        assert len(told) == len(some)
