"""The shipped dictionaries for tests: each is compiled once, however many tests and runs ask for it, until code that
compiles dictionaries changes."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from companion import dictionaries, lexicon
from companion.lexicon import Lexicon
from tests.whole_run import WholeRun, alone


@cache
def shipped(name: str = dictionaries.DEFAULT) -> Lexicon:
    """A shipped dictionary by name."""
    folder = _kept()
    if folder is None:
        return dictionaries.load(name)
    with alone(folder / f"{name}.lock"):
        return dictionaries.load(name, cache=folder)


def used_before(data: Path, *names: str) -> None:
    """Make `data` the folder of a table that has played with these shipped dictionaries: they are compiled there."""
    (data / dictionaries.CACHES).mkdir(parents=True, exist_ok=True)
    folder = _kept()
    for name in names:
        compiled = data / dictionaries.CACHES / f"{name}.lexicon"
        if folder is None:
            dictionaries.at_table(name, data)
        elif not compiled.exists():
            shipped(name)
            compiled.symlink_to(folder / compiled.name)


def _kept() -> Path | None:
    """Where compiled dictionaries are kept for all runs, without those that other code has compiled."""
    if WholeRun.kept is None:
        return None
    folder = WholeRun.kept / _compiled_by()
    for outdated in {*WholeRun.kept.iterdir()} - {folder}:
        rmtree(outdated, ignore_errors=True)  # another process may do the same
    folder.mkdir(exist_ok=True)
    return folder


@cache
def _compiled_by() -> str:
    """Changes with every line that has a say in the compiled form; the lists are what its own key is of."""
    rooms = [Path(folder) for room in (dictionaries, lexicon) for folder in room.__path__]
    lines = b"".join(file.read_bytes() for room in rooms for file in sorted(room.rglob("*.py")))
    return sha256(lines).hexdigest()[:16]
