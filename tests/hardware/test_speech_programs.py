"""Piper speaks where it is installed with a voice, and espeak-ng where it is not, or fails.

No voice of piper's can be had here: a stand-in takes its command line and writes a WAV file as it does.
"""

import io
import os
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.speech_programs import EspeakNg, Piper, model_of, piper_command, programs_for, quieter
from hardware.voice import Voice, look_at_voice
from tests.hardware.test_voice import Told, lines
from tests.read_only import folder_in_sight, permitted

# As piper 1.x and its successor take it: text on standard input, a line a sentence, a WAV file on standard output.
PIPER = """
import argparse, sys, wave, io
parser = argparse.ArgumentParser()
parser.add_argument("-m", "--model", required=True)
parser.add_argument("-f", "--output-file", "--output_file")
args = parser.parse_args()
assert args.output_file == "-"
text = sys.stdin.read()
with open({asked!r}, "a") as asked:
    asked.write(args.model.rsplit("/", 1)[-1] + " " + text)
sound = io.BytesIO()
with wave.open(sound, "wb") as file:
    file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
    file.writeframes((1000).to_bytes(2, "little") * len(text))
sys.stdout.buffer.write(sound.getvalue())
"""


HELP = '[ "$1" = --help ] && echo "--model --output_file" && exit'

PLAYER = """
import sys, wave
file = wave.open(sys.stdin.buffer)
frames = file.readframes(9999)
with open({pipe!r}, "w") as pipe:
    print(int.from_bytes(frames[:2], "little"), len(frames) // 2, file=pipe)
"""


