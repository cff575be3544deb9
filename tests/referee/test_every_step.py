"""What changes the table and is no event (a match begins, is left, is taken up; time waits; parts are said together),
with every call in it failing: it is done as a whole or not at all, and a restart stands where the displays stood."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.clock import FakeClock
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import TableView
from tests.failing_calls import NONE_FAILS, Calls, failing_call
from tests.hourglass import Hourglass
from tests.night import standing
from tests.referee.test_every_call import MATCH, Files, Table, calls_to_fail, files_of, played, saved
from tests.rules.play import no_lexicon
from tests.views import shipped

JUMBLE = "TUERNEV"
SHOWDOWN_MS = 30_000


@dataclass(frozen=True)
class Step:
    """A table at rest, and what is done at it that is no event; `brought` makes it ready, with nothing failing."""

    journal: Files
    step: Callable[[Referee], object]
    brought: Callable[[Referee], object] = lambda _: None
    passed_ms: int = 0


def whole(view: TableView) -> str:
    """All that a step may change: what stands, what is left of the time, who has said their part."""
    timer = None if view.timer is None else (view.timer.label, view.timer.remaining_ms, view.timer.running)
    return json.dumps([standing(view), view.paused, timer, view.gathering.shown()], default=str)


def finished(folder: Path) -> Files:
    """A journal of a match that was left, and of one that is over and lies on the table."""
    path = played(folder, "disorder")
    with closing(Journal(path)) as journal:
        referee = Referee(journal, FakeClock(), no_lexicon)
        referee.close()
        document = saved("anagrascramble", 3)
        referee.begin({part: document[part] for part in ("game", "players", "options") if part in document})
        for event in document["events"]:
            referee.happen(event, source=Source.HOST)
        assert referee.view.match is not None
        assert referee.view.match.over
    return files_of(path)


def beginning(folder: Path) -> Step:
    setup = {part: value for part, value in saved("typo").items() if part in ("game", "players", "options")}
    return Step(finished(folder), lambda referee: referee.begin(setup))


def closing_it(folder: Path) -> Step:
    return Step(files_of(played(folder, "disorder")), lambda referee: referee.close())


def reopening(folder: Path) -> Step:
    return Step(finished(folder), lambda referee: referee.reopen(MATCH))


def pausing(folder: Path) -> Step:
    return Step(files_of(played(folder, "disorder")), lambda referee: referee.pause())


def resuming(folder: Path) -> Step:
    return Step(files_of(played(folder, "disorder")), lambda referee: referee.resume(), lambda r: r.pause())


def tied(folder: Path) -> Files:
    """A journal of AnagraScramble with Ann and Bob tied for first: a card is to be turned for both."""
    glass = Hourglass(folder, "anagrascramble", ["Ann", "Bob"], rolls=1, lexicon={"words": ["event", "never", "ever"]})
    for player in ("Ann", "Bob"):
        glass.play(
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": JUMBLE},
            {"event": "words", "player": player, "words": ["ever"]},
        )
    glass.stop(orderly=True)
    return files_of(glass.path)


def turn(referee: Referee) -> TableView:
    return referee.open_gathering(JUMBLE, None, ["Ann", "Bob"])


def hand_in(referee: Referee, player: str, *words: str) -> object:
    return referee.gather(player, {"words": list(words)}, source=Source.PHONES)


def ann_has_written(referee: Referee) -> None:
    turn(referee)
    hand_in(referee, "Ann", "ever")


def opening_a_gathering(folder: Path) -> Step:
    return Step(tied(folder), turn)


def saying_one_s_part(folder: Path) -> Step:
    return Step(tied(folder), lambda referee: hand_in(referee, "Ann", "ever"), turn)


def saying_the_last_part(folder: Path) -> Step:
    return Step(tied(folder), lambda referee: hand_in(referee, "Bob", "never"), ann_has_written)


def letting_the_time_run_out(folder: Path) -> Step:
    return Step(tied(folder), Referee.tick, ann_has_written, passed_ms=SHOWDOWN_MS)


STEPS = (
    beginning,
    closing_it,
    reopening,
    pausing,
    resuming,
    opening_a_gathering,
    saying_one_s_part,
    saying_the_last_part,
    letting_the_time_run_out,
)


def stepped(folder: Path, step: Step, number: int) -> tuple[Calls, str, str]:
    """The step with one call of it failing: it is done as a whole or not at all, shown by the next turn,
    and a restart stands there, too; what was not done can be. The calls, and the table before and after."""
    with closing(Table(folder, step.journal, lexicon=shipped)) as taken:
        step.brought(taken.referee)
        taken.clock.advance(step.passed_ms)
        shown, error = taken.referee._publisher, None
        before = whole(shown.view)
        with failing_call(number) as calls:
            try:
                step.step(taken.referee)
            except Exception as raised:  # noqa: BLE001 - whatever it is, nothing may have happened then
                error = raised
        taken.referee.tick()
        after, where = whole(shown.view), f"call {number}, {calls.failed}: {error!r}"
        if not step.passed_ms:  # else the next turn has done it
            assert (after == before) == (error is not None), where
        assert taken.restarted() == standing(shown.view), where
        if error is not None:
            step.step(taken.referee)
            assert taken.restarted() == standing(shown.view), f"afterwards: {where}"
            after = whole(shown.view)
        return calls, before, after


@pytest.mark.parametrize("way", STEPS)
def test_a_match_begins_ends_and_waits_as_a_whole_or_not_at_all(folder: Path, way: Callable[[Path], Step]) -> None:
    step = way(folder)
    calls, before, after = stepped(folder, step, NONE_FAILS)
    assert before != after
    for number in calls_to_fail(calls.count, way.__name__):
        assert stepped(folder, step, number)[2] == after
