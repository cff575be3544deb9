"""The card's two slots: what the next start takes, and that no version is lost before the next one has answered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.machine.card.slots import Running, Slots
from tests.machine.card import IMAGE

SLOTS = st.builds(
    Slots,
    st.sampled_from("ab"),
    st.none() | st.sampled_from("ab"),
    st.none() | st.text("0123456789abcdef", min_size=32, max_size=32),
)


@given(SLOTS)
def test_what_is_written_is_read(slots: Slots) -> None:
    assert Slots.read(slots.text()) == slots


@given(SLOTS)
def test_what_uboot_writes_is_read(slots: Slots) -> None:
    """U-Boot sorts the lines, and ends them with a zero."""
    assert Slots.read("\n".join(sorted(slots.text().splitlines())) + "\n\0") == slots


@given(st.text())
def test_a_damaged_file_is_that_of_a_new_card(text: str) -> None:
    slots = Slots.read(text)
    assert slots.kept in ("a", "b")
    assert Slots.read(slots.text()) == slots


@pytest.mark.parametrize(
    ("cmdline", "running"),
    [
        ("ro tableside.slot=a tableside.word=kept", Running("a", False)),
        ("ro quiet tableside.slot=b tableside.word=tried\n", Running("b", True)),
        ("ro tableside.slot=c", None),
        ("BOOT_IMAGE=/vmlinuz root=/dev/sda1", None),
    ],
)
def test_which_slot_runs_is_known_from_the_kernels_command_line(cmdline: str, running: Running | None) -> None:
    assert Running.read(cmdline) == running


def test_the_other_one_is_written() -> None:
    assert Running("a", False).other == "b"
    assert Running("b", True).other == "a"


def test_uboot_and_the_table_speak_of_the_same_names() -> None:
    script = (IMAGE / "boot/boot.cmd").read_text(encoding="ascii")
    for word in (
        "slot.env",
        "slot try machine",
        "tableside.slot=${start}",
        "tableside.word=${word}",
        "setenv word tried",
    ):
        assert word in script
