"""Who may say and hear what at the broker: an account for every table, and one for each other that listens.

The broker's password file and access list are made of it. A table may write its own topics and hear what is asked of
it; a spectator may hear what everybody sees and write nothing; a home may also press the buttons a table's token
allows. Whoever knows the code to join may ask for an account and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from typing import TYPE_CHECKING, Any, Literal, get_args

from companion import atomic
from companion.errors import BadInput
from companion.hub.identity import is_table_id
from companion.hub.seal import is_key
from companion.hub.topics import ANY_DISCOVERY, HOME_ASSISTANT_STATUS, ROOT, Topics
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

ACCOUNTS_FILE, PASSWORDS_FILE, ACCESS_FILE = "accounts.json", "passwords", "access-list"
KEYS_FILE = "table-keys.json"
HUB, JOIN = "hub", "join"  # the accounts that every hub has
JOIN_ASK, JOIN_ANSWER = f"{ROOT}-join/ask", f"{ROOT}-join/answer"
ITERATIONS = 101  # as mosquitto_passwd has it; the passwords are random and of 144 bits, so that guessing is hopeless

Role = Literal["hub", "join", "table", "home", "spectator"]
Listening = Literal["home", "spectator"]
ROLES: tuple[Role, ...] = get_args(Role)
LISTENING: tuple[Listening, ...] = get_args(Listening)  # those that are given by the host
_NAME = re.compile(r"[a-z0-9-]{1,40}")
_HASH = re.compile(r"\$7\$[1-9][0-9]{2,6}\$[A-Za-z0-9+/=]{16,64}\$[A-Za-z0-9+/=]{88}")


def new_password() -> str:
    """A password that nobody can guess."""
    return secrets.token_urlsafe(18)


def hashed(password: str) -> str:
    """A password as Mosquitto keeps it: PBKDF2 with SHA-512 (mosquitto_passwd(1))."""
    salt = secrets.token_bytes(12)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(made).decode()}"


def is_of(password: str, kept: str) -> bool:
    """Whether this is the password that `hashed` made `kept` of."""
    _, _, iterations, salt, made = kept.split("$")
    again = hashlib.pbkdf2_hmac("sha512", password.encode(), base64.b64decode(salt), int(iterations))
    return hmac.compare_digest(base64.b64encode(again).decode(), made)


class Accounts:
    """The accounts of the broker whose files lie in `folder`. Raises BadInput where they cannot be read or written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        accounts = _read(folder / ACCOUNTS_FILE, _is_account)
        self._kept: dict[str, tuple[Role, str]] = {name: (role, kept) for name, (role, kept) in accounts.items()}
        self._keys: dict[str, str] = _read(folder / KEYS_FILE, _is_key_of_table)

    def names(self, role: Role) -> list[str]:
        """Who has this role."""
        return sorted(name for name, (of, _) in self._kept.items() if of == role)

    def is_table(self, name: str) -> bool:
        """Whether this is the account of a table."""
        return self._kept.get(name, (None, ""))[0] == "table"

    def set(self, name: str, role: Role, password: str | None = None) -> str:
        """Give an account, or an account that is there, this password, or a new one; which one it is."""
        return self.set_all({name: role}, password)[name]

    def set_all(self, roles: Mapping[str, Role], password: str | None = None) -> dict[str, str]:
        """Give accounts of these roles by name, all at once; the password of each."""
        given = {name: password or new_password() for name in roles}
        for name in roles:
            if not _NAME.fullmatch(name):
                raise BadInput(told("{name} cannot be an account: small letters, digits and hyphens", name=repr(name)))
        self._keep({**self._kept, **{name: (role, hashed(given[name])) for name, role in roles.items()}})
        return given

    def keys(self) -> dict[str, str]:
        """What seals what each table reports and what is set up at it, by id. One that joined before there were such
        keys has none."""
        return {table: key for table, key in self._keys.items() if table in self._kept}

    def admit(self, table: str, kept: str, key: str | None = None) -> bool:
        """Give a table that asked for it an account with the password it has made `kept` of, and keep its `key`.
        Whether it was given: not for an id that has one already, and nothing that is no id or no such hash."""
        if table in self._kept or not is_table_id(table) or not _HASH.fullmatch(kept):
            return False
        if is_key(key):
            self._write(KEYS_FILE, json.dumps({**self._keys, table: key}))
            self._keys[table] = str(key)
        self._keep({**self._kept, table: ("table", kept)})
        return True

    def revoke(self, name: str) -> None:
        """Take an account away. Raises BadInput when there is none of this name."""
        if name not in self._kept:
            raise BadInput(told("there is no account {name}", name=repr(name)))
        self._keep({other: kept for other, kept in self._kept.items() if other != name})

    def _keep(self, accounts: dict[str, tuple[Role, str]]) -> None:
        passwords = "".join(f"{name}:{kept}\n" for name, (_, kept) in sorted(accounts.items()))
        access = "\n".join(line for name, (role, _) in sorted(accounts.items()) for line in _access(name, role))
        for file, text in (
            (ACCOUNTS_FILE, json.dumps(accounts)), (PASSWORDS_FILE, passwords), (ACCESS_FILE, f"{access}\n"),
        ):  # fmt: skip
            self._write(file, text)
        self._kept = accounts

    def _write(self, file: str, text: str) -> None:
        try:
            atomic.write(self._folder / file, text.encode(), mode=0o600)
        except OSError as error:
            why = error.strerror
            raise BadInput(
                told("the accounts cannot be kept in {path} ({error})", path=self._folder, error=why)
            ) from error


