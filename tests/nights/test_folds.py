"""What many matches say together: histories, head-to-heads, words, a season's table, teams."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.made import MadeWord
from companion.games.persons import is_guest, new_guest, person_of, two_of_one
from companion.nights.almanac import NEWEST, Almanac
from companion.nights.exporting import COLUMNS, sheet
from companion.nights.notebook import Notebook, Season, Team
from companion.nights.past_match import PastMatch
from companion.nights.people import People
from companion.nights.season_table import EVEN, player_table, standing, team_table
from tests.nights.matches import NAMES, ended, past_matches

NOTEBOOKS = st.sampled_from(
    [
        Notebook(),
        Notebook().with_same(["Ann", "Anna"]).with_team(Team("Cats", ("Ann", "Bob"))).with_team(Team("Dogs", ("Di",))),
        Notebook().with_same(["Bob", "Cy", "Di"]).with_season(Season("Spring", "2026-01-01", "2026-05-31")),
    ]
)


@pytest.mark.parametrize("other", ["ann", "ÄNN", " Ann ", "Án\u0301n", "a\u0308nn"])
def test_case_accents_and_spaces_make_nobody_another_person(other: str) -> None:
    assert person_of(other) == person_of("Ann") == "ann"


def test_two_spellings_of_one_name_are_found_among_several() -> None:
    assert two_of_one(["Ann", "Zoë", "Bob", "zoe", "ANN"]) == ("Zoë", "zoe")
    assert two_of_one(["Ann", "Bob"]) is None


@given(st.text(min_size=1))
def test_what_spellings_have_in_common_has_itself_in_common(name: str) -> None:
    assert person_of(person_of(name)) == person_of(name)


@given(st.lists(st.text(min_size=1) | st.sampled_from(NAMES)))
def test_a_new_guest_is_a_guest_that_nobody_is(names: list[str]) -> None:
    guest = new_guest(names)
    assert is_guest(guest)
    assert person_of(guest) not in map(person_of, names)


@given(past_matches(), NOTEBOOKS)
def test_who_met_whom_and_who_won_adds_up(matches: list[PastMatch], notebook: Notebook) -> None:
    almanac = Almanac(matches, notebook)
    seats = [almanac.people.seats(match) for match in matches]
    found = almanac.histories
    assert sum(each.played for each in found.values()) == sum(map(len, seats))
    ended_seats = [(match, seat) for match, seat in zip(matches, seats, strict=True) if match.is_over]
    assert sum(each.ended for each in found.values()) == sum(len(seat) for _, seat in ended_seats)
    firsts = sum(match.places[name] == 1 for match, seat in ended_seats for name in seat.values())
    assert sum(each.won for each in found.values()) == firsts
    for person, history in found.items():
        assert not is_guest(almanac.called(person))
        for other, met in history.met.items():
            back = found[other].met[person]
            assert (met.matches, met.ahead, met.level, met.behind) == (
                back.matches,
                back.behind,
                back.level,
                back.ahead,
            )
            assert met.matches == met.ahead + met.level + met.behind
        for each in history.games.values():
            assert each.won <= each.ended <= each.played
            assert (each.best is None) == (each.ended == 0)


@given(past_matches(), NOTEBOOKS)
def test_every_table_is_in_order_and_its_shares_add_up(matches: list[PastMatch], notebook: Notebook) -> None:
    people = People(matches, notebook)
    teams = [Team("Cats", ("Ann", "Bob")), Team("Dogs", ("Cy", "Di"))]
    for table in (player_table(matches, people), team_table(matches, people, teams)):
        standings = [line.standing for line in table]
        assert standings == sorted(standings, reverse=True)
        assert all(line.rank == 1 + sum(other.standing > line.standing for other in table) for line in table)
        assert all(0 < line.standing < 1 and 0 <= line.share <= line.matches for line in table)


@given(past_matches())
def test_the_shares_of_a_match_among_known_players_are_half_a_point_each(matches: list[PastMatch]) -> None:
    """Where everybody is somebody and nobody twice: what one has, another has not (a sum of n/2)."""
    whole = [each for each in matches if each.counts]
    plain = [each for each in whole if len(People([each], Notebook()).seats(each)) == len(each.scores)]
    table = player_table(plain, People(plain, Notebook()))
    assert sum((line.share for line in table), Fraction(0)) == sum(Fraction(len(each.places), 2) for each in plain)


def test_more_matches_alone_lift_nobody_and_one_lucky_night_is_no_first_place() -> None:
    often = [ended(number, {"Ann": 1 + number % 2, "Bob": 2 - number % 2}) for number in range(1, 41)]
    good = [ended(number, {"Di": 1, "Bob": 2}) for number in range(41, 51)]
    lucky = [ended(51, {"Cy": 1, "Bob": 2})]
    matches = [*often, *good, *lucky]
    table = {line.who: line for line in player_table(matches, People(matches, Notebook()))}
    assert table["Ann"].standing == Fraction(1, 2), "forty matches, half of them won"
    assert [table[name].rank for name in ("Di", "Cy", "Ann", "Bob")] == [1, 2, 3, 4]
    assert standing(Fraction(1), 1) == Fraction(1 + EVEN // 2, 1 + EVEN)


def test_a_table_of_six_weighs_as_much_as_one_of_two() -> None:
    two, six = ended(1, {"Ann": 1, "Bob": 2}), ended(2, {name: at for at, name in enumerate("ABCDEF", 1)})
    table = {line.who: line for line in player_table([two, six], People([two, six], Notebook()))}
    assert table["Ann"].standing == table["A"].standing


def test_a_table_says_how_many_matches_were_played_and_won() -> None:
    matches = [
        ended(1, {"Ann": 1, "Bob": 2, "Cy": 3}),
        ended(2, {"Ann": 1, "Bob": 1}),
        ended(3, {"Bob": 1, "Ann": 2}),
    ]
    table = Almanac(matches, Notebook()).season(None)["table"]
    assert [(line["rank"], line["name"], line["matches"], line["won"], line["points"]) for line in table] == [
        (1, "Bob", 3, 2, 2.0),
        (2, "Ann", 3, 2, 1.5),
        (3, "Cy", 1, 0, 0.0),
    ]
    assert [line["standing"] for line in table] == [57.1, 50.0, 40.0], "in percent, two of four won to begin with"


def test_who_comes_in_beside_another_team_has_half_of_it() -> None:
    match = ended(1, {"Ann": 1, "Cy": 1, "Bob": 3, "Di": 4})
    teams = [Team("Cats", ("Ann", "Bob")), Team("Dogs", ("Cy", "Di"))]
    table = team_table([match], People([match], Notebook()), teams)
    assert {line.who: line.share for line in table} == {"Cats": Fraction(5, 8), "Dogs": Fraction(3, 8)}


def test_a_team_counts_what_its_players_have_against_others() -> None:
    match = ended(1, {"Ann": 1, "Bob": 4, "Cy": 2, "Di": 3})
    (cats, dogs) = team_table(
        [match], People([match], Notebook()), [Team("Cats", ("Ann", "Bob")), Team("Dogs", ("Cy", "Di"))]
    )
    assert (cats.share, dogs.share) == (Fraction(1, 2), Fraction(1, 2))
    assert cats.won == 1
    assert dogs.won == 0
    alone = ended(2, {"Ann": 1, "Bob": 2})
    assert team_table([alone], People([alone], Notebook()), [Team("Cats", ("Ann", "Bob"))]) == []


def test_the_table_is_no_player_across_nights_and_whoever_plays_it_rises_in_no_table() -> None:
    against = replace(ended(1, {"Ann": 1, "Table": 2}), of_table=frozenset({"Table"}))
    almanac = Almanac([against, ended(2, {"Ann": 2, "Bob": 1})], Notebook().with_team(Team("Cats", ("Ann",))))
    assert [(each["name"], each["played"], each["won"]) for each in almanac.players()] == [("Ann", 2, 1), ("Bob", 1, 1)]
    assert [each["name"] for each in almanac.player("Ann")["met"]] == ["Bob"]
    assert [(line["name"], line["matches"]) for line in almanac.season(None)["table"]] == [("Bob", 1), ("Ann", 1)]
    assert almanac.teams()[0]["line"]["matches"] == 1
    assert almanac.player("Ann")["standing"] == almanac.season(None)["table"][1]["standing"]
    with pytest.raises(BadInput, match="nobody has played here as Table"):
        almanac.player("Table")
    somebody = Almanac([against, ended(2, {"Table": 1, "Bob": 2})], Notebook())
    assert somebody.player("Table")["played"] == 1, "a person may be called so, too"
    assert [row[8] for row in csv.reader(io.StringIO(sheet(almanac)))] == ["share", "", "", "0.0", "1.0"]


@given(past_matches(), NOTEBOOKS)
def test_what_is_found_out_once_is_the_same_the_second_time(matches: list[PastMatch], notebook: Notebook) -> None:
    almanac = Almanac(matches, notebook)
    for each in (almanac.players, almanac.teams, almanac.seasons, almanac.to_json, lambda: almanac.season(None)):
        assert each() == each()
    fresh = Almanac(matches, notebook)
    assert json.loads(almanac.document) == json.loads(fresh.document) == almanac.to_json()
    for person, own in almanac.matches_of.items():
        assert own == [match for match in matches if person in almanac.people.seats(match)]
        assert almanac.people.group(person) == notebook.group(almanac.called(person))


# ------------------------------------------------------------------ who is who


def test_two_names_can_be_said_to_be_one_and_apart_again() -> None:
    matches = [ended(1, {"Ann": 1, "Bob": 2}), ended(2, {"Anna": 1, "Bob": 2})]
    one = Notebook().with_same(["Ann", "Anna"])
    joined = Almanac(matches, one)
    assert [(each["name"], each["played"]) for each in joined.players()] == [("Ann", 2), ("Bob", 2)]
    assert joined.player("anna")["names"] == ["Ann", "Anna"]
    assert one.apart("ANNA") == Notebook()
    assert [each["played"] for each in Almanac(matches, Notebook()).players()] == [2, 1, 1]


def test_of_three_names_of_one_person_two_are_left_and_others_are_as_they_were() -> None:
    notebook = Notebook().with_same(["Bob", "Rob"]).with_same(["Ann", "Anna", "Anne"])
    assert notebook.same == (("Bob", "Rob"), ("Ann", "Anna", "Anne"))
    assert notebook.apart("ANNA").same == (("Bob", "Rob"), ("Ann", "Anne"))
    assert notebook.with_same(["Cy", "rob"]).same == (("Ann", "Anna", "Anne"), ("Cy", "rob", "Bob"))
    with pytest.raises(BadInput, match="no second name"):
        notebook.apart("Di")


@pytest.mark.parametrize("title", ["", " ", "x" * 41, "a\nb"])
def test_a_season_or_a_team_without_a_name_that_can_be_read_is_refused(title: str) -> None:
    with pytest.raises(BadInput, match="1 to 40 printable"):
        Notebook().with_season(Season(title, "2026-03-01", "2026-03-31"))
    with pytest.raises(BadInput, match="1 to 40 printable"):
        Notebook().with_team(Team(title, ("Ann",)))


@given(
    st.lists(st.lists(st.sampled_from(["Ann", "Anna", "Bob", "Cy", "Di", "ann"]), min_size=2, max_size=4), max_size=5)
)
def test_saying_who_is_the_same_twice_changes_nothing_and_nobody_is_two(groups: list[list[str]]) -> None:
    notebook = Notebook()
    for names in groups:
        try:
            notebook = notebook.with_same(names)
        except BadInput:
            assert len(set(map(person_of, names))) == 1
            continue
        assert notebook.with_same(names).same == notebook.same
    persons = [person_of(name) for group in notebook.same for name in group]
    assert len(persons) == len(set(persons))
    assert Notebook.from_json(json.loads(json.dumps(notebook.to_json()))) == notebook
    for person in persons:
        if len(notebook.group(person)) > 1:
            notebook = notebook.apart(person)
    assert notebook == Notebook()


@pytest.mark.parametrize(
    ("names", "said"), [(["Ann", "ann"], "two different names"), (["Ann", "a guest"], "nobody's name")]
)
def test_who_cannot_be_the_same_is_said(names: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Notebook().with_same(names)


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [("2026-02-30", "2026-03-01", "no day"), ("2026-03-02", "2026-03-01", "no earlier"), ("today", "", "no day")],
)
def test_a_season_of_days_that_are_none_is_refused(first: str, last: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Notebook().with_season(Season("Spring", first, last))


@pytest.mark.parametrize(
    ("first", "last", "from_day"), [("20260101", "20261231", "2026-01-01"), ("2026-W01-1", "2026-W53-4", "2025-12-29")]
)
def test_a_season_has_its_matches_however_its_days_are_written(first: str, last: str, from_day: str) -> None:
    notebook = Notebook().with_season(Season("B", first, last))
    assert notebook.seasons == (Season("B", from_day, "2026-12-31"),)
    kept = {"same": [], "seasons": [{"name": "B", "first": first, "last": last}], "teams": []}
    assert Notebook.from_json(kept) == notebook, "one that was kept as it was typed"


def test_a_season_has_its_first_and_its_last_day() -> None:
    notebook = Notebook().with_season(Season("Spring", "2026-03-01", "2026-03-31"))
    days = ["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"]
    matches = [ended(at, {"Ann": 1, "Bob": 2}, day=day) for at, day in enumerate(days, 1)]
    (season,) = Almanac(matches, notebook).seasons()
    assert season["matches"] == 2
    assert [line["matches"] for line in season["table"]] == [2, 2]
    assert notebook.without_season("SPRING").seasons == ()


def test_whoever_is_forgotten_is_in_no_group_and_no_team() -> None:
    notebook = Notebook().with_same(["Ann", "Anna", "Anne"]).with_team(Team("Cats", ("Ann", "Bob")))
    left = notebook.without_person({"ann", "anna"}).without_person({"bob"})
    assert left == Notebook()


@pytest.mark.parametrize(
    ("title", "has_name"),
    [("ZOE quax and friends", True), ("Zoë  Quax's spring", True), ("Zoë Quaxes", False), ("Quax", False)],
)
def test_a_title_has_a_name_in_it_in_any_spelling_but_only_as_words_of_its_own(title: str, has_name: bool) -> None:
    notebook = Notebook().with_season(Season(title, "2026-03-01", "2026-03-31")).with_team(Team(title, ("Bob",)))
    assert notebook.titles_with({"zoe quax", "(a.n)"}) == ((title, title) if has_name else ())
    assert notebook.titles_with(()) == ()


# ------------------------------------------------------------------ words, pairs, files


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_best_and_worst_are_of_matches_that_count_alike(order: tuple[int, ...]) -> None:
    scores = [(81, False), (0, True), (0, False), (7, True)]
    matches = [
        replace(ended(number, {"Ann": 1, "Bob": 2}, game="wordcard"), scores={"Ann": own, "Bob": 3}, low_wins=low_wins)
        for number, (own, low_wins) in enumerate((scores[at] for at in order), 1)
    ]
    games = {each["low_wins"]: each for each in Almanac(matches, Notebook()).player("Ann")["games"]}
    found = {low_wins: (each["played"], each["best"], each["worst"]) for low_wins, each in games.items()}
    assert found == {False: (2, 81, 0), True: (2, 0, 7)}
    assert {low_wins: each["aim"] for low_wins, each in games.items()} == {False: "", True: "fewest win"}
    (alone,) = Almanac([match for match in matches if match.low_wins], Notebook()).player("Ann")["games"]
    assert (alone["aim"], alone["best"], alone["worst"]) == ("", 0, 7)
    rows = list(csv.DictReader(io.StringIO(sheet(Almanac(matches, Notebook())))))
    assert [row["low_wins"] for row in rows] == [str(match.low_wins) for match in matches for _ in match.scores]


def test_favourite_longest_and_dearest_words() -> None:
    words = [
        MadeWord("Ann", "zoo"),
        MadeWord("ann", "zoo", 12),
        MadeWord("Ann", "stones", 9),
        MadeWord("Bob", "tent", 99),
    ]
    match = PastMatch(
        1, "wordcard", "2026-03-01T20:00:00+00:00", {"Ann": 1, "Bob": 2}, {}, tuple(words[:1] + words[2:])
    )
    again = PastMatch(2, "wordcard", "2026-03-02T20:00:00+00:00", {"ann": 1, "Bob": 2}, {}, (words[1],))
    told = Almanac([match, again], Notebook()).player("Ann")["words"]
    assert told["favourites"] == [{"word": "zoo", "times": 2}, {"word": "stones", "times": 1}]
    assert told["longest"] == "stones"
    assert told["best"] == {"word": "zoo", "points": 12, "game": "wordcard"}
    more = replace(match, words=tuple(MadeWord("Ann", word) for word in ("zoology", "ant", "bee", "antelope", "bee")))
    told = Almanac([more], Notebook()).player("Ann")["words"]
    assert told["longest"] == "antelope"
    assert [each["word"] for each in told["favourites"]] == ["bee", "antelope", "zoology", "ant"]


def test_names_stand_where_they_are_looked_for_whatever_accents_they_have() -> None:
    names = ["Zoé", "Émile", "bob", "Ömer", "Anna"]
    almanac = Almanac([ended(1, dict.fromkeys(names, 1))], Notebook())
    in_order = ["Anna", "bob", "Émile", "Ömer", "Zoé"]
    assert [line["name"] for line in almanac.to_json()["players"]] == in_order
    assert [line["name"] for line in almanac.player("Anna")["met"]] == in_order[1:]


def test_two_players_against_each_other_are_told_from_the_first_one_s_side() -> None:
    matches = [ended(1, {"Ann": 1, "Bob": 2}), ended(2, {"Ann": 2, "Bob": 2, "Cy": 1}), ended(3, {"Bob": 1, "Cy": 2})]
    almanac = Almanac(matches, Notebook())
    pair = almanac.pair("ann", "BOB")
    assert (pair["matches"], pair["ahead"], pair["level"], pair["behind"]) == (2, 1, 1, 0)
    assert [match["id"] for match in pair["newest"]] == [2, 1]
    assert (pair["one"], pair["other"]) == ("Ann", "Bob")
    of_second = [(each["name"], each["place"], each["score"]) for each in pair["newest"][0]["players"]]
    assert of_second == [("Cy", 1, 1), ("Ann", 2, 2), ("Bob", 2, 2)], "in the order in which they came in"
    with pytest.raises(BadInput, match="the same player"):
        almanac.pair("Ann", "ann")
    with pytest.raises(BadInput, match="nobody has played here as Zed"):
        almanac.pair("Ann", "Zed")


def test_of_many_matches_the_newest_are_told_the_last_one_first() -> None:
    matches = [ended(number, {"Ann": 1, "Bob": 2}, day=f"2026-03-{number:02}") for number in range(1, NEWEST + 3)]
    almanac = Almanac(matches, Notebook())
    newest = [match.id for match in reversed(matches[2:])]
    assert [match["id"] for match in almanac.player("Ann")["newest"]] == newest
    assert [match["id"] for match in almanac.pair("Ann", "Bob")["newest"]] == newest
    line = almanac.players()[0]
    assert (line["first"], line["last"]) == ("2026-03-01", matches[-1].day)


def test_a_spreadsheet_has_what_each_player_made_of_each_match() -> None:
    words = (MadeWord("Ann", "zoo"), MadeWord("Bob", "tent"), MadeWord("Ann", "stone"))
    over = replace(ended(1, {"Ann": 1, "Bob": 2, "Table": 2, "ann": 4}), words=words)
    goes_on = replace(ended(2, {"Anna": 7}), places={})
    against = replace(ended(3, {"Ann": 1, "Anna": 2}), of_table=frozenset({"Anna"}))
    notebook = Notebook().with_same(["Ännchen", "Ann", "Anna"])
    rows = csv.DictReader(io.StringIO(sheet(Almanac([over, goes_on, against], notebook))))
    assert [[row[key] for key in ("name", "player", "score", "place", "share", "words")] for row in rows] == [
        ["Ann", "Ännchen", "1", "1", "1.0", "zoo stone"],
        ["Bob", "Bob", "2", "2", "0.5", "tent"],
        ["Table", "Table", "2", "2", "0.5", ""],
        ["ann", "Ännchen", "4", "4", "0.0", ""],
        ["Anna", "Ännchen", "7", "", "", ""],
        ["Ann", "Ännchen", "1", "1", "", ""],
        ["Anna", "Anna", "2", "2", "", ""],
    ]


@given(past_matches(), NOTEBOOKS)
def test_what_is_exported_is_read_back_the_same(matches: list[PastMatch], notebook: Notebook) -> None:
    almanac = Almanac(matches, notebook)
    document = json.loads(json.dumps(almanac.to_json()))
    assert [PastMatch.from_json(each) for each in document["matches"]] == matches
    assert Notebook.from_json(document["notebook"]) == notebook
    header, *rows = csv.reader(io.StringIO(sheet(almanac)))
    assert tuple(header) == COLUMNS
    read = [(int(row[0]), row[4], int(row[6]), row[7]) for row in rows]
    assert read == [
        (match.id, name, score, str(match.places.get(name, "")))
        for match in matches
        for name, score in match.scores.items()
    ]


@pytest.mark.parametrize("name", ["=1+1", "＝1+1", "+1", "＋1", "-1", "－1", "@A1", "＠A1"])
def test_a_name_that_looks_like_a_formula_is_none_in_a_spreadsheet(name: str) -> None:
    rows = list(csv.reader(io.StringIO(sheet(Almanac([ended(1, {name: 1, "Bob": 2})], Notebook())))))
    assert rows[1][4] == f"'{name}"
