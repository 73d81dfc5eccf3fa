"""Space on the disk for files that several processes map."""

import os

ALLOCATE = getattr(os, "posix_fallocate", None)  # macOS has none


def allocate(file: int, size: int) -> None:
    """Extend an open file to at least `size` bytes, with its blocks reserved on the disk.

    Writing to the map of a sparse file on a full disk ends the process (SIGBUS). Raises OSError.
    """
    if ALLOCATE is not None:
        ALLOCATE(file, 0, size)
    elif os.fstat(file).st_size < size:
        os.ftruncate(file, size)
