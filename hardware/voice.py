"""The voice: sentences spoken by a program of the system, without making anybody wait."""

from __future__ import annotations

import shutil
import subprocess
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.finding import Finding
from hardware.sentences import told
from hardware.speech_programs import ESPEAK, Piper, programs_for

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from pathlib import Path

    from hardware.sentences import Told
    from hardware.speech_programs import SoundStep, SpeechProgram

LONGEST_S = 60.0  # no sentence takes longer: a program that does hangs
LANGUAGES = ("en", "nl", "fr", "de")


@dataclass(eq=False)
class Utterance:
    """A sentence being spoken, or only prepared if of no kind: the program that runs for it, and whether nobody waits
    for it any more."""

    kind: str | None
    process: subprocess.Popen[bytes] | None = None
    is_broken_off: bool = False


class NotSpoken(Exception):
    """A program could not be started, or did not do its part. `sentence` tells why; `is_made` says that the sound was
    there and could not be played, as no other program's could."""

    def __init__(self, sentence: Told, *, is_made: bool) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.is_made = is_made


class Voice:
    """Speaks one sentence after the other, as loud as `percent` (0 to 100) says, by the first of `programs` that can.

    Each sentence is of a kind: a newer one takes the place of an older one of its kind, whether that is being spoken or
    waits, so no more wait than there are kinds. `failed` is told, in the voice's own thread, one sentence of what is
    wrong, and None once it speaks again. At 0 nothing is spoken, and no program is started. A program that cannot make
    its sound is not asked again while there is another.
    """

    def __init__(self, programs: Sequence[SpeechProgram], failed: Callable[[str | None], object]) -> None:
        self._programs = list(programs)
        self._failed = failed
        self._news = threading.Condition()
        self._waiting: dict[str, str] = {}  # by kind, in the order in which they are spoken
        self._to_prepare: list[str] = []
        self._spoken: Utterance | None = None
        self._wrong: str | None = None  # what was told last
        self._instead: str | None = None  # why it is not the first program that speaks
        self._percent = 0
        self._held = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    @property
    def percent(self) -> int:
        """How loud it is."""
        return self._percent

    def set_percent(self, percent: int) -> None:
        """How loud it is from the next sentence on; 0 silences it at once. Raises ValueError outside 0 to 100."""
        if not 0 <= percent <= 100:
            raise ValueError(f"a volume of {percent} %, expected 0 to 100")
        with self._news:
            self._percent = percent
            self._news.notify()
        if not percent:
            self.hush()

    def prepare(self, sentences: Iterable[str]) -> None:
        """Have the sound of these made while there is nothing else to do: they must come at once when they are said.
        What is to be spoken breaks that off, and it is begun anew."""
        with self._news:
            self._to_prepare += sentences
            self._news.notify()

    def say(self, kind: str, sentence: str) -> None:
        """Speak a sentence when those before it are over, instead of an older one of its kind."""
        with self._news:
            if self._closed or not self._percent:
                return
            self._waiting.pop(kind, None)  # it goes to the end
            self._waiting[kind] = sentence
            self._break_off(kind)
            self._news.notify()

    def hush(self, kind: str | None = None) -> None:
        """Break off what is being spoken, and forget what waits; of one kind, or of all."""
        with self._news:
            for one in [kind] if kind else [*self._waiting]:
                self._waiting.pop(one, None)
            self._break_off(kind)

    def hold(self, *, is_held: bool) -> None:
        """While it is held it is silent: what is being spoken is broken off, and the newest of each kind to be said
        waits. Any thread, and as often as one likes."""
        with self._news:
            if is_held == self._held:
                return
            self._held = is_held
            if is_held:
                self._break_off(None)
            self._news.notify()

    def close(self) -> None:
        """Fall silent."""
        with self._news:
            self._closed = True
            self._waiting.clear()
            self._break_off(None)
            self._news.notify()
        self._thread.join()

    def _break_off(self, kind: str | None) -> None:
        """Of one kind, or of all; what is only prepared always, for it holds up what is spoken."""
        spoken = self._spoken
        if spoken is not None and (kind is None or spoken.kind in (None, kind)):
            spoken.is_broken_off = True
            if spoken.process is not None:
                spoken.process.kill()  # at once; it has nothing to put away

    def _has_news(self) -> bool:
        """Whether there is something to be done now."""
        return self._closed or (not self._held and bool(self._waiting or (self._percent and self._to_prepare)))

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._has_news)
                if self._closed:
                    return
                kind = next(iter(self._waiting), None)
                sentence = self._to_prepare.pop(0) if kind is None else self._waiting.pop(kind)
                self._spoken = utterance = Utterance(kind)
            wrong = self._say(utterance, sentence) or self._instead
            with self._news:
                self._spoken = None
                if kind is None and utterance.is_broken_off:
                    self._to_prepare.insert(0, sentence)
            if wrong != self._wrong and (wrong or kind is not None):
                self._wrong = wrong
                self._failed(wrong)

    def _say(self, utterance: Utterance, sentence: str) -> str | None:
        """Say a sentence, or only prepare it if it is of no kind, by the first program that can; what was wrong."""
        program, *others = self._programs
        steps = program.prepared(sentence) if utterance.kind is None else program.spoken(sentence, self._percent)
        try:
            self._take(steps, utterance)
        except NotSpoken as error:
            if error.is_made or not others:
                return error.sentence
            self._programs = others
            self._instead = told("{problem}; another voice speaks instead", problem=error.sentence)
            return self._say(utterance, sentence)
        return None

    def _take(self, steps: Generator[SoundStep, bytes, None], utterance: Utterance) -> None:
        """Run the programs of a sentence one after the other. Raises NotSpoken."""
        is_made, wrote = False, None
        while True:
            try:
                step = next(steps) if wrote is None else steps.send(wrote)
            except StopIteration:
                return
            except ValueError as error:  # what it wrote is no sound
                raise NotSpoken(_could_not(step.command[0], error), is_made=False) from error
            process = self._started(step, utterance, is_made=is_made)
            if process is None:
                return
            wrote = _ended(process, step, is_made=is_made)
            if utterance.is_broken_off:
                return
            is_made = step.makes

    def _started(self, step: SoundStep, utterance: Utterance, *, is_made: bool) -> subprocess.Popen[bytes] | None:
        """The program of a step, running; None once nobody wants the sentence any more. Raises NotSpoken."""
        with self._news:
            if utterance.is_broken_off:
                return None
            wanted = subprocess.PIPE if step.makes else subprocess.DEVNULL
            try:
                utterance.process = subprocess.Popen(
                    step.command, stdin=subprocess.PIPE, stdout=wanted, stderr=subprocess.PIPE
                )
            except OSError as error:
                if step.makes:
                    raise NotSpoken(_could_not(step.command[0], error.strerror), is_made=False) from error
                self._waiting.clear()
                raise NotSpoken(cannot_start(step.command[0], error), is_made=is_made) from error
            return utterance.process


