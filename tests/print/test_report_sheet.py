"""The report on paper and as a picture, as others read it: one page, one picture, and names as they are typed."""

import io
import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.language import LANGUAGES, translations
from companion.print.report_sheet import PICTURE_PX, ended, picture_png, sheet_pdf
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
