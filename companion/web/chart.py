"""The charts of a match as the shapes of an SVG, one stepped line per player: the scores, and the chances to win.
Pages draw them with `chart.js`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.report.curve import Curve

WIDTH, HEIGHT, MARGIN = 720.0, 260.0, 34.0
SMALL = (280.0, 150.0)  # width and height where a chart is one thing among others, or on a phone


@dataclass(frozen=True, slots=True)
class Stepped:
    """One player's totals: `points` as SVG writes them, and where the name stands at its end."""

    name: str
    points: str
    end_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole chart in user units: the lines go from `left` to `right`, where the names stand; `ticks` are (y, score)
    pairs."""

    width: float
    height: float
    left: float
    right: float
    lines: tuple[Stepped, ...]
    ticks: tuple[tuple[float, int], ...]

    def to_json(self) -> dict[str, Any]:
        """As pages have it."""
        return asdict(self)


def score_chart(
    players: Sequence[str], steps: Sequence[Mapping[str, int]], width: float = WIDTH, height: float = HEIGHT
) -> Chart:
    """The chart of the totals after each event; `steps[0]` are the totals before the first."""
    scores = [totals[player] for totals in steps for player in players]
    low, high = min(0, *scores), max(1, *scores)

    def x(step: int) -> float:
        return MARGIN + (width - 4 * MARGIN) * step / max(1, len(steps) - 1)

    def y(score: int) -> float:
        return height - MARGIN - (height - 2 * MARGIN) * (score - low) / (high - low)

    lines = []
    for player in players:
        points = [(x(0), y(steps[0][player]))]
        for number, totals in enumerate(steps[1:], 1):
            points += [(x(number), points[-1][1]), (x(number), y(totals[player]))]
        text = " ".join(f"{right:.1f},{down:.1f}" for right, down in points)
        lines.append(Stepped(player, text, points[-1][1], steps[-1][player]))
    middle = (low + high) // 2
    ticks = tuple((y(score), score) for score in dict.fromkeys((low, 0, middle, high)))
    return Chart(width, height, MARGIN, width - 3 * MARGIN, _apart(lines, height), ticks)


def chance_chart(curve: Curve, width: float = WIDTH, height: float = HEIGHT) -> Chart | None:
    """The chart of the chances to win, in percent; None where there is no curve."""
    steps = [{player: round(100 * chance) for player, chance in each.chances.items()} for each in curve.moments]
    return score_chart(list(steps[0]), steps, width, height) if steps else None


def _apart(lines: Sequence[Stepped], height: float, gap: float = 17.0) -> tuple[Stepped, ...]:
    """Move the names at the ends apart where totals are close, and up from the bottom where they would leave it."""
    ends = sorted(lines, key=lambda line: line.end_y)
    down: list[float] = []
    for line in ends:
        down.append(max(line.end_y, down[-1] + gap if down else 0.0))
    lowest = height
    for at in reversed(range(len(down))):
        lowest = down[at] = min(down[at], lowest - gap)
    placed = {line.name: y for line, y in zip(ends, down, strict=True)}
    return tuple(Stepped(line.name, line.points, placed[line.name], line.total) for line in lines)
