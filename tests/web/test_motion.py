"""What has happened moves on the kiosk, and nothing does for whoever wants it still; everybody is told who has won."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.referee.referee import Referee
from tests.views import WORDS, placed
from tests.web.browsing import PHONE, TELEVISION, Guest
from tests.web.tables import LiveTable
from tests.web.ways import joined

pytestmark = pytest.mark.browser

MOVES = "one => getComputedStyle(one).animationName"


def test_points_fly_to_whose_they_are_and_the_winner_is_said_on_every_phone(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"target": 1, "lexicon": WORDS}}
    table.submit(lambda referee: referee.begin(setup)).result()
    table.play(placed("ZO", ["Ann", "Bob"]))
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    phone = joined(guest(table.site.join_address, size=PHONE), "Ann")
    expect(kiosk.see("players").locator(".flying")).to_have_count(0)  # what was so before the page was opened
    table.play([{"event": "concede", "player": "Ann"}])

    flying = kiosk.see("players").locator(".flying")
    expect(flying).to_have_text(["+12"])
    expect(kiosk.see("players").locator(".player").first.locator(".flying")).to_have_count(1)
    expect(kiosk.see("board").locator(".winners")).to_have_text("Bob wins")
    parts = [flying, kiosk.see("ruling").locator(".verdict"), kiosk.see("board").locator(".winners")]
    assert [part.evaluate(MOVES) for part in parts] == ["none"] * 3
    assert flying.evaluate("one => getComputedStyle(one).opacity") == "0"
    assert kiosk.misfits() == []
    kiosk.page.emulate_media(reduced_motion="no-preference")
    assert [part.evaluate(MOVES) for part in parts] == ["fly", "land", "land"]

    expect(phone.page.locator("#me .won")).to_have_text("Bob wins")
    assert phone.barriers() == []


def test_a_ruling_lands_once_though_what_could_have_been_comes_bit_by_bit(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
    table.submit(lambda referee: referee.begin(setup)).result()
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    phone = joined(guest(table.site.join_address, size=PHONE), "Ann")
    table.play(placed("Z", ["Ann", "Bob"]))
    slips = [kiosk.see("ruling"), phone.page.locator("#ruling")]
    for slip in slips:
        expect(slip.locator(".reason")).to_contain_text("Z")
        slip.locator(".verdict").evaluate("one => { one.dataset.landed = 'once'; }")
    for words, said in ((["zoo"], "zoo"), (["zoo", "zoos"], "zoo and zoos")):
        table.submit(partial(told, words)).result()
        for slip in slips:
            expect(slip.locator(".hint")).to_have_text(f"This would have won: {said}.")
            expect(slip.locator(".verdict")).to_have_attribute("data-landed", "once")
    assert kiosk.misfits() == []
    table.play([{"event": "place", "player": "Bob", "card": "O"}])
    for slip in slips:
        expect(slip.locator(".verdict")).not_to_have_attribute("data-landed", "once")
        expect(slip.locator(".hint")).to_have_count(0)


def told(words: Sequence[str], referee: Referee) -> None:
    """Somebody has found out that these would have won."""
    found: Future[Mapping[str, Any]] = Future()
    found.set_result({"saving_words": words})
    referee.hint(referee.stand.playing, found)
