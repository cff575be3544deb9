"""`tableside judge`: documents in, answers out, and one clear sentence for what is none."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.cli.judge import LARGEST_BYTES, read_transcript
from companion.errors import TablesideError
from companion.games import RULEBOOKS
from companion.games.disorder.sections import SECTIONS
from companion.language import translations
from companion.referee.match import judge
from companion.sentences import spoken
from tests.rules.play import event, no_lexicon

Command = Callable[..., tuple[int, str, str]]  # what comes in, and arguments: status, answer and errors
DOCUMENT: dict[str, Any] = {
    "game": "disorder",
    "players": ["Ann", "Bob"],
    "options": {"lexicon": {"words": ["zoom"]}},
    "events": [event("place", "Ann", card="Z"), event("place", "Bob", card="q")],
}


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    def run(stdin: str | bytes, *arguments: str) -> tuple[int, str, str]:
        raw = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = main(["judge", *arguments])
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return run


def test_a_transcript_from_standard_input_or_a_file(command: Command, tmp_path: Path) -> None:
    status, out, err = command(json.dumps(DOCUMENT))
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert [ruling["verdict"] for ruling in answer["rulings"]] == ["placed", "malformed"]
    assert answer["rulings"][1]["clause"] == "—"
    assert (answer["turn"], answer["awaiting"], answer["over"], answer["winners"]) == ("Bob", "place", False, [])
    path = tmp_path / "match.json"
    path.write_text(json.dumps(DOCUMENT), "utf-8")
    assert command("", str(path)) == (0, out, "")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, 2", "not JSON"),
        ('{"game": NaN}', "NaN"),
        ('{"game": -Infinity}', "-Infinity"),
        (b'{"game": "\xff"}', "not UTF-8"),
        ("[" * 100_000, "nested more than"),
        ("null", "object"),
        ("[]", "object"),
        ("{}", "“game”"),
        (json.dumps(DOCUMENT | {"players": ["Ann", "Ann"]}), "same name"),
        (json.dumps(DOCUMENT | {"options": DOCUMENT["options"] | {"target": "many"}}), "target"),
        (json.dumps(DOCUMENT | {"game": "two\nlines"}), "two\\nlines"),
    ],
)
def test_what_is_no_usable_document_is_one_line_and_status_two(command: Command, raw: str, said: str) -> None:
    status, out, err = command(raw)
    assert (status, out) == (2, "")
    assert err.startswith("tableside: ")
    assert err.count("\n") == 1
    assert said in err


def test_a_file_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for arguments in ([str(tmp_path)], [str(tmp_path / "none.json")], ["--batch", str(tmp_path / "none.json")]):
        status, out, err = command("", *arguments)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert str(tmp_path) in err


def test_batch_answers_each_line_and_goes_on_after_an_error(command: Command, tmp_path: Path) -> None:
    long = " " * LARGEST_BYTES + json.dumps(DOCUMENT)
    chess = json.dumps(DOCUMENT | {"game": "chess"})
    lines = [json.dumps(DOCUMENT), "nonsense", "", "[]", f"[{long}]", chess, json.dumps(DOCUMENT)]
    status, out, err = command("\n".join(lines) + "\n", "--batch")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, False]
    assert "larger than 12 MB" in answers[3]["error"]
    assert answers[0] == answers[-1]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    assert command("", "--batch", str(path))[1] == out


def test_numbers_no_rule_can_tell_apart_and_signs_that_cannot_be_printed(command: Command) -> None:
    huge = '{"event": "correct", "number": 1%s, "to": null}' % ("0" * 6000)
    odd = json.dumps(DOCUMENT | {"players": ["\ud800", "B\u2028"], "events": []})
    status, out, _ = command(json.dumps(DOCUMENT).replace('"events": [', f'"events": [{huge}, '))
    assert (status, json.loads(out)["rulings"][0]["verdict"]) == (0, "no_such_event")
    status, out, _ = command(odd, "--batch")
    assert (status, list(json.loads(out)["scores"])) == (0, ["\ud800", "B\u2028"])


def test_rulings_carry_detail_house_and_now_refused(command: Command) -> None:
    document = DOCUMENT | {
        "events": [
            *(
                event("place", player, card=card)
                for player, card in (("Ann", "Z"), ("Bob", "O"), ("Ann", "O"), ("Bob", "M"))
            ),
            event("object", "Ann"),
            event("challenge", "Ann"),
            event("name_word", "Bob", word="zoom"),
            {"event": "correct", "number": 4, "to": None},
        ]
    }
    rulings = json.loads(command(json.dumps(document))[1])["rulings"]
    assert (rulings[4]["clause"], "house" in rulings[4]) == ("D6", False), "Ann is the next player"
    assert (rulings[6]["clause"], rulings[6]["detail"], "house" in rulings[6]) == ("D8", "finished", False)
    assert rulings[7]["now_refused"] == [6, 7]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
NAMES = st.sampled_from(["Ann", "Bob"])
FIELDS = sorted(
    {
        field.name.removesuffix("_")
        for book in RULEBOOKS.values()
        for kind in book.events.values()
        for field in fields(cast("Any", kind))
    }
)
EVENTS = st.fixed_dictionaries(
    {"event": st.sampled_from(sorted({name for book in RULEBOOKS.values() for name in book.events})) | JSON},
    optional=dict.fromkeys(FIELDS, JSON | NAMES | st.sampled_from(["A", "E", "deck", "front"]) | st.integers(0, 4)),
)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(list(RULEBOOKS)) | JSON,
        "players": st.just(["Ann", "Bob"]) | st.lists(st.text(max_size=2), max_size=4) | JSON,
        "options": st.fixed_dictionaries(
            {"lexicon": st.just({"words": ["zoom"]}) | JSON.filter(lambda value: not isinstance(value, str))},
            optional={
                "rows": st.just(["R", "E", "N", "T"]) | JSON,
                "target": st.integers(-1, 20) | JSON,
                "type": st.sampled_from(["wordplay", "wild", "group"]) | JSON,
                "starter": NAMES | JSON,
                "hand": st.integers(7, 14) | JSON,
                "decks": JSON,
                "rolls": JSON,
            },
        )
        | JSON.filter(lambda value: not isinstance(value, dict)),
        "events": st.lists(EVENTS, max_size=8) | JSON,
    },
)


def sentence(call: Callable[..., Any], *arguments: Any) -> Any:
    """The one sentence of the error, or what was answered."""
    try:
        return call(*arguments)
    except TablesideError as error:
        return f"error: {error}"


@given(JSON | DOCUMENTS)
def test_any_json_is_judged_or_one_clear_sentence(document: Any) -> None:
    if isinstance(document, dict):
        options = document.get("options", {})
        if isinstance(options, dict):
            document = document | {"options": {"lexicon": {"words": []}} | options}
    answer = sentence(judge, document, no_lexicon)
    if isinstance(answer, str):
        assert "\n" not in answer
    else:
        assert json.loads(json.dumps(answer)) == answer


@given(st.binary(max_size=40))
def test_any_bytes_are_json_or_one_clear_sentence(raw: bytes) -> None:
    answer = sentence(read_transcript, raw)
    assert not (isinstance(answer, str) and answer.startswith("error") and "\n" in answer)


def test_without_a_lexicon_the_shipped_english_dictionary_answers() -> None:
    said = [event("place", ("Ann", "Bob")[number % 2], card=card) for number, card in enumerate("LIC?")]
    said += [event("challenge", "Ann"), event("name_word", "Bob", word="licorice")]
    for options in ({}, {"lexicon": "en"}):
        answer = judge({"game": "disorder", "players": ["Ann", "Bob"], "options": options, "events": said})
        assert answer["rulings"][-1]["verdict"] == "challenger_loses"
        assert answer["scores"] == {"Ann": 10, "Bob": 0}
    assert "klingon" in sentence(
        judge, {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": "klingon"}}
    )


@pytest.mark.parametrize("language", ["nl", "de", "fr", "en"])
def test_reasons_come_in_the_language_asked_for_and_nothing_else_changes(command: Command, language: str) -> None:
    raw = json.dumps(DOCUMENT | {"events": [*DOCUMENT["events"], {"event": "undo"}, {"event": "undo"}]})
    document = json.loads(command(raw)[1])
    status, out, _ = command(raw, "--language", language)
    answer = json.loads(out)
    assert status == 0
    reasons = [[ruling.pop("reason") for ruling in each["rulings"]] for each in (document, answer)]
    assert document == answer
    if language == "en":
        assert reasons[0] == reasons[1]
    else:
        assert all(english != other for english, other in zip(*reasons, strict=True))


@pytest.mark.parametrize("language", ["nl", "de", "fr"])
def test_clauses_and_sections_are_explained_in_the_language_asked_for(command: Command, language: str) -> None:
    translate = translations(language).gettext
    rulings = json.loads(command(json.dumps(DOCUMENT), "--explain", "--language", language)[1])["rulings"]
    cited = [ruling for ruling in rulings if ruling["clause"] in SECTIONS]
    assert cited
    for ruling in cited:
        assert ruling["clause_text"] == translate(RULEBOOKS["disorder"].clauses[ruling["clause"]].text)
        assert ruling["section"] == spoken(SECTIONS[ruling["clause"]], translate) != SECTIONS[ruling["clause"]]


def test_what_is_wrong_with_a_document_is_said_in_the_language_asked_for(command: Command) -> None:
    status, out, err = command("{", "--language", "nl")
    assert (status, out) == (2, "")
    assert err.startswith("tableside: het document is geen JSON: ")
    status, out, err = command("{\n", "--batch", "--language", "de")
    assert (status, err) == (0, "")
    assert json.loads(out)["error"].startswith("das Dokument ist kein JSON: ")
    assert "nicht für 0" in command(json.dumps(DOCUMENT | {"players": []}), "--language", "de")[2]


def test_a_ruling_is_explained_with_its_clause_and_the_earlier_ones_under_it(command: Command) -> None:
    events = [event("place", "Ann", card="Z"), event("place", "Bob", card="O"), event("place", "Bob", card="O"), {}]
    events += [event("place", "Ann", card="O")]
    raw = json.dumps(DOCUMENT | {"events": events})
    plain, told = (json.loads(command(raw, *more)[1]) for more in ([], ["--explain"]))
    under: dict[str, list[int]] = {}
    for ruling in told["rulings"]:
        clause = ruling["clause"]
        if clause == "—":
            assert not {"clause_text", "section", "earlier", "readings"} & ruling.keys()
            continue
        assert ruling.pop("clause_text") == RULEBOOKS["disorder"].clauses[clause].text
        assert ruling.pop("section") == SECTIONS[clause]
        assert ruling.pop("readings") == []
        assert ruling.pop("earlier") == under.setdefault(clause, [])
        under[clause].append(ruling["event"])
    assert max(len(numbers) for numbers in under.values()) >= 2
    assert told == plain


def test_what_the_match_reads_into_a_clause_is_explained_beside_it(command: Command) -> None:
    document = {"game": "wordcard", "players": ["Ann", "Bob"]}
    words = {"lexicon": {"words": ["cat", "cats"]}}
    lines = [["7/C", "8/A", "9/T"], ["10/C", "J/A", "Q/T"]]
    events = [
        event("lay", "Ann", lines=lines),
        event("end_turn", "Ann"),
        event("lay", "Bob", lines=lines),
        event("tag", "Bob", line=1, back=["K/S"]),
    ]

    def explained(language: str, **options: object) -> list[list[str]]:
        raw = json.dumps({**document, "options": {**words, **options}, "events": events})
        rulings = json.loads(command(raw, "--explain", "--language", language)[1])["rulings"]
        return [ruling["readings"] for ruling in rulings if ruling["clause"] == "W7"]

    assert explained("en") == [["Cards are tagged on to anyone's lines."]]
    assert explained("en", tag_on="own") == [["Cards are tagged on to one's own lines only."]]
    assert explained("de", tag_on="own") == [["Angelegt wird nur an die eigenen Reihen."]]


def test_of_many_earlier_rulings_the_newest_are_named(command: Command) -> None:
    events = [event("challenge", "Bob")] * 50
    answer = json.loads(command(json.dumps(DOCUMENT | {"events": events}), "--explain")[1])
    assert answer["rulings"][-1]["earlier"] == list(range(30, 50))
