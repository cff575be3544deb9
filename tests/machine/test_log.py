"""The log says what is wrong, and says it so often that it is noticed and no oftener."""

import io
import logging

from companion.machine.log import MOST, SPAN_S, BoundedLog


class Log:
    """A log whose clock goes only when told to."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.written = io.StringIO()
        self.logger = logging.getLogger("tests.of.the.log")
        self.logger.propagate = False
        self.logger.handlers = [BoundedLog(lambda: self.now_s, self.written)]

    @property
    def lines(self) -> list[str]:
        return self.written.getvalue().splitlines()

    def complain(self, what: object) -> None:
        self.logger.warning("%s is wrong", what)


def test_what_is_said_once_is_said_as_it_is() -> None:
    log = Log()
    log.complain("the time")
    assert log.lines == ["WARNING tests.of.the.log: the time is wrong"]


def test_one_line_of_code_is_heard_so_often_and_others_are_heard_too() -> None:
    log = Log()
    for number in range(1000):
        log.complain(number)
    log.logger.error("something else")
    assert len(log.lines) == MOST + 1
    assert log.lines[-1] == "ERROR tests.of.the.log: something else"


def test_the_next_one_says_how_many_were_left_out() -> None:
    log = Log()
    for number in range(MOST + 7):
        log.complain(number)
    log.now_s += SPAN_S
    log.complain("the end")
    log.complain("it still")
    assert log.lines[MOST:] == [
        "WARNING tests.of.the.log: the end is wrong",
        "  (and 7 more like this one before it)",
        "WARNING tests.of.the.log: it still is wrong",
    ]
