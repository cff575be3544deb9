"""docs/transcripts.md tells the truth: its transcript gets the answer it shows."""

import json
import re
from pathlib import Path

from companion.referee.match import judge
from tests.rules.play import no_lexicon

PAGE = Path(__file__).parents[2] / "docs" / "transcripts.md"


def test_the_example_gets_the_answer_it_shows() -> None:
    transcript, ruling, rest = map(json.loads, re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    answer = judge(transcript, no_lexicon)
    assert len(answer["rulings"]) == 6
    assert answer["rulings"][-1] == ruling
    assert {key: answer[key] for key in rest} == rest
    assert set(answer) == {"game", "rulings", "digest", *rest}
