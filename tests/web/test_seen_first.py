"""A call from a page is about what lay on the table as it was made, though the camera tells of it later."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.clock import FakeClock
from companion.referee.source import Source
from tests.web.tables import LiveTable
from tests.web.talking import Phone, begin, happen, play

OBJECTION = {"event": "object", "player": "Ann"}
PATIENCE_S = 60.0


class SlowEyes:
    """Eyes that take their time over what lies there; `asked` is set once somebody waits for them."""

    def __init__(self) -> None:
        self.asked, self.have_seen = threading.Event(), False

    def __call__(self, at_ns: int) -> bool:
        self.asked.set()
        return self.have_seen


@pytest.fixture
def eyes() -> SlowEyes:
    return SlowEyes()


@pytest.fixture
def table(tmp_path: Path, eyes: SlowEyes) -> Iterator[LiveTable]:
    with LiveTable(tmp_path, clock=FakeClock()) as running:
        running.eyes = eyes
        yield running


def see(table: LiveTable, eyes: SlowEyes, card: str) -> None:
    """The camera tells of a card that Cy has laid."""
    event = {"event": "place", "player": "Cy", "card": card}
    table.submit(lambda referee: referee.happen(event, source=Source.CAMERA)).result()
    eyes.have_seen = True


@pytest.mark.parametrize("from_phone", [True, False])
def test_a_call_waits_for_the_card_that_has_just_been_laid(
    client: httpx.Client, table: LiveTable, eyes: SlowEyes, *, from_phone: bool
) -> None:
    begin(client)
    play(client, "XZ")
    ann = Phone(table, "Ann")
    said: dict[str, Any] = {"event": OBJECTION, "seen": 2}
    whose = ann.client if from_phone else client
    with ThreadPoolExecutor() as others:
        called = others.submit(whose.post, "/api/events", json=said)
        assert eyes.asked.wait(PATIENCE_S)
        see(table, eyes, "O")
        assert called.result(PATIENCE_S).json()["accepted"]
    assert [entry.event["event"] for entry in table.view.protocol] == ["place", "place", "place", "object"]
    ann.close()


def test_what_is_no_call_waits_for_nobody(client: httpx.Client, table: LiveTable, eyes: SlowEyes) -> None:
    begin(client)
    play(client, "XZO")
    assert not eyes.asked.is_set()


def test_a_table_that_stops_lets_nobody_wait_for_its_eyes(
    client: httpx.Client, table: LiveTable, eyes: SlowEyes
) -> None:
    begin(client)
    play(client, "XZ")
    with ThreadPoolExecutor() as others:
        called = others.submit(happen, client, **OBJECTION)
        assert eyes.asked.wait(PATIENCE_S)
        table.site.end_soon()
        assert called.result(PATIENCE_S)["accepted"]
