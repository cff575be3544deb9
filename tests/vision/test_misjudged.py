"""Cards whose size the finder misjudged: sized as the others are, when corners of that shape lie about them."""

import numpy as np
import pytest

from companion.vision.classifiers import LETTERS, by_letter, classify_letters
from companion.vision.find import Found
from companion.vision.misjudged import sized_alike
from companion.vision.swallowed import MOST
from tests.vision.drawn import SIDE_PX, touching_tiles

ROWS = ["KTREH", "AGPBS"]


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
