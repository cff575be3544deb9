"""Host and Origin read strictly: what is malformed is refused, what is not surely ours is nobody's."""

import json
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.requests import Request

from companion.language import messages
from companion.web.headers import HEADERS
from companion.web.origins import LOCAL_NAMES, Authority, is_by_public_name, is_from_here
from tests.web.tables import LiveTable
from tests.web.talking import answered


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:8080", "127.0.0.1", 8080),
        ("LocalHost", "localhost", None),
        ("tableside.local:80", "tableside.local", 80),
        ("[::1]:8080", "::1", 8080),
        ("[2001:DB8:0::7]", "2001:db8::7", None),
        ("my_pi", "my_pi", None),
        ("my_pi:65535", "my_pi", 65535),
    ],
)
def test_a_host_is_taken_apart(text: str, host: str, port: int | None) -> None:
    assert Authority.parsed(text) == Authority(host, port)


MALFORMED = [
    "", " ", ".", "-", "a" * 254, "ﬂocalhost", "１２７.0.0.1", "127.0.0.1:８０",
    "[", "]", "[]", "[::1", "::1", "[::1]]", "[::1]8080", "[127.0.0.1]", "[::ffff:127.0.0.1]", "[fe80::1%eth0]",
    "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:999999", "127.0.0.1:-1", "127.0.0.1:8:1",
    "evil@127.0.0.1", "127.0.0.1/evil", "127.0.0.1?x", "127.0.0.1#x", "127.0.0.1\\evil", "127.0.0.1 evil", "a,evil",
    "127.0.0.1%00", "127.0.0.1\x00", "127.0.0.1\n", "127.0.0.1\t",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_no_host_is_none(text: str) -> None:
    assert Authority.parsed(text) is None


@given(st.text(max_size=20) | st.from_regex(r"[\[\]a-z0-9:.@%/\\-]{1,30}") | st.from_regex(r"\[[0-9a-f:.]+\](:\d+)?"))
@example("[::1]:1")
def test_whatever_is_taken_for_a_host_is_one_to_the_library_too(text: str) -> None:
    authority = Authority.parsed(text)
    if authority is not None:
        library = urlsplit(f"http://{text}/")
        assert library.port == authority.port
        if ":" not in authority.host:
            assert library.hostname == authority.host
        assert (library.username, library.path) == (None, "/")


def request(host: str | None, client: str = "127.0.0.1", server: str = "127.0.0.1", **headers: str) -> Request:
    named = ({} if host is None else {"host": host}) | {name.replace("_", "-"): text for name, text in headers.items()}
    raw = [(name.encode(), text.encode("latin-1")) for name, text in named.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"\xff", "headers": raw, "scheme": "http"}
    return Request({**scope, "client": (client, 5000), "server": (server, 8080)})


@pytest.mark.parametrize(
    ("client", "server", "host", "here"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "127.0.0.1", "LOCALHOST:1", True),
        ("::1", "::1", "[::1]:8080", True),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", "localhost:8080", True),  # IPv4 to a table that listens on ::
        ("192.0.2.7", "192.0.2.7", "192.0.2.7:8080", True),  # this machine, by its address on the network
        ("192.0.2.9", "192.0.2.7", "192.0.2.7:8080", False),
        ("192.0.2.9", "192.0.2.7", "127.0.0.1:8080", False),
        ("192.0.2.7", "192.0.2.7", "evil.example", False),
        ("127.0.0.1", "127.0.0.1", "evil.example:8080", False),  # a foreign name made to point here
        ("127.0.0.1", "127.0.0.1", "localhost.evil.example", False),
        ("127.0.0.1", "127.0.0.1", "localhost.", False),
        ("127.0.0.1", "127.0.0.1", "127.1", False),
        ("somewhere", "127.0.0.1", "127.0.0.1", False),
    ],
)
def test_only_a_browser_on_this_machine_that_asked_by_our_name_is_here(
    client: str, server: str, host: str, here: bool
) -> None:
    assert is_from_here(request(host, client, server)) is here


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("192.0.2.7:8080", False),
        ("[2001:db8::7]:8080", False),
        ("localhost:8080", False),
        ("tableside", False),
        ("Tableside.LOCAL:80", False),
        ("tableside.home.arpa", False),
        ("tableside.lan", False),
        ("evil.example:8080", True),
        ("local.evil.example", True),
        ("192.0.2.7.evil.example", True),
        ("evil.example.", True),
        ("tableside.local.", True),  # it is nobody's, and no harm is done by taking it for somebody's
    ],
)
def test_a_name_that_anybody_can_register_is_public(host: str, public: bool) -> None:
    assert is_by_public_name(request(host)) is public


@pytest.mark.parametrize("header", ["forwarded", "via", "x_forwarded_for", "x_forwarded_host", "x_real_ip"])
def test_what_a_proxy_hands_on_is_not_from_here(header: str) -> None:
    assert not is_from_here(request("127.0.0.1", **{header: "127.0.0.1"}))


# ---------------------------------------------------------------------- through the server


def who(
    table: LiveTable, *headers: bytes, version: bytes = b"1.1", path: bytes = b"/api/who"
) -> tuple[int, dict[str, str], bytes]:
    lines = [b"GET " + path + b" HTTP/" + version, *headers, b"Connection: close", b"", b""]
    return answered(table, b"\r\n".join(lines))


@pytest.mark.parametrize(
    "host", [b"", b"[", b"127.0.0.1:x", b"evil@127.0.0.1", b"127.0.0.1, evil", b"\xff", b"127.0.0.1:99999", b"[::1%lo]"]
)
def test_a_malformed_host_is_refused_and_nobody_becomes_host_by_it(table: LiveTable, host: bytes) -> None:
    status, headers, body = who(table, b"Host: " + host)
    assert status == 400
    assert json.loads(body)["said"]["text"] in messages("de")
    assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
    handed_on = who(table, b"Host: " + host, b"Via: 1.1 proxy", path=b"/static/js/dom.js")
    assert handed_on[0] == 400, "whatever is asked for, and by whom"


def test_a_request_without_a_host_is_refused(table: LiveTable) -> None:
    assert who(table)[0] == 400
    status, _, body = who(table, version=b"1.0")
    assert status == 400
    assert "Host header" in json.loads(body)["error"]


def test_two_hosts_are_none(table: LiveTable) -> None:
    assert who(table, b"Host: 127.0.0.1", b"Host: evil.example")[0] == 400


@pytest.mark.parametrize("name", sorted(LOCAL_NAMES))
def test_the_machines_own_browser_is_the_host_of_a_simulated_table(table: LiveTable, name: str) -> None:
    host = f"[{name}]" if ":" in name else name
    assert json.loads(who(table, f"Host: {host}:{table.server.port}".encode())[2])["host"]
    assert not json.loads(who(table, b"Host: evil.example")[2])["host"]