class Machine:
    """A machine with these programs and no others; what its player is given can be read."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bin, self.models, self.asked = folder / "bin", folder / "voices", folder / "asked"
        self.bin.mkdir()
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        self.heard = lines(self._pipe)
        monkeypatch.setenv("PATH", str(self.bin))
        monkeypatch.setattr("hardware.speech_programs.MODELS", (str(self.models),))

    def has(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def has_player(self) -> None:
        """It says the first sample and how many there are."""
        self.has("aplay", f"#!{sys.executable}\n{PLAYER.format(pipe=str(self._pipe))}")

    def has_espeak(self) -> None:
        self.has("espeak-ng", f'#!/bin/sh\nread line; echo "espeak $line" >"{self._pipe}"\n')

    def has_piper(self) -> None:
        self.has("piper", f"#!{sys.executable}\n{PIPER.format(asked=str(self.asked))}")

    def has_piper_that_hangs_once(self) -> Iterator[str]:
        """Gives what it is asked to make, line by line: the first time it says so and never ends."""
        self.has_piper()
        os.mkfifo(self.asked)
        real, once = (self.bin / "piper").rename(self.bin / "real"), self.bin / "once"
        hangs = f'{HELP}; if /bin/mkdir "{once}" 2>/dev/null; then echo hangs >"{self.asked}"; exec /bin/sleep 1000; fi'
        self.has("piper", f'#!/bin/sh\n{hangs}\nexec "{real}" "$@"\n')
        return lines(self.asked)

    def has_voice(self, name: str) -> None:
        model = self.models / name[:2] / name
        model.mkdir(parents=True)
        (model / f"{name}.onnx").touch()
        (model / f"{name}.onnx.json").touch()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.fixture
def speaks() -> Iterator[Callable[[str], tuple[Voice, Told]]]:
    """Begins to speak a language at half the loudness."""
    with_end: list[Voice] = []

    def begin(language: str) -> tuple[Voice, Told]:
        wrong = Told()
        voice = Voice(programs_for(language), wrong)
        with_end.append(voice)
        voice.set_percent(50)
        return voice, wrong

    yield begin
    for voice in with_end:
        voice.close()


def test_each_language_is_spoken_by_piper_where_it_has_a_voice_and_by_espeak_else(
    machine: Machine, speaks: Callable[[str], tuple[Voice, Told]]
) -> None:
    machine.has_espeak()
    machine.has_player()
    machine.has_voice("nl_NL-mls-medium")
    assert [type(one) for one in programs_for("nl")] == [EspeakNg]  # no piper
    machine.has_piper()
    assert [type(one) for one in programs_for("nl")] == [Piper, EspeakNg]
    assert look_at_voice().said.endswith("; in its place piper in nl")
    dutch, _ = speaks("nl")
    dutch.say("turn", "Ann is\naan de beurt")
    assert next(machine.heard) == "500 20\n"  # half as loud, and one line
    german, _ = speaks("de")
    german.say("turn", "Ann ist dran")
    assert next(machine.heard) == "espeak Ann ist dran\n"
    assert machine.asked.read_text() == "nl_NL-mls-medium.onnx Ann is aan de beurt\n"


def test_another_program_of_that_name_is_not_asked_and_the_package_comes_first(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.has_player()
    machine.has_voice("nl_NL-mls-medium")
    machine.has("piper", "#!/bin/sh\necho 'Usage: piper [OPTION...] configures mice'\n")
    assert [type(one) for one in programs_for("nl")] == [EspeakNg]
    (tmp_path / "piper").mkdir()
    (tmp_path / "piper" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert piper_command() == [sys.executable, "-m", "piper"]


def test_what_is_prepared_or_said_again_is_made_once(
    machine: Machine, speaks: Callable[[str], tuple[Voice, Told]]
) -> None:
    machine.has_espeak()
    machine.has_player()
    machine.has_piper()
    machine.has_voice("en_GB-alan-low")
    voice, _ = speaks("en")
    voice.prepare(["2", "1"])
    for number in ("2", "1", "2"):
        voice.say("count", number)
        assert next(machine.heard) == "500 2\n"
    assert sorted(machine.asked.read_text().split()[1::2]) == ["1", "2"]


@pytest.mark.parametrize("is_muted", [True, False])
def test_what_is_prepared_holds_nothing_up_and_is_not_lost(
    machine: Machine, speaks: Callable[[str], tuple[Voice, Told]], *, is_muted: bool
) -> None:
    machine.has_player()
    asked = machine.has_piper_that_hangs_once()
    machine.has_voice("en_GB-alan-low")
    voice, _ = speaks("en")
    voice.prepare(["10", "9"])
    assert next(asked) == "hangs\n"
    if is_muted:
        voice.set_percent(0)
        voice.set_percent(50)
    else:
        voice.say("ruling", "Ann")
        assert next(machine.heard) == "500 4\n"
        assert next(asked) == "en_GB-alan-low.onnx Ann\n"
    assert [next(asked), next(asked)] == ["en_GB-alan-low.onnx 10\n", "en_GB-alan-low.onnx 9\n"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("echo 'Unable to find voice' >&2; exit 1", "(Unable to find voice)"),
        ("cat >/dev/null; echo no sound", "(no WAV file: file does not start with RIFF id)"),
    ],
)
def test_a_piper_that_fails_is_left_alone_and_espeak_says_the_same_sentence(
    machine: Machine, speaks: Callable[[str], tuple[Voice, Told]], text: str, why: str
) -> None:
    machine.has_espeak()
    machine.has_player()
    machine.has("piper", f"#!/bin/sh\nPATH=/bin:/usr/bin\n{HELP}\n{text}\n")
    machine.has_voice("fr_FR-siwis-low")
    voice, wrong = speaks("fr")
    voice.say("turn", "un")
    assert next(machine.heard) == "espeak un\n"
    said = wrong.next() or ""
    assert why in said
    assert said.endswith("; another voice speaks instead")
    voice.say("turn", "deux")
    assert next(machine.heard) == "espeak deux\n"


def test_no_loudspeaker_is_no_fault_of_pipers(machine: Machine, speaks: Callable[[str], tuple[Voice, Told]]) -> None:
    machine.has_espeak()
    machine.has("aplay", "#!/bin/sh\necho 'aplay: main:831: audio open error: No such device' >&2; exit 1\n")
    machine.has_piper()
    machine.has_voice("en_US-amy-low")
    voice, wrong = speaks("en")
    voice.say("turn", "one")
    assert "audio open error: No such device); look for the loudspeaker" in (wrong.next() or "")
    machine.has_player()
    voice.say("turn", "one")
    assert next(machine.heard) == "500 4\n"
    assert wrong.next() is None


def test_a_voice_is_found_by_its_language_with_its_description_beside_it(tmp_path: Path) -> None:
    own, shared = tmp_path / "own", tmp_path / "shared"
    for folder, name in ((own, "nl_BE-a"), (shared, "nl_NL-b"), (shared, "de_DE-c"), (own, "de_DE-bare")):
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.onnx").touch()
        if not name.endswith("bare"):
            (folder / f"{name}.onnx.json").touch()
    assert model_of("nl", [own, shared]) == own / "nl_BE-a.onnx"
    assert model_of("de", [own, shared]) == shared / "de_DE-c.onnx"
    assert model_of("fr", [own, shared, tmp_path / "none"]) is None


def test_a_folder_that_cannot_be_entered_has_no_voices() -> None:
    with folder_in_sight() as shared:
        home = shared / "home"
        home.mkdir()
        (shared / "de_DE-c.onnx").touch()
        (shared / "de_DE-c.onnx.json").touch()
        with permitted(home, 0):
            assert model_of("de", [home / "voices", shared]) == shared / "de_DE-c.onnx"


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=50), st.integers(0, 100))
def test_a_sound_is_made_quieter_sample_by_sample(samples: list[int], percent: int) -> None:
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(np.array(samples, "<i2").tobytes())
    with wave.open(io.BytesIO(quieter(sound.getvalue(), percent))) as file:
        made = np.frombuffer(file.readframes(99), "<i2")
        assert file.getframerate() == 16000
    assert len(made) == len(samples)
    assert np.all(np.abs(made - np.array(samples) * percent / 100) <= 1)


@given(st.binary(max_size=80))
def test_what_is_no_sound_is_a_value_error(wav: bytes) -> None:
    with pytest.raises(ValueError, match="WAV"):
        quieter(wav, 50)
