"""A round of TYPO on the drawn table: shown, placed with a word, a row taken, through the real eyes and referee."""

from pathlib import Path

from companion.referee.tableview import Entry, Refusal
from tests.scenes import Scene
from tests.seen import rows_on

WORDS = {"words": ["rent", "enter", "tea", "nest", "realize", "erase"], "names": []}
SETUP = {"game": "typo", "players": ["Ann", "Bob"], "options": {"rows": ["R", "E", "N", "T"], "lexicon": WORDS}}
SHOWN = 4


def test_cards_shown_and_placed_become_a_round_with_its_rulings(tmp_path: Path) -> None:
    with Scene(tmp_path, SETUP) as scene:
        with scene.drawn.still():
            for row, label in enumerate("RENT"):
                scene.drawn.place(label, row=row)
            scene.lay("EX", row=SHOWN)
        entry = scene.wait_event("reveal", 1)
        assert entry.event["cards"] == {"Ann": "E", "Bob": "X"}

        with scene.drawn.still():  # Ann's E goes from what is shown to the first row
            scene.drawn.remove(4)
            scene.drawn.place("E", row=0)
        question = scene.wait_question("Ann", "E", "behind R")
        assert question.asks == "word"
        refused = scene.answer(question, "tea")
        assert isinstance(refused, Refusal)
        assert refused.verdict == "does_not_begin"
        placed = scene.answer(question, "realize")
        assert isinstance(placed, Entry)
        assert placed.event == {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "realize"}
        assert placed.ruling.clause is not None
        assert placed.ruling.clause.number == "T5"
        scene.wait_event("place", 2)

        with scene.drawn.still():  # Bob cannot place his X and takes the longest row
            for label in "RE":
                scene.drawn.remove(next(at for at, card in enumerate(scene.drawn.cards) if card.label == label))
            scene.drawn.remove(next(at for at, card in enumerate(scene.drawn.cards) if card.label == "X"))
            scene.drawn.place("X", row=0)
        taken = scene.wait_event("fail", 3)
        assert taken.source == "camera"
        assert taken.ruling.verdict == "row_taken"
        view = scene.wait(lambda view: len(view.protocol) == 3)
        assert rows_on(view.board) == ["X", "E", "N", "T"]
        assert view.difference is None
