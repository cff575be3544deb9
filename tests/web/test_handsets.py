"""What an iPhone wants of a page, and no other browser: it opens old ones' scripts, and enlarges nothing by itself."""

import re
from collections.abc import Callable

import pytest

from companion.web.page_scripts import SCRIPTS
from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable
from tests.web.talking import SETUP
from tests.web.ways import joined

BEHIND = re.compile(r"\(\?<[=!]")
TAPPED_TWICE = """() => [...document.querySelectorAll("a, button, input, label, select, summary, textarea")]
  .filter((one) => getComputedStyle(one).touchAction !== "manipulation").map((one) => one.outerHTML)"""
SMALL_PRINT = """() => [...document.querySelectorAll("input:not([type=radio], [type=checkbox]), select, textarea")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML.slice(0, 80))"""
LETTERS = "() => getComputedStyle(document.documentElement).webkitTextSizeAdjust"


def test_no_script_looks_behind() -> None:
    """Safari before 16.4 reads nothing of a script with such a pattern in it; all else works from 15.4 on."""
    assert [script.name for script in SCRIPTS.glob("*.js") if BEHIND.search(script.read_text("utf-8"))] == []


@pytest.mark.browser
def test_an_iphone_enlarges_nothing_by_itself(table: LiveTable, guest: Callable[..., Guest]) -> None:
    host = guest(f"{table.address}/host", size=PHONE, thumbs=True)
    assert host.page.locator("form.start select").count() > 1
    starting = [host.page.evaluate(wrong) for wrong in (TAPPED_TWICE, SMALL_PRINT)]
    table.submit(lambda referee: referee.begin(SETUP)).result()
    ann = joined(guest(table.site.join_address, size=PHONE, thumbs=True), "Ann")
    assert [*starting, *(ann.page.evaluate(wrong) for wrong in (TAPPED_TWICE, SMALL_PRINT))] == [[], [], [], []]
    assert ann.page.evaluate(LETTERS) == "100%"
    scale = ann.page.locator("[name=viewport]").get_attribute("content")
    assert scale == "width=device-width, initial-scale=1"  # no more: what fits the whole screen lies behind its notch