def _access(name: str, role: Role) -> list[str]:
    """An account's lines of Mosquitto's access list (mosquitto.conf(5), acl_file); what is not named is denied."""
    lines = [f"user {name}"]
    if role == "hub":
        lines += [
            f"topic read {ROOT}/#",
            f"topic write {ROOT}/+/ask",
            f"topic write {ROOT}/+/invitation",
            *(f"topic write {topic}" for topic in (*Topics("+").told, ANY_DISCOVERY)),  # cleared of revoked tables
            f"topic read {JOIN_ASK}",
            f"topic write {JOIN_ANSWER}/+",
        ]
    elif role == "join":
        lines += [f"topic write {JOIN_ASK}", f"topic read {JOIN_ANSWER}/+"]
    elif role == "table":
        own = Topics(name)
        lines += [f"topic write {topic}" for topic in (*own.told, own.discovery)]
        lines += [f"topic read {topic}" for topic in (own.ask, own.do, own.invitation, HOME_ASSISTANT_STATUS)]
    else:
        lines += [f"topic read {ROOT}/+/{what}" for what in ("presence", "view", "ruling", "health")]
    if role == "home":
        lines += ["topic read homeassistant/#", f"topic write {HOME_ASSISTANT_STATUS}", f"topic write {ROOT}/+/do"]
    return lines


def _read(path: Path, is_entry: Callable[[str, Any], bool]) -> dict[str, Any]:
    """What stands in a file, by name; nothing where there is none. Raises BadInput, also for an entry as none is ever
    written: whose it was would be shut out, or be let in as somebody else, and nobody would know."""
    try:
        document = json.loads(path.read_bytes())
        damaged = [name for name, entry in document.items() if not is_entry(name, entry)]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise BadInput(told("{path} cannot be read ({error})", path=path, error=error)) from error
    if damaged:
        name = repr(damaged[0])
        raise BadInput(told("in {path} what stands of {name} is not as it was written", path=path, name=name))
    return {**document}


def _is_account(name: str, entry: Any) -> bool:
    """Whether an account is kept so: the hub's own two are called as their roles are, and a table by its id."""
    if not (isinstance(entry, list) and len(entry) == 2 and all(isinstance(part, str) for part in entry)):
        return False
    role, kept = entry
    if role in (HUB, JOIN) or name in (HUB, JOIN):
        is_name = name == role
    else:
        is_name = is_table_id(name) if role == "table" else _NAME.fullmatch(name) is not None
    return role in ROLES and is_name and _HASH.fullmatch(kept) is not None


def _is_key_of_table(name: str, entry: Any) -> bool:
    return is_table_id(name) and is_key(entry)
