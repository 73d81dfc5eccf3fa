"""Addresses of unix sockets, however long the path of their directory is."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def socket_address(directory: Path, name: str) -> Iterator[str]:
    """Give an address of a socket below a directory, to bind or to connect to.

    The kernel takes 107 bytes; through the open directory the path is always short.
    """
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{name}"
    finally:
        os.close(descriptor)
