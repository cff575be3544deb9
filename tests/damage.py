"""Files as a failing card, a full disk or a stray editor leaves them: for whatever reads a file back."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """The content with one to three wounds: flipped bits, a cut end, a hole of zeros, strange bytes, swapped parts."""
    for _ in range(draw(st.integers(1, 3))):
        content = draw(st.sampled_from([_flipped, _cut, _hole, _stuffed, _swapped]))(draw, content)
    return content


def _place(draw: st.DrawFn, content: bytes) -> int:
    return draw(st.integers(0, len(content)))


def _span(draw: st.DrawFn, content: bytes) -> tuple[int, int]:
    begin, end = sorted((_place(draw, content), _place(draw, content)))
    return begin, end


def _flipped(draw: st.DrawFn, content: bytes) -> bytes:
    place, bit = _place(draw, content), draw(st.integers(0, 7))
    return content[:place] + bytes(byte ^ (1 << bit) for byte in content[place : place + 1]) + content[place + 1 :]


def _cut(draw: st.DrawFn, content: bytes) -> bytes:
    return content[: _place(draw, content)]


def _hole(draw: st.DrawFn, content: bytes) -> bytes:
    begin, end = _span(draw, content)
    return content[:begin] + bytes(end - begin) + content[end:]


def _stuffed(draw: st.DrawFn, content: bytes) -> bytes:
    place = _place(draw, content)
    return content[:place] + draw(st.binary(min_size=1, max_size=40)) + content[place:]


def _swapped(draw: st.DrawFn, content: bytes) -> bytes:
    begin, end = _span(draw, content)
    middle = draw(st.integers(begin, end))
    return content[:begin] + content[middle:end] + content[begin:middle] + content[end:]
