"""Whether phones may reach the table: asked once where somebody can answer, and remembered in the data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.errors import BadInput
from companion.machine.address import LOOPBACK

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ANSWER_FILE = "phones"  # holds "yes" or "no"
NETWORK = "0.0.0.0"
QUESTION = """May phones on this network join?
  yes: whoever is in the same network can look at the table; only who has the code on its screen can play, and only
       who knows its PIN is host. The browser on this machine needs neither.
  no:  the table can be seen on this machine only.
`tableside run --phones yes` or `--phones no` changes it later. Phones [yes] """


def host_for(phones: str | None, data: Path, ask: Callable[[str], str] | None, say: Callable[[str], object]) -> str:
    """The address to listen on: for the network where phones may join, else for this machine.

    `phones` is what was said on the command line, "yes" or "no", and is remembered as an answer is; `ask` puts a
    question to whoever sits at the terminal, None where nobody does: then nothing is remembered and phones stay out.
    """
    path = data / ANSWER_FILE
    known = _remembered(path)
    answer = phones or known or (_yes_or_no(ask(QUESTION)) if ask else None)
    if answer not in (None, known):
        try:
            atomic.write(path, str(answer).encode())
        except OSError as error:
            say(f"the answer cannot be kept in {path} ({error.strerror}): it is asked for again next time")
    return NETWORK if answer == "yes" else LOOPBACK


def _yes_or_no(said: str) -> str:
    return "no" if said.strip().lower() in ("n", "no") else "yes"


def _remembered(path: Path) -> str | None:
    """What was answered; None for no answer, or a file that holds none."""
    try:
        with outside.opened(path) as file:
            kept = file.read(4).decode("ascii", "replace").strip()
    except (OSError, BadInput):
        return None
    return kept if kept in ("yes", "no") else None
