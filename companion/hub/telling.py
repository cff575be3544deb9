"""Puts together what makes a table tell: its id, its bookmark, its outbox, the line, and what may be pressed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.hub.bookmark import BOOKMARK_FILE, Bookmark
from companion.hub.disputes import dispute_message
from companion.hub.home_assistant import discovery
from companion.hub.identity import ID_FILE, table_id
from companion.hub.invitations import Invitations
from companion.hub.outbox import Outbox
from companion.hub.payloads import FORMAT
from companion.hub.remote import TOKEN_FILE, Remote, remote_token
from companion.hub.results import Results
from companion.hub.seal import sealed
from companion.hub.teller import RETRY_S, Aside, Teller
from companion.hub.topics import Topics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from companion.clock import Clock
    from companion.hub.belonging import Membership
    from companion.hub.outbox import ToldTable
    from companion.referee.tableview import TableView


def tell(
    table: ToldTable,
    member: Membership,
    data: Path,
    clock: Clock,
    *,
    vitals: Callable[[], Mapping[str, Any]],
    parts: Callable[[], Mapping[str, Mapping[str, str]]],
    challenge: Callable[[], object],
    frame: Callable[[int, str], bytes | None],
    address: Callable[[], str] = str,
    translate: Callable[[str], str],
    notice: Callable[[str], object],
    trouble: Callable[[str | None], object],
    retry_s: tuple[float, float] = RETRY_S,
) -> Teller:
    """Have `table` tell its hub of itself until the teller is closed.

    `vitals` and `parts` say how machine and parts are, `address` where the table's pages are; `challenge` is a press of
    the big button; `frame` gives the picture kept with a match's ruling; `translate` is for the names that Home
    Assistant shows. `notice` and `trouble` are told what is wrong, at the start and later. Raises BadInput when the hub
    cannot be used.
    """
    topics = Topics(table_id(data / ID_FILE, notice))
    bookmark = Bookmark(data / BOOKMARK_FILE)
    deeds = {
        "pause": lambda: table.submit(lambda referee: referee.pause()).result(),
        "resume": lambda: table.submit(lambda referee: referee.resume()).result(),
        "challenge": challenge,
    }
    allowed = {name: deed for name, deed in deeds.items() if name in member.allow}
    remote = Remote(remote_token(data / TOKEN_FILE) if allowed else "", allowed)
    outbox = Outbox(table, bookmark)
    results, invitations = (
        Results(table, outbox),
        Invitations(table, topics.invitation, member.key, begins_itself=member.begins),
    )

    def report() -> Mapping[str, Any] | None:
        message = results.message() if member.key else None
        return sealed(message, topics.results, member.key) if message and message["results"] else None

    def dispute(view: TableView) -> Mapping[str, Any] | None:
        message = dispute_message(view, frame) if member.key else None
        return sealed(message, topics.dispute, member.key) if message else None

    aside = Aside(
        health=lambda: health_message(vitals(), parts(), address()),
        discovery=partial(discovery, topics, translate=translate, token=remote.token, deeds=tuple(allowed)),
        act=remote.act,
        report=report,
        invited=invitations.hear,
        dispute=dispute,
    )
    return Teller(table, member.broker, topics, outbox, bookmark, clock, aside, trouble, retry_s=retry_s)


def health_message(vitals: Mapping[str, Any], parts: Mapping[str, Mapping[str, str]], address: str) -> dict[str, Any]:
    """How the machine and the parts are; `trouble` has a sentence for each part that is not well, `address` is where
    the table's own pages are."""
    faults = [part["fault"] for part in parts.values() if part["fault"]]
    named = {name: dict(part) for name, part in parts.items()}
    return {"format": FORMAT, "address": address, **vitals, "parts": named, "trouble": faults}
