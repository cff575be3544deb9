"""`tableside deck print` and `tableside mat`: a PDF file on the disk, or one clear sentence."""

from pathlib import Path

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    "command",
    [
        ["deck", "print", "typo"],
        ["deck", "print", "disorder", "--paper", "letter", "--no-backs"],
        ["deck", "print", "ranks", "--one-of-each"],
        ["mat"],
        ["mat", "--kind", "corners", "--paper", "letter"],
    ],
)
def test_a_pdf_is_written_and_how_to_print_it_is_said(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pdf"
    assert main([*command, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "100 %" in capsys.readouterr().out


def test_signs_that_the_fonts_lack_are_named_where_a_deck_is_checked_and_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, out = tmp_path / "mine.toml", str(tmp_path / "out.pdf")
    card = '[[cards]]\nkind = "word"\nlabel = "{}"\n'
    head = 'name = "mine"\ntitle = "Łódź, Ωδή, Нева"\nreads = "words"\nback = "REBUS"\n'
    for labels, said in (
        (["ZOË"], ""),
        (["שלום", "猫 猫", "a\u200db"], "the fonts that ship lack: ש ל ו ם 猫 \\u200d\n"),
    ):
        deck.write_text(head + "".join(map(card.format, labels)), "utf-8")
        for command in (["check", str(deck)], ["print", str(deck), "--out", out]):
            assert main(["deck", *command]) == 0
            printed = capsys.readouterr().out
            assert printed.endswith(said)
            assert printed.count("\n") == 1 + bool(said)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["deck", "print", "nonsense"], "there is no deck “nonsense”"),
        (["deck", "print", "words"], "the deck words has no cards to print"),
        (["deck", "print", "missing.toml"], "cannot read the deck file missing.toml"),
    ],
)
def test_what_cannot_be_printed_is_said(
    command: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pdf"
    assert main([*command, "--out", str(out)]) == 2
    assert sentence in capsys.readouterr().err
    assert not out.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "nowhere" / "mat.pdf"
    assert main(["mat", "--out", str(out)]) == 2
    assert f"cannot write {out}: No such file or directory" in capsys.readouterr().err
