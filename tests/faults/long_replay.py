"""Kills a long replay in the middle: health shows progress, the next start continues from there.

Usage: python -m tests.faults.long_replay [--commands 1000000]

Makes a journal without snapshots, opens it in a process of its own that answers 503 meanwhile,
watches the progress over HTTP, kills the process in the second half, opens the journal again and
compares the state with a replay from the first record.
"""

import argparse
import asyncio
import json
import logging
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from edge.core.starting import answering_meanwhile
from engine.core.generated.messages import Tick
from engine.sequencer import EngineClock, Sequencer, saving
from tests.platform.running import free_port

BATCH = 500
WAIT_S = 900.0


async def make_journal(directory: Path, commands: int) -> None:
    """Write commands and leave no snapshot, as after a change of the state's layout."""
    sequencer = await Sequencer.open(directory, EngineClock(1))
    for _ in range(commands // BATCH):
        await sequencer.submit_all([Tick() for _ in range(BATCH)], lambda applied: applied)
    await sequencer.close()
    shutil.rmtree(directory / "snapshots")


async def replay(directory: Path, port: int) -> None:
    """Open the journal behind the port; what it did is printed at the end."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    saving.REPLAY_SNAPSHOT_S = 0.5  # a journal that takes minutes would take minutes to make
    async with answering_meanwhile(["127.0.0.1"], port) as starting:
        progress = starting.progress.replay
        sequencer = await Sequencer.open(directory, EngineClock(1), progress=progress)
        sys.stdout.write(f"{sequencer.sequence} {sequencer.exchange.state_hash().hex()}\n")
        sys.stdout.flush()
        await sequencer.close()


def replayed_at(port: int) -> int:
    """Return the progress that a client sees, -1 without an answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=5):
            raise AssertionError("a replay is not ready")
    except urllib.error.HTTPError as error:
        if error.code != 503:
            raise AssertionError(f"answered {error.code}") from error
        return int(json.load(error)["details"]["replayed"])
    except OSError:
        return -1


def start(directory: Path, port: int) -> "subprocess.Popen[str]":
    """Begin a replay in a process of its own."""
    words = [sys.executable, "-m", "tests.faults.long_replay", "--replay", str(directory)]
    return subprocess.Popen([*words, "--port", str(port)], stdout=subprocess.PIPE, text=True)


def kill_in_the_middle(directory: Path, commands: int) -> int:
    """Watch a replay and kill it; return how far it was."""
    port, seen = free_port(), [0]
    with start(directory, port) as child:
        until = time.monotonic() + WAIT_S
        while seen[-1] < commands // 2:
            assert child.poll() is None, "the replay ended before it was half done"
            assert time.monotonic() < until
            seen.append(max(seen[-1], replayed_at(port)))
            time.sleep(0.05)
        child.send_signal(signal.SIGKILL)
    rising = len(set(seen))
    assert rising > 5, seen
    sys.stdout.write(f"killed at {seen[-1]:,} of {commands:,} after {rising} different answers\n")
    return seen[-1]


def check(directory: Path, commands: int) -> None:
    """Run the fault; raises AssertionError."""
    asyncio.run(make_journal(directory, commands))
    whole = directory.with_name("whole")
    shutil.copytree(directory, whole)
    kill_in_the_middle(directory, commands)
    names = sorted(path.name for path in (directory / "snapshots").glob("*.snapshot"))
    assert names, "no snapshot was taken on the way"
    said = []
    for folder in (directory, whole):
        with start(folder, free_port()) as child:
            said.append(child.communicate(timeout=WAIT_S)[0])
            assert child.returncode == 0
    assert said[0] == said[1] != "", said
    sys.stdout.write(f"continued from {names[-1]}; same state as a replay from the first record\n")


def main() -> int:
    """Run the fault, or the replay of its child."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parsed = parser.parse_args()
    if parsed.replay is not None:
        asyncio.run(replay(parsed.replay, parsed.port))
        return 0
    with tempfile.TemporaryDirectory(prefix="acre-replay-") as folder:
        check(Path(folder) / "journal", parsed.commands // BATCH * BATCH)
    return 0


if __name__ == "__main__":
    sys.exit(main())
