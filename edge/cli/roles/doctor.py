"""The role `doctor`: looks at everything that a start needs, a line each, with the remedy."""

import argparse
import asyncio
import errno
import importlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg  # type: ignore[import-untyped]

from chain.client.wallet import BadKeyFileError, load_key
from edge.cli.main import EXIT_CONFIGURATION
from edge.cli.ports import find_holder
from edge.cli.roles.doctor_network import does_listen, lacks_traces, node_trouble, silent_servers
from edge.core.settings import Settings
from edge.http.limits import DATABASE_CONNECTIONS_EACH, DATABASE_DEADLINE_S
from edge.process.descriptors import DescriptorError, raise_descriptors
from edge.store.pool import DATABASE_ERRORS
from engine.journal import (
    JournalArchiveError,
    JournalCorruptError,
    JournalFiles,
    list_segments,
)
from engine.journal.segments import Segment, with_archived

FREE_BYTES_MIN = 1024**3
PYTHON_MIN, PYTHON_MAX = (3, 11), (3, 14)
FUTURE_MAX_S = 60.0  # a journal that was written later than now: the clock was set back
PUBLIC_BITS = 0o077
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_KEYS = ("hot-keys.json",)  # in the folder of keys: a list of addresses
ENGINE = "engine.core.exchange"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, what is there, and what to do; no remedy when it is well."""

    name: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = "BAD" if self.remedy else "ok "
        return f"{mark} {self.name:<9} {self.text}{f' {self.remedy}' if self.remedy else ''}"


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Print every finding; the status says whether a start would work."""
    findings = [finding for look in LOOKS for finding in look(settings)]
    for finding in findings:
        print(finding)
    return EXIT_CONFIGURATION if any(finding.remedy for finding in findings) else 0


def _configuration(settings: Settings) -> Iterator[Finding]:
    text = f"profile {settings.profile}, environment {settings.env}, state in {settings.home}"
    yield Finding("settings", text)


def _versions(settings: Settings) -> Iterator[Finding]:
    version = sys.version_info[:2]
    text = f"Acre {settings.version}, Python {platform.python_version()}"
    is_supported = PYTHON_MIN <= version <= PYTHON_MAX
    yield Finding("versions", text, "" if is_supported else "Use Python 3.11 to 3.14.")
    try:
        importlib.import_module(ENGINE)
        yield Finding("engine", "compiled for this Python")
    except ImportError as error:
        yield Finding("engine", f"cannot be loaded: {error}.", "Run `make build`.")
    index = settings.web_dist / "index.html"
    is_built = index.is_file()
    yield Finding("web", f"{settings.web_dist}", "" if is_built else "Run `make web`.")


def _home(settings: Settings) -> Iterator[Finding]:
    home = settings.home
    place = home if home.exists() else next(one for one in home.parents if one.exists())
    if not place.is_dir():
        yield Finding("home", f"{place} is no directory.", "Name another ACRE_HOME.")
        return
    if not _is_writable(place):
        advice = "Start as the user that owns it, or name another ACRE_HOME."
        yield Finding("home", f"{place} cannot be written.", advice)
        return
    yield Finding("home", f"{home} {'is there' if home.exists() else 'will be made'}")
    free_bytes = shutil.disk_usage(place).free
    remedy = "" if free_bytes >= FREE_BYTES_MIN else "Make room: a journal segment needs 64 MiB."
    yield Finding("disk", f"{free_bytes / 1024**3:.1f} GiB free", remedy)
    yield from _keys(home / "keys")


def _is_writable(place: Path) -> bool:
    """Try it: permissions alone do not say it, of a read-only file system and for root."""
    if not os.access(place, os.W_OK | os.X_OK):
        return False
    try:
        with TemporaryDirectory(dir=place):  # needs an inode and no space
            return True
    except OSError as error:
        return error.errno in FULL  # which has a line of its own


def _keys(keys: Path) -> Iterator[Finding]:
    if keys.is_dir():
        for path in sorted(keys.glob("*.json")):
            if path.name not in NO_KEYS:
                yield from _key(path)
        open_keys = [
            path.name for path in sorted(keys.iterdir()) if path.stat().st_mode & PUBLIC_BITS
        ]
        if open_keys:
            advice = (
                f"Run `chmod 600 {keys / open_keys[0]}`, and make new keys if others read them."
            )
            yield Finding("keys", f"others may read {', '.join(open_keys)}.", advice)
        else:
            yield Finding("keys", f"{len(list(keys.iterdir()))} files, private")


def _key(path: Path) -> Iterator[Finding]:
    try:
        load_key(path)
    except BadKeyFileError as error:
        yield Finding("keys", str(error), "Restore it from a backup: see docs/restore.md.")


