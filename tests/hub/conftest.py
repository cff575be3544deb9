"""One Mosquitto for all tests that need no other, and tables that tell it of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.hub.joining_code import join, read_code
from tests.hub.brokers import MOSQUITTO, Broker, Ear
from tests.hub.telling_tables import TellingTable
from tests.hub.watched_hubs import Watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def _mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    if MOSQUITTO is None:
        pytest.skip("there is no mosquitto on this machine: scripts/system-packages test")
    with Broker(tmp_path_factory.mktemp("broker"), "allow_anonymous true") as broker:
        yield broker


@pytest.fixture
def broker(_mosquitto: Broker) -> Broker:
    """A broker that lets everybody do everything."""
    return _mosquitto


@pytest.fixture
def ear(broker: Broker) -> Iterator[Ear]:
    """Hears all that is told from now on."""
    listening = Ear(broker.port)
    yield listening
    listening.close()


@pytest.fixture
def telling(tmp_path: Path) -> Iterator[Callable[..., TellingTable]]:
    """Starts tables, each with its own folder of the name given."""
    tables: list[TellingTable] = []

    def start(url: str | None, name: str = "one", **options: object) -> TellingTable:
        tables.append(TellingTable(tmp_path / name, url, **options))  # type: ignore[arg-type]
        return tables[-1]

    yield start
    for table in tables:
        table.close()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path / "hub")
    yield made
    made.hub.close()


@pytest.fixture
def member(watched: Watched, tmp_path: Path, telling: Callable[..., TellingTable]) -> Callable[[str], TellingTable]:
    """Starts tables that have joined the hub."""

    def start(name: str) -> TellingTable:
        (tmp_path / name).mkdir()
        table = join(read_code(str(watched.hub.code)), tmp_path / name, print)
        started = telling(None, name)
        assert started.topics.table == table
        return started

    return start
