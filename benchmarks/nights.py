"""How quick what is told across nights is, beside playing every match again each time somebody looks.

    python -m benchmarks.nights [--matches 2000]

A journal is filled with the saved matches, over and over, among 24 names. Measured, in milliseconds of one processor:
all matches played again for the first time (`first`), the same at the next start with what is kept of them
(`next_start`), a look when nothing is new (`look`), when one match is (`look_after_one`), the folds alone (`folds`),
one player (`player`), the table of a season that has all matches (`season`) and all of it as one document, as
`/api/nights` has it (`document`), both for the first time since a match was new; the document with `names` in the same
matches (`document_of_names`), and once more (`document_kept`). Then somebody is forgotten who was in `of_matches` of
them: they are found and changed (`find`), committed (`rewrite`, the one part that a table waits for beside `wipe`), the
file is written anew and the log emptied (`wipe`). `ratio` is how many times longer `first`, which is what there would
be without a cache, takes than a `look`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.forgetting import MATCHES
from companion import dictionaries
from companion.games.persons import person_of
from companion.nights.almanac import Almanac
from companion.nights.keeping import CACHE_FILE, Nights
from companion.referee.archive import Archive
from companion.referee.forgetting import without_persons
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent
from companion.referee.ledger import Ledger
from companion.referee.match import played
from tests.referee.test_forgetting import renamed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.nights.past_match import PastMatch
    from companion.referee.journal import RewrittenMatch

NAMES = [f"{first} {last}" for first in ("Ann", "Bob", "Cy", "Di", "Eve", "Flo") for last in "ABCD"]
MEGABYTE = 1_000_000


def fill(journal: Journal, count: int) -> None:
    """So many matches, one a day and of the saved ones one after the other, with names that go round."""
    saved = [json.loads(path.read_text("utf-8"))["document"] for path in sorted(MATCHES.glob("*.json"))]
    for number in range(count):
        add(journal, saved[number % len(saved)], number)
    journal.keep_head()


def add(journal: Journal, document: dict[str, Any], number: int) -> None:
    """One match more."""
    at = f"{2015 + number // 365}-{number // 30 % 12 + 1:02}-{number % 28 + 1:02}T20:00:00+00:00"
    names = {name: NAMES[(number * 5 + seat) % len(NAMES)] for seat, name in enumerate(document["players"])}
    called = renamed(document, names)
    events = called.pop("events")
    match = journal.begin(called, at)
    journal.append(match.id, [JournalEvent(place, event, "host", at) for place, event in enumerate(events, 1)])
    journal.leave(match.id, at, {})


def timed_ms(act: Callable[[], object]) -> float:
    """How long it takes, in milliseconds of the processor: others may be at work on the machine."""
    began = time.process_time()
    act()
    return round(1000 * (time.process_time() - began), 2)


def look(nights: Nights) -> None:
    """What the page of all players asks."""
    almanac = nights.almanac()
    almanac.players()
    almanac.teams()


def anew(almanac: Almanac) -> Almanac:
    """The same, with nothing found out yet."""
    return Almanac(almanac.matches, almanac.notebook)


def crowded(almanac: Almanac) -> Almanac:
    """The same matches among thirteen times as many names, and no more matches."""

    def renamed_in(match: PastMatch) -> PastMatch:
        def other(counts: Mapping[str, int]) -> dict[str, int]:
            return {f"{name}{match.id % 13}": count for name, count in counts.items()}

        return replace(match, scores=other(match.scores), places=other(match.places))

    matches = list(map(renamed_in, almanac.matches))
    return Almanac(matches, almanac.notebook)


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000)
    count = parser.parse_args().matches
    lexicon = cache(dictionaries.load)
    lexicon("en")
    with tempfile.TemporaryDirectory() as name, closing(Journal(Path(name) / JOURNAL_NAME)) as journal:
        folder = Path(name)
        fill(journal, count)

        def opened() -> Nights:
            return Nights(folder, Archive(Ledger(journal)), lambda document: played(document, lexicon), time.monotonic)

        nights = opened()
        told: dict[str, Any] = {"matches": count, "first_ms": timed_ms(lambda: look(nights))}
        told["next_start_ms"] = timed_ms(lambda: look(opened()))
        told["look_ms"] = min(timed_ms(lambda: look(nights)) for _ in range(20))
        fresh = nights.almanac()
        told["folds_ms"] = min(timed_ms(lambda: Almanac(fresh.matches, fresh.notebook).players()) for _ in range(5))
        told["player_ms"] = min(timed_ms(lambda: fresh.player(NAMES[0])) for _ in range(5))
        told["season_ms"] = min(timed_ms(lambda: anew(fresh).season(None)) for _ in range(5))
        told["document_ms"] = min(timed_ms(lambda: anew(fresh).document) for _ in range(5))
        many = crowded(fresh)
        told["names"] = len(many.players())
        told["document_of_names_ms"] = min(timed_ms(lambda: anew(many).document) for _ in range(5))
        told["document_kept_ms"] = min(
            timed_ms(lambda: nights.told(lambda almanac: almanac.document)) for _ in range(5)
        )
        add(journal, json.loads((MATCHES / "disorder-1.json").read_text("utf-8"))["document"], count)
        told["look_after_one_ms"] = timed_ms(lambda: look(nights))
        told["ratio"] = round(told["first_ms"] / told["look_ms"])
        told["cache_mb"] = round((folder / CACHE_FILE).stat().st_size / MEGABYTE, 2)
        without: list[RewrittenMatch] = []
        told["find_ms"] = timed_ms(lambda: without.extend(without_persons(journal, {person_of(NAMES[0])})))
        told["of_matches"] = len(without)
        told["rewrite_ms"] = timed_ms(lambda: journal.rewrite(without))
        told["wipe_ms"] = timed_ms(journal.wipe)
        told["journal_mb"] = round((folder / JOURNAL_NAME).stat().st_size / MEGABYTE, 2)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
