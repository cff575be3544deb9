"""Nothing is cut off in any of the four languages, with names of 12 letters."""

from functools import partial
from types import ModuleType

import pytest

from companion.display import oled, screens
from companion.display.canvas import ELLIPSIS
from companion.display.screens import Clockface
from companion.games import names, part, rulebooks
from companion.games.form import setting_of
from companion.games.form_fields import LettersField
from companion.games.names import awaited, event_name, headline
from companion.language import LANGUAGES, translations
from companion.referee.tableview import TableView
from companion.sentences import spoken, told
from tests.display.gallery import LONG, OTHER, gallery
from tests.display.test_screens import Spy
from tests.views import PLAYERS


def own(game: str) -> ModuleType:
    """The names a game brings along."""
    module = part(game, "names")
    assert module is not None, game
    return module


DECISIONS = {
    headline(game, verdict)
    for game in rulebooks()
    for verdict in (*names.DECISIVE, *own(game).DECISIVE)
}  # fmt: skip
ASKED = {awaited(game, event, briefly=True) for game in rulebooks() for event in own(game).AWAITED}


@pytest.fixture(autouse=True)
def spied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "Canvas", Spy)


def whole() -> bool:
    """Whether nothing of the last screen was shortened."""
    return not any(ELLIPSIS in line for line in Spy.last.written)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("decision", sorted(DECISIONS))
def test_every_decision_fits_with_its_clause_and_who_gained(language: str, decision: str) -> None:
    told = translations(language).gettext(decision)
    screens.ruling(told, "D14", "", changes=((LONG, -112),))
    assert whole()
    assert all(word in " ".join(Spy.last.written) for word in told.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", sorted(ASKED))
def test_everything_that_is_awaited_fits(language: str, asked: str) -> None:
    translate = translations(language).gettext
    screens.turn(LONG, doing=translate(asked), points=138, timer=Clockface(30, 30), translate=translate)
    assert whole()
    title = translate("Challenge!")
    screens.called(title, LONG, OTHER, doing=translate(asked), timer=Clockface(30, 30), translate=translate)
    assert whole()
    assert Spy.last.written[0] == title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_is_told_whole_page_by_page(language: str) -> None:
    translate = translations(language).gettext
    notice = told(
        "The journal was damaged ({problem}); it is kept as {file} and {count} events were saved.",
        problem=told("match {number} has an event that is not as it was written", number=12),
        file="journal.sqlite3.damaged-1",
        count=112,
    )
    view = TableView(server="s", version=1, notices=("a fault", notice))
    written: list[str] = []
    for page in range(3, 4 + screens.notice_pages(translate("Notice"), spoken(notice, translate))):
        oled.picture(view, page * oled.PAGE_MS, translate=translate)
        assert whole()
        written += Spy.last.written
    words = " ".join(written).replace("- ", "")
    assert all(word in words for word in spoken(notice, translate).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_player_s_menu_is_seen_whole(language: str) -> None:
    translate = translations(language).gettext
    lines = {translate(event_name(game, event)) for game, book in rulebooks().items() for event in book.events}
    assert {line for line in lines if not screens.is_line(line)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3])
def test_what_the_totals_count_and_who_wins_by_them_fits(language: str, players: int) -> None:
    translate = translations(language).gettext
    for game in rulebooks():
        low_wins = getattr(own(game), "LOW_WINS", "")
        for counted in ("points", "chips", "cards"):
            heading = " · ".join(filter(None, [translate(counted), translate(low_wins) if low_wins else ""]))
            screens.totals([(LONG, 112), (OTHER, -12), ("Cy", 0)][:players], heading)
            assert whole()
            assert all(word in " ".join(Spy.last.written) for word in heading.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_may_interrupt_what_is_read_above_the_time(language: str) -> None:
    asked = spoken(told("Interrupt {card}?", card="Professor Muddle"), translations(language).gettext)
    screens.turn(LONG, doing=asked, timer=Clockface(5, 5))
    assert whole()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("timer", [None, Clockface(29, 30)])
def test_the_title_of_what_is_asked_is_read_whole_whatever_stands_beside_it(
    language: str, timer: Clockface | None
) -> None:
    translate = translations(language).gettext
    fields = [field for game in rulebooks() for field in setting_of(game, PLAYERS)]
    asked = ["Letters picked", "Seven letters", "Words on the card: 12", "Who joins", "The wilds stand for"]
    for field in fields:
        if isinstance(field, LettersField):  # asked letter by letter, beside a wheel
            screens.question(f"{spoken(field.label, translate)}: 4", ("A", "B"), 0, timer)
            assert whole(), field.label
    for title in [*(field.label for field in fields if not isinstance(field, LettersField)), *map(told, asked)]:
        said = spoken(title, translate)
        for draw in (screens.menu, partial(screens.entry, letters="")):
            draw(said, items=("A", "B", "C", "D"), cursor=0, timer=timer)
            assert whole(), said


def test_of_two_long_names_a_call_shows_how_both_begin() -> None:
    screens.called("Challenge!", "Maximilianasbartholomeus", "Bartholomeusmaximilianas", doing="name your word")
    assert [line[:6] for line in Spy.last.written[1:3]] == ["Maximi", "» Bart"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_fits(language: str) -> None:
    translate = translations(language).gettext
    screens.called(translate("Challenge!"), LONG, tie=True, translate=translate)
    assert whole()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_any_screen_is_cut_off(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    class Kept(Spy):
        def __init__(self) -> None:
            super().__init__()
            drawn.append(self)

    monkeypatch.setattr(screens, "Canvas", Kept)
    names = list(gallery(language))
    cut = {name for name, canvas in zip(names, drawn, strict=True) if any(ELLIPSIS in line for line in canvas.written)}
    assert cut == set()
