"""The shipped dictionaries, the cache that heals itself, house words, and errors of one sentence."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import dictionaries
from companion.dictionaries.__main__ import main as compile_dictionary
from companion.dictionaries.aside import NO_MEMORY
from companion.errors import BadInput, NotYet
from companion.lexicon import Lexicon, explain
from companion.lexicon.wordfile import pack
from companion.resources import wordlists
from tests.dictionary import shipped

RULEBOOK_WORDS = {
    "zookeeper",
    "license",
    "licorice",
    "lice",
    "erase",
    "realize",
    "event",
    "never",
    "ever",
    "even",
    "tureen",
    "yell",
    "well",
    "yowl",
    "yellow",
    "argue",
    "gear",
    "germ",
    "gram",
    "merge",
}


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder of word lists with one small language."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "xx.words").write_bytes(pack(["zoo", "über"], {"size": {"zoo": "1", "über": "2"}}))
    (folder / "xx-names.words").write_bytes(pack(["zook"]))
    (folder / "catalogue.toml").write_text(
        '[xx]\ntitle = "X"\nlanguage = "xx"\nwords = "xx.words"\nnames = "xx-names.words"\numlauts = "digraph"\n'
        '[xx-small]\ntitle = "X"\nlanguage = "xx"\nwords = "xx.words"\nwhere = { size = "1" }\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def notices() -> list[str]:
    """The sentences told."""
    return []


def load(lists: Path, notices: list[str], cache: Path | None = None, name: str = "xx") -> Lexicon:
    return dictionaries.load(name, cache=cache, folder=lists, notice=notices.append)


@pytest.mark.parametrize("name", ["en", "en-casual", "en-tournament"])
def test_every_word_of_the_rulebooks_is_in_and_names_are_out(name: str) -> None:
    lexicon = shipped(name)
    assert [word for word in RULEBOOK_WORDS if not lexicon.is_word(word)] == []
    assert not any(map(lexicon.is_word, ["amsterdam", "london", "zook", "liceo", "lico", "xz"]))
    assert lexicon.is_name("Amsterdam")
    assert lexicon.is_name("london")


@pytest.mark.parametrize(
    ("name", "are_in", "are_out"),
    [
        ("en", "wifi emoji selfie app vlog vape sudoku covid café naïve futhorc qi", "kb lb kg xx iv b csch"),
        ("nl", "ijs reünie coördinaten fiets huizen appje één", "kg tv bv mmm hbo amsterdam jan-van b"),
        ("fr", "été cœur garçon forêt wifi", "kg km cm qu bruxelles s"),
        ("de", "Straße Äpfel und der das du größer Ufo", "kg LKW CPU berlin Apfel-Kuchen"),
    ],
)
def test_words_that_belong_and_noise_that_does_not(name: str, are_in: str, are_out: str) -> None:
    lexicon = shipped(name)
    assert [word for word in are_in.split() if not lexicon.is_word(word)] == []
    assert [word for word in are_out.split() if lexicon.is_word(word)] == []


def test_german_umlauts_are_never_mixed() -> None:
    digraph, plain = shipped("de"), shipped("de-plain")
    assert digraph.is_word("oel")
    assert digraph.is_word("Öl")
    assert not digraph.is_word("ol")
    assert plain.is_word("ol")
    assert plain.is_word("Öl")
    assert not plain.is_word("oel")
    assert digraph.contains("schoen")
    assert plain.contains("SCHÖN")
    assert plain.witness("schon")


def test_what_the_device_may_show() -> None:
    lexicon = shipped("en")
    assert lexicon.may_show("kitchen")
    assert lexicon.may_show("selfie")
    for slur in ("shit", "slut", "bastard"):
        assert lexicon.is_word(slur)
        assert not lexicon.may_show(slur)
    assert set(lexicon.spell("parking", shown=True)) < set(lexicon.spell("parking"))


def test_the_catalogue_and_its_lists_agree() -> None:
    for dictionary in dictionaries.available().values():
        assert (wordlists() / dictionary.words).is_file()
        assert dictionary.names is None or (wordlists() / dictionary.names).is_file()
    assert {path.stem for path in (wordlists() / "LICENSES").iterdir()} >= {"scowl", "opentaal", "cc0-1.0", "word-list"}


def test_sizes_stand_in_the_readme() -> None:
    readme = (wordlists() / "README.md").read_text("utf-8")
    stated = {name: int(words.replace(",", "")) for name, words in re.findall(r"\| `([a-z-]+)` \| ([\d,]+) \|", readme)}
    assert stated == {name: len(shipped(name)) for name in dictionaries.available()}


def test_unknown_dictionary(lists: Path, notices: list[str]) -> None:
    with pytest.raises(BadInput, match=r"^there is no dictionary 'klingon'; there are xx, xx-small$"):
        load(lists, notices, name="klingon")


def test_missing_list(lists: Path, notices: list[str], tmp_path: Path) -> None:
    (lists / "xx.words").unlink()
    for cache in (None, tmp_path / "cache"):
        with pytest.raises(BadInput, match=r"word list .*xx\.words cannot be read \(No such file"):
            load(lists, notices, cache)


def test_damaged_list(lists: Path, notices: list[str]) -> None:
    path = lists / "xx.words"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadInput, match=r"word list .*xx\.words cannot be used: it is cut short or damaged"):
        load(lists, notices)


def test_the_cache_gives_the_same_lexicon(lists: Path, notices: list[str], tmp_path: Path) -> None:
    built = load(lists, notices, tmp_path / "cache")
    kept = load(lists, notices, tmp_path / "cache")
    assert kept.state() == built.state() == load(lists, notices).state()
    assert kept.is_word("ÜBER")
    assert kept.find("ue") == ["ueber"]
    assert kept.is_name("zook")
    assert notices == []
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["xx.lexicon"]


def test_a_large_lexicon_keeps_its_compact_table(tmp_path: Path) -> None:
    kept = [dictionaries.load("fr", cache=tmp_path) for _ in range(2)][1]
    assert kept.is_word("forêt")
    assert not kept.is_word("foret" + "zz")
    assert not kept.is_word("\ud800" * 5)


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other"])
def test_a_damaged_cache_is_rebuilt(lists: Path, notices: list[str], tmp_path: Path, damage: str) -> None:
    load(lists, notices, tmp_path)
    path = tmp_path / "xx.lexicon"
    data = path.read_bytes()
    flipped = data[:-5] + bytes([data[-5] ^ 1]) + data[-4:]
    path.write_bytes({"cut": data[:-7], "flip": flipped, "empty": b"", "other": b"something else"}[damage])
    assert load(lists, notices, tmp_path).is_word("zoo")
    assert notices == [f"the cache {path} is damaged; it is built again"]
    assert path.read_bytes() == data
    assert load(lists, notices, tmp_path).is_word("zoo")
    assert len(notices) == 1


def test_a_stale_cache_is_rebuilt(lists: Path, notices: list[str], tmp_path: Path) -> None:
    load(lists, notices, tmp_path)
    (lists / "xx.words").write_bytes(pack(["zoology"]))
    assert load(lists, notices, tmp_path).is_word("zoology")
    assert notices == [f"the cache {tmp_path / 'xx.lexicon'} is of another word list or Python; it is built again"]


def test_a_cache_that_cannot_be_kept_is_done_without(lists: Path, notices: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert load(lists, notices, tmp_path / "file" / "cache").is_word("zoo")
    assert len(notices) == 2
    assert notices[0].endswith("the dictionary is built from its list instead")
    assert notices[1].endswith("the dictionary works without it")


def test_a_cache_that_is_a_folder(lists: Path, notices: list[str], tmp_path: Path) -> None:
    (tmp_path / "xx.lexicon").mkdir()
    assert load(lists, notices, tmp_path).is_word("zoo")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []
    assert len(notices) == 2


def test_a_cache_that_is_a_pipe_is_not_waited_for(lists: Path, notices: list[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "xx.lexicon")
    assert load(lists, notices, tmp_path).is_word("zoo")
    (notice,) = notices
    assert "is no ordinary file, but a pipe or a device" in notice
    assert (tmp_path / "xx.lexicon").is_file()


def test_house_words_of_the_table(lists: Path, tmp_path: Path) -> None:
    (lists / "house.toml").write_text('[xx]\nadd = ["Wifi"]\nban = ["zoo"]\n')
    house = dictionaries.load("xx", folder=lists)
    assert house.is_word("wifi")
    assert not house.is_word("zoo")
    assert explain(house, "zoo").kind == "banned"
    own = tmp_path / "house.toml"
    own.write_text('[xx]\nadd = ["zoo"]\nban = ["wifi"]\n')
    tables = dictionaries.load("xx", folder=lists, house=own)
    assert tables.is_word("zoo")
    assert not tables.is_word("wifi")


def test_a_table_has_its_house_file_and_its_cache(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('[en]\nban = ["john"]\nadd = ["zook"]\n')
    for _ in range(2):
        lexicon = dictionaries.at_table("en-casual", tmp_path)
        assert lexicon.is_word("zook")
        assert not lexicon.is_word("john")
    assert (tmp_path / "lexica" / "en-casual.lexicon").is_file()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[xx\n", "is not TOML"),
        ('[xx]\nadd = "wifi"\n', "add in [xx] must be a list of words"),
        ('[xx]\nadd = ["wi-fi"]\n', "'wi-fi' in add of [xx] is not a word that cards can lay"),
        ('[en-casual]\nban = ["zoo"]\n', "[en-casual] is no language; there are xx"),
        ("[xx]\nallow = []\n", "[xx] may have add and ban, nothing else"),
        ("xx = 1\n", "[xx] may have add and ban, nothing else"),
    ],
)
def test_a_house_file_that_is_wrong(lists: Path, tmp_path: Path, text: str, says: str) -> None:
    own = tmp_path / "house.toml"
    own.write_text(text)
    with pytest.raises(BadInput, match=re.escape(says)) as raised:
        dictionaries.load("xx", folder=lists, house=own)
    assert str(own) in str(raised.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[yy]\ntitle = "Y"\n', "[yy] needs title, language and words"),
        ('[yy]\ntitle = "Y"\nlanguage = "y"\nwords = 3\n', "words = 3 in [yy] is not"),
        ('[yy]\ntitle = "Y"\nlanguage = "y"\nwords = "y.words"\numlauts = "both"\n', "umlauts = 'both' in [yy]"),
    ],
)
def test_a_catalogue_that_is_wrong(lists: Path, text: str, says: str) -> None:
    (lists / "catalogue.toml").write_text(text)
    with pytest.raises(BadInput, match=re.escape(says)):
        dictionaries.available(lists)


def test_a_column_that_is_not_there(lists: Path, notices: list[str]) -> None:
    catalogue = lists / "catalogue.toml"
    catalogue.write_text(catalogue.read_text("utf-8").replace("{ size", "{ colour"))
    with pytest.raises(BadInput, match="has no column 'colour'"):
        load(lists, notices, name="xx-small")


def test_a_fifth_language_is_a_list_and_an_entry(tmp_path: Path) -> None:
    folder = tmp_path / "wordlists"
    shutil.copytree(wordlists(), folder, ignore=shutil.ignore_patterns("de.*", "nl*", "fr.*"))
    (folder / "eo.words").write_bytes(pack(["ĉevalo", "ŝafo", "ĝi"]))
    with (folder / "catalogue.toml").open("a", encoding="utf-8") as catalogue:
        catalogue.write('\n[eo]\ntitle = "Esperanto"\nlanguage = "eo"\nwords = "eo.words"\n')
    lexicon = dictionaries.load("eo", folder=folder)
    assert lexicon.find("ĉ") == ["cevalo"]
    assert dictionaries.available(folder)["eo"].title == "Esperanto"


def test_a_shelf_loads_each_dictionary_once(tmp_path: Path) -> None:
    shelf = dictionaries.Shelf(tmp_path)
    assert shelf("en-casual") is shelf("en-casual")
    assert (tmp_path / "lexica" / "en-casual.lexicon").is_file()
    with pytest.raises(BadInput, match="there is no dictionary"):
        shelf("klingon")


class Held(Executor):
    """Does what it is given when it is told to, and on the caller's thread."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], partial[Any]]] = []

    def submit(self, job: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, partial(job, *args, **kwargs)))
        return future

    def go(self) -> None:
        while self.waiting:
            future, job = self.waiting.pop()
            try:
                future.set_result(job())
            except BadInput as error:
                future.set_exception(error)


