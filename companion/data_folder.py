"""Where matches, frames and caches lie: `--data DIR`, else TABLESIDE_DATA, else the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion import atomic
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse

HUB_FOLDER = "hub"  # in the data folder, all of a hub's: a table on the same machine keeps its own things beside it


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """Give a command the option `--data DIR`."""
    parser.add_argument("--data", metavar="DIR", help="where matches, frames and caches lie (default: TABLESIDE_DATA)")


def chosen_folder(named: str | None = None) -> Path:
    """The data folder, whether it is there or not: whoever only reads makes none."""
    return Path(named or os.environ.get("TABLESIDE_DATA") or _of_the_user())


def data_folder(named: str | None = None) -> Path:
    """The data folder, made if need be. Raises BadInput when it cannot be made or is no folder."""
    folder = chosen_folder(named)
    try:
        atomic.make_folder(folder)
    except OSError as error:
        raise BadInput(f"data folder {folder} cannot be made ({error.strerror}); name another with --data") from error
    return folder


def _of_the_user() -> Path:
    from platformdirs import user_data_path  # the service names its folder and need not wait for this

    return user_data_path("tableside", appauthor=False)
