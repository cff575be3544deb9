"""A moment of sound, or one sentence of what is wrong with the microphone."""

from pathlib import Path

import pytest

from hardware.errors import HardwareError
from hardware.microphone import look_at_microphone, recorded
from tests.hardware.test_voice import script


def test_what_the_recorder_writes_is_samples(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    program = script(tmp_path, f'echo "$@" >{asked}; printf "\\001\\000\\377\\377\\007"')  # half a sample at the end
    assert recorded(16_000, program).tolist() == [1, -1]
    assert asked.read_text() == "-q -t raw -f S16_LE -r 16000 -c 1 -d 3\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "echo 'arecord: main:831: audio open error: No such device' >&2; exit 1",
            "No such device)",
        ),
        ("exit 0", "could not record (0)"),
    ],
)
def test_a_microphone_that_is_not_there_is_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(HardwareError) as wrong:
        recorded(16_000, script(tmp_path, text))
    assert why in wrong.value.sentence
    assert "arecord -l" in wrong.value.sentence


def test_a_recorder_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="apt-get install alsa-utils"):
        recorded(16_000, str(tmp_path / "none"))


def test_a_recorder_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.microphone.LATE_S", -2.9)
    with pytest.raises(HardwareError, match="gave no sound in time"):
        recorded(16_000, script(tmp_path, "exec sleep 60"))


LISTED = """**** List of CAPTURE Hardware Devices ****
card 2: Device [USB PnP Sound Device], device 0: USB Audio [USB Audio]
  Subdevices: 1/1
card 2: Device [USB PnP Sound Device], device 1: USB Audio [USB Audio #1]"""


@pytest.mark.parametrize(
    ("listed", "recording", "is_wanted", "state", "said"),
    [
        (LISTED, r'printf "\144\000\377\377"', False, "ok", "sound comes from USB PnP Sound Device: in one second"),
        (LISTED, r'printf "\000\000\000\000"', False, "wrong", "USB PnP Sound Device gives no sound at all"),
        (LISTED, "echo 'audio open error: Device or resource busy' >&2; exit 1", False, "wrong", "resource busy)"),
        ("", "exit 1", False, "simulated", "there is none; only a table that hears (--hear) needs one"),
        ("", "exit 1", True, "wrong", "arecord -l"),
        ("", r'printf "\144\000\377\377"', True, "ok", "the system's microphone: in one second it was 100 of 32768"),
    ],
)  # fmt: skip
def test_the_doctor_says_which_there_is_and_whether_sound_comes(
    tmp_path: Path, listed: str, recording: str, is_wanted: bool, state: str, said: str
) -> None:
    program = script(tmp_path, f'if [ "$1" = -l ]; then echo "{listed}"; else {recording}; fi')
    found = look_at_microphone(is_wanted, program)
    assert (found.part, found.state, said in found.said) == ("microphone", state, True), found.said


def test_a_recorder_that_is_not_installed_is_wrong_only_where_it_is_wanted(tmp_path: Path) -> None:
    states = [look_at_microphone(is_wanted, str(tmp_path / "none")).state for is_wanted in (False, True)]
    assert states == ["simulated", "wrong"]
