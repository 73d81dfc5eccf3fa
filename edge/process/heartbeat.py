"""Signs of life of a child: its event loop beats once a second, a long start reports its progress.

Both are lines in a pipe of which the supervisor holds the other end: an empty line is a beat, any
other line is progress. A full pipe loses lines, never time.
"""

import asyncio
import contextlib
import os
import time

BEAT_S = 1.0
LINE_BYTES_MAX = 200
READ_BYTES_MAX = 65_536

_pipe_fd: list[int] = []  # of this process; empty when no supervisor started it


def attach_heartbeat(descriptor: int) -> None:
    """Take over the pipe that the supervisor opened."""
    with contextlib.suppress(OSError):
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)
        _pipe_fd[:] = [descriptor]


def keep_beating() -> None:
    """Beat now and every second from here on, for as long as the running loop turns."""
    if _pipe_fd:
        _write(b"\n")
        asyncio.get_running_loop().call_later(BEAT_S, keep_beating)


def report_progress(text: str) -> None:
    """Report how far a long start has come; each new text restarts the supervisor's deadline."""
    _write(text.replace("\n", " ").encode()[: LINE_BYTES_MAX - 1] + b"\n")


def _write(line: bytes) -> None:
    for descriptor in _pipe_fd:
        with contextlib.suppress(OSError):
            os.write(descriptor, line)  # whole or not at all: shorter than PIPE_BUF


class Pulse:
    """The supervisor's end of a child's pipe."""

    def __init__(self) -> None:
        self._read_fd, self.write_fd = os.pipe()
        os.set_blocking(self._read_fd, False)
        self._rest = b""
        self.progress = ""
        self.beaten_at_s = float("-inf")
        asyncio.get_running_loop().add_reader(self._read_fd, self._read)

    def close_child_end(self) -> None:
        """Close the child's end in this process, once the child has it."""
        os.close(self.write_fd)
        self.write_fd = -1

    def close(self) -> None:
        """Close both ends; idempotent."""
        if self._read_fd >= 0:
            asyncio.get_running_loop().remove_reader(self._read_fd)
            os.close(self._read_fd)
        if self.write_fd >= 0:
            os.close(self.write_fd)
        self._read_fd = self.write_fd = -1

    def _read(self) -> None:
        try:
            data = os.read(self._read_fd, READ_BYTES_MAX)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self.beaten_at_s = time.monotonic()
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LINE_BYTES_MAX:]
        for line in lines:
            if line:
                self.progress = line[:LINE_BYTES_MAX].decode(errors="replace")
