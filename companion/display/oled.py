"""Which screen the OLED shows at a moment: a pure function of the table's view and the time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.display import screens
from companion.display.screens import Clockface, untranslated
from companion.display.telling_apart import told_apart
from companion.games.board import Asked, Board, Chosen, Grid, Lines, Row, Rows, Strip
from companion.games.names import EVENTS, awaited, event_name, headline, is_decisive
from companion.sentences import headed, is_told, message, spoken, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PIL import Image

    from companion.games.board import Called, Part, Shown
    from companion.games.core import View
    from companion.referee.inquiry import Question
    from companion.referee.tableview import Dialog, Entry, TableView, Timer

    Pages = Sequence[Callable[[], Image.Image]]  # each drawn when it is its turn

PAGE_MS = 4000  # how long each page of a ruling, of totals and of notices stands
TURN_PAGES = 3  # for so many of them it is said whose turn it is, before the totals come


HOUSE = message("house")
TIE = message("Tie, under 1 ms apart: the seats decide.")
# The words of the menus that belong to no game, by what choosing them does.
MENU = {
    "pause": message("Pause"),
    "resume": message("Resume"),
    **EVENTS,
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
    if dialog is not None and (shown := _noted(dialog, page, translate)) is not None:
        return shown
    if match is None and dialog is not None:
        return _dialog(dialog, translate)
    if match is None and view.refusal is not None:
        return _message(translate("Refused"), spoken(view.refusal.reason, translate), page)
    if match is None:
        return _between(view, page, pin, link, translate)
    answer = _answer(view, translate)
    if view.question is not None and dialog is not None and dialog.title == view.question.text:
        if view.refusal is not None and _asks_for_a_word(dialog) and page < len(answer):
            return answer[page]()
        return _question(view.question, dialog, _clockface(view, now_ms), translate)
    called = None if view.board is None else view.board.called
    if called is not None and _asks_for_a_word(dialog):
        return answer[page]() if page < len(answer) else _called(called, view, match, now_ms, translate)
    if view.tie and page == 0 and _untouched(dialog):
        return screens.notice("", translate(TIE))
    if dialog is not None:
        return _dialog(dialog, translate, _clockface(view, now_ms), _asked(view, match), match.players)
    return _standing(view, match, page, now_ms, translate)


def _dialog(
    dialog: Dialog,
    translate: Callable[[str], str],
    timer: Clockface | None = None,
    asked: Asked | None = None,
    players: tuple[str, ...] = (),
) -> Image.Image:
    """What the three buttons work on: a word, a wheel, a menu, in which `players` are told apart."""
    title = _said(dialog.title, translate)
    if dialog.letters is not None:
        return screens.entry(title, dialog.letters, dialog.items, dialog.cursor, timer)
    items = _items(dialog, translate, players)
    if dialog.wheel:
        return screens.question(title, items, dialog.cursor)
    is_about = asked is not None and asked.player == dialog.title
    text = spoken(asked.text, translate) if asked is not None and is_about else ""
    return screens.menu(title, items, dialog.cursor, asked=text, timer=timer)


def _asked(view: TableView, match: View) -> Asked | None:
    """What somebody is asked in between, or can only say still since their time is up."""
    if view.late and view.awaiting != match.awaiting:
        return Asked(view.late, awaited(match.game, view.awaiting, briefly=True))
    return None if view.board is None else view.board.asked


def _items(dialog: Dialog, translate: Callable[[str], str], players: tuple[str, ...] = ()) -> list[str]:
    apart = told_apart(players)
    return [apart.get(item, _said(item, translate)) for item in dialog.items]


def _said(text: str, translate: Callable[[str], str]) -> str:
    """A title or a line in the language of the table: as a whole where it is told or one of ours, else its first part,
    beside a name."""
    if (whole := spoken(MENU.get(text, text), translate)) != text or is_told(text):
        return whole
    head, colon, rest = text.partition(": ")
    first = spoken(MENU.get(head, head), translate)
    return spoken(headed(first, rest), translate) if colon else first


def _noted(dialog: Dialog, page: int, translate: Callable[[str], str]) -> Image.Image | None:
    """In turn with the menu, what the line under its cursor means, or all of it where it is longer than a line; None
    while it is the menu's turn."""
    title, text = _said(dialog.items[dialog.cursor], translate), spoken(dialog.note, translate)
    if not text:
        if not _is_cut(dialog, translate):
            return None
        title, text = "", title
    at = page % (1 + screens.notice_pages(title, text))
    return screens.notice(title, text, page=at - 1) if at else None


def _is_cut(dialog: Dialog, translate: Callable[[str], str]) -> bool:
    """Whether the line under the cursor of a menu is longer than the screen is wide."""
    return not dialog.wheel and not screens.is_line(_said(dialog.items[dialog.cursor], translate))


