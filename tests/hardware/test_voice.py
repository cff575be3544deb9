"""The voice speaks with the real espeak-ng, which here writes down what the loudspeaker would play."""

import os
import queue
import subprocess
import wave
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from hardware.sentences import told
from hardware.speech_programs import ESPEAK, EspeakNg
from hardware.voice import Voice, look_at_voice

PATIENCE_S = 30.0
FRAMES_HZ = 22050  # of espeak-ng's voices


def script(folder: Path, text: str) -> str:
    """A program of a few lines, as it would be found on a machine."""
    program = folder / "speaks"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return str(program)


class Told:
    """What the voice says is wrong, in order."""

    def __init__(self) -> None:
        self._sentences: queue.Queue[str | None] = queue.Queue()

    def __call__(self, sentence: str | None) -> None:
        self._sentences.put(sentence)

    def next(self) -> str | None:
        return self._sentences.get(timeout=PATIENCE_S)


def lines(pipe: Path) -> Iterator[str]:
    """What is written to a named pipe, line by line, as soon as it is there; the pipe is held open meanwhile."""
    held = os.open(pipe, os.O_RDWR)
    with os.fdopen(held, encoding="utf-8") as file:
        yield from file


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def spoken(tmp_path: Path, pipe: Path, language: str, percent: int, sentence: str) -> Path:
    """The sound of a sentence, as the real program makes it when the voice asks for it."""
    wav = tmp_path / "heard.wav"
    program = script(tmp_path, f'{ESPEAK} -w "{wav}" "$@" && echo done >"{pipe}"')
    heard = lines(pipe)
    with closing(Voice([EspeakNg(language, program)], lambda _: None)) as voice:
        voice.set_percent(percent)
        voice.say("ruling", sentence)
        assert next(heard) == "done\n"
    return wav


def samples(wav: Path) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    with wave.open(str(wav)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (FRAMES_HZ, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), dtype=np.int16).astype(np.float64)


def rms(wav: Path) -> float:
    return float(np.sqrt(np.mean(samples(wav) ** 2)))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ann wins the challenge and Bob takes eight chips."),
        ("nl", "Ann wint de uitdaging en Bob krijgt acht fiches."),
        ("fr", "Ann gagne le défi et Bob prend huit jetons."),
        ("de", "Ann gewinnt die Anfechtung und Bob bekommt acht Chips."),
    ],
)
def test_a_sentence_is_heard_in_each_language(tmp_path: Path, pipe: Path, language: str, sentence: str) -> None:
    wav = spoken(tmp_path, pipe, language, 70, sentence)
    assert 1.5 < len(samples(wav)) / FRAMES_HZ < 8
    assert rms(wav) > 500


def test_it_is_as_loud_as_is_asked(tmp_path: Path, pipe: Path) -> None:
    quiet = rms(spoken(tmp_path, pipe, "en", 10, "Ann: play a card"))
    assert rms(spoken(tmp_path, pipe, "en", 60, "Ann: play a card")) > 3 * quiet


@pytest.fixture
def said(tmp_path: Path, pipe: Path) -> Iterator[tuple[Voice, Iterator[str]]]:
    """A voice whose program says what it is asked to say, and then takes for ever."""
    program = script(tmp_path, f'cat >"{pipe}"; exec sleep 1000')
    voice = Voice([EspeakNg("en", program)], lambda _: None)
    with closing(voice):
        voice.set_percent(70)
        yield voice, lines(pipe)


def test_a_newer_sentence_takes_the_place_of_an_older_one_of_its_kind(said: tuple[Voice, Iterator[str]]) -> None:
    voice, heard = said
    voice.say("ruling", "first\n")
    assert next(heard) == "first\n"  # and goes on
    voice.say("turn", "Ann\n")
    voice.say("turn", "Bob\n")
    voice.say("ruling", "second\n")
    assert next(heard) == "Bob\n"  # Ann's turn was never said, and the first ruling broken off
    voice.hush("turn")
    assert next(heard) == "second\n"


