import contextlib
import errno
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import asyncpg
import pytest

from edge.database.account import CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, can_reach
from edge.database.embedded import (
    SOCKET_NAME,
    EmbeddedPostgres,
    PostgresError,
    damage_in,
    does_answer,
    is_ready,
    orphans,
    socket_directory,
)


@pytest.fixture
def private_home():
    """A state directory below one that only its owner may enter, as in a clone made by mktemp."""
    parent = Path(tempfile.mkdtemp(prefix="acre-private-"))
    parent.chmod(0o700)
    yield parent
    shutil.rmtree(parent)


async def ask(url: str, question: str):
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


async def test_postgres_runs_below_a_private_directory_and_keeps_data_over_a_restart(private_home):
    cluster = EmbeddedPostgres(private_home / "postgres")
    with (private_home / "log").open("wb") as log:
        for round_number in (1, 2):
            cluster.start(log)
            cluster.wait_ready()
            await ask(cluster.url(), "CREATE TABLE IF NOT EXISTS kept (number BIGINT)")
            await ask(cluster.url(), f"INSERT INTO kept VALUES ({round_number})")
            assert await ask(cluster.url(), "SELECT count(*) FROM kept") == round_number
            cluster.stop()
    assert not is_ready(cluster.socket_dir)
    assert not cluster.socket_dir.exists()


async def test_the_cluster_is_checksummed_plain_utf8_and_not_on_the_network(postgres_cluster):
    url = postgres_cluster.url()
    assert await ask(url, "SHOW data_checksums") == "on"
    assert await ask(url, "SHOW server_encoding") == "UTF8"
    assert await ask(url, "SHOW listen_addresses") == ""
    assert await ask(url, "SHOW timezone") == "UTC"
    collation = "SELECT datcollate FROM pg_database WHERE datname = 'acre'"
    assert await ask(url, collation) == "C"


async def test_each_module_has_its_own_database(database_url):
    assert await ask(database_url, "SELECT current_database()") == (
        "tests_platform_test_embedded_postgres"
    )


def test_the_socket_directory_is_private_and_its_path_short(postgres_cluster, tmp_path):
    mode = stat.S_IMODE(postgres_cluster.socket_dir.stat().st_mode)
    assert mode == 0o700
    assert len(str(socket_directory(tmp_path / ("deep/" * 60)))) < 100


def test_a_server_never_runs_as_root_and_keeps_at_most_the_right_to_read(postgres_cluster):
    status = Path(f"/proc/{postgres_cluster.process.pid}/status").read_text()
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert "0" not in facts["Uid"].split()
    allowed = 1 << CAP_DAC_READ_SEARCH | 1 << CAP_DAC_OVERRIDE
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(facts[name], 16) & ~allowed == 0, name


def test_a_server_left_behind_by_a_killed_run_is_stopped_first(private_home):
    first = EmbeddedPostgres(private_home / "postgres", fast=True)
    second = EmbeddedPostgres(private_home / "postgres", fast=True)
    with (private_home / "log").open("wb") as log:
        left_behind = first.start(log)
        first.wait_ready()
        second.start(log)
        second.wait_ready()
        assert left_behind.wait(10) == 0
        second.stop()


async def test_sessions_that_outlive_a_killed_server_are_ended(private_home):
    """A session that hangs keeps the shared memory; without its end no server starts again."""
    cluster = EmbeddedPostgres(private_home / "postgres", fast=True)
    with (private_home / "log").open("wb") as log:
        cluster.start(log)
        cluster.wait_ready()
        connection = await asyncpg.connect(cluster.url())
        stuck = await connection.fetchval("SELECT pg_backend_pid()")
        os.kill(stuck, signal.SIGSTOP)
        cluster.process.kill()
        cluster.process.wait(10)
        assert stuck in orphans(cluster.data_dir)
        cluster.start(log)
        cluster.wait_ready()
        assert stuck not in orphans(cluster.data_dir)
        connection.terminate()
        assert await ask(cluster.url(), "SELECT 1") == 1
        cluster.stop()
    assert orphans(cluster.data_dir) == []


