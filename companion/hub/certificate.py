"""The broker's certificate: made at the first start of a hub, by OpenSSL's own command, and signed by itself.

Tables do not trust whoever signed it but this one certificate, which the code to join names by its digest. So nobody
else has to be trusted, no address has to stay the same, and a clock that is wrong keeps no table out.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import ssl
import subprocess
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from pathlib import Path

CERTIFICATE_FILE, KEY_FILE = "broker.pem", "broker.key"
DAYS = 36_500  # it ends by being made anew, not by a date
DIGEST_BYTES = 10  # in the code to join: whoever wants to stand in for the hub must find another one with the same


def certificate(folder: Path) -> str:
    """The broker's certificate (PEM) in `folder`, made at the first call with its key. Raises BadInput without
    `openssl`, and when it is damaged."""
    file, key = folder / CERTIFICATE_FILE, folder / KEY_FILE
    if file.exists() and key.exists():
        return _read(file)
    openssl = shutil.which("openssl")
    if openssl is None:
        raise BadInput(told("a hub needs {program}: sudo apt-get install {program}", program="openssl"))
    made = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-days", str(DAYS), "-subj", "/CN=tableside-hub", "-keyout", str(key), "-out", str(file)]
    key.touch(mode=0o600)
    done = subprocess.run(made, capture_output=True, text=True, check=False)
    if done.returncode:
        key.unlink()
        raise BadInput(told("the hub's certificate cannot be made ({error})", error=" ".join(done.stderr.split())))
    return _read(file)


def _read(file: Path) -> str:
    try:
        pem = file.read_text("ascii")
        ssl.PEM_cert_to_DER_cert(pem)
    except (OSError, ValueError) as error:  # what is no ASCII or no Base64 is a ValueError, too
        raise BadInput(told("{path} cannot be read ({error})", path=file, error=error)) from error
    return pem


def digest_of_certificate(pem: str) -> str:
    """What the code to join names a certificate (PEM) by: 16 letters and digits."""
    whole = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).digest()
    return base64.b32encode(whole[:DIGEST_BYTES]).decode()
