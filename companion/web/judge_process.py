"""`python -m companion.web.judge_process DATA`: a transcript on standard input, the answer to it on standard output.

The program starts itself so, once for each transcript that is handed in from outside (`companion.web.judging`): a
process has bounds that the system keeps, and can be ended. The first line of its answer is the HTTP status, the rest
the body in JSON. One that ends without an answer was about to need more than its bounds.
"""

from __future__ import annotations

import gc
import resource
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from companion import dictionaries
from companion.dictionaries import memory
from companion.errors import TablesideError
from companion.referee.match import judge
from companion.sentences import told
from companion.web.requests import Refused, parse_object, refusal

if TYPE_CHECKING:
    from starlette.responses import Response

    from companion.games.core import Words

MOST_EVENTS = 100_000
MEMORY_BYTES = 512 * 1024 * 1024
JUDGING_S = 20  # of a processor: a hundred thousand events take five on a laptop
DICTIONARY_S = 120  # of a processor: a small board takes a minute to compile one that was never asked for
OUT_OF_MEMORY = 3  # exit status


def main() -> int:
    """Answer what comes in. Returns the exit status: 0, or 3 when the memory was not enough."""
    _bound(resource.RLIMIT_DATA, MEMORY_BYTES)
    _bound(resource.RLIMIT_CORE, 0)
    _go_on_for(JUDGING_S)
    gc.disable()  # what judging makes has no cycles, and looking for them takes a third of the time
    memory.go_before_the_table()
    try:
        answer = answer_to(sys.stdin.buffer.read(), Path(sys.argv[1]))
        sys.stdout.buffer.write(b"%d\n" % answer.status_code)
        sys.stdout.buffer.write(answer.body)
        sys.stdout.buffer.flush()
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def answer_to(body: bytes, data: Path) -> Response:
    """What is said to the transcript in `body`, with the dictionaries of the table whose data folder that is."""

    @cache
    def load(name: str) -> Words:
        _go_on_for(DICTIONARY_S)
        lexicon = dictionaries.at_table(name, data)
        _go_on_for(JUDGING_S)
        return lexicon

    try:
        document = parse_object(body)
        events = document.get("events")
        if isinstance(events, list) and len(events) > MOST_EVENTS:
            raise Refused(413, told("the transcript has more than {most} events", most=MOST_EVENTS))
        return JSONResponse(judge(document, load))
    except (Refused, TablesideError) as error:
        return refusal(error)


def _go_on_for(seconds: int) -> None:
    """End this process once it has used the processor for so many seconds from now."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _bound(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + seconds)


def _bound(what: int, most: int) -> None:
    """Keep to this bound, or to a lower one that was set for the whole program."""
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    sys.exit(main())
