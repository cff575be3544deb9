"""The files that all pages share: scripts, styles and typefaces, packed as they go out and kept by browsers for good.

A page names them under the digest of all of them (`/static/3f2a…/icon.svg`), which another version of the program has
not: nothing is asked for twice, and nothing old is shown. Its scripts come as one file (`/static/3f2a…/js/+host.js`),
and so do its styles (`/static/3f2a…/css/+tableside+host.css`).
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from companion.web.page_scripts import MOST_PAGES, together

if TYPE_CHECKING:
    import os

    from starlette.types import Scope

STATIC = Path(__file__).with_name("static")
LASTING = "public, max-age=31536000, immutable"
PACKED = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}  # the others are packed as they are
MOST_PACKED = 128  # files
MOST_SCRIPTS, MOST_STYLES = 3, 6  # that a page names
_DIGITS = 12


class SharedFiles(StaticFiles):
    """Serves them, under the digest of all of them for good, without it for whoever asks again each time."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file; those of another version are not there."""
        first, _, rest = path.partition("/")
        lasts = first == digest()
        kind, names = _names_in(rest) if lasts else ("", [])
        response = _as_one(kind, names, scope) if names else await super().get_response(rest if lasts else path, scope)
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
        if response.status_code == status_code and _unpacks(scope):
            etag = response.headers["etag"]
            response = Response(_packed(str(full_path), stat_result.st_mtime_ns), status_code, media_type=kind)
            response.headers.update({"ETag": etag, "Content-Encoding": "gzip"})
        response.headers["Vary"] = "Accept-Encoding"
        return response


def _as_one(kind: str, names: list[str], scope: Scope) -> Response:
    most = MOST_SCRIPTS if kind == "js" else MOST_STYLES
    if len(names) > most or not all((STATIC / kind / f"{name}.{kind}").is_file() for name in names):
        raise HTTPException(404)
    packs = _unpacks(scope)
    content = _packed_together(kind, *names) if packs else _together(kind, *names)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packs else {})}
    return Response(content, media_type=PACKED[f".{kind}"], headers=headers)


def _unpacks(scope: Scope) -> bool:
    """Whether whoever asks can unpack what is packed."""
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


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


def scripts(*names: str) -> str:
    """Where a page finds one file that runs scripts of these names (without `.js`), with all they import."""
    return shared(f"js/+{'+'.join(names)}.js")


def styles(*names: str) -> str:
    """Where a page finds one file with styles of these names (without `.css`), one after the other."""
    return shared(f"css/+{'+'.join(names)}.css")


def _names_in(path: str) -> tuple[str, list[str]]:
    """The kind and the names of the files that are asked for as one; none where one file is asked for as it is."""
    found = re.fullmatch(r"(js|css)/\+(\w+(?:\+\w+)*)\.\1", path)
    return (found[1], found[2].split("+")) if found else ("", [])


@lru_cache(MOST_PACKED)
def _packed(path: str, _changed_ns: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)


@lru_cache(2 * MOST_PAGES)
def _packed_together(kind: str, *names: str) -> bytes:
    return gzip.compress(_together(kind, *names), mtime=0)


def _together(kind: str, *names: str) -> bytes:
    if kind == "js":
        return together(*names).encode()
    return b"".join((STATIC / "css" / f"{name}.css").read_bytes() for name in names)
