"""The cards of the drawn table over HTTP: moves, pictures, questions and differences."""

import httpx

from tests.seen import row_on
from tests.web.tables import LiveTable
from tests.web.talking import begin, happen, play


def test_a_question_without_a_picture_has_none_to_show(client: httpx.Client) -> None:
    begin(client)
    assert client.get("/questions/1.jpg").status_code == 404


def test_cards_on_the_drawn_table_become_moves(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    for body in ({"act": "place", "label": "Z"}, {"act": "place", "label": "O", "side": "left"}):
        assert client.post("/api/cards", json=body).status_code == 200
    table.submit(lambda referee: referee.view).result()
    assert row_on(client.get("/api/view").json()["table"]["board"]) == "OZ"
    newest = client.get("/api/view").json()["table"]["rulings"][-1]
    picture = client.get(f"/frames/{table.view.match_id}/{newest['frame']}")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")


def test_the_pictures_are_sent_when_they_change(client: httpx.Client) -> None:
    first = client.get("/camera.jpg")
    number = first.headers["x-picture-number"]
    client.post("/api/cards", json={"act": "place", "label": "Q"})
    second = client.get(f"/camera.jpg?after={number}")
    assert second.headers["x-picture-number"] != number
    assert client.get("/screen.png").content.startswith(b"\x89PNG")
    assert "<svg" in client.get("/join.svg").text


def test_the_drawn_tables_cards_follow_the_game(client: httpx.Client, table: LiveTable) -> None:
    begin(client, {"game": "villains", "players": ["Ann", "Bob"], "options": {}})
    deck = client.get("/api/cards").json()
    assert (deck["deck"], deck["rows"], len(deck["cards"])) == ("villains", 2, 20)
    assert [row["label"] for row in deck["laying"]["rows"]] == ["Bob", "Ann"]
    assert deck["laying"]["turns"]
    for row in (0, 1):
        assert (
            client.post("/api/cards", json={"act": "place", "label": "Professor Muddle", "row": row}).status_code == 200
        )
    happen(client, "draw", player="Ann")
    client.post("/api/cards", json={"act": "place", "label": "Old Sock", "row": 1})
    client.post("/api/cards", json={"act": "turn_sideways", "index": 2})
    shown = client.get("/api/view").json()
    assert shown["drawn"][2] == {"label": "Old Sock", "row": 1, "sideways": True}
    table.submit(lambda referee: referee.view).result()
    newest = client.get("/api/view").json()["table"]
    assert newest["rulings"][-1]["event"] == {"event": "play", "player": "Ann", "card": "Old Sock"}
    assert "↻ Old Sock (Ann)" in newest["difference"]


def test_the_host_says_that_the_match_is_right(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZOO")
    client.post("/api/cards", json={"act": "place", "label": "K"})
    table.submit(lambda referee: referee.view).result()
    assert client.get("/api/view").json()["table"]["difference_said"]["fillings"] == {"seen": "K", "had": "ZOO"}
    assert client.post("/api/match/overlook", json={}).status_code == 200
    assert client.get("/api/view").json()["table"]["difference"] is None
    assert client.post("/api/match/overlook", json={}).status_code == 400


def test_a_word_is_answered_to_what_the_camera_proposes(client: httpx.Client, table: LiveTable) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["real"], "names": []}}
    begin(client, {"game": "typo", "players": ["Ann", "Bob"], "options": options})
    for row, label in enumerate("RENT"):
        client.post("/api/cards", json={"act": "place", "label": label, "row": row})
    for label in "EX":
        client.post("/api/cards", json={"act": "place", "label": label, "row": 4})
    client.post("/api/cards", json={"act": "remove", "index": 4})
    client.post("/api/cards", json={"act": "place", "label": "E", "row": 0})
    table.submit(lambda referee: referee.view).result()
    asked = client.get("/api/view").json()["table"]["question"]
    assert (asked["asks"], asked["candidates"]) == ("word", [])
    assert asked["said"]["fillings"] == {"player": "Ann", "letter": "E", "row": "R"}
    answer = client.post("/api/answer", json={"question": asked["id"], "label": "real"}).json()
    assert answer["ruling"]["verdict"] == "placed"
    assert answer["ruling"]["frame"] is not None