def _question(
    question: Question, dialog: Dialog, timer: Clockface | None, translate: Callable[[str], str]
) -> Image.Image:
    """What the camera leaves to people, in the table's language; once a word is being spelled, the letters it has."""
    text = spoken(question.text, translate)
    if dialog.letters is not None and not _untouched(dialog):
        return screens.entry(question.of or text, dialog.letters, dialog.items, dialog.cursor, timer)
    return screens.question(text, _items(dialog, translate), dialog.cursor, timer)


def moves_by_itself(view: TableView, translate: Callable[[str], str] = untranslated) -> bool:
    """Whether the picture changes without a new view: a timer runs, or there are pages to turn."""
    if view.tie:
        return True
    if view.timer is not None and view.timer.running:
        return True
    if view.dialog is not None and (view.dialog.note or _is_cut(view.dialog, translate)):
        return True
    has_news = view.refusal is not None or view.difference is not None or _decision(view) is not None
    return view.match is None or view.match.over or has_news or _has_totals(view)


def _between(view: TableView, page: int, pin: str, link: str, translate: Callable[[str], str]) -> Image.Image:
    """The PIN and the code for phones, and in turn with them each notice, page by page."""
    title, shown = translate("Notice"), []
    for notice in view.notices:
        text = spoken(notice, translate)
        shown += [None, *((text, at) for at in range(screens.notice_pages(title, text)))]
    turn = shown[page % len(shown)] if shown else None
    if turn is not None:
        return screens.notice(title, turn[0], page=turn[1])
    return screens.quiet("Tableside", f"PIN {pin}" if pin else "", link=link)


def _message(title: str, text: str, page: int) -> Image.Image:
    return screens.notice(title, text, page=page % screens.notice_pages(title, text))


