"""What was solved of a dictionary's words: beside its compiled form, and as sound as that is."""

from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from companion import dictionaries
from companion.dictionaries.__main__ import main as make_dictionary
from companion.lexicon import Lexicon
from companion.lexicon.wordfile import pack
from companion.solvers.retrograde import lost_runs
from companion.solvers.superghost import SolvedWords, Superghost

WORDS = ["trains", "plane", "planet"]


class Refusing(Executor):
    """Counts what it is given, and does nothing."""

    def __init__(self) -> None:
        self.given: list[tuple[object, ...]] = []

    def submit(self, _job: object, /, *args: object, **_: object) -> Future[object]:  # type: ignore[override]
        self.given.append(args)
        return Future()


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of word lists with one small language, as if it were the shipped one."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "xx.words").write_bytes(pack(WORDS))
    (folder / "catalogue.toml").write_text('[xx]\ntitle = "X"\nlanguage = "xx"\nwords = "xx.words"\n')
    monkeypatch.setattr("companion.resources.wordlists", lambda: folder)
    return folder


@pytest.fixture
def data(lists: Path, tmp_path: Path) -> Path:
    """A data folder with the small language solved."""
    folder = tmp_path / "data"
    notices: list[str] = []
    dictionaries.solve("xx", folder, notices.append)
    assert notices == []
    return folder


def test_the_table_lies_beside_the_words_and_is_of_them(data: Path) -> None:
    assert sorted(path.name for path in (data / "lexica").iterdir()) == ["xx.lexicon", "xx.solved"]
    lexicon = dictionaries.at_table("xx", data)
    assert isinstance(lexicon, SolvedWords)
    table = lexicon.lost_runs()
    assert table == lost_runs(Lexicon.from_words(WORDS).groups())
    assert Superghost(table, lexicon).wins("train") is False
    assert lexicon.lost_runs() is table, "read once"
    assert lexicon.with_names().lost_runs() is None, "names were not solved"
    assert Lexicon.from_words(WORDS).lost_runs() is None


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other", "folder"])
def test_a_damaged_table_is_no_table_and_is_made_again(data: Path, damage: str) -> None:
    path = data / "lexica" / "xx.solved"
    kept = path.read_bytes()
    path.unlink()
    flipped = kept[:-1] + bytes([kept[-1] ^ 1])
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes({"cut": kept[:-1], "flip": flipped, "empty": b"", "other": b"something"}[damage])
    asked: list[str] = []
    lexicon = dictionaries.at_table("xx", data, unsolved=asked.append)
    assert lexicon.lost_runs() is None
    assert asked == ["xx"]
    if damage == "folder":
        notices: list[str] = []
        dictionaries.solve("xx", data, notices.append)
        assert "cannot be written" in notices[0]
    else:
        dictionaries.solve("xx", data, pytest.fail)
        assert path.read_bytes() == kept
        assert lexicon.lost_runs() is not None, "who has asked in vain may ask again"


def test_a_table_of_other_words_is_none(data: Path, lists: Path) -> None:
    (lists / "xx.words").write_bytes(pack([*WORDS, "planets"]))
    assert dictionaries.at_table("xx", data).lost_runs() is None
    (data / "house.toml").write_text('[xx]\nban = ["plane"]\n')
    dictionaries.solve("xx", data, lambda _: None)
    assert dictionaries.at_table("xx", data).lost_runs() is not None
    (data / "house.toml").unlink()
    assert dictionaries.at_table("xx", data).lost_runs() is None


def test_what_is_there_is_not_made_again_and_without_the_memory_nothing_is(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 1000 kB\nMemAvailable:       0 kB\n")
    monkeypatch.setattr("companion.dictionaries.memory._SAYS", meminfo)
    dictionaries.solve("xx", data, pytest.fail)
    (data / "lexica" / "xx.solved").unlink()
    notices: list[str] = []
    dictionaries.solve("xx", data, notices.append)
    assert notices == ["xx is not solved: that takes 0 MB of memory, and 0 MB are free"]
    assert not (data / "lexica" / "xx.solved").exists()
    meminfo.write_text("nonsense")
    dictionaries.solve("xx", data, pytest.fail)
    assert (data / "lexica" / "xx.solved").exists()


def test_a_table_at_work_has_it_made_once_and_beside_all_else(lists: Path, tmp_path: Path) -> None:
    aside, at_leisure = Refusing(), Refusing()
    shelf = dictionaries.Shelf(tmp_path / "data", aside=aside, at_leisure=at_leisure)
    lexicon = shelf("xx")
    assert at_leisure.given == [], "nobody has asked"
    for _ in range(3):
        assert lexicon.lost_runs() is None
    assert at_leisure.given == [("xx", tmp_path / "data")]
    assert aside.given == []


def test_a_shelf_that_is_closed_has_nothing_made(lists: Path, tmp_path: Path) -> None:
    shelf = dictionaries.Shelf(tmp_path / "data")
    lexicon = shelf("xx")
    shelf.close()
    assert lexicon.lost_runs() is None


def test_it_is_another_process_that_solves(tmp_path: Path) -> None:
    shelf = dictionaries.Shelf(tmp_path)
    lexicon = shelf("en-casual")
    assert lexicon.lost_runs() is None
    shelf._at_leisure.shutdown()
    table = lexicon.lost_runs()
    assert table is not None
    assert Superghost(table, lexicon).wins("zookeepe") is False


def test_all_can_be_solved_at_once(lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _: None)
    monkeypatch.setattr("pathlib.Path.write_text", lambda *_: None)  # this process stays as it is
    monkeypatch.setattr("sys.argv", ["companion.dictionaries", "--solve", "all", str(tmp_path / "data")])
    assert make_dictionary() == 0
    assert (tmp_path / "data" / "lexica" / "xx.solved").is_file()
    (lists / "xx.words").write_bytes(pack([*WORDS, "zoology"]))
    assert make_dictionary() == 0, "what was stale has been made again"
    (tmp_path / "data" / "lexica" / "xx.solved").unlink()
    monkeypatch.setattr("companion.dictionaries.solved.free_bytes", lambda: 0)
    assert make_dictionary() == 1, "there is no memory to solve it"
