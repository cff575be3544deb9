"""AnagraScramble on the drawn table: the card that is turned is read; the old one lying there is not read again."""

from pathlib import Path

from tests.scenes import Scene, reader_of_part

WORDS = {"words": ["never", "ever", "even", "tureen"], "names": []}
SETUP = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}


def test_the_card_is_read_when_it_is_turned_and_only_once(tmp_path: Path) -> None:
    with Scene(tmp_path, SETUP, reader_of_part(8)) as scene:
        first, second = scene.drawn.deck.cards[0].label, scene.drawn.deck.cards[-1].label
        scene.drawn.place("?")
        scene.happen(event="roll", player="Ann", face="6")
        with scene.drawn.still():
            scene.drawn.clear()
            scene.drawn.place(first)
        turned = scene.wait_event("card", 2)
        assert turned.source == "camera"
        assert turned.event == {"event": "card", "jumble": first}
        assert turned.ruling.clause is not None
        assert turned.ruling.clause.number == "A6"
        scene.happen(event="words", player="Ann", words=["nothing"])
        scene.happen(event="roll", player="Bob", face="5")
        assert scene.desk.view.match is not None
        assert scene.desk.view.match.awaiting == "card"  # the old card still lies there
        scene.lay([second])
        assert scene.wait_event("card", 5).event["jumble"] == second
        missed = scene.happen(event="words", player="Bob", words=[])
        assert missed.ruling.verdict == "missed"
        assert missed.frame is not None
