"""`python -m companion.dictionaries NAME DATA`: compile a dictionary into the cache of a data folder.

The program starts itself so while a table is running (`companion.dictionaries.aside`).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from companion import dictionaries
from companion.errors import TablesideError

NICENESS = 10  # the table goes first


def main() -> int:
    """Compile. Returns the exit status: 1 where the dictionary cannot be used, or something is to be said of it."""
    name, data = sys.argv[1], Path(sys.argv[2])
    with suppress(PermissionError):  # the service's sandbox lets nobody change what goes first
        os.nice(NICENESS)
    Path("/proc/self/oom_score_adj").write_text("1000")  # where the machine's memory ends, this goes before the table
    notices: list[str] = []
    try:
        dictionaries.at_table(name, data, notices.append)
    except TablesideError:
        return 1
    return 1 if notices else 0


if __name__ == "__main__":
    sys.exit(main())
