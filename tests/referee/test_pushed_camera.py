"""A camera that is pushed moves no card: what was taken back, and what cards are called, goes along."""

from pathlib import Path
from typing import Any

from companion.referee.misreading import Misreading
from companion.referee.source import Source
from companion.referee.tableview import Entry, TableView
from tests.scenes import Scene
from tests.seen import row_on
from tests.views import WORDS

TAKEN_BACK = "The table is as it was before that was taken back"
DISORDER: dict[str, Any] = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
VILLAINS: dict[str, Any] = {
    "game": "villains",
    "players": ["Ann", "Bob"],
    "options": {"starting": {"Ann": "Professor Muddle", "Bob": "Queen Clutter"}, "lexicon": {"words": []}},
}


def test_a_card_that_was_taken_back_is_not_placed_again(tmp_path: Path) -> None:
    with Scene(tmp_path, DISORDER) as scene:
        for number, label in enumerate("ZOO", 1):
            scene.drawn.place(label)
            scene.wait_event("place", number)
        scene.happen(event="undo")
        scene.wait_difference(TAKEN_BACK)
        for push in ({"right_mm": 20}, {"right_mm": 45, "down_mm": -8, "turn_deg": 4}):
            view = pushed(scene, **push)
            assert str(view.difference).startswith(TAKEN_BACK)
            assert len(view.protocol) == 4
        with scene.drawn.still():  # a push together with another card
            scene.drawn.bump(right_mm=10)
            scene.drawn.remove(2)
            scene.drawn.place("K")
        assert scene.wait_event("place", 5).event["card"] == "K"


def test_a_monster_that_was_taken_back_is_not_played_again(tmp_path: Path) -> None:
    with Scene(tmp_path, VILLAINS) as scene:
        scene.drawn.place("Professor Muddle", row=1)
        scene.drawn.place("Queen Clutter", row=0)
        scene.happen(event="draw", player="Ann")
        scene.drawn.place("Magpie", row=1)
        scene.wait_event("play", 2)
        scene.happen(event="undo")
        scene.wait_difference(TAKEN_BACK)
        view = pushed(scene, right_mm=30, down_mm=8, turn_deg=1)
        assert str(view.difference).startswith(TAKEN_BACK)
        assert len(view.protocol) == 3


def test_a_card_that_was_read_wrongly_is_still_called_what_it_is(tmp_path: Path) -> None:
    with Scene(tmp_path, {**DISORDER, "options": {"lexicon": WORDS, "action_cards": True}}) as scene:
        for number, label in enumerate("ZO", 1):
            scene.drawn.place(label)
            scene.wait_event("place", number)
        newest = scene.desk.submit(lambda referee: referee.stand.inquiry.newest).result()
        assert newest is not None
        seen, frame = newest
        assert frame is not None
        card = next(at for at, one in enumerate(seen.sightings) if one.label == "O")
        wrong = Misreading(seen, frame, card, "Q")
        correction = scene.desk.submit(lambda referee: referee.misread(wrong)).result()
        assert correction is not None
        corrected = scene.desk.submit(lambda referee: referee.happen({**correction, "by": "Bob"}, source=Source.HOST))
        assert isinstance(corrected.result(), Entry)
        view = pushed(scene, right_mm=25)
        assert (row_on(view.board), len(view.protocol), view.difference) == ("ZQ", 3, None)


def pushed(scene: Scene, **how: float) -> TableView:
    """What is shown once the camera has been pushed and has looked again."""
    before = scene.desk.view.frame
    scene.drawn.bump(**how)
    return scene.wait(lambda view: view.frame != before)
