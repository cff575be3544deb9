"""Past matches: listed, shown, exported as transcript, table and printable page. And the games there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion import dictionaries
from companion.errors import BadInput
from companion.games import rulebook, rulebooks
from companion.games.core import quoted
from companion.games.form import deck_options, has_form, kinds_from_deck, setting_of
from companion.games.house_rules import as_last_chosen, chosen_rules, newest_options
from companion.games.layout import one_deck_each
from companion.games.match_events import SEAT_EVENTS
from companion.games.names import event_name, headline
from companion.games.served import served
from companion.practice.agreement import can_play
from companion.referee.citing import earlier
from companion.referee.saying_anew import form_anew
from companion.referee.tableview import section_json
from companion.sentences import as_json, told
from companion.spreadsheet import ENCODING, as_csv
from companion.web.requests import Refused
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request

    from companion.decks.deckfiles import DeckFile
    from companion.referee.match import Match
    from companion.web.site import Site

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)  # of an event


async def games(request: Request) -> Response:
    """The games of the house, as `offered_games` has them, at this table."""
    played = [row.setup for row in await site_of(request).do(lambda referee: referee.archive.matches())]
    return JSONResponse(offered_games(played))


def offered_games(played: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The games of the house as JSON, by name: each with its clauses and seats, and what is chosen before a match. Of
    house rules that of the newest of those `played`, of which these are the setups, oldest first, comes first."""
    return {
        name: {
            "title": book.title,
            "seats": list(book.seats),
            "asks_words": book.asks_words,
            "score_name": book.score_name,
            "events": list(book.events),
            "one_deck_each": one_deck_each(name),
            "practice": can_play(name),
            "setting": [
                field.to_json() for field in as_last_chosen(setting_of(name, []), newest_options(played, name))
            ],
            "clauses": [
                {"number": clause.number, "text": clause.text, "house": clause.house}
                for clause in book.clauses.values()
            ],
        }
        for name, book in rulebooks().items()
    }


async def said_anew(request: Request) -> Response:
    """The form of an event of the match that is on, `?event=…&player=…`, with which event `number` is corrected: as the
    game stood then, without one as it stands. Of an event that no form asks for (that a time was up, that somebody
    joins) the `fields` are null."""
    site, asked = site_of(request), request.query_params
    view = site.table.view
    name, player, number = asked.get("event", ""), asked.get("player", ""), asked.get("number", "0")
    if view.match is None:
        raise Refused(409, told("no match is being played; begin one first"))
    if name not in rulebook(view.match.game).events and name not in SEAT_EVENTS:
        raise Refused(404, told("nobody says {event} in this game", event=quoted(name)))
    if not _NUMBER.fullmatch(number):
        raise Refused(400, told("the field “{field}” must be a whole number", field="number"))
    if not has_form(view.match.game, name):
        return JSONResponse({"event": name, "fields": None})
    who = player if player in view.match.players else view.match.players[0]
    form = await site.do(lambda referee: form_anew(referee.stand.playing.match, int(number), name, who))
    return JSONResponse(form.to_json())


async def dictionaries_there_are(_request: Request) -> Response:
    """The dictionaries of the house by name, with what people call them."""
    return JSONResponse({name: entry.title for name, entry in dictionaries.available().items()})


async def decks_there_are(request: Request) -> Response:
    """The decks each game can be played with, the house deck first, and what is wrong with own files left out."""
    shelf = site_of(request).table.decks
    problems = dict.fromkeys(shelf.problems())  # one deck may not fit several games for the same reason
    games: dict[str, list[dict[str, Any]]] = {}
    for name in rulebooks():
        games[name] = []
        for each in shelf.offers(name):
            try:
                cards = _to_choose(name, shelf.read(each.name))
            except BadInput as error:  # the other decks, and the other games, are played all the same
                problems[error.sentence] = None
            else:
                games[name].append({"name": each.name, "title": each.title, "cards": cards})
    said = [{"text": problem, "said": as_json(problem)} for problem in problems]
    return JSONResponse({"games": games, "problems": said})


def _to_choose(game: str, deck: DeckFile) -> dict[str, Any]:
    """The cards of a deck that are chosen from before a match of this game, by their kind, as options of a form."""
    return {kind: served(deck_options(game, kind, deck)) for kind in sorted(kinds_from_deck(game))}


async def matches(request: Request) -> Response:
    """All matches of the journal, newest first."""
    rows = await site_of(request).do(lambda referee: referee.archive.matches())
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
    document = await site_of(request).do(lambda referee: referee.archive.export(match_id))
    return download(JSONResponse(document), f"match-{match_id}.json")