@contextlib.contextmanager
def answering(socket_dir, answer: bytes):
    """A server that says this to each start-up message and hangs up, as a full PostgreSQL does."""
    socket_dir.mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(socket_dir / SOCKET_NAME))
        server.listen(16)

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client:
                        client.recv(1_000)
                        client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def test_a_server_that_refuses_sessions_and_hangs_up_is_alive(private_home):
    with answering(private_home / "sockets", b"E\0\0\0\5\0"):
        assert [does_answer(private_home / "sockets") for _ in range(200)] == [True] * 200
        assert not is_ready(private_home / "sockets")
    assert not does_answer(private_home / "sockets")


def test_a_probe_without_a_descriptor_is_no_answer(private_home, monkeypatch):
    def none_left(*_arguments):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socket", none_left)
    assert not does_answer(private_home)


def test_damaged_data_are_named_by_the_line_of_the_last_start():
    text = (
        "LOG:  starting PostgreSQL 18.0\n"
        "PANIC:  could not locate a valid checkpoint record at 0/1\n"
    )
    assert "could not locate a valid checkpoint" in damage_in(text)
    assert damage_in(f"{text}LOG:  starting PostgreSQL 18.0\nFATAL:  the disk is full\n") == ""
    assert damage_in("") == ""


def test_a_stale_pid_file_that_names_a_stranger_does_no_harm(private_home):
    cluster = EmbeddedPostgres(private_home / "postgres", fast=True)
    with (private_home / "log").open("wb") as log:
        cluster.start(log)
        cluster.wait_ready()
        cluster.stop()
        stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        (private_home / "postgres" / "postmaster.pid").write_text(f"{stranger.pid}\n")
        cluster.start(log)
        cluster.wait_ready()
        cluster.stop()
        assert stranger.poll() is None
        stranger.communicate(b"\n")


def test_the_server_ends_with_the_process_that_started_it(private_home):
    program = (
        "import os, sys, pathlib; from edge.database.embedded import EmbeddedPostgres\n"
        "cluster = EmbeddedPostgres(pathlib.Path(sys.argv[1]), fast=True)\n"
        "server = cluster.start(open(os.devnull, 'wb')); cluster.wait_ready()\n"
        "print(server.pid, flush=True); input()"
    )
    command = [sys.executable, "-c", program, str(private_home / "postgres")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as starter:
        server_pid = int(starter.stdout.readline())
        descriptor = os.pidfd_open(server_pid)
        starter.send_signal(signal.SIGKILL)
        starter.wait(10)
    poller = __import__("select").poll()
    poller.register(descriptor)
    assert poller.poll(10_000), "the server still runs"
    os.close(descriptor)
    shutil.rmtree(socket_directory(private_home / "postgres"), ignore_errors=True)


def test_a_half_made_cluster_is_made_anew(private_home):
    (private_home / "postgres.new").mkdir()
    (private_home / "postgres.new" / "PG_VERSION").write_text("18\n")
    cluster = EmbeddedPostgres(private_home / "postgres", fast=True)
    with (private_home / "log").open("wb") as log:
        cluster.start(log)
        cluster.wait_ready()
        cluster.stop()


def test_a_directory_with_other_files_is_refused(private_home):
    (private_home / "postgres").mkdir()
    (private_home / "postgres" / "letters.txt").write_text("mine")
    with pytest.raises(PostgresError, match="holds no PostgreSQL data"):
        EmbeddedPostgres(private_home / "postgres").start()
    assert (private_home / "postgres" / "letters.txt").read_text() == "mine"


def test_data_of_another_version_are_refused(private_home):
    (private_home / "postgres").mkdir()
    (private_home / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(PostgresError, match="made by PostgreSQL 17, but this is 18"):
        EmbeddedPostgres(private_home / "postgres").start()


def test_a_foreign_socket_directory_is_refused(private_home):
    cluster = EmbeddedPostgres(private_home / "postgres", fast=True)
    cluster.socket_dir.symlink_to(private_home)
    try:
        with pytest.raises(PostgresError, match="should be our private directory"):
            cluster.start()
    finally:
        cluster.socket_dir.unlink()


def test_access_to_a_path_follows_its_permissions(tmp_path):
    tmp_path.chmod(0o711)
    inner = tmp_path / "inner"
    inner.mkdir(mode=0o700)
    owner = inner.stat().st_uid
    assert can_reach(inner, owner, inner.stat().st_gid)
    assert not can_reach(inner, owner + 4321, 4321)
