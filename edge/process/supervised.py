"""The children of the supervisor, in a file: it serves no HTTP, so the web processes report them.

The file is replaced at each start and end of a child. A disk that is full leaves it as it is.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

FILE = "children.json"
BYTES_MAX = 65_536


class ChildState(msgspec.Struct):
    """One child: whether its process runs, and how often it was started."""

    is_up: bool = False
    starts: int = 0


_decoder = msgspec.json.Decoder(dict[str, ChildState])


def write_children(home: Path, children: Mapping[str, ChildState]) -> None:
    """Replace the file."""
    path = home / FILE
    new = path.with_suffix(".new")
    with suppress(OSError):
        new.write_bytes(msgspec.json.encode(children))
        os.replace(new, path)


def children_of(home: Path) -> dict[str, ChildState]:
    """Return the children by name; none where there is no supervisor, or no usable file."""
    try:
        with (home / FILE).open("rb") as file:
            return _decoder.decode(file.read(BYTES_MAX))
    except (OSError, msgspec.MsgspecError):
        return {}
