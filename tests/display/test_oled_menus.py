"""Menus on the OLED: long lines, what a line means, and the language of the table."""

from dataclasses import replace

import pytest
from PIL import Image

from companion.dialog import Situation, about, step
from companion.display import screens
from companion.display.oled import PAGE_MS, moves_by_itself, picture
from companion.games.form import setting_of
from companion.games.form_fields import ChoiceField
from companion.language import translations
from companion.referee.invitation import Invitation
from companion.referee.tableview import Dialog, TableView
from companion.sentences import joined, spoken, told
from tests.display.oled_views import same, wordcard_view
from tests.rules.wordcard_table import table
from tests.views import disorder


def test_a_line_longer_than_the_screen_is_read_whole_in_turn_with_the_menu() -> None:
    long = "English, as tournaments play it"
    view = TableView(server="s", version=1, dialog=Dialog("Dictionary", ("English", long), 1))
    menu = screens.menu("Dictionary", ["English", long], 1)
    for page, shown in enumerate((menu, screens.notice("", long), menu)):
        assert same(picture(view, page * PAGE_MS), shown)
    assert moves_by_itself(view)
    short = replace(view, dialog=Dialog("Dictionary", ("English", long), 0))
    assert same(picture(short, PAGE_MS), screens.menu("Dictionary", ["English", long], 0))


def pressed(situation: Situation, *labels: str) -> Dialog:
    """What the three buttons work on once the lines so called were taken, from the closed dialog on."""
    state = about(situation)
    if state.shown() is None:
        state, _ = step(state, "select")
    for label in labels:
        shown = state.shown()
        assert shown is not None
        for _ in range((shown.items.index(label) - shown.cursor) % len(shown.items)):
            state, _ = step(state, "down")
        state, _ = step(state, "select")
    shown = state.shown()
    assert shown is not None
    return shown


def in_german(dialog: Dialog) -> Image.Image:
    view = TableView(server="s", version=1, match=disorder().view(), dialog=dialog)
    return picture(view, 0, translate=translations("de").gettext)


def test_what_a_menu_asks_with_a_name_or_a_number_in_it_is_in_the_table_s_language() -> None:
    match = disorder()
    leaving = pressed(Situation(match.view(), match.state), "who plays", "somebody leaves", "Bob")
    assert same(in_german(leaving), screens.menu("Bob geht für immer?", ["nein", "ja", "zurück"], 0))
    lines = (told("correct no. {number}", number=2), "leave the match as it is")
    misread = Dialog(told("{read} is {truth}", read="O", truth="Q"), lines, 0)
    said = ["Nr. 2 berichtigen", translations("de").gettext(lines[1])]
    assert same(in_german(misread), screens.menu("O ist Q", said, 0))


def test_a_tournament_s_invitation_is_in_the_table_s_language() -> None:
    pairing = {"tournament": "t", "round": 2, "table": 3}
    invitation = Invitation("Cup", {"game": "disorder", "players": ["Ann", "Bob"], "pairing": pairing})
    view = TableView(server="s", version=1, dialog=about(Situation(None, invitation=invitation)).shown())
    translate = translations("de").gettext
    title, lines = spoken(invitation.sentence, translate), [translate("begin"), "≡"]
    assert title.startswith("Runde 2, Tisch 3")
    assert same(picture(view, 0, translate=translate), screens.menu(title, lines, 0))


def test_what_each_says_of_what_all_say_together_is_in_the_table_s_language() -> None:
    match = table()
    part = joined(": ", ["✓ Ann", told("cards left")])
    view = wordcard_view(match, dialog=Dialog("WORDCARD", (part, "undo"), 0))
    translate = translations("de").gettext
    lines = [f"✓ Ann: {translate('cards left')}", translate("Undo")]
    assert lines != [part, "Undo"]
    assert same(picture(view, 0, translate=translate), screens.menu("WORDCARD", lines, 0))


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
def test_what_a_line_means_is_shown_in_turn_with_the_menu(language: str) -> None:
    translate = translations(language).gettext
    (rule,) = (field for field in setting_of("typo", ()) if isinstance(field, ChoiceField) and field.clause)
    items = tuple(option.label for option in rule.options)
    for cursor, option in enumerate(rule.options):
        view = TableView(server="s", version=1, dialog=Dialog(rule.label, items, cursor, note=option.sentence))
        assert moves_by_itself(view)
        label, said = translate(option.label), spoken(option.sentence, translate)
        menu = screens.menu(translate(rule.label), [translate(item) for item in items], cursor)
        pages = [screens.notice(label, said, page=page) for page in range(screens.notice_pages(label, said))]
        for at, shown in enumerate((menu, *pages, menu)):
            assert same(picture(view, at * PAGE_MS, translate=translate), shown)