def _standing(view: TableView, match: View, page: int, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    """The referee's newest answer, and in turn with it how the table differs and whose turn it is.

    Once it has been read it does not come again while somebody's time runs, or while nobody may play on.
    """
    answer = _answer(view, translate)
    if page < len(answer):
        return answer[page]()
    again = () if _is_pressing(view) else answer
    round_ = (*_differing(view, translate), *_how_it_stands(view, match, now_ms, translate), *again)
    return round_[(page - len(answer)) % len(round_)]()


def _answer(view: TableView, translate: Callable[[str], str]) -> Pages:
    """What the rules refused, else what the newest ruling decided; nothing of a match that is over."""
    if view.refusal is not None:
        clause, reason = view.refusal.clause, _with_readings(view, view.refusal.reason, view.refusal.clause, translate)
        refused = partial(screens.ruling, translate("Refused"), clause or "", reason, accepted=False)
        return [partial(refused, page=page) for page in range(screens.ruling_pages(reason))]
    decided = _decision(view)
    if decided is None:
        return ()
    cited = decided.ruling.clause
    reason = _with_readings(view, decided.ruling.reason, cited.number if cited else None, translate)
    pages = screens.ruling_pages(reason, tuple(decided.changes.items()))
    return [partial(_ruling, decided, reason, page, translate) for page in range(pages)]


def _differing(view: TableView, translate: Callable[[str], str]) -> Pages:
    """How what lies on the table differs from the match."""
    if view.difference is None:
        return ()
    title, text = translate("Look"), spoken(view.difference, translate)
    return [partial(screens.notice, title, text, page=page) for page in range(screens.notice_pages(title, text))]


def _how_it_stands(view: TableView, match: View, now_ms: int, translate: Callable[[str], str]) -> Pages:
    """Whose turn it is, and in turn with that the totals; of a match that is over these, and how long something may
    still be said of it."""
    scores = _by_name(match, match.scores)
    each = partial(screens.totals, scores, _score_name(match, translate), winners=match.winners)
    totals = [partial(each, page=page) for page in range(screens.totals_pages(len(scores)))]
    if match.over:
        last = [] if view.timer is None else [partial(_last_word, view, match, view.timer, now_ms, translate)]
        return [*totals, *last]
    turn = partial(_turn, view, match, now_ms, translate)
    return [*[turn] * TURN_PAGES, *totals] if _has_totals(view) else [turn]


def _by_name(match: View, scores: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Totals, or what was changed of them, by the names that the OLED shows."""
    return tuple((_name(match, player), score) for player, score in scores.items())


def _name(match: View, player: str) -> str:
    return told_apart(match.players).get(player, player)


def _last_word(view: TableView, match: View, timer: Timer, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    """What may still be said of a match that is won, and how long."""
    doing = translate(event_name(match.game, timer.label))
    return screens.turn(view.title, doing=doing, timer=_clockface(view, now_ms), translate=translate)


def _turn(view: TableView, match: View, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    board = view.board or Board()
    asked = _asked(view, match)  # in between: the window that runs is theirs, whatever is awaited
    lying = Board() if view.paused else board  # what lies there all can see, and not that nothing more of it counts
    if view.paused:
        doing = translate("paused")
    elif asked:
        doing = spoken(asked.text, translate)
    else:
        doing = translate(awaited(match.game, match.awaiting, briefly=True))
    line = _in_one_line(lying)
    who = asked.player if asked else match.actor
    chosen = "" if view.paused or who is None else _chosen_by(who, board)
    return screens.turn(
        _name(match, who) if who else (doing if line else view.title),  # what all do together heads what lies there
        doing=doing,
        board=line,
        points=next((part.worth for part in lying.parts if isinstance(part, Row)), None),
        card=spoken(told("Card: {card}", card=chosen), translate) if chosen else "",
        timer=_clockface(view, now_ms),
        alert=bool(view.notices),
        translate=translate,
    )


def _score_name(match: View, translate: Callable[[str], str]) -> str:
    """What the totals count, and where a low one is good, that it is."""
    counted = translate(match.score_name)
    return f"{counted} · {translate(match.low_wins)}" if match.low_wins else counted


def _is_pressing(view: TableView) -> bool:
    """Whether somebody's time runs, or nobody may play on: once a ruling has been read, that is what matters."""
    return view.paused or (view.timer is not None and view.timer.running)


def _has_totals(view: TableView) -> bool:
    """Whether somebody has scored, and there is time to read it."""
    return view.match is not None and any(view.match.scores.values()) and not _is_pressing(view)


def _with_readings(view: TableView, reason: str, clause: str | None, translate: Callable[[str], str]) -> str:
    """The reason in the table's language, after it what the match's house rules say of the clause."""
    return " ".join(spoken(part, translate) for part in (reason, *view.readings(clause)))


def _ruling(entry: Entry, reason: str, page: int, translate: Callable[[str], str]) -> Image.Image:
    changes = tuple(entry.changes.items())
    cited = entry.ruling.clause
    clause = "" if cited is None else f"{cited.number} {translate(HOUSE)}" if entry.ruling.house else cited.number
    title = translate(headline(entry.game, entry.ruling.verdict))
    return screens.ruling(title, clause, reason, changes=changes, page=page)


def _called(called: Called, view: TableView, match: View, now_ms: int, translate: Callable[[str], str]) -> Image.Image:
    """A call that asks for a word nobody has begun to spell."""
    return screens.called(
        spoken(called.text, translate),
        _name(match, called.by),
        called.on and _name(match, called.on),
        doing=translate(awaited(match.game, match.awaiting, briefly=True)),
        timer=_clockface(view, now_ms),
        tie=view.tie,
        translate=translate,
    )


def _untouched(dialog: Dialog | None) -> bool:
    """Whether nobody has pressed a navigation button since the table asked."""
    return dialog is None or (not dialog.letters and dialog.cursor == 0)


def _asks_for_a_word(dialog: Dialog | None) -> bool:
    """Whether a word is asked for that nobody has begun to spell: a press loses nothing of what else is shown."""
    return dialog is not None and dialog.letters == "" and _untouched(dialog)


def _decision(view: TableView) -> Entry | None:
    newest = view.ruling
    if newest is None or (view.match is not None and view.match.over):
        return None  # who has won is what is left to say
    return newest if is_decisive(newest.game, newest.ruling.verdict) else None


def _in_one_line(board: Board) -> str:
    """What lies on the table in one line: a row, all numbered rows, or of lines that are laid the newest."""
    return next((text for part in board.parts if (text := _line_of(part))), "")


def _chosen_by(player: str, board: Board) -> str:
    """The card that somebody has chosen and is to lay now."""
    items = (item for part in board.parts if isinstance(part, Strip) for item in part.items)
    return next((item.card.label for item in items if isinstance(item, Chosen) and item.player == player), "")


def _line_of(part: Part) -> str:
    match part:
        case Row(cards=cards) | Grid(newest=cards):
            return _side_by_side(cards)
        case Rows(rows=rows):
            return " ".join(_side_by_side(row.cards) for row in rows)
        case Lines(lines=[*_, newest]):
            return _side_by_side(newest.cards)
    return ""


def _side_by_side(cards: Sequence[Shown]) -> str:
    """Letters stand together; what takes more signs to name is parted."""
    labels = [card.label for card in cards]
    return ("" if all(len(label) == 1 for label in labels) else " ").join(labels)


def _clockface(view: TableView, now_ms: int) -> Clockface | None:
    timer = view.timer
    if timer is None or _has_all_time(view):
        return None
    left_ms = timer.remaining_ms - (now_ms - timer.as_of_ms if timer.running else 0)
    return Clockface(-(-max(0, left_ms) // 1000), timer.total_ms // 1000, timer.running)


def _has_all_time(view: TableView) -> bool:
    """Whether a time is up that only reminded: whoever is waited for may say all that they could before."""
    return view.late is not None and view.match is not None and view.awaiting == view.match.awaiting
