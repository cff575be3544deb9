"""`tableside cases`: readings that were wrong, listed, read again, handed on, made into tests, learned from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cases.case_shelf import CaseShelf
from companion.cases.reread import EyesToday, Outcome, reread
from companion.cli.terminal import print_json, print_line, say_none
from companion.data_folder import add_data_argument, chosen_folder
from companion.days import local_minute
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.cases.case import Case


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verbs and options of `tableside cases`."""
    add_data_argument(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    listing = verbs.add_parser("list", help="all cases, oldest first")
    listing.add_argument("--json", action="store_true")
    listing.set_defaults(act=_list)
    again = verbs.add_parser("replay", help="read their pictures again, and say what is right, wrong or asked about")
    again.add_argument("--json", action="store_true")
    again.set_defaults(act=_replay)
    exporting = verbs.add_parser("export", help="write them, with what it takes to read them again, as one file")
    exporting.add_argument("file", type=Path, metavar="FILE")
    exporting.set_defaults(act=_export)
    testing = verbs.add_parser("test", help="make a folder of tests for pytest of them")
    testing.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder")
    testing.set_defaults(act=_test)
    learning = verbs.add_parser("learn", help="add their pictures to the albums of decks that are enrolled")
    learning.set_defaults(act=_learn)
    forgetting = verbs.add_parser("forget", help="remove cases")
    forgetting.set_defaults(act=_forget)
    for verb in (again, exporting, testing, learning, forgetting):
        verb.add_argument("cases", nargs="+" if verb is forgetting else "*", metavar="CASE", help="default: all")
    opening = verbs.add_parser("open", help="open a file of cases as a new data folder")
    opening.add_argument("file", type=Path, metavar="FILE")
    opening.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, to be named with --data")
    opening.set_defaults(act=_open)


def run(args: argparse.Namespace) -> int:
    """Do what the verb asks for. May run beside a table."""
    return int(args.act(args))


_NONE = "no reading has been said to be wrong"


def _list(args: argparse.Namespace) -> int:
    """Exit status 0, also when there are none; BadInput for a damaged one."""
    shelf = _shelf(args)
    cases = [shelf.read(identifier) for identifier in shelf.ids()]
    if args.json:
        print_json([_summary(case) for case in cases])
        return 0
    for case in cases:
        print_line(f"{case.id:32} {local_minute(case.made)}  {case.eyes.deck:16} {_said(case)}")
    if not cases:
        say_none(_NONE)
    return 0


def _replay(args: argparse.Namespace) -> int:
    """Exit status 1 when a card is read wrongly still."""
    shelf = _shelf(args)
    eyes = EyesToday(shelf.data)
    results = []
    for identifier in _chosen(shelf, args.cases):
        case, again = shelf.read(identifier), reread(shelf, identifier, eyes)
        results.append({**_summary(case), "outcome": again.outcome, "today": again.read, "otherwise": again.otherwise})
        if not args.json:
            others = f"; {again.otherwise} other cards are read otherwise than then" if again.otherwise else ""
            print_line(f"{identifier}: {again.outcome}: {_said(case)}, today {again.read or 'nothing'}{others}")
    if args.json:
        print_json(results)
    elif not results:
        say_none(_NONE)
    return 1 if any(result["outcome"] is Outcome.WRONG for result in results) else 0


def _export(args: argparse.Namespace) -> int:
    from companion.cases.parcel import export

    shelf = _shelf(args)
    chosen = _some(shelf, args.cases)
    export(shelf, chosen, args.file)
    print_line(f"{len(chosen)} cases with their pictures are in {args.file}; it says nothing of who played")
    return 0


def _test(args: argparse.Namespace) -> int:
    from companion.cases.parcel import make_tests

    shelf = _shelf(args)
    chosen = _some(shelf, args.cases)
    make_tests(shelf, chosen, args.folder)
    print_line(f"{len(chosen)} tests are in {args.folder}: pytest {args.folder}")
    return 0


def _open(args: argparse.Namespace) -> int:
    from companion.cases.parcel import unpack

    cases = unpack(args.file, args.folder)
    print_line(f"{len(cases)} cases: tableside cases --data {args.folder} replay")
    return 0


def _learn(args: argparse.Namespace) -> int:
    """Exit status 1 when a picture was not taken."""
    from companion.cases.case_learning import CaseLearning

    shelf = _shelf(args)
    learning = CaseLearning(shelf)
    refused = 0
    for identifier in _some(shelf, args.cases):
        why_not = learning.learn(identifier)
        refused += why_not is not None
        print_line(f"{identifier}: {'learned' if why_not is None else f'not learned: {why_not}'}")
    return 1 if refused else 0


def _forget(args: argparse.Namespace) -> int:
    shelf = _shelf(args)
    for identifier in args.cases:
        shelf.remove(identifier)
    return 0


def _shelf(args: argparse.Namespace) -> CaseShelf:
    return CaseShelf(chosen_folder(args.data))


def _chosen(shelf: CaseShelf, named: Sequence[str]) -> Sequence[str]:
    return tuple(named) or shelf.ids()


def _some(shelf: CaseShelf, named: Sequence[str]) -> Sequence[str]:
    chosen = _chosen(shelf, named)
    if not chosen:
        raise BadInput(f"there are no cases in {shelf.data}: nobody has said there that a reading was wrong")
    return chosen


def _summary(case: Case) -> dict[str, Any]:
    return {
        "case": case.id,
        "made": case.made,
        "program": case.program,
        "deck": case.eyes.deck,
        "camera": case.eyes.camera,
        "read": case.read,
        "truth": case.truth,
    }


def _said(case: Case) -> str:
    truth = case.truth or "no card"
    return f"{truth} was not seen" if case.card is None else f"{truth} was read as {case.read}"
