"""Which hub a table belongs to: said on the command line, or in `hub.toml` in its data folder.

    url = "mqtts://t0123456789ab:password@hub.local:8883"
    authority = "hub-authority.pem"          # whoever signed the broker's certificate; a file beside this one
    pinned = true                            # it is the broker's own, and no other will do
    allow = ["pause", "resume", "challenge"] # what may be pressed from afar
    key = "0123…"                            # what seals a tournament's results and set-ups: the hub has it, too
    begin = true                             # a match that a tournament sets up begins by itself

`tableside join CODE` writes it. Without it, and without a word on the command line, a table tells nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import outside
from companion.errors import BadInput
from companion.hub.broker_address import BrokerAddress, broker_address
from companion.hub.seal import is_key
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

MEMBERSHIP_FILE = "hub.toml"
NONE = "no"  # what is said instead of an address so that a table tells nothing for once
DEEDS = ("pause", "resume", "challenge")
LARGEST_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Membership:
    """The broker a table tells, and what may be pressed from afar (some of `DEEDS`). `key` seals what is said of
    tournaments ("": nothing is), whose matches begin by themselves where it `begins`."""

    broker: BrokerAddress
    allow: frozenset[str] = frozenset()
    key: str = ""
    begins: bool = False


def membership(
    data: Path, url: str | None = None, authority: Path | None = None, allow: Collection[str] | None = None
) -> Membership | None:
    """What was said (`url`, `authority`, `allow`), each None where nothing was, over what the file has; None for a
    table that tells nothing. Raises BadInput when either cannot be used."""
    if url == NONE:
        return None
    kept = _kept(data / MEMBERSHIP_FILE)
    if url is None and "url" not in kept:
        if authority is not None or allow is not None:
            raise BadInput(told("there is no hub for --hub-authority and --hub-allow: name it with --hub"))
        return None
    if authority is None and url is None and "authority" in kept:
        authority = data / kept["authority"]
    deeds = kept.get("allow", ()) if allow is None else allow
    for deed in deeds:
        if deed not in DEEDS:
            known = ", ".join(DEEDS)
            raise BadInput(told("{deed} cannot be allowed from afar, only {known}", deed=repr(deed), known=known))
    is_pinned = url is None and kept.get("pinned", False)
    key = kept.get("key", "") if url is None else ""
    broker = broker_address(url or kept["url"], authority, is_pinned=is_pinned)
    return Membership(broker, frozenset(deeds), key if is_key(key) else "", kept.get("begin", False))


def _kept(path: Path) -> dict[str, Any]:
    try:
        raw = outside.content(path, most_bytes=LARGEST_BYTES)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(told("{path} cannot be read ({error})", path=path, error=error.strerror)) from error
    table, _ = outside.toml_table(raw, str(path))
    kinds = {"url": str, "authority": str, "allow": list, "pinned": bool, "key": str, "begin": bool}
    for key, kind in kinds.items():
        if not isinstance(table.get(key, kind()), kind):
            raise BadInput(told("{path}: “{key}” is not what it must be; see docs/hub.md", path=path, key=key))
    return table
