"""The liquidation keeper of the core: real node, real engine, its own wallet."""

import asyncio
import logging

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.client.addresses import to_base58
from chain.client.balances import sol_balance, token_balance
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import address_of
from chain.custody.fee_payer import FeePayerWatch
from chain.keepers.keeper import LAG_REAL_S_MAX, PAUSE_FIRST_ROUNDS
from chain.keepers.liquidation import RULES, liquidation_keeper
from engine.core.generated.messages import Liquidate, PositionLiquidated, PostPrint
from tests.chain.custody.test_custody import pay
from tests.chain.fault_proxy import Down, FaultProxy, honest
from tests.chain.ruin import E8, FALL, USD, fall, long_position, ruined, set_market_parameter
from tests.chain.world import DAY_S, RATE, rejected_code, until

PAUSE_S = PAUSE_FIRST_ROUNDS * RATE  # a round is a second, which is longer than 60 engine seconds


def pieces(world) -> list[PositionLiquidated]:
    return [
        event
        for row in world.applied
        for event in row.events
        if isinstance(event, PositionLiquidated)
    ]


def calls(world) -> list:
    return [row for row in world.applied if isinstance(row.command, Liquidate)]


def account(world, wallet):
    now_s = world.sequencer.clock.now_s()
    return world.sequencer.exchange.margin_account_view(address_of(wallet), 1, now_s)


async def followed(world, count: int) -> None:
    """Wait until so many liquidations were applied."""

    async def is_there() -> bool:
        await world.follow()
        return len(calls(world)) >= count

    await until(is_there)


async def test_an_account_is_liquidated_once_and_the_keeper_is_paid(world):
    keeper = world.new_liquidation_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    assert await keeper.round() == 0
    wallet = await ruined(world)
    before = account(world, wallet)
    assert before.can_liquidate
    lamports = await sol_balance(world.rpc, address_of(world.keys.keeper))
    assert await keeper.round() == 1
    assert await keeper.round() == 0  # in flight
    await followed(world, 1)
    assert await keeper.round() == 0  # nothing is left to do
    (piece,) = pieces(world)
    after = account(world, wallet)
    assert (piece.owner, piece.liquidator) == (address_of(wallet), address_of(world.keys.keeper))
    assert not after.can_liquidate
    assert after.health_ratio_e12 >= 1_250_000_000_000 > before.health_ratio_e12
    assert keeper.acts == {"sent": 1, "applied": 1}

    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await pay(world, world.new_settler(), address_of(world.keys.keeper))
    mint = world.facts.collateral_mint
    earned_e6 = await token_balance(world.rpc, address_of(world.keys.keeper), mint)
    assert earned_e6 == piece.liquidation_fee_e6 > 0
    assert await token_balance(world.rpc, world.facts.vault_authority, mint) == world.vault_e6()
    spent = lamports - await sol_balance(world.rpc, address_of(world.keys.keeper))
    assert 5_000 < spent < 3_000_000  # its fee, and the rent of its token account
    unsubscribe()


async def test_without_capacity_it_waits_and_goes_on_when_there_is_some(world, caplog):
    keeper = world.new_liquidation_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    wallet = await ruined(world)
    await set_market_parameter(world, "liquidation_capacity_multiplier_e12", 5_000_000)
    assert await keeper.round() == 1
    await followed(world, 1)
    first = account(world, wallet)
    assert first.in_liquidation
    assert first.can_liquidate
    await world.advance(RULES.pause_done_s + 1)
    caplog.clear()
    for _ in range(3):
        assert await keeper.round() == 0
    assert keeper.acts["refused"] == 1  # and then it waits, logged once
    codes = [row.code for row in caplog.records if row.message == "liquidation_keeper_refused"]
    assert codes in ([], ["LIQUIDATION_CAPACITY"])  # no warning: not an error
    assert keeper.lag_s == 0
    await world.advance(PAUSE_S - 1)
    assert await keeper.round() == 0
    assert keeper.acts["refused"] == 1
    await world.advance(1)
    assert await keeper.round() == 0
    assert keeper.acts["refused"] == 2
    await world.advance(2 * PAUSE_S - 1)  # what was closed is out of the window
    assert await keeper.round() == 0
    await world.advance(1)
    assert await keeper.round() == 1
    await followed(world, 2)
    assert len(pieces(world)) == 2
    assert pieces(world)[1].size_e6 == pieces(world)[0].size_e6  # all the capacity there is
    unsubscribe()


async def test_a_print_ends_every_pause(world):
    keeper = world.new_liquidation_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    await long_position(world)
    await fall(world, *FALL)
    await world.advance(2 * DAY_S)  # the print is stale
    assert await keeper.round() == 0
    assert keeper.acts == {"refused": 1}
    assert await keeper.round() == 0
    assert keeper.acts == {"refused": 1}
    midnight_s = world.sequencer.clock.now_s() // DAY_S * DAY_S
    fresh = PostPrint(market_id=1, price_e8=271 * E8, published_at_s=midnight_s)
    await world.sequencer.submit(fresh)
    assert await keeper.round() == 1
    await followed(world, 1)
    assert len(pieces(world)) == 1
    unsubscribe()


