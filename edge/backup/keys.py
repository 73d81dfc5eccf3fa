"""The keys of an installation in one encrypted file."""

import io
import tarfile
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from nacl.secret import SecretBox
from nacl.utils import random

from edge.backup.manifest import BackupError

NAME = "keys.box"
PASSPHRASE_BYTES_MIN = 12
PASSPHRASE_BYTES_MAX = 1024
KEY_BYTES_MAX = 1024 * 1024
MODE = 0o600


def passphrase_of(path: Path) -> bytes:
    """Return the passphrase in a file, without the newline at its end."""
    try:
        passphrase = path.read_bytes()[: PASSPHRASE_BYTES_MAX + 2].rstrip(b"\r\n")
    except OSError as error:
        raise BackupError(f"The passphrase file {path} cannot be read: {error.strerror}.") from None
    if not PASSPHRASE_BYTES_MIN <= len(passphrase) <= PASSPHRASE_BYTES_MAX:
        raise BackupError(
            f"The passphrase in {path} must have {PASSPHRASE_BYTES_MIN} to {PASSPHRASE_BYTES_MAX} "
            "bytes."
        )
    return passphrase


def seal_keys(keys: Path, target: Path, passphrase: bytes) -> None:
    """Write the files of a folder, encrypted (argon2id, XSalsa20-Poly1305)."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path in sorted(keys.iterdir()):
            if path.is_file():
                tar.add(path, path.name)
    salt = random(argon2id.SALTBYTES)
    box = SecretBox(_key(passphrase, salt))
    (target / NAME).write_bytes(salt + box.encrypt(packed.getvalue()))


def open_keys(source: Path, keys: Path, passphrase: bytes) -> None:
    """Write the keys of a backup into a folder; raises BackupError for a wrong passphrase."""
    data = (source / NAME).read_bytes()
    salt, sealed = data[: argon2id.SALTBYTES], data[argon2id.SALTBYTES :]
    try:
        packed = SecretBox(_key(passphrase, salt)).decrypt(sealed)
    except CryptoError:
        raise BackupError("The passphrase is not the one of this backup's keys.") from None
    keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        for member in tar:
            stream = tar.extractfile(member)
            if stream is None or Path(member.name).name != member.name:
                raise BackupError(f"{source / NAME} holds {member.name!r}, which is no key file.")
            path = keys / member.name
            path.touch(mode=MODE)
            path.write_bytes(stream.read(KEY_BYTES_MAX))


def _key(passphrase: bytes, salt: bytes) -> bytes:
    return argon2id.kdf(SecretBox.KEY_SIZE, passphrase, salt)
