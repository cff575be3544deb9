"""Disorder of the Villains on the drawn table: two areas, plays, a target, a trait, an effect carried out, a mint."""

from pathlib import Path

from companion.referee.tableview import Entry
from tests.scenes import Scene

SETUP = {
    "game": "villains",
    "players": ["Ann", "Bob"],
    "options": {"starting": {"Ann": "Professor Muddle", "Bob": "Queen Clutter"}, "lexicon": {"words": []}},
}
BOB, ANN = 0, 1  # the far row and the near one


def test_cards_before_the_two_players_become_rulings(tmp_path: Path) -> None:
    with Scene(tmp_path, SETUP) as scene:
        scene.drawn.place("Professor Muddle", row=ANN)
        scene.drawn.place("Queen Clutter", row=BOB)
        scene.happen(event="draw", player="Ann")
        scene.drawn.place("Magpie", row=ANN)
        played = scene.wait_event("play", 2)
        assert played.event == {"event": "play", "player": "Ann", "card": "Magpie"}
        scene.happen(event="decline", player="Bob")
        scene.happen(event="end_turn", player="Ann")

        scene.happen(event="draw", player="Bob")
        scene.drawn.place("Cinder", row=BOB)
        question = scene.wait_question("Cinder", "BURN")
        assert set(question.candidates) == {"Professor Muddle (Ann)", "Magpie (Ann)", "Queen Clutter (Bob)"}
        burning = scene.answer(question, "Magpie (Ann)")
        assert isinstance(burning, Entry)
        assert burning.event["target"] == {"player": "Ann", "card": "Magpie"}
        scene.wait_difference("↻ Cinder (Bob)")  # it has used its trait and should lie sideways
        scene.drawn.turn_sideways(index(scene, "Cinder"))
        scene.wait(lambda view: view.difference is None)
        scene.drawn.remove(index(scene, "Magpie"))
        question = scene.wait_question("Ann may still interrupt Cinder")
        assert isinstance(scene.answer(question, "yes"), Entry)
        carried_out = scene.wait_event("resolve", 8)
        assert carried_out.ruling.verdict == "resolved"
        assert carried_out.source == "camera"
        view = scene.wait(lambda view: view.difference is None)
        assert view.state.sides[0].discard == ("Magpie",)


def test_four_monsters_gone_are_a_mint(tmp_path: Path) -> None:
    with Scene(tmp_path, SETUP) as scene:
        mine, his = ("Old Sock", "Tanglefoot", "Hiccup", "Magpie"), ("Grumbler", "Lurker", "Dust Bunny")
        for turn, card in enumerate(mine):  # nobody lays a card before the camera yet
            play(scene, "Ann", "Bob", card)
            if turn < len(his):
                scene.happen(event="end_turn", player="Ann")
                play(scene, "Bob", "Ann", his[turn])
                scene.happen(event="end_turn", player="Bob")
        with scene.drawn.still():
            scene.lay(("Professor Muddle", *mine), row=ANN)
            scene.lay(("Queen Clutter", *his[:-1]), row=BOB)
        scene.wait_difference(f"− {his[-1]} (Bob)")
        scene.lay(his[-1:], row=BOB)
        scene.wait(lambda view: view.difference is None)
        before = len(scene.desk.view.protocol)
        with scene.drawn.still():
            for card in mine:
                scene.drawn.remove(index(scene, card))
        minted = scene.wait_event("mint", before + 1)
        assert minted.event == {"event": "mint", "player": "Ann", "villain": "Professor Muddle"}
        assert minted.changes == {"Ann": 1}


def play(scene: Scene, player: str, other: str, card: str) -> None:
    """A turn by hand, as far as the opponent's chance to interrupt."""
    scene.happen(event="draw", player=player)
    scene.happen(event="play", player=player, card=card)
    scene.happen(event="decline", player=other)


def index(scene: Scene, name: str) -> int:
    """The place of a card among those on the drawn table."""
    return next(at for at, card in enumerate(scene.drawn.cards) if card.label == name)