async def test_of_two_keepers_one_wins_and_neither_goes_on(world):
    other = await world.user()
    second = liquidation_keeper(world.rpc, world.sequencer, world.builders, other)
    first = world.new_liquidation_keeper()
    unsubscribes = [world.sequencer.subscribe(keeper._on_applied) for keeper in (first, second)]
    await ruined(world)
    lamports = await sol_balance(world.rpc, address_of(other))
    assert (await first.round(), await second.round()) == (1, 1)
    await followed(world, 2)
    codes = sorted(rejected_code(row).name for row in calls(world))
    assert codes == ["NONE", "NOT_LIQUIDATABLE"]
    assert len(pieces(world)) == 1
    assert (await first.round(), await second.round()) == (0, 0)
    assert len(calls(world)) == 2
    assert sorted(row.acts.most_common()[-1][0] for row in (first, second)) == ["applied", "lost"]
    assert lamports - await sol_balance(world.rpc, address_of(other)) < 3_000_000
    for unsubscribe in unsubscribes:
        unsubscribe()


async def test_a_node_that_is_away_costs_time_only(world, caplog):
    wallet = await ruined(world)
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        builders = Builders(rpc, world.sequencer.exchange, world.facts, world.sequencer.clock.now_s)
        keeper = liquidation_keeper(rpc, world.sequencer, builders, world.keys.keeper)

        def down(_method, _params, _answer):
            raise Down

        proxy.rule = down
        running = asyncio.create_task(keeper.run())

        async def has_said() -> bool:
            return any(row.message == "liquidation_keeper_waits" for row in caplog.records)

        await until(has_said)
        assert not running.done()
        proxy.rule = honest
        await followed(world, 1)
        running.cancel()
        await asyncio.wait([running])
    assert len(pieces(world)) == 1
    assert not account(world, wallet).can_liquidate


async def test_a_lost_transaction_gives_the_turn_back(world):
    await ruined(world)
    keeper = world.new_liquidation_keeper()
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    assert await keeper.round() == 1
    assert await keeper.round() == 0
    (flight,) = keeper._in_flight.values()
    await world.wait_height(flight.last_valid_block_height)
    assert await keeper.round() == 1
    assert keeper.acts == {"sent": 2, "expired": 1}
    await followed(world, 1)


async def test_an_error_after_the_act_was_applied_is_only_an_error(world, caplog):
    """The node takes the transaction, and answers with an error when the act is long done."""
    await ruined(world)

    class LateError(Rpc):
        async def send(self, transaction, *, skip_preflight=False):
            await super().send(transaction, skip_preflight=skip_preflight)
            await followed(world, 1)
            raise RpcError(-32603, "the answer was lost")

    async with LateError(world.node.url) as rpc:
        keeper = liquidation_keeper(rpc, world.sequencer, world.builders, world.keys.keeper)
        unsubscribe = world.sequencer.subscribe(keeper._on_applied)
        assert await keeper.round() == 0
        unsubscribe()
    assert keeper.acts == {"applied": 1}
    assert keeper._in_flight == {}
    assert "liquidation_keeper_not_sent" in [row.message for row in caplog.records]


async def test_a_keeper_without_sol_raises_the_alarm(world, caplog):
    await ruined(world)
    poor = Keypair()
    keeper = liquidation_keeper(world.rpc, world.sequencer, world.builders, poor)
    caplog.clear()
    assert await keeper.round() == 0
    await world.advance(PAUSE_S)
    assert await keeper.round() == 0
    assert keeper.acts == {"refused": 2}
    refusals = [row for row in caplog.records if row.message == "liquidation_keeper_refused"]
    assert [(row.levelno, row.code) for row in refusals] == [
        (logging.WARNING, "INSUFFICIENT_COLLATERAL")
    ]
    await FeePayerWatch(world.rpc, (address_of(poor),), can_airdrop=False).check()
    (alarm,) = [row for row in caplog.records if row.message == "low_balance"]
    assert alarm.wallet == to_base58(address_of(poor))
    for _ in range(3):
        await world.advance(int(LAG_REAL_S_MAX * RATE) // 2)
        await fall(world, 270)  # the price stays fresh, the account stays due
        await keeper.round()
    (late,) = [row for row in caplog.records if row.message == "keeper_lags"]
    assert late.levelno == logging.ERROR
    assert (late.keeper, late.due) == ("liquidation_keeper", 1)
    assert keeper.lag_s > LAG_REAL_S_MAX


async def test_a_restarted_keeper_does_not_repeat_what_was_done(world):
    await ruined(world)
    assert await world.new_liquidation_keeper().round() == 1
    await followed(world, 1)
    await world.restart_engine()
    await world.follow()
    keeper = world.new_liquidation_keeper()
    assert await keeper.round() == 0
    assert keeper.acts == {}
    assert account_fee(world) > USD


def account_fee(world) -> int:
    """Return what the engine owes the keeper."""
    address = address_of(world.keys.keeper)
    (request,) = world.sequencer.exchange.settlement_requests(address)
    return request.amount_e6


async def test_accounts_that_cannot_be_closed_do_not_keep_others_from_their_turn(
    world, monkeypatch
):
    monkeypatch.setattr("chain.keepers.keeper.ATTEMPTS_PER_ROUND_MAX", 1)
    await set_market_parameter(world, "liquidation_capacity_multiplier_e12", 5_000_000)
    wallets = [await long_position(world) for _ in range(3)]
    await fall(world, *FALL)
    keeper = world.new_liquidation_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    assert await keeper.round() == 1  # takes the capacity of the market
    await followed(world, 1)
    for turn in (1, 2):
        assert await keeper.round() == 0
        assert keeper.acts["refused"] == turn  # the next account each time
    assert await keeper.round() == 0
    assert keeper.acts["refused"] == 2  # all wait
    assert sum(account(world, wallet).can_liquidate for wallet in wallets) == 3
    unsubscribe()
