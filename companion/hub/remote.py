"""A button pressed from afar: pause, go on, challenge, for whoever has the table's token and only where it was allowed.

Every message that can be sent to a table is also kept from others by the broker's access list; the token is for brokers
that have none. It is made when something is first allowed and kept in the data folder: who removes it revokes it.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Any

from companion import atomic
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

TOKEN_FILE = "hub-token"


def remote_token(path: Path) -> str:
    """The token kept at `path`, made at the first call and readable by its owner only. Raises BadInput when it cannot
    be kept."""
    try:
        kept = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    if len(kept) >= 16:
        return kept
    token = secrets.token_urlsafe(24)
    try:
        atomic.write(path, f"{token}\n".encode(), mode=0o600)
    except OSError as error:
        why = error.strerror
        raise BadInput(told("the token {path} cannot be kept ({error})", path=path, error=why)) from error
    return token


class Remote:
    """Does what is asked for with the right `token`, as far as `deeds` has it; anything else changes nothing."""

    def __init__(self, token: str, deeds: Mapping[str, Callable[[], object]]) -> None:
        self.token = token
        self.deeds = deeds

    def act(self, request: Mapping[str, Any]) -> bool:
        """Whether it was done. One that cannot be done now, such as a pause without a match, is not."""
        token, deed = request.get("token"), self.deeds.get(str(request.get("do")))
        if deed is None or not isinstance(token, str) or not hmac.compare_digest(token.encode(), self.token.encode()):
            return False
        try:
            deed()
        except BadInput:
            return False
        return True
