"""What the camera leaves to people, asked with three buttons: which card it is, or what was read wrongly. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.dialog import card_entry
from companion.dialog.fields import ask
from companion.dialog.prompts import LETTERS, WILD, Deed, MenuLine, Prompt, one_of, pick, spelled
from companion.games.form_fields import CardField, WordField
from companion.referee.misreading import Amended, Misreading, correction
from companion.referee.seeing import NO_CARD
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from companion.dialog.prompts import Asking, Script
    from companion.dialog.situation import Situation
    from companion.referee.inquiry import Question
    from companion.vision.sighting import Table

ANOTHER = message("another")


def question_script(question: Question, now: Situation) -> Script:
    """The candidates first, and whatever else it may be. Any answer is allowed."""

    def script() -> Asking:
        if question.asks == "confirm":
            answer = yield _wheel(question.text, question.candidates)
        elif question.asks == "wild":
            card = now.any_card()
            answer = yield from card_entry.meant_card(card.ranks if isinstance(card, CardField) else ())
        elif question.asks == "card" and all(len(label) == 1 for label in question.candidates):
            answer = yield _wheel(question.text, dict.fromkeys((*question.candidates, *LETTERS, WILD)))
        else:
            answer = yield from _candidate_or_another(question, now)
        return Deed("answer", answer)

    return script


def _candidate_or_another(question: Question, now: Situation) -> Asking:
    answer = None
    if question.candidates:
        lines = _wheel(question.text, question.candidates).lines
        answer = yield Prompt(question.text, (*lines, MenuLine(ANOTHER)), "wheel")
    if answer is None and question.asks == "card" and now.match is not None:
        answer = yield from ask(now.any_card(), "")
    likely = question.field.letters if isinstance(question.field, WordField) else ()
    while not answer:
        answer = yield from spelled(question.text, likely)
        answer = answer.lower() if question.asks == "word" else answer
    return answer


def _wheel(title: str, labels: Iterable[str]) -> Prompt:
    return Prompt(title, tuple(MenuLine(label, label) for label in labels), "wheel")


# ——— what was read wrongly ———


def misread_script(now: Situation) -> Script:
    """Which card was misread, what it is, and whether the match is to be corrected by it."""
    assert now.seen is not None
    table, frame = now.seen

    def script() -> Asking:
        card = yield from pick(message("Which card"), [*cards_in_rows(table), (message("one that was not seen"), None)])
        seen = [] if card is None else [each.label for each in table.sightings[card].alternatives]
        truth = yield from _what_it_is(seen, now, is_seen=card is not None)
        wrong = Misreading(table, frame or "", card, truth)
        return Deed("misread", Amended(wrong, (yield from _corrected(wrong, now))))

    return script


def cards_in_rows(table: Table) -> list[tuple[str, int]]:
    """Each card by its place (row, if there are several, and number in it) and what it was read as, with its number."""
    rows = [*table.rows, *([index] for index in _in_no_row(table))]
    places: Sequence[tuple[str, int]] = [
        (f"{row}.{place}" if len(rows) > 1 else f"{place}.", index)
        for row, indices in enumerate(rows, 1)
        for place, index in enumerate(indices, 1)
    ]
    return [(f"{place} {table.sightings[index].name}", index) for place, index in places]


def _in_no_row(table: Table) -> list[int]:
    in_rows = {index for row in table.rows for index in row}
    return [index for index in range(len(table.sightings)) if index not in in_rows]


def _what_it_is(likely: Sequence[str], now: Situation, *, is_seen: bool) -> Asking:
    """The name of a card: one of the likely ones, any other, the back of one, or, where one was seen, none."""
    lines: list[tuple[str, Any]] = [(label, label) for label in dict.fromkeys(likely) if label != WILD]
    lines += [(ANOTHER, None), (message("face down"), WILD)]
    if is_seen:
        lines.append((message("no card"), NO_CARD))
    truth = yield from pick(message("What is it truly"), lines)
    return (yield from ask(now.any_card(), "")) if truth is None else truth


def _corrected(wrong: Misreading, now: Situation) -> Asking:
    """The event that corrects the match, signed; None where there is none, or where nobody wants it."""
    puts_right = correction(now.protocol, now.correctable(), wrong)
    if puts_right is None:
        return None
    correct = told("correct no. {number}", number=puts_right["number"])
    lines = [(correct, True), (message("leave the match as it is"), False)]
    if not (yield from pick(told("{read} is {truth}", read=_read(wrong), truth=wrong.truth), lines)):
        return None
    by = yield from one_of(message("Who says so"), now.signers)
    return {**puts_right, "by": by}


def _read(wrong: Misreading) -> str:
    assert wrong.sighting is not None  # or there were no correction
    return wrong.sighting.name
