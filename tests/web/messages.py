"""The messages of pages, OLED and dialogs, taken from their sources, and the clauses: what a catalogue must have."""

from pathlib import Path

from babel.messages.extract import extract_from_dir

from companion.rules import rulebooks

COMPANION = Path(__file__).parents[2] / "companion"
WEB = COMPANION / "web"
DISPLAY = COMPANION / "display"
DIALOG = COMPANION / "dialog"
METHODS = [("static/js/**.js", "javascript"), ("templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}}
KEYWORDS = {"t": None, "_": None}
DISPLAY_METHODS = [("**.py", "python")]
RULES = COMPANION / "rules"
SPOKEN = ("disorder", "typo", "villains", "anagrascramble", "wordcard")
ENDS = frozenset({"", ".", "out"})  # of sentences put together where they are told
MATCH_METHODS = [("match.py", "python"), ("referee.py", "python")]
RULES_KEYWORDS = {"told": None, "message": None, "refused": (3,), "accepted": (3,)}
CAMERA_METHODS = [("moves/**.py", "python"), ("seeing.py", "python")]
DISPLAY_KEYWORDS = {"translate": None, "message": None}


def messages() -> dict[str, list[str]]:
    """Each message with the places it stands in."""
    found: dict[str, list[str]] = {
        clause.text: [f"clause {clause.number}"] for book in rulebooks().values() for clause in book.clauses.values()
    }
    of_pages = extract_from_dir(WEB, METHODS, OPTIONS, KEYWORDS)
    of_oled = extract_from_dir(DISPLAY, DISPLAY_METHODS, {}, DISPLAY_KEYWORDS)
    of_dialog = extract_from_dir(DIALOG, DISPLAY_METHODS, {}, DISPLAY_KEYWORDS)
    of_camera = extract_from_dir(COMPANION, CAMERA_METHODS, {}, {"told": None})
    of_rules = [
        found
        for game in (*(f"{name}/**.py" for name in SPOKEN), "core.py")
        for found in extract_from_dir(RULES, [(game, "python")], {}, RULES_KEYWORDS)
        if found[2] not in ENDS
    ]
    of_matches = extract_from_dir(COMPANION, MATCH_METHODS, {}, RULES_KEYWORDS)
    for file, line, message, _comments, _context in (
        *of_pages,
        *of_oled,
        *of_dialog,
        *of_camera,
        *of_rules,
        *of_matches,
    ):
        found.setdefault(message if isinstance(message, str) else message[0], []).append(f"{file}:{line}")
    return found
