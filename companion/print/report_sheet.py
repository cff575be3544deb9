"""The report of a match on paper, one sheet where everybody has room on it, and as a picture to share: the same curve,
drawn once for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.core import spoken_list
from companion.print.drawing import (
    Box,
    Drawing,
    Ellipse,
    Stroke,
    Text,
    dashed,
    fitting_size_mm,
    text_width_mm,
    wrapped,
)
from companion.print.papers import DEFAULT_PAPER, PAPERS_MM
from companion.print.style import INK, PAPER
from companion.sentences import headed, message, minus, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from companion.print.drawing import Drawable, Font
    from companion.print.papers import Paper
    from companion.referee.match import Match
    from companion.report.curve import Curve
    from companion.report.match_report import MatchReport, PlayerReport

PICTURE_MM = (240.0, 126.0)  # 1200 × 630 pixels, what pages that show links ask for
PICTURE_PX = 1200
_MARGIN, _SOFT, _RULE = 15.0, "#5d6678", "#cfd5e1"
_LINES = ("#b93a0d", "#1d6596", "#1c6b46", "#6b3fa0", "#8a4b00", "#b0357a")  # as the pages' charts have them
# What of each is drawn and what is not, in millimetres: in grey, as many printers print, all colours are one. So do the
# pages' charts have them (`chart.css`).
_PATTERNS_MM = ((), (0.0, 1.9), (4.6, 2.4), (3.4, 1.9, 0.0, 1.9), (1.3, 2.1), (3.4, 1.9, 0.0, 1.9, 0.0, 1.9))
_SAMPLE_MM = 14.0  # of a line, below the name at its end
_MOST_LINES = 2  # of text for one thing
_FEW = 4  # players, whose lines have room in larger letters
_MOST_SHOWN = len(_LINES)  # players, whose lines can still be told apart
_MOST_BESIDE = 5  # players in a row of the head, so that long names can be read
_LEAST_MM = 2.2  # letters that can be read on paper: six points
_HEAD_MM, _ROW_MM = 25.0, 13.5  # where everybody's row begins, and each further one

PERCENT = message("Chance to win after each event, in percent")
PERCENT_OF_SOME = message("Chance to win of {count} of {all} players after each event, in percent")
TURNING = message("Turning points")
WON = message("Won by {names}")
FALL = message("What cost most of the chance to win")
EVERYBODY_MISSED = message("The word that everybody missed")


@dataclass(frozen=True, slots=True)
class Ended:
    """What was played and how it ended: the game's title, what its score counts, everybody's score, who has won."""

    title: str
    score_name: str
    scores: Mapping[str, int]
    winners: tuple[str, ...]


def ended(match: Match) -> Ended:
    """How a match has ended."""
    return Ended(match.book.title, match.book.score_name, dict(match.scores), match.view().winners)


def sheet_pdf(report: MatchReport, outcome: Ended, say: Callable[[str], str], size: Paper = DEFAULT_PAPER) -> bytes:
    """Everything on paper of this size; `say` puts a sentence into the reader's language."""
    from companion.print.pdf import Pdf  # reportlab is for printing; a running table does without until it is asked

    pdf = Pdf(*PAPERS_MM[size], f"{outcome.title} – {', '.join(outcome.scores)}")
    for page in paper(report, outcome, say, size):
        pdf.place(page, 0.0, 0.0)
        pdf.next_page()
    return pdf.finished()