def _ended(process: subprocess.Popen[bytes], step: SoundStep, *, is_made: bool) -> bytes:
    """What a step's program wrote until it ended, or was broken off. Raises NotSpoken where it did not do its part."""
    program = step.command[0]
    try:
        wrote, complaints = process.communicate(step.given, LONGEST_S)
    except subprocess.TimeoutExpired as error:
        process.kill()
        process.communicate()
        hangs = told("the voice: {program} did not end in {seconds} s", program=program, seconds=f"{LONGEST_S:.0f}")
        raise NotSpoken(hangs, is_made=is_made) from error
    lines = complaints.decode("utf-8", "replace").splitlines()
    # Without a loudspeaker espeak-ng ends as if all were well, after a line of its own below those of ALSA.
    errors = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("error:")]
    if process.returncode > 0 or (errors and not step.makes and process.returncode == 0):
        said = errors[-1] if errors else lines[-1] if lines else process.returncode
        if step.makes:
            raise NotSpoken(_could_not(program, said), is_made=False)
        silent = told(
            "the voice: {program} could not speak ({error}); look for the loudspeaker with “aplay -l”",
            program=program,
            error=said,
        )
        raise NotSpoken(silent, is_made=is_made)
    return wrote or b""


def _could_not(program: str, error: object) -> Told:
    return told("the voice: {program} could not make a sound ({error})", program=program, error=error)


def cannot_start(program: str, error: OSError) -> Told:
    """One sentence for a person: that the program is not there, or why it does not start."""
    if isinstance(error, FileNotFoundError):
        return told(
            "the voice: {program} is not installed, so nothing is spoken; sudo apt-get install {program}",
            program=program,
        )
    return told("the voice: {program} does not start ({error})", program=program, error=error.strerror)


def look_at_voice(voices: Path | None = None, program: str = ESPEAK) -> Finding:
    """Whether the program that speaks is there, and for which languages a nicer one, whose voice lies in the folder
    `voices` or a usual one; ears must say what is heard."""
    path = shutil.which(program)
    if path is None:
        said = f"{program} is not installed, so nothing is spoken; sudo apt-get install {program}"
        return Finding("voice", "simulated", said)
    nicer = [language for language in LANGUAGES if isinstance(programs_for(language, voices)[0], Piper)]
    instead = f"; in its place piper in {', '.join(nicer)}" if nicer else ""
    return Finding("voice", "ok", f"{path} speaks once the table is asked to (--voice 70){instead}")
