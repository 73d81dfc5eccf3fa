"""The servers that the benches of HTTP load: the service over a real journal, and a bare echo.

`python -m bench._http.server service PORT HOME DATABASE_URL [ACCOUNTS]` serves the real application
with its sequencer, projector, sessions and streams, as the `core` process does; only the workers of
the chain are missing. `python -m bench._http.server echo PORT STATUS BYTES HEADERS` answers every
POST, once its body is read, with so many bytes through aiohttp alone, and with the headers of a
JSON object beside those that aiohttp sends of itself. `python -m bench._http.server bare PORT
BODY_BYTES ANSWER [FILE COUNT]` writes the same bytes, which ANSWER holds as hexadecimal digits, on
a bare `asyncio.Protocol` that only looks for the end of a request: the floor of a server in Python
on this loop. With a FILE it writes and flushes a record before each of COUNT answers, on the loop:
the floor of a durable order. Each line on the standard input is answered with a line of figures,
once what was applied is projected too; the process ends with its input.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import uvloop
from aiohttp import web
from solders.keypair import Keypair

from bench import _question
from bench._crowd import address
from bench._http.load import HEAD_END
from bench.journal import bare_commit
from chain.builders.builders import Builders
from chain.catalogue import load_catalogue
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.gc_tuning import tune_gc
from chain.proof.poster import Posting, RootPoster
from chain.proof.vault import VaultBalances
from edge.api.auth.keys import load_secret
from edge.api.auth.message import MessageIssuer
from edge.api.auth.sessions import Sessions
from edge.api.context import Context, Health
from edge.api.markets.exchange_routes import cluster_health
from edge.api.markets.figures import MarketStats
from edge.api.points.leaderboards import PointsBoards
from edge.api.pool.figures import PoolStats
from edge.api.status.node_health import NodeHealth
from edge.core.app import build_app
from edge.core.settings import RATE_SCALE_MAX
from edge.http.cache import CachedValue
from edge.http.gate import Gate
from edge.http.limits import scaled_rates
from edge.http.middleware.protocol import Runner
from edge.http.middleware.rates import RateLimiter
from edge.projector.projector import Projector
from edge.rpc.proxy import NodeUrls
from edge.store.idempotency_keys import IdempotencyKeys
from edge.store.pool import Store
from edge.streams.hub import Hub
from engine.core.generated.messages import AddLiquidity, CommandRejected, CreateMarginAccount
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import EngineClock, Sequencer

ENV = "local"
HOST = "127.0.0.1"
NO_NODE = "http://127.0.0.1:9"  # nothing of the load asks the chain
E6 = 10**6
TRADER = b"T" * 32  # has margin account 0, for quotes
MARGIN_E6 = 10_000 * E6
LIQUIDITY_E6 = 1_000_000 * E6
Figures = Callable[[], Awaitable[dict[str, float]]]


async def create_markets(sequencer: Sequencer, now_s: int, accounts: int) -> None:
    """Create the exchange and its markets, a pool, and margin accounts, the first for quotes."""
    deposits = [
        (TRADER, AddLiquidity, LIQUIDITY_E6),
        (TRADER, CreateMarginAccount, MARGIN_E6),
        *((address(user), CreateMarginAccount, MARGIN_E6) for user in range(accounts)),
    ]
    commands = [
        kind(
            user=user,
            slot=slot,
            nonce=slot,
            expires_slot=slot,
            attached_e6=amount_e6,
            attached_mint=1,
            amount_e6=amount_e6,
        )
        for slot, (user, kind, amount_e6) in enumerate(deposits, 1)
    ]
    for command in (*_question.market(now_s), *commands):
        applied = await sequencer.submit(command)
        assert not any(isinstance(event, CommandRejected) for event in applied.events)


@asynccontextmanager
async def service(
    home: Path, database_url: str, accounts: int = 0
) -> AsyncIterator[tuple[web.Application, Figures]]:
    """Open the service on an empty journal and database."""
    async with AsyncExitStack() as stack:
        store = await Store.open(database_url)
        stack.push_async_callback(store.close)
        projector = Projector(store)
        await projector.load()
        sequencer = await Sequencer.open(home / "journal", EngineClock())
        stack.push_async_callback(sequencer.close)
        sequencer.subscribe(projector.take)
        programmes = ProgrammeState()
        sequencer.subscribe(lambda applied: programmes.take(applied, sequencer.exchange))
        await create_markets(sequencer, int(time.time()), accounts)
        projecting = asyncio.create_task(projector.run(sequencer))
        stack.callback(projecting.cancel)
        context = make_context(home, store, projector, programmes, sequencer)

        async def figures() -> dict[str, float]:
            unprojected = sequencer.sequence - projector.projected_seq
            await projector.wait_for(sequencer.sequence)
            return {"unprojected": unprojected}

        yield build_app(context, Hub(), NodeUrls(NO_NODE, NO_NODE)), figures


def make_context(
    home: Path,
    store: Store,
    projector: Projector,
    programmes: ProgrammeState,
    sequencer: Sequencer,
) -> Context:
    """Return what the handlers work with, as the `core` process makes it."""
    now = sequencer.now_s
    exchange = sequencer.exchange
    facts = ChainFacts.of_exchange(exchange.exchange_view(now()), "localnet")
    rpc = Rpc(NO_NODE)
    secret = load_secret(home / "edge-secret")
    sessions = Sessions(store, secret, ENV, MessageIssuer(secret, HOST, HOST, "localnet"))
    posting = Posting(key=Keypair(), directory=home / "roots")
    gate = Gate(
        env=ENV,
        version="bench",
        web_dist=home,
        tokens=sessions,
        now_s=now,
        market_count=lambda: len(exchange.market_ids()),
        symbol_of=lambda market_id: exchange.market_view(market_id, now()).symbol,
        sequence=lambda: sequencer.sequence,
        stored_keys=IdempotencyKeys(store, time.time, lambda: sequencer.sequence),
        limiter=RateLimiter(scaled_rates(RATE_SCALE_MAX)),
    )
    node_health = NodeHealth(lambda: cluster_health(rpc, sessions.now_s))
    return Context(
        gate=gate,
        health=Health(cluster=CachedValue(node_health, 1.0)),
        profile="plain",
        sequencer=sequencer,
        catalogue=load_catalogue(None, "texas"),
        facts=facts,
        builders=Builders(rpc, exchange, facts, now),
        rpc=rpc,
        faucet=None,
        roots=RootPoster(rpc, sequencer, facts, posting),
        vaults=VaultBalances(rpc, facts),
        store=store,
        projector=projector,
        programmes=programmes,
        boards=PointsBoards(programmes, sequencer.clock.now_s),
        sessions=sessions,
        figures=MarketStats(store, exchange, now),
        pool_figures=PoolStats(store, exchange, now),
    )


@asynccontextmanager
async def echo(
    status: int, size: int, headers: dict[str, str]
) -> AsyncIterator[tuple[web.Application, Figures]]:
    """An application that reads the body and answers with `size` bytes and some headers."""
    body = b'"' + b"x" * (size - 2) + b'"'

    async def post(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(
            status=status, body=body, content_type="application/json", headers=headers
        )

    app = web.Application()
    app.router.add_post("/{path:.*}", post)
    yield app, no_figures


class Bare(asyncio.Protocol):
    """A connection whose requests have bodies of one size, each answered with the same bytes.

    `commit` makes a record durable before each answer; the loop waits.
    """

    def __init__(self, body_bytes: int, answer: bytes, commit: Callable[[], None] | None) -> None:
        self._body_bytes = body_bytes
        self._answer = answer
        self._commit = commit
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Answer each request that is whole."""
        assert self._transport is not None
        self._buffer += data
        while (at := self._buffer.find(HEAD_END)) >= 0:
            end = at + len(HEAD_END) + self._body_bytes
            if len(self._buffer) < end:
                return
            self._buffer = self._buffer[end:]
            if self._commit is not None:
                self._commit()
            self._transport.write(self._answer)


