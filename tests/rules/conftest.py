"""Where play-outs are kept for the other processes of the same run."""

import os

import pytest

from tests.rules.played import Shared


@pytest.fixture(scope="session", autouse=True)
def shared_playouts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The folder that holds every process's own is the whole run's."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        Shared.folder = tmp_path_factory.getbasetemp().parent
