"""Listening: a press of the button, one look at what is asked, one answer; what is wrong is said, and stops nothing."""

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.clock import FakeClock
from companion.dialog import Deed
from companion.errors import BadInput
from companion.hearing.recognising import Understood
from companion.referee.deeds import carry_out
from companion.referee.desk import Desk
from companion.referee.journal import Journal
from companion.referee.listening import HEARING, Ear
from companion.referee.publishing import REACTION_MS
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Voicing
from companion.sentences import told
from tests.views import PLAYERS, WORDS, placed, shipped

SOUND = np.zeros(16_000, np.int16)


class Ears:
    """Stands where the recogniser is: understands what it is told to, and remembers among what."""

    def __init__(self) -> None:
        self.understands: str | None = None
        self.among: Sequence[str] = ()
        self.meanwhile: Callable[[], object] = lambda: None  # what happens at the table while it listens

    def hear(self, sound: NDArray[np.int16], candidates: Sequence[str]) -> Understood | None:
        assert sound is SOUND
        self.among = candidates
        self.meanwhile()
        return None if self.understands is None else Understood(self.understands, 0.0)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock) -> Iterator[Desk]:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, clock, shipped)
        referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
        for event in (*placed("ZOO?"), {"event": "challenge", "player": "Bob"}):
            referee.happen(event, source=Source.HOST)
        with closing(Desk(referee)) as desk:
            yield desk


class Heard:
    """A table that listens; `say` presses the button, and gives what is wrong once that is known."""

    def __init__(self, desk: Desk, record: Callable[[], NDArray[np.int16]] = lambda: SOUND) -> None:
        self.ears = Ears()
        self.wrong: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.listening = Ear(record, self.ears, desk, self.wrong.put, lines=True)

    def say(self, what: str | None) -> str | None:
        self.ears.understands = what
        self.listening.pressed()
        assert self.wrong.get(timeout=30) is None  # what it said before is gone, and it listens
        return self.wrong.get(timeout=30)


def test_letters_are_entered_and_a_word_is_asked_about(desk: Desk) -> None:
    heard = Heard(desk)
    assert heard.say("Zulu") is None
    assert heard.ears.among[:3] == ("Zulu", "Oscar", "Alfa")  # what lies there first
    heard.say("Oscar")
    heard.say("all complete")
    dialog = desk.submit(lambda referee: referee.view).result().dialog
    assert dialog is not None
    assert (dialog.title, dialog.items) == ("Did you say this?", ("ZO", "no"))
    assert (heard.say("Zulu") or "").startswith("Nothing is asked")
    desk.submit(lambda referee: referee.buttons.press("select")).result()
    assert len(desk.view.protocol) == 6  # the word was named
    heard.listening.close()


def test_nobody_confirms_by_a_press_that_came_before_they_could_read_what_was_heard(
    desk: Desk, clock: FakeClock
) -> None:
    def asks_after(waited_ms: int) -> bool:
        clock.advance(waited_ms)
        desk.submit(lambda referee: referee.buttons.press("select", at_ms=clock.now_ms())).result()
        return "Did you say this?" in str(desk.view.dialog)

    heard = Heard(desk)
    heard.say("Zulu")
    clock.advance(REACTION_MS)  # since the challenge
    heard.say("all complete")
    desk.submit(lambda _: None).result()
    heard.listening.close()
    assert asks_after(REACTION_MS - 1)
    assert not asks_after(1)


def test_what_was_said_for_one_question_answers_no_other(desk: Desk) -> None:
    def happens(event: Mapping[str, str]) -> None:
        desk.submit(lambda referee: referee.happen(event, source=Source.HOST)).result()

    def asked_anew() -> None:
        happens({"event": "undo"})
        happens({"event": "challenge", "player": "Bob"})

    heard = Heard(desk)
    asked = desk.view.dialog
    heard.ears.meanwhile = asked_anew
    heard.say("Zulu")
    heard.listening.close()
    assert desk.submit(lambda referee: referee.view).result().dialog == asked


def test_what_is_not_understood_or_cannot_be_recorded_is_said(desk: Desk) -> None:
    def broken() -> NDArray[np.int16]:
        raise BadInput(told("no microphone"))

    heard = Heard(desk)
    assert (heard.say(None) or "").startswith("That was not understood")
    assert Heard(desk, broken).say("Zulu") == "no microphone"
    assert heard.say("Zulu") is None
    heard.say("a word that nobody is offered")
    dialog = desk.submit(lambda referee: referee.view).result().dialog
    assert dialog is not None
    assert dialog.letters == "Z"


@pytest.mark.parametrize("wrong", [None, BadInput(told("no microphone"))])
def test_what_it_listens_for_is_shown_for_as_long_as_it_listens(desk: Desk, wrong: Exception | None) -> None:
    shown: list[Sequence[str]] = []

    def record() -> NDArray[np.int16]:
        shown.append(desk.view.listening)
        if wrong is not None:
            raise wrong
        return SOUND

    heard = Heard(desk, record)
    heard.ears.meanwhile = lambda: desk.submit(lambda referee: shown.append(referee.view.listening)).result()
    heard.say("Zulu")
    assert shown[0][:3] == ("Zulu", "Oscar", "Alfa")
    assert shown[1:] == ([()] if wrong is None else [])
    assert desk.submit(lambda referee: referee.view).result().listening == ()
    heard.listening.close()


def test_an_error_of_the_ears_is_said_and_they_listen_on(desk: Desk) -> None:
    def full() -> NDArray[np.int16]:
        raise OSError(28, "No space left on device")

    heard = Heard(desk)
    heard.ears.meanwhile = full
    assert heard.say("Zulu") == "The ears failed (OSError: [Errno 28] No space left on device)."
    heard.ears.meanwhile = lambda: None
    assert heard.say("Zulu") is None
    heard.listening.close()


@pytest.mark.parametrize(
    "what",
    [
        lambda referee: referee.buttons.press("down"),
        lambda referee: referee.happen({"event": "undo"}, source=Source.HOST),
    ],
)
def test_what_the_ears_said_is_gone_with_the_next_press_or_event(desk: Desk, what: Callable[[Referee], object]) -> None:
    desk.submit(lambda referee: referee.fault(HEARING, "That was not understood.")).result()
    assert desk.view.notices == ("That was not understood.",)
    desk.submit(what).result()
    assert desk.submit(lambda referee: referee.view).result().notices == ()


def test_the_buttons_say_how_loud_and_the_view_shows_it(desk: Desk) -> None:
    percents: list[int] = []
    desk.submit(lambda referee: referee.speak_by(percents.append)).result()
    desk.submit(lambda referee: referee.hear_of_voice(Voicing(60, "both"))).result()
    assert desk.view.to_json()["voice"] == {"percent": 60, "by": "both"}
    desk.submit(lambda referee: carry_out(referee, Deed("speak", 30), Source.PANEL)).result()
    assert percents == [30]
