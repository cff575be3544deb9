"""Scripts, styles and typefaces are packed, kept for good under a name of their own, and named before needed."""

import gzip
import re

import httpx
import pytest

from companion.web.shared_files import LASTING, PACKED, STATIC, digest, imported, scripts, shared

FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
SCRIPTS = sorted(path.stem for path in (STATIC / "js").iterdir())
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


@pytest.mark.parametrize("name", SCRIPTS)
def test_all_that_a_script_imports_is_fetched_at_once(name: str) -> None:
    wanted, todo = {name}, [name]
    for each in todo:
        text = (STATIC / "js" / f"{each}.js").read_text("utf-8")
        found = re.findall(r"\./(\w+)\.js", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        assert set(found) == set(imported(each))
        todo += [new for new in found if new not in wanted]
        wanted |= set(found)
    ahead = re.findall(r'modulepreload" href="/static/\w+/js/(\w+)\.js"', str(scripts(name)))
    assert sorted(ahead) == sorted(wanted)


def test_no_page_names_a_file_that_is_not_kept() -> None:
    for path in TEMPLATES:
        assert "/static/" not in path.read_text("utf-8"), path.name
    for path in (STATIC / "css").iterdir():
        assert 'url("/' not in path.read_text("utf-8"), path.name
