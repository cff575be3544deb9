"""`tableside word`, `find` and `spell`, as typed."""

import json
from pathlib import Path

import pytest

from companion import dictionaries
from companion.cli import main
from tests.dictionary import shipped, used_before


@pytest.fixture(autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path_factory.getbasetemp() / "word-commands"
    used_before(data, "en", "en-casual", "nl")
    monkeypatch.setenv("TABLESIDE_DATA", str(data))


def answer(capsys: pytest.CaptureFixture[str], *typed: str) -> tuple[int, list[str], str]:
    """Exit status, lines of standard output, standard error."""
    status = main(typed)
    shown = capsys.readouterr()
    return status, shown.out.splitlines(), shown.err


def test_word(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = answer(capsys, "word", "zookeeper", "zook", "London", "well-known")
    assert status == 1
    assert [line[:3].strip() for line in lines] == ["yes", "no", "no", "no"]
    assert "not listed" in lines[1]
    assert "name of a person or place" in lines[2]
    assert "hyphen" in lines[3]


def test_word_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "word", "Zoo", "café")[0] == 0
    assert answer(capsys, "word", "--names", "London")[0] == 0
    assert answer(capsys, "word", "--lexicon", "nl", "reünie")[0] == 0


def test_word_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = answer(capsys, "word", "--json", "zoo", "zook")
    assert status == 1
    assert [(word["word"], word["valid"], word["kind"]) for word in json.loads("".join(lines))] == [
        ("zoo", True, "word"),
        ("zook", False, "not_listed"),
    ]


def test_find(capsys: pytest.CaptureFixture[str]) -> None:
    status, words, _ = answer(capsys, "find", "ZO?K")
    assert status == 0
    assert "zookeeper" not in words[:5]
    assert {"zonk", "zouk"} <= set(words)
    assert [len(word) for word in words] == sorted(map(len, words))
    assert answer(capsys, "find", "ZO?K", "--count")[1] == [str(len(words))]
    assert answer(capsys, "find", "ZO?K", "--limit", "2")[1] == words[:2]
    assert answer(capsys, "find", "ZO?K", "--limit", str(10**30))[1] == words
    assert answer(capsys, "find", "ZO?K", "--whole")[1] == [word for word in words if len(word) == 4]
    assert answer(capsys, "find", "ZO?K", "--longer")[1] == [word for word in words if len(word) > 4]
    assert answer(capsys, "find", "zookee", "--start")[1] == ["zookeeper", "zookeepers"]
    assert json.loads("".join(answer(capsys, "find", "ZO?K", "--json")[1]))["words"] == words


def test_find_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "find", "zzzz?q") == (1, [], "")
    assert answer(capsys, "find", "zzzz?q", "--count") == (1, ["0"], "")


def test_spell(capsys: pytest.CaptureFixture[str]) -> None:
    status, words, _ = answer(capsys, "spell", "TUERNEV")
    assert status == 0
    assert {"event", "tureen", "even"} <= set(words)
    assert words[0] == "venture"
    assert answer(capsys, "spell", "TUERNEV", "--limit", str(2**63))[1] == words
    wilder = answer(capsys, "spell", "TUERNEV", "--wilds", "1")[1]
    assert set(words) < set(wilder)
    assert answer(capsys, "spell", "TUERNEV?")[1] == wilder
    lengths = {len(word) for word in answer(capsys, "spell", "TUERNEV", "--shortest", "4", "--longest", "5")[1]}
    assert lengths == {4, 5}
    assert json.loads("".join(answer(capsys, "spell", "TUERNEV", "--limit", "1", "--json")[1]))["words"] == ["venture"]
    assert answer(capsys, "spell", "qqq")[0] == 1


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["word", "--lexicon", "klingon", "zoo"], "there is no dictionary 'klingon'; there are en, en-casual"),
        (["word"], "expected words to look up"),
        (["find", "zo-k"], "'zo-k' has '-' in it; expected letters, and ? for any letter"),
        (["find", " "], "got nothing"),
        (["find", "zoo", "--limit", "0"], "--limit 0: expected 1 or more"),
        (["spell", "zo1"], "'zo1' has '1' in it"),
        (["spell", "zoo", "--wilds", "-1"], "--wilds -1: expected 0 to 28"),
        (["spell", "zoo", "--limit", "-2"], "--limit -2: expected 1 or more"),
    ],
)
def test_what_cannot_be_asked(capsys: pytest.CaptureFixture[str], typed: list[str], says: str) -> None:
    status, lines, error = answer(capsys, *typed)
    assert status == 2
    assert lines == []
    assert error.startswith("tableside: ")
    assert error.count("\n") == 1
    assert says in error


def test_no_data_folder_is_needed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "file" / "inside"))
    status, lines, error = answer(capsys, "word", "--lexicon", "en-casual", "zoo")
    assert status == 0
    assert lines == ["yes  zoo is in the dictionary en-casual."]
    assert "cannot be made" in error


def test_the_list_of_dictionaries(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    casual = {"en-casual": dictionaries.available()["en-casual"]}
    monkeypatch.setattr(dictionaries, "available", lambda *_: casual)
    status, lines, _ = answer(capsys, "word", "--list")
    assert status == 0
    assert lines[0].split()[:3] == ["en-casual", f"{len(shipped('en-casual')):,}", "words"]
    (row,) = json.loads("".join(answer(capsys, "word", "--list", "--json")[1]))
    assert row["language"] == "en"
    assert row["memory_bytes"] > 1_000_000
