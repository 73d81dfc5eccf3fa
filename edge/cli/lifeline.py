"""No child outlives the supervisor, not even one killed with SIGKILL.

Two ropes: the kernel signals the child when its parent dies (Linux), and a pipe whose other end
only the supervisor holds closes with it. A child that does not stop in time after that ends itself.
"""

import os
import signal
import threading
import time

from edge.database.account import die_with_parent
from edge.process.heartbeat import attach_heartbeat

LIFELINE_VARIABLE = "ACRE_LIFELINE"
STOP_MAX_S = 3.0  # a kill loses nothing, and the next run waits for the lock


def lifeline_environment(pipe_read_fd: int, heartbeat_fd: int) -> dict[str, str]:
    """Return the variable with the child's parent, the pipe to watch and the heartbeat pipe."""
    return {LIFELINE_VARIABLE: f"{os.getpid()} {pipe_read_fd} {heartbeat_fd}"}


def attach_lifeline() -> None:
    """Watch the supervisor that started this process; does nothing when started by hand."""
    words = os.environ.pop(LIFELINE_VARIABLE, "").split()
    if len(words) not in (2, 3):
        return
    parent, pipe_read_fd = int(words[0]), int(words[1])
    if len(words) == 3:
        attach_heartbeat(int(words[2]))
    os.set_inheritable(pipe_read_fd, False)
    watcher = threading.Thread(target=_watch, args=(pipe_read_fd,), name="lifeline", daemon=True)
    watcher.start()
    die_with_parent(parent, signal.SIGTERM)


def _watch(pipe_read_fd: int) -> None:
    os.read(pipe_read_fd, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_MAX_S)
    os._exit(1)
