"""What phones send when they ask whether a Wi-Fi leads to the internet, and what they get in the table's own."""

import http.client
import io
import ipaddress
import platform
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.machine import portal
from companion.machine.portal import (
    COME_IN,
    MOST_AT_ONCE,
    MOST_OF_ONE_PHONE,
    MOST_PHONES,
    PATIENCE_S,
    PROBES,
    SUCCESS,
    WELCOMES_S,
    InTime,
    PhoneLines,
    Portal,
    PortalServer,
    dnsmasq,
    main,
)
from tests.programs import program

DNSMASQ = program("dnsmasq")

# As systemd does it: the socket is passed, and with RestrictAddressFamilies=none the kernel refuses to make another.
PASSING = """
import ctypes, errno, os, socket, struct, sys

SOCKET = {"x86_64": 41, "aarch64": 198}[os.uname().machine]  # the number of socket(2)
FILTER = b"".join(struct.pack("HBBI", *step) for step in [
    (0x20, 0, 0, 0),  # the number of the call
    (0x15, 0, 1, SOCKET),
    (0x06, 0, 0, 0x00050000 | errno.EAFNOSUPPORT),
    (0x06, 0, 0, 0x7FFF0000),  # any other is allowed
])
kept = ctypes.create_string_buffer(FILTER)
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
assert libc.prctl(22, 2, struct.pack("HP", len(FILTER) // 8, ctypes.addressof(kept)), 0, 0) == 0  # PR_SET_SECCOMP
try:
    socket.socket()
except OSError as error:
    assert error.errno == errno.EAFNOSUPPORT
else:
    sys.exit("sockets can still be made")
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.argv[2], sys.argv[2:])
"""
UNIT = Path(__file__).parents[2] / "systemd" / "tableside-portal.service"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.32 Safari/537.36"
# As each of them sends it, and the status and body it knows.
REQUESTS = {
    "iOS": (
        (
            "GET /hotspot-detect.html HTTP/1.0",
            "Host: captive.apple.com",
            "Connection: close",
            "User-Agent: CaptiveNetworkSupport-480 wispr",
        ),
        200,
        SUCCESS,
    ),
    "Android": (
        (
            "GET /generate_204 HTTP/1.1",
            f"User-Agent: {CHROME}",
            "Host: connectivitycheck.gstatic.com",
            "Connection: close",
            "Accept-Encoding: gzip",
        ),
        204,
        "",
    ),
    "Windows": (
        (
            "GET /connecttest.txt HTTP/1.1",
            "Connection: Close",
            "User-Agent: Microsoft NCSI",
            "Host: www.msftconnecttest.com",
        ),
        200,
        "Microsoft Connect Test",
    ),
    "GNOME": (
        (
            "GET /check_network_status.txt HTTP/1.1",
            "Host: nmcheck.gnome.org",
            "User-Agent: NetworkManager/1.42.4",
            "Accept: */*",
            "Connection: close",
        ),
        200,
        "NetworkManager is online\n",
    ),
}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def server(clock: FakeClock) -> Iterator[PortalServer]:
    listening = socket.create_server(("127.0.0.1", 0))
    with PortalServer(listening, Portal(lambda: clock.now_ms() / 1000)) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def sent(server: PortalServer, lines: Sequence[str]) -> tuple[int, http.client.HTTPMessage, bytes]:
    """What comes back for a request of these lines."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.headers, answer.read()


def visited(server: PortalServer, agent: str, path: str = COME_IN) -> str:
    """Where a browser is sent on."""
    status, headers, _ = sent(server, [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"User-Agent: {agent}"])
    assert status == 302
    return headers["Location"]


@pytest.mark.parametrize("maker", REQUESTS)
def test_a_phone_is_sent_to_the_table_once_and_then_gets_the_answer_it_knows(server: PortalServer, maker: str) -> None:
    request, status, body = REQUESTS[maker]
    assert sent(server, request)[0] == 302
    assert sent(server, request)[1]["Location"] == f"http://127.0.0.1{COME_IN}", "its sheet is not open yet"
    assert visited(server, SAFARI) == "http://127.0.0.1:8080/play"
    got, headers, said = sent(server, request)
    assert (got, said.decode()) == (status, body)
    assert headers["Content-Length"] == str(len(body))
    if maker == "GNOME":
        assert headers["X-NetworkManager-Status"] == "online"


def test_what_asks_by_itself_opens_no_sheet_by_following_to_the_table(server: PortalServer) -> None:
    request, *_ = REQUESTS["iOS"]
    visited(server, "CaptiveNetworkSupport-480 wispr")
    assert sent(server, request)[0] == 302


def test_a_phone_that_shows_no_sheet_gets_its_answer_in_time_to_stay(server: PortalServer, clock: FakeClock) -> None:
    request, status, _ = REQUESTS["Android"]
    assert sent(server, request)[0] == 302
    clock.advance(WELCOMES_S * 1000)
    assert sent(server, request)[0] == status


def test_everything_else_leads_to_the_table_and_nothing_but_looking_is_done(server: PortalServer) -> None:
    assert visited(server, SAFARI, "/") == "http://127.0.0.1:8080/play"
    assert sent(server, ["POST / HTTP/1.1", "Host: captive.apple.com", "Content-Length: 0"])[0] == 501
    assert sent(server, [f"GET /{'x' * 600} HTTP/1.1", "Host: x"])[0] == 414
    status, headers, body = sent(server, ["HEAD /hotspot-detect.html HTTP/1.1", "Host: captive.apple.com"])
    assert (status, headers["Content-Length"], body) == (302, "0", b"")


@given(st.lists(st.tuples(st.integers(0, 700), st.text(), st.text(), st.text()), max_size=60))
def test_whatever_is_asked_it_leads_to_the_table_only(asked: list[tuple[int, str, str, str]]) -> None:
    asking = Portal(lambda: 0.0)
    for phone, host, path, agent in asked:
        status, headers, _ = asking.answer("10.42.0.1", str(phone), host, path, agent)
        assert (status, dict(headers)) == (302, {"Location": "http://10.42.0.1:8080/play"})


def test_no_more_phones_are_remembered_than_a_night_has() -> None:
    asking = Portal(lambda: 0.0)
    ask = ("captive.apple.com", "/", SAFARI)
    asking.answer("10.42.0.1", "first", "10.42.0.1", COME_IN, SAFARI)
    assert asking.answer("10.42.0.1", "first", *ask).status == 200
    for phone in range(MOST_PHONES):
        asking.answer("10.42.0.1", str(phone), *ask)
    assert asking.answer("10.42.0.1", "first", *ask).status == 302


@given(st.lists(st.floats(0.01, 2 * PATIENCE_S), max_size=20))
def test_a_request_that_drips_in_is_read_for_so_long_and_no_longer(gaps_s: list[float]) -> None:
    now_s = 0.0
    phone, ours = socket.socketpair()
    with phone, ours, io.BufferedReader(InTime(ours, lambda: now_s)) as coming:
        for gap_s in gaps_s:
            phone.sendall(b"G")
            if now_s < PATIENCE_S:
                assert coming.read(1) == b"G"
            else:
                with pytest.raises(TimeoutError):
                    coming.read(1)
            now_s += gap_s


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=300))
def test_no_phone_has_more_lines_than_its_share_and_all_together_no_more_than_there_are(
    happened: list[tuple[bool, int]],
) -> None:
    lines, busy = PhoneLines(), Counter[int]()
    for comes, phone in happened:
        if comes:
            is_free = busy.total() < MOST_AT_ONCE and busy[phone] < MOST_OF_ONE_PHONE
            assert lines.take(str(phone)) == is_free
            busy[phone] += is_free
        elif busy[phone]:
            lines.leave(str(phone))
            busy[phone] -= 1


def test_a_phone_that_holds_its_lines_keeps_no_other_out(server: PortalServer) -> None:
    request, *_ = REQUESTS["iOS"]

    def connected() -> socket.socket:
        where = ("127.0.0.1", server.server_port)
        return socket.create_connection(where, timeout=30, source_address=("127.0.0.2", 0))

    held = [connected() for _ in range(MOST_OF_ONE_PHONE)]
    try:
        with connected() as one_more:
            assert one_more.recv(1) == b"", "it has enough"
        assert sent(server, request)[0] == 302
        held[0].shutdown(socket.SHUT_WR)
        assert held[0].recv(1) == b""
        with connected() as one_more:
            one_more.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert one_more.recv(12) == b"HTTP/1.0 302"
    finally:
        for connection in held:
            connection.close()


def test_a_phone_for_which_there_was_no_thread_has_its_line_again(
    server: PortalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as scarce:
        scarce.setattr(threading.Thread, "start", refused)
        for _ in range(MOST_OF_ONE_PHONE):
            with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as connection:
                assert connection.recv(1) == b""
    assert sent(server, REQUESTS["iOS"][0])[0] == 302


def test_dnsmasq_is_told_the_names_of_the_probes_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--dnsmasq", "10.42.0.1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("#")
    names = [line.removeprefix("address=/").split("/") for line in lines[1:] if line.startswith("address=")]
    assert {name for name, _ in names} == {*PROBES, "dns.msftncsi.com"}
    assert {line for line in lines[1:] if not line.startswith("address=")} == {f"local=/{name}/" for name in PROBES}
    assert all(ipaddress.ip_address(address) for _, address in names)
    with pytest.raises(ValueError, match="nowhere"):
        dnsmasq("nowhere")


@pytest.mark.skipif(DNSMASQ is None, reason="dnsmasq is not installed here")
def test_dnsmasq_itself_finds_nothing_wrong(tmp_path: Path) -> None:
    conf = tmp_path / "tableside.conf"
    conf.write_text(dnsmasq("10.42.0.1"))
    command = [str(DNSMASQ), "--test", f"--conf-file={conf}"]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (judged.returncode, "syntax check OK" in judged.stderr) == (0, True)


def test_by_hand_it_says_where_its_socket_comes_from() -> None:
    with pytest.raises(SystemExit, match="--listen"):
        main([])


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="socket(2) has another number here")
def test_it_runs_as_the_service_runs_it_on_the_socket_from_systemd() -> None:
    assert "\nRestrictAddressFamilies=none\n" in UNIT.read_text()
    (command,) = re.findall(r"^ExecStart=/usr/bin/python3 (-I) \S+/portal.py$", UNIT.read_text(), re.MULTILINE)
    program = [sys.executable, command, portal.__file__]
    passing = [sys.executable, "-c", PASSING]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        process = subprocess.Popen([*passing, str(listening.fileno()), *program], pass_fds=[listening.fileno()])
    with process:  # it alone has the socket now: where it ends, nobody waits for an answer
        try:
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            asked.request("GET", "/ncsi.txt", headers={"Host": "www.msftncsi.com"})
            assert asked.getresponse().getheader("Location") == f"http://127.0.0.1{COME_IN}"
        finally:
            process.terminate()
