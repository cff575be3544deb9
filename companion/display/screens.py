"""The screens of the OLED: pure functions from what is to be shown to a 128×64 picture of mode "1".

What must be read at arm's length is 16 points high or more; 12 is kept for what one bends over to read. Names
have up to 12 letters. Words of our own go through `translate` (gettext's way: English in, the table's language out).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.display.canvas import (
    HEIGHT_PX,
    SIZES,
    SMALLEST_PX,
    WIDTH_PX,
    Canvas,
    biggest,
    shortened,
    width_px,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

READING_SIZES = (20, 18, 16, 12)
REASON_PX = 16
REASON_LINES = HEIGHT_PX // REASON_PX
TOTALS_ROWS = 4
MENU_ROWS = 3
ASKED_LINES = 2
WHEEL_PX = 27
CLOCK_ROOM_PX = 58


@dataclass(frozen=True, slots=True)
class Clockface:
    """What a running or paused window shows: seconds left (rounded up), how long it was, whether it runs."""

    left_s: int
    total_s: int
    running: bool = True

    @property
    def text(self) -> str:
        """Minutes and seconds from one minute on, seconds below: "1:00", "59"."""
        return f"{self.left_s // 60}:{self.left_s % 60:02}" if self.left_s >= 60 else str(self.left_s)


def untranslated(notice: str) -> str:
    """English as it stands."""
    return notice


def turn(
    player: str,
    *,
    doing: str = "",
    board: str = "",
    points: int | None = None,
    card: str = "",
    timer: Clockface | None = None,
    alert: bool = False,
    translate: Callable[[str], str] = untranslated,
) -> Image.Image:
    """Whose turn it is, what is on the table, its points or which `card` is to be laid, and the time left if there is
    any.

    `doing` says what is awaited when the table shows nothing. `alert` puts a "!" where some part of the table fails.
    """
    canvas = Canvas()
    mark = "!" if alert else ""
    text = board or doing
    is_long = timer is not None and len(wrapped(text, WIDTH_PX, SMALLEST_PX)) > 1  # above the clock is room for two
    sizes = (20, 18, 16, 12) if timer is None else (12,) if is_long else (16, 12)
    top = canvas.bar(player, mark, biggest(f"{player}{mark}", WIDTH_PX - 4, sizes))
    worth = card if points is None else f"{points} {translate('points')}"
    if timer is None:
        bottom = HEIGHT_PX - 18 if worth else HEIGHT_PX
        canvas.block(text, (0, top + 1, WIDTH_PX, bottom), whole_words=True)
        if worth:
            canvas.centred(bottom, worth, biggest(worth, WIDTH_PX, (18, 16, 12)))
        return canvas.image
    right = _clock(canvas, timer, HEIGHT_PX - 28)
    canvas.block(text, (0, top, WIDTH_PX, HEIGHT_PX - (27 if is_long else 28)), READING_SIZES)
    if worth:
        canvas.block(worth, (right, HEIGHT_PX - 28, WIDTH_PX, HEIGHT_PX - 7), (16, 12))
    return canvas.image


def called(
    title: str,
    by: str,
    on: str | None = None,
    *,
    doing: str = "",
    timer: Clockface | None = None,
    tie: bool = False,
    translate: Callable[[str], str] = untranslated,
) -> Image.Image:
    """Somebody called: what, who, on whom, what is awaited now. `tie`: presses too close, the seats decided."""
    canvas = Canvas()
    top = canvas.bar(title, timer.text if timer else "", biggest(title, WIDTH_PX - 36, (16, 12)))
    rest = translate("Tie: the seats decide") if tie else doing
    names = _by_and_on(by, on)
    canvas.block(names, (0, top, WIDTH_PX, HEIGHT_PX - 13 if rest else HEIGHT_PX), whole_words=True)
    if rest:
        canvas.block(rest, (0, HEIGHT_PX - 13, WIDTH_PX, HEIGHT_PX), (12,))
    return canvas.image


def _by_and_on(by: str, on: str | None) -> str:
    """Both names, each cut by itself where it is longer than a line: of neither is nothing to be seen."""
    if on is None:
        return by
    return f"{shortened(by, WIDTH_PX, SMALLEST_PX)} » {shortened(on, WIDTH_PX, SMALLEST_PX)}"


def ruling(
    verdict: str,
    clause: str = "",
    reason: str = "",
    *,
    changes: Sequence[tuple[str, int]] = (),
    accepted: bool = True,
    page: int = 0,
) -> Image.Image:
    """The referee's answer. Page 0 is the verdict in big type with its clause; the pages after it the reason.

    `verdict` is what to say of it, `clause` the clause's number, `changes` who got how many points.
    """
    canvas = Canvas()
    won = _gains(changes)
    if page > 0:
        lines = _reason_lines(reason, won)[(page - 1) * REASON_LINES : page * REASON_LINES]
        for place, line in enumerate(lines):
            canvas.text(0, place * REASON_PX, line, REASON_PX)
        return canvas.image
    has_gains = bool(won) and width_px(won, SMALLEST_PX) <= WIDTH_PX
    bottom = HEIGHT_PX
    if has_gains:
        bottom -= 16
        canvas.block(won, (0, bottom, WIDTH_PX, HEIGHT_PX), (16, 12))
    top = canvas.bar("§" if accepted else "×", clause, 12 if has_gains else 16) if clause else 0
    canvas.block(verdict, (0, top, WIDTH_PX, bottom), (28, 24, 22, 20, 18, 16, 12), whole_words=True)
    return canvas.image


def ruling_pages(reason: str, changes: Sequence[tuple[str, int]] = ()) -> int:
    """How many pages `ruling` has with this reason and these changes."""
    return 1 + -(-len(_reason_lines(reason, _gains(changes))) // REASON_LINES)


def _gains(changes: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{player} {change:+}" for player, change in changes)


def _reason_lines(reason: str, gains: str) -> list[str]:
    # Gains too long for the first page head the reason.
    text = reason if width_px(gains, SMALLEST_PX) <= WIDTH_PX else f"{gains}. {reason}"
    return wrapped(text, WIDTH_PX, REASON_PX)


def entry(title: str, letters: str, items: Sequence[str], cursor: int, timer: Clockface | None = None) -> Image.Image:
    """A word being entered letter by letter: who enters it, the word so far, and the wheel of letters.

    In the corner the time left, if there is any, else how long the word is.
    """
    canvas = Canvas()
    top = _heading(canvas, title, timer.text if timer else str(len(letters)) if letters else "", (16, SMALLEST_PX))
    room_px = WIDTH_PX - 2
    sizes = tuple(size_px for size_px in READING_SIZES if size_px <= HEIGHT_PX - WHEEL_PX - top)
    size_px = biggest(f"{letters}_", room_px, sizes)
    most = room_px // (width_px("M", size_px))
    shown = f"{letters}_" if len(letters) < most else f"…{letters[-(most - 2) :]}_"
    canvas.text(1, top + (min(20, HEIGHT_PX - WHEEL_PX - top) - size_px) // 2, shown, size_px)
    _wheel(canvas, items, cursor, HEIGHT_PX - WHEEL_PX)
    return canvas.image


def question(text: str, items: Sequence[str], cursor: int, timer: Clockface | None = None) -> Image.Image:
    """A card the camera is not sure of ("third card: O or Q?") and the wheel of answers; in a corner the time."""
    canvas = Canvas()
    right = WIDTH_PX
    if timer is not None:
        right -= width_px(timer.text, REASON_PX) + 4
        canvas.fill((right + 2, 0, WIDTH_PX, REASON_PX + 1))
        canvas.flushed(0, timer.text, REASON_PX, lit=False, right=WIDTH_PX - 1)
    canvas.block(text, (0, 0, right, HEIGHT_PX - WHEEL_PX), READING_SIZES, whole_words=True)
    _wheel(canvas, items, cursor, HEIGHT_PX - WHEEL_PX)
    return canvas.image


def totals(
    scores: Sequence[tuple[str, int]],
    score_name: str = "",
    *,
    winners: Sequence[str] = (),
    page: int = 0,
) -> Image.Image:
    """The scores, four to a page; winners are lit. `score_name` heads them when there is room, in two lines at most."""
    canvas = Canvas()
    shown = scores[page * TOTALS_ROWS : (page + 1) * TOTALS_ROWS]
    heading = wrapped(score_name, WIDTH_PX, SMALLEST_PX)[:2] if len(scores) < TOTALS_ROWS else []
    for at, line in enumerate(heading):
        canvas.centred(1 + at * SMALLEST_PX, line, SMALLEST_PX)
    top = (0, 16, 25)[len(heading)]
    row_px = min(16, (HEIGHT_PX - top) // max(1, len(shown)))
    number_px = 16 if row_px == 16 else SMALLEST_PX
    for place, (player, score) in enumerate(shown):
        upper = top + place * row_px
        won = player in winners
        if won:
            canvas.fill((0, upper, WIDTH_PX, upper + row_px))
        number = str(score)
        room_px = WIDTH_PX - width_px(number, number_px) - 4
        size_px = biggest(player, room_px, (number_px, SMALLEST_PX))
        canvas.text(0, upper + (row_px - size_px) // 2, shortened(player, room_px, size_px), size_px, lit=not won)
        canvas.flushed(upper, number, number_px, lit=not won)
    return canvas.image


def totals_pages(players: int) -> int:
    """How many pages `totals` has."""
    return max(1, -(-players // TOTALS_ROWS))


def menu(
    title: str, items: Sequence[str], cursor: int, *, asked: str = "", timer: Clockface | None = None
) -> Image.Image:
    """A list with the chosen line lit; it scrolls so that the chosen line and its neighbours show.

    `asked` is what the lines answer, below the title. In the corner the time left, if there is any, else which of how
    many lines is chosen where there is room for that; a title longer than a line takes two.
    """
    canvas = Canvas()
    is_long = not asked and not _fits(title, timer.text if timer else "")
    rows = MENU_ROWS - 1 if asked or is_long else MENU_ROWS
    place = f"{cursor + 1}/{len(items)}" if len(items) > rows else ""
    corner = timer.text if timer else place if _fits(title, place) else ""
    top = canvas.bar(title, corner, SMALLEST_PX) if asked else _heading(canvas, title, corner, (SMALLEST_PX,))
    question = wrapped(asked, WIDTH_PX, SMALLEST_PX)[:ASKED_LINES]
    for at, line in enumerate(question):
        canvas.centred(top + at * SMALLEST_PX, line, SMALLEST_PX)
    row_px = min(16, (HEIGHT_PX - top - len(question) * SMALLEST_PX) // rows)
    first = min(max(0, cursor - 1), max(0, len(items) - rows))
    for row, item in enumerate(items[first : first + rows]):
        upper = HEIGHT_PX - (rows - row) * row_px
        chosen = first + row == cursor
        if chosen:
            canvas.fill((0, upper, WIDTH_PX, upper + row_px))
        size_px = biggest(item, WIDTH_PX - 2, (16, 12) if row_px == 16 else (12,))
        middle = upper + (row_px - size_px) // 2
        canvas.text(1, middle, shortened(item, WIDTH_PX - 2, size_px), size_px, lit=not chosen)
    return canvas.image


def is_line(text: str) -> bool:
    """Whether a line of a menu shows all of this."""
    return width_px(text, SMALLEST_PX) <= WIDTH_PX - 2


def _fits(title: str, corner: str, size_px: int = SMALLEST_PX) -> bool:
    """Whether a bar holds a title beside what stands in its corner."""
    return width_px(title, size_px) <= WIDTH_PX - 2 - (width_px(corner, size_px) + 2 if corner else 0)


def _heading(canvas: Canvas, title: str, corner: str, sizes: Sequence[int]) -> int:
    """A title in a lit bar, in the biggest of `sizes` in which it fits, else in two lines; returns where the space
    below begins."""
    fitting = next((size_px for size_px in sizes if _fits(title, corner, size_px)), None)
    if fitting is not None:
        return canvas.bar(title, corner, fitting)
    height_px, right = 2 * SMALLEST_PX, WIDTH_PX - 1
    canvas.fill((0, 0, WIDTH_PX, height_px + 1))
    if corner:
        canvas.flushed(0, corner, SMALLEST_PX, lit=False, right=right)
        right -= width_px(corner, SMALLEST_PX) + 2
    canvas.block(title, (1, 0, right, height_px), (SMALLEST_PX,), lit=False)
    return height_px + 1


def notice(title: str, text: str, *, page: int = 0) -> Image.Image:
    """A notice: what the table shows differs, a part fails.

    A text too long for one picture has its title alone on page 0 and goes on from there, as the reason of a ruling.
    """
    if notice_pages(title, text) > 1:
        return ruling(title, "", text, page=page)
    canvas = Canvas()
    top = canvas.bar(title, "", _title_px(title)) if title else 0
    canvas.block(text, (0, top, WIDTH_PX, HEIGHT_PX), (24, 20, 18, 16, SMALLEST_PX), whole_words=True)
    return canvas.image


def notice_pages(title: str, text: str) -> int:
    """How many pages `notice` has."""
    room_px = HEIGHT_PX - (_title_px(title) + 1 if title else 0)
    fits = len(wrapped(text, WIDTH_PX, SMALLEST_PX)) * SMALLEST_PX <= room_px
    return 1 if fits else ruling_pages(text)


def _title_px(title: str) -> int:
    return biggest(title, WIDTH_PX - 2, (16, SMALLEST_PX))


def quiet(title: str = "Tableside", text: str = "", *, link: str = "") -> Image.Image:
    """Nothing is being played: a name, a line, and for phones the link as a QR code of two points a module."""
    canvas, right = Canvas(), WIDTH_PX
    if (code := _code(link)) is not None:
        canvas.image.paste(code, (WIDTH_PX - code.width, 0))
        right -= code.width + 2
    sizes = SIZES if right == WIDTH_PX else (16, 12)
    canvas.block(title, (0, 0, right, 32 if text else HEIGHT_PX), sizes, whole_words=True)
    if text:
        canvas.block(text, (0, 32, right, HEIGHT_PX), (16, 12), whole_words=True)
    return canvas.image


@lru_cache(maxsize=1)  # it stands there for hours, and the picture around it is drawn four times a second
def _code(link: str) -> Image.Image | None:
    """The link's QR code, with light around it, as high as the OLED; None when it does not fit, or there is no link."""
    if not link:
        return None
    import segno
    from PIL import Image

    code = segno.make(link, error="l", micro=False, boost_error=False)
    side_px = 2 * (len(code.matrix) + 2)  # one module of light around it is what the height allows
    if side_px > HEIGHT_PX:
        return None
    top = (HEIGHT_PX - side_px) // 2 + 2
    picture = Image.new("1", (side_px, HEIGHT_PX), 1)
    for row, line in enumerate(code.matrix):
        for column, dark in enumerate(line):
            if dark:
                x, y = 2 * (column + 1), top + 2 * row
                picture.paste(0, (x, y, x + 2, y + 2))
    return picture