async def serve_bare(
    port: int, body_bytes: int, answer: bytes, commit: Callable[[], None] | None
) -> None:
    """Serve on the bare protocol until the standard input ends."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Bare(body_bytes, answer, commit), HOST, port)
    await tell(no_figures)
    server.close()


async def no_figures() -> dict[str, float]:
    """Return none."""
    return {}


async def serve(port: int, app: web.Application, figures: Figures, runner: web.AppRunner) -> None:
    """Serve an application until the standard input ends."""
    await runner.setup()
    await web.TCPSite(runner, HOST, port).start()
    await tell(figures)
    await runner.cleanup()


async def tell(figures: Figures) -> None:
    """Answer each line of the standard input with figures, until it ends."""
    tune_gc()
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        said = await figures()
        times = {"cpu_s": time.process_time(), "loop_s": time.thread_time()}
        sys.stdout.write(json.dumps({**said, **times}) + "\n")
        sys.stdout.flush()


async def main(kind: str, port: int, *arguments: str) -> None:
    """Run one server until its input ends."""
    if kind == "bare":
        commit = bare_commit(Path(arguments[2]), int(arguments[3])) if len(arguments) > 2 else None
        await serve_bare(port, int(arguments[0]), bytes.fromhex(arguments[1]), commit)
        return
    if kind == "echo":
        status, size, headers = int(arguments[0]), int(arguments[1]), json.loads(arguments[2])
        async with echo(status, size, headers) as (app, figures):
            await serve(port, app, figures, web.AppRunner(app, access_log=None))
        return
    accounts = int(arguments[2]) if len(arguments) > 2 else 0
    async with service(Path(arguments[0]), arguments[1], accounts) as (app, figures):
        await serve(port, app, figures, Runner(app))


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
