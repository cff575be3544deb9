"""`tableside nights`: players with their history, head-to-heads, words, seasons and teams; exported, forgotten."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import atomic, dictionaries
from companion.cli.matches import journal_path
from companion.cli.terminal import print_json, print_line, say_none
from companion.data_folder import add_data_argument
from companion.days import local_day
from companion.errors import BadInput
from companion.games import rulebooks
from companion.games.persons import GUEST
from companion.machine.lock import FolderLock
from companion.nights.exporting import sheet
from companion.nights.keeping import NOTEBOOK_FILE, Nights, read_notebook, write_notebook
from companion.nights.notebook import Season, Team
from companion.referee.archive import Archive
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.ledger import Ledger
from companion.referee.match import played
from companion.spreadsheet import ENCODING
from companion.web.farewell import forgotten, to_be_forgotten
from companion.web.keys import KEY_FILE
from companion.web.seats import SEATS_FILE, Seats

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from companion.nights.almanac import Almanac
    from companion.nights.notebook import Notebook


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verbs and options of `tableside nights`."""
    add_data_argument(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    looks = {
        "list": (_list, "all players, who has played most first"),
        "player": (_player, "one player: matches by game, whom they met, their words"),
        "pair": (_pair, "two players against each other"),
        "season": (_season, "the table of a season, of all matches without a name"),
        "seasons": (_seasons, "the seasons, from which day to which"),
        "teams": (_teams, "the teams and how they stand"),
    }
    for verb, (act, what) in looks.items():
        one = verbs.add_parser(verb, help=what)
        one.add_argument("--json", action="store_true")
        one.set_defaults(act=act)
        if verb in ("player", "pair"):
            one.add_argument("name", metavar="NAME")
        if verb == "pair":
            one.add_argument("other", metavar="NAME")
        if verb == "season":
            one.add_argument("name", nargs="?", metavar="SEASON")
    for verb, what in (("same", "say that these names are one player"), ("apart", "take that back for a name")):
        who = verbs.add_parser(verb, help=what)
        who.add_argument("names", nargs="+" if verb == "same" else 1, metavar="NAME")
        who.set_defaults(act=_same if verb == "same" else _apart)
    days = verbs.add_parser("set-season", help="name the matches from one day to another a season")
    days.add_argument("name", metavar="SEASON")
    days.add_argument("first", metavar="FIRST", help="as 2026-01-01")
    days.add_argument("last", metavar="LAST")
    days.set_defaults(act=_set_season)
    players = verbs.add_parser("set-team", help="name some players a team")
    players.add_argument("name", metavar="TEAM")
    players.add_argument("players", nargs="+", metavar="NAME")
    players.set_defaults(act=_set_team)
    for verb, what, leaving in (("season", "SEASON", _remove_season), ("team", "TEAM", _remove_team)):
        removing = verbs.add_parser(f"remove-{verb}", help=f"have a {verb} no more; its matches stay")
        removing.add_argument("name", metavar=what)
        removing.set_defaults(act=leaving)
    exporting = verbs.add_parser(
        "export", help="write everything as one file: .json, or .csv with a line per player and match"
    )
    exporting.add_argument("file", type=Path, metavar="FILE")
    exporting.set_defaults(act=_export)
    forgetting = verbs.add_parser("forget", help="have a guest in the place of a player in all matches, for good")
    forgetting.add_argument("name", metavar="NAME")
    forgetting.add_argument("--yes", action="store_true", help="do it; without it is said only what would be done")
    forgetting.set_defaults(act=_forget)


def run(args: argparse.Namespace) -> int:
    """Do what the verb asks for. What only looks may run beside a table."""
    return int(args.act(args))


@contextmanager
def _opened(args: argparse.Namespace) -> Iterator[Nights]:
    """The nights of the data folder, to be looked at: a table may run, start and stop meanwhile."""
    path = journal_path(args.data)
    with closing(Journal(path, read_only=True)) as journal:
        yield _nights(path.parent, journal)


@contextmanager
def _held(args: argparse.Namespace, what: str) -> Iterator[Path]:
    """The data folder, held while something in it is changed. Raises BadInput, with `what` to do instead, while a table
    runs on it."""
    data = journal_path(args.data).parent
    with ExitStack() as stack:
        try:
            stack.enter_context(FolderLock(data))
        except BadInput as error:
            raise BadInput(f"a table is running on {data}: {what} on its page /nights, or stop it") from error
        yield data


@contextmanager
def _alone(data: Path) -> Iterator[bool]:
    """Whether no table runs; none can start as long as this lasts."""
    with ExitStack() as stack:
        try:
            stack.enter_context(FolderLock(data))
        except BadInput:
            yield False
        else:
            yield True


def _nights(data: Path, journal: Journal) -> Nights:
    play = partial(played, lexicon_loader=cache(partial(dictionaries.at_table, data=data)))
    return Nights(data, Archive(Ledger(journal)), play, time.monotonic, may_cache=partial(_alone, data))


def _almanac(nights: Nights) -> Almanac:
    almanac = nights.almanac()
    for number, why in almanac.unplayable.items():
        print_line(f"tableside: match {number} is left out: {why}", file=sys.stderr)
    return almanac


# ------------------------------------------------------------------ looking


def _list(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        found = _almanac(nights).players()
    lines = [(each["name"], each["played"], each["won"], f"{each['standing']:.1f}", each["last"]) for each in found]
    none = "no match has been played yet"
    return _print(args, found, [("player", "matches", "won", "standing", "last"), *lines], none)


def _player(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        found = _almanac(nights).player(args.name)
    if args.json:
        print_json(found)
        return 0
    names = [name for name in found["names"] if name != found["name"]]
    print_line(found["name"], f"(also {', '.join(names)})" if names else "")
    games = [
        (f"{each['title']}{each['aim'] and ', '}{each['aim']}", *(each[name] for name in _TOTALS))
        for each in found["games"]
    ]
    _table([("game", "matches", *_TOTALS[1:]), *games])
    _table([("met", "matches", "ahead", "level", "behind"), *(tuple(each.values()) for each in found["met"])])
    words = found["words"]
    if words["made"]:
        print_line(f"words: {words['made']}, of which {words['different']} different; longest {words['longest']}")
        print_line("favourites:", ", ".join(f"{each['word']} {each['times']}×" for each in words["favourites"]))
    if words["best"]:
        title = rulebooks()[words["best"]["game"]].title
        print_line(f"best: {words['best']['word']}, {words['best']['points']} in {title}")
    _newest(found["newest"])
    return 0


def _pair(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        found = _almanac(nights).pair(args.name, args.other)
    if args.json:
        print_json(found)
        return 0
    lines = [(each["title"], *(each[name] for name in _MET)) for each in found["games"]]
    _table([(f"{found['one']} – {found['other']}", *_MET), *lines, ("all", *(found[name] for name in _MET))])
    _newest(found["newest"])
    return 0


_MET = ("matches", "ahead", "level", "behind")
_TOTALS = ("played", "won", "best", "worst")


def _season(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        almanac = _almanac(nights)
        found = almanac.season(None if args.name is None else almanac.notebook.season(args.name))
    none = "no match is finished yet" if args.name is None else f"no match of season {found['name']} is finished yet"
    return _print(args, found, [("", "player", "standing", "matches", "won"), *map(_standing, found["table"])], none)


def _seasons(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        found = _almanac(nights).seasons()
    lines = [(each["name"], each["first"], each["last"], each["matches"]) for each in found]
    none = "there are no seasons; `tableside nights set-season` names one"
    return _print(args, found, [("season", "first", "last", "matches"), *lines], none)


def _teams(args: argparse.Namespace) -> int:
    with _opened(args) as nights:
        found = _almanac(nights).teams()
    lines = [_standing(each["line"]) if each["line"] else ("", each["name"], "", 0, 0) for each in found]
    none = "there are no teams; `tableside nights set-team` names one"
    return _print(args, found, [("", "team", "standing", "matches", "won"), *lines], none)


def _standing(line: Mapping[str, Any]) -> tuple[Any, ...]:
    return line["rank"], line["name"], f"{line['standing']:.1f}", line["matches"], line["won"]


def _newest(found: Sequence[Mapping[str, Any]]) -> None:
    """The newest matches of somebody, or of two, each on a line."""
    print_line("newest matches:")
    for each in found:
        players = ", ".join(f"{one['name']} {one['score']}" for one in each["players"])
        print_line(f"{local_day(each['begun'])}  {each['title']}: {players}{'' if each['over'] else ' (not finished)'}")


def _print(args: argparse.Namespace, found: Any, rows: Sequence[Sequence[Any]], none: str) -> int:
    """What was found, or a table of it; `none` says where there is no row but the first, which names the columns."""
    if args.json:
        print_json(found)
    elif len(rows) > 1:
        _table(rows)
    else:
        say_none(none)
    return 0


def _table(rows: Sequence[Sequence[Any]]) -> None:
    """Rows under each other, the first one what they are called."""
    if len(rows) < 2:
        return
    texts = [["–" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        cells = [
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print_line("  ".join(cells).rstrip())


# ------------------------------------------------------------------ saying who is who, and when


def _same(args: argparse.Namespace) -> int:
    _note(args, lambda notebook: notebook.with_same(args.names))
    print_line(f"{', '.join(args.names)} are one player, called {args.names[0]}")
    return 0


def _apart(args: argparse.Namespace) -> int:
    _note(args, lambda notebook: notebook.apart(args.names[0]))
    print_line(f"{args.names[0]} is a player of their own again")
    return 0


def _set_season(args: argparse.Namespace) -> int:
    notebook = _note(args, lambda notebook: notebook.with_season(Season(args.name, args.first, args.last)))
    season = notebook.season(args.name)
    print_line(f"season {season.name}: {season.first} to {season.last}")
    return 0


def _set_team(args: argparse.Namespace) -> int:
    team = _note(args, lambda notebook: notebook.with_team(Team(args.name, tuple(args.players)))).team(args.name)
    print_line(f"team {team.name}: {', '.join(team.players)}")
    return 0


def _remove_season(args: argparse.Namespace) -> int:
    _note(args, lambda notebook: notebook.without_season(args.name))
    print_line(f"season {args.name}: removed")
    return 0


def _remove_team(args: argparse.Namespace) -> int:
    _note(args, lambda notebook: notebook.without_team(args.name))
    print_line(f"team {args.name}: removed")
    return 0


def _note(args: argparse.Namespace, act: Callable[[Notebook], Notebook]) -> Notebook:
    """Change the notebook. Returns it as it is kept."""
    with _held(args, "say it") as data:
        notebook = act(read_notebook(data))
        write_notebook(data, notebook)
    return notebook


# ------------------------------------------------------------------ taking along, and forgetting


def _export(args: argparse.Namespace) -> int:
    kinds: dict[str, Callable[[Almanac], bytes]] = {
        ".json": lambda almanac: almanac.document,
        ".csv": lambda almanac: sheet(almanac).encode(ENCODING),
    }
    if args.file.suffix not in kinds:
        raise BadInput(f"{args.file} ends neither in .json nor in .csv")
    if args.file.resolve() == (journal_path(args.data).parent / NOTEBOOK_FILE).resolve():
        raise BadInput(f"in {args.file} the table itself keeps who is who, seasons and teams; name another file")
    with _opened(args) as nights:
        content = kinds[args.file.suffix](_almanac(nights))
    try:
        atomic.write(args.file, content)
    except OSError as error:
        raise BadInput(f"cannot write {args.file}: {error.strerror}") from error
    print_line(f"{args.file} written")
    return 0


def _forget(args: argparse.Namespace) -> int:
    """Exit status 1 while it is not said that it shall be done."""
    if not args.yes:
        path = journal_path(args.data)
        data = path.parent
        with closing(Journal(path, read_only=True)) as journal:
            _must_be_sound(journal)
            archive, nights = Archive(Ledger(journal)), _nights(data, journal)
            found = to_be_forgotten(args.name, nights, archive, _seats(data).are_held_by)
        print_line(
            f"{', '.join(sorted(found.names))} would be {GUEST} in {len(found.matches)} matches, "
            "and have no seat, group or team, for good."
        )
        print_line("Say it with --yes.")
        return 1
    with _held(args, f"forget {args.name}") as data, closing(_sound_journal(data)) as journal:
        archive, nights = Archive(Ledger(journal)), _nights(data, journal)
        gone = forgotten(args.name, nights, archive, partial(_unseated, data), data)
    print_line(f"{', '.join(sorted(gone.names))}: {GUEST} now in {len(gone.matches)} matches.")
    if not gone.is_wiped:
        print_line("The old bytes could not be wiped yet: another program reads the journal. The next start does it.")
    for sentence in gone.elsewhere:
        print_line(sentence)
    return 0


def _seats(data: Path) -> Seats:
    return Seats(data / SEATS_FILE, lambda problem: print_line(problem, file=sys.stderr))


def _unseated(data: Path, persons: Collection[str]) -> bool:
    """Take these persons' seats; whether they had one."""
    seats = _seats(data)
    had_seat = seats.forget(persons)
    if (data / SEATS_FILE).exists() and (problem := seats.keep()) is not None:
        print_line(problem, file=sys.stderr)
    return had_seat


def _must_be_sound(journal: Journal) -> None:
    """Raises BadInput when the journal is damaged: only a table mends it, and says so."""
    problem = journal.problem()
    if problem is not None:
        path = journal.path
        raise BadInput(
            f"the journal {path} is damaged ({problem}); start the table, which keeps it aside and saves what it can"
        )


def _sound_journal(data: Path) -> Journal:
    """The journal, to be written. Raises BadInput when it is damaged."""
    path = data / JOURNAL_NAME
    with closing(Journal(path, read_only=True)) as journal:
        _must_be_sound(journal)
    journal = Journal(path, witnesses=[data / KEY_FILE])
    if journal.damage is not None:  # since it was looked at
        journal.close()
        raise BadInput(journal.damage)
    return journal
