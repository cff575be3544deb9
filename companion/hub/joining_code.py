"""How a table comes to a hub: by the code on the hub's screen, once.

The code says where the broker is, what its certificate is known by, and a password with which nothing can be done but
to ask for an account. The table makes its own password and sends what Mosquitto keeps of one: nobody else ever has it.
"""

from __future__ import annotations

import base64
import queue
import re
import secrets
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion import atomic, outside
from companion.errors import BadInput
from companion.hub.accounts import JOIN, JOIN_ANSWER, JOIN_ASK, hashed, new_password
from companion.hub.belonging import MEMBERSHIP_FILE
from companion.hub.broker_address import BrokerAddress
from companion.hub.certificate import digest_of_certificate
from companion.hub.identity import ID_FILE, table_id
from companion.hub.payloads import encoded
from companion.hub.seal import new_key
from companion.machine.address import LARGEST_PORT
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from paho.mqtt.reasoncodes import ReasonCode

AUTHORITY_FILE = "hub-authority.pem"
ANSWER_S, AGAIN_S = 20.0, 2.0
_CODE = re.compile(
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})/(?P<secret>[A-Z2-7]{8})(?P<digest>[A-Z2-7]{16})"
)


def new_secret() -> str:
    """What a code to join has of its own: eight letters and digits."""
    return base64.b32encode(secrets.token_bytes(5)).decode()


@dataclass(frozen=True, slots=True)
class JoiningCode:
    """Where the broker is, the password to ask with, and the digest of its certificate."""

    host: str
    port: int
    secret: str
    digest: str

    def __str__(self) -> str:
        """As it is shown and typed."""
        whole = self.secret + self.digest
        groups = "-".join(whole[at : at + 4] for at in range(0, len(whole), 4))
        return f"{self.host}:{self.port}/{groups}"


def read_code(text: str) -> JoiningCode:
    """The code as somebody typed it. Raises BadInput when it is none."""
    place, slash, rest = text.strip().rpartition("/")
    found = _CODE.fullmatch(place + slash + rest.replace("-", "").replace(" ", "").upper())
    if found is None or int(found["port"]) > LARGEST_PORT:
        raise BadInput(told("this is no code to join: it stands on the hub's screen, as in hub.local:8883/ABCD-…"))
    return JoiningCode(found["host"], int(found["port"]), found["secret"], found["digest"])


def join(code: JoiningCode, data: Path, say: Callable[[str], object]) -> str:
    """Ask the hub for an account of this table's own and keep it in the data folder; the table's id.

    Raises BadInput when the hub is not there, is not the one whose code it is, or refuses.
    """
    host = code.host.strip("[]")
    try:
        pem = ssl.get_server_certificate((host, code.port), timeout=ANSWER_S)
    except (OSError, ValueError) as error:
        raise _unreachable(code, error) from error
    if digest_of_certificate(pem) != code.digest:
        raise BadInput(told("what answers at {host} is not the hub whose code this is", host=host))
    table, password, key = table_id(data / ID_FILE, say), new_password(), new_key()
    broker = BrokerAddress(host, code.port, True, JOIN, code.secret, pem, is_pinned=True)
    try:
        is_admitted = _ask(broker, {"table": table, "kept": hashed(password), "key": key})
    except OSError as error:
        raise _unreachable(code, error) from error
    if not is_admitted:
        raise BadInput(
            told("the hub refuses {table}: it has an account already, which the hub can take away", table=table)
        )
    try:
        atomic.write(data / AUTHORITY_FILE, pem.encode())
        url = f"mqtts://{table}:{password}@{code.host}:{code.port}"
        text = f'url = "{url}"\nauthority = "{AUTHORITY_FILE}"\npinned = true\nkey = "{key}"\n'
        atomic.write(data / MEMBERSHIP_FILE, text.encode(), mode=0o600)
    except OSError as error:
        why = error.strerror
        raise BadInput(told("the hub's account cannot be kept in {path} ({error})", path=data, error=why)) from error
    return table


def _ask(broker: BrokerAddress, request: Mapping[str, str]) -> bool:
    """Ask for an account, and wait for the answer. Raises OSError when there is none."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
    client.username_pw_set(broker.username, broker.password)
    context = broker.context()
    assert context is not None  # a code is always of a broker that speaks TLS
    client.tls_set_context(context)
    told_so: queue.Queue[bytes | None] = queue.Queue()
    answer = f"{JOIN_ANSWER}/{request['table']}"

    def connected(_client: object, _data: object, _flags: object, reason: ReasonCode, _properties: object) -> None:
        if reason.is_failure:
            told_so.put(None)
        else:
            client.subscribe(answer, qos=1)

    def subscribed(*_about: object) -> None:
        client.publish(JOIN_ASK, encoded(request), qos=1)

    client.on_connect, client.on_subscribe = connected, subscribed
    client.on_message = lambda _client, _data, message: told_so.put(bytes(message.payload))
    client.connect(broker.host, broker.port)
    client.loop_start()
    try:
        said = _first(told_so, subscribed)
    except queue.Empty:
        raise TimeoutError(told("no answer within {seconds} seconds", seconds=round(ANSWER_S))) from None
    finally:
        client.disconnect()
        client.loop_stop()
    if said is None:
        raise ConnectionRefusedError(told("the code is an old one"))
    document = outside.json_value(said, "answer")
    return isinstance(document, dict) and document.get("admitted") is True


def _first(answers: queue.Queue[bytes | None], ask: Callable[[], object]) -> bytes | None:
    """The first answer; it is asked for again where a hub that is just starting has not heard. Raises queue.Empty."""
    for _ in range(round(ANSWER_S / AGAIN_S) - 1):
        try:
            return answers.get(timeout=AGAIN_S)
        except queue.Empty:
            ask()
    return answers.get(timeout=AGAIN_S)


def _unreachable(code: JoiningCode, error: Exception) -> BadInput:
    why = str(error) or type(error).__name__
    return BadInput(told("the hub at {host} cannot be reached ({error})", host=f"{code.host}:{code.port}", error=why))
