"""An exchange with two markets, a clock that moves by hand, and an oracle of real sources."""

import asyncio
from dataclasses import replace
from pathlib import Path

from chain.oracle.csv_source import CsvSource
from chain.oracle.hermes import HermesSource
from chain.oracle.hermes_client import HermesTimes
from chain.oracle.poster import OraclePoster
from chain.oracle.quorum import QuorumRule
from chain.oracle.source import PriceSource
from engine.core.generated.messages import PostPrint
from engine.sequencer import Applied, Sequencer
from tests.chain.oracle.hermes_server import AUSTIN, DALLAS, KEY, Feed, HermesServer, until
from tests.engine.sequencer.factories import (
    E8,
    START_S,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
)

HEAD = "market,published_at,price,confidence\n"
TIMES = HermesTimes(answer_s=30, stale_s=30, pause_s=0.005, pause_max_s=0.02, chunk_pause_s=0)
AUS, DAL = 1, 2
FEEDS = {AUS: AUSTIN, DAL: DALLAS}


class Desk:
    """Both markets begin at 100.00, printed a day before START_S."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.posted: list[Applied] = []
        self.server = HermesServer()
        self.clock, self.time = make_clock(rate=1)
        self._fetching: list[asyncio.Task[None]] = []
        self.prints = home / "prints"

    async def open(self, *names: str, quorum: int = 0, tolerance_bp: int = 50) -> "Desk":
        """Open the exchange, make it if it is new, and the sources of these names."""
        self.sequencer: Sequencer = await open_sequencer(self.home / "journal", self.clock)
        self.sequencer.subscribe(self._keep)
        if self.sequencer.sequence == 0:
            await self.server.__aenter__()
            self.prints.mkdir()
            await self.sequencer.submit(create_exchange())
            for symbol, feed_id in (("AUS", AUSTIN), ("DAL", DALLAS)):
                market = create_market(symbol)
                await self.sequencer.submit(replace(market, price_feed=f"pyth:{feed_id}"))
        sources: list[PriceSource] = []
        for name in names:
            if name == "csv":
                sources.append(CsvSource(self.prints))
            else:
                now_s = self.sequencer.clock.now_s
                sources.append(HermesSource(self.server.url, KEY, now_s, TIMES))
        self.sources = {source.name: source for source in sources}
        rule = QuorumRule(len(sources), quorum or len(sources), tolerance_bp)
        self.oracle = OraclePoster(self.sequencer, sources, rule)
        return self

    async def close(self) -> None:
        await self.shut()
        await self.server.__aexit__()

    async def shut(self) -> None:
        """End the process, so to speak; journal, files and server stay."""
        for task in self._fetching:
            task.cancel()
        await asyncio.gather(*self._fetching, return_exceptions=True)
        self._fetching.clear()
        await self.sequencer.close()

    def _keep(self, applied: Applied) -> None:
        if isinstance(applied.command, PostPrint):
            self.posted.append(applied)

    async def follow_stream(self) -> None:
        """Let the source connect to the server, for the markets that there are."""
        await self.oracle.post_due()  # gives the sources the list of markets
        source = self.sources["hermes"]
        self._fetching.append(asyncio.create_task(source.run()))
        await until(lambda: self.server.streams)

    def say(self, market_id: int, price: str, at_s: int, conf: str = "0", expo: int = -2) -> None:
        """Have the server publish a price, `at_s` seconds from START_S."""
        self.server.publish(FEEDS[market_id], Feed(price, conf, expo, START_S + at_s))

    async def hear(self, market_id: int, price: str, at_s: int, **more: object) -> None:
        """Publish a price and wait until the source has it."""
        self.say(market_id, price, at_s, **more)  # type: ignore[arg-type]
        source = self.sources["hermes"]
        await until(lambda: source.status().last_observation_at_s == START_S + at_s)

    async def write(self, *rows: str, name: str = "prints.csv") -> None:
        """Replace a file of prints and have it read."""
        (self.prints / name).write_text(HEAD + "".join(f"{row}\n" for row in rows))
        await self.sources["csv"].look()  # type: ignore[attr-defined]

    async def post(self) -> list[tuple[int, int, int, int]]:
        """Post what is due; return market, price, confidence and seconds since START_S of each."""
        before = len(self.posted)
        await self.oracle.post_due()
        return [
            (
                one.command.market_id,
                one.command.price_e8,
                one.command.confidence_e8,
                one.command.published_at_s - START_S,
            )
            for one in self.posted[before:]
        ]

    def outcome(self) -> set[str]:
        """Return what kinds of events the last print brought."""
        return {type(event).__name__ for event in self.posted[-1].events}

    def price(self, market_id: int = AUS) -> tuple[int, int]:
        """Return the index price of a market and its publish time from START_S on."""
        view = self.view(market_id)
        return view.index_price_e8, view.index_price_at_s - START_S

    def view(self, market_id: int = AUS):
        return self.sequencer.exchange.market_view(market_id, self.sequencer.exchange.now_s)


START_E8 = 100 * E8
