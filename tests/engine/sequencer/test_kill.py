import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.exchange import Exchange
from engine.core.generated.messages import PostPrint, decode, encode
from engine.journal import FileJournal
from tests.engine.sequencer.factories import SMALL_SEGMENT, open_sequencer

PROJECT = Path(__file__).parents[3]
ROUNDS = 4


def run_and_kill(directory: Path, lines_before_kill: int) -> list[tuple[int, int]]:
    """Run a child until it has acknowledged that many commands, kill it, return all it said."""
    command = [sys.executable, "-m", "tests.engine.sequencer.kill_child", str(directory)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            said = [child.stdout.readline() for _ in range(lines_before_kill)]
        finally:
            child.send_signal(signal.SIGKILL)
        said += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    whole = [line.split() for line in said if line.endswith(b"\n")]
    return [(int(seq), int(mark)) for seq, mark in whole]


@pytest.mark.parametrize("seed", range(ROUNDS))
async def test_every_acknowledged_command_survives_kill_9(tmp_path, seed):
    chance = random.Random(seed)
    acknowledged: list[tuple[int, int]] = []
    for _ in range(2):  # the second child continues in the journal of the first
        acknowledged += run_and_kill(tmp_path, chance.randrange(1, 400))
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    stored = {record.seq: decode(record.payload) for record in journal.read()}
    assert list(stored) == list(range(1, journal.last_seq + 1))
    journal.close()
    for seq, mark in acknowledged:
        command = stored[seq]
        assert isinstance(command, PostPrint)
        assert (command.seq, command.published_at_s) == (seq, mark)
    whole = Exchange()
    whole.apply_batch(b"".join(encode(command) for command in stored.values()))
    reopened = await open_sequencer(tmp_path)  # from a snapshot where one was whole
    assert reopened.sequence == len(stored)
    assert reopened.exchange.snapshot() == whole.snapshot()
    await reopened.close()
