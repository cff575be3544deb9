"""A running hub: broker, accounts, listener and collection in one data folder."""

from __future__ import annotations

import re
import threading
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

from companion import atomic
from companion.clock import SECOND_MS, iso
from companion.errors import BadInput
from companion.hub.accounts import HUB, JOIN, LISTENING, ROLES, Accounts
from companion.hub.broker_address import BrokerAddress
from companion.hub.certificate import certificate, digest_of_certificate
from companion.hub.collection import COLLECTION_FILE, Collection
from companion.hub.held_back import HeldBack
from companion.hub.identity import is_table_id
from companion.hub.joining_code import JoiningCode, new_secret
from companion.hub.listener import Listener, Posts
from companion.hub.mosquitto import Mosquitto
from companion.hub.seal import is_sealed
from companion.hub.topics import Topics
from companion.hub.tournament_desk import TournamentDesk
from companion.hub.tournament_file import TOURNAMENTS_FILE, TournamentFile
from companion.machine.lock import FolderLock
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from companion.clock import Clock


STARTING_S = 10.0
_PAGES = re.compile(r"http://[A-Za-z0-9.:\[\]-]{1,80}")


def is_page(address: object) -> bool:
    """Whether this can be a link to a table's pages and to nothing else."""
    return isinstance(address, str) and _PAGES.fullmatch(address) is not None


class Hub:
    """Runs from construction until closed, with all it keeps in `folder`. Raises BadInput when it cannot.

    The broker listens on `port` of all addresses and is met at `host`; what is shown is `delay_s` old. The code to join
    is a new one each time. `changed` is told the id of a table of which something new is known, `notice` what is wrong
    with the broker, the disk or with what a table says.
    """

    def __init__(
        self,
        folder: Path,
        host: str,
        port: int,
        clock: Clock,
        *,
        delay_s: int = 0,
        changed: Callable[[str], object],
        notice: Callable[[str], object],
    ) -> None:
        atomic.make_folder(folder)
        folder.chmod(0o700)
        self.folder = folder
        self._clock, self._delay_s = clock, delay_s
        self._lock = threading.Lock()
        with ExitStack() as stack:
            stack.enter_context(FolderLock(folder))
            pem = certificate(folder)
            self.accounts = Accounts(folder)
            secret = self.accounts.set(JOIN, "join", new_secret())
            password = self.accounts.set(HUB, "hub")
            self.code = JoiningCode(host, port, secret, digest_of_certificate(pem))
            self.broker = stack.enter_context(Mosquitto(folder, "0.0.0.0", port))
            self.collection = Collection(folder / COLLECTION_FILE)
            stack.callback(self.collection.close)
            self._held_back = self._hold_back()
            posts = Posts()
            file = TournamentFile(folder / TOURNAMENTS_FILE)
            stack.callback(file.close)
            self.tournaments = TournamentDesk(file, clock, self.accounts.keys, posts.put, self._tables)
            address = BrokerAddress("127.0.0.1", port, True, HUB, password, pem, is_pinned=True)
            self.listener = Listener(
                address, self.collection, clock, self._admit, changed, delay_s,
                is_member=self.accounts.is_table, reported=self._reported, heard=self._held_back.hear, posts=posts,
                notice=notice,
            )  # fmt: skip
            stack.callback(self.listener.close)
            self.listener.hears.wait(STARTING_S)  # who joins now is heard
            self.tournaments.set_up()
            self._stack = stack.pop_all()

    def close(self) -> None:
        """Stop every part, the broker last."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def give(self, name: str, role: str) -> str:
        """Give somebody who listens an account, or an account that is there a new password; which one it is. Raises
        BadInput for another role than `LISTENING`, and for the name of somebody of another role."""
        if role not in LISTENING:
            raise BadInput(told("an account can be given to a {roles}", roles=" or a ".join(LISTENING)))
        with self._lock:
            if any(name in self.accounts.names(other) for other in ROLES if other != role):
                raise BadInput(told("{name} is the account of somebody else", name=repr(name)))
            password = self.accounts.set(name, role)
            self.broker.reload()
        return password

    def revoke(self, name: str) -> None:
        """Take an account away: whoever is connected by it is cut off. Raises BadInput for an unknown one, and for
        those without which there is no hub."""
        if name in (HUB, JOIN):
            raise BadInput(told("{name} is the hub's own account", name=repr(name)))
        with self._lock:
            self.accounts.revoke(name)
            self.broker.reload()
        if is_table_id(name):
            self.listener.forget(name)

    def boards(self) -> list[dict[str, Any]]:
        """Every table with its newest view that may be shown, by id; `age_ms` is for how long it could be shown
        already. That is missing where nobody knows how its timer goes: while the table is away, and of a view that lay
        at the broker."""
        until_ms = self._clock.now_ms() - self._delay_s * SECOND_MS
        boards = []
        for table, known in sorted(self.listener.tables.items()):
            told_ms, view = known.shown(until_ms) or (None, None)
            board = {"id": table, "online": known.online, "address": known.address if is_page(known.address) else ""}
            if view is not None:
                board["view"] = view
            if known.online and told_ms is not None:
                board["age_ms"] = until_ms - told_ms
            boards.append(board)
        return boards

    def rulings(self, sought: str = "") -> list[dict[str, Any]]:
        """The rulings that may be shown and have every word of `sought`, as `Collection.rulings` has them."""
        return self.collection.rulings(sought, up_to=self._held_back.shown())

    def _hold_back(self) -> HeldBack:
        """What an earlier start heard is held back, too, where by the clock it is not old enough: by a clock that is
        wrong, too, for no longer than what is heard only now."""
        until = datetime.fromisoformat(self._clock.wall()) - timedelta(seconds=self._delay_s)
        held_back = HeldBack(self._clock, self._delay_s * SECOND_MS, self.collection.newest_at(iso(until)))
        held_back.hear(self.collection.newest)
        return held_back

    def _tables(self) -> list[str]:
        """The tables that matches are set up at: those that are there, by id."""
        return sorted(table for table, known in self.listener.tables.items() if known.online)

    def _reported(self, table: str, what: str, message: Mapping[str, Any]) -> bool:
        """Take a table's `results`, or its `dispute`, if it has sealed it; whether it says anything new."""
        key = self.accounts.keys().get(table)
        if key is None or not is_sealed(message, Topics(table).about(what), key):
            return False
        desk = self.tournaments
        return desk.reported(table, message) if what == "results" else desk.disputed(table, message)

    def _admit(self, table: str, kept: str, key: str | None) -> bool:
        with self._lock:
            admitted = self.accounts.admit(table, kept, key)
            if admitted:
                self.broker.reload()
        return admitted
