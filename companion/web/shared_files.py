"""The files that all pages share: scripts, styles and typefaces, packed as they go out and kept by browsers for good.

A page names them under the digest of all of them (`/static/3f2a…/js/play.js`), which another version of the program has
not: nothing is asked for twice, and nothing old is shown. What a script imports is named with it, so that a browser
need not read one file to find the next.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    import os

    from starlette.types import Scope

STATIC = Path(__file__).with_name("static")
LASTING = "public, max-age=31536000, immutable"
PACKED = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}  # the others are packed as they are
MOST_PACKED = 128  # files
_DIGITS = 12
_IMPORTED = re.compile(r'^import (?:[^"]* from )?"\./(\w+)\.js";', re.MULTILINE)


class SharedFiles(StaticFiles):
    """Serves them, under the digest of all of them for good, without it for whoever asks again each time."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file; those of another version are not there."""
        first, _, rest = path.partition("/")
        lasts = first == digest()
        response = await super().get_response(rest if lasts else path, scope)
        response.headers["Cache-Control"] = LASTING if lasts else "no-cache"
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, packed where that makes it smaller and whoever asks can unpack it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        kind = PACKED.get(Path(full_path).suffix)
        if kind is None:
            return response
        if response.status_code == status_code and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            etag = response.headers["etag"]
            response = Response(_packed(str(full_path), stat_result.st_mtime_ns), status_code, media_type=kind)
            response.headers.update({"ETag": etag, "Content-Encoding": "gzip"})
        response.headers["Vary"] = "Accept-Encoding"
        return response


@cache
def digest() -> str:
    """What is in all shared files, in a few digits; read once."""
    found = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(f"{path.relative_to(STATIC)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:_DIGITS]


def shared(name: str) -> str:
    """Where a page finds a shared file, as `css/host.css`."""
    return f"/static/{digest()}/{name}"


@cache
def scripts(*names: str) -> Markup:
    """The elements that run scripts of these names (without `.js`), with all they import fetched at once."""
    wanted = dict.fromkeys(names)
    for name in (waiting := list(wanted)):
        for each in imported(name):
            if each not in wanted:
                wanted[each] = None
                waiting.append(each)
    ahead = Markup("").join(
        Markup('<link rel="modulepreload" href="{}">\n').format(shared(f"js/{name}.js")) for name in wanted
    )
    return ahead + Markup("\n").join(
        Markup('<script type="module" src="{}"></script>').format(shared(f"js/{name}.js")) for name in names
    )


def imported(name: str) -> list[str]:
    """The names of the scripts that a script imports itself."""
    return _IMPORTED.findall((STATIC / "js" / f"{name}.js").read_text("utf-8"))


@lru_cache(MOST_PACKED)
def _packed(path: str, _changed_ns: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)
