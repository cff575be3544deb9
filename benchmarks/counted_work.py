"""The work that `benchmarks.instructions` has counted: a look, a ruling, a page, each once before it is counted.

    python -m benchmarks.counted_work FOLDER

One thread works where that can be had; FOLDER has the pictures and the data. It prints what each sign stands for.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from benchmarks.counted_start import Signs, read
from companion.app import App, Setup
from companion.decks import albums, deckfiles
from companion.referee.source import Source
from companion.vision.watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from companion.decks.deckfiles import DeckFile
    from companion.referee.lookout import FrameReader

    Picture = NDArray[np.uint8]

REQUEST = {
    "game": "disorder",
    "players": ["Ada", "Bo"],
    "options": {"target": 1_000_000, "lexicon": {"words": ["zookeeper"]}},
}


def picture_of(folder: Path, deck: str, number: int) -> Picture:
    """A picture of a drawn table."""
    return np.asarray(cv2.imread(str(folder / f"{deck}{number}.png")), np.uint8)


def look_at(signs: Signs, folder: Path, name: str, deck: str, reader_of: Callable[[DeckFile], FrameReader]) -> None:
    """Count the first look at a table and the second, of another picture of it."""
    reader = reader_of(deckfiles.read(deck))
    seen = len(reader.read(picture_of(folder, deck, 0)).sightings)  # once for what is brought along at the first
    reader = reader_of(deckfiles.read(deck))
    for number in range(2):
        title = f"{('first', 'second')[number]} look: {name} ({seen} seen)"
        signs.over(title, partial(reader.read, picture_of(folder, deck, number)))


def work(folder: Path) -> None:
    """What a running table does again and again, each once before it is counted."""
    cv2.setNumThreads(1)
    signs = Signs()
    look_at(signs, folder, "ten letters, read", "letters", albums.house_reader)
    look_at(signs, folder, "ten house cards, by their looks", "disorder", albums.printed_reader)
    look_at(signs, folder, "six house cards with words, by looks and read", "villains", albums.house_reader)
    picture = picture_of(folder, "disorder", 0)
    watcher = Watcher()
    watcher.wants(picture, 0)
    signs.over("a look at a table that has not changed", lambda: watcher.wants(picture, 100), 10)

    with App(Setup(folder / "data", port=0, camera="none")) as app:
        app.submit(lambda referee: referee.begin(REQUEST)).result()

        def place() -> object:
            match = app.view.match
            assert match is not None
            event = {"event": "place", "player": match.turn, "card": "Z"}
            return app.submit(lambda referee: referee.happen(event, source=Source.HOST)).result()

        place()
        signs.over("a ruling", place, 5)
        for page in ("/kiosk", "/api/view"):
            read(app.address + page)
            signs.over(f"the page {page}", partial(read, app.address + page), 3)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    work(Path(sys.argv[1]))
