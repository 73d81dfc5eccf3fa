"""Is a port free, and if not, who has it?"""

import contextlib
import errno
import socket
from collections.abc import Iterator
from pathlib import Path

LISTEN_STATE = "0A"
COMMAND_LENGTH_MAX = 80


def busy_port_sentence(port: int, advice: str) -> str | None:
    """Return a sentence when the port of 127.0.0.1 cannot be opened, None when it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno == errno.EACCES:
                return f"Port {port} may not be opened by this user; {advice}"
            return f"Port {port} is already used by {_holder_text(port)}; {advice}"
    return None


def _holder_text(port: int) -> str:
    holder = find_holder(port)
    if holder is None:
        return "another process (of another user)"
    return f"process {holder[0]} ({holder[1]})"


def find_holder(port: int, facts: Path = Path("/proc")) -> tuple[int, str] | None:
    """Return process id and command of who listens on the port; None where it cannot be seen."""
    wanted = {f"socket:[{inode}]" for inode in _listening_inodes(port, facts)}
    if not wanted:
        return None
    for process in facts.glob("[0-9]*"):
        if wanted.intersection(_open_files(process)):
            return int(process.name), _command(process)
    return None


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):  # ended meanwhile, or belongs to another user
        for link in (process / "fd").iterdir():
            with contextlib.suppress(OSError):  # closed meanwhile
                yield str(link.readlink())


def _command(process: Path) -> str:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return "ended meanwhile"
    return b" ".join(words).decode(errors="replace").strip()[:COMMAND_LENGTH_MAX]


def _listening_inodes(port: int, facts: Path) -> set[str]:
    inodes = set()
    for name in ("tcp", "tcp6"):
        try:
            lines = (facts / "net" / name).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if fields[3] == LISTEN_STATE and int(fields[1].rpartition(":")[2], 16) == port:
                inodes.add(fields[9])
    return inodes
