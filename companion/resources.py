"""Where the files that ship with the program lie: in a checkout and in an installed package alike."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def shipped(*parts: str) -> Path:
    """Path of a file shipped inside the `companion` package, e.g. `shipped("decks", "letters.toml")`."""
    return PACKAGE.joinpath(*parts)


def wordlists() -> Path:
    """The folder of the shipped dictionaries: `wordlists/` of the checkout, or its copy inside the package."""
    inside = PACKAGE / "wordlists"
    return inside if inside.is_dir() else PACKAGE.parent / "wordlists"
