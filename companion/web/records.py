"""Past matches: listed, shown, exported as transcript, table and printable page. And the games there are."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.rules import rulebooks
from companion.web.house import house_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.web.house import House


async def games(_request: Request) -> Response:
    """The games of the house, each with its clauses and seats."""
    return JSONResponse(
        {
            name: {
                "title": book.title,
                "seats": list(book.seats),
                "score_name": book.score_name,
                "events": list(book.events),
                "clauses": [
                    {"number": clause.number, "text": clause.text, "house": clause.house}
                    for clause in book.clauses.values()
                ],
            }
            for name, book in rulebooks().items()
        }
    )


async def matches(request: Request) -> Response:
    """All matches of the journal, newest first."""
    rows = await house_of(request).do(lambda referee: referee.matches())
    return JSONResponse(
        [
            {
                "id": row.id,
                "game": row.setup["game"],
                "title": rulebooks()[row.setup["game"]].title,
                "players": row.setup["players"],
                "begun": row.begun,
                "closed": row.closed,
            }
            for row in reversed(rows)
        ]
    )


async def transcript(request: Request) -> Response:
    """One match as the transcript that `tableside judge` reads."""
    match_id = request.path_params["match_id"]
    document = await house_of(request).do(lambda referee: referee.export(match_id))
    return _download(JSONResponse(document), f"match-{match_id}.json")


async def table_of_rulings(request: Request) -> Response:
    """One match as comma-separated values: a line per event with its ruling and the totals after it."""
    match_id = request.path_params["match_id"]
    document, result = await judged(house_of(request), match_id)
    text = io.StringIO()
    writer = csv.writer(text)
    players = document["players"]
    writer.writerow(["event", "what", "player", "accepted", "verdict", "clause", "reason", *players])
    totals = starting_totals(result, players)
    for event, ruling in zip(document["events"], result["rulings"], strict=True):
        for player, change in ruling["changes"].items():
            totals[player] += change
        said = event if isinstance(event, dict) else {}
        head = [ruling["event"], said.get("event", ""), said.get("player", ""), ruling["accepted"]]
        row = [*head, ruling["verdict"], ruling["clause"], ruling["reason"], *(totals[player] for player in players)]
        writer.writerow([_tame(cell) for cell in row])
    return _download(Response(text.getvalue(), media_type="text/csv"), f"match-{match_id}.csv")


async def judged(house: House, match_id: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match's transcript and the rules' answer to it. Raises BadInput for a match that is not there."""
    document = await house.do(lambda referee: referee.export(match_id))
    return document, await run_in_threadpool(house.table.judge, document)


def starting_totals(result: dict[str, Any], players: list[str]) -> dict[str, int]:
    """The scores before the first event: the final ones less everything that changed them."""
    changes = [ruling["changes"] for ruling in result["rulings"]]
    return {player: result["scores"][player] - sum(change.get(player, 0) for change in changes) for player in players}


def _tame(cell: Any) -> Any:
    """A spreadsheet must not take a name for a formula (OWASP, CSV injection)."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _download(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


routes = [
    Route("/games", games),
    Route("/matches", matches),
    Route("/matches/{match_id:int}", transcript),
    Route("/matches/{match_id:int}/csv", table_of_rulings),
]