async def rulings(request: Request) -> Response:
    """Every ruling of one match in full: event, reason, clause in words, changes, totals, source, time, frame."""
    match_id = request.path_params["match_id"]
    _, _, entries = await recorded(site_of(request), match_id)
    return JSONResponse(entries)


async def table_of_rulings(request: Request) -> Response:
    """One match as comma-separated values: a line per event with its ruling and the totals after it."""
    match_id = request.path_params["match_id"]
    document, _, entries = await recorded(site_of(request), match_id)
    players = everybody(document, entries)
    columns = ("verdict", "clause", "reason", "source", "at")
    rows: list[list[Any]] = [["event", "what", "player", "accepted", *columns, *players]]
    for entry in entries:
        said = entry["event"]
        who = said.get("player") or said.get("by", "")
        ruled = [entry["number"], said.get("event", ""), who, entry["accepted"], *(entry[name] for name in columns)]
        rows.append([*ruled, *(entry["totals"][player] for player in players)])
    return download(Response(as_csv(rows).encode(ENCODING), media_type="text/csv"), f"match-{match_id}.csv")


async def recorded(site: Site, match_id: int) -> tuple[dict[str, Any], Match, list[dict[str, Any]]]:
    """A match's transcript, the match as it ended, and its rulings in full with the totals after each.

    Raises BadInput for a match that is not there.
    """
    document, rows = await site.do(lambda referee: (referee.archive.export(match_id), referee.archive.events(match_id)))
    match = await run_in_threadpool(site.table.played, document)
    result = match.result()
    totals = starting_totals(document, result)
    entries = []
    clauses = rulebooks()[document["game"]].clauses
    chosen = chosen_rules(document["game"], match.state)
    before = earlier([(ruling["event"], clauses.get(ruling["clause"])) for ruling in result["rulings"]])
    for row, ruling, under in zip(rows, result["rulings"], before, strict=True):
        totals = {player: total + ruling["changes"].get(player, 0) for player, total in totals.items()}
        readings = [{"text": each, "said": as_json(each)} for each in chosen.get(ruling["clause"], ())]
        about = {"earlier": under, "readings": readings}
        entries.append(_entry(document["game"], row, ruling, totals) | about)
    return document, match, entries


def is_settled(site: Site, match_id: int, match: Match) -> bool:
    """Whether a match is over for good, so that its report helps nobody: nothing can be said in it any more (a winning
    word may still be doubted, say), or it lies on the table no longer."""
    table = site.table.view
    return table.says_no_more if table.match_id == match_id else match.view().over


def _entry(game: str, row: Any, ruling: dict[str, Any], totals: dict[str, int]) -> dict[str, Any]:
    clause = rulebooks()[game].clauses.get(ruling["clause"])
    said = row.event if isinstance(row.event, dict) else {}
    return {
        **ruling,
        "said": as_json(ruling["reason"]),
        "headline": headline(game, ruling["verdict"]),
        "called": event_name(game, said["event"]) if isinstance(said.get("event"), str) else "",
        "number": row.number,
        "event": said,
        "clause_text": clause and clause.text,
        **section_json(game, clause),
        "house": ruling.get("house", False),
        "source": row.source,
        "at": row.at,
        "frame": row.frame,
        "totals": totals,
    }


def starting_totals(document: dict[str, Any], result: dict[str, Any]) -> dict[str, int]:
    """The scores before the first event: the final ones less everything that changed them. Of everybody who has been in
    the match, those who came late with 0."""
    changes, final = [ruling["changes"] for ruling in result["rulings"]], result["scores"]
    names = dict.fromkeys((*document["players"], *final))
    return {name: final.get(name, 0) - sum(change.get(name, 0) for change in changes) for name in names}


def everybody(document: dict[str, Any], entries: list[dict[str, Any]]) -> list[str]:
    """Those who began the match, and then those who came late."""
    return list(entries[-1]["totals"]) if entries else document["players"]


def download(response: Response, name: str) -> Response:
    """The answer as a file of this name, to be kept."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


PACKED = [Middleware(GZipMiddleware)]  # of what is long and the same for everybody
routes = [
    Route("/games", games, middleware=PACKED),
    Route("/anew", said_anew),
    Route("/matches", matches),
    Route("/matches/{match_id:number}", transcript),
    Route("/matches/{match_id:number}/csv", table_of_rulings),
    Route("/matches/{match_id:number}/rulings", rulings),
    Route("/dictionaries", dictionaries_there_are),
    Route("/decks", decks_there_are, middleware=PACKED),
]
