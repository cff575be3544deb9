"""`tableside matches`: the matches of the journal, listed, shown, exported, imported."""

from __future__ import annotations

from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.judge import explained
from companion.cli.terminal import print_json, print_line, say_none
from companion.data_folder import add_data_argument, chosen_folder
from companion.days import local_minute
from companion.errors import BadInput
from companion.practice.agreement import anew
from companion.referee.journal import JOURNAL_NAME, Journal, JournalMatch
from companion.referee.match import played

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verbs and options of `tableside matches`."""
    add_data_argument(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    listing = verbs.add_parser("list", help="all matches, oldest first")
    listing.add_argument("--json", action="store_true")
    for verb, what in (("show", "the rulings of one match"), ("export", "one match as a transcript (JSON)")):
        one = verbs.add_parser(verb, help=what)
        one.add_argument("match", type=int, metavar="NUMBER")
        if verb == "show":
            one.add_argument(
                "--explain", action="store_true",
                help="with each ruling its clause in words, where the rulebook has it, and the earlier ones under it",
            )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print what the verb asks for. Reads the journal only, so it may run beside a table."""
    with journal_of(args) as journal:
        if args.verb == "list":
            _list(journal, as_json=args.json)
        elif args.verb == "show":
            _show(transcript(journal, args.match), in_full=args.explain)
        else:
            print_json(transcript(journal, args.match), indent=1)
    return 0


@contextmanager
def journal_of(args: argparse.Namespace) -> Iterator[Journal]:
    """The journal of the data folder, to be read. Raises BadInput where there is none."""
    with closing(Journal(journal_path(args.data), read_only=True)) as journal:
        yield journal


def journal_path(named: str | None) -> Path:
    """The journal of the data folder, for which none is made. Raises BadInput where there is none."""
    path = chosen_folder(named) / JOURNAL_NAME
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        said = f"there is no journal at {path}; play a match first or name another folder with --data"
        raise BadInput(said) from None
    except OSError as error:
        raise BadInput(
            f"the journal {path} cannot be read ({error.strerror}); name another folder with --data"
        ) from error
    return path


def _list(journal: Journal, *, as_json: bool) -> None:
    rows = [_summary(journal, match) for match in journal.matches()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        players = ", ".join(row["players"])
        begun = local_minute(row["begun"])
        print_line(f"{row['match']:4}  {begun}  {row['game']:15} {row['events']:4} events  {players}")
    if not rows:
        say_none("no match has been played yet")


def _summary(journal: Journal, match: JournalMatch) -> dict[str, Any]:
    return {
        "match": match.id,
        "begun": match.begun,
        "closed": match.closed,
        "game": match.setup.get("game"),
        "players": match.setup.get("players"),
        "events": len(journal.events(match.id)),
    }


def transcript(journal: Journal, number: int) -> dict[str, Any]:
    """The transcript of one match, without the seed that the table deals by: who knows it knows all hands. Raises
    BadInput when the match is not there."""
    match = next((match for match in journal.matches() if match.id == number), None)
    if match is None:
        raise BadInput(f"there is no match {number} in {Path(journal.path).name}; `tableside matches list` names them")
    return {**anew(match.setup), "events": [event.event for event in journal.events(number)]}


def _show(transcript: dict[str, Any], *, in_full: bool) -> None:
    match = played(transcript)
    result = explained(match)
    for event, ruling in zip(transcript["events"], result["rulings"], strict=True):
        said = " ".join(f"{name} {value}" for name, value in event.items() if name != "event")
        print_line(f"{ruling['event']:4}  {event.get('event')} {said}")
        print_line(f"      {ruling['verdict']} ({ruling['clause']}): {ruling['reason']}")
        for line in _about(ruling) if in_full else ():
            print_line(f"        {line}")
    print_line(", ".join(f"{player} {score}" for player, score in result["scores"].items()))
    if result["over"]:
        print_line(f"won by {' and '.join(result['winners'])}")


def _about(ruling: dict[str, Any]) -> Iterator[str]:
    """The clause of a ruling in words, after how this match reads it, and what goes with it; nothing of one that cites
    none."""
    if "clause_text" not in ruling:
        return
    yield " ".join([ruling["clause"] + ":", *ruling["readings"], ruling["clause_text"]])
    if ruling["section"]:
        yield f"In the rulebook: {ruling['section']}"
    if ruling["earlier"]:
        yield f"Ruled before under it: {', '.join(map(str, ruling['earlier']))}"
