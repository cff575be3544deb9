"""`tableside deck enrol NAME --camera …`: learn a deck as its cards are shown to the camera, singly or in spreads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.vision.enrol import unclear

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.referee.lookout import Camera
    from companion.vision.album import Album
    from companion.vision.enrolment import Enrolment
    from companion.vision.sighting import Table

WAIT_S = 2.0
PATIENCE = 5  # waits without any picture before giving up
NEXT_SHOWN = 12


def learn_live(
    enrolment: Enrolment, camera: Camera, save: Callable[[Album], None], say: Callable[[str], None]
) -> Table:
    """Learn from the camera until every card is known, then read one more settled table as a check; gives that table.

    What has been learned is saved after every step, so that the work may be broken off at any time (Ctrl-C). Raises
    BadInput when the camera gives no pictures.
    """
    number, waited = -1, 0
    say(prompt(enrolment.left))
    while True:
        frame = camera.latest(number, WAIT_S)
        if frame is None:
            waited += 1
            if waited >= PATIENCE:
                raise BadInput(camera.fault or "the camera gives no pictures")
            continue
        number, waited = frame.number, 0
        step = enrolment.watch(frame.picture, frame.taken_ns // 1_000_000)
        if step is None:
            continue
        if step.checked is not None:
            return step.checked
        if step.too_many:
            say(f"{step.too_many} new cards lie there, and only {len(enrolment.left)} are to come; take some away")
            continue
        if step.unclear:
            say(unclear(step.unclear))
            continue
        save(enrolment.album)
        say(f"learned {', '.join(step.learned)}")
        say(prompt(enrolment.left))


def prompt(left: Sequence[str]) -> str:
    """What to show next."""
    if not left:
        return "Every card is known. Lay out some cards in another order, as a check."
    shown = ", ".join(left[:NEXT_SHOWN]) + (", …" if len(left) > NEXT_SHOWN else "")
    return f"{len(left)} cards to go. Show the next ones, in this order, the right way up: {shown}"
