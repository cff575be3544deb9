"""How the rules' tests play: events in one line each, a match with an inline lexicon, rulings by what they say."""

from collections.abc import Sequence
from typing import Any, NoReturn, cast

from companion.games.core import Words
from companion.referee.match import Match

_WORDS = """
zoo zoom zookeeper lice license licorice cat cats cater caterer catches scat act actor factory factories art star start
ten tent rent era erase real realize tension naive noon event never ever even tureen venture yell well yowl yellow lowly
argue gear germ gram rummage fourth court forth fort tour plan plane planet planets late lane lean strasse romeo rome
"""
WORDS = tuple(_WORDS.split())
NAMES = ("amsterdam", "anna", "rome", "bob")


class NoWords:
    """A dictionary nobody asks."""

    def is_word(self, word: str, /) -> bool:
        raise AssertionError(word)

    def is_name(self, word: str, /) -> bool:
        raise AssertionError(word)


def no_words(_name: str) -> Words:
    """A loader for matches that ask no dictionary; solvers see by what it lacks that there is nothing to search."""
    return cast("Words", NoWords())


def no_lexicon(name: str) -> NoReturn:
    """A loader for matches that bring their own words."""
    raise AssertionError(f"the match asked for the dictionary {name}")


def event(name: str, player: str | None = None, **fields: Any) -> dict[str, Any]:
    """One event; a field called `with_` is `with`."""
    said = {"event": name} | ({} if player is None else {"player": player})
    return said | {key.removesuffix("_"): value for key, value in fields.items()}


def begin(
    game: str,
    players: Sequence[str] = ("Ann", "Bob", "Cy"),
    *,
    words: Sequence[str] = WORDS,
    names: Sequence[str] = NAMES,
    **options: Any,
) -> Match:
    """A match that has not begun to be played."""
    document = {
        "game": game,
        "players": list(players),
        "options": {"lexicon": {"words": list(words), "names": list(names)}, **options},
    }
    return Match.begin(document, no_lexicon)


def verdicts(match: Match) -> list[str]:
    """All verdicts so far."""
    return [ruling.verdict for ruling in match.rulings]


def last(match: Match) -> dict[str, Any]:
    """The newest entry as the transcript's answer has it."""
    return match.record[-1].to_json()


def cited(match: Match) -> tuple[str, str]:
    """The newest verdict and the clause it cites."""
    entry = last(match)
    return entry["verdict"], entry["clause"]


def expect(match: Match, line: str, event: dict[str, Any], expected: str) -> dict[str, Any]:
    """Hand in the event of a script's line and see it ruled as the line says: verdict, clause, changes of scores.

    Returns the ruling as the transcript's answer has it.
    """
    match.apply(event)
    answer = last(match)
    got = f"{answer['verdict']} {answer['clause']}"
    got += "".join(f" {player}{change:+}" for player, change in answer["changes"].items())
    assert got == expected, f"{line}\n… but it was: {got} ({answer['reason']})"
    assert answer["reason"].endswith("."), answer["reason"]
    return answer
