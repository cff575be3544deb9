"""The page of results: every step stands on it as it went, also when the run ends early or goes on another day."""

from pathlib import Path

from tests.box.page import NAME, Page


def text(folder: Path) -> str:
    return (folder / NAME).read_text(encoding="utf-8")


def test_a_step_says_how_it_went_and_shows_its_pictures(tmp_path: Path) -> None:
    page = Page(tmp_path, "abc")
    with page.step("Power on") as step:
        step.say("the table answers")
        page.picture(step, "kiosk.png")
    assert "## Power on: well" in text(tmp_path)
    assert "Of abc, " in text(tmp_path)
    assert "- the table answers\n" in text(tmp_path)
    assert "![Power on](kiosk.png)" in text(tmp_path)
    assert page.failed == []


def test_what_a_step_raises_is_written_down_and_the_next_one_goes_on(tmp_path: Path) -> None:
    page = Page(tmp_path, "abc")
    with page.step("The OLED"):
        (tmp_path / "no such thing").read_bytes()
    with page.step("Buttons"):
        pass
    assert page.failed == ["The OLED"]
    assert "## The OLED: FAILED" in text(tmp_path)
    assert "FileNotFoundError: " in text(tmp_path)
    assert "## Buttons: well" in text(tmp_path)


def test_a_run_cut_off_in_a_step_leaves_a_page_that_says_so(tmp_path: Path) -> None:
    page = Page(tmp_path, "abc")
    with page.step("Update"):
        assert "## Update: not finished" in text(tmp_path)


def test_a_step_run_again_stands_in_its_old_place_and_the_others_stay(tmp_path: Path) -> None:
    first = Page(tmp_path, "old")
    for title in ("Install", "Update", "Cuts"):
        with first.step(title) as step:
            step.say(f"{title} then")
    again = Page.kept(tmp_path, "new")
    with again.step("Update") as step:
        step.say("another one")
    assert [(step.title, step.version) for step in again.steps] == [
        ("Install", "old"),
        ("Update", "new"),
        ("Cuts", "old"),
    ]
    assert "Update then" not in text(tmp_path)
    assert "- another one" in text(tmp_path)


def test_a_long_sentence_stays_one_point_of_the_list(tmp_path: Path) -> None:
    page = Page(tmp_path, "abc")
    with page.step("Doctor") as step:
        step.say("two\nlines " + "x" * 1000)
    assert "\n- two lines x" in text(tmp_path)
    assert "x" * 501 not in text(tmp_path)
