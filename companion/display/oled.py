"""Which screen the OLED shows at a moment: a pure function of the table's view and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display import screens
from companion.display.screens import Clockface, untranslated

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from companion.rules.core import View
    from companion.tableview import Entry, TableView

PAGE_MS = 4000  # how long each page of a ruling, of totals and of notices stands
AWAITED = {
    "place": "lay a card",
    "stand": "stand or withdraw?",
    "name_word": "name your word",
    "prove": "prove the beginning",
}
# Verdicts that end something: they stand on the OLED until the next event.
DECISIONS = {
    "challenger_loses": "The challenge is lost",
    "challenged_loses": "The challenge is won",
    "proven": "Proven",
    "not_proven": "Not proven",
    "conceded": "Conceded",
    "eliminated": "Eliminated",
    "objection": "Objection!",
    "undone": "Undone",
    "redone": "Redone",
    "corrected": "Corrected",
    "word_stands": "The word stands",
    "word_fails": "The word fails",
    "too_few_doubters": "Too few doubters",
    "row_taken": "The row is taken",
    "scored": "Scored",
    "missed": "Missed",
    "turn_lost": "The turn is lost",
    "minted": "Minted",
    "negated": "Negated",
}


def picture(
    view: TableView,
    now_ms: int,
    *,
    since_ms: int = 0,
    pin: str = "",
    link: str = "",
    translate: Callable[[str], str] = untranslated,
) -> Image.Image:
    """The OLED (1-bit, 128×64) for this view at `now_ms` of the program's monotonic clock.

    `since_ms` is when this view was first shown: whatever has pages begins with its first one then.
    What a person must answer goes before what they may read, and that before whose turn it is.
    """
    page = (now_ms - since_ms) // PAGE_MS
    match, dialog = view.match, view.dialog
    if match is None:
        return _between(view, page, pin, link, translate)
    if view.question is not None and dialog is not None:
        return screens.question(view.question.text, dialog.items, dialog.cursor)
    if dialog is not None and _just_challenged(view):
        return _challenge(view, match, now_ms, translate)
    if dialog is not None and dialog.letters is not None:
        return screens.entry(dialog.title, dialog.letters, dialog.items, dialog.cursor)
    if dialog is not None:
        return screens.menu(dialog.title, [translate(item) for item in dialog.items], dialog.cursor)
    if view.refusal is not None:
        title = view.refusal.verdict.replace("_", " ")
        pages = screens.ruling_pages(view.refusal.reason)
        return screens.ruling(
            translate(title), view.refusal.clause or "", view.refusal.reason, accepted=False, page=page % pages
        )
    if view.difference is not None:
        return screens.message(translate("Look"), view.difference)
    return _standing(view, match, page, now_ms, translate)


def moves_by_itself(view: TableView) -> bool:
    """Whether the picture changes without a new view: a timer runs, or there are pages to turn."""
    if view.timer is not None and view.timer.running:
        return True
    return view.match is None or view.match.over or view.refusal is not None or _decision(view) is not None


def _between(view: TableView, page: int, pin: str, link: str, translate: Callable[[str], str]) -> Image.Image:
    if view.notices and page % 2:
        return screens.message(translate("Notice"), view.notices[(page // 2) % len(view.notices)])
    return screens.quiet("Tableside", f"PIN {pin}" if pin else "", link=link)


def _standing(view: TableView, match: View, page: int, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    scores = tuple(match.scores.items())
    if match.over:
        pages = screens.totals_pages(len(scores))
        return screens.totals(scores, translate(match.score_name), winners=match.winners, page=page % pages)
    decided = _decision(view)
    if decided is not None:
        return _ruling(decided, page, translate)
    doing = translate("paused") if view.paused else translate(AWAITED.get(match.awaiting or "", match.awaiting or ""))
    return screens.turn(
        match.turn or "",
        doing=doing,
        board=_board(match),
        points=match.board.get("points") if match.board.get("row") else None,
        timer=_clockface(view, now_ms),
        alert=bool(view.notices),
        translate=translate,
    )


def _ruling(entry: Entry, page: int, translate: Callable[[str], str]) -> Image.Image:
    changes = tuple(entry.changes.items())
    cited = entry.ruling.clause
    clause = "" if cited is None else f"{cited.number} {translate('house')}" if cited.house else cited.number
    pages = screens.ruling_pages(entry.ruling.reason, changes)
    title = translate(DECISIONS[entry.ruling.verdict])
    return screens.ruling(title, clause, entry.ruling.reason, changes=changes, page=page % pages)


def _challenge(view: TableView, match: View, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    board = match.board
    return screens.challenge(
        board.get("challenger") or "",
        board.get("challenged"),
        doing=translate(AWAITED.get(match.awaiting or "", "")),
        timer=_clockface(view, now_ms),
        tie=view.tie,
        translate=translate,
    )


def _just_challenged(view: TableView) -> bool:
    """Whether a challenge has been called and nobody has touched the word entry yet."""
    newest, dialog = view.ruling, view.dialog
    if newest is None or dialog is None:
        return False
    return newest.ruling.verdict == "challenged" and not dialog.letters and dialog.cursor == 0


def _decision(view: TableView) -> Entry | None:
    newest = view.ruling
    return newest if newest is not None and newest.ruling.verdict in DECISIONS else None


def _board(match: View) -> str:
    """The board in one line: a row of cards, or the rows of TYPO."""
    row = match.board.get("row")
    if row is not None:
        return "".join(row)
    return " ".join(match.board.get("rows") or ())


def _clockface(view: TableView, now_ms: int) -> Clockface | None:
    timer = view.timer
    if timer is None:
        return None
    left_ms = timer.remaining_ms - (now_ms - timer.as_of_ms if timer.running else 0)
    return Clockface(-(-max(0, left_ms) // 1000), timer.total_ms // 1000, timer.running)
