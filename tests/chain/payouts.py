"""What the tests of payouts share: one withdrawal, lost, landed, paid, and all sums exact."""

import asyncio
import contextlib

from chain.client.balances import token_balance
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.custody import earlier as earlier_module
from chain.custody import queue as queue_module
from chain.custody import settler as settler_module
from engine.core.generated.messages import (
    AuthorisePayout,
    CreateMarginAccount,
    ProcessSettlementRequests,
    RecordPayout,
    WithdrawMargin,
)
from engine.schema.enums import RequestState
from tests.chain.fault_proxy import FaultProxy, honest
from tests.chain.world import DAY_S, new_reconciler, until

USD = 10**6
FAUCET_E6 = 10_000 * USD
DEPOSIT_E6 = 100 * USD
AMOUNT_E6 = 40 * USD
PENDING, PAYABLE, AUTHORISED, SETTLED = RequestState


def be_impatient(monkeypatch):
    """Let nothing wait for longer than a test does."""
    monkeypatch.setattr(queue_module, "BACKOFF_START_S", 0.01)
    monkeypatch.setattr(queue_module, "BACKOFF_MAX_S", 0.02)
    monkeypatch.setattr(queue_module, "PARK_START_S", 0.01)
    monkeypatch.setattr(queue_module, "PARK_MAX_S", 0.02)
    monkeypatch.setattr(settler_module, "REBROADCAST_S", 0.0)
    monkeypatch.setattr(earlier_module, "LOOK_AGAIN_S", 0.0)


@contextlib.asynccontextmanager
async def lying(world, rule=honest):
    """An endpoint of the same node that says something else."""
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = rule
        yield proxy, rpc


async def payable(world):
    """Return a user whose withdrawal is processed, for good."""
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=DEPOSIT_E6),
    )
    await world.send(
        user, await world.builders.build(owner, "withdraw-margin", account=1, amount=AMOUNT_E6)
    )
    await world.advance(DAY_S + 60)
    await world.send(user, await world.builders.build(owner, "process-settlement-requests"))
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    return user


async def authorised(world, settler, owner):
    """Sign the payout and lose it on its way to every endpoint."""
    await world.rpc.call("acreFault", [{"dropSends": len(settler._endpoints.rpcs)}])
    await settler.step()
    assert state_of(world, owner) == AUTHORISED


def request_of(world, owner):
    (request,) = world.sequencer.exchange.settlement_requests(owner)
    return request


def state_of(world, owner):
    return request_of(world, owner).state


def count(world, kind):
    return len([row for row in world.applied if isinstance(row.command, kind)])


async def pay(world, settler, owner):
    async def is_paid() -> bool:
        await settler.step()
        return state_of(world, owner) == SETTLED

    await until(is_paid)


async def landed(world, owner):
    """Wait until the guard is used for good: the payout is on the chain."""

    async def is_there() -> bool:
        return await collateral(world, owner, "finalized") == paid_e6()

    await until(is_there)


async def collateral(world, owner, commitment="confirmed"):
    mint = world.facts.collateral_mint
    return await token_balance(world.rpc, owner, mint, commitment) or 0


def paid_e6():
    return FAUCET_E6 - DEPOSIT_E6 + AMOUNT_E6


async def assert_exact(world, owner, authorisations):
    """Paid once; vault and claims agree to the unit, in both mints."""
    assert await collateral(world, owner) == paid_e6()
    assert count(world, AuthorisePayout) == authorisations
    assert count(world, RecordPayout) == 1
    reconciler = new_reconciler(world)

    async def is_compared() -> bool:
        await world.follow()
        return await reconciler.compare() is not None

    await until(is_compared)
    assert reconciler.differences == {MINT_COLLATERAL: 0, MINT_TOKEN: 0}


async def steps(settler, times=5):
    for _ in range(times):
        await settler.step()


async def poison(world, owner, amounts_e6):
    """Give an owner processed withdrawals."""
    slot = world.sequencer.exchange.chain_cursor[0] + 1
    place = {"user": owner, "expires_slot": 2**40}
    funds_e6 = sum(amounts_e6)
    fund = {"attached_e6": funds_e6, "attached_mint": 1, "amount_e6": funds_e6}
    account = {"account_id": 99, "slot": slot, **place}
    rows = [CreateMarginAccount(**account, **fund, transaction_index=1, nonce=1)]
    rows += [
        WithdrawMargin(**account, amount_e6=amount_e6, transaction_index=number, nonce=number)
        for number, amount_e6 in enumerate(amounts_e6, 2)
    ]
    await asyncio.gather(*(world.sequencer.submit(row) for row in rows))
    await world.advance(DAY_S + 60)
    ids = [row.request_id for row in world.sequencer.exchange.settlement_requests(owner)]
    slot = world.sequencer.exchange.chain_cursor[0] + 1
    parts = [tuple(ids[start : start + 8]) for start in range(0, len(ids), 8)]
    rows = [
        ProcessSettlementRequests(
            **place,
            slot=slot,
            transaction_index=number,
            nonce=1_000 + number,
            owner=owner,
            request_count=len(part),
            request_ids=part + (0,) * (8 - len(part)),
        )
        for number, part in enumerate(parts, 1)
    ]
    await asyncio.gather(*(world.sequencer.submit(row) for row in rows))
