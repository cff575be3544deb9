"""One name means one thing: no class is defined twice, no type means two, no module is called as another.

The games' folders are alike: what is in the same module of several games (`events.py`, `state.py` …) means the same.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.games import rulebooks

ROOT = Path(__file__).parents[1]
GAMES = ("companion", "games")
EVERY_GAME = "<game>"

# What a game may say in a module of this name is described in a module of the same name, once for all games.
DESCRIBED = {
    "advice",
    "board",
    "calls",
    "comings",
    "dealing",
    "events",
    "guessing",
    "layout",
    "legal",
    "made",
    "missed",
    "names",
    "opponent",
    "primer",
    "prospects",
    "sections",
    "sentences",
    "together",
    "verdicts",
    "winning",
}
# A command is called as what it does or makes, and so is the module that does it.
COMMANDS = ("companion", "cli")
# The same thing of paper, printed in one room and seen in the other.
ON_PAPER = {"mat", "pips"}

Place = tuple[str, ...]


def place_of(path: Path) -> Place:
    """Where a module lies, as a path of names; each game's folder has the same name here."""
    parts = list(path.with_suffix("").parts)
    if parts[:2] == list(GAMES) and len(parts) > 3 and parts[2] in rulebooks():
        parts[2] = EVERY_GAME
    return tuple(parts[:-1] if parts[-1] == "__init__" else parts)


def modules(root: Path) -> Iterator[tuple[Place, Path]]:
    """The modules of the program under `root`."""
    for file in sorted((root / "companion").rglob("*.py")):
        yield place_of(file.relative_to(root)), file


def several(places: Iterable[tuple[str, Place]]) -> Mapping[str, list[Place]]:
    """The names that stand for more than one place."""
    found: dict[str, set[Place]] = defaultdict(set)
    for name, place in places:
        found[name].add(place)
    return {name: sorted(where) for name, where in found.items() if len(where) > 1}


def classes_twice(root: Path) -> Mapping[str, list[Place]]:
    """The public classes that more than one module defines."""
    return several(
        (each.name, place)
        for place, file in modules(root)
        for each in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(each, ast.ClassDef) and not each.name.startswith("_")
    )


def type_names(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The public names a module gives to types that are no class of its own, each with the type as it is written."""
    for each in body:
        if isinstance(each, ast.If):  # TYPE_CHECKING
            yield from type_names(each.body)
        elif isinstance(each, ast.Assign):
            names = [target.id for target in each.targets if isinstance(target, ast.Name)]
            yield from ((name, ast.unparse(each.value)) for name in names if name[0].isupper() and not name.isupper())


def is_described(place: Place) -> bool:
    """Whether it is a game's module that says what a module of the same name describes."""
    return place[-1] in DESCRIBED and place[:-1] == (*GAMES, EVERY_GAME)


def types_twice(root: Path) -> Mapping[str, set[str]]:
    """What else a name of a type means: a class elsewhere, or another type. A game's may be what is described."""
    named: dict[str, dict[Place, str]] = defaultdict(dict)
    for place, file in modules(root):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        for each in body:
            if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                named[each.name][place] = "class"
        for name, written in type_names(body):
            if not is_described(place):
                named[name][place] = written
    meanings = {name: set(where.values()) for name, where in named.items() if set(where.values()) != {"class"}}
    return {name: written for name, written in meanings.items() if len(written) > 1}


def across_the_wall(root: Path) -> Mapping[str, set[str]]:
    """Classes of the program and of `hardware` that are called alike, neither of them the other's description."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for room in ("companion", "hardware"):
        for file in sorted((root / room).rglob("*.py")):
            for each in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                    kind = "protocol" if "Protocol" in map(ast.unparse, each.bases) else "class"
                    found[each.name][room].append(f"{file.relative_to(root).as_posix()}: {kind}")
    both = {name: {at for places in rooms.values() for at in places} for name, rooms in found.items() if len(rooms) > 1}
    return {name: where for name, where in both.items() if not any(at.endswith("protocol") for at in where)}


def modules_twice(root: Path) -> Mapping[str, list[Place]]:
    """The modules called as others for none of the reasons above. A room may be called as its main module."""
    places = {place for place, _ in modules(root)}
    return several(
        (place[-1], place)
        for place in places
        if not (place[:2] == COMMANDS and len(place) > 2)
        if not is_described(place)
        if place[-1] not in ON_PAPER
        if place[-1:] != place[-2:-1]
    )


def test_no_class_is_defined_twice() -> None:
    assert classes_twice(ROOT) == {}


def test_no_type_has_two_meanings() -> None:
    assert types_twice(ROOT) == {}


def test_hardware_calls_alike_only_what_is_the_same() -> None:
    # A told sentence is the same on both sides of a wall through which neither imports the other.
    both = {"companion/sentences.py: class", "hardware/sentences.py: class"}
    assert across_the_wall(ROOT) == {"Told": both}


def test_no_module_is_called_as_another() -> None:
    assert modules_twice(ROOT) == {}


def test_what_is_called_alike_for_a_reason_is_so() -> None:
    stems = [place for place, _ in modules(ROOT)]
    for name in DESCRIBED:
        assert {(*GAMES, EVERY_GAME, name)} < {place for place in stems if place[-1] == name}, name
    for name in ON_PAPER:
        assert {place[1] for place in stems if place[-1] == name} >= {"print", "vision"}, name


def test_a_name_given_twice_is_found_and_one_of_several_games_is_none(tmp_path: Path) -> None:
    texts = {
        "companion/web/few.py": "Few = tuple[int, int]\nLine = str\nSame = list[int]\n",
        "companion/print/many.py": "if TYPE_CHECKING:\n    Few = tuple[str, str]\nSame = list[int]\n",
        "companion/web/line.py": "class Line:\n    pass\nclass _Own:\n    pass\n",
        "companion/print/line.py": "class Line:\n    pass\nclass _Own:\n    pass\n",
        "companion/games/typo/events.py": "class Draw:\n    pass\n",
        "companion/games/villains/events.py": "class Draw:\n    pass\n",
        "companion/games/events.py": "class Kept:\n    pass\n",
        "companion/cli/line.py": "",
        "companion/line/line.py": "class Kept:\n    pass\n",
    }
    texts["hardware/panel.py"] = "class Line:\n    pass\nclass Kept(Protocol):\n    pass\n"
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    in_print, in_web = ("companion", "print", "line"), ("companion", "web", "line")
    kept = [(*GAMES, "events"), ("companion", "line", "line")]
    assert classes_twice(tmp_path) == {"Line": [in_print, in_web], "Kept": kept}
    assert types_twice(tmp_path) == {"Few": {"tuple[int, int]", "tuple[str, str]"}, "Line": {"class", "str"}}
    assert across_the_wall(tmp_path).keys() == {"Line"}
    assert modules_twice(tmp_path) == {"line": [in_print, in_web]}
