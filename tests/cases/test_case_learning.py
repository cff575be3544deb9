"""Learning from cases: the picture of a card that was misread joins the album of its deck, or it is said why."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cases import case_learning
from companion.cases.case import CaseEyes
from companion.cases.case_learning import CaseLearning
from companion.cases.case_shelf import CaseShelf
from companion.cli import main
from companion.decks import deckfiles
from companion.decks.albums import load_album, save_album
from companion.drawn.house_album import house_album
from companion.errors import BadInput
from companion.referee.frames import png
from companion.vision.album import Album
from companion.vision.album_growth import AlbumGrown
from tests.cases.kept import case_of, drawn, keep

DECK = deckfiles.load("disorder")
USB = CaseEyes("disorder", 1, "usb")


def out_of_focus() -> Album:
    """An album as it is enrolled in poor light by a camera out of focus."""
    sharp = house_album(deckfiles.read("disorder"))
    pictures = [np.asarray(cv2.GaussianBlur(one, (0, 0), 2.5), np.uint8) for one in sharp.pictures]
    return Album(sharp.names, np.array(pictures), sharp.aspects)


@pytest.fixture
def shelf(tmp_path: Path) -> CaseShelf:
    """The data folder of a table whose deck has been enrolled in poor light."""
    save_album(tmp_path, DECK, out_of_focus())
    return CaseShelf(tmp_path)


def test_the_picture_of_a_card_that_was_misread_becomes_one_of_its_own(shelf: CaseShelf) -> None:
    assert CaseLearning(shelf).learn(keep(shelf, eyes=USB).id) is None
    assert load_album(shelf.data, DECK).names.count("X") == 2
    assert CaseLearning(shelf).learn(shelf.ids()[0]) == "it shows nothing new of X"


def test_who_is_mistaken_spoils_no_album(shelf: CaseShelf) -> None:
    before = load_album(shelf.data, DECK).names
    said = CaseLearning(shelf).learn(keep(shelf, truth="K", eyes=USB).id)
    assert said in ("what lies there does not look like K", "with it X could be taken for K")
    assert load_album(shelf.data, DECK).names == before


def test_why_a_case_teaches_nothing_is_said(shelf: CaseShelf) -> None:
    learning = CaseLearning(shelf)
    assert learning.learn(keep(shelf, 1).id) == "a drawn table is known by the looks of the cards that are drawn"
    assert learning.learn(keep(shelf, 2, truth="Ä", eyes=USB).id) == "the deck disorder has no card 'Ä'"
    nowhere = "there is no place on its picture where a card of a known name lies"
    assert learning.learn(keep(shelf, 3, truth="", eyes=USB).id) == nowhere
    unseen = replace(case_of(4, eyes=USB), id="match1-4-unseen", card=None)
    shelf.keep(unseen, png(drawn()[0]))
    assert learning.learn(unseen.id) == nowhere
    save_album(shelf.data, DECK, Album())
    assert "is not enrolled: `tableside deck enrol disorder`" in str(learning.learn(keep(shelf, 5, eyes=USB).id))
    with pytest.raises(BadInput, match="cannot be used"):
        learning.learn(keep(shelf, 6, eyes=CaseEyes("gone.toml", 1, "usb")).id)


def test_the_command_says_of_each_case_what_came_of_it(shelf: CaseShelf, capsys: pytest.CaptureFixture[str]) -> None:
    keep(shelf, 1, eyes=USB)
    assert main(["cases", "--data", str(shelf.data), "learn"]) == 0
    assert capsys.readouterr().out.endswith(": learned\n")
    assert main(["cases", "--data", str(shelf.data), "learn"]) == 1
    assert "not learned: it shows nothing new of X" in capsys.readouterr().out
    assert house_album(deckfiles.read("disorder")).cards == load_album(shelf.data, DECK).cards


def test_a_picture_by_which_a_case_would_be_read_worse_is_not_taken(
    shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(shelf, 2)  # of a drawn table, and of another deck: neither is read with this album
    keep(shelf, 3, eyes=CaseEyes("typo", 1, "usb"))
    case = keep(shelf, eyes=USB)
    nothing_read = Album()  # as if the album were spoilt by it: then the card is not seen any more
    monkeypatch.setattr(case_learning, "grown", lambda *_: AlbumGrown(nothing_read))
    assert CaseLearning(shelf).learn(case.id) == f"with it case {case.id} is read wrongly"
    assert load_album(shelf.data, DECK).names == out_of_focus().names


@pytest.mark.parametrize(("truth", "is_harmed"), [("X", True), ("K", False)])
def test_what_was_read_wrongly_before_may_stay_so_and_what_was_right_may_not(
    shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch, truth: str, is_harmed: bool
) -> None:
    """Here the X is surely read before, and not seen any more afterwards."""
    save_album(shelf.data, DECK, house_album(deckfiles.read("disorder")))
    before, learned = keep(shelf, 1, truth=truth, eyes=USB), keep(shelf, 2, eyes=USB)
    monkeypatch.setattr(case_learning, "grown", lambda *_: AlbumGrown(Album()))
    harmed = before if is_harmed else learned
    assert CaseLearning(shelf).learn(learned.id) == f"with it case {harmed.id} is read wrongly"
