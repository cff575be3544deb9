"""Scripts, styles and typefaces are packed, kept for good under a name of their own, and named before needed."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

from companion.web.page_scripts import EXPORT, IMPORT, together
from companion.web.shared_files import LASTING, MOST_STYLES, PACKED, STATIC, digest, shared, styles

FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
NAMES = sorted(path.stem for path in (STATIC / "js").iterdir())
TEMPLATES = sorted(STATIC.with_name("templates").iterdir())


def test_every_file_is_kept_for_good_under_its_digest_and_packed(client: httpx.Client) -> None:
    for name in FILES:
        content = (STATIC / name).read_bytes()
        there = client.get(shared(name))
        assert (there.status_code, there.content, there.headers["cache-control"]) == (200, content, LASTING), name
        packed = "." + name.rpartition(".")[2] in PACKED
        assert (there.headers.get("content-encoding") == "gzip") == packed, name
        plain = client.get(f"/static/{name}", headers={"accept-encoding": "identity"})
        assert (plain.content, plain.headers["cache-control"]) == (content, "no-cache")
        assert "content-encoding" not in plain.headers
        again = client.get(f"/static/{name}", headers={"if-none-match": there.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"/static/{'0' * len(digest())}/js/dom.js").status_code == 404
    with client.stream("GET", shared("js/play.js")) as answer:
        assert gzip.decompress(b"".join(answer.iter_raw())) == (STATIC / "js/play.js").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_script_has_the_form_that_lets_it_be_put_together(name: str) -> None:
    """Else a page would lack it, or what it gives."""
    code = re.sub(r"/\*.*?\*/", "", (STATIC / "js" / f"{name}.js").read_text("utf-8"), flags=re.DOTALL)
    assert len(re.findall(r"^import\b|\bimport\(", code, re.MULTILINE)) == len(IMPORT.findall(code))
    assert len(re.findall(r"^export\b", code, re.MULTILINE)) == len(EXPORT.findall(code))
    assert " as " not in "".join(names for names, _ in IMPORT.findall(code))
    whole = together(name)
    for _, other in IMPORT.findall(code):  # before it, or there is a circle
        assert 0 <= whole.index(f"const ${other} = await") < whole.rindex("(async () => {")
    assert not re.search(r"^(import|export)\b|@param", whole, re.MULTILINE)


def test_the_scripts_of_a_page_come_as_one(client: httpx.Client) -> None:
    (address,) = re.findall(r'<script type="module" src="([^"]+)"></script>', client.get("/play").text)
    assert_one_file(client, address, together("play", "language").encode())
    for nowhere in ("+nobody", "+play+nobody", "+dom+dom+dom+dom", "+..", "+"):
        assert client.get(shared(f"js/{nowhere}.js")).status_code == 404


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_what_a_script_hands_in_cannot_be_pressed_before_there_is_one(template: Path) -> None:
    for form, inside in re.findall(r"<form\b([^>]*)>(.*?)</form>", template.read_text("utf-8"), re.DOTALL):
        handed_in_by_itself = "action=" in form or "method=" in form
        for button in re.findall(r"<button\b[^>]*", inside):
            assert ("disabled" in button) != handed_in_by_itself, button


def test_the_styles_of_a_page_come_as_one_in_their_order(client: httpx.Client) -> None:
    (address,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', client.get("/play").text)
    sheets = ("tableside", "cards", "chart", "play", "what_now")
    assert_one_file(client, address, b"".join((STATIC / f"css/{name}.css").read_bytes() for name in sheets))
    for nowhere in ("+nobody", "+play+nobody", f"+play{MOST_STYLES * '+play'}", "+..", "+"):
        assert client.get(shared(f"css/{nowhere}.css")).status_code == 404


def assert_one_file(client: httpx.Client, address: str, content: bytes) -> None:
    there = client.get(address)
    assert (there.content, there.headers["cache-control"]) == (content, LASTING)
    assert there.headers["content-encoding"] == "gzip"
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert (plain.content, plain.headers["content-type"]) == (there.content, there.headers["content-type"])


@pytest.mark.parametrize("path", [path for path in TEMPLATES if "sheets = [" in path.read_text("utf-8")])
def test_the_styles_a_page_names_are_there_and_not_too_many(client: httpx.Client, path: Path) -> None:
    sheets = re.findall(r'"(\w+)"', re.findall(r"sheets = \[([^]]*)\]", path.read_text("utf-8"))[0])
    assert client.get(styles("tableside", "cards", *sheets)).status_code == 200


def test_what_is_long_and_the_same_for_everybody_is_packed(client: httpx.Client) -> None:
    for path in ("/api/games", "/api/decks"):
        assert client.get(path).headers["content-encoding"] == "gzip"


def test_no_page_names_a_file_that_is_not_kept() -> None:
    for path in TEMPLATES:
        assert "/static/" not in path.read_text("utf-8"), path.name
    for path in (STATIC / "css").iterdir():
        assert 'url("/' not in path.read_text("utf-8"), path.name
