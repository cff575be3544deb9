"""lgpio, imported so that nothing of it is left in the folder the program runs in.

Its import makes a named pipe in the current folder and fails where that cannot be written (lgNotify.c, lgUtil.c and
lgpio.py of lg 0.2.2; LG_WD names another folder, in which the whole process then stays).
"""

from __future__ import annotations

import contextlib
import sys
from tempfile import TemporaryDirectory


def import_lgpio() -> None:
    """Import lgpio from a folder of its own, gone again afterwards: the pipe is open by then and needs no name.

    The current folder is another one meanwhile, for every thread. Raises ImportError where lgpio is not installed,
    OSError where no temporary folder can be written.
    """
    if "lgpio" in sys.modules:
        return
    with TemporaryDirectory(prefix="tableside-lgpio-") as folder, contextlib.chdir(folder):
        import lgpio  # noqa: F401


def lgpio_errors() -> tuple[type[Exception], ...]:
    """What lgpio raises, once it is in use; nothing before."""
    lgpio = sys.modules.get("lgpio")
    return () if lgpio is None else (lgpio.error,)
