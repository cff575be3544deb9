"""A case as a document and back, and what is no case any more."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cases.case import Case, CaseEyes, case_id
from companion.errors import BadInput
from companion.vision.sighting import Alternative, Sighting, Table

points = st.tuples(*[st.integers(-50_000, 50_000).map(lambda tenths: tenths / 10)] * 2)
chances = st.integers(0, 10_000).map(lambda parts: parts / 10_000)
texts = st.text(max_size=20)
sightings = st.builds(
    Sighting,
    texts,
    texts,
    st.tuples(points, points, points, points),
    chances,
    st.booleans(),
    st.lists(st.builds(Alternative, texts, chances), max_size=3).map(tuple),
    st.none() | st.integers(0, 99),
    st.none() | texts,
    st.none() | texts,
    st.none() | st.booleans(),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    seen = tuple(draw(st.lists(sightings, max_size=2)))
    rows = draw(st.lists(st.lists(st.integers(0, len(seen) - 1), max_size=3).map(tuple), max_size=2)) if seen else []
    return Table(seen, tuple(rows), draw(st.sampled_from([None, "ours", "another"])))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    table = draw(tables())
    card = draw(st.none() | st.integers(0, len(table.sightings) - 1)) if table.sightings else None
    eyes = CaseEyes(draw(texts), draw(st.integers(0, 9)), draw(st.sampled_from(["pi", "drawn"])))
    return Case("match1-7-2", draw(texts), draw(texts), eyes, table, card, draw(texts))


@settings(max_examples=25)
@given(cases())
def test_a_case_comes_back_as_it_was_kept(case: Case) -> None:
    document = json.loads(json.dumps(case.to_json()))
    assert Case.from_json(case.id, document, "it") == case


@settings(max_examples=50)
@given(cases(), st.data())
def test_whatever_is_altered_is_still_a_case_or_said(case: Case, data: st.DataObject) -> None:
    document = json.loads(json.dumps(case.to_json()))
    place: Any = document
    keys: list[Any] = []
    while isinstance(place, dict | list) and place:
        keys.append(data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place)))))
        parent, place = place, place[keys[-1]]
        if data.draw(st.booleans()):
            break
    others: list[Any] = [None, True, -1, 10**9, 1e300, "x" * 101, [], {}, [[1, 2]] * 4, [[True] * 2] * 4]
    parent[keys[-1]] = data.draw(st.sampled_from(others))
    assert problem(case, document) in ("", "the case")


def problem(case: Case, document: Any) -> str:
    """What a document that is no case is said to be, as far as its first words; empty for one that is a case."""
    try:
        again = Case.from_json(case.id, document, "the case")
    except BadInput as error:
        return str(error)[: len("the case")]
    assert again.sighting is None or again.sighting in again.table.sightings
    return ""


def test_what_was_read_is_said_with_its_doubt() -> None:
    seen = Sighting("letter", "R", ((0, 0), (1, 0), (1, 1), (0, 1)), 0.5, accepted=False, rank="Q")
    case = Case("match1-7-0", "", "", CaseEyes("wordcard", 1, "usb"), Table((seen,), ((0,),)), 0, "Q/P")
    assert (case.read, case.eyes.is_drawn) == ("Q/R (?)", False)


@pytest.mark.parametrize(("card", "name"), [(None, "match2-77-unseen"), (3, "match2-77-3")])
def test_a_case_is_called_after_its_frame_and_card(card: int | None, name: str) -> None:
    assert case_id("match2-77.jpg", card) == name
