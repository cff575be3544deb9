"""Tournaments at a hub: what is acknowledged is kept, matches are set up at tables, and no table speaks for another."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import jsonschema_rs
import pytest

from companion.errors import BadInput, NotNow
from companion.hub.bookmark import BOOKMARK_FILE, Bookmark
from companion.hub.outbox import Outbox
from companion.hub.results import Results
from companion.hub.seal import new_key, sealed
from companion.hub.topics import Topics
from companion.nights.past_match import boiled_down
from companion.referee.forgetting import without_persons
from companion.resources import shipped
from tests.hub.brokers import PATIENCE_S, needs_broker
from tests.hub.hub_tournaments import PLAN, paired, until
from tests.hub.shown_hub import ShownHub
from tests.hub.watched_hubs import Watched, client_of, end
from tests.views import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.hub.telling_tables import TellingTable

pytestmark = needs_broker


def test_a_match_is_set_up_begun_with_a_press_and_reported(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    tournament = paired(watched, "Ann", "Bob")
    until(table, lambda view: view.invitation is not None)
    table.restart(None)  # what is set up is set up after a power cut, too
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.buttons.press("select")).result()
    match = table.view.match
    assert match is not None
    assert table.view.invitation is None
    first, second = match.players
    desk = watched.hub.tournaments
    table.play({"event": "place", "player": first, "card": "Z"})
    watched.wait(lambda: desk.shown(tournament)["pairings"][0]["tables"][0]["state"] == "begun")
    table.play({"event": "concede", "player": second})
    watched.wait(lambda: desk.tournament(tournament).outcomes != {})
    assert desk.tournament(tournament).outcomes[1, 1].places == {first: 1, second: 2}
    table.play({"event": "undo"})  # a correction reopens the pairing, and it ends another way
    watched.wait(lambda: desk.tournament(tournament).outcomes == {})
    table.play({"event": "place", "player": second, "card": "O"}, {"event": "concede", "player": first})
    watched.wait(lambda: desk.tournament(tournament).outcomes != {})
    assert desk.tournament(tournament).outcomes[1, 1].places == {first: 2, second: 1}
    assert desk.shown(tournament)["standings"][0]["name"] == second
    table.restart(None)
    assert table.view.invitation is None  # it has begun already, whatever lies at the broker


def test_what_is_said_of_tournaments_is_as_its_schema_says(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    paired(watched, "Ann", "Bob")
    until(table, lambda view: view.invitation is not None)
    posts = watched.hub.listener._posts
    said = {"invitation": json.loads(dict(posts.all())[table.topics.invitation])}
    table.submit(lambda referee: referee.tournament.begin()).result()
    table.play({"event": "place", "player": table.view.match.players[0], "card": "Z"})  # type: ignore[union-attr]
    table.play({"event": "concede", "player": table.view.match.turn})  # type: ignore[union-attr]
    key = watched.hub.accounts.keys()[table.topics.table]
    report = Results(table, Outbox(table, Bookmark(table.data / "elsewhere"))).message()
    said["results"] = sealed(report, table.topics.results, key)
    for kind, message in said.items():
        schema = json.loads(shipped("hub", "schema", f"{kind}.json").read_text())
        jsonschema_rs.validator_for(schema).validate(message)
        assert not jsonschema_rs.validator_for(schema).is_valid({**message, "hidden": 1})
    assert said["invitation"]["invitation"] is not None
    assert said["results"]["results"][0]["places"] is not None


def test_whoever_has_left_comes_in_behind_whoever_stayed_as_across_nights(
    member: Callable[[str], TellingTable],
) -> None:
    table = member("a")
    players = ["Ann", "Bob", "Cy"]
    options = {"target": 1, "lexicon": {"words": ["zoo"]}}
    table.begin({"game": "disorder", "players": players, "options": options, "pairing": {"id": "1"}})
    table.play({"event": "leave", "player": "Ann"}, {"event": "place", "player": "Bob", "card": "Z"})
    table.play({"event": "concede", "player": "Cy"})
    (said,) = Results(table, Outbox(table, Bookmark(table.data / "elsewhere"))).message()["results"]
    assert said["scores"]["Ann"] < said["scores"]["Cy"], "fewer chips are better"
    assert said["places"] == {"Bob": 1, "Cy": 2, "Ann": 3}
    document = table.submit(lambda referee: referee.archive.export(1)).result()
    assert boiled_down(1, "2026-03-01T20:00:00+00:00", table.played(document)).places == said["places"]


def test_a_round_that_is_paired_anew_is_played_anew(watched: Watched, member: Callable[[str], TellingTable]) -> None:
    table = member("a")
    tournament = paired(watched, "Ann", "Bob")
    desk = watched.hub.tournaments
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.tournament.begin()).result()
    assert table.view.match is not None
    first, second = table.view.match.players
    desk.act(tournament, {"act": "unpair"})
    desk.pair(tournament)
    table.play({"event": "place", "player": first, "card": "Z"}, {"event": "concede", "player": second})
    until(table, lambda view: view.invitation is not None and view.invitation.pairing["made"] == 2)
    assert desk.tournament(tournament).reports == {}
    table.submit(lambda referee: referee.tournament.begin()).result()
    table.play({"event": "place", "player": first, "card": "Z"}, {"event": "concede", "player": second})
    watched.wait(lambda: desk.tournament(tournament).reports != {})


def test_a_pairing_is_moved_to_another_table_and_back_until_it_is_over(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    tournament, desk = paired(watched, "Ann", "Bob"), watched.hub.tournaments
    its_id, other = table.topics.table, member("b").topics.table

    def move(where: object) -> None:
        desk.act(tournament, {"act": "move", "round": 1, "table": 1, "id": where})

    for wrong, why in (("nonsense", "no table 'nonsense'"), (its_id, "there already"), (None, "must be text")):
        with pytest.raises(BadInput, match=why):
            move(wrong)
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.tournament.begin()).result()
    first, second = table.view.match.players  # type: ignore[union-attr]
    move(other)
    table.play({"event": "place", "player": first, "card": "Z"}, {"event": "concede", "player": second})
    desk.reported(its_id, Results(table, Outbox(table, Bookmark(table.data / "elsewhere"))).message())
    move("")
    assert desk.tournament(tournament).outcomes == {}
    move(its_id)
    assert desk.tournament(tournament).outcomes[1, 1].places == {first: 1, second: 2}
    for where in (its_id, other, ""):
        with pytest.raises(NotNow, match="table 1 of round 1 has its result"):
            move(where)
    assert desk.shown(tournament)["pairings"][0]["tables"][0]["places"] == [1, 2]


def test_what_lay_at_the_broker_from_before_takes_no_result_back(
    tmp_path: Path, watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    """A broker writes down what lies at it now and then: after a power cut it may be older than what was taken."""
    table = member("a")
    tournament, port, its_id = paired(watched, "Ann", "Bob"), watched.hub.code.port, table.topics.table
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.tournament.begin()).result()
    first, second = table.view.match.players  # type: ignore[union-attr]
    table.play({"event": "place", "player": first, "card": "Z"})
    results = Results(table, Outbox(table, Bookmark(table.data / "elsewhere")))
    begun = results.message()
    table.play({"event": "concede", "player": second})
    over = results.message()
    watched.wait(lambda: watched.hub.tournaments.tournament(tournament).outcomes != {})
    table.close()
    watched.hub.close()
    again = Watched(tmp_path / "hub", port)
    try:
        desk = again.hub.tournaments
        desk.reported(its_id, begun)
        assert desk.tournament(tournament).outcomes[1, 1].places == {first: 1, second: 2}
        (shown,) = desk.shown(tournament)["pairings"][0]["tables"]
        assert (shown["state"], shown["places"]) == ("over", [1, 2])
        table.start(None)
        table.play({"event": "undo"})
        again.wait(lambda: desk.tournament(tournament).outcomes == {})
        desk.reported(its_id, over)
        assert desk.tournament(tournament).outcomes == {}
        table.close()
        (result,) = over["results"]
        desk.reported(its_id, {**over, "results": [{**result, "match": "0" * 64, "count": 1}]})  # it has begun anew
        assert desk.tournament(tournament).outcomes[1, 1].places == {first: 1, second: 2}
    finally:
        again.hub.close()


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ({"options": {"lexicon": WORDS, "targt": 1}}, "no option “targt”"),
        ({"options": {"lexicon": "xx"}}, "no dictionary 'xx'"),
        ({"game": "typo", "options": {}}, "“rows” is missing"),
        ({"deck": "zzz"}, "no deck “zzz” for this game"),
        ({"deck": {"a": 1}}, "no deck"),
        ({"game": "villains", "options": {}, "deck": {"Ann": 1}}, "no deck “1” for this game"),
        ({"game": "villains", "options": {}, "deck": {"Ann": {"Ann": "letters"}}}, "no deck"),
        ({"deck": "../zzz.toml"}, "no deck"),
        ({"deck": {str(at): "own.toml" for at in range(100)}}, "the match's “deck” is too long"),
    ],
)
def test_what_no_table_could_begin_is_no_plan(watched: Watched, plan: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        watched.hub.tournaments.open({**PLAN, **plan})
    assert watched.hub.tournaments.all() == []


@pytest.mark.parametrize(
    "plan",
    [
        {"deck": "letters"},
        {"deck": "our own.toml"},
        {"game": "villains", "options": {}, "deck": {"Ann": "own.toml"}},
    ],
)
def test_a_deck_that_tables_may_have_is_part_of_a_plan(watched: Watched, plan: dict[str, Any]) -> None:
    desk = watched.hub.tournaments
    assert desk.tournament(desk.open({**PLAN, **plan})).plan.deck == plan["deck"]


def test_a_match_begins_by_itself_where_the_table_wants_it_so(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    with (table.data / "hub.toml").open("a") as file:
        file.write("begin = true\n")
    table.restart(None)
    paired(watched, "Ann", "Bob")
    until(table, lambda view: view.match is not None)
    assert set(table.view.match.players) == {"Ann", "Bob"}  # type: ignore[union-attr]


def test_no_table_reports_for_another(watched: Watched, member: Callable[[str], TellingTable]) -> None:
    honest, rogue = member("a"), member("b")
    watched.wait(lambda: sum(board["online"] for board in watched.hub.boards()) == 2)
    tournament = paired(watched, "Ann", "Bob")  # at whichever table is the first
    desk = watched.hub.tournaments
    (table,) = desk.tournament(tournament).rounds[0].ids
    if table == rogue.topics.table:
        honest, rogue = rogue, honest
    rogue.close()
    stolen = client_of(rogue, watched)
    pairing = {"tournament": tournament, "round": 1, "table": 1, "made": 1}
    lie = {"id": 1, "match": "0" * 64, "pairing": pairing, "players": ["Ann", "Bob"], "count": 1, "digest": "0" * 64,
           "over": True, "scores": {"Ann": 0, "Bob": 1}, "places": {"Ann": 1, "Bob": 2}}  # fmt: skip
    message = {"format": 1, "results": [lie]}
    its_key = watched.hub.accounts.keys()[rogue.topics.table]
    for topic in (honest.topics.results, rogue.topics.results):
        for key in (its_key, new_key()):
            stolen.publish(topic, json.dumps(sealed(message, topic, key)), qos=1).wait_for_publish(PATIENCE_S)
    stolen.publish(rogue.topics.results, json.dumps(message), qos=1).wait_for_publish(PATIENCE_S)
    honest.begin()
    honest.lay("ZO")  # heard after all that
    watched.wait(lambda: len(watched.hub.collection.events(honest.topics.table)) == 2)
    assert desk.tournament(tournament).reports == {}
    assert not watched.hub._reported(honest.topics.table, "results", sealed(message, honest.topics.results, its_key))
    end(stolen)


def test_a_table_takes_what_its_own_hub_sets_up_and_nothing_else(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    watched.wait(lambda: any(board["online"] for board in watched.hub.boards()))
    topic, key = table.topics.invitation, watched.hub.accounts.keys()[table.topics.table]
    posts = watched.hub.listener._posts
    setup = {"game": "disorder", "players": ["Ann", "Eve"], "options": {"lexicon": WORDS},
             "pairing": {"tournament": "c0", "round": 1, "table": 1}}  # fmt: skip
    said = {"format": 1, "invitation": {"title": "Forged", "setup": setup}}
    unplayable = {"format": 1, "invitation": {"title": "Chess", "setup": {**setup, "game": "chess"}}}
    for wrong in (said, sealed(said, topic, new_key()), sealed(said, "elsewhere", key), sealed(unplayable, topic, key)):
        posts.put(topic, wrong)
    right = {"format": 1, "invitation": {"title": "Right", "setup": setup}}
    posts.put(topic, sealed(right, topic, key))
    until(table, lambda view: view.invitation is not None)
    assert table.view.invitation is not None
    assert table.view.invitation.title == "Right"
    posts.put(topic, sealed({"format": 1, "invitation": None}, topic, key))
    until(table, lambda view: view.invitation is None)


def test_a_match_without_a_tournament_is_reported_to_nobody(telling: Callable[..., TellingTable]) -> None:
    table = telling("no")
    table.begin()
    outbox = Outbox(table, Bookmark(table.data / BOOKMARK_FILE))
    assert Results(table, outbox).message() == {"format": 1, "results": []}


def test_a_match_of_somebody_who_is_forgotten_is_told_once_more_without_the_name(
    telling: Callable[..., TellingTable],
) -> None:
    table = telling("no")
    table.begin()
    bookmark = Bookmark(table.data / BOOKMARK_FILE)
    outbox = Outbox(table, bookmark)
    for each in outbox.waiting(late=False):
        bookmark.move(each.match, each.number, each.digest)
    assert list(outbox.waiting(late=False)) == []
    before = outbox.index("now")
    table.submit(lambda referee: referee.close()).result()
    table.submit(lambda referee: referee.archive.rewrite(without_persons(referee.archive, {"ann"}))).result()
    (begun,) = outbox.waiting(late=True)
    assert begun.message["players"] == ["a guest", "Bob"]
    assert begun.match not in str(before)
    assert begun.match in str(outbox.index("now"))


def test_tournaments_outlive_the_hub_and_its_collection(tmp_path: Path, watched: Watched) -> None:
    desk = watched.hub.tournaments
    tournament = desk.open(PLAN)
    for name in ("Ann", "Bob", "Cy"):
        desk.act(tournament, {"act": "enter", "name": name})
    desk.pair(tournament)
    decide = {"act": "decide", "round": 1, "table": 1, "reason": "played without a table"}
    one, other = desk.tournament(tournament).rounds[0].tables[0]
    desk.act(tournament, {**decide, "places": {one: 1, other: 2}})
    before, port = desk.shown(tournament), watched.hub.code.port
    watched.hub.close()
    (tmp_path / "hub" / "hub.sqlite3").unlink()
    again = Watched(tmp_path / "hub", port)
    try:
        assert again.hub.tournaments.shown(tournament) == before
        again.hub.tournaments.pair(tournament)
    finally:
        again.hub.close()


def test_strangers_look_and_the_organiser_acts(tmp_path: Path) -> None:
    strict = ShownHub(tmp_path, local=False)
    try:
        with httpx.Client(base_url=strict.address, headers={"Origin": strict.address}) as client:
            turned_away = client.post("/api/tournaments", json=PLAN)
            assert turned_away.status_code == 401
            asking = re.findall("open (/[a-z]+) and type it", turned_away.text)
            assert [client.get(each).status_code for each in asking] == [200]
            client.post("/api/host", json={"pin": "2741"})
            assert client.post("/api/tournaments", json={**PLAN, "rounds": 99}).status_code == 400
            tournament = client.post("/api/tournaments", json=PLAN).json()["id"]
            acts = f"/api/tournaments/{tournament}/acts"
            for name in ("Ann", "Bob", "<script>"):
                assert client.post(acts, json={"act": "enter", "name": name}).status_code == 200
            for wrong in (
                {"act": "report", "round": 1, "table": 1},
                {"act": "pair"},
                {"act": "enter", "name": "Ann"},
                {},
            ):
                assert client.post(acts, json=wrong).status_code in (400, 409), wrong
            assert client.post(f"/api/tournaments/{tournament}/pair", json={}).status_code == 200
            client.cookies.clear()
            assert client.post(acts, json={"act": "enter", "name": "Eve"}).status_code == 401
            assert client.post(f"/api/tournaments/{tournament}/pair", json={}).status_code == 401
            shown: dict[str, Any] = client.get(f"/api/tournaments/{tournament}").json()
            assert [each["name"] for each in shown["players"]] == ["Ann", "Bob", "<script>"]
            for page in ("", "/organise"):
                text = client.get(f"/tournaments/{tournament}{page}").text
                assert "<script>" not in text
                assert 'name="act"' not in text
            assert client.get(f"/api/tournaments/{tournament}/disputes").status_code == 401
            assert client.get(f"/api/tournaments/{tournament}/disputes/0/picture").status_code == 401
            client.post("/api/host", json={"pin": "2741"})
            for number in ("0", "9" * 23):
                assert client.get(f"/api/tournaments/{tournament}/disputes/{number}/picture").status_code == 404
            assert client.get("/api/find", params={"name": "ann"}).json()[0]["name"] == "Ann"
            assert client.get("/api/find").json() == []
            assert client.get(f"/api/tournaments/{tournament}/trf").text.startswith("012 Friday\n")
            assert client.get(f"/api/tournaments/{tournament}/csv").content.decode("utf-8-sig").startswith("rank,name")
            for missing in ("/api/tournaments/c0", "/api/tournaments/c0/trf"):
                assert client.get(missing).status_code == 404
            for page in ("/tournaments/c0", "/tournaments/c0/organise"):
                answer = client.get(page, params={"lang": "de"})
                assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
                assert "es gibt kein Turnier &#39;c0&#39;" in answer.text
                assert f'href="/tournaments/{tournament}"' in answer.text
            for language in ("nl", "fr", "de"):
                assert client.get(f"/tournaments/{tournament}?lang={language}").status_code == 200
    finally:
        strict.close()


@pytest.mark.parametrize("sought", ["zor", "ZÖR", "zo\u0308r", "  zörbax the", "Zo"])
def test_somebody_is_found_whichever_way_the_name_is_spelled(watched: Watched, sought: str) -> None:
    desk = watched.hub.tournaments
    tournament = desk.open(PLAN)
    for name in ("Zörbax  the 2nd", "Arzor"):
        desk.act(tournament, {"act": "enter", "name": name})
    desk.pair(tournament)
    assert [each["name"] for each in desk.find(sought)] == ["Zörbax  the 2nd"]
    assert desk.find(" ") == desk.find("\u0308") == []


def test_a_tournament_that_cannot_be_followed_costs_the_others_nothing(tmp_path: Path, watched: Watched) -> None:
    good = watched.hub.tournaments.open(PLAN)
    watched.hub.tournaments.file.append("cbad", 0, "2026", {**PLAN, "game": "a game of tomorrow"})
    port = watched.hub.code.port
    watched.hub.close()
    again = Watched(tmp_path / "hub", port)
    try:
        assert [each["id"] for each in again.hub.tournaments.all()] == [good]
        (said,) = again.hub.tournaments.unreadable
        assert "a game of tomorrow" in said
    finally:
        again.hub.close()


def test_a_full_disk_keeps_an_act_from_being_acknowledged(watched: Watched) -> None:
    desk = watched.hub.tournaments
    tournament = desk.open(PLAN)
    connection = desk.file._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")

    def enter_many() -> None:
        for at in range(500):
            desk.act(tournament, {"act": "enter", "name": f"P{at}"})

    with pytest.raises(BadInput, match="full"):
        enter_many()
    entered = len(desk.tournament(tournament).entrants)
    ((name, _),) = desk.file.tournaments()
    acts = desk.file.acts(name)
    assert len(acts) == 1 + entered < 500
    connection.execute("PRAGMA max_page_count = 1000000")
    desk.act(tournament, {"act": "enter", "name": "Ann"})


def test_the_topics_of_tournaments_are_the_tables_own() -> None:
    topics = Topics("t0123456789ab")
    assert topics.results == "tableside/t0123456789ab/results"
    assert topics.invitation == "tableside/t0123456789ab/invitation"
