"""Disorder! at a test table: boards laid, challenged and conceded."""

from tests.rules.play import begin, event


def table(*said, players=("Ann", "Bob", "Cy"), **options):
    match = begin("disorder", players, **options)
    for one in said:
        match.apply(one)
    return match


def cards(match, letters):
    """The players place these cards in turn, each at the right end."""
    for letter in letters:
        match.apply(event("place", match.view().turn, card=letter))
        assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def challenged(letters, **options):
    """A board with a challenge on it: the last to place must name a word."""
    match = cards(table(**options), letters)
    match.apply(event("challenge", match.view().turn))
    return match


def conceded(match, letters):
    cards(match, letters)
    match.apply(event("concede", match.view().turn))
    return match
