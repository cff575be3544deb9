"""Programs of the system that judge what the tests have made."""

from __future__ import annotations

import os
import shutil

ADMINISTRATORS = "/usr/local/sbin:/usr/sbin:/sbin"  # an ordinary user's PATH on Debian leaves them out
PATH = f"{os.environ.get('PATH', os.defpath)}:{ADMINISTRATORS}"


def program(name: str) -> str | None:
    """Where this program is, whoever it is meant for; None where it is not installed."""
    return shutil.which(name, path=PATH)
