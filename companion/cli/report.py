"""`tableside report`: who was winning in a match that is over, and what it could have been."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.matches import journal_of, transcript
from companion.cli.printing import add_paper_argument, say_what_is_lacking, write
from companion.cli.terminal import print_json, print_line
from companion.data_folder import add_data_argument
from companion.errors import BadInput
from companion.games import rulebook
from companion.language import LANGUAGES, translations
from companion.referee.match import played
from companion.report.match_report import report_of
from companion.sentences import spoken

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from companion.games.made import MadeWord
    from companion.referee.match import Match
    from companion.report.match_report import MatchReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which match."""
    add_data_argument(parser)
    parser.add_argument("match", type=int, metavar="NUMBER", help="as `tableside matches list` names it")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--pdf", type=Path, metavar="FILE.pdf", help="write the report on paper, too")
    add_paper_argument(parser)
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="write the picture to share, too")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of sheet and picture (default: en)")


def run(args: argparse.Namespace) -> int:
    """Print the report. Reads the journal only, so it may run beside a table."""
    with journal_of(args) as journal:
        match = played(transcript(journal, args.match))
    if not match.view().over:
        raise BadInput(f"match {args.match} is not over: what could have been is told when it cannot help anybody")
    report = report_of(match)
    _write(args, report, match)
    if args.json:
        print_json({"match": args.match, **report.to_json()}, indent=1)
    else:
        for line in _lines(report):
            print_line(line)
    return 0


def _write(args: argparse.Namespace, report: MatchReport, match: Match) -> None:
    """The files that are asked for. Raises BadInput for one that cannot be written."""
    if args.pdf is None and args.picture is None:
        return
    from companion.print.report_sheet import ended, picture_png, sheet_pdf

    translate = translations(args.language).gettext
    for path, make in ((args.pdf, partial(sheet_pdf, size=args.paper)), (args.picture, picture_png)):
        if path is not None:
            write(path, make(report, ended(match), lambda text: spoken(text, translate)))
    say_what_is_lacking(*match.scores, on=sys.stderr)


def _lines(report: MatchReport) -> Iterator[str]:
    unit = rulebook(report.game).score_name
    for swing in report.curve.turning:
        yield f"{swing.number:4}  {swing.player} {100 * swing.change:+.0f} % to win: {swing.reason}"
    for each in report.players:
        chances = "chance" if each.chances == 1 else "chances"
        yield f"{each.player}: {each.lost} {unit} missed with {each.chances} {chances}"
        if each.worst is not None:
            yield f"    no. {each.worst.number}, the dearest: {each.worst.missed.reason}"
        if each.fall is not None:
            cost = f"{-100 * each.fall.change:.0f} % of the chance to win"
            yield f"    no. {each.fall.number} cost {cost}: {each.fall.reason}"
        if each.best_word is not None:
            yield f"    best word: {_word(each.best_word)}"
    if report.best_word is not None:
        yield f"The best word: {_word(report.best_word)} by {report.best_word.player}"
    if report.missed_word is not None:
        word, chance = report.missed_word
        yield f"The word that everybody missed: {word} (no. {chance.number})"
    for chance in report.chances:
        turning = " *" if chance in report.turning_points else ""
        yield f"{chance.number:4}  {chance.missed.lost:+d}{turning}  {chance.missed.reason}"


def _word(made: MadeWord) -> str:
    return made.word if made.points is None else f"{made.word} ({made.points})"
