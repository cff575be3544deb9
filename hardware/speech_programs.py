"""The programs that turn a sentence into sound: espeak-ng, and piper where it is installed with a voice for a language.

Each says in steps what is to be run for a sentence; whoever runs a step hands back what it wrote.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import wave
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

ESPEAK = "espeak-ng"
LOUDEST = 200  # espeak-ng's own scale; 100 is as it was recorded
WORDS_A_MINUTE = 165
PIPER = "piper"
PLAYER = "aplay"  # of alsa-utils: plays a WAV file
HELP_S = 10.0  # within which a program tells its options, or is none of ours
MODELS = ("~/.local/share/piper-voices", "/usr/local/share/piper-voices", "/usr/share/piper-voices")
MOST_KEPT = 48  # sentences whose sound is kept, of 100 to 300 kB each: turns and numbers come again and again


@dataclass(frozen=True, slots=True)
class SoundStep:
    """A program to be run with `given` on its standard input. Where it `makes` the sound that a later step plays, what
    it writes is wanted and nothing is heard yet."""

    command: Sequence[str]
    given: bytes
    makes: bool = False


class SpeechProgram(Protocol):
    """What can speak one language."""

    def spoken(self, sentence: str, percent: int) -> Generator[SoundStep, bytes, None]:
        """The steps by which a sentence is heard, 1 to 100 percent loud; each is sent what it wrote. Raises ValueError
        for what is no sound."""
        ...

    def prepared(self, sentence: str) -> Generator[SoundStep, bytes, None]:
        """The steps that can be done before a sentence is to be heard; none where that saves nothing."""
        ...


class EspeakNg:
    """Debian's espeak-ng, which speaks at once."""

    def __init__(self, language: str, program: str = ESPEAK) -> None:
        self._language = language
        self._program = program

    def spoken(self, sentence: str, percent: int) -> Generator[SoundStep, bytes, None]:
        """One step: it makes the sound while it plays it."""
        loudness = str(percent * LOUDEST // 100)
        command = [self._program, "-v", self._language, "-a", loudness, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin"]
        yield SoundStep(command, sentence.encode())

    def prepared(self, sentence: str) -> Generator[SoundStep, bytes, None]:  # noqa: ARG002 - as the protocol has it
        """Nothing."""
        yield from ()


class Piper:
    """Piper (rhasspy/piper and its successor piper1-gpl), which makes a WAV file that a player plays.

    `command` starts it, `model` is the voice's `.onnx` file. The newest `MOST_KEPT` sounds are kept: loading a model
    takes longer than saying a number.
    """

    def __init__(self, command: Sequence[str], model: Path, player: str = PLAYER) -> None:
        self.model = model
        self._command = command
        self._player = player
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def spoken(self, sentence: str, percent: int) -> Generator[SoundStep, bytes, None]:
        """A step that makes the sound, unless it is kept, and one that plays it."""
        yield from self.prepared(sentence)
        self._kept.move_to_end(sentence)
        yield SoundStep([self._player, "-q", "-"], quieter(self._kept[sentence], percent))

    def prepared(self, sentence: str) -> Generator[SoundStep, bytes, None]:
        """The step that makes the sound, unless it is kept."""
        if sentence in self._kept:
            return
        line = " ".join(sentence.split())  # each line would be a sound of its own
        command = [*self._command, "--model", str(self.model), "--output_file", "-"]
        wav = yield SoundStep(command, f"{line}\n".encode(), makes=True)
        quieter(wav, 100)  # it can be played later
        self._kept[sentence] = wav
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def quieter(wav: bytes, percent: int) -> bytes:
    """A WAV file (16-bit PCM) at so many percent of its loudness, 0 to 100. Raises ValueError for anything else."""
    try:
        with wave.open(io.BytesIO(wav)) as file:
            parameters, frames = file.getparams(), file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"no WAV file: {error}") from error
    if parameters.sampwidth != 2 or not frames:
        raise ValueError(f"a WAV file of {parameters.sampwidth} bytes a sample and {len(frames)} bytes, expected 2")
    import numpy as np

    samples = np.frombuffer(frames[: len(frames) // 2 * 2], "<i2").astype(np.int32) * percent // 100
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams(parameters)
        file.writeframes(samples.astype("<i2").tobytes())
    return made.getvalue()


def piper_command() -> list[str] | None:
    """How piper is started: the Python package of this environment, else the program; None where there is neither."""
    if find_spec(PIPER):
        return [sys.executable, "-m", PIPER]
    program = shutil.which(PIPER)
    return [program] if program is not None and is_piper(program) else None


@cache
def is_piper(program: str) -> bool:
    """Whether a program has the options that piper has; Debian's package `piper` sets up mice."""
    try:
        told = subprocess.run(
            [program, "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=HELP_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return all(option in told.stdout + told.stderr for option in (b"--model", b"--output_file"))


def model_of(language: str, folders: Iterable[Path]) -> Path | None:
    """The first voice of a language in the first folder that has one, by name (`nl_NL-mls-medium.onnx` with its
    `.onnx.json` beside it), however deep it lies."""
    for folder in folders:
        with suppress(OSError):  # this user may not look into it: there are no voices for them
            for path in sorted(folder.glob(f"**/{language}_*.onnx")):
                if path.with_name(f"{path.name}.json").is_file():
                    return path
    return None


def usual_folders() -> list[Path]:
    """Where voices lie on machines that have any."""
    return [Path(os.path.expanduser(folder)) for folder in MODELS]


def programs_for(language: str, folder: Path | None = None) -> list[SpeechProgram]:
    """What speaks a language here, the nicest first: piper where it is installed with a voice (`folder` is looked into
    before the usual ones) and a player, and espeak-ng."""
    espeak = EspeakNg(language)
    model = model_of(language, [*([folder] if folder else []), *usual_folders()])
    command = piper_command() if model and shutil.which(PLAYER) else None
    return [Piper(command, model), espeak] if command and model else [espeak]