def picture_png(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> bytes:
    """The picture to share, 1200 pixels wide."""
    from companion.print.paint import png

    return png(shared_picture(report, outcome, say), PICTURE_PX)


def paper(
    report: MatchReport, outcome: Ended, say: Callable[[str], str], size: Paper = DEFAULT_PAPER
) -> tuple[Drawing, ...]:
    """The sheet as a drawing, and further ones where not everybody has room on it."""
    width, height = PAPERS_MM[size]
    size_mm = 3.4 if len(report.players) <= _FEW else 2.7
    pen = _Pen(_MARGIN, width - 2 * _MARGIN, height - 10.0, size_mm, outcome.title)
    colours = _colours(report.curve, outcome)
    head, below = _headed(outcome, colours, say, width)
    pen.draw(head)
    pen.down = below + 1.0
    if report.curve.moments:
        pen.heading(_about_curve(report.curve, say))
        pen.draw(_curve(report.curve, colours, _MARGIN, pen.down + 4.0, width - 2 * _MARGIN, 70.0))
        pen.down += 78.0
    if report.curve.turning:
        pen.heading(say(TURNING))
        for swing in report.curve.turning:
            pen.line(f"#{swing.number}   {swing.player} {_percent(swing.change)}   {say(swing.reason)}")
    pen.heading(say(message("What could have been")))
    for line in _words(report, say):
        pen.line(line)
    for each in report.players:
        pen.paragraph(*_of_player(each, outcome, say))
    return tuple(Drawing(width, height, tuple(marks)) for marks in pen.pages)


def shared_picture(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> Drawing:
    """The picture as a drawing: who played and won, the curve, the best word."""
    width, height = PICTURE_MM
    colours = _colours(report.curve, outcome)
    head, below = _headed(outcome, colours, say, width)
    marks: list[Drawable] = [Box(0, 0, width, height, fill=PAPER), *head]
    words = list(_words(report, say))[:2]
    about = _about_curve(report.curve, say)
    room = width - 3 * _MARGIN - text_width_mm(about, 3.4, "SemiBold")
    if report.curve.moments:
        top = below + 6.0
        marks += _curve(report.curve, colours, _MARGIN, top, width - 2 * _MARGIN, height - 17.0 - top)
        marks.append(Text(_MARGIN, height - 5.0, 3.4, about, "SemiBold", _SOFT, "left"))
    else:
        for at, line in enumerate(words):
            cut = _cut(line, 6.0, width - 2 * _MARGIN)
            marks.append(Text(_MARGIN, below + 19.0 + 9 * at, 6.0, cut, "SemiBold", INK, "left"))
    if words:
        room = min(room, width / 2) if report.curve.moments else width / 2
        marks.append(
            Text(width - _MARGIN, height - 5.0, 3.4, _cut(words[0], 3.4, room, "ExtraBold"), "ExtraBold", INK, "right")
        )
    return Drawing(width, height, tuple(marks))


class _Pen:
    """Writes from the top down, and on a further page where there is no room any more."""

    def __init__(self, left: float, room: float, bottom: float, size_mm: float, title: str) -> None:
        self.pages: list[list[Drawable]] = [[]]
        self.left, self.room, self.bottom, self.size_mm, self.down = left, room, bottom, size_mm, 0.0
        self.title = title

    def draw(self, marks: Iterable[Drawable]) -> None:
        """Marks beside the text, on the newest page."""
        self.pages[-1] += marks

    def heading(self, words: str) -> None:
        """A heading, with a gap before it, on the page of the line that follows."""
        if self.down + 9.0 + 1.4 * self.size_mm > self.bottom:
            self._turn()
        self.down += 8.0
        self._text(words, 4.4, "ExtraBold")
        self.down += 1.0

    def line(self, words: str, font: Font = "SemiBold") -> None:
        """A line of text, or two where it is longer; what is longer still is cut."""
        for each in self._broken(words):
            if self.down + 1.4 * self.size_mm > self.bottom:
                self._turn()
            self.down += 1.4 * self.size_mm
            self._text(each, self.size_mm, font)

    def paragraph(self, title: str, *lines: str) -> None:
        """A title and lines of text, with a gap before them, all on one page."""
        needed = 1.4 * self.size_mm * sum(len(self._broken(words)) for words in (title, *lines))
        if self.down + 1.5 + needed > self.bottom:
            self._turn()
        self.down += 1.5
        self.line(title, "ExtraBold")
        for each in lines:
            self.line(each)

    def _turn(self) -> None:
        """On to a further page, which says of what it is one."""
        self.pages.append([])
        self.down = 18.0
        self._text(f"{self.title} · {len(self.pages)}", 4.4, "ExtraBold")
        self.down += 2.0

    def _broken(self, words: str) -> list[str]:
        lines = wrapped(words, self.size_mm, self.room)
        return lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]

    def _text(self, words: str, size_mm: float, font: Font) -> None:
        cut = _cut(words, size_mm, self.room, font)
        self.draw([Text(self.left, self.down, size_mm, cut, font, INK, "left")])


def _colours(curve: Curve, outcome: Ended) -> Mapping[str, str]:
    """The colours of the lines, by player. Of many players those have one who won, for whom it turned, and who sat
    first."""
    players = list(curve.moments[0].chances if curve.moments else outcome.scores)
    first = dict.fromkeys((*outcome.winners, *(swing.player for swing in curve.turning), *players))
    shown = list(first)[:_MOST_SHOWN]
    return dict(zip((player for player in players if player in shown), _LINES, strict=False))


def _headed(
    outcome: Ended, colours: Mapping[str, str], say: Callable[[str], str], width: float
) -> tuple[list[Drawable], float]:
    """Title, who has won, and everybody with their score in the colour of their line; and where that ends."""
    room = width - 2 * _MARGIN
    title = outcome.title
    size = fitting_size_mm(title, room * 0.55, 10.0)
    marks: list[Drawable] = [Text(_MARGIN, 18.0, size, title, "ExtraBold", INK, "left")]
    if outcome.winners:
        marks += _who_won(say(told(WON, names=spoken_list(outcome.winners))), width - _MARGIN, room * 0.4)
    scores = list(outcome.scores.items())
    rows = max(1, -(-len(scores) // _MOST_BESIDE))
    beside = max(1, -(-len(scores) // rows))
    each = room / beside
    for at, (name, score) in enumerate(scores):
        left, top = _MARGIN + at % beside * each, _HEAD_MM + at // beside * _ROW_MM
        marks += [
            Box(left, top, each - 2.0, 12.0, 2.0, fill="#f2f4f9"),
            Box(left, top, 2.0, 12.0, 1.0, fill=colours.get(name, _SOFT)),
            *_called(name, minus(score), left + 4.5, top, each - 8.0),
        ]
    return marks, _HEAD_MM + (rows - 1) * _ROW_MM + 12.0


def _called(name: str, score: str, left: float, top: float, room: float) -> Iterator[Drawable]:
    """A name and its score, one below the other where they could hardly be read side by side."""
    words = f"{name}  {score}"
    size = fitting_size_mm(words, room, 5.0)
    if size >= _LEAST_MM:
        yield Text(left, top + 7.8, size, words, "ExtraBold", INK, "left")
        return
    yield Text(left, top + 5.0, fitting_size_mm(name, room, _LEAST_MM), name, "ExtraBold", INK, "left")
    yield Text(left, top + 9.8, fitting_size_mm(score, room, 4.0), score, "ExtraBold", INK, "left")


def _who_won(words: str, right: float, room: float) -> Iterator[Drawable]:
    """Who has won, in one line, or in several smaller ones where there are many."""
    size = fitting_size_mm(words, room, 5.0, "SemiBold")
    lines = [words]
    if size < 3.0:
        size = next((each for each in (3.0, 2.6) if len(wrapped(words, each, room)) <= 3), _LEAST_MM)
        lines = wrapped(words, size, room)
    for at, line in enumerate(reversed(lines)):  # from the bottom up, as far as they reach
        fitting = fitting_size_mm(line, room, size, "SemiBold")
        yield Text(right, 18.0 - 1.3 * size * at, fitting, line, "SemiBold", INK, "right")


def _about_curve(curve: Curve, say: Callable[[str], str]) -> str:
    """What the curve shows; of many players only those whose lines can be told apart."""
    players = len(curve.moments[0].chances) if curve.moments else 0
    return say(PERCENT if players <= _MOST_SHOWN else told(PERCENT_OF_SOME, count=_MOST_SHOWN, all=players))


def _curve(
    curve: Curve, colours: Mapping[str, str], left: float, top: float, width: float, height: float
) -> Iterator[Drawable]:
    """The lines between 0 and 100 percent, a name at the end of each, and a dot at every turning point."""
    names, ticks = 34.0, 10.0
    room = width - names - ticks
    last = max(1, len(curve.moments) - 1)

    def spot(at: int, chance: float) -> tuple[float, float]:
        return left + ticks + room * at / last, top + height * (1 - chance)

    for part_of in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, y), (end, _) = spot(0, part_of), spot(last, part_of)
        yield Stroke(((x, y), (end, y)), _RULE, 0.25)
        yield Text(x - 2.0, y + 1.1, 3.0, f"{100 * part_of:.0f}", "SemiBold", _SOFT, "right")
    for (player, colour), pattern_mm in zip(colours.items(), _PATTERNS_MM, strict=False):
        points = tuple(spot(number, moment.chances[player]) for number, moment in enumerate(curve.moments))
        yield from dashed(Stroke(points if len(points) > 1 else points * 2, colour, 0.9), pattern_mm)
    places = {moment.number: at for at, moment in enumerate(curve.moments)}
    for swing in curve.turning:
        if swing.player in colours:
            at = places[swing.number]
            x, y = spot(at, curve.moments[at].chances[swing.player])
            yield Ellipse(x, y, 3.0, 3.0, fill=PAPER, stroke=colours[swing.player], stroke_mm=0.7)
    yield from _names(curve, colours, left + ticks + room + 2.0, lambda chance: spot(0, chance)[1], names - 2.0)


def _names(
    curve: Curve, colours: Mapping[str, str], left: float, down: Callable[[float], float], room: float
) -> Iterator[Drawable]:
    """The names at the ends of the lines, moved apart where these meet, each above a piece of its line."""
    ends = sorted(((down(curve.moments[-1].chances[player]), at) for at, player in enumerate(colours)), reverse=True)
    highest, players = float("inf"), list(colours)
    for y, at in ends:  # from the bottom up, for below the lines there is something else
        highest = min(y, highest - 5.2)
        size = fitting_size_mm(players[at], room, 3.6)
        yield Text(left, highest + 1.2, size, players[at], "ExtraBold", colours[players[at]], "left")
        sample = ((left, highest + 2.4), (left + _SAMPLE_MM, highest + 2.4))
        yield from dashed(Stroke(sample, colours[players[at]], 0.6), _PATTERNS_MM[at])


def _of_player(each: PlayerReport, outcome: Ended, say: Callable[[str], str]) -> Iterator[str]:
    cost = say(headed(f"{say(message('Missed chances cost'))} ({say(outcome.score_name)})", str(each.lost)))
    best = [] if each.best_word is None else [say(headed(told("Best word"), each.best_word.word.upper()))]
    yield " · ".join((each.player, cost, *best))
    if each.worst is not None:
        yield f"{say(headed(told('What cost most'), each.worst.missed.reason))} (#{each.worst.number})"
    if each.fall is not None:
        fall = each.fall
        yield say(headed(say(FALL), f"{_percent(fall.change)}, {say(fall.reason)} (#{fall.number})"))


def _words(report: MatchReport, say: Callable[[str], str]) -> Iterator[str]:
    if report.best_word is not None:
        made = report.best_word
        yield say(headed(told("Best word"), f"{made.word.upper()} ({made.player})"))
    if report.missed_word is not None:
        yield say(headed(say(EVERYBODY_MISSED), f"{report.missed_word[0].upper()} (#{report.missed_word[1].number})"))


def _percent(change: float) -> str:
    return minus(f"{100 * change:+.0f} %")


def _cut(words: str, size_mm: float, room_mm: float, font: Font = "SemiBold") -> str:
    """A line that has room; of a longer one the beginning."""
    if text_width_mm(words, size_mm, font) <= room_mm:
        return words
    while words and text_width_mm(f"{words}…", size_mm, font) > room_mm:
        words = words[:-1]
    return f"{words}…"
