"""The hub's own files: what is acknowledged is kept, nothing is changed, and what is damaged is not believed."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from functools import cache, partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.errors import BadInput
from companion.hub.accounts import ACCESS_FILE, ACCOUNTS_FILE, KEYS_FILE, PASSWORDS_FILE, Accounts, hashed
from companion.hub.certificate import CERTIFICATE_FILE, KEY_FILE, certificate, digest_of_certificate
from companion.hub.collection import Collection
from companion.hub.seal import new_key
from companion.hub.topics import Topics
from companion.hub.tournament_desk import TournamentDesk
from companion.hub.tournament_file import TournamentFile
from companion.referee.digests import digest_of
from tests.damage import damaged
from tests.hub.hub_tournaments import PLAN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ACTS: dict[str, list[dict[str, Any]]] = {
    name: [{"title": "Friday", "seed": 7}, *({"act": "enter", "name": each} for each in ("Ann", "Bob", "Zoë"))]
    for name in ("c1234", "c1240")
}
OPENED = "2026-11-28T10:00:00Z"
TABLES = ("t0123456789ab", "t0123456789ac")


WRITER = """
import sys
from pathlib import Path
from companion.hub.tournament_file import TournamentFile
file = TournamentFile(Path(sys.argv[1]))
for number in range(100000):
    file.append("c1", number, "now", {"number": number})
    print(number, flush=True)
"""


def test_what_a_killed_hub_has_acknowledged_is_there(tmp_path: Path) -> None:
    path = tmp_path / "tournaments.sqlite3"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = [int(next(writer.stdout)) for _ in range(20)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.stdout.close()
    writer.wait()
    file = TournamentFile(path)
    assert [act["number"] for act in file.acts("c1")][: len(acknowledged)] == acknowledged
    file.close()


def test_nothing_in_the_file_is_ever_changed_or_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "tournaments.sqlite3"
    file = TournamentFile(path)
    file.append("c1", 0, "now", {"a": 1})
    with pytest.raises(BadInput, match="nothing has changed"):
        file.append("c1", 0, "now", {"a": 2})
    other = sqlite3.connect(path)
    for statement in ("UPDATE act SET act = '{}'", "DELETE FROM act"):
        with pytest.raises(sqlite3.IntegrityError, match="only appended to"):
            other.execute(statement)
    other.close()
    assert (file.tournaments(), file.acts("c1")) == ([("c1", "now")], [{"a": 1}])
    file.close()
    path.write_bytes(b"no database" * 500)
    with pytest.raises(BadInput, match="cannot be read"):
        TournamentFile(path)


@cache
def written() -> bytes:
    """The file of two tournaments."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tournaments.sqlite3"
        with closing(TournamentFile(path)) as file:
            for name, acts in ACTS.items():
                for number, act in enumerate(acts):
                    file.append(name, number, OPENED, act)
        return path.read_bytes()


def refusal(act: Callable[[], object]) -> str | None:
    """Why something cannot be done; None when it can."""
    try:
        act()
    except BadInput as error:
        return str(error)
    return None


def read_back(path: Path) -> set[str]:
    """The tournaments that can be read, each as it was written. Raises BadInput when the file is none."""
    with closing(TournamentFile(path)) as file:
        names = [name for name, _ in file.tournaments()]
        refused = {name: refusal(partial(file.acts, name)) for name in names}
        for name, said in refused.items():
            if said is None:
                acts = file.acts(name)
                assert acts == ACTS[name][: len(acts)]
            else:
                assert "is not as it was written" in said
        return {name for name in names if refused[name] is None}


@given(st.deferred(lambda: damaged(written())))
def test_a_damaged_file_is_refused_or_its_tournaments_are_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("hub") / "tournaments.sqlite3"
    path.write_bytes(content)
    said = refusal(lambda: read_back(path))
    assert said is None or f"the tournaments in {path} cannot be read" in said


def test_an_act_of_which_a_byte_is_another_one_is_not_believed(tmp_path: Path) -> None:
    path, sound = tmp_path / "tournaments.sqlite3", written()
    path.write_bytes(sound)
    assert read_back(path) == {*ACTS}
    text = json.dumps(ACTS["c1234"][2], ensure_ascii=False).encode()
    begins = sound.rindex(OPENED.encode() + text)  # of the tournament that was written first the last page has the rows
    for place in range(begins, begins + len(OPENED) + len(text)):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        assert read_back(path) == {"c1240"}


def test_a_file_that_takes_nothing_is_refused(tmp_path: Path) -> None:
    """SQLite reads what its header says a later version has written, and writes nothing into it."""
    path = tmp_path / "tournaments.sqlite3"
    path.write_bytes(written()[:18] + b"\x03" + written()[19:])
    with pytest.raises(BadInput, match="cannot be read"):
        TournamentFile(path)


