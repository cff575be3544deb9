"""What of the nights lies in the data folder: the notebook, and matches that need not be played again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.placing import placing_of
from companion.nights import keeping
from companion.nights.keeping import CACHE_FILE, NOTEBOOK_FILE, Erased, Forgotten, Nights, read_notebook
from companion.nights.notebook import Notebook, Team
from companion.nights.past_match import PastMatch, boiled_down
from companion.referee.match import Match, played
from tests.dictionary import shipped

MATCHES = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))
BEGUN = "2026-03-01T20:00:00+00:00"


@dataclass(frozen=True)
class Row:
    id: int
    begun: str = BEGUN
    closed: str | None = BEGUN


class Journal:
    """The first saved matches of two games, in a journal that is none."""

    def __init__(self) -> None:
        self.documents = {
            at: json.loads(path.read_text("utf-8"))["document"] for at, path in enumerate(MATCHES[3:6], 1)
        }
        self.digests = dict.fromkeys(self.documents, "a")
        self.events = dict.fromkeys(self.documents, 1)
        self.closed: dict[int, str | None] = dict.fromkeys(self.documents, BEGUN)
        self.played: list[int] = []

    def matches(self) -> list[Row]:
        return [Row(at, closed=self.closed[at]) for at in self.documents]

    def ends(self) -> dict[int, tuple[int, str]]:
        return {at: (self.events[at], digest) for at, digest in self.digests.items()}

    def export(self, match_id: int, /) -> dict[str, Any]:
        self.played.append(match_id)
        return self.documents[match_id]  # type: ignore[no-any-return]

    def nights(self, folder: Path) -> Nights:
        return Nights(folder, self, play, lambda: 0.0)


def play(document: Any) -> Match:
    return played(document, shipped)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_boiled_down_comes_back_from_its_document(path: Path) -> None:
    match = play(json.loads(path.read_text("utf-8"))["document"])
    past = boiled_down(7, BEGUN, match)
    assert PastMatch.from_json(json.loads(json.dumps(past.to_json()))) == past
    assert past.is_over == match.view().over
    assert set(past.places) == (set(past.scores) if past.is_over else set())
    assert {name for name, place in past.places.items() if place == 1} == set(match.view().winners)


def test_who_has_left_came_in_behind_whoever_stayed() -> None:
    view = replace(
        play(json.loads(MATCHES[5].read_text("utf-8"))["document"]).view(),
        scores={"Ann": 60, "Bob": 12, "Cy": 0, "Di": 30},
        winners=("Bob",),
        left=("Cy",),
    )
    assert placing_of(view).places == {"Bob": 1, "Di": 2, "Ann": 3, "Cy": 4}


def test_only_what_is_new_is_played_again_and_a_new_version_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal()
    first = journal.nights(tmp_path).almanac()
    assert journal.played == [1, 2, 3]
    assert journal.nights(tmp_path).almanac() == first
    assert journal.played == [1, 2, 3], "kept over a restart"
    journal.digests[2] = "b"
    assert journal.nights(tmp_path).almanac() == first
    assert journal.played == [1, 2, 3, 2]
    monkeypatch.setattr(keeping, "__version__", "another")
    journal.nights(tmp_path).almanac()
    assert journal.played == [1, 2, 3, 2, 1, 2, 3]


def test_what_takes_too_long_is_played_again_at_a_later_look(tmp_path: Path) -> None:
    journal, now_s = Journal(), iter(range(100))
    nights = Nights(tmp_path, journal, play, lambda: float(next(now_s)))
    found = [nights.almanac(2.0) for _ in range(4)]
    assert [(len(almanac.matches), almanac.unread) for almanac in found] == [(1, 2), (2, 1), (3, 0), (3, 0)]
    assert journal.played == [1, 2, 3]
    assert found[3] is found[2], "nothing has changed"


def test_whoever_looks_meanwhile_and_cannot_wait_gets_what_there_is(tmp_path: Path) -> None:
    journal = Journal()
    seen: list[tuple[int, int]] = []

    def play_and_look(document: Any) -> Match:
        almanac = nights.almanac(0.0)
        seen.append((len(almanac.matches), almanac.unread))
        return play(document)

    nights = Nights(tmp_path, journal, play_and_look, lambda: 0.0)
    nights.almanac()
    journal.digests[2] = "b"
    nights.almanac()
    assert seen == [(0, 3)] * 3 + [(3, 0)]


def test_a_match_in_which_nothing_has_happened_counts_for_nobody(tmp_path: Path) -> None:
    journal = Journal()
    journal.events[2] = 0
    almanac = journal.nights(tmp_path).almanac()
    assert ([match.id for match in almanac.matches], almanac.unread, journal.played) == ([1, 3], 0, [1, 3])


def test_so_does_one_of_which_all_was_taken_back(tmp_path: Path) -> None:
    journal = Journal()
    events = journal.documents[2]["events"]
    journal.documents[2] = {**journal.documents[2], "events": [*events[:1], {"event": "undo"}]}
    almanac = journal.nights(tmp_path).almanac()
    assert ([match.id for match in almanac.matches], almanac.unread, almanac.unplayable) == ([1, 3], 0, {})


def test_a_match_that_cannot_be_played_again_costs_the_others_nothing(tmp_path: Path) -> None:
    journal = Journal()
    journal.documents[2] = {**journal.documents[2], "game": "chess"}
    almanac = journal.nights(tmp_path).almanac()
    assert [match.id for match in almanac.matches] == [1, 3]
    assert "no game “chess”" in almanac.unplayable[2]


def test_who_is_forgotten_is_in_no_file_whatever_the_journal_says(tmp_path: Path) -> None:
    nights = Journal().nights(tmp_path)
    nights.almanac()
    nights.change(lambda notebook: notebook.with_same(["Anna", "Ännchen"]).with_team(Team("Cats", ("Bob", "anna"))))
    nothing = Erased(frozenset(), ())
    gone = nights.forget(
        "ANNA", lambda persons: Erased(frozenset({"anna"}), (1, 2)) if persons == {"anna", "annchen"} else nothing
    )
    assert gone == Forgotten(frozenset({"anna", "Anna", "Ännchen"}), (1, 2))
    assert not (tmp_path / CACHE_FILE).exists()
    assert read_notebook(tmp_path).teams == (Team("Cats", ("Bob",)),)
    with pytest.raises(BadInput, match="nobody has played here as Anna"):
        nights.forget("Anna", lambda _: nothing)
    assert nights.forget("Anna", lambda _: replace(nothing, had_seat=True)).matches == ()


def test_a_disk_that_takes_no_notebook_keeps_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nights = Journal().nights(tmp_path)
    nights.change(lambda notebook: notebook.with_team(Team("Cats", ("Ann",))))

    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.atomic.write", full)
    with pytest.raises(BadInput, match=f"{NOTEBOOK_FILE} cannot be written: No space left"):
        nights.change(lambda notebook: notebook.without_team("Cats"))
    assert read_notebook(tmp_path).team("cats") == Team("Cats", ("Ann",))


@pytest.mark.parametrize(
    "changed",
    [{"same": ["Anna"]}, {"teams": [{"name": "Cats", "players": "Ann"}]}, {"teams": [{"name": 7, "players": []}]}],
)
def test_a_notebook_that_was_written_otherwise_by_hand_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"same": [], "seasons": [], "teams": []}
    (tmp_path / NOTEBOOK_FILE).write_text(json.dumps(whole), "utf-8")
    assert read_notebook(tmp_path) == Notebook()
    (tmp_path / NOTEBOOK_FILE).write_text(json.dumps({**whole, **changed}), "utf-8")
    with pytest.raises(BadInput, match="cannot be used"):
        read_notebook(tmp_path)


def test_a_notebook_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    nights = Journal().nights(tmp_path)
    nights.change(lambda notebook: notebook.with_team(Team("Cats", ("Ann",))))
    many = [Team(f"T{at}", tuple("\U0001f600" * 99 + f"{at} {player}" for player in range(19))) for at in range(199)]
    with pytest.raises(BadInput, match=f"{NOTEBOOK_FILE} is larger than 1 MB"):
        nights.change(lambda notebook: replace(notebook, teams=(*notebook.teams, *many)))
    assert read_notebook(tmp_path).teams == (Team("Cats", ("Ann",)),)


def test_whom_the_table_plays_is_nobody_and_stays_so_in_the_cache(tmp_path: Path) -> None:
    journal = Journal()
    table = journal.documents[1]["players"][0]
    journal.documents[1] = {**journal.documents[1], "practice": {"players": {table: "easy"}}}
    for _ in range(2):
        match = journal.nights(tmp_path).almanac().matches[0]
        assert match.of_table == {table}
        assert not match.counts
    assert journal.played == [1, 2, 3]


def test_a_match_that_goes_on_is_not_written_down_at_every_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal()
    journal.documents[3] = {**journal.documents[3], "events": journal.documents[3]["events"][:4]}
    journal.closed[3] = None
    nights = journal.nights(tmp_path)
    assert not nights.almanac().matches[2].is_over
    journal.digests[3] = "b"
    with monkeypatch.context() as patched:
        patched.setattr("companion.atomic.write", None)
        nights.almanac()
    assert journal.played == [1, 2, 3, 3]
    journal.nights(tmp_path).almanac()
    assert journal.played == [1, 2, 3, 3, 3], "the other two are in the cache, it is not"
    journal.closed[3] = BEGUN
    for _ in range(2):
        journal.nights(tmp_path).almanac()
    assert journal.played == [1, 2, 3, 3, 3, 3], "it is once it was left"


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_cache_that_is_not_as_it_was_written_counts_for_nothing(at: int, flipped: int) -> None:
    with TemporaryDirectory() as name:
        path = Path(name) / CACHE_FILE
        past = PastMatch(1, "typo", BEGUN, {"Ann": 1, "Bob": 2}, {"Ann": 1, "Bob": 2})
        keeping._write_cache(path, {1: keeping._Kept("a", past)})
        content = bytearray(path.read_bytes())
        assert keeping._read_cache(path)[1].match == past
        content[at % len(content)] ^= flipped
        path.write_bytes(content)
        assert keeping._read_cache(path) == {}


def test_whoever_was_forgotten_since_the_journal_was_read_comes_into_no_cache(tmp_path: Path) -> None:
    journal = Journal()

    @contextmanager
    def once_it_is_forgotten() -> Iterator[bool]:
        journal.digests[2] = "without"
        yield True

    Nights(tmp_path, journal, play, lambda: 0.0, may_cache=once_it_is_forgotten).almanac()
    assert set(keeping._read_cache(tmp_path / CACHE_FILE)) == {1, 3}
