"""Where the broker is and by which name and password a table, or the hub, is known there."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from pathlib import Path

PORTS = {"mqtt": 1883, "mqtts": 8883}  # as IANA has them


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker. With `tls` its certificate must be signed by `authority` (PEM), or by one that the machine trusts."""

    host: str
    port: int
    tls: bool
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    authority: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """The address without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"

    def context(self) -> ssl.SSLContext | None:
        """How TLS is spoken with it, None where it is not. Raises BadInput for an authority that is none."""
        if not self.tls:
            return None
        try:
            return ssl.create_default_context(cadata=self.authority)
        except (ssl.SSLError, ValueError) as error:
            raise BadInput(told("the hub's certificate cannot be read ({error})", error=error)) from error


def broker_address(url: str, authority: Path | None = None) -> BrokerAddress:
    """The broker of a URL: `mqtts://NAME:PASSWORD@HOST:PORT`, or `mqtt://` without TLS; name, password and port may be
    left out. Raises BadInput when it is none, or `authority` (a PEM file) cannot be read."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _no_address() from None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise _no_address()
    name, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    try:
        pem = None if authority is None else authority.read_text("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(told("the hub's certificate cannot be read ({error})", error=error)) from error
    return BrokerAddress(
        parts.hostname, PORTS[parts.scheme] if port is None else port, parts.scheme == "mqtts", name, password, pem
    )


def _no_address() -> BadInput:
    """It does not repeat what was said: a password may stand in it."""
    return BadInput(told("the hub's address must be mqtts://NAME:PASSWORD@HOST:PORT, or mqtt:// without encryption"))
