"""Key files: Solana's form, a JSON array of 64 numbers, readable by their owner alone."""

import json
import os
from pathlib import Path

from solders.keypair import Keypair

_MODE = 0o600


def load_key(path: str | os.PathLike[str]) -> Keypair:
    """Read a key file; raises ValueError, whose text has nothing of the key, for other content."""
    try:
        return Keypair.from_bytes(bytes(json.loads(Path(path).read_text())))
    except (ValueError, TypeError):
        raise ValueError(f"{path} is not a key file (64 numbers)") from None


def load_or_create_key(path: str | os.PathLike[str]) -> Keypair:
    """Read a key file, or make one (mode 0600) that is on the disk before the key is returned."""
    place = Path(path)
    if place.exists():
        return load_key(place)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key, new = Keypair(), place.with_name(f"{place.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
    with os.fdopen(descriptor, "w") as file:
        json.dump(list(bytes(key)), file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return key
