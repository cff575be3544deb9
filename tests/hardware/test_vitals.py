"""What the doctor says of the machine itself, from the kernel's files, from `vcgencmd`, and from neither."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.vitals import look_at_battery, look_at_power, look_at_temperature, look_at_throttling, throttled_flags


@pytest.mark.parametrize(
    ("text", "state", "value", "words"),
    [
        ("48312\n", "ok", 48.312, "48 °C"),
        ("80000\n", "wrong", 80.0, "give it air"),
        ("-3000\n", "ok", -3.0, "-3 °C"),
        ("warm\n", "simulated", None, "does not tell"),
    ],
)
def test_the_temperature_is_what_the_kernel_says(
    tmp_path: Path, text: str, state: str, value: float | None, words: str
) -> None:
    (tmp_path / "temp").write_text(text)
    found = look_at_temperature(tmp_path / "temp")
    assert (found.part, found.state, found.value) == ("temperature", state, value)
    assert words in found.said


def test_a_machine_without_thermometer_says_so(tmp_path: Path) -> None:
    assert look_at_temperature(tmp_path / "none").state == "simulated"


@pytest.mark.parametrize(
    ("flags", "state", "words"),
    [
        (0x0, "ok", "never slowed down"),
        (0x50000, "wrong", "at times"),
        (0x4, "wrong", "slowed down now"),
        (0x8, "wrong", "slowed down now"),
        (0x10001, "ok", "never slowed down"),  # short of power, which is said by itself
    ],
)
def test_throttling_is_what_the_firmware_says(flags: int, state: str, words: str) -> None:
    found = look_at_throttling(flags)
    assert (found.part, found.state, found.value) == ("throttling", state, f"0x{flags:x}")
    assert words in found.said


@pytest.mark.parametrize(
    ("flags", "state", "words"),
    [(0x0, "ok", "high enough"), (0x50005, "wrong", "too low now"), (0x50000, "wrong", "too low at times")],
)
def test_the_power_is_what_the_firmware_says(flags: int, state: str, words: str) -> None:
    (found,) = look_at_power(flags)
    assert (found.part, found.state, words in found.said) == ("power", state, True)


def test_no_word_of_either_where_there_is_no_such_firmware() -> None:
    assert list(look_at_power(None)) == []
    assert look_at_throttling(None).state == "simulated"


@given(flags=st.integers(min_value=0, max_value=0xFFFFF))
def test_wrong_is_said_just_when_a_flag_says_it(flags: int) -> None:
    slowed = flags & 0xE000E
    assert (look_at_throttling(flags).state == "wrong") == bool(slowed)
    assert ([found.state for found in look_at_power(flags)] == ["wrong"]) == bool(flags & 0x10001)


def stand_in(folder: Path, script: str) -> str:
    program = folder / "vcgencmd"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


class TestFlags:
    def test_from_the_kernels_file(self, tmp_path: Path) -> None:
        (tmp_path / "get_throttled").write_text("50005\n")
        assert throttled_flags(tmp_path / "get_throttled", stand_in(tmp_path, "exit 9")) == 0x50005

    def test_from_vcgencmd_where_there_is_no_file(self, tmp_path: Path) -> None:
        command = stand_in(tmp_path, '[ "$*" = get_throttled ] && echo throttled=0x50000')
        assert throttled_flags(tmp_path / "none", command) == 0x50000

    @pytest.mark.parametrize("script", ["exit 255", "echo 'VCHI initialization failed'", "echo throttled="])
    def test_not_from_a_vcgencmd_that_fails(self, tmp_path: Path, script: str) -> None:
        assert throttled_flags(tmp_path / "none", stand_in(tmp_path, script)) is None

    def test_not_without_either(self, tmp_path: Path) -> None:
        assert throttled_flags(tmp_path / "none", str(tmp_path / "vcgencmd")) is None


def test_the_battery_is_the_one_that_tells_how_full_it_is(tmp_path: Path) -> None:
    for name, words in {"AC": {"type": "Mains"}, "BAT0": {"type": "Battery"}, "BAT1": {"capacity": "67"}}.items():
        (tmp_path / name).mkdir()
        for word, text in words.items():
            (tmp_path / name / word).write_text(f"{text}\n")
    assert (look_at_battery(tmp_path).state, look_at_battery(tmp_path).value) == ("simulated", None)
    (tmp_path / "BAT1" / "type").write_text("Battery\n")
    assert (look_at_battery(tmp_path).state, look_at_battery(tmp_path).value) == ("ok", 67)
