"""What comes from outside: whatever it is, it is read or refused with one sentence."""

import io
import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion import outside
from companion.errors import BadInput

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=12,
)
TOML_BITS = st.sampled_from(
    ["a", "b-c", ".", " ", "=", "\n", '"', "'", '"""', "'''", "\\", "#", "1", "[", "]", "{", "}"]
)


@given(JSON)
def test_a_document_comes_out_as_it_was_written(value: object) -> None:
    assert outside.json_value(json.dumps(value).encode(), "it") == value


@pytest.mark.parametrize("levels", [1, outside.DEEPEST - 1, outside.DEEPEST, outside.DEEPEST + 1, 100_000])
def test_levels_are_counted(levels: int) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        raw = (opening * levels + "0" + closing * levels).encode()
        if levels <= outside.DEEPEST:
            outside.json_value(raw, "it")
        else:
            with pytest.raises(BadInput, match=r"^it is nested more than 100 levels deep$"):
                outside.json_value(raw, "it")


@given(st.lists(TOML_BITS, max_size=60).map("".join))
@example('a = """ b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b """')
@example("a = ''' \n'' b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b '''")
@example('a = "\\" b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b" # \' b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b')
def test_every_toml_file_without_long_keys_is_read_as_the_library_reads_it(text: str) -> None:
    try:
        wanted = tomllib.loads(text)
    except ValueError:
        with pytest.raises(BadInput, match=r"^it "):
            outside.toml_table(text.encode(), "it")
        return
    if _depth(wanted) < outside.LONGEST_KEY:
        assert outside.toml_table(text.encode(), "it") == (wanted, text)


def _depth(value: object) -> int:
    return 1 + max((_depth(inner) for inner in value.values()), default=0) if isinstance(value, dict) else 0


@given(st.binary(max_size=40), st.integers(0, 40))
def test_a_stream_is_read_to_its_bound_and_no_farther(raw: bytes, most: int) -> None:
    file = io.BytesIO(raw)
    if len(raw) <= most:
        assert outside.stream(file, most_bytes=most, what="it") == raw
    else:
        with pytest.raises(BadInput, match=r"^it is larger than"):
            outside.stream(file, most_bytes=most, what="it")
        assert file.tell() == most + 1


def test_the_mark_that_some_editors_put_before_a_text_is_skipped() -> None:
    mark = b"\xef\xbb\xbf"
    assert outside.json_value(mark + b"[1]", "it") == [1]
    assert outside.toml_table(mark + b"a = 1", "it") == ({"a": 1}, "a = 1")
    assert outside.text(mark + mark + b"a", "it") == "\ufeffa"
    with pytest.raises(BadInput, match="byte 4"):
        outside.text(mark + b"\xff", "it")


@pytest.mark.parametrize("length", range(3, 17))
def test_of_a_long_line_no_more_is_kept_than_shows_that_it_is_long(length: int) -> None:
    lines = (b"ab\n", b"c" * length + b"\n", b"de\n", b"f" * length)
    ab, long, de, last = outside.lines(io.BytesIO(b"".join(lines)), most_bytes=4, what="it")
    assert (ab, de) == (b"ab\n", b"de\n")
    assert (long, last) == (lines[1][:5], lines[3][:5])
    for line in (long, last):
        if len(line) > 4:
            with pytest.raises(BadInput, match="larger than"):
                outside.bounded(line, most_bytes=4, what="it")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        outside.content(tmp_path, most_bytes=1)
