"""Key files that are named on the command line: private, whole, or refused with a sentence."""

import stat
from pathlib import Path

from solders.keypair import Keypair

from chain.client.wallet import load_key, load_or_create_key


class KeyFileError(Exception):
    """The key file cannot be used; the message is a sentence."""


def private_key(path: Path) -> Keypair:
    """Return the key of a file that only its owner can read."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise KeyFileError(f"{path} is not a file.")
        if stat.S_IMODE(mode) & 0o077:
            raise KeyFileError(f"{path} can be read by others; run: chmod 600 {path}")
        return load_key(path)
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}.") from None
    except ValueError:
        raise KeyFileError(f"{path} is not a Solana key file (64 numbers).") from None


def named_key(path: Path, *, is_made: bool) -> Keypair:
    """Return the key of the file; a missing one is made, or for a dry run only thought of."""
    try:
        if not path.exists():
            return load_or_create_key(path) if is_made else Keypair()
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}.") from None
    return private_key(path)
