"""`python -m companion.dictionaries NAME DATA`: compile a dictionary into the cache of a data folder.

With `--solve` before these, what is solved of its words, too; `all` is every dictionary. The program starts itself so
while a table is running (`companion.dictionaries.aside`).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from companion import dictionaries
from companion.dictionaries import memory
from companion.dictionaries.aside import NO_MEMORY
from companion.errors import TablesideError

NICENESS = 10  # the table goes first


def main() -> int:
    """Compile. Returns the exit status: 1 where one cannot be used, or is not there after it, or `NO_MEMORY`."""
    *flags, name, folder = sys.argv[1:]
    data = Path(folder)
    with suppress(PermissionError):  # the service's sandbox lets nobody change what goes first
        os.nice(NICENESS)
    memory.go_before_the_table()
    solving = "--solve" in flags
    make = dictionaries.solve if solving else dictionaries.at_table
    names = dictionaries.available() if name == "all" else [name]
    try:
        for each in names:
            make(each, data, _nothing_said)
    except TablesideError:
        return 1
    except MemoryError:
        return NO_MEMORY
    return 0 if all(dictionaries.is_kept(each, data, solved=solving) for each in names) else 1


def _nothing_said(_notice: str) -> None:
    """Whoever waits hears whether it is there now; what was wrong the table says itself."""


if __name__ == "__main__":
    sys.exit(main())
