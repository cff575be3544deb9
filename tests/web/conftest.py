"""A running table and a real browser for the tests of the web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from companion.referee import publishing
from tests.web.browsing import CHROMIUM, PATIENCE_MS, Guest
from tests.web.tables import PIN, LiveTable
from tests.web.talking import Phone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

# The same engine without talking to itself: tests/web took 312 core-seconds, and took 275 so (2 cores, 782 tests).
IN_ONE_PROCESS = ("--renderer-process-limit=1", "--enable-features=NetworkServiceInProcess2", "--in-process-gpu")
# Letters as telephones draw them: fitting each to the pixels, as Chromium does without a window, takes a tenth more.
UNFITTED_LETTERS = "--font-render-hinting=none"

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def whoever_presses_has_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests press the table's buttons as soon as they are asked, which nobody can (as the pages take it, too)."""
    monkeypatch.setattr(publishing, "REACTION_MS", 0)


@pytest.fixture
def table(tmp_path: Any) -> Iterator[LiveTable]:
    """A simulated table on this machine: whoever asks from here is the host."""
    with LiveTable(tmp_path) as running:
        yield running


@pytest.fixture
def strict_table(tmp_path: Any) -> Iterator[LiveTable]:
    """A table whose host needs the PIN, as every table that others can reach."""
    with LiveTable(tmp_path, local=False) as running:
        yield running


@pytest.fixture
def client(table: LiveTable) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=table.address, timeout=60, verify=False) as talking:
        yield talking


@pytest.fixture
def stranger(strict_table: LiveTable) -> Iterator[httpx.Client]:
    """A client that is nobody yet, at a table that asks for the PIN."""
    with httpx.Client(base_url=strict_table.address, timeout=60, verify=False) as talking:
        yield talking


@pytest.fixture
def host(stranger: httpx.Client) -> httpx.Client:
    assert stranger.post("/api/host", json={"pin": PIN}).status_code == 200
    return stranger


@pytest.fixture
def phone(strict_table: LiveTable) -> Iterator[Callable[[str], Phone]]:
    """Seats phones at the strict table."""
    phones: list[Phone] = []

    def seat(name: str) -> Phone:
        phones.append(Phone(strict_table, name))
        return phones[-1]

    yield seat
    for one in phones:
        one.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", UNFITTED_LETTERS, *IN_ONE_PROCESS],
        )
        yield browser
        browser.close()


@pytest.fixture
def guest(chromium: Browser) -> Iterator[Callable[..., Guest]]:
    """Opens pages, each in a browser of its own; a page that logged an error fails the test."""
    guests: list[Guest] = []

    def open_page(address: str, **options: Any) -> Guest:
        guests.append(Guest(chromium, address, **options))
        return guests[-1]

    yield open_page
    errors = [error for someone in guests for error in someone.leave()]
    assert not errors
