"""How long the report of a match takes: `python -m benchmarks.reports [--sort NAME] [--matches 10]`.

Of each sort of matches (`benchmarks/winning.py`) those that come nearest to sixty events, played by quick players:
seconds of a report, of the processor and on the wall; of the first of them sheet and picture, the memory, and beside it
play-outs at each event, from which one would otherwise learn who was winning.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from dataclasses import replace
from random import Random
from statistics import median

from benchmarks.figures import at_least_one
from benchmarks.quick_tables import QuickTable, Unfinished
from benchmarks.winning import SORTS, full_words, quick_table, title
from companion.decks import deckfiles
from companion.games.dealing import dealing
from companion.games.layout import layout_of
from companion.print.report_sheet import ended, picture_png, sheet_pdf
from companion.referee.match import Match
from companion.report.match_report import report_of

EVENTS = 60
PLAYED = 10  # matches for each that is looked at
PLAY_OUTS = 4  # at each event, the naive way

Played = tuple[Match, QuickTable]


def matches_of_events(name: str, count: int) -> list[Played]:
    """Of some matches of a sort those that come nearest to so many events, the nearest first."""
    tables = []
    for seed in range(PLAYED * count):
        table, _ = quick_table(name, "measure", seed)
        try:
            list(table.course())
        except Unfinished:
            continue
        tables.append(table)
    tables.sort(key=lambda each: abs(len(each.said) - EVENTS))
    return [(_match(table), table) for table in tables[:count]]


def _match(table: QuickTable) -> Match:
    setup = {"game": table.game, "players": list(table.state.players), "options": dict(table.options)}
    match = Match.begin(setup, lambda _: full_words())
    for said in table.said:
        match.apply(said)
    return match


def played_out(match: Match, table: QuickTable) -> float:
    """Seconds of the processor that some play-outs at each event take."""
    deals = dealing(table.game)
    assert deals is not None
    cards = deckfiles.load(layout_of(table.game, {}).deck).cards
    began_s = time.process_time()
    for _, _, after in match.course():
        for at in range(PLAY_OUTS):
            chance = Random(at)
            dealt = deals.deal(after, cards, chance)
            again = replace(table, state=after, dealt=dealt, chance=chance, said=[])
            try:
                list(again.course())
            except Unfinished:
                continue
    return time.process_time() - began_s


def print_times(name: str, played: list[Played]) -> None:
    """A line of what reports of these matches take."""
    processor_s, wall_s = [], []
    for match, _ in played:
        began_s, own_s = time.perf_counter(), time.process_time()
        report_of(match)
        wall_s.append(time.perf_counter() - began_s)
        processor_s.append(time.process_time() - own_s)
    events = sorted(len(match.events) for match, _ in played)
    print(
        f"{title(name)}: {len(played)} matches of {events[0]} to {events[-1]} events: report {median(processor_s):.3f} "
        f"s of the processor, longest {max(processor_s):.3f} s; on the wall {median(wall_s):.3f}, {max(wall_s):.3f} s",
        flush=True,
    )


def print_beside(match: Match, table: QuickTable) -> None:
    """What comes with the report of one match, and what play-outs take."""
    began_s = time.process_time()
    report = report_of(match)
    report_s = time.process_time() - began_s
    sheet_pdf(report, ended(match), str)
    began_s = time.process_time()
    pdf, png = sheet_pdf(report, ended(match), str), picture_png(report, ended(match), str)
    files_s = time.process_time() - began_s
    tracemalloc.start()
    report_of(match)
    picture_png(report, ended(match), str)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    naive_s = played_out(match, table)
    print(
        f"    {len(match.events)} events: report {report_s:.3f} s, sheet and picture {files_s:.2f} s "
        f"({len(pdf) // 1000} and {len(png) // 1000} kB), at most {peak:.1f} MB more; {PLAY_OUTS} play-outs at each "
        f"event {naive_s:.2f} s, {naive_s / report_s:.0f} times as long",
        flush=True,
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sort", default="", metavar="NAME", help="only sorts whose name begins so")
    parser.add_argument("--matches", type=at_least_one, default=10, help="of each sort")
    asked = parser.parse_args()
    for name in SORTS:
        if name.startswith(asked.sort):
            played = matches_of_events(name, asked.matches)
            print_times(name, played)
            print_beside(*played[0])


if __name__ == "__main__":
    main()
