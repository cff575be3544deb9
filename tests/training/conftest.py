"""Training in the process of the tests: no other is forked from it."""

import pytest

from training import parallel


@pytest.fixture(autouse=True)
def _one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of tests has threads, and whatever other tests left running: one forked from it may wait for ever."""
    monkeypatch.setattr(parallel, "cores", lambda: 1)
