"""The nights as one file: a line per match and player, for spreadsheets. (As JSON it is `Almanac.to_json`.)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.spreadsheet import as_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.nights.almanac import Almanac

COLUMNS = ("match", "game", "begun", "over", "name", "player", "score", "place", "share", "words", "low_wins")


def sheet(almanac: Almanac) -> str:
    """Comma-separated values: of each match each player by the name they played with and what they are called, score,
    place (empty while it is not over), share of the match's point (empty where it does not count), words made (with
    blanks between), whether a low score was a good one."""
    return as_csv([COLUMNS, *_rows(almanac)])


def _rows(almanac: Almanac) -> Iterator[list[Any]]:
    for match in almanac.matches:
        for name, score in match.scores.items():
            yield [
                match.id,
                match.game,
                match.begun,
                match.is_over,
                name,
                name if name in match.of_table else almanac.called(almanac.people.of(name)),
                score,
                match.places.get(name, ""),
                round(float(match.share(name)), 4) if match.counts else "",
                " ".join(each.word for each in match.words if each.player == name),
                match.low_wins,
            ]
