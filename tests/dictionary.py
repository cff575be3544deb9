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
    if WholeRun.kept is None:
        return dictionaries.load(name)
    folder = WholeRun.kept / _compiled_by()
    for outdated in {*WholeRun.kept.iterdir()} - {folder}:
        rmtree(outdated, ignore_errors=True)  # another process may do the same
    folder.mkdir(exist_ok=True)
    with alone(folder / f"{name}.lock"):
        return dictionaries.load(name, cache=folder)


@cache
def _compiled_by() -> str:
    """Changes with every line that has a say in the compiled form; the lists are what its own key is of."""
    rooms = [Path(folder) for room in (dictionaries, lexicon) for folder in room.__path__]
    lines = b"".join(file.read_bytes() for room in rooms for file in sorted(room.rglob("*.py")))
    return sha256(lines).hexdigest()[:16]