@pytest.mark.parametrize("silenced", [Voice.hush, lambda voice: voice.set_percent(0)])
def test_it_is_silent_at_once(said: tuple[Voice, Iterator[str]], silenced: Callable[[Voice], None]) -> None:
    voice, heard = said
    voice.say("ruling", "long\n")
    assert next(heard) == "long\n"
    voice.say("turn", "never\n")
    silenced(voice)
    voice.set_percent(50)
    voice.say("count", "3\n")
    assert next(heard) == "3\n"


def test_while_it_is_held_nothing_is_said_and_then_the_newest(
    said: tuple[Voice, Iterator[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    voice, heard = said
    has_news, looks = Voice._has_news, queue.Queue[tuple[bool, bool]]()

    def looked(voice: Voice) -> bool:
        goes_on = has_news(voice)
        looks.put((bool(voice._waiting), goes_on))
        return goes_on

    voice.say("ruling", "long\n")
    assert next(heard) == "long\n"
    monkeypatch.setattr(Voice, "_has_news", looked)
    voice.hold(is_held=True)
    voice.say("count", "3\n")
    voice.say("count", "2\n")
    voice.hold(is_held=True)
    assert (True, False) in iter(lambda: looks.get(timeout=PATIENCE_S), (True, True))
    voice.hold(is_held=False)
    assert next(heard) == "2\n"
    voice.hold(is_held=False)
    voice.say("count", "1\n")
    assert next(heard) == "1\n"


def test_at_no_volume_no_program_is_started(tmp_path: Path) -> None:
    wrong: list[str | None] = []
    with closing(Voice([EspeakNg("en", str(tmp_path / "none"))], wrong.append)) as voice:
        voice.say("ruling", "unheard")
    assert not wrong
    with (
        closing(Voice([EspeakNg("en")], lambda _: None)) as voice,
        pytest.raises(ValueError, match="expected 0 to 100"),
    ):
        voice.set_percent(101)


def test_a_program_that_is_not_there_is_named_once_and_how_to_get_it(tmp_path: Path) -> None:
    wrong = Told()
    program = str(tmp_path / "speaks")
    with closing(Voice([EspeakNg("en", program)], wrong)) as voice:
        voice.set_percent(70)
        voice.say("ruling", "unheard")
        assert wrong.next() == told(
            "the voice: {program} is not installed, so nothing is spoken; sudo apt-get install {program}",
            program=program,
        )
        script(tmp_path, "cat")
        voice.say("ruling", "heard")
        assert wrong.next() is None


def test_the_real_program_without_a_loudspeaker_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", os.devnull)  # no card is known
    monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere")
    wrong = Told()
    with closing(Voice([EspeakNg("en")], wrong)) as voice:
        voice.set_percent(1)
        voice.say("ruling", "unheard")
        assert "could not speak" in (wrong.next() or "")


def test_a_program_that_fails_says_why(tmp_path: Path) -> None:
    wrong = Told()
    failing = script(tmp_path, "cat >/dev/null; echo 'no such voice' >&2; exit 1")
    with closing(Voice([EspeakNg("en", failing)], wrong)) as voice:
        voice.set_percent(70)
        voice.say("ruling", "unheard")
        assert "(no such voice)" in (wrong.next() or "")


def test_the_doctor_says_whether_it_can_speak() -> None:
    assert look_at_voice().state == "ok"
    silent = look_at_voice(program="no-such-program")
    assert silent.state == "simulated"
    assert "apt-get install" in silent.said


@pytest.mark.parametrize(
    ("language", "written", "phonemes"),
    [("en", "A-A", "ˈeɪˈeɪ"), ("de", "minus 3", "mˈiːnʊs dɾˈaɪ"), ("fr", "moins 3", "mwˈɛ̃ tʁwˈa")],
)
def test_what_is_made_speakable_is_pronounced_so(language: str, written: str, phonemes: str) -> None:
    asked = [ESPEAK, "-v", language, "-q", "--ipa", "--stdin"]
    told_back = subprocess.run(asked, input=written, capture_output=True, text=True, check=True).stdout
    assert told_back.split() == phonemes.split()
