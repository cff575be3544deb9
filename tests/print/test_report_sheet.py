"""The report on paper and as a picture, as others read it: one page, one picture, and names as they are typed."""

import io
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageOps

from companion.language import LANGUAGES, translations
from companion.print.drawing import Stroke, Text
from companion.print.papers import PAPERS_MM, Paper
from companion.print.report_sheet import PICTURE_PX, ended, paper, picture_png, shared_picture, sheet_pdf
from companion.print.sheets import UNPRINTABLE_MM
from companion.referee.match import Match, played
from companion.report.match_report import report_of
from companion.sentences import spoken
from tests.dictionary import shipped

MATCH = Path(__file__).parents[1] / "matches" / "anagrascramble-3.json"


def match_of(name: str = "Ann") -> Match:
    text = json.dumps(json.loads(MATCH.read_text("utf-8"))["document"])
    return played(json.loads(text.replace('"Ann"', json.dumps(name))), shipped)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_is_one_page_with_everything_on_it(language: str) -> None:
    match, translate = match_of(), translations(language).gettext
    report = report_of(match)
    document = pypdfium2.PdfDocument(sheet_pdf(report, ended(match), lambda text: spoken(text, translate)))
    assert len(document) == 1
    width_pt, height_pt = document[0].get_size()
    assert (round(width_pt), round(height_pt)) == (595, 842)
    text = document[0].get_textpage().get_text_range()
    assert translate("Turning points") in text
    assert all(f"{name}" in text for name in match.players)
    assert report.best_word is not None
    assert report.best_word.word.upper() in text
    assert language != "fr" or not re.search(r"\w[:;]\s", text)


def test_no_line_on_paper_ends_at_a_space_that_holds_its_neighbours_together() -> None:
    """French keeps its guillemets and its double marks by such spaces."""
    match, translate = match_of(), translations("fr").gettext
    (sheet,) = paper(report_of(match), ended(match), lambda text: spoken(text, translate))
    lines = [mark.words for mark in sheet.marks if isinstance(mark, Text)]
    assert any("\N{NO-BREAK SPACE}»" in line for line in lines)
    assert [line for line in lines if line.endswith("«") or line[:1] in ("»", ":", ";", "?", "!", "%")] == []


@cache
def crowded() -> dict[str, Any]:
    """A match of ten, of whom everybody challenges and names no word, until one is left."""
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"]
    letters, events = Random(3), list[dict[str, Any]]()
    document = {"game": "disorder", "players": names, "options": {"target": 15}, "events": events}
    while not (view := played(document, shipped).view()).over:
        said: dict[str, Any] = {"player": view.actor}
        may = view.may[view.actor or ""]
        if "name_word" in may:
            said |= {"event": "name_word", "word": "zzz"}
        elif "challenge" in may and len(events) % 7 == 6:
            said |= {"event": "challenge"}
        else:
            said |= {"event": "place", "card": letters.choice("EAZOR"), "end": "right"}
        events.append(said)
    return document


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("longer", ["", "-Maximiliana-Alexandrina"])
def test_of_many_players_nobody_is_left_out(language: str, longer: str) -> None:
    text, translate = json.dumps(crowded()), translations(language).gettext
    names = [(name + longer)[:24] for name in crowded()["players"]]
    for short, name in zip(crowded()["players"], names, strict=True):
        text = text.replace(json.dumps(short), json.dumps(name))
    match = played(json.loads(text), shipped)
    report = report_of(match)
    document = pypdfium2.PdfDocument(sheet_pdf(report, ended(match), lambda text: spoken(text, translate)))
    pages = [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
    for name in names:
        told_of = f"\n{name} · {translate('Missed chances cost')}"
        assert sum(page.count(told_of) for page in pages) == 1, name
    (winner,) = match.view().winners
    assert pages[0].count(winner) > 3, "the winner's line is one of those drawn, and named"
    of = translate("Chance to win of {count} of {all} players after each event, in percent")
    assert of.format(count=6, all=10) in pages[0]
    for drawing in (*paper(report, ended(match), str), shared_picture(report, ended(match), str)):
        for mark in drawing.marks:
            if isinstance(mark, Text):
                assert mark.size_mm > 2.0, mark
                assert mark.y_mm < drawing.height_mm - 4, mark


@pytest.mark.parametrize("size", PAPERS_MM)
@pytest.mark.parametrize("many", [False, True])
def test_on_any_paper_nothing_lies_where_printers_print_nothing(many: bool, size: Paper) -> None:
    match = played(crowded(), shipped) if many else match_of()
    document = pypdfium2.PdfDocument(sheet_pdf(report_of(match), ended(match), str, size))
    assert len(document) == 1 + many
    for page in document:
        assert page.get_size() == pytest.approx([side_mm / 25.4 * 72 for side_mm in PAPERS_MM[size]])
        drawn = page.render(scale=1, grayscale=True).to_pil()
        left, top, right, bottom = ImageOps.invert(drawn.convert("L")).getbbox() or (0, 0, 0, 0)
        edge_px = UNPRINTABLE_MM / 25.4 * 72
        assert min(left, top, drawn.width - right, drawn.height - bottom) > edge_px


def test_without_colours_the_lines_are_told_apart() -> None:
    match = played(crowded(), shipped)
    drawing = shared_picture(report_of(match), ended(match), str)
    pieces: dict[tuple[str, float], list[tuple[float, float]]] = {}  # from left to right, of each colour and width
    for mark in drawing.marks:
        if isinstance(mark, Stroke) and mark.width_mm > 0.5:
            (start, _), (end, _) = mark.points_mm[0], mark.points_mm[-1]
            pieces.setdefault((mark.colour, mark.width_mm), []).append((round(start, 3), round(end, 3)))
    assert len(pieces) == 12, "six lines, and a piece of each below its name"
    samples = {tuple(spans) for (_, width_mm), spans in pieces.items() if width_mm == min(width for _, width in pieces)}
    assert len(samples) == 6


@pytest.mark.parametrize("name", ["<b>Ann</b>", "A" * 40, "Zoë & “Ann”", "(Ann\\"])
def test_a_name_is_written_as_it_was_typed(name: str) -> None:
    match = match_of(name)
    report = report_of(match)
    document = pypdfium2.PdfDocument(sheet_pdf(report, ended(match), str))
    assert len(document) == 1
    assert name in document[0].get_textpage().get_text_range().replace("\r\n", "")


def test_the_picture_can_be_read() -> None:
    match = match_of()
    picture = Image.open(io.BytesIO(picture_png(report_of(match), ended(match), str)))
    picture.load()
    assert (picture.format, picture.size) == ("PNG", (PICTURE_PX, 630))
    assert len(picture.getcolors(1 << 20) or ()) > 5
