"""Every page that an application serves, found in its own routes: a new one is judged with the others, or says so."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import httpx
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.applications import Starlette


def html_pages(
    app: Starlette,
    address: str,
    fillings: Mapping[str, Sequence[str]],
    asked: Mapping[str, str],
    no_pages: Sequence[str],
) -> list[str]:
    """The paths of all pages, each with what it is `asked` behind the question mark. `fillings` are those of the
    parameters; of `no_pages`, routes by their path, nothing is asked."""
    paths = []
    with httpx.Client(base_url=address, timeout=60) as client:
        for route in app.routes:
            if not isinstance(route, Route) or "GET" not in (route.methods or ()) or route.path in no_pages:
                continue
            names = list(route.param_convertors)
            for values in product(*(fillings[name] for name in names)):
                path = route.path
                for name, value in zip(names, values, strict=True):
                    path = path.replace(f"{{{name}:number}}", value).replace(f"{{{name}}}", value)
                path += asked.get(route.path, "")
                answer = client.get(path)
                assert answer.status_code == 200, f"{path}: what does it want to be asked? {answer.text}"
                if answer.headers["content-type"].startswith("text/html"):
                    paths.append(path)
    return paths
