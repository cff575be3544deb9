"""The journal keeps what it was given, notices damage, and never touches a file that is not its own."""

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.errors import BadInput
from companion.referee.disk import JournalFull
from companion.referee.journal import Journal, JournalEvent
from companion.referee.journal_file import opened_to_read
from companion.referee.journal_schema import HEADLESS_VERSION, MIGRATIONS, SCHEMA_VERSION
from companion.referee.referee import Referee
from tests.referee.written import NOW, SETUP, event, with_events
from tests.views import shipped

HOURS = [f"2026-12-24T{hour}:00:00.000Z" for hour in (18, 19, 20)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def test_what_was_appended_is_read_back(path: Path) -> None:
    match_id = with_events(path, 3)
    journal = Journal(path)
    assert [match.setup for match in journal.matches()] == [SETUP]
    assert journal.events(match_id) == [event(number, card="Z") for number in (1, 2, 3)]
    assert journal.damage is None
    journal.close()


def test_a_commit_is_on_disk_before_append_returns(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [event(1)])
    other = sqlite3.connect(path)  # another process would see the same
    assert other.execute("SELECT count(*) FROM event").fetchone() == (1,)
    assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    other.close()
    journal.close()


def test_a_match_that_was_left_says_when(path: Path) -> None:
    match_id = with_events(path, 1)
    journal = Journal(path)
    journal.leave(match_id, NOW, {})
    assert journal.matches()[0].closed == NOW
    journal.reopen(match_id, NOW)
    assert journal.matches()[0].closed is None
    journal.close()


@pytest.mark.parametrize("way", ["start", "reopen"])
def test_whoever_begins_or_takes_up_another_match_has_left_the_one_before(path: Path, way: str) -> None:
    with closing(Journal(path)) as journal:
        first = journal.begin(SETUP, HOURS[0])
        second = journal.next_match(SETUP, HOURS[1])
        journal.start(second, leaving=first.id)
        closed = [HOURS[1], None]
        if way == "reopen":
            journal.reopen(first.id, HOURS[2], leaving=second.id)
            closed = [None, HOURS[2]]
        assert [match.closed for match in journal.matches()] == closed


def test_who_only_reads_sees_what_the_table_has_written_since(path: Path) -> None:
    with closing(Journal(path)) as journal:
        first = journal.begin(SETUP, NOW)
        with closing(Journal(path, read_only=True)) as reader:
            assert (reader.matches(), reader.ends) == ([first], journal.ends)
            journal.append(first.id, [event(1)], {"left": 7})
            second = journal.begin(SETUP, NOW)
            assert (reader.matches(), reader.ends) == ([first, second], journal.ends)
            assert reader.noted(first.id) == {"left": 7}
            assert reader.noted(second.id) is None


def test_its_newest_moment_is_the_latest_of_all_whatever_came_last(path: Path) -> None:
    with closing(Journal(path)) as journal:
        assert journal.newest_moment() == ""
        match = journal.begin(SETUP, HOURS[1])
        assert journal.newest_moment() == HOURS[1]
        journal.append(match.id, [JournalEvent(1, {"event": "place"}, "camera", HOURS[0])])  # the clock was set back
        assert journal.newest_moment() == HOURS[1]
        journal.append(match.id, [JournalEvent(2, {"event": "place"}, "camera", HOURS[2])])
        assert journal.newest_moment() == HOURS[2]


@given(steps=st.lists(st.sampled_from(["begin", "leave", "reopen", "look"]), max_size=8))
def test_the_matches_are_always_those_on_disk(tmp_path_factory: pytest.TempPathFactory, steps: list[str]) -> None:
    path = tmp_path_factory.mktemp("matches") / "journal.sqlite3"
    journal = Journal(path)
    for at, step in enumerate(["begin", *steps]):
        newest = len(journal.matches())
        if step == "begin":
            journal.begin({"game": "disorder", "players": ["Ann", "Bob"]}, f"begun {at}")
        elif step == "leave":
            journal.leave(newest, f"left {at}", {})
        elif step == "reopen":
            journal.reopen(1, f"again {at}", leaving=newest)
        reader = Journal(path, read_only=True)
        assert journal.matches() == reader.matches()
        reader.close()
    journal.close()


def test_events_of_an_unknown_match_are_refused(path: Path) -> None:
    journal = Journal(path)
    with pytest.raises(BadInput, match="no match 7"):
        journal.append(7, [event(1)])
    journal.close()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_any_json_comes_back_as_it_went_in(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    journal = Journal(tmp_path_factory.mktemp("journal") / "j.sqlite3")
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [JournalEvent(1, value, "host", NOW)])
    assert journal.events(match.id)[0].event == value
    journal.close()


def test_a_changed_event_is_noticed_and_the_good_prefix_is_saved(path: Path) -> None:
    match_id = with_events(path, 5)
    other = sqlite3.connect(path)
    other.execute("UPDATE event SET event = replace(event, 'Z', 'Q') WHERE number = 4")
    other.commit()
    other.close()
    journal = Journal(path)
    assert journal.damage is not None
    assert "3 events were saved" in journal.damage
    assert journal.events(match_id) == [event(number, card="Z") for number in (1, 2, 3)]
    assert path.with_name("journal.sqlite3.damaged-1").exists()
    journal.close()
    mended = Journal(path)
    assert mended.damage is None
    mended.close()


def test_a_lost_event_is_noticed(path: Path) -> None:
    with_events(path, 4)
    other = sqlite3.connect(path)
    other.execute("DELETE FROM event WHERE number = 2")
    other.commit()
    other.close()
    journal = Journal(path)
    assert len(journal.events(1)) == 1
    assert journal.damage is not None
    journal.close()


@given(st.data())
def test_a_file_cut_short_or_flipped_anywhere_never_stops_the_table(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("journal") / "j.sqlite3"
    match_id = with_events(path, 30)
    whole = path.read_bytes()
    place = data.draw(st.integers(100, len(whole) - 1), label="place")
    if data.draw(st.booleans(), label="cut"):
        path.write_bytes(whole[:place])
    else:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
    journal = Journal(path)
    intact = [event(number, card="Z") for number in range(1, 31)]
    saved = journal.events(match_id) if journal.matches() else []
    assert saved == intact[: len(saved)]
    if len(saved) < 30:
        assert journal.damage is not None
    journal.close()


def test_a_damaged_name_in_how_the_tables_are_made_never_stops_the_table(path: Path) -> None:
    """To SQLite they are sound tables then, of other names: one is not found, or refers to one that is not there."""
    match_id = with_events(path, 3)
    sound = files_beside(path)
    begins = sound[path].index(b"CREATE")
    words = [begins + word.start() for word in re.finditer(rb"[A-Za-z_]+", sound[path][begins:4096])]
    assert len(words) > 150
    for place in words:
        damage(path, sound, place)
        with closing(Journal(path)) as journal:
            goes_on(journal, match_id)


def test_a_damaged_header_never_stops_the_table(path: Path) -> None:
    """At most the file is said to be of another program, or of a newer version; it is left as it is then."""
    match_id = with_events(path, 3)
    sound, refused = files_beside(path), set()
    for place in range(100):
        damaged = damage(path, sound, place)
        try:
            with closing(Journal(path)) as journal:
                goes_on(journal, match_id)
        except BadInput:
            assert path.read_bytes() == damaged
            refused.add(place)
    assert refused == {60, 61, 62, 68, 69, 70, 71}  # of its version all but the last byte, and whose it is


def files_beside(path: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in path.parent.iterdir()}


def damage(path: Path, sound: Mapping[Path, bytes], place: int) -> bytes:
    """Put these files back, but for one byte of the journal; what it holds now."""
    for file in path.parent.iterdir():
        file.unlink()
    for file, content in sound.items():
        file.write_bytes(content)
    damaged = sound[path][:place] + bytes([sound[path][place] ^ 1]) + sound[path][place + 1 :]
    path.write_bytes(damaged)
    return damaged


def goes_on(journal: Journal, match_id: int) -> None:
    """All three events are there, and the next one, what is left of its window and the next match are taken."""
    assert len(journal.events(match_id)) == 3
    journal.append(match_id, [event(4, card="Z")], {"left_ms": 9})
    assert journal.noted(match_id) == {"left_ms": 9}
    journal.begin(SETUP, NOW)
    assert len(journal.matches()) == 2


def test_an_event_that_has_become_another_matchs_is_noticed_and_goes_back_to_its_own(path: Path) -> None:
    journal = Journal(path)
    ids = [journal.begin(SETUP, NOW).id for _ in range(2)]
    for match_id in ids:
        journal.append(match_id, [event(number, card="Z") for number in range(1, 31)])
    journal.keep_head()
    journal.close()
    content = path.read_bytes()
    text = json.dumps(event(20, card="Z").event, sort_keys=True, separators=(",", ":")).encode()
    newest = content.rindex(bytes([2, 20]) + text)  # the key of event 20 of match 2, before the rest of its row
    path.write_bytes(content[:newest] + bytes([6]) + content[newest + 1 :])
    again = Journal(path)
    assert again.damage is not None
    assert "of no match, or of another than it was" in again.damage
    assert [len(again.events(match_id)) for match_id in ids] == [30, 30]
    again.close()


STORED = sorted((Path(__file__).parents[1] / "journals").glob("version*.sqlite3"))


def test_there_is_a_journal_of_every_older_version_and_a_way_from_it_to_the_next() -> None:
    older = set(range(1, SCHEMA_VERSION))
    assert {int(path.stem.removeprefix("version")) for path in STORED} >= older
    assert {*MIGRATIONS, HEADLESS_VERSION} == older


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored.stem)
def test_a_match_of_an_older_version_opens_and_is_taken_up_where_it_stood(path: Path, stored: Path) -> None:
    path.write_bytes(stored.read_bytes())
    with closing(Journal(path, read_only=True)) as looked_at:
        assert looked_at.problem() is None
    journal = Journal(path)
    assert journal.damage is None
    (match,) = journal.matches()
    referee = Referee(journal, FakeClock(), shipped)
    assert referee.view.match_id == match.id
    assert len(referee.view.protocol) == len(journal.events(match.id))
    assert all(entry.ruling.accepted for entry in referee.view.protocol)
    journal.close()


def test_a_journal_of_the_first_version_is_brought_up_to_date_and_nothing_of_it_is_lost(path: Path) -> None:
    path.write_bytes((Path(__file__).parents[1] / "journals" / "version1.sqlite3").read_bytes())
    journal = Journal(path)
    assert journal.damage is None
    (match,) = journal.matches()
    events = journal.events(match.id)
    assert [row.event["event"] for row in events] == ["place"] * 4 + ["challenge"]
    assert journal.timing(match.id, 5) is None
    journal.append(match.id, [event(6)], {"left": 7})
    journal.close()
    again = Journal(path)
    assert again.damage is None
    assert again.events(match.id) == [*events, event(6)]
    assert again.timing(match.id, 6) == {"left": 7}
    again.close()


def test_what_is_left_of_the_first_window_is_kept_with_the_match_that_begins(path: Path) -> None:
    with closing(Journal(path)) as journal:
        match = journal.next_match(SETUP, NOW)
        journal.start(match, {"left": 7})
    with closing(Journal(path)) as journal:
        assert journal.timing(match.id, 0) == {"left": 7}
        journal.append(match.id, [event(1)])
        assert journal.timing(match.id, 0) is None, "it was of before the event"


def test_a_note_belongs_to_the_newest_event_and_is_replaced_by_a_newer_one(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [event(1)], {"left": 30})
    journal.append(match.id, [], {"left": 20})
    assert journal.timing(match.id, 1) == {"left": 20}
    journal.append(match.id, [event(2)])
    assert journal.timing(match.id, 2) is None
    journal.close()


def test_a_note_that_was_changed_counts_for_nothing(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [event(1)], {"left": 30})
    with journal._connection as connection:
        connection.execute("UPDATE timing SET timing = replace(timing, '30', '90')")
    assert journal.timing(match.id, 1) is None
    journal.close()


def test_the_note_of_a_damaged_journal_is_saved_with_its_events(path: Path) -> None:
    journal = Journal(path)
    match, other = journal.begin(SETUP, NOW), journal.begin(SETUP, NOW)
    journal.append(match.id, [event(1)], {"left": 30})
    journal.append(other.id, [event(1)], {"left": 10})
    journal.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE match SET begun = 'yesterday' WHERE id = ?", (other.id,))
    connection.commit()
    connection.close()
    mended = Journal(path)
    assert mended.damage is not None
    assert [row.id for row in mended.matches()] == [match.id]
    assert mended.timing(match.id, 1) == {"left": 30}
    mended.close()


def test_a_match_and_a_note_that_a_damaged_journal_has_twice_are_saved_once(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [event(1), event(2)], {"left": 30})
    journal.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE event SET event = '{}' WHERE number = 2")
    connection.commit()
    connection.close()
    content = path.read_bytes()
    path.write_bytes(content + content[4096:])  # every page twice, as it is where pages are mixed up
    mended = Journal(path)
    assert mended.damage is not None
    assert "1 events were saved" in mended.damage
    assert [row.id for row in mended.matches()] == [match.id]
    assert mended.events(match.id) == [event(1)]
    mended.close()


@pytest.mark.parametrize("written", [b"\0", b"\xff"])
def test_a_journal_whose_first_page_is_gone_is_known_by_its_head_and_mended(path: Path, written: bytes) -> None:
    """As where the disk has lost a block."""
    match_id = with_events(path, 30)
    with path.open("r+b") as file:
        file.write(written * 4096)
    with pytest.raises(BadInput, match="start the table, which repairs it"):
        opened_to_read(path)
    with closing(Journal(path)) as journal:
        assert journal.damage is not None
        assert journal.events(match_id) == [event(number, card="Z") for number in range(1, 31)]


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be one", b"\x00" * 4096])
def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadInput, match="not a Tableside journal"):
        Journal(path)
    with pytest.raises(BadInput, match="not a Tableside journal"):
        opened_to_read(path)
    assert path.read_bytes() == content


def test_a_full_disk_is_said_and_nothing_half_written_stays(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalFull, match="make room"):
        journal.append(match.id, [event(number, card="Z" * 3000) for number in range(1, 20)])
    assert journal.events(match.id) == []
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.append(match.id, [event(1)])
    assert len(journal.events(match.id)) == 1
    journal.close()


def test_what_could_not_even_be_taken_back_is_not_committed_with_the_next_event(path: Path) -> None:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal._connection.execute("UPDATE match SET closed = 'never said'")  # and its rollback failed, too
    journal.append(match.id, [event(1)])
    assert journal.matches() == [match]
    assert journal.events(match.id) == [event(1)]
    journal.close()


def test_an_open_journal_says_what_is_not_as_it_was_written(path: Path) -> None:
    match_id = with_events(path, 2)
    journal = Journal(path)
    assert journal.problem() is None
    with sqlite3.connect(path) as other:
        other.execute("UPDATE event SET source = 'nobody' WHERE number = 2")
    other.close()
    assert journal.problem() == f"match {match_id} has an event that is not as it was written"
    journal.close()
