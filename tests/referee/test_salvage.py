"""Of a damaged journal everything is kept that can still be read, up to the first event that cannot."""

import random

import pytest

from companion.referee.salvage import salvage
from tests.damaged import Whole, damaged, digests_of, readable, whole

COPIES = 120


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"), random.Random(20261124))


@pytest.fixture(scope="module")
def digests(journal: Whole, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, int], str]:
    return digests_of(journal, tmp_path_factory.mktemp("digests"))


def test_of_a_journal_that_is_whole_everything_is_saved(journal: Whole) -> None:
    saved = salvage(journal.file, journal.log)
    assert {match.id: len(match.events) for match in saved} == {key: len(rows) for key, rows in journal.events.items()}
    assert all(match.timing is not None for match in saved)


@pytest.mark.parametrize("seed", range(COPIES))
def test_the_longest_good_beginning_of_each_match_is_saved(
    journal: Whole, digests: dict[tuple[int, int], str], seed: int
) -> None:
    file, log, how = damaged(journal, random.Random(seed))
    kept = {match.id: match for match in salvage(file, log)}
    for match_id, count in readable(journal, file, log, digests).items():
        if match_id in kept:  # else its own row is gone, without which its events belong to nothing
            saved = kept[match_id].events
            written = [digests[match_id, number] for number in range(1, len(saved) + 1)]
            assert [row[5] for row in saved] == written, how
            assert len(saved) >= count, how
