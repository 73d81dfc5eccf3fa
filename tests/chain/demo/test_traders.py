"""The demo's traders: real wallets on the real engine, one act after the other."""

from pathlib import Path
from random import Random

from chain.client.faucet import Faucet
from chain.demo.traders import ACCOUNT_ID, DemoTraders, Trader, Venue, demo_traders
from chain.operator_key import sign_operator_command
from engine.core.generated.messages import Halt, Participate
from tests.chain.world import World

TRADERS = 3
ROUNDS_MAX = 60


def cast(world: World, seed: int = 1) -> tuple[DemoTraders, tuple[Trader, ...]]:
    async def join(trader: Trader) -> None:
        portfolio = world.sequencer.exchange.prediction_portfolio(trader.address)
        if not portfolio.programmes:
            await world.sequencer.submit(Participate(user=trader.address, programme=3))

    venue = Venue(
        rpc=world.rpc,
        sequencer=world.sequencer,
        builders=world.builders,
        faucet=Faucet(world.rpc, world.facts, world.keys.faucet),
        facts=world.facts,
    )
    traders = demo_traders(world.home / "keys", TRADERS)
    return DemoTraders(venue, traders, Random(seed), join), traders


async def until_all_trade(world: World, stage: DemoTraders, traders) -> int:
    """Let them act until each has a position; returns after how many rounds."""
    for count in range(1, ROUNDS_MAX + 1):
        await stage.round()
        await world.follow()
        await world.advance(60)
        now_s = world.sequencer.clock.now_s()
        views = [world.sequencer.exchange.user_view(one.address) for one in traders]
        if all(view.margin_account_ids == (ACCOUNT_ID,) for view in views) and all(
            world.sequencer.exchange.margin_account_view(one.address, ACCOUNT_ID, now_s).positions
            for one in traders
        ):
            return count
    raise AssertionError("they did not come to trade")


async def test_demo_traders_trade_provide_and_stake(tmp_path: Path) -> None:
    world = await World.open(tmp_path)
    try:
        stage, traders = cast(world)
        await until_all_trade(world, stage, traders)
        exchange, now_s = world.sequencer.exchange, world.sequencer.clock.now_s()
        for trader in traders:
            assert exchange.margin_account_view(trader.address, ACCOUNT_ID, now_s).name == "Demo"
            assert bool(exchange.lp_positions(trader.address, now_s)) == trader.provides
            assert exchange.staking_view(trader.address, now_s).has_account == trader.stakes
            assert exchange.prediction_portfolio(trader.address).programmes == (3,)
        # another run of the platform continues with what there is
        again, same = cast(world, seed=2)
        assert [one.address for one in same] == [one.address for one in traders]
        await until_all_trade(world, again, same)
        for trader in traders:
            assert exchange.user_view(trader.address).margin_account_ids == (ACCOUNT_ID,)
            assert len(exchange.lp_positions(trader.address, now_s)) == trader.provides
    finally:
        await world.close()


async def test_a_refused_trader_gives_the_next_its_turn(tmp_path: Path) -> None:
    world = await World.open(tmp_path)
    try:
        stage, traders = cast(world)
        await until_all_trade(world, stage, traders)
        before = world.sequencer.exchange.exchange_view(world.sequencer.clock.now_s())
        await world.sequencer.submit(sign_operator_command(Halt(), world.keys.operator))
        for _ in range(2 * TRADERS):
            await stage.round()
            await world.follow()
        after = world.sequencer.exchange.exchange_view(world.sequencer.clock.now_s())
        assert after.cumulative_volume_e6 == before.cumulative_volume_e6
    finally:
        await world.close()


def test_demo_traders_are_named_as_such_and_differ(tmp_path: Path) -> None:
    traders = demo_traders(tmp_path, 6)
    assert [one.name for one in traders] == [f"demo_trader_{n}" for n in range(1, 7)]
    assert len({one.address for one in traders}) == 6
    assert len({one.style for one in traders}) == 3
