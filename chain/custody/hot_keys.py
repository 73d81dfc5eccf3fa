"""All former hot keys: their guards must be checked as long as the exchange lives.

A guard of a payout is derived from the key that signed it. A settler that forgot a former key could
take a request for unpaid that was paid under it, if the journal were lost as well.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chain.client.addresses import from_base58, to_base58
from chain.client.wallet import write_durably
from chain.custody.multisig import CustodyError
from engine.journal.files import make_directory

HOT_KEY_FILE: Final = "hot-key.json"  # the present one
FILE_NAME: Final = "hot-keys.json"
KEYS_MAX: Final = 64


def former_hot_keys(directory: Path, current: bytes, named: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return the keys before the current one; remembers all of them durably before any is used.

    `named` are those that the operator names, for an installation that lost the file.
    """
    path = directory / FILE_NAME
    known = _read(path)
    keys = list(dict.fromkeys([*known, *named, current]))
    if len(keys) > KEYS_MAX:
        raise CustodyError(f"{path} would name more than {KEYS_MAX} hot keys.")
    if keys != known:
        make_directory(directory, 0o700)
        write_durably(path, json.dumps([to_base58(key) for key in keys]).encode())
    return tuple(key for key in keys if key != current)


def _read(path: Path) -> list[bytes]:
    try:
        return [from_base58(text) for text in json.loads(path.read_text())]
    except FileNotFoundError:
        return []
    except (ValueError, TypeError) as error:
        raise CustodyError(
            f"{path} is damaged. It names every hot key that ever signed; put a copy back, or "
            "remove it and name the former keys in ACRE_CUSTODY_FORMER_KEYS."
        ) from error
