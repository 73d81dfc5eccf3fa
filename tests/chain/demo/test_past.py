"""The weeks before a demo's first day, on a real node and a real engine."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from chain.catalogue import Catalogue, load_catalogue
from chain.client.balances import token_balance
from chain.client.rpc import Rpc
from chain.demo.past import Stage, past_from_s, play_past
from chain.demo.trader import demo_traders
from chain.genesis import ensure_genesis
from chain.node.server.server import NodeServer
from chain.oracle.build import build_oracle
from chain.oracle.options import OracleOptions
from chain.schedule.contest_keeper import ContestKeeper
from chain.schedule.keeper import PredictionKeeper
from engine.core.generated import messages as m
from engine.programmes.contests.rules import ContestStatus
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.seasons import Programme
from engine.sequencer import Applied, EngineClock, ReplayListener, Sequencer
from tests.chain.world import SEGMENT_BYTES, SLOT_MS, genesis_settings

MARKETS = 10
TRADERS = 12
DAY_S = 86_400
SEED_E6 = 10_000_000 * 10**6


@dataclass
class Theatre:
    """A home whose node goes on while its core is opened and closed."""

    home: Path
    node: NodeServer
    rpc: Rpc
    catalogue: Catalogue
    sequencer: Sequencer
    stage: Stage
    applied: list[Applied]

    @classmethod
    async def open(cls, home: Path, node: NodeServer) -> "Theatre":
        whole = load_catalogue(None)
        catalogue = replace(whole, markets=whole.markets[:MARKETS])
        from_s = past_from_s(catalogue)
        programmes, applied = ProgrammeState(), []
        sequencer = await Sequencer.open(
            home / "journal",
            EngineClock(1440, start_s=catalogue.start_s),
            listeners=[
                ReplayListener(0, programmes.take),
                ReplayListener(0, lambda one, _: applied.append(one)),
            ],
            segment_bytes=SEGMENT_BYTES,
        )
        sequencer.subscribe(applied.append)
        sequencer.subscribe(lambda one: programmes.take(one, sequencer.exchange))
        sequencer.clock.hold(max(from_s, sequencer.exchange.now_s))
        rpc = Rpc(node.url)
        facts, keys = await ensure_genesis(
            sequencer, rpc, genesis_settings(home, SEED_E6), replace(catalogue, start_s=from_s)
        )
        stage = Stage(
            sequencer=sequencer,
            rpc=rpc,
            facts=facts,
            keys=keys,
            catalogue=catalogue,
            programmes=programmes,
            oracle=build_oracle(OracleOptions(), catalogue, sequencer),
            keepers=(
                ContestKeeper(sequencer, programmes.contests, keys.operator, from_s),
                PredictionKeeper(sequencer, catalogue, keys.operator, 2),
            ),
            traders=demo_traders(home / "keys", TRADERS),
            follower_dir=home / "chain",
        )
        return cls(home, node, rpc, catalogue, sequencer, stage, applied)

    async def close(self) -> None:
        await self.sequencer.close()
        await self.rpc.close()

    async def again(self) -> "Theatre":
        """Open the same home once more, as after the process ended."""
        await self.close()
        return await Theatre.open(self.home, self.node)

    def sizes(self) -> dict[int, dict[int, int]]:
        exchange, now_s = self.sequencer.exchange, self.sequencer.exchange.now_s
        return {
            trader.number: {
                one.market_id: one.size_e6
                for one in exchange.margin_account_view(trader.address, 1, now_s).positions
            }
            for trader in self.stage.traders
        }

    def refused(self) -> Counter[str]:
        rows = [row for row in self.applied if row.rejection is not None]
        return Counter(type(row.command).__name__ for row in rows)

    def trades(self) -> list[m.ModifyPosition]:
        return [
            row.command
            for row in self.applied
            if isinstance(row.command, m.ModifyPosition) and row.rejection is None
        ]


@pytest.fixture
async def node(tmp_path):
    server = await NodeServer.start(tmp_path / "node", slot_ms=SLOT_MS)
    yield server
    await server.stop()


async def test_the_past_is_there_on_the_first_day(tmp_path, node):
    theatre = await Theatre.open(tmp_path, node)
    await play_past(theatre.stage)
    exchange, start_s = theatre.sequencer.exchange, theatre.catalogue.start_s
    assert exchange.now_s == start_s
    assert start_s <= theatre.sequencer.now_s() < start_s + DAY_S
    assert not theatre.refused()
    trades = theatre.trades()
    last_day = {one.market_id for one in trades if one.time_s >= start_s - DAY_S}
    assert last_day == set(exchange.market_ids())
    for market_id in exchange.market_ids():
        view = exchange.market_view(market_id, start_s)
        assert view.open_interest_size_e6 > 0
        assert view.index_price_at_s == start_s
        assert view.index_price_e8 == theatre.catalogue.print_at(view.acre_id, start_s)[1]
    # every print came at its time, none before it
    prints = [row.command for row in theatre.applied if isinstance(row.command, m.PostPrint)]
    assert len(prints) == MARKETS * 35
    assert all(one.published_at_s == one.time_s for one in prints)
    # vault and claims
    facts, view = theatre.stage.facts, exchange.exchange_view(start_s)
    vault_e6 = await token_balance(theatre.rpc, facts.vault_authority, facts.collateral_mint)
    assert vault_e6 == view.balance_e6
    # leaderboards with winners and losers
    book = theatre.stage.programmes
    assert len(book.ledger.participants(Programme.SEASON_3)) == TRADERS
    royale = book.contests["royale"]
    changes = [one.row.token_change_e6 for one in royale.leaderboard(start_s)]
    assert len(changes) == TRADERS
    assert min(changes) < 0 < max(changes)
    over = [
        one
        for one in book.contests.values()
        if one.rules.status(start_s) is ContestStatus.FINISHED and one.entrants
    ]
    assert over
    assert all(one.final is not None for one in over)
    questions = map(exchange.prediction_market, exchange.prediction_market_ids())
    assert sum(one.volume_contracts > 0 for one in questions) >= 4
    await theatre.close()


@pytest.mark.parametrize("stop_at", [70, 150, 155, 240, 333, 480, 600])
async def test_an_interrupted_past_is_finished_once(tmp_path, node, stop_at):
    theatre = await Theatre.open(tmp_path, node)
    playing = asyncio.create_task(play_past(theatre.stage))
    reached = asyncio.Event()
    theatre.sequencer.subscribe(lambda one: reached.set() if one.command.seq >= stop_at else None)
    await reached.wait()
    playing.cancel()
    await asyncio.wait({playing})
    assert playing.cancelled()
    theatre = await theatre.again()
    assert theatre.sequencer.exchange.now_s < theatre.catalogue.start_s
    await play_past(theatre.stage)
    assert theatre.sequencer.exchange.now_s == theatre.catalogue.start_s
    nonces = [one.nonce for one in theatre.trades()]
    assert nonces == sorted(set(nonces))
    assert set(theatre.refused()) <= {"ModifyPosition", "PlaceOrder"}  # sent twice: by its nonce
    prints = Counter(
        (row.command.market_id, row.command.published_at_s)
        for row in theatre.applied
        if isinstance(row.command, m.PostPrint)
    )
    assert len(prints) == MARKETS * 35
    assert max(prints.values()) == 1
    sizes = theatre.sizes()
    theatre = await theatre.again()
    await play_past(theatre.stage)  # of what is done nothing is done again
    assert theatre.sizes() == sizes
    assert [one.nonce for one in theatre.trades()] == nonces
    await theatre.close()
    # and it is what an uninterrupted start makes
    other = await NodeServer.start(tmp_path / "other-node", slot_ms=SLOT_MS)
    whole = await Theatre.open(tmp_path / "other", other)
    await play_past(whole.stage)
    assert whole.sizes() == sizes
    assert [one.nonce for one in whole.trades()] == nonces
    await whole.close()
    await other.stop()
