"""Submits commands from several tasks until it is killed; prints what was acknowledged.

`python -m tests.engine.sequencer.kill_child DIRECTORY`: one line "seq published_at_s" per
acknowledged print.
"""

import asyncio
import os
import sys
from pathlib import Path

from engine.core.generated.messages import PostPrint
from engine.sequencer import Sequencer
from tests.engine.sequencer.factories import create_exchange, create_market, open_sequencer

TASKS = 8
SNAPSHOT_COMMANDS = 40  # so that a kill also meets a snapshot that is being written
COMMANDS_MAX = 1_000_000  # a child that is never killed ends


def say(line: str) -> None:
    os.write(1, (line + "\n").encode("ascii"))  # one write: a line is whole or not there


async def keep_submitting(sequencer: Sequencer, task: int) -> None:
    for number in range(COMMANDS_MAX):
        mark = task * COMMANDS_MAX + number
        applied = await sequencer.submit(PostPrint(market_id=1, price_e8=1, published_at_s=mark))
        say(f"{applied.command.seq} {mark}")


async def main(directory: Path) -> None:
    sequencer = await open_sequencer(directory, snapshot_commands=SNAPSHOT_COMMANDS)
    if sequencer.sequence == 0:
        await sequencer.submit(create_exchange())
        await sequencer.submit(create_market())
    say("ready")
    async with asyncio.TaskGroup() as group:
        for task in range(TASKS):
            group.create_task(keep_submitting(sequencer, task))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
