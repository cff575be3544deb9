"""What a table's hub sets up at it: a sealed invitation to a match, shown while none is played, or begun by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotYet
from companion.hub.payloads import FORMAT
from companion.hub.seal import is_sealed, sealed
from companion.referee.invitation import Invitation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.hub.outbox import ToldTable


def invitation_message(invitation: Invitation | None, topic: str, key: str) -> dict[str, Any]:
    """The invitation as a hub says it on a table's topic; None takes back what was said before."""
    said = None if invitation is None else {"title": invitation.title, "setup": dict(invitation.setup)}
    return sealed({"format": FORMAT, "invitation": said}, topic, key)


class Invitations:
    """Hears what is set up at `table` on `topic` by whoever has the table's `key`; anybody else is not heard.
    `begins_itself` says that nobody at the table has to confirm it."""

    def __init__(self, table: ToldTable, topic: str, key: str, *, begins_itself: bool = False) -> None:
        self._table = table
        self._topic = topic
        self._key = key
        self._begins_itself = begins_itself

    def hear(self, message: Mapping[str, Any]) -> bool:
        """Show what was set up, or nothing any more. Whether it was taken: not what somebody else has sealed, and no
        match that this table cannot play."""
        if not self._key or not is_sealed(message, self._topic, self._key):
            return False
        invitation = _read(message.get("invitation"))
        try:
            self._table.submit(lambda referee: referee.tournament.invite(invitation)).result()
        except BadInput:
            return False
        if invitation is not None and self._begins_itself:
            self._begin()
        return True

    def _begin(self) -> None:
        """Begin what is set up, once its dictionary is there. While another match is played it stays on offer."""
        try:
            self._table.submit(lambda referee: referee.tournament.begin()).result()
        except NotYet as error:
            error.made.add_done_callback(lambda _made: self._table.submit(lambda referee: referee.tournament.begin()))
        except BadInput:
            return


def _read(said: Any) -> Invitation | None:
    if not isinstance(said, dict) or not isinstance(said.get("title"), str) or not isinstance(said.get("setup"), dict):
        return None
    pairing = said["setup"].get("pairing")
    if not isinstance(pairing, dict) or not all(isinstance(pairing.get(name), int) for name in ("round", "table")):
        return None
    return Invitation(said["title"], said["setup"])
