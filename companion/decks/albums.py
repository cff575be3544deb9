"""Where the albums of enrolled decks lie, in the data folder, and the reader that fits a deck.

An album is written whole or not at all (`companion.atomic`), so a cut-off enrolment loses at most its last spread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.errors import BadInput
from companion.sentences import told
from companion.vision.album import Album
from companion.vision.album_matching import AlbumMatcher
from companion.vision.enrol import EnrolledReader, check_fits, missing
from companion.vision.find import find
from companion.vision.reader import Reader
from companion.vision.rectify import halvings

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.decks.deckfiles import DeckFile

FOLDER = "albums"
LARGEST_BYTES = 100 * outside.MEGABYTE  # fifteen thousand looks of cards


def album_file(data: Path, deck: Deck) -> Path:
    """Where the album of a deck lies, whether there is one yet or not."""
    return data / FOLDER / f"{deck.name}.album"


def load_album(data: Path, deck: Deck) -> Album:
    """What has been learned of a deck so far; an empty album when nothing has.

    Raises BadInput for a damaged file, and for one of another deck: cards that the deck does not have, or no longer.
    """
    path = album_file(data, deck)
    try:
        content = outside.content(path, most_bytes=LARGEST_BYTES)
    except FileNotFoundError:
        return Album()
    except OSError as error:
        raise BadInput(told("cannot read {path}: {error}", path=path, error=error.strerror)) from None
    album = Album.from_bytes(content, str(path))
    check_fits(album, deck, str(path))
    return album


def save_album(data: Path, deck: Deck, album: Album) -> None:
    """Keep what has been learned. Raises BadInput when it cannot be written."""
    path = album_file(data, deck)
    try:
        atomic.write(path, album.to_bytes())
    except OSError as error:
        raise BadInput(told("cannot write {path}: {error}", path=path, error=error.strerror)) from None


def reader_for(file: DeckFile, data: Path) -> Reader | EnrolledReader:
    """The reader of a deck before a camera: by its looks once all its cards have been shown, else as `house_reader`."""
    album = load_album(data, file.deck)
    return house_reader(file) if missing(file.deck, album) else EnrolledReader(file.deck, album, quads_of)


def house_reader(file: DeckFile, side_deg: float = 0.0) -> Reader:
    """A reader that knows a deck by its looks as this program prints it, and reads it too: it may be another's print.

    A deck that is named after what is read off its cards is anybody's and has no looks. `side_deg` as in `Reader`.
    """
    from companion.drawn.house_album import house_album

    deck = file.deck
    anybodys = deck.name == deck.reads or deck.reads == "ranks" or not deck.cards
    return Reader(deck, side_deg, None if anybodys else AlbumMatcher(house_album(file)))


def printed_reader(file: DeckFile) -> EnrolledReader:
    """A reader of drawn tables, which show a deck as this program prints it: by its looks alone."""
    from companion.drawn.house_album import house_album

    return EnrolledReader(file.deck, house_album(file), quads_of)


def quads_of(grey: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """The quads of all cards of a grey frame, from any of their corners."""
    return [found.quad for found in find(halvings(grey))]
