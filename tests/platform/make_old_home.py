"""Make the home of an earlier version: that version runs, is used and is stopped.

Usage: python -m tests.platform.make_old_home COMMIT [TREE]

The sources of COMMIT are unpacked into a temporary directory and built there (TREE names a
directory with sources that are built already). Its `acre up` runs in the profile test with
`tests.platform.wallet_users`. What it left goes into `tests/platform/old_homes/COMMIT.tar.xz`:

- `home/`: the state directory without `postgres/`, `logs/` and locks. Its keys are throw-away keys.
- `database.sql`: schema and rows by `pg_dump`, without the index history of the catalogue, 150,000
  rows that every start loads where they are missing.
- `facts.json`: what the old program said: hash of the state after its last command, migrations,
  what each user was shown, keys and refresh tokens of the users.
- `README`: the commit and this command.

The packages of the running environment serve both versions; they are pinned by the newer one.
"""

import argparse
import asyncio
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solders.keypair import Keypair

from edge.database.embedded import EmbeddedPostgres, _find_install, embedded_database_url
from tests.platform.running import Run, environment, family, free_port, wait_for_ends, watch
from tests.platform.wallet_users import NAMES, QUESTION, delegate, prepare, shown, trade, users

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).with_name("old_homes")
VARIABLES = {"ACRE_RATE_SCALE": "1000", "ACRE_SLOT_MS": "100"}
LEFT_OUT = ("postgres", "logs", "lock", "dump.log")
FORGET_HISTORY = """
DELETE FROM index_value WHERE published_at_s < (SELECT min(at_s) FROM market_point);
TRUNCATE index_history;
"""
# Runs in the old sources: the state after the last command, by the program that wrote it.
STATE = """
import sys
from pathlib import Path
from engine.core.exchange import Exchange
from engine.journal import FileJournal
exchange, journal = Exchange(), FileJournal(Path(sys.argv[1]))
for record in journal.read():
    exchange.apply_batch(record.payload)
print(exchange.sequence, exchange.state_hash().hex())
journal.close()
"""


def run_old(tree: Path, home: Path, port: int, *words: str) -> str:
    """Run Python in the old sources and return what it prints."""
    ended = subprocess.run(
        [sys.executable, *words], cwd=tree, env=old_environment(tree, home, port),
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    if ended.returncode != 0:
        raise SystemExit(f"{words[:3]} ended with {ended.returncode}:\n{ended.stderr}")
    return ended.stdout


def old_environment(tree: Path, home: Path, port: int) -> dict[str, str]:
    """Return an environment in which the old sources win."""
    return {**environment(home, port), **VARIABLES, "PYTHONPATH": str(tree)}


def unpack_sources(commit: str, tree: Path) -> None:
    """Unpack and build the sources of a commit."""
    packed = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", str(tree)], input=packed, check=True)
    build = ["setup.py", "--quiet", "build_ext", "--inplace", "-j2"]
    subprocess.run([sys.executable, *build], cwd=tree, check=True)


@contextmanager
def old_platform(tree: Path, home: Path, port: int) -> Iterator[Run]:
    """Run the old `acre up` and stop it in order."""
    process = subprocess.Popen(
        [sys.executable, "-m", "edge.cli", "up"], cwd=tree,
        env=old_environment(tree, home, port), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    with process:
        watched: list[int] = []
        try:
            run = Run(process, port, [])
            run.read_until("Acre is running")
            yield run
        finally:
            watched = watch(family(process.pid)) if process.poll() is None else []
            process.terminate()
            assert process.stdout is not None
            process.stdout.read()
            wait_for_ends(watched)


async def use(tree: Path, home: Path, run: Run) -> dict[str, Any]:
    """Let the users work; return what they were shown and what they need to come back."""
    question = [word for item in QUESTION.items() for word in item]
    run_old(tree, home, run.port, "-m", "edge.cli", "admin", "create-prediction", *question)
    keys = {name: Keypair() for name in NAMES}
    async with users(f"http://127.0.0.1:{run.port}", keys) as everybody:
        ada, bob, eve = (everybody[name] for name in NAMES)
        number = await prepare(ada, bob, eve)
        await trade(ada, bob, eve, number)
        await delegate(eve, bob)
        return {
            name: {
                "key": str(user.key),
                "refreshToken": user.refresh_token,
                "shown": await shown(user),
            }
            for name, user in everybody.items()
        }


def run_client(program: str, *words: str) -> str:
    """Run a client program of the embedded PostgreSQL and return what it prints."""
    command = [str(_find_install() / "bin" / program), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dump(home: Path) -> str:
    """Return schema and rows of the embedded database as SQL."""
    postgres = EmbeddedPostgres(home / "postgres", fast=True)
    with (home / "dump.log").open("wb") as log:
        postgres.start(log)
        try:
            postgres.wait_ready()
            url = embedded_database_url(home)
            run_client("psql", "--quiet", "--set=ON_ERROR_STOP=1", "--command", FORGET_HISTORY, url)
            return run_client("pg_dump", "--no-owner", "--no-privileges", url)
        finally:
            postgres.stop()


def pack(commit: str, home: Path, facts: dict[str, Any]) -> Path:
    """Write the fixture."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        (folder / "database.sql").write_text(dump(home))
        kept = shutil.copytree(
            home, folder / "home",
            ignore=lambda path, _: LEFT_OUT if Path(path) == home else (),
        )  # fmt: skip
        for lock in kept.rglob("*.lock"):
            lock.unlink()
        with sqlite3.connect(kept / "chain" / "chain.sqlite3") as chain:
            chain.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            chain.execute("VACUUM")
        chain.close()
        (folder / "facts.json").write_text(json.dumps(facts, indent=1))
        (folder / "README").write_text(
            f"Home of commit {commit}, made by `python -m tests.platform.make_old_home {commit}`.\n"
            "Every key in it is a throw-away key of this test.\n"
        )
        FOLDER.mkdir(exist_ok=True)
        target = FOLDER / f"{commit}.tar.xz"
        with tarfile.open(target, "w:xz", preset=9) as archive:
            for path in sorted(folder.iterdir()):
                archive.add(path, path.name)
    return target


def main() -> int:
    """Make the home and print its size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("tree", nargs="?", type=Path)
    asked = parser.parse_args()
    os.umask(0o077)
    with tempfile.TemporaryDirectory(prefix="acre-old-") as directory:
        tree = asked.tree or Path(directory) / "tree"
        if asked.tree is None:
            tree.mkdir()
            unpack_sources(asked.commit, tree)
        home, port = Path(directory) / "home", free_port()
        home.parent.chmod(0o711)  # the embedded PostgreSQL of root runs as another user
        with old_platform(tree, home, port) as run:
            everybody = asyncio.run(use(tree, home, run))
        replayed = run_old(tree, home, port, "-c", STATE, str(home / "journal"))
        sequence, state_hash = replayed.split()
        facts = {
            "commit": asked.commit,
            "madeAt": int(time.time()),
            "sequence": int(sequence),
            "stateHash": state_hash,
            "migrations": len(list((tree / "edge/store/migrations").glob("*.sql"))),
            "users": everybody,
        }
        target = pack(asked.commit, home, facts)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    size = target.stat().st_size
    sys.stdout.write(f"{target}: {size} bytes, {sequence} commands, SHA-256 {digest}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
