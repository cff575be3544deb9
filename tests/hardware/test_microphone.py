"""A moment of sound, or one sentence of what is wrong with the microphone."""

from pathlib import Path

import pytest

from hardware.errors import HardwareError
from hardware.microphone import recorded
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
