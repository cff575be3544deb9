"""The voice: sentences spoken by espeak-ng, a program of the system, without making anybody wait."""

from __future__ import annotations

import shutil
import subprocess
import threading
from typing import TYPE_CHECKING

from hardware.finding import Finding
from hardware.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = "espeak-ng"
LOUDEST = 200  # its own scale; 100 is as it was recorded
WORDS_A_MINUTE = 165
LONGEST_S = 60.0  # no sentence takes longer: a program that does hangs


class Voice:
    """Speaks one sentence after the other in `language` ("en", "nl", "fr", "de"), as loud as `percent` (0 to 100) says.

    Each sentence is of a kind: a newer one takes the place of an older one of its kind, whether that is being spoken or
    waits, so no more wait than there are kinds. `failed` is told, in the voice's own thread, one sentence of what is
    wrong, and None once it speaks again. At 0 nothing is spoken, and no program is started.
    """

    def __init__(self, language: str, failed: Callable[[str | None], object], program: str = PROGRAM) -> None:
        self._language = language
        self._failed = failed
        self._program = program
        self._news = threading.Condition()
        self._waiting: dict[str, str] = {}  # by kind, in the order in which they are spoken
        self._spoken: tuple[str, subprocess.Popen[bytes]] | None = None
        self._wrong: str | None = None
        self._percent = 0
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
        if not percent:
            self.hush()

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

    def close(self) -> None:
        """Fall silent."""
        with self._news:
            self._closed = True
            self._waiting.clear()
            self._break_off(None)
            self._news.notify()
        self._thread.join()

    def _break_off(self, kind: str | None) -> None:
        if self._spoken is not None and kind in (None, self._spoken[0]):
            self._spoken[1].kill()  # at once; it has nothing to put away

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                kind = next(iter(self._waiting))
                sentence = self._waiting.pop(kind)
                try:
                    process = self._started()
                except OSError as error:
                    self._waiting.clear()
                    wrong: str | None = cannot_start(self._program, error)
                else:
                    self._spoken = kind, process
                    wrong = None
            if wrong is None:
                wrong = self._ended(process, sentence)
            if wrong != self._wrong:
                self._wrong = wrong
                self._failed(wrong)

    def _started(self) -> subprocess.Popen[bytes]:
        loudness = str(self._percent * LOUDEST // 100)
        command = [self._program, "-v", self._language, "-a", loudness, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def _ended(self, process: subprocess.Popen[bytes], sentence: str) -> str | None:
        """What was wrong once a sentence has been spoken, or broken off."""
        try:
            _, complaints = process.communicate(sentence.encode(), LONGEST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return told(
                "the voice: {program} did not end in {seconds} s", program=self._program, seconds=f"{LONGEST_S:.0f}"
            )
        finally:
            with self._news:
                self._spoken = None
        if process.returncode < 0:  # broken off by us
            return None
        lines = complaints.decode("utf-8", "replace").splitlines()
        # Without a loudspeaker it ends as if all were well, after a line of its own below those of ALSA.
        errors = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("error:")]
        if process.returncode or errors:
            return told(
                "the voice: {program} could not speak ({error}); look for the loudspeaker with “aplay -l”",
                program=self._program,
                error=errors[-1] if errors else lines[-1] if lines else process.returncode,
            )
        return None


def cannot_start(program: str, error: OSError) -> str:
    """One sentence for a person: that the program is not there, or why it does not start."""
    if isinstance(error, FileNotFoundError):
        return told(
            "the voice: {program} is not installed, so nothing is spoken; sudo apt-get install {program}",
            program=program,
        )
    return told("the voice: {program} does not start ({error})", program=program, error=error.strerror)


def look_at_voice(program: str = PROGRAM) -> Finding:
    """Whether the program that speaks is there; whether it is heard, ears must say."""
    path = shutil.which(program)
    if path is None:
        said = f"{program} is not installed, so nothing is spoken; sudo apt-get install {program}"
        return Finding("voice", "simulated", said)
    return Finding("voice", "ok", f"{path} speaks once the table is asked to (--voice 70)")
