"""Ctrl-C, at whatever a command just does: it ends without a word."""

import pytest

from companion.cli import main

PARTS = ["importlib.import_module", "companion.cli.find.add_arguments", "companion.cli.find.run"]


@pytest.mark.parametrize("at", PARTS)
def test_a_command_that_is_broken_off_says_nothing(
    at: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(at, broken_off)
    assert main(["find", "ZO?K"]) == 130
    assert capsys.readouterr() == ("", "")
