"""The demo's traders: real wallets on the real engine, one act after the other."""

from pathlib import Path

from chain.client.faucet import Faucet
from chain.demo.plan import ACCOUNT_ID
from chain.demo.strategies import E8
from chain.demo.trader import Trader, demo_traders
from chain.demo.traders import TRADE_MIN_E6, DemoTraders, Venue
from chain.operator_key import sign_operator_command
from engine.core.generated.messages import Halt, ModifyPosition, Participate
from tests.chain.world import World, small_catalogue

TRADERS = 3
ROUNDS_MAX = 60


def cast(world: World) -> tuple[DemoTraders, tuple[Trader, ...]]:
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
        catalogue=small_catalogue(),
    )
    traders = demo_traders(world.home / "keys", TRADERS)
    return DemoTraders(venue, traders, join), traders


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
            and bool(world.sequencer.exchange.lp_positions(one.address, now_s)) == one.provides
            and world.sequencer.exchange.staking_view(one.address, now_s).has_account == one.stakes
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
        again, same = cast(world)
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


def orders(world: World) -> list[ModifyPosition]:
    return [row.command for row in world.applied if isinstance(row.command, ModifyPosition)]


async def test_a_restart_repeats_no_order_and_a_satisfied_trader_sends_none(tmp_path: Path) -> None:
    world = await World.open(tmp_path)
    try:
        stage, traders = cast(world)
        await until_all_trade(world, stage, traders)
        for _ in range(2 * TRADERS):
            await stage.round()
            await world.follow()
        exchange, now_s = world.sequencer.exchange, world.sequencer.clock.now_s()
        before = {
            one.address: exchange.margin_account_view(one.address, ACCOUNT_ID, now_s).positions
            for one in traders
        }
        count = len(orders(world))
        await world.restart_engine()
        again, _ = cast(world)
        for _ in range(3 * TRADERS):  # the day is the same, so what they want is too
            await again.round()
            await world.follow()
        exchange = world.sequencer.exchange
        for one in traders:
            after = exchange.margin_account_view(one.address, ACCOUNT_ID, now_s).positions
            assert [(row.market_id, row.size_e6) for row in after] == [
                (row.market_id, row.size_e6) for row in before[one.address]
            ]
        assert count == TRADERS
        assert not orders(world)
    finally:
        await world.close()


async def test_their_orders_are_small_and_leave_the_side_to_others(tmp_path: Path) -> None:
    world = await World.open(tmp_path)
    try:
        stage, traders = cast(world)
        await until_all_trade(world, stage, traders)
        exchange, now_s = world.sequencer.exchange, world.sequencer.clock.now_s()
        for market_id in exchange.market_ids():
            view = exchange.market_view(market_id, now_s)
            side_e6 = view.parameters["max_side_size_e6"]
            assert view.open_interest_size_e6 <= side_e6 // 5
        for order in orders(world):
            price_e8 = exchange.market_view(order.market_id, now_s).index_price_e8
            assert abs(order.size_e6) * price_e8 >= TRADE_MIN_E6 * E8
    finally:
        await world.close()
