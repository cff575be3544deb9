"""Save transcripts with what the referee says to them today: `python tests/matches/save.py FILE…`.

A file is a transcript, or a match saved before (`{"document", "result"}`), whose result is made anew. Look at the
difference before committing it: a digest may change only because what a state consists of was changed on purpose.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.referee.match import judge


def save(path: Path) -> None:
    """Write the file anew with the result of judging its transcript."""
    saved = json.loads(path.read_text("utf-8"))
    document = saved.get("document", saved)
    text = json.dumps({"document": document, "result": judge(document)}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        save(Path(name))