class TestAtOnce:
    """What a referee gets, who must never stand still for as long as compiling takes."""

    @pytest.fixture
    def held(self) -> Held:
        return Held()

    @pytest.fixture
    def shelf(self, tmp_path: Path, held: Held) -> dictionaries.Shelf:
        return dictionaries.Shelf(tmp_path, aside=held)

    def test_what_must_be_compiled_is_compiled_elsewhere_and_once(
        self, shelf: dictionaries.Shelf, held: Held, tmp_path: Path
    ) -> None:
        for _ in range(3):
            with pytest.raises(NotYet, match="the dictionary en-casual is being compiled; try again in a minute"):
                shelf.at_once("en-casual")
        assert not (tmp_path / "lexica").exists()
        assert len(held.waiting) == 1
        held.go()
        lexicon = shelf.at_once("en-casual")
        assert lexicon.is_word("table")
        assert lexicon is shelf.at_once("en-casual") is shelf("en-casual")

    def test_it_is_another_process_that_compiles(
        self, shelf: dictionaries.Shelf, held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(NotYet):
            shelf.at_once("en-casual")
        monkeypatch.setattr("companion.dictionaries._Listed.built", lambda _: pytest.fail("compiled on the table"))
        held.go()
        assert shelf.at_once("en-casual").is_word("table")

    @pytest.mark.parametrize("end", ["os.kill(os.getpid(), signal.SIGKILL)", f"sys.exit({NO_MEMORY})"])
    def test_where_the_memory_did_not_do_for_another_process_the_table_does_not_try_it_itself(
        self, end: str, shelf: dictionaries.Shelf, held: Held, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.dictionaries._Listed.built", lambda _: pytest.fail("compiled on the table"))
        ended = (sys.executable, "-c", f"import os, signal, sys; {end}")
        monkeypatch.setattr("companion.dictionaries.aside.COMMAND", ended)
        with pytest.raises(NotYet):
            shelf.at_once("en-casual")
        held.go()
        with pytest.raises(BadInput, match="there is not enough memory to compile the dictionary en-casual"):
            shelf.at_once("en-casual")
        with pytest.raises(NotYet):  # there may be some later
            shelf.at_once("en-casual")

    def test_what_has_not_the_memory_to_compile_says_so(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def short(_: object) -> Lexicon:
            raise MemoryError

        monkeypatch.setattr("companion.dictionaries._Listed.built", short)
        monkeypatch.setattr("os.nice", lambda _: None)
        monkeypatch.setattr("pathlib.Path.write_text", lambda *_: None)
        monkeypatch.setattr("sys.argv", ["companion.dictionaries", "en-casual", str(tmp_path)])
        assert compile_dictionary() == NO_MEMORY

    def test_where_nobody_may_change_what_goes_first_it_is_compiled_all_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def forbidden(_: int) -> None:
            raise PermissionError("as in the service's sandbox")

        monkeypatch.setattr("os.nice", forbidden)
        monkeypatch.setattr("pathlib.Path.write_text", lambda *_: None)  # this process stays as it is
        monkeypatch.setattr("sys.argv", ["companion.dictionaries", "en-casual", str(tmp_path)])
        assert compile_dictionary() == 0
        assert (tmp_path / "lexica" / "en-casual.lexicon").is_file()
        monkeypatch.setattr("sys.argv", ["companion.dictionaries", "klingon", str(tmp_path)])
        assert compile_dictionary() == 1

    def test_where_nobody_sees_proc_it_is_compiled_all_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def hidden(*_: object) -> int:
            raise FileNotFoundError("as without /proc")

        monkeypatch.setattr("os.nice", lambda _: None)
        monkeypatch.setattr("pathlib.Path.write_text", hidden)
        monkeypatch.setattr("sys.argv", ["companion.dictionaries", "en-casual", str(tmp_path)])
        assert compile_dictionary() == 0

    def test_a_table_that_stops_waits_for_no_compiler(self, tmp_path: Path) -> None:
        shelf = dictionaries.Shelf(tmp_path)
        with pytest.raises(NotYet) as waits:
            shelf.at_once("de")
        shelf.close()
        with pytest.raises(CancelledError):
            waits.value.made.result(timeout=60)
        assert list(tmp_path.glob("lexica/*.lexicon")) == []

    def test_what_is_compiled_is_there_at_once(self, shelf: dictionaries.Shelf, held: Held, tmp_path: Path) -> None:
        dictionaries.at_table("en-casual", tmp_path)
        assert shelf.at_once("en-casual").is_word("table")
        assert held.waiting == []

    def test_one_that_cannot_be_written_down_is_used_all_the_same(
        self, shelf: dictionaries.Shelf, held: Held, tmp_path: Path
    ) -> None:
        (tmp_path / "lexica").write_text("a file where the folder should be")
        with pytest.raises(NotYet, match="is being compiled"):
            shelf.at_once("en-casual")
        held.go()
        assert shelf.at_once("en-casual").is_word("table")

    def test_an_unknown_one_is_no_dictionary(self, shelf: dictionaries.Shelf, held: Held) -> None:
        with pytest.raises(BadInput, match="there is no dictionary 'klingon'"):
            shelf.at_once("klingon")
        assert held.waiting == []

    def test_what_goes_wrong_while_compiling_is_said(
        self, shelf: dictionaries.Shelf, held: Held, tmp_path: Path
    ) -> None:
        with pytest.raises(NotYet, match="is being compiled"):
            shelf.at_once("en-casual")
        (tmp_path / "house.toml").write_text("no [toml")
        held.go()
        with pytest.raises(BadInput, match=r"house\.toml is not TOML"):
            shelf.at_once("en-casual")

    def test_the_newest_alone_stays_in_memory(self, shelf: dictionaries.Shelf, tmp_path: Path) -> None:
        first = shelf("en-casual")
        shelf("en-tournament")
        assert shelf.at_once("en-casual") is not first


def test_several_at_once() -> None:
    casual, tournament = shipped("en-casual"), shipped("en-tournament")
    assert tournament.is_word("aarti")
    assert not casual.is_word("aarti")
    assert casual.memory_bytes() < tournament.memory_bytes()


@pytest.mark.parametrize(("kb", "small"), [(948_000, True), (1_900_000, False)])
def test_a_machine_of_1_gb_keeps_its_words_small(
    kb: int, small: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = dictionaries.at_table("en", tmp_path)
    (tmp_path / "meminfo").write_text(f"MemTotal: {kb} kB\nMemAvailable: 1 kB\n")
    monkeypatch.setattr("companion.dictionaries.memory._SAYS", tmp_path / "meminfo")
    here = dictionaries.at_table("en", tmp_path)
    assert here.is_word("stone")
    assert not here.is_word("stonf")
    assert (here.memory_bytes() < quick.memory_bytes() / 2) == small
