"""What hindsight knows of a match that is being played and may not say yet: all that it would say of what has happened
and of what may happen next, as it would be shown, and in every language as it would be said."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.playouts import one_of
from companion.games.events import read_event
from companion.games.teaching import TEACHING, told_now
from companion.language import LANGUAGES, translations
from companion.report.match_report import report_of
from companion.sentences import is_told, spoken
from tests.web.served import Read, canonical, nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.referee.match import Match

FEWEST = 10_000  # numbers below stand in views and pages for other things, too
TRIED, DEEP = 2, 2  # events that may come next, and after these


@dataclass
class Advice:
    """What to look for: objects, whole numbers, and sentences."""

    nodes: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    sentences: set[str] = field(default_factory=set)

    def add(self, said: Any) -> None:
        """All that can be told from anything else in what hindsight says."""
        for node in nodes_of(said):
            if isinstance(node, dict) and len(node) > 1 and is_whole(node.get("text", ".")):
                self.nodes.add(canonical(node))
            elif isinstance(node, str) and is_told(node) and is_whole(node):
                self.sentences |= {spoken(node, translations(language).gettext) for language in LANGUAGES}
            elif type(node) is int and node >= FEWEST:
                self.numbers.add(node)

    def without(self, said: Any) -> Advice:
        """Without what is told."""
        told = Advice()
        told.add(said)
        return Advice(self.nodes - told.nodes, self.numbers - told.numbers, self.sentences - told.sentences)

    def found_in(self, read: Read) -> set[str]:
        """What of it was read."""
        return {
            *(self.nodes & read.nodes),
            *map(str, self.numbers & read.numbers),
            *(sentence for sentence in self.sentences if sentence in read.text),
        }


def is_whole(text: str) -> bool:
    """Whether it is a sentence, and no part of one (“2 cards”), which others may have, too."""
    return text.endswith(".")


def unsaid(match: Match, *, settled: bool) -> Advice:
    """What may not be said yet; of a match that is `settled` nothing."""
    advice = Advice()
    if settled:
        return advice
    advice.add(hints_of(match).get(TEACHING, {}))
    for said in ahead(match, match.state, [state for state, _, _ in match.course()][::-1], DEEP):
        advice.add(said)
    report = report_of(match)
    advice.add([each.to_json() for each in report.chances])
    advice.add(report.curve.to_json())
    return advice.without([told_now(hints_of(match), teaching=False), *match.result()["rulings"]])


def hints_of(match: Match) -> Mapping[str, Any]:
    """All that the game's hindsight says of the newest event."""
    course = list(match.course())
    if not course or match.book.hints is None:
        return {}
    before, event, _after = course[-1]
    earlier = [state for state, _, _ in reversed(course[:-1])]
    return match.book.hints(before, event, earlier) if event.event in match.book.events else {}


def ahead(match: Match, state: Any, earlier: list[Any], deep: int) -> Iterator[Mapping[str, Any]]:
    """What hindsight would say of some events that may come next, and of some after these: it is of what lies there."""
    book, chance = match.book, Random(len(earlier))
    assert book.legal is not None
    assert book.hints is not None
    for offers in book.legal(state).values():
        for _ in range(TRIED):
            event = one_of(list(offers), chance)
            if event is None:
                continue
            said = read_event(book.events, event, match.playing)
            after, ruling = book.rule(state, said)
            if not ruling.accepted:
                continue
            yield book.hints(state, said, earlier)
            if deep > 1:
                yield from ahead(match, after, [state, *earlier], deep - 1)