def test_acts_from_before_there_were_digests_are_read_and_followed_by_more(tmp_path: Path) -> None:
    path = tmp_path / "tournaments.sqlite3"
    with closing(sqlite3.connect(path)) as older, older:
        older.execute(
            "CREATE TABLE act (tournament TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, act TEXT NOT NULL, "
            "PRIMARY KEY (tournament, number)) STRICT, WITHOUT ROWID"
        )
        older.execute("""INSERT INTO act VALUES ('c1', 0, 'then', '{"a": 1}')""")
    for number in (1, 2):
        with closing(TournamentFile(path)) as file:
            file.append("c1", number, "now", {"a": number + 1})
    with closing(TournamentFile(path)) as file:
        assert (file.tournaments(), file.acts("c1")) == ([("c1", "then")], [{"a": 1}, {"a": 2}, {"a": 3}])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER no_act_is_changed")
        other.execute("UPDATE act SET digest = NULL WHERE number = 2")
    with closing(TournamentFile(path)) as file, pytest.raises(BadInput, match="act 2 is not as it was written"):
        file.acts("c1")


def test_tournaments_stay_in_the_order_in_which_they_were_opened_whatever_the_clock_said(tmp_path: Path) -> None:
    path = tmp_path / "tournaments.sqlite3"
    with closing(sqlite3.connect(path)) as older, older:  # of a time when only the clock said their order
        older.execute(
            "CREATE TABLE act (tournament TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, act TEXT NOT NULL, "
            "digest TEXT, PRIMARY KEY (tournament, number)) STRICT, WITHOUT ROWID"
        )
        for name, at in (("c5", "2026"), ("c4", "2027")):
            older.execute(
                "INSERT INTO act VALUES (?, 0, ?, '{}', ?)", (name, at, digest_of(digest_of(name), 0, at, "{}"))
            )
    order = ["c5", "c4"]
    for name, at in (("c3", "2040"), ("c2", "1970"), ("c1", "2026"), ("c0", "2026")):
        with closing(TournamentFile(path)) as file:
            file.append(name, 0, at, {})
            file.append("c5", len(order) - 1, "1970", {})
            order.append(name)
            assert [tournament for tournament, _ in file.tournaments()] == order
            assert all(refusal(partial(file.acts, tournament)) is None for tournament in order)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TRIGGER no_act_is_changed")
        other.execute("UPDATE act SET nth = 1 WHERE tournament = 'c1'")
    with closing(TournamentFile(path)) as file, pytest.raises(BadInput, match="act 0 is not as it was written"):
        file.acts("c1")


def test_a_table_gets_the_match_of_the_tournament_that_was_opened_first_before_and_after_a_restart(
    tmp_path: Path,
) -> None:
    clock, key, path = FakeClock(), new_key(), tmp_path / "tournaments.sqlite3"

    def of_the_table(file: TournamentFile, act: Callable[[TournamentDesk], object]) -> tuple[list[str], object]:
        """The titles, and the match that is set up, after this act at a desk of the file."""
        said: dict[str, Mapping[str, Any]] = {}
        desk = TournamentDesk(file, clock, lambda: {TABLES[0]: key}, said.__setitem__, lambda: TABLES[:1])
        act(desk)
        desk.set_up()
        return [each["title"] for each in desk.all()], said[Topics(TABLES[0]).invitation]["invitation"]["title"]

    def open_three(desk: TournamentDesk) -> None:
        for title, year in (("First", 2040), ("Second", 1970), ("Third", 2026)):
            clock.set_wall(datetime(year, 1, 1, tzinfo=UTC))
            name = desk.open({**PLAN, "title": title})
            for player in ("Ann", "Bob"):
                desk.act(name, {"act": "enter", "name": player})
            desk.pair(name)

    shown = ["Third", "Second", "First"], "First"
    for act in (open_three, TournamentDesk.set_up):
        with closing(TournamentFile(path)) as file:
            assert of_the_table(file, act) == shown


MATCHES = {"m" * 64: 3, "n" * 64: 4}  # how many rulings each has


def told_by_tables() -> dict[str, list[dict[str, Any]]]:
    """What the two tables tell a hub: each match's beginning, and its rulings in their order."""
    matches: dict[str, list[dict[str, Any]]] = {}
    for match, count in MATCHES.items():
        begun = {"kind": "begun", "number": 0, "id": 1, "match": match, "digest": match, "game": "typo", "at": OPENED}
        matches[match] = [{**begun, "players": ["Ann", "Bob"]}]
        for number in range(1, count + 1):
            head = {"kind": "ruling", "number": number, "id": 1, "match": match, "digest": f"{match[0]}{number}"}
            said = {"headline": "Stands", "reason": f"“Zoë” is word {number}", "clause": "T7", "clause_text": None}
            matches[match].append({**head, **said, "at": OPENED, "event": {"event": "place", "n": number}})
    return matches


def hear(collection: Collection) -> None:
    """Let the tables tell what they have, and then what is still missing of it."""
    for table, (match, messages) in zip(TABLES, told_by_tables().items(), strict=True):
        entry = {"id": 1, "match": match, "count": len(messages) - 1, "digest": messages[-1]["digest"]}
        for gap in collection.compare(table, {"at": OPENED, "matches": [entry]}):
            for message in messages[gap.after + 1 :]:
                assert collection.hear(table, message, OPENED) is None


