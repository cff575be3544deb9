"""What is said of the cuts so far, and how a run goes on where an earlier one was ended."""

from pathlib import Path

import pytest

from tests.box.power import SITTING, Sitting, Tally, asked, sat_down


def test_cuts_before_anything_was_acknowledged_are_not_counted_as_play() -> None:
    tally = Tally(acknowledged=[0, 4, 7], kept=[1, 4, 8])
    assert tally.said.startswith("2 of them after events had been acknowledged, and none of those was lost")
    assert "(1 times the disk had one more)" in tally.said
    assert tally.said.endswith("3 times the file system mended itself and the journal was whole")


def test_a_cut_that_lost_something_is_said_however_many_others_went_well() -> None:
    tally = Tally(acknowledged=[4, 7], kept=[4, 6], faults=["cut 2: 6 kept"])
    assert "1 TIMES NOT ALL WAS THERE" in tally.said
    assert "none of those was lost" not in tally.said


def test_a_run_goes_on_with_the_cuts_that_are_left(tmp_path: Path) -> None:
    (tmp_path / "newest.of").write_text("this program\n", encoding="ascii")
    ended = Sitting("this program\n", 7, 93.5, "cookie=1", Tally([4, 0], [5, 1], ["cut 2: damaged"]))
    ended.keep(tmp_path / SITTING)
    assert sat_down(tmp_path, 3) == ended


def test_each_cut_has_a_moment_of_its_own_which_an_interruption_does_not_change() -> None:
    first, second = Sitting("", 7, 0.0, ""), Sitting("", 7, 0.0, "", Tally([4], [4]))
    again = Sitting("", 7, 0.0, "", Tally([3], [3]))
    assert second.chance().random() == again.chance().random() != first.chance().random()


@pytest.mark.parametrize(("given", "number"), [("7", 7), ("", 20), (None, 20)])
def test_a_number_that_nobody_gave_is_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, given: str | None, number: int
) -> None:
    if given is None:
        monkeypatch.delenv("CUTS", raising=False)
    else:
        monkeypatch.setenv("CUTS", given)
    assert asked("CUTS", 20) == number
