"""Journals facts of the programmes until it is killed; prints what was acknowledged.

`python -m tests.edge.programme_kill_child DIRECTORY`: one line "kind number" per acknowledged fact.
"""

import asyncio
import os
import sys
from pathlib import Path

from edge.core.programme_keeper import ProgrammeKeeper
from engine.core.generated import messages as m
from engine.programmes.seasons import Programme
from engine.sequencer import Sequencer
from tests.engine.core.support.world import DAY_S, wallet
from tests.engine.sequencer.factories import START_S, create_exchange, open_sequencer

SNAPSHOT_COMMANDS = 40  # so that a kill also meets a checkpoint that is being written
USERS_MAX = 100_000  # a child that is never killed ends


def say(line: str) -> None:
    os.write(1, (line + "\n").encode("ascii"))  # one write: a line is whole or not there


async def keep_joining(sequencer: Sequencer, keeper: ProgrammeKeeper, first: int) -> None:
    for number in range(first, USERS_MAX, 4):
        user = wallet(number)
        for kind, command in (
            ("participate", m.Participate(user=user, programme=3)),
            ("code", m.GenerateReferralCode(user=user, code=f"code-{number}")),
            ("join", m.JoinContest(user=user, contest_id="royale")),
        ):

            def read(applied):
                assert keeper.book.refusal_of(applied.command.seq) is None
                assert keeper.book.sequence == applied.command.seq

            await sequencer.submit_all([command], read)
            say(f"{kind} {number}")


async def main(directory: Path) -> None:
    keeper = ProgrammeKeeper(directory)
    sequencer = await open_sequencer(
        directory, listeners=[keeper.listener], snapshot_commands=SNAPSHOT_COMMANDS
    )
    keeper.follow(sequencer)
    if sequencer.sequence == 0:
        founding = create_exchange()
        await sequencer.submit(founding)
        times = {"starts_at_s": START_S, "ends_at_s": START_S + 99 * DAY_S}
        contest = {"contest_id": "royale", "name": "Royale", "prize_mint": 1}
        await sequencer.submit(m.CreateContest(operator=founding.operator, **contest, **times))
    known = keeper.book.ledger.participants(Programme.SEASON_3)
    first = int.from_bytes(max(known, default=b"")) + 1  # unknown to the last child
    say("ready")
    async with asyncio.TaskGroup() as group:
        for task in range(4):
            group.create_task(keep_joining(sequencer, keeper, first + task))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
