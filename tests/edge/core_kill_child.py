"""The service over a real journal and database, until it is killed; a restart continues with both.

`python -m tests.edge.core_kill_child PORT HOME DATABASE_URL`.
"""

import asyncio
import sys
import time
from pathlib import Path

from aiohttp import web

from bench._http.server import HOST, NO_NODE, create_markets, make_context
from edge.core.app import build_app
from edge.core.programme_keeper import ProgrammeKeeper
from edge.http.middleware.protocol import Runner
from edge.projector.projector import Projector
from edge.rpc.proxy import NodeUrls
from edge.store.pool import Store
from edge.streams.hub import Hub
from engine.sequencer import EngineClock, ReplayListener, Sequencer


async def main(port: int, home: Path, database_url: str) -> None:
    store = await Store.open(database_url)
    projector = Projector(store)
    await projector.load()
    keeper = ProgrammeKeeper(home / "journal")
    replayed = ReplayListener(projector.replay_start, projector.take_replayed)
    sequencer = await Sequencer.open(
        home / "journal", EngineClock(), listeners=[replayed, keeper.listener]
    )
    sequencer.subscribe(projector.take)
    keeper.follow(sequencer)
    if sequencer.sequence == 0:
        await create_markets(sequencer, int(time.time()), 0)
    projecting = asyncio.create_task(projector.run(sequencer))
    context = make_context(home, store, projector, keeper.book, sequencer)
    runner = Runner(build_app(context, Hub(), NodeUrls(NO_NODE, NO_NODE)))
    await runner.setup()
    await web.TCPSite(runner, HOST, port).start()
    await projecting


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
