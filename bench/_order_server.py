"""The servers that `bench.order_http` loads: the service over a real journal, and a bare echo.

`python -m bench._order_server service PORT HOME DATABASE_URL` serves the real application with its
sequencer, projector, sessions and streams, as the `core` process does; only the workers of the
chain are missing. `python -m bench._order_server echo PORT BYTES` answers every POST, once its body
is read, with so many bytes through aiohttp alone. Each line on the standard input is answered with
a line of figures; the process ends with its input.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import uvloop
from aiohttp import web

from chain.builders.builders import Builders
from chain.catalogue import load_catalogue
from chain.facts import ChainFacts
from chain.rpc import Rpc
from edge import garbage
from edge.app import build_app
from edge.auth.keys import load_secret
from edge.auth.message import MessageIssuer
from edge.auth.sessions import Sessions
from edge.context import Context
from edge.figures import FigureBook, Remembered
from edge.health import NodeHealth
from edge.limits import scaled_rates
from edge.main.account import cluster_health
from edge.middleware.protocol import Runner
from edge.middleware.rates import RateLimiter
from edge.projector.projector import Projector
from edge.service import HOST, EngineNow
from edge.settings import RATE_SCALE_MAX
from edge.store.pool import Store
from edge.streams.hub import Hub
from engine.core.generated.messages import CreateExchange, CreateMarket, CreatePrediction
from engine.core.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from engine.sequencer import EngineClock, Sequencer

ENV = "local"
OPERATOR = b"O" * 32
DAY_S = 86_400
E8 = 10**8
NO_NODE = "http://127.0.0.1:9"  # nothing of the load asks the chain
Figures = Callable[[], dict[str, float]]


async def create_markets(sequencer: Sequencer, now_s: int) -> None:
    """Create the exchange, one index market, and one prediction market on it that is open."""
    rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    market = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    await sequencer.submit(CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **rules))
    await sequencer.submit(
        CreateMarket(
            operator=OPERATOR,
            symbol="AUS",
            name="Austin",
            acre_id=1,
            price_e8=300 * E8,
            published_at_s=now_s - DAY_S,
            **market,
        )
    )
    await sequencer.submit(
        CreatePrediction(
            operator=OPERATOR,
            title="Above 300?",
            description="Whether the index is at or above 300.",
            category="Cities",
            rules="The first value at or after the time.",
            acre_id=1,
            strike_e8=300 * E8,
            opens_at_s=now_s,
            closes_at_s=now_s + DAY_S,
            resolves_at_s=now_s + DAY_S,
        )
    )


@asynccontextmanager
async def service(home: Path, database_url: str) -> AsyncIterator[tuple[web.Application, Figures]]:
    """Open the service on an empty journal and database."""
    async with AsyncExitStack() as stack:
        store = await Store.open(database_url)
        stack.push_async_callback(store.close)
        projector = Projector(store)
        await projector.load()
        sequencer = await Sequencer.open(home / "journal", EngineClock())
        stack.push_async_callback(sequencer.close)
        sequencer.subscribe(projector.take)
        await create_markets(sequencer, int(time.time()))
        projecting = asyncio.create_task(projector.run(sequencer))
        stack.callback(projecting.cancel)
        context = make_context(home, store, projector, sequencer)

        def figures() -> dict[str, float]:
            return {
                "sequence": sequencer.sequence,
                "projected": projector.projected_seq,
            }

        yield build_app(context), figures


def make_context(home: Path, store: Store, projector: Projector, sequencer: Sequencer) -> Context:
    """Return what the handlers work with, as the `core` process makes it."""
    now = EngineNow(sequencer)
    exchange = sequencer.exchange
    facts = ChainFacts.of_exchange(exchange.exchange_view(now()), "localnet")
    rpc = Rpc(NO_NODE)
    secret = load_secret(home / "edge-secret")
    sessions = Sessions(store, secret, ENV, MessageIssuer(secret, HOST, HOST, "localnet"))
    return Context(
        env=ENV,
        version="bench",
        profile="plain",
        sequencer=sequencer,
        catalogue=load_catalogue(None),
        facts=facts,
        builders=Builders(rpc, exchange, facts, now),
        rpc=rpc,
        faucet=None,
        store=store,
        projector=projector,
        sessions=sessions,
        figures=FigureBook(store, exchange, now),
        cluster=Remembered(NodeHealth(lambda: cluster_health(rpc, sessions.now_s)), 1.0),
        hub=Hub(),
        node_url=NO_NODE,
        node_ws_url=NO_NODE,
        web_dist=home,
        limiter=RateLimiter(scaled_rates(RATE_SCALE_MAX)),
    )


@asynccontextmanager
async def echo(size: int) -> AsyncIterator[tuple[web.Application, Figures]]:
    """An application that reads the body and answers with `size` bytes."""
    body = b'"' + b"x" * (size - 2) + b'"'

    async def post(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(status=201, body=body, content_type="application/json")

    app = web.Application()
    app.router.add_post("/{path:.*}", post)
    yield app, dict


async def serve(port: int, app: web.Application, figures: Figures, runner: web.AppRunner) -> None:
    """Serve until the standard input ends; answer each of its lines with figures."""
    await runner.setup()
    await web.TCPSite(runner, HOST, port).start()
    garbage.settle()
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        times = {"cpu_s": time.process_time(), "loop_s": time.thread_time()}
        sys.stdout.write(json.dumps({**figures(), **times}) + "\n")
        sys.stdout.flush()
    await runner.cleanup()


async def main(kind: str, port: int, *arguments: str) -> None:
    """Run one server until its input ends."""
    if kind == "echo":
        async with echo(int(arguments[0])) as (app, figures):
            await serve(port, app, figures, web.AppRunner(app, access_log=None))
        return
    async with service(Path(arguments[0]), arguments[1]) as (app, figures):
        await serve(port, app, figures, Runner(app))


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
