"""The state directory: made once, private, and held by one run at a time."""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from edge.cli.lifeline import LIFELINE_VARIABLE
from edge.process.disk import is_passing

PRIVATE_FOLDERS = ("journal", "chain", "follower", "payouts", "keys", "logs")
LEFTOVER_MAX_S = 30.0
LEFTOVER_GRACE_S = 5.0  # children notice within milliseconds and stop within 3 s
POLL_S = 0.05


class StateError(Exception):
    """The state directory cannot be used; the message is a sentence."""


def prepare_home(home: Path) -> None:
    """Create the state directory and its private folders."""
    try:
        if not home.exists():
            # The embedded PostgreSQL of root runs as another user, which has to pass through.
            home.mkdir(parents=True, mode=0o711 if os.geteuid() == 0 else 0o700)
        for name in PRIVATE_FOLDERS:
            (home / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        if is_passing(error):
            raise
        raise StateError(f"The state directory {home} cannot be made: {error.strerror}.") from None
    for folder in (home, *(home / name for name in PRIVATE_FOLDERS)):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            raise StateError(
                f"{folder} is on a file system that is mounted read-only; mount it for writing, or "
                "choose another ACRE_HOME."
            )
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise StateError(
                f"{folder} belongs to another user; start Acre as the user that made it, "
                "or choose another ACRE_HOME."
            )


def lock_home(home: Path, url: str, say: Callable[[str], None]) -> int:
    """Take the lock of the state directory and return its file descriptor.

    The children inherit the descriptor, so the lock lasts until the last of them has ended. Raises
    StateError when another run holds it; what a killed run left behind is waited for.
    """
    try:
        descriptor = os.open(home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StateError(f"{home / 'lock'} cannot be opened: {error.strerror}.") from None
    started = time.monotonic()
    is_announced = is_killed = False
    while not _try_lock(descriptor):
        holder, _, holder_url = os.pread(descriptor, 200, 0).decode(errors="replace").partition(" ")
        if not holder.isdigit() or is_running(int(holder)):
            os.close(descriptor)
            raise StateError(
                f"Acre is already running on {home} (process {holder or 'unknown'}"
                f"{', ' + holder_url if holder_url else ''}); stop it first, or choose another "
                "ACRE_HOME and ACRE_PORT."
            )
        if time.monotonic() > started + LEFTOVER_MAX_S:
            os.close(descriptor)
            raise StateError(f"Processes of an earlier run still use {home}; end them first.")
        if not is_killed and time.monotonic() > started + LEFTOVER_GRACE_S:
            is_killed = True
            for pid in holders(home / "lock"):
                say(f"Killing process {pid}, which an earlier, killed run left behind.")
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
        if not is_announced:
            say("Waiting for the children of an earlier, killed run to end.")
            is_announced = True
        time.sleep(POLL_S)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()} {url}".encode(), 0)
    return descriptor


def holders(lock: Path) -> list[int]:
    """Return the children of a supervisor that have the lock file open, as far as /proc shows them.

    A start that waits for the lock, or a backup that reads the file, is none of them.
    """
    wanted = os.path.realpath(lock)
    found = set()
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link) == wanted and _is_child(int(link.parts[2])):
                found.add(int(link.parts[2]))
        except OSError:  # closed or ended meanwhile, or another user's
            continue
    return sorted(found - {os.getpid()})


def _is_child(pid: int) -> bool:
    names = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return any(name.startswith(f"{LIFELINE_VARIABLE}=".encode()) for name in names)


def is_running(pid: int) -> bool:
    """Return whether a process with this id runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return not Path("/proc/self").exists()


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
