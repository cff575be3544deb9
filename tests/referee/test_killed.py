"""A table killed at any moment stands where it stood: no acknowledged event is missing, timers are paused."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.night import acts

KILLS = 200


def test_a_night_killed_at_two_hundred_points_goes_on_where_it_stood(folder: Path) -> None:
    """All saved matches of all games, played by processes that are killed while they start, rule, write and answer."""
    played = subprocess.run(
        [sys.executable, "-m", "tests.night", str(folder), str(KILLS), "20261121"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=True,
    )
    reports = [json.loads(line) for line in played.stdout.splitlines()]
    assert len(reports) == KILLS
    told = [report for report in reports if report["said"]]
    assert [report for report in told if report["stood"] not in (report["acked"], report["acked"] + 1)] == []

    # The kills came where they hurt: while starting, between the commit and the answer, in the midst of matches.
    assert len(told) < KILLS
    assert any(report["stood"] == report["acked"] + 1 for report in told)
    assert max(report["acked"] for report in reports) > 200
    night = acts()
    inside = [
        report for report in told if 0 < report["stood"] < len(night) and night[report["stood"] - 1][0] != "close"
    ]
    assert len(inside) > KILLS // 2
    assert all(report["paused"] for report in inside)
