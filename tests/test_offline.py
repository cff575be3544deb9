"""With no network at all: no page names another machine, and a table starts, plays and answers where no name can be
looked up and nobody but the machine itself can be reached."""

import errno
import ipaddress
import json
import re
import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.app import App, Setup
from companion.web.headers import POLICY

WEB = Path(__file__).parents[1] / "companion" / "web"
PAGES = sorted(path for path in WEB.rglob("*") if path.suffix in (".html", ".js", ".css", ".svg", ".webmanifest"))
NAMESPACES = "http://www.w3.org/"  # names of vocabularies, which nobody fetches


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_script_or_style_names_another_machine(path: Path) -> None:
    named = re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z][^\s\"')]*", path.read_text("utf-8"))
    assert [address for address in named if not address.startswith(NAMESPACES)] == []


def test_browsers_are_told_to_ask_nobody_else() -> None:
    assert POLICY["default-src"] in ("'self'", "'none'")
    assert not [rule for rule in POLICY.values() if "http" in rule or "*" in rule]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a network: only its own addresses can be reached, no name is known."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def only_here(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and not ipaddress.ip_address(address[0]).is_loopback:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        connect(self, address)

    def no_names(host: str | None, *args: Any, **kwargs: Any) -> list[Any]:
        try:
            ipaddress.ip_address(host or "127.0.0.1")
        except ValueError:
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution") from None
        return look_up(host, *args, **kwargs)

    monkeypatch.setattr(socket.socket, "connect", only_here)
    monkeypatch.setattr(socket, "getaddrinfo", no_names)
    monkeypatch.setattr("companion.machine.address.own_addresses", lambda: ["127.0.0.1"])


@pytest.mark.usefixtures("alone")
def test_a_table_plays_where_there_is_no_network(tmp_path: Path) -> None:
    with App(Setup(tmp_path, host="0.0.0.0", port=0, camera="none")) as app:
        assert app.address.startswith("http://127.0.0.1:")
        setup = {"game": "disorder", "players": ["Ann", "Ben"], "options": {"lexicon": {"words": ["zoo"]}}}
        app.submit(lambda referee: referee.begin(setup)).result(60)
        with urllib.request.urlopen(f"{app.address}/api/view", timeout=60) as answer:
            assert json.load(answer)["table"]["match"]["game"] == "disorder"
