"""Random games of every kind: what is offered is accepted, what is accepted was offered, and every way back leads back.

`benchmarks/playouts.py` plays ten thousand of each.
"""

import pytest

from benchmarks.playouts import Disagreement, play_out
from companion.games import RULEBOOKS
from companion.games.legal import Offer
from tests.rules.played import SEEDS, played

GAMES = list(RULEBOOKS)


@pytest.mark.parametrize("game", GAMES)
def test_random_games_agree_with_what_is_offered(game: str) -> None:
    tally = played(game)
    assert tally.offered > 10 * SEEDS
    assert tally.tried > 10 * SEEDS
    assert len(tally.verdicts) > 4


def test_a_play_out_is_the_same_each_time() -> None:
    assert play_out("disorder", 7).events == play_out("disorder", 7).events


def test_an_offer_is_each_of_its_values_with_each_of_its_samples() -> None:
    offer = Offer("tell", {"player": ("Ann",), "how": ("loud", None)}, lambda: ({"word": "a"}, {"word": "b"}))
    assert list(offer.events()) == [
        {"event": "tell", "player": "Ann", "how": "loud", "word": "a"},
        {"event": "tell", "player": "Ann", "word": "a"},
        {"event": "tell", "player": "Ann", "how": "loud", "word": "b"},
        {"event": "tell", "player": "Ann", "word": "b"},
    ]
    assert all(offer.covers(event) for event in offer.events())
    assert offer.covers({"event": "tell", "player": "Ann", "word": "any"})
    assert not offer.covers({"event": "tell", "player": "Bob", "word": "a"})
    assert not offer.covers({"event": "ask", "player": "Ann"})


def _some_of_typo() -> None:
    for seed in range(30):
        play_out("typo", seed)


@pytest.mark.parametrize("fault", ["offered", "hidden"])
def test_the_driver_finds_what_disagrees(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event too many among the offers, and one too few, are both found."""
    book = RULEBOOKS["typo"]
    assert book.legal is not None
    legal = book.legal

    def wrong(state: object) -> dict[str, tuple[Offer, ...]]:
        offers = {name: tuple(offer for offer in own if fault != "hidden" or offer.event != "fail")
                  for name, own in legal(state).items()}  # fmt: skip
        more = (Offer("fail", {"player": ("Ann",), "row": (9,)}),) if fault == "offered" else ()
        return {name: (*own, *more) for name, own in offers.items()}

    monkeypatch.setattr("benchmarks.playouts.may", lambda _offers: None)
    monkeypatch.setattr("companion.referee.match.Match.view", lambda self: type("View", (), {"may": None, "over": 0}))
    object.__setattr__(book, "legal", wrong)
    try:
        with pytest.raises(Disagreement, match="offered, and refused" if fault == "offered" else "not offered"):
            _some_of_typo()
    finally:
        object.__setattr__(book, "legal", legal)
