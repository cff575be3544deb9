"""Nothing scrolls, is cut off or lies over something else, however long a match is: on a television, a small display
and the table page."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from playwright.sync_api import expect

from companion.language import translations
from companion.referee.referee import Referee
from companion.sentences import spoken, told
from tests.views import WORDS
from tests.web.browsing import LAPTOP, SMALL_DISPLAY, TELEVISION, Guest
from tests.web.long_matches import LONG, NAMES, WON
from tests.web.tables import LiveTable
from tests.web.talking import SETUP
from tests.web.test_night_live import see_doubtful

pytestmark = pytest.mark.browser

LONG_NAMES = [f"{name} of the {name} family"[:24] for name in NAMES]
CODE_SHARE = """() => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const code = document.querySelector(".join img").getBoundingClientRect();
  return Math.min(code.width, code.height) / Math.min(stage.width, stage.height * 16 / 9);
}"""
SMALLEST_SHARE = """() => {
  const share = (one) => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1) / innerHeight;
  const read = ".winners, .note, .name, .unit, .chart text, .chart figcaption, .moments *, .to-report, .ruling *";
  const said = [...document.querySelectorAll(read)].filter((one) => one.checkVisibility() && one.textContent);
  return said.map((one) => [share(one), one.textContent]).sort((one, other) => one[0] - other[0])[0];
}"""
SMALL_TELEVISION = (1280, 720)
FINE_TELEVISION = (3840, 2160)
SIZES = {"/kiosk": (TELEVISION, SMALL_DISPLAY), "/table": (LAPTOP,)}


def everywhere(table: LiveTable, guest: Callable[..., Guest]) -> list[Guest]:
    """A kiosk and the table page, in German: it has the longest words."""
    return [guest(f"{table.address}{path}?lang=de", size=sizes[0]) for path, sizes in SIZES.items()]


def misfits(guests: list[Guest]) -> dict[str, list[str]]:
    """What does not fit, by page and size."""
    found = {}
    for guest, (path, sizes) in zip(guests, SIZES.items(), strict=True):
        for width, height in sizes:
            guest.page.set_viewport_size({"width": width, "height": height})
            found[f"{path} {width}×{height}"] = guest.misfits()
    return {where: wrong for where, wrong in found.items() if wrong}


def shown(table: LiveTable, guests: list[Guest]) -> None:
    """Wait until every page shows the newest ruling."""
    reason = spoken(table.view.protocol[-1].ruling.reason, translations("de").gettext)
    for guest in guests:
        expect(guest.see("ruling").locator(".reason")).to_have_text(reason)


def test_a_long_match_fits_whichever_came_before(table: LiveTable, guest: Callable[..., Guest]) -> None:
    guests = everywhere(table, guest)
    found = {}
    for name, played in LONG.items():
        match = played()
        table.submit(partial(Referee.begin, setup=match.setup)).result()
        table.play(match.events)
        shown(table, guests)
        found[name] = misfits(guests)
        table.submit(Referee.close).result()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_who_has_won_and_how_is_read_from_three_metres(table: LiveTable, guest: Callable[..., Guest]) -> None:
    kiosk = guest(f"{table.address}/kiosk?lang=de", size=TELEVISION)
    for name, players in product(WON, (2, 6)):
        match = WON[name](players)
        table.submit(partial(Referee.begin, setup=match.setup)).result()
        table.play(match.events)
        expect(kiosk.see("recap")).to_contain_text("Schlimmster Moment")
        expect(kiosk.see("turn").locator(".to-report img")).not_to_have_js_property("naturalWidth", 0)
        for width, height in (TELEVISION, SMALL_TELEVISION):
            kiosk.page.set_viewport_size({"width": width, "height": height})
            assert kiosk.misfits() == []
            share, text = kiosk.page.evaluate(SMALLEST_SHARE)
            assert share >= 0.022, (name, players, height, text)  # of the height
        table.submit(Referee.close).result()


@pytest.mark.parametrize("size", [TELEVISION, SMALL_TELEVISION, SMALL_DISPLAY])
def test_whose_turn_it_is_is_written_as_large_as_it_is_meant(
    table: LiveTable, guest: Callable[..., Guest], size: tuple[int, int]
) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    kiosk = guest(f"{table.address}/kiosk", size=size)
    name = kiosk.see("turn").locator("b")
    expect(name).to_have_text("Ann")
    assert kiosk.misfits() == []
    assert name.evaluate("one => one.style.getPropertyValue('--fit')") == "1"


@pytest.mark.parametrize("size", [TELEVISION, FINE_TELEVISION])
def test_nothing_shrinks_for_what_a_letter_might_have_below_its_line(
    table: LiveTable, guest: Callable[..., Guest], size: tuple[int, int]
) -> None:
    """The last line of how to join ends where the bar does: on a fine picture some pixels, in Firefox on any."""
    table.submit(lambda referee: referee.begin(SETUP)).result()
    kiosk = guest(f"{table.address}/kiosk", size=size)
    expect(kiosk.see("turn").locator("b")).to_have_text("Ann")
    assert kiosk.misfits() == []
    assert kiosk.page.locator(".side-bar").evaluate("one => one.style.getPropertyValue('--fit')") == "1"


def test_nothing_is_cut_off_the_longest_names(table: LiveTable, guest: Callable[..., Guest]) -> None:
    kiosk = guest(f"{table.address}/kiosk?lang=de", size=SMALL_TELEVISION)
    for players in range(2, 7):
        setup = {"game": "disorder", "players": LONG_NAMES[:players], "options": {"lexicon": WORDS}}
        table.submit(partial(Referee.begin, setup=setup)).result()
        expect(kiosk.see("players").locator(".name")).to_have_count(players)
        assert kiosk.misfits() == []
        table.submit(Referee.close).result()


def test_a_question_and_a_failing_part_beside_a_long_match_fit(table: LiveTable, guest: Callable[..., Guest]) -> None:
    match = LONG["disorder"]()
    guests = everywhere(table, guest)
    table.submit(lambda referee: referee.begin(match.setup)).result()
    table.play(match.events[:10])
    see_doubtful(table, "INTERNATIOO")
    fault = told("nothing answers at {place}; check the screen's four wires and its address", place="0x3C")
    table.submit(lambda referee: referee.fault("screen", fault)).result()
    for one in guests:
        expect(one.see("turn").locator(".crop")).not_to_have_js_property("naturalWidth", 0)
        expect(one.see("notices")).to_contain_text("vier Kabel")
    assert misfits(guests) == {}


def test_a_table_full_of_phones_fits(table: LiveTable, guest: Callable[..., Guest]) -> None:
    for name in LONG_NAMES:
        table.site.access.join(table.site.access.join_key, name)
    guests = everywhere(table, guest)
    for one in guests:
        expect(one.see("quiet")).to_contain_text(LONG_NAMES[-1])
    assert misfits(guests) == {}


def test_the_code_to_join_stays_large_beside_notices(table: LiveTable, guest: Callable[..., Guest]) -> None:
    guests = everywhere(table, guest)
    for name, place in (("screen", "0x3C"), ("panel", "gpiochip0")):
        fault = told("nothing answers at {place}; check the screen's four wires and its address", place=place)
        table.submit(partial(Referee.fault, part=name, sentence=fault)).result()
    for one in guests:
        expect(one.see("notices").locator("p")).to_have_count(2)
    assert misfits(guests) == {}
    table.submit(lambda referee: referee.begin(SETUP)).result()
    for one in guests:
        expect(one.see("turn")).to_contain_text("Ann")
    assert misfits(guests) == {}
    for one in guests:
        assert one.page.evaluate(CODE_SHARE) > 0.099  # of the width of the picture
