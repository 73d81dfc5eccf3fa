"""The loops as they run in production, not stepped by tests."""

import asyncio
import logging

from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.balances import sol_balance, token_balance
from chain.client.wallet import address_of, sign_and_send
from chain.custody.fee_payer import FeePayerWatch
from tests.chain.world import DAY_S, new_reconciler, until

USD = 10**6


async def test_a_withdrawal_travels_by_itself(world):
    follower, settler, keeper = world.follower, world.new_settler(), world.new_keeper()
    reconciler = new_reconciler(world, follower=follower)
    settler._may_pay = reconciler.may_pay
    watch = FeePayerWatch(world.rpc, (address_of(world.keys.settler_fee_payer),), can_airdrop=True)
    parts = (follower, settler, keeper, reconciler, watch.worker)
    tasks = [asyncio.create_task(part.run()) for part in parts]
    assert keeper.period_s == 1.0
    try:
        users = [await world.user() for _ in range(3)]
        for user in users:
            owner = address_of(user)
            built = await world.builders.build(
                owner, "create-margin-account", account=1, amount=50 * USD
            )
            await sign_and_send(world.rpc, built, [user])
            await follower.wait_for_slot(await world.rpc.slot())
            built = await world.builders.build(owner, "withdraw-margin", account=1, amount=20 * USD)
            await sign_and_send(world.rpc, built, [user])
        await follower.wait_for_slot(await world.rpc.slot())
        await world.advance(DAY_S + 60)

        async def is_paid() -> bool:
            requests = [
                request
                for user in users
                for request in world.sequencer.exchange.settlement_requests(address_of(user))
            ]
            return [request.state for request in requests] == [3, 3, 3]

        await until(is_paid)
        for user in users:
            mint = world.facts.collateral_mint
            assert await token_balance(world.rpc, address_of(user), mint) == 9_970 * USD
        checked = reconciler.checked_slot

        async def is_reconciled() -> bool:
            return reconciler.checked_slot > checked and not any(reconciler.differences.values())

        await until(is_reconciled)
        assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    assert (world.home / "chain" / "follower.json").exists()


async def test_a_fee_payer_is_topped_up_or_complained_about(world, caplog):
    wallet = address_of(Keypair())
    with caplog.at_level(logging.ERROR):
        await FeePayerWatch(world.rpc, (wallet,), can_airdrop=False).check()
    assert caplog.records[0].wallet == to_base58(wallet)
    await FeePayerWatch(world.rpc, (wallet,), can_airdrop=True).check()
    assert await sol_balance(world.rpc, wallet) > 10**9