def _journal(settings: Settings) -> Iterator[Finding]:
    journal = settings.home / "journal"
    try:
        segments = list_segments(journal) if journal.is_dir() else []
        if not segments:
            yield Finding("journal", "empty: the first start makes a new exchange")
            return
        last = JournalFiles.whole(journal)
    except JournalCorruptError as error:
        yield Finding("journal", f"{error}.", "Restore it from a backup: see docs/restore.md.")
        return
    yield Finding("journal", f"{last.last_seq} commands, segments: {len(segments)}")
    if segments[0].start.next_seq > 1:
        yield _archive(segments)
    ahead_s = segments[-1].path.stat().st_mtime - time.time()
    if ahead_s > FUTURE_MAX_S:
        text = f"the journal was written {ahead_s:.0f} s in the future."
        yield Finding("clock", text, "Set the clock, and let NTP keep it.")
    else:
        yield Finding("clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()))


def _archive(segments: Sequence[Segment]) -> Finding:
    try:
        archived = len(with_archived(segments)) - len(segments)
    except JournalArchiveError as error:
        return Finding("archive", f"{error}.", "Until then a start needs a usable snapshot.")
    return Finding("archive", f"segments that are only there: {archived}")


def _limits(_settings: Settings) -> Iterator[Finding]:
    try:
        yield Finding("files", f"{raise_descriptors():,} may be open")
    except DescriptorError as error:
        text, _, advice = str(error).partition(": ")
        yield Finding("files", f"{text}.", advice[:1].upper() + advice[1:])


def _ports(settings: Settings) -> Iterator[Finding]:
    ports = {"web": settings.port}
    if settings.edge_workers:
        numbers = range(settings.edge_workers + 1)
        ports |= {f"web {number}": settings.own_port(number) for number in numbers}
    if settings.node.is_embedded:
        ports |= {"node": settings.node_port, "node ws": settings.node_port + 1}
    for name, port in ports.items():
        holder = find_holder(port)
        if holder is None or "edge.cli" in holder[1]:
            text = f"{port} ({name}) is {'free' if holder is None else 'used by Acre'}"
            yield Finding("port", text)
        else:
            advice = "End it, or choose another ACRE_PORT or ACRE_NODE_PORT."
            yield Finding("port", f"{port} ({name}) is used by process {holder[0]}.", advice)


def _database(settings: Settings) -> Iterator[Finding]:
    if settings.database_is_embedded:
        yield Finding("database", "embedded PostgreSQL 18")
        return
    needed = DATABASE_CONNECTIONS_EACH * (1 + settings.edge_workers)
    try:
        version, most, ahead_s = asyncio.run(_ask(settings.database_url))
    except (*DATABASE_ERRORS, OSError) as error:
        advice = "Start it, or name another one in DATABASE_URL."
        yield Finding("database", f"does not answer: {type(error).__name__}.", advice)
        return
    advice = "" if most >= needed else f"Set max_connections to {needed} or more."
    yield Finding("database", f"PostgreSQL {version}, {most} connections", advice)
    if abs(ahead_s) > FUTURE_MAX_S:
        text = f"the clock of the database is {ahead_s:.0f} s ahead of this machine's."
        yield Finding("clock", text, "Set both clocks, and let NTP keep them.")


async def _ask(url: str) -> tuple[str, int, float]:
    connection = await asyncpg.connect(url, timeout=DATABASE_DEADLINE_S)
    try:
        version = await connection.fetchval("SHOW server_version")
        most = int(await connection.fetchval("SHOW max_connections"))
        database_s = float(await connection.fetchval("SELECT extract(epoch FROM now())"))
        return version, most, database_s - time.time()
    finally:
        await connection.close()


def _node(settings: Settings) -> Iterator[Finding]:
    if settings.node.is_embedded:
        return
    trouble = asyncio.run(node_trouble(settings.node_url))
    advice = "Start it, or name another one in ACRE_NODE_URL."
    yield Finding("node", trouble or "answers", advice if trouble else "")


def _bus(settings: Settings) -> Iterator[Finding]:
    urls = settings.cluster.nats_urls
    if not urls:
        return
    silent = asyncio.run(silent_servers(urls))
    text = f"no NATS server at {', '.join(silent)}" if silent else f"{len(urls)} NATS servers"
    is_bad = len(silent) == len(urls)  # one that answers is enough
    advice = "Start them, or name others in NATS_URL."
    yield Finding("bus", f"{text}." if is_bad else text, advice if is_bad else "")


def _traces(settings: Settings) -> Iterator[Finding]:
    url = settings.observe.traces_url
    if not url:
        return
    if lacks_traces(settings):
        yield Finding("traces", "OpenTelemetry is not installed.", "Install the extra `traces`.")
        return
    is_there = asyncio.run(does_listen(url))
    yield Finding("traces", "collector listens" if is_there else "no collector: spans are dropped")


LOOKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
    _configuration,
    _versions,
    _home,
    _journal,
    _limits,
    _ports,
    _database,
    _node,
    _bus,
    _traces,
)
