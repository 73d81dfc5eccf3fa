"""A primary and its synchronous standby, from the embedded binaries."""

import asyncio
import shutil
import signal
from pathlib import Path
from typing import IO

import asyncpg

from edge.database.account import give
from edge.database.embedded import DATABASE, USER, EmbeddedPostgres
from tests.platform.running import family

STANDBY = "standby"


class Server(EmbeddedPostgres):
    """One server, as primary or as standby of another."""

    def __init__(self, data_dir: Path, primary: "Server | None" = None) -> None:
        super().__init__(data_dir, connections=200)
        self._settings |= {"wal_keep_size": "512MB", "max_wal_senders": "4"}
        if primary is not None:
            place = f"host={primary.socket_dir} user={USER} application_name={STANDBY}"
            self._settings["primary_conninfo"] = place
            shutil.rmtree(data_dir, ignore_errors=True)
            data_dir.mkdir(mode=0o700)
            give(data_dir, self._account)
            words = ["-h", str(primary.socket_dir), "-U", USER, "-R", "-X", "stream"]
            self._run("pg_basebackup", ["-D", str(data_dir), *words])

    @property
    def socket(self) -> str:
        """The path of its socket."""
        return str(self.socket_dir / ".s.PGSQL.5432")

    def pids(self) -> list[int]:
        """Return the server's process and its children."""

        return [] if self.process is None else family(self.process.pid)


class TwoPostgres:
    """The pair, on which commits wait for the standby."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._logs: list[IO[bytes]] = []
        self.primary = Server(home / "one")
        self._start(self.primary, "one")
        self.standby = Server(home / "two", self.primary)
        self._start(self.standby, "two")
        self._ask(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'")
        self._ask("SELECT pg_reload_conf()")

    def _start(self, server: Server, name: str) -> None:
        log = (self._home / f"{name}.log").open("ab")
        self._logs.append(log)
        server.start(log)
        server.wait_ready()

    def restart(self, server: Server) -> None:
        """Start a server that was killed, on its data."""
        server.process = None
        self._start(server, server.data_dir.name)

    async def promote(self) -> None:
        """Make the standby the primary, as its operator would; the old one must have ended."""
        connection = await asyncpg.connect(self.standby.url("postgres"))
        try:
            await connection.execute("SELECT pg_promote()")
        finally:
            await connection.close()
        self.primary, self.standby = self.standby, self.primary

    def _ask(self, query: str) -> None:
        async def ask() -> None:
            connection = await asyncpg.connect(self.primary.url("postgres"))
            await connection.execute(query)
            await connection.close()

        asyncio.run(ask())

    def stop(self) -> None:
        """End both."""
        for server in (self.standby, self.primary):
            if server.process is not None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()
        for log in self._logs:
            log.close()


def database_url(ports: list[int]) -> str:
    """Return the address of the pair behind proxies: the one that takes writes."""
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgresql://{USER}@{hosts}/{DATABASE}?target_session_attrs=read-write"