@cache
def copied() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hub.sqlite3"
        with closing(Collection(path)) as collection:
            hear(collection)
            assert len(collection.rulings()) == sum(MATCHES.values())
        return path.read_bytes()


def is_heard_again(path: Path) -> bool:
    """Whether a copy opens; then all that is in it is as it was told, and what is missing comes when it is told again.
    One that does not open is refused by a sentence that says what to do."""
    said = refusal(lambda: Collection(path).close())
    if said is not None:
        assert "move it away, it is heard again" in said
        return False
    true = dict(zip(TABLES, told_by_tables().values(), strict=True))
    with closing(Collection(path)) as collection:
        for ruling in collection.rulings():
            written = true[ruling["table"]][ruling["number"]]
            assert ruling == {**written, "table": ruling["table"], "players": ["Ann", "Bob"], "heard": OPENED}
        hear(collection)
        for table, messages in true.items():
            assert [event for _, _, event in collection.events(table)] == [one["event"] for one in messages[1:]]
    return True


@given(st.data())
def test_a_damaged_copy_of_what_tables_tell_is_refused_or_heard_again(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("hub") / "hub.sqlite3"
    path.write_bytes(data.draw(damaged(copied())))
    is_heard_again(path)


def test_what_is_let_go_of_is_said(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    path.write_bytes(copied())
    with closing(Collection(path)) as collection:
        assert collection.damage is None
    with closing(sqlite3.connect(path)) as disk, disk:
        disk.execute(
            "UPDATE ruling SET message = replace(message, 'word', 'ward') WHERE of = ? AND number = 2", TABLES[1:]
        )
    with closing(Collection(path)) as collection:
        assert collection.damage == f"3 rulings of {path} were not as they were written: they are heard again"
    assert is_heard_again(path)


def test_a_copy_of_which_any_bit_is_another_one_is_refused_or_heard_again(tmp_path: Path) -> None:
    path, sound = tmp_path / "hub.sqlite3", copied()
    places = [place for place, byte in enumerate(sound) if byte][::15]
    opened = 0
    for turn, place in enumerate(places):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << turn % 8]) + sound[place + 1 :])
        opened += is_heard_again(path)
    assert opened > len(places) / 2


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a hub with an account of each role, and two tables with their keys."""
    folder = tmp_path_factory.mktemp("accounts")
    kept = Accounts(folder)
    kept.set_all({"hub": "hub", "join": "join", "lounge": "home", "stand": "spectator"})
    assert all(kept.admit(table, hashed(table), new_key()) for table in TABLES)
    return folder


def rights(folder: Path) -> dict[str, frozenset[str]]:
    """What the broker lets everybody do, as a hub that starts with these accounts has it. Raises BadInput."""
    Accounts(folder).set("hub", "hub")
    sections = (folder / ACCESS_FILE).read_text().split("user ")[1:]
    allowed = {lines[0]: lines[1:] for lines in map(str.splitlines, sections)}
    return {name: frozenset(line.replace(name, "OWN") for line in lines) for name, lines in allowed.items()}


@pytest.mark.parametrize("name", [ACCOUNTS_FILE, KEYS_FILE])
def test_by_a_damaged_account_nobody_gets_other_rights(accounts: Path, tmp_path: Path, name: str) -> None:
    """Whatever byte of the files is another one: an entry that is none is refused, by the file's name."""
    shutil.copytree(accounts, tmp_path, dirs_exist_ok=True)
    before, sound = rights(tmp_path), (tmp_path / name).read_bytes()
    refused = 0
    for place, bit in product(range(len(sound)), (0, 1, 4)):
        (tmp_path / name).write_bytes(sound[:place] + bytes([sound[place] ^ 1 << bit]) + sound[place + 1 :])
        if said := refusal(partial(Accounts, tmp_path)):
            refused += 1
            assert str(tmp_path / name) in said
        else:
            after = rights(tmp_path)
            assert all(before.get(who, allowed) == allowed for who, allowed in after.items())
            assert Counter(after.values()) <= Counter(before.values())
    assert refused > len(sound)


@given(st.data())
def test_damaged_accounts_are_refused_or_give_the_broker_what_it_can_read(
    accounts: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("hub")
    for name in (ACCOUNTS_FILE, KEYS_FILE):
        (folder / name).write_bytes(data.draw(damaged((accounts / name).read_bytes())))
    said = refusal(lambda: Accounts(folder).set("hub", "hub"))
    if said is None:
        lines = (folder / PASSWORDS_FILE).read_text().splitlines()
        assert all(re.fullmatch(r"[a-z0-9-]+:\$7\$\d+\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+", line) for line in lines)
    else:
        assert str(folder) in said


@cache
def pem() -> bytes:
    """A broker's certificate."""
    with TemporaryDirectory() as folder:
        return certificate(Path(folder)).encode()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this machine")
@given(st.data())
def test_a_damaged_certificate_is_refused_or_has_a_digest(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("hub")
    (folder / KEY_FILE).touch()
    (folder / CERTIFICATE_FILE).write_bytes(data.draw(damaged(pem())))
    said = refusal(lambda: digest_of_certificate(certificate(folder)))
    assert said is None or f"{folder / CERTIFICATE_FILE} cannot be read" in said
