"""Rows of a SQLite file read from its raw pages, for when SQLite itself cannot: from the file and its write-ahead log.

Nothing here is believed: pages may be damaged, old or mixed up, and the same row may come out of several of them.
Whoever asks must know by themselves which rows are as they were written. The formats are those of
https://sqlite.org/fileformat2.html; a page that does not follow them gives no rows.
"""

from __future__ import annotations

import re
import struct
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PAGE_BYTES = 4096  # SQLite's own choice since 2016, and so that of every journal
LOG_HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x0A, 0x02
HEADER_BYTES = {TABLE_LEAF: 8, INDEX_LEAF: 8, INDEX_INTERIOR: 12}
LONGEST_ROW_BYTES = 1 << 24
SEARCHED_BYTES = 1 << 24  # a page's own list of its rows may be damaged: so much is searched for rows byte by byte
# How a record begins whose first two columns are numbers: the size of its header and the kinds of both.
RECORD = re.compile(rb"[\x03-\x20](?=[\x01-\x06\x08\x09][\x01-\x06\x08\x09])")

PageRow = tuple[Any, ...]  # of numbers, texts, bytes and None
MALFORMED = (ValueError, IndexError, struct.error, OverflowError)  # UnicodeDecodeError is a ValueError


def rows(file: bytes, log: bytes) -> Iterator[PageRow]:
    """Every row that any page holds, more than once maybe: of the file, then of its log from the oldest frame on.

    A row of a table with a row number of its own begins with that number, in the place of the column that
    stands for it.
    """
    pages, is_searched = dict(enumerate(_cut(file, 0, 0), 1)), len(file) + len(log) <= SEARCHED_BYTES
    for number, page in [*pages.items(), *_frames(log)]:
        pages[number] = page
        yield from _rows_of(page, number, pages)
        if is_searched:
            yield from _rows_in(page, pages)


def _cut(content: bytes, start: int, between: int) -> Iterator[bytes]:
    """The pages of `content`; the last one may have lost its end."""
    for place in range(start, len(content), PAGE_BYTES + between):
        page = content[place + between : place + between + PAGE_BYTES]
        yield page + bytes(PAGE_BYTES - len(page))


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """The pages in a log with their numbers, whether or not SQLite would still believe them."""
    for index, page in enumerate(_cut(log, LOG_HEADER_BYTES, FRAME_HEADER_BYTES)):
        place = LOG_HEADER_BYTES + index * (PAGE_BYTES + FRAME_HEADER_BYTES)
        yield int.from_bytes(log[place : place + 4], "big"), page


def _rows_of(page: bytes, number: int, pages: Mapping[int, bytes]) -> Iterator[PageRow]:
    header = 100 if number == 1 else 0
    kind = page[header]
    if kind not in HEADER_BYTES:
        return
    (cells,) = struct.unpack_from(">H", page, header + 3)
    first = header + HEADER_BYTES[kind]
    for index in range(min(cells, (PAGE_BYTES - first) // 2)):
        with suppress(*MALFORMED):
            (place,) = struct.unpack_from(">H", page, first + 2 * index)
            yield _row(page, place, kind, pages)


def _rows_in(page: bytes, pages: Mapping[int, bytes]) -> Iterator[PageRow]:
    """What may be rows of a table without row numbers, wherever in the page they lie."""
    for found in RECORD.finditer(page):
        for place in range(max(0, found.start() - 3), found.start()):  # the length before it has one to three bytes
            with suppress(*MALFORMED):
                if _varint(page, place)[1] == found.start():
                    yield _row(page, place, INDEX_LEAF, pages)


def _row(page: bytes, place: int, kind: int, pages: Mapping[int, bytes]) -> PageRow:
    if kind == INDEX_INTERIOR:
        place += 4  # past the number of the page to its left
    length, place = _varint(page, place)
    row_number = None
    if kind == TABLE_LEAF:
        row_number, place = _varint(page, place)
    if length > LONGEST_ROW_BYTES:
        raise ValueError(length)
    values = _record(_payload(page, place, length, kind, pages))
    return values if row_number is None else (row_number, *values[1:])


def _payload(page: bytes, place: int, length: int, kind: int, pages: Mapping[int, bytes]) -> bytes:
    """What a cell holds, with what of it lies on pages of its own."""
    most = PAGE_BYTES - 35 if kind == TABLE_LEAF else (PAGE_BYTES - 12) * 64 // 255 - 23
    if length <= most:
        return page[place : place + length]
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    here = least + (length - least) % (PAGE_BYTES - 4)
    here = here if here <= most else least
    parts, left = [page[place : place + here]], length - here
    (following,) = struct.unpack_from(">I", page, place + here)
    while left > 0:
        if following not in pages:
            raise ValueError(following)
        content = pages[following]
        parts.append(content[4 : 4 + min(left, PAGE_BYTES - 4)])
        left -= PAGE_BYTES - 4
        (following,) = struct.unpack_from(">I", content)
    return b"".join(parts)


@lru_cache(maxsize=1024)  # a log has the same page over and over, each time with one row more
def _record(payload: bytes) -> PageRow:
    size, place = _varint(payload, 0)
    kinds = []
    while place < size:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        value, place = _value(payload, place, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, place: int, kind: int) -> tuple[Any, int]:
    sizes = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
    size = sizes[kind] if kind in sizes else (kind - 12) // 2
    content, end = payload[place : place + size], place + size
    if len(content) != size or kind in (10, 11):
        raise ValueError(kind)
    if kind == 0:
        return None, end
    if kind in (8, 9):
        return kind - 8, end
    if kind == 7:
        return float(struct.unpack(">d", content)[0]), end
    if kind < 7:
        return int.from_bytes(content, "big", signed=True), end
    return (content.decode() if kind % 2 else content), end


def _varint(content: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place after it."""
    value = 0
    for index in range(8):
        byte = content[place + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + index + 1
    return value << 8 | content[place + 8], place + 9
