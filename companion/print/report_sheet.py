"""The report of a match on one sheet of paper, and as a picture to share: the same curve, drawn once for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.print.drawing import Box, Drawing, Ellipse, Stroke, Text, fitting_size_mm, text_width_mm, wrapped
from companion.print.style import INK, PAPER
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.print.drawing import Drawable, Font
    from companion.referee.match import Match
    from companion.report.curve import Curve
    from companion.report.match_report import MatchReport, PlayerReport

SHEET_MM = (210.0, 297.0)
PICTURE_MM = (240.0, 126.0)  # 1200 × 630 pixels, what pages that show links ask for
PICTURE_PX = 1200
_MARGIN, _SOFT, _RULE = 15.0, "#5d6678", "#cfd5e1"
_LINES = ("#b93a0d", "#1d6596", "#1c6b46", "#6b3fa0", "#8a4b00", "#b0357a")  # as the pages' charts have them
_MOST_LINES = 2  # of text for one thing
_FEW = 4  # players, whose lines have room in larger letters
_MOST_SHOWN = 6  # players, whose lines can still be told apart

PERCENT = message("Chance to win after each event, in percent")
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


def sheet_pdf(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> bytes:
    """One sheet of paper with everything; `say` puts a sentence into the reader's language."""
    from companion.print.pdf import Pdf  # reportlab is for printing; a running table does without until it is asked

    pdf = Pdf(*SHEET_MM, title=f"{outcome.title} – {', '.join(outcome.scores)}")
    pdf.place(sheet(report, outcome, say), 0.0, 0.0)
    pdf.next_page()
    return pdf.finished()


def picture_png(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> bytes:
    """The picture to share, 1200 pixels wide."""
    from companion.print.paint import png

    return png(shared_picture(report, outcome, say), PICTURE_PX)


def sheet(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> Drawing:
    """The sheet as a drawing."""
    width, height = SHEET_MM
    pen = _Pen(_MARGIN, width - 2 * _MARGIN, height - 10.0, 3.4 if len(report.players) <= _FEW else 2.7)
    pen.marks += _headed(outcome, say, width)
    pen.down = 38.0
    if report.curve.moments:
        pen.heading(say(PERCENT))
        pen.marks += _curve(report.curve, _MARGIN, pen.down + 4.0, width - 2 * _MARGIN, 70.0)
        pen.down += 78.0
    if report.curve.turning:
        pen.heading(say(TURNING))
        for swing in report.curve.turning:
            pen.line(f"#{swing.number}   {swing.player} {_percent(swing.change)}   {say(swing.reason)}")
    pen.heading(say(message("What could have been")))
    for line in _words(report, say):
        pen.line(line)
    for each in report.players:
        pen.down += 1.5
        title, *lines = _of_player(each, outcome, say)
        pen.line(title, "ExtraBold")
        for line in lines:
            pen.line(line)
    return Drawing(width, height, tuple(pen.marks))


def shared_picture(report: MatchReport, outcome: Ended, say: Callable[[str], str]) -> Drawing:
    """The picture as a drawing: who played and won, the curve, the best word."""
    width, height = PICTURE_MM
    marks: list[Drawable] = [Box(0, 0, width, height, fill=PAPER), *_headed(outcome, say, width)]
    words = list(_words(report, say))[:2]
    if report.curve.moments:
        marks += _curve(report.curve, _MARGIN, 43.0, width - 2 * _MARGIN, 66.0)
        marks.append(Text(_MARGIN, height - 5.0, 3.4, say(PERCENT), "SemiBold", _SOFT, "left"))
    else:
        marks += [Text(_MARGIN, 56.0 + 9 * at, 6.0, _cut(line, 6.0, width - 2 * _MARGIN), "SemiBold", INK, "left")
                  for at, line in enumerate(words)]  # fmt: skip
    if words:
        room = width / 2
        marks.append(
            Text(width - _MARGIN, height - 5.0, 3.4, _cut(words[0], 3.4, room, "ExtraBold"), "ExtraBold", INK, "right")
        )
    return Drawing(width, height, tuple(marks))


class _Pen:
    """Writes from the top down; what has no room any more is left out, so that it stays one sheet."""

    def __init__(self, left: float, room: float, bottom: float, size_mm: float) -> None:
        self.marks: list[Drawable] = []
        self.left, self.room, self.bottom, self.size_mm, self.down = left, room, bottom, size_mm, 0.0

    def heading(self, words: str) -> None:
        """A heading, with a gap before it."""
        self.down += 8.0
        self._text(words, 4.4, "ExtraBold")
        self.down += 1.0

    def line(self, words: str, font: Font = "SemiBold") -> None:
        """A line of text, or two where it is longer; what is longer still is cut."""
        lines = wrapped(words, self.size_mm, self.room)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]
        for each in lines:
            self.down += 1.4 * self.size_mm
            self._text(each, self.size_mm, font)

    def _text(self, words: str, size_mm: float, font: Font) -> None:
        if self.down <= self.bottom:
            cut = _cut(words, size_mm, self.room, font)
            self.marks.append(Text(self.left, self.down, size_mm, cut, font, INK, "left"))


def _headed(outcome: Ended, say: Callable[[str], str], width: float) -> Iterator[Drawable]:
    """Title, who has won, and everybody with their score in the colour of their line."""
    room = width - 2 * _MARGIN
    title = outcome.title
    yield Text(_MARGIN, 18.0, fitting_size_mm(title, room * 0.55, 10.0), title, "ExtraBold", INK, "left")
    if outcome.winners:
        won = say(told(WON, names=", ".join(outcome.winners)))
        size = fitting_size_mm(won, room * 0.4, 5.0, "SemiBold")
        yield Text(width - _MARGIN, 18.0, size, won, "SemiBold", INK, "right")
    scores = list(outcome.scores.items())
    each = room / max(1, len(scores))
    for at, (name, score) in enumerate(scores):
        left = _MARGIN + at * each
        yield Box(left, 25.0, each - 2.0, 12.0, 2.0, fill="#f2f4f9")
        yield Box(left, 25.0, 2.0, 12.0, 1.0, fill=_LINES[at % len(_LINES)])
        words = f"{name}  {score}"
        size = fitting_size_mm(words, each - 8.0, 5.0)
        yield Text(left + 4.5, 32.8, size, words, "ExtraBold", INK, "left")


def _curve(curve: Curve, left: float, top: float, width: float, height: float) -> Iterator[Drawable]:
    """The lines between 0 and 100 percent, a name at the end of each, and a dot at every turning point."""
    names, ticks = 34.0, 10.0
    room = width - names - ticks
    last = max(1, len(curve.moments) - 1)
    players = list(curve.moments[0].chances)[:_MOST_SHOWN]

    def spot(at: int, chance: float) -> tuple[float, float]:
        return left + ticks + room * at / last, top + height * (1 - chance)

    for part_of in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, y), (end, _) = spot(0, part_of), spot(last, part_of)
        yield Stroke(((x, y), (end, y)), _RULE, 0.25)
        yield Text(x - 2.0, y + 1.1, 3.0, f"{100 * part_of:.0f}", "SemiBold", _SOFT, "right")
    for at, player in enumerate(players):
        points = tuple(spot(number, moment.chances[player]) for number, moment in enumerate(curve.moments))
        yield Stroke(points if len(points) > 1 else points * 2, _LINES[at], 0.9)
    places = {moment.number: at for at, moment in enumerate(curve.moments)}
    for swing in curve.turning:
        if swing.player in players:
            at = places[swing.number]
            x, y = spot(at, curve.moments[at].chances[swing.player])
            yield Ellipse(x, y, 3.0, 3.0, fill=PAPER, stroke=_LINES[players.index(swing.player)], stroke_mm=0.7)
    yield from _names(curve, players, left + ticks + room + 2.0, lambda chance: spot(0, chance)[1], names - 2.0)


