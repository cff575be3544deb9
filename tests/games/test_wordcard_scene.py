"""WORDCARD on the drawn table: laid, tagged on, discarded, and the hands shown, through the real eyes and referee."""

from pathlib import Path

from companion.games.interpretations import NO, YES
from companion.referee.tableview import Entry
from tests.scenes import Scene, reader_of_part

WORDS = {"words": ["bead", "beaded", "da"], "names": []}
OPTIONS = {"type": "wordplay", "hand": 8, "open_cards": 4, "lexicon": WORDS}
SETUP = {"game": "wordcard", "players": ["Ann", "Bob"], "options": OPTIONS}
PILE = 2  # the row of the open pile


def test_laydowns_tags_and_discards_become_rulings(tmp_path: Path) -> None:
    with Scene(tmp_path, SETUP, reader_of_part(24)) as scene:
        pile = scene.drawn.place("7/Z", row=PILE)
        scene.lay(["A/B", "J/E", "Q/A"])
        question = scene.wait_question("Ann", "A/B J/E Q/A")
        assert question.asks == "confirm"
        assert scene.answer(question, NO) is None
        scene.lay(["10/D"])
        question = scene.wait_question("A/B J/E Q/A 10/D")
        laid = scene.answer(question, YES)
        assert isinstance(laid, Entry)
        assert laid.event == {"event": "lay", "player": "Ann", "lines": [["A/B", "J/E", "Q/A", "10/D"]]}
        assert laid.frame is not None

        scene.lay(["10/E", "K/D"])
        tagged = scene.answer(scene.wait_question("tags", "10/E K/D", "line 1"), YES)
        assert isinstance(tagged, Entry)
        assert tagged.changes["Ann"] > 0

        scene.happen(event="draw", player="Ann", **{"from": "deck"})
        with scene.drawn.still():
            scene.drawn.remove(scene.drawn.cards.index(pile))
            scene.drawn.place("7/W", row=PILE)
        assert scene.wait_event("discard", 4).event["card"] == "7/W"
        scene.happen(event="end_turn", player="Ann")
        scene.happen(event="end_turn", player="Bob")
        scene.lay(["A/D", "A/A"])
        assert isinstance(scene.answer(scene.wait_question("A/D A/A", "line 1"), YES), Entry)

        bobs = [card for card in scene.drawn.deck.cards if card.rank in ("10", "J", "K")][-8:]
        scene.lay([f"{card.rank}/{card.label}" for card in bobs], row=1)
        shown = scene.answer(scene.wait_question("Left in hand", "Bob"), YES)
        assert isinstance(shown, Entry)
        assert shown.event["hands"] == {"Bob": [f"{card.rank}/{card.label}" for card in bobs]}
        view = scene.wait(lambda view: view.match is not None and view.match.over)
        assert view.match is not None
        assert view.match.winners == ("Ann",)