def _clock(canvas: Canvas, timer: Clockface, top: int) -> int:
    """The time left in big digits, and below everything how much of it is left; returns where the digits end."""
    text = timer.text if timer.running else f"‖{timer.text}"
    size_px = biggest(text, CLOCK_ROOM_PX, (28, 22, 18, 12))
    canvas.text(2, top - 5 + (28 - size_px) // 2, text, size_px)
    gone_px = round(WIDTH_PX * (1 - min(timer.left_s, timer.total_s) / timer.total_s)) if timer.total_s else WIDTH_PX
    canvas.frame((0, HEIGHT_PX - 6, WIDTH_PX, HEIGHT_PX))
    canvas.fill((gone_px, HEIGHT_PX - 6, WIDTH_PX, HEIGHT_PX))
    return 2 + width_px(text, size_px)


def _wheel(canvas: Canvas, items: Sequence[str], cursor: int, top: int) -> None:
    """The chosen item lit in the middle, its neighbours beside it as far as there is room; it goes round."""
    if not items:
        return
    size_px = biggest(items[cursor], WIDTH_PX - 48, (28, 24, 20, 16, 12))
    chosen = shortened(items[cursor], WIDTH_PX - 8, size_px)
    half_px = max(14, width_px(chosen, size_px) // 2 + 4)
    left, right = WIDTH_PX // 2 - half_px, WIDTH_PX // 2 + half_px
    canvas.fill((left, top, right, HEIGHT_PX))
    canvas.centred(top + (WHEEL_PX - size_px) // 2, chosen, size_px, lit=False)
    others = len(items) - 1
    for step in range(1, (others + 1) // 2 + 1):
        after = items[(cursor + step) % len(items)]
        right += 6
        if right + width_px(after, 20) > WIDTH_PX:
            break
        canvas.text(right, top + 4, after, 20)
        right += width_px(after, 20)
    for step in range(1, others // 2 + 1):
        before = items[(cursor - step) % len(items)]
        left -= width_px(before, 20) + 6
        if left < 0:
            break
        canvas.text(left, top + 4, before, 20)
