"""Fills the small disk of a journal, frees it, kills the writer at any moment, and checks the rest.

Usage: python -m tests.faults.full_journal DIRECTORY [--rounds 6] [--seed 1]

Needs to mount a tmpfs on DIRECTORY: as root, or under `unshare --user --map-root-user --mount`.
Each round starts a writer on the journal, also on a full disk, and ends it with SIGKILL. Afterwards
every acknowledged command must be in the journal once, no refused one may be, and the hash chain
must hold. In every other round the writer does not see that the disk is full before it writes.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.core.generated.messages import GrantPoints, decode
from engine.journal import read_journal
from engine.sequencer import EngineClock, Sequencer, SequencerFullError
from engine.sequencer import sequencer as sequencing

DISK_BYTES = 48 * 1024 * 1024
SEGMENT_BYTES = 64 * 1024
WRITERS = 16
PAUSE_S = 0.001
WAIT_MAX_S = 60.0
ACKNOWLEDGED, REFUSED = "acknowledged", "refused"


async def write(directory: Path, first: int, *, is_blind: bool) -> None:
    """Submit numbered commands for ever and say what became of each."""
    if is_blind:
        unknown = os.statvfs_result((4096, 4096, 0, 0, 0, 0, 0, 0, 0, 255))
        os.statvfs = lambda _path: unknown
    sequencing.ROOM_PAUSE_FIRST_S = sequencing.ROOM_PAUSE_MAX_S = 0.02
    sequencer = await Sequencer.open(directory, EngineClock(), segment_bytes=SEGMENT_BYTES)
    number = first

    async def submit() -> None:
        nonlocal number
        while True:
            mine, number = number, number + 1
            try:
                await sequencer.submit(GrantPoints(user=mine.to_bytes(32)))
            except SequencerFullError:
                said = REFUSED
            else:
                said = ACKNOWLEDGED
            assert sequencer.sequence == sequencer.exchange.sequence
            sys.stdout.write(f"{said} {mine}\n")
            sys.stdout.flush()
            await asyncio.sleep(PAUSE_S)

    async with asyncio.TaskGroup() as group:
        for _ in range(WRITERS):
            group.create_task(submit())


class Writer:
    """A writer in a process of its own, and what it has said."""

    def __init__(self, directory: Path, first: int, *, is_blind: bool) -> None:
        command = [sys.executable, "-m", "tests.faults.full_journal", str(directory)]
        command += ["--write", str(first), *(["--blind"] if is_blind else [])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.said: dict[str, list[int]] = {ACKNOWLEDGED: [], REFUSED: []}
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):  # the last one may be cut
                what, number = line.split()
                self.said[what].append(int(number))

    def until(self, what: str, count: int) -> None:
        """Wait until so many more commands were acknowledged or refused."""
        wanted = len(self.said[what]) + count
        deadline_s = time.monotonic() + WAIT_MAX_S
        while len(self.said[what]) < wanted:
            assert self.process.poll() is None, f"the writer has ended: {self.process.returncode}"
            assert time.monotonic() < deadline_s, f"nothing is {what}"
            time.sleep(0.002)

    def kill(self) -> None:
        """End it at once and hear the rest."""
        self.process.kill()
        self.process.wait()
        self._thread.join()


def fill(ballast: Path) -> None:
    """Take all that is left of the disk."""
    with ballast.open("ab") as file, suppress(OSError):
        while True:
            os.write(file.fileno(), bytes(4_096))


def check(directory: Path, acknowledged: Counter[int], refused: set[int]) -> int:
    """Read the journal whole, which checks its hash chain; returns its commands."""
    found = Counter(
        int.from_bytes(decode(record.payload).user) for record, _ in read_journal(directory)
    )
    assert not acknowledged - found, f"lost: {acknowledged - found}"
    twice = [number for number, count in found.items() if count > 1]
    assert not twice, f"twice: {twice}"
    assert not refused & found.keys(), f"refused, yet there: {refused & found.keys()}"
    return found.total()


def run_rounds(
    directory: Path, rounds: int, rng: random.Random, say: Callable[[str], None]
) -> None:
    """Run the rounds; raise AssertionError at the first fault."""
    journal, ballast = directory / "journal", directory / "ballast"
    acknowledged: Counter[int] = Counter()
    refused: set[int] = set()
    is_full = False
    for number in range(rounds):
        writer = Writer(journal, 1 + number * 10**9, is_blind=number % 2 == 1)
        try:
            for _ in range(rng.randint(1, 2)):
                if not is_full:
                    writer.until(ACKNOWLEDGED, rng.randint(20, 400))
                    fill(ballast)
                writer.until(REFUSED, rng.randint(1, 60))
                is_full = rng.random() < 0.5
                if is_full:
                    break  # killed while it is full, and started so
                ballast.unlink()
                writer.until(ACKNOWLEDGED, rng.randint(1, 60))
            time.sleep(rng.random() * 0.05)
        finally:
            writer.kill()
        acknowledged.update(writer.said[ACKNOWLEDGED])
        refused.update(writer.said[REFUSED])
        commands = check(journal, acknowledged, refused)
        say(
            f"round {number + 1}: {acknowledged.total()} acknowledged, {len(refused)} refused,"
            f" {commands} in the journal, {'full' if is_full else 'free'} when killed"
        )


def main() -> int:
    """Run the rounds on a small disk."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--blind", action="store_true", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.write is not None:
        asyncio.run(write(parsed.directory, parsed.write, is_blind=parsed.blind))
        return 0
    options = f"size={DISK_BYTES}"
    command = ["mount", "-t", "tmpfs", "-o", options, "acre-small", str(parsed.directory)]
    subprocess.run(command, check=True)
    try:
        run_rounds(
            parsed.directory,
            parsed.rounds,
            random.Random(parsed.seed),
            lambda text: print(text, flush=True),
        )
    finally:
        subprocess.run(["umount", "-l", str(parsed.directory)], check=False)
    print("all rounds hold", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
