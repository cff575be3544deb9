"""Where the broker is and by which name and password a table, or the hub, is known there."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from companion import outside
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from pathlib import Path

NO_CHECK_TIME = ssl.VerifyFlags(0x200000)  # X509_V_FLAG_NO_CHECK_TIME of OpenSSL's x509_vfy.h
KNOCK_S = 10.0
PORTS = {"mqtt": 1883, "mqtts": 8883}  # as IANA has them


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker. With `tls` its certificate must be signed by `authority` (PEM), or by one that the machine trusts; if
    it `is_pinned`, it must be that very certificate, whatever address it is met at and whatever the clock says."""

    host: str
    port: int
    tls: bool
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    authority: str | None = field(default=None, repr=False)
    is_pinned: bool = False

    def __str__(self) -> str:
        """The address without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"

    async def answers(self, context: ssl.SSLContext | None, ending: asyncio.Event) -> bool:
        """See whether anybody is there, and with the right certificate; False if it is to end meanwhile. Raises
        OSError.

        An MQTT client that fails at this leaves parts of itself behind in the loop, and cannot be broken off (aiomqtt
        2.5).
        """
        knock, end = asyncio.create_task(self._knock(context)), asyncio.create_task(ending.wait())
        await asyncio.wait({knock, end}, return_when=asyncio.FIRST_COMPLETED)
        if not knock.done():
            knock.cancel()
            await asyncio.wait({knock})  # what it has opened is closed before the loop is
            return False
        end.cancel()
        knock.result()
        return True

    async def _knock(self, context: ssl.SSLContext | None) -> None:
        async with asyncio.timeout(KNOCK_S):
            _, writer = await asyncio.open_connection(self.host, self.port, ssl=context)
            try:
                writer.close()
                await writer.wait_closed()
            finally:
                writer.transport.abort()

    def context(self) -> ssl.SSLContext | None:
        """How TLS is spoken with it, None where it is not. Raises BadInput for an authority that is none."""
        if not self.tls:
            return None
        try:
            context = ssl.create_default_context(cadata=self.authority)
            if self.is_pinned:  # who has its key is the hub; a Pi without a clock of its own may be years behind
                context.check_hostname = False
                context.verify_flags |= NO_CHECK_TIME
            return context
        except (ssl.SSLError, ValueError) as error:
            raise BadInput(told("the hub's certificate cannot be read ({error})", error=error)) from error


def broker_address(url: str, authority: Path | None = None, *, is_pinned: bool = False) -> BrokerAddress:
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
        pem = None if authority is None else outside.content(authority, most_bytes=outside.MEGABYTE).decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(told("the hub's certificate cannot be read ({error})", error=error)) from error
    if is_pinned and pem is None:
        raise BadInput(told("a pinned certificate must be named"))
    port = PORTS[parts.scheme] if port is None else port
    return BrokerAddress(parts.hostname, port, parts.scheme == "mqtts", name, password, pem, is_pinned)


def _no_address() -> BadInput:
    """It does not repeat what was said: a password may stand in it."""
    return BadInput(told("the hub's address must be mqtts://NAME:PASSWORD@HOST:PORT, or mqtt:// without encryption"))
