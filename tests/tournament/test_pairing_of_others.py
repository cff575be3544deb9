"""Another program, which pairs as bbpPairings does, is asked to pair our rounds from our report."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.tournament.exports import as_trf
from tests.tournament.played import named, steps, tournament

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("py4swiss", reason="there is no py4swiss for this machine")
engines = pytest.importorskip("py4swiss.engines")
parser = pytest.importorskip("py4swiss.trf")


def as_py4swiss_reads_it(text: str, folder: Path) -> Any:
    file = folder / "report.trf"
    file.write_text(text)
    return parser.TrfParser.parse(file, strict=True)


def test_it_pairs_the_same(tmp_path: Path) -> None:
    same = rounds = 0
    for seed in range(8):
        now = tournament(*named(10), rounds=5, seed=seed)
        for after in steps(now, Random(seed)):
            if now.rounds:
                numbers = {entrant.name: at for at, entrant in enumerate(now.ranked(), 1)}
                read = as_py4swiss_reads_it(as_trf(now, "2026-11-25"), tmp_path)
                theirs = {frozenset((pair.white, pair.black)) for pair in engines.DutchEngine.generate_pairings(read)}
                ours = {frozenset(numbers[name] for name in table) for table in after.rounds[-1].tables}
                rounds, same = rounds + 1, same + (ours == theirs)
            now = after
    assert rounds == 32
    assert same >= 30  # it follows the rules until 2026, which differ in their finest points