def _names(
    curve: Curve, players: Sequence[str], left: float, down: Callable[[float], float], room: float
) -> Iterator[Drawable]:
    """The names at the ends of the lines, moved apart where these meet."""
    ends = sorted(((down(curve.moments[-1].chances[player]), at) for at, player in enumerate(players)), reverse=True)
    highest = float("inf")
    for y, at in ends:  # from the bottom up, for below the lines there is something else
        highest = min(y, highest - 4.4)
        size = fitting_size_mm(players[at], room, 3.6)
        yield Text(left, highest + 1.2, size, players[at], "ExtraBold", _LINES[at], "left")


def _of_player(each: PlayerReport, outcome: Ended, say: Callable[[str], str]) -> Iterator[str]:
    cost = f"{say(message('Missed chances cost'))} ({say(outcome.score_name)}): {each.lost}"
    best = [] if each.best_word is None else [f"{say(message('Best word'))}: {each.best_word.word.upper()}"]
    yield " · ".join((each.player, cost, *best))
    if each.worst is not None:
        yield f"{say(message('What cost most'))}: {say(each.worst.missed.reason)} (#{each.worst.number})"
    if each.fall is not None:
        fall = each.fall
        yield f"{say(FALL)}: {_percent(fall.change)}, {say(fall.reason)} (#{fall.number})"


def _words(report: MatchReport, say: Callable[[str], str]) -> Iterator[str]:
    if report.best_word is not None:
        made = report.best_word
        yield f"{say(message('Best word'))}: {made.word.upper()} ({made.player})"
    if report.missed_word is not None:
        yield f"{say(EVERYBODY_MISSED)}: {report.missed_word[0].upper()} (#{report.missed_word[1].number})"


def _percent(change: float) -> str:
    return f"{100 * change:+.0f} %".replace("-", "−")


def _cut(words: str, size_mm: float, room_mm: float, font: Font = "SemiBold") -> str:
    """A line that has room; of a longer one the beginning."""
    if text_width_mm(words, size_mm, font) <= room_mm:
        return words
    while words and text_width_mm(f"{words}…", size_mm, font) > room_mm:
        words = words[:-1]
    return f"{words}…"
