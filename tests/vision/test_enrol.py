"""Enrolling a deck: shown once as drawn spreads, then read on other tables, turned, dimmed and pushed about."""

import io
import zipfile
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.cards import Card, Deck
from companion.drawn.drawn_table import DrawnTable
from companion.errors import BadInput
from companion.vision import enrol
from companion.vision.album import MARK, MOST_OF_ONE, Album
from companion.vision.enrol import EnrolledReader
from companion.vision.likeness import Likeness
from tests import damage
from tests.print import decks

if TYPE_CHECKING:
    from companion.vision.spread import Finder


def truth(table: DrawnTable, seed: int = 0) -> "Finder":
    """A finder that knows where the cards lie, to a pixel and a half, from any of their corners."""
    chance = np.random.default_rng(seed)

    def find(_grey: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        quads = [
            np.array(quad, np.float32) + chance.normal(0, 0.7, (4, 2)).astype(np.float32) for quad in table.quads()
        ]
        order = chance.permutation(len(quads))
        return [np.roll(quads[index], int(chance.integers(4)), 0) for index in order]

    return find


def spread(deck: Deck, names: Sequence[str], seed: int = 0) -> DrawnTable:
    table = DrawnTable(deck, rows=2, seed=seed)
    by_name = {card.name: card for card in deck.cards}
    for number, name in enumerate(names):
        row = 0 if number < (len(names) + 1) // 2 else 1
        if name == enrol.BACK:
            table.place("?", row=row)
        else:
            table.place(by_name[name].label, rank=by_name[name].rank, row=row)
    return table


def enrolled(deck: Deck, per_spread: int = 12) -> tuple[Album, int]:
    album, spreads = Album(), 0
    while names := enrol.missing(deck, album)[:per_spread]:
        table = spread(deck, names, seed=spreads)
        album = enrol.learn(album, table.frame(), names, truth(table, spreads))
        spreads += 1
    return album, spreads


@pytest.fixture(scope="module")
def letters() -> tuple[Album, int]:
    return enrolled(decks.LETTERS)


def test_every_card_and_the_back_are_known_after_a_few_spreads(letters: tuple[Album, int]) -> None:
    album, spreads = letters
    assert spreads == 3
    assert set(album.cards) == set(enrol.deck_names(decks.LETTERS))
    assert enrol.missing(decks.LETTERS, album) == ()


def test_an_enrolled_deck_is_read_on_other_tables(letters: tuple[Album, int]) -> None:
    album, _ = letters
    right = wrong = doubtful = 0
    chance = np.random.default_rng(5)
    for number in range(12):
        table = DrawnTable(decks.LETTERS, rows=2, seed=100 + number)
        for place in range(16):
            table.place(str(chance.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ?"))), row=place // 8)
        table.light(float(chance.uniform(0.5, 1.1)))
        table.bump(turn_deg=float(chance.uniform(-12, 12)))
        read = EnrolledReader(decks.LETTERS, album, truth(table, number)).read(table.frame())
        told = {tuple(np.round(np.mean(card.quad, 0) / 12).astype(int)): card for card in read.sightings}
        for card, quad in zip(table.cards, table.quads(), strict=True):
            middle = np.mean(quad, 0)
            seen = min(told.values(), key=lambda other: float(np.linalg.norm(np.mean(other.quad, 0) - middle)))
            right += seen.accepted and seen.label == card.label
            wrong += seen.accepted and seen.label != card.label
            doubtful += not seen.accepted
    assert wrong == 0
    assert right / (right + doubtful) > 0.98


def test_it_is_read_in_rows_with_value_and_own_top_left(letters: tuple[Album, int]) -> None:
    album, _ = letters
    table = spread(decks.LETTERS, ["Q", "A", "Z", "M"], seed=9)
    read = EnrolledReader(decks.LETTERS, album, truth(table, 3)).read(table.frame())
    assert ["".join(read.sightings[index].label for index in row) for row in read.rows] == ["QA", "ZM"]
    by_label = {card.label: card for card in decks.LETTERS.cards}
    for sighting, index in zip(table.quads(), (index for row in read.rows for index in row), strict=True):
        seen = read.sightings[index]
        assert seen.value == by_label[seen.label].value
        assert np.abs(np.array(seen.quad) - np.array(sighting)).max() < 5


def _print_alone(quad: NDArray[np.float32]) -> list[NDArray[Any]]:
    """A sign in the middle of a card, seen askew."""
    x, y = (quad[1] - quad[0], quad[3] - quad[0])
    return [np.array([quad.mean(0) + a * x + b * y for a, b in ((-0.1, -0.2), (0.2, -0.1), (0.1, 0.2), (-0.2, 0.1))])]


def _lattice(quad: NDArray[np.float32]) -> list[NDArray[Any]]:
    """Squares all over a card."""
    x, y = (quad[1] - quad[0], quad[3] - quad[0])
    one = 0.5 * np.array([-x - y, x - y, x + y, y - x]) / 8
    return [quad.mean(0) + a * x + b * y + one for a in np.linspace(-0.4, 0.4, 7) for b in np.linspace(-0.4, 0.4, 7)]


@pytest.mark.parametrize("parts", [_print_alone, _lattice])
def test_a_card_of_which_only_the_print_was_found_is_read_where_the_others_are_whole(
    letters: tuple[Album, int], parts: Callable[[NDArray[np.float32]], list[NDArray[Any]]]
) -> None:
    album, _ = letters
    names = ["Q", "A", "Z", "M", "T", "K", "?", "E"]
    table = spread(decks.LETTERS, names, seed=9)

    def find(grey: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        quads = truth(table, 3)(grey)
        found = [np.asarray(quad, np.float32) for quad in quads[:-2]]
        return [*found, *(np.asarray(part, np.float32) for quad in quads[-2:] for part in parts(quad))]

    read = EnrolledReader(decks.LETTERS, album, find).read(table.frame())
    assert [read.sightings[index].label for row in read.rows for index in row] == names
    assert all(seen.accepted for seen in read.sightings)


@pytest.mark.parametrize("deck", [decks.WORDCARD, decks.RANKS, decks.VILLAINS, decks.JUMBLES, decks.WORDS])
def test_decks_of_every_kind_can_be_enrolled(deck: Deck) -> None:
    album, _ = enrolled(deck, per_spread=8)
    names = enrol.deck_names(deck)[:8]
    table = spread(deck, names, seed=77)
    table.light(0.8)
    read = EnrolledReader(deck, album, truth(table, 4)).read(table.frame())
    shown = [read.sightings[index] for row in read.rows for index in row]
    assert all(card.accepted for card in shown)
    assert [card.label if card.rank is None else f"{card.rank}/{card.label}" for card in shown] == list(names)


def test_a_villain_turned_sideways_is_read_as_such() -> None:
    album, _ = enrolled(decks.VILLAINS)
    table = spread(decks.VILLAINS, ["Bog Hag", "The Moth"], seed=1)
    table.turn_sideways(0)
    read = EnrolledReader(decks.VILLAINS, album, truth(table, 2)).read(table.frame())
    assert {card.label: card.sideways for card in read.sightings} == {"Bog Hag": True, "The Moth": False}


def test_a_card_that_was_never_shown_is_doubtful() -> None:
    album, _ = enrolled(Deck("few", "Few", "letters", decks.LETTERS.cards[:5]))
    table = DrawnTable(decks.LETTERS)
    for label in "XWMSZ":
        table.place(label)
    read = EnrolledReader(decks.LETTERS, album, truth(table)).read(table.frame())
    assert sum(card.accepted for card in read.sightings) == 0


def test_cards_that_look_alike_are_named() -> None:
    twins = Deck("twins", "Twins", "words", (Card("word", "OAK"), Card("word", "OAK ")), back=None)
    album, _ = enrolled(twins)
    assert [(one, other) for one, other, _ in Likeness(album).look_alikes()] == [("OAK", "OAK ")]


def test_the_house_deck_has_no_look_alikes(letters: tuple[Album, int]) -> None:
    assert Likeness(letters[0]).look_alikes() == []


def test_another_number_of_cards_than_expected_is_said() -> None:
    table = spread(decks.LETTERS, ["A", "B"])
    with pytest.raises(BadInput, match="2 cards were found where 3 were expected: A B C"):
        enrol.learn(Album(), table.frame(), ["A", "B", "C"], truth(table))


def test_an_album_survives_its_file(letters: tuple[Album, int]) -> None:
    album, _ = letters
    again = Album.from_bytes(album.to_bytes(), "disorder.album")
    assert again.names == album.names
    assert np.array_equal(again.pictures, album.pictures)
    assert np.array_equal(again.aspects, album.aspects)
    more = again.with_faces(["A"], album.pictures[:1], album.aspects[:1])
    assert len(more.names) == len(album.names) + 1


TWO = Album(
    ("A", "Ä\n"), np.arange(2 * 6400).reshape(2, 80, 80).astype(np.uint8), np.array([1.0, 1.5], np.float32)
).to_bytes()


def numpy_archive(header: bytes) -> bytes:
    """What albums were once kept as, with an array of this header."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("names.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    return file.getvalue()


@given(content=st.binary() | damage.damaged(TWO))
@example(content=b"")
@example(content=numpy_archive(b"{'descr': '<U1', 'shape': (2,\n"))  # NumPy's reader leaves it with a TokenError
@example(content=numpy_archive(b'"""'))
def test_an_album_altered_or_cut_anywhere_is_said_to_be_damaged(content: bytes) -> None:
    assume(content != TWO)
    with pytest.raises(BadInput) as caught:
        Album.from_bytes(content, "mine.album")
    assert str(caught.value) == "mine.album is damaged; enrol the deck again"


def sealed(content: bytes) -> bytes:
    return MARK + blake2b(content, digest_size=32).digest() + content


@given(content=st.binary() | damage.damaged(TWO[len(MARK) + 32 :]))
@example(content=b"")
@example(content=b"[" * 100_000)
@example(content=b'{"A": 1}\n')
@example(content=b'["A", 1]\n' + bytes(2 * 6404))
@example(content=b'["A"]\n' + bytes(6404))
@example(content=b"[]\n" + bytes(4))
def test_what_bears_the_right_digest_is_an_album_or_damaged(content: bytes) -> None:
    try:
        album = Album.from_bytes(sealed(content), "mine.album")
    except BadInput:
        return
    assert album.pictures.shape == (len(album.names), 80, 80)
    assert album.aspects.shape == (len(album.names),)
    assert np.all(album.aspects > 0)


@pytest.mark.parametrize("aspects", [[1.0, np.nan], [1.0, -1.0], [0.0, 1.0]])
def test_an_album_with_shapes_no_card_has_is_damaged(aspects: list[float]) -> None:
    album = Album(("A", "B"), np.zeros((2, 80, 80), np.uint8), np.array(aspects, np.float32))
    with pytest.raises(BadInput, match="is damaged"):
        Album.from_bytes(album.to_bytes(), "mine.album")


def test_showing_a_card_again_keeps_the_newest_few() -> None:
    table = spread(decks.LETTERS, ["A"])
    album = Album()
    for number in range(7):
        album = enrol.learn(album, table.frame(), ["A"], truth(table, number))
    assert len(album.names) == MOST_OF_ONE


def test_nothing_known_reads_nothing() -> None:
    table = spread(decks.LETTERS, ["A"])
    assert EnrolledReader(decks.LETTERS, Album(), truth(table)).read(table.frame()).sightings == ()
    assert EnrolledReader(decks.LETTERS, enrolled(decks.LETTERS)[0], lambda _grey: []).read(table.frame()).rows == ()
