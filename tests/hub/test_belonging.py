"""Which hub a table belongs to: nobody's unless somebody says so, on the command line or in its file."""

import os
from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.hub.belonging import membership
from companion.hub.broker_address import BrokerAddress, broker_address


def test_a_table_tells_nobody_unless_told_to(tmp_path: Path) -> None:
    assert membership(tmp_path) is None
    (tmp_path / "hub.toml").write_text('allow = ["pause"]\n')
    assert membership(tmp_path) is None


def test_what_is_said_goes_before_what_the_file_says(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text('url = "mqtts://t1:p%40ss@hub.local"\nallow = ["pause"]\n')
    kept = membership(tmp_path)
    assert kept is not None
    assert (kept.broker, kept.allow) == (BrokerAddress("hub.local", 8883, True, "t1", "p@ss"), frozenset({"pause"}))
    assert membership(tmp_path, "no") is None
    said = membership(tmp_path, "mqtt://127.0.0.1:2000", allow=["challenge"])
    assert said is not None
    assert (said.broker, said.allow) == (BrokerAddress("127.0.0.1", 2000, False), frozenset({"challenge"}))


def test_what_is_said_of_a_hub_that_nobody_names_is_refused(tmp_path: Path) -> None:
    for said in ({"allow": ["pause"]}, {"authority": tmp_path / "nobody.pem"}):
        with pytest.raises(BadInput, match="there is no hub for"):
            membership(tmp_path, **said)
        assert membership(tmp_path, "no", **said) is None, "quiet for once, however it is started"


@pytest.mark.parametrize(
    "url", ["hub.local", "http://hub.local", "mqtts://", "mqtts://hub:99999", "mqtts://a:hidden@hub/x", "mqtts://[::1"]
)
def test_what_is_no_address_is_refused_and_its_password_not_repeated(url: str) -> None:
    with pytest.raises(BadInput, match=r"must be mqtts://") as refused:
        broker_address(url)
    assert "hidden" not in str(refused.value)


def test_an_address_is_shown_without_its_password() -> None:
    broker = broker_address("mqtts://me:secret@[::1]:1234")
    assert str(broker) == "mqtts://[::1]:1234"
    assert "secret" not in repr(broker)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("url = 1", "“url”"),
        ('allow = "pause"', "“allow”"),
        ('url = "mqtt://h"\nallow = ["explode"]', "'explode'"),
        ('url = "mqtt://h"\nallow = [1]', "1 cannot"),
        ("url = ", "TOML"),
        ('url = "mqtts://h"\nauthority = "none.pem"', "certificate"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / "hub.toml").write_text(text)
    with pytest.raises(BadInput, match=word):
        membership(tmp_path)


def test_an_authority_that_is_none_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    (tmp_path / "own.pem").write_text("no certificate")
    with pytest.raises(BadInput, match="certificate"):
        broker_address("mqtts://h", tmp_path / "own.pem").context()


def test_a_pipe_or_a_device_is_no_authority(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pem")
    for path in (tmp_path / "pipe.pem", Path("/dev/zero")):
        with pytest.raises(BadInput, match=f"{path} is no ordinary file"):
            broker_address("mqtts://h", path)
