"""Who joins, leaves, is away or back, and the cards of those without a phone, said with the three buttons."""

from collections.abc import Callable

from companion.dialog import DONE, Deed, Situation, about, step
from companion.referee.source import Source
from tests.dialog.test_dialog import turned
from tests.hourglass import Hourglass, match_of
from tests.rules.test_typo import reveal
from tests.rules.test_typo import table as typo_table
from tests.views import PLAYERS, WORDS, match_after

YES = "yes"


def taken(situation: Situation, *labels: str) -> Deed | None:
    """What taking these lines of the menu, one after the other, decides."""
    state, deed = about(situation), None
    state, _ = step(state, "select")
    for label in labels:
        state, deed = step(turned(state, label), "select")
    return deed


def lines(situation: Situation, *labels: str) -> tuple[str, ...]:
    """The lines of the menu that these lead to."""
    state, _ = step(about(situation), "select")
    for label in labels:
        state, _ = step(turned(state, label), "select")
    shown = state.shown()
    assert shown is not None
    return shown.items


def playing(**more: object) -> Situation:
    match = match_after("ZO")
    return Situation(match.view(), match.state, **more)  # type: ignore[arg-type]


def test_whoever_waits_with_a_phone_joins_at_a_press_and_leaving_is_asked_once_more() -> None:
    now = playing(phones=["Ann", "Dee"])
    assert lines(now, "who plays", "somebody joins") == ("Dee", "new name …", "back")
    assert taken(now, "who plays", "somebody joins", "Dee") == Deed("event", {"event": "join", "player": "Dee"})
    assert taken(now, "who plays", "somebody leaves", "Bob", "no") is None
    assert taken(now, "who plays", "somebody leaves", "Bob", YES) == Deed("event", {"event": "leave", "player": "Bob"})


def test_who_is_away_is_offered_to_be_back_and_nobody_is_twice() -> None:
    now = playing(away=("Bob",))
    assert lines(now, "who plays", "somebody is away") == ("Ann", "Cy", "back")
    assert taken(now, "who plays", "somebody is away", "Cy") == Deed("away", ("Cy", True))
    assert taken(now, "who plays", "somebody is back", "Bob") == Deed("away", ("Bob", False))
    assert "somebody is back" not in lines(playing(), "who plays")
    assert "somebody is away" not in lines(playing(away=tuple(PLAYERS)), "who plays")


def press(glass: Hourglass, *labels: str) -> None:
    """Open the menu and take these lines or signs with the three buttons of the table."""
    glass.referee.buttons.press("select")
    glass.take(*labels)


def test_at_the_table_they_join_leave_and_are_away(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    glass.referee.hear_of_phones(lambda: ["Dee"])
    press(glass, "who plays", "somebody joins", "Dee")
    press(glass, "who plays", "somebody is away", "Ann")
    assert (match_of(glass).players[-1], match_of(glass).turn) == ("Dee", "Bob")
    press(glass, "who plays", "somebody leaves", "Cy", YES)
    assert match_of(glass).left == ("Cy",)
    press(glass, "who plays", "somebody is back", "Ann")
    assert glass.view.away == ()
    assert [entry.source for entry in glass.view.protocol] == ["panel", "table", "panel"]


def test_whoever_has_no_phone_says_their_card_with_the_buttons_beside_the_phones(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=list("RENT"))
    press(glass)
    assert glass.view.dialog is not None
    assert "Reveal the cards" in glass.view.dialog.items, "where nobody has a phone somebody says them all"
    glass.referee.buttons.press("up")
    glass.referee.buttons.press("select")
    glass.referee.hear_of_phones(lambda: ["Ann"])
    glass.referee.gather("Ann", {"card": "E"}, source=Source.PHONES)
    press(glass)
    assert glass.view.dialog is not None
    assert glass.view.dialog.items[:2] == ("Bob: card", "Cy: card")
    glass.referee.buttons.press("select")
    glass.take("N")
    press(glass, "Cy: card", "T")
    assert glass.view.ruling is not None
    assert glass.view.ruling.event == {"event": "reveal", "cards": {"Ann": "E", "Bob": "N", "Cy": "T"}}


def test_whoever_wrote_on_paper_says_it_with_the_buttons_when_the_time_is_up(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("anagrascramble", ["Ann", "Bob"], rolls=1, lexicon={"words": ["ever", "event"]})
    glass.referee.hear_of_phones(lambda: ["Ann"])
    for player in ("Ann", "Bob"):
        roll = {"event": "roll", "player": player, "face": "4"}
        words = {"event": "words", "player": player, "words": ["ever"]}
        glass.play(roll, {"event": "card", "jumble": "TUERNEV"}, words)
    glass.referee.open_gathering("TUERNEV", None, ["Ann"])
    glass.wait(30_000)
    press(glass, "Bob: words", *"EVER", DONE, DONE)
    assert glass.view.ruling is not None
    assert glass.view.ruling.event["words"] == {"Ann": [], "Bob": ["ever"]}


def test_a_phone_that_joins_shifts_no_line_under_the_cursor(hourglass: Callable[..., Hourglass]) -> None:
    phones = ["Ann"]
    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=list("RENT"))
    glass.referee.hear_of_phones(lambda: phones)
    press(glass)
    for _ in range(2):
        glass.referee.buttons.press("down")
    assert glass.view.dialog is not None
    assert glass.view.dialog.items[:3] == ("Bob: card", "Cy: card", "pause")
    phones.append("Bob")
    glass.referee.buttons.press("select")  # what stood there when it was pressed, or nothing
    assert glass.view.paused
    phones.remove("Bob")
    press(glass, "resume")
    press(glass)
    glass.referee.buttons.press("up")
    phones.append("Bob")
    glass.referee.gather("Ann", {"card": "E"}, source=Source.PHONES)
    glass.referee.tick()
    press(glass, "Cy: card", "T")


def test_who_joins_the_table_meanwhile_costs_nobody_what_they_enter(hourglass: Callable[..., Hourglass]) -> None:
    phones: list[str] = []
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    glass.referee.hear_of_phones(lambda: phones)
    press(glass, "who plays", "somebody joins", "new name …", "D")
    phones.append("Dee")
    glass.referee.buttons.press("down")
    glass.referee.buttons.press("select")
    assert glass.view.dialog is not None
    assert glass.view.dialog.letters == "DE"


def test_a_menu_that_cannot_be_shown_is_done_without(hourglass: Callable[..., Hourglass]) -> None:
    def broken() -> list[str]:
        raise OSError("no list of phones")

    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=list("RENT"))
    press(glass)
    glass.referee.hear_of_phones(broken)
    glass.referee.buttons.press("down")
    assert glass.view.dialog is None
    assert any("The match goes on without the menu of the buttons" in said for said in glass.view.notices)
    glass.referee.hear_of_phones(lambda: ())
    press(glass)
    assert glass.view.notices == ()
    assert glass.view.dialog is not None


def test_whoever_is_late_is_offered_what_can_still_be_said() -> None:
    match = typo_table(reveal(Ann="A", Bob="B"))
    turn = match.view().turn
    assert turn is not None

    def offered(late: str | None) -> set[str]:
        return {form.event for form in Situation(match.view(), match.state, late=late).forms if form.player == turn}

    assert offered(None) - offered(turn) == {"place"}
    assert "fail" in offered(turn)
    assert offered("Dee") == offered(None)  # whose time it is not
