"""What is said of the cuts so far."""

from tests.box.power import Tally


def test_cuts_before_anything_was_acknowledged_are_not_counted_as_play() -> None:
    tally = Tally(acknowledged=[0, 4, 7], kept=[1, 4, 8])
    assert tally.said.startswith("2 of them after events had been acknowledged")
    assert "(1 times the disk had one more)" in tally.said
