"""Payouts when owners, processors or the node do their worst: nobody else pays or waits for it."""

import asyncio
import contextlib

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.instructions import close_account, set_authority
from spl.token.models import AuthorityType, CloseAccountParams, SetAuthorityParams

from chain.addresses import TOKEN_PROGRAM, token_account
from chain.balances import token_balance
from chain.builders.builders import Builders
from chain.custody import settler as settler_module
from chain.custody.keeper import SettlementKeeper
from chain.custody.queue import AUTHORISED, PAYABLE
from chain.custody.reconciler import Reconciler
from chain.instructions import memo, transfer_tokens
from chain.rpc import Rpc
from chain.wallet import address_of, send_instructions
from engine.core.generated.messages import (
    AuthorisePayout,
    ClaimDeposit,
    IgnoreTransaction,
    RecordPayout,
)
from tests.chain.fault_proxy import FaultProxy
from tests.chain.world import DAY_S, until

USD = 10**6
FAUCET_E6 = 10_000 * USD
AMOUNT_E6 = 40 * USD
TIP_E6 = 300_000
SETTLED = 3
POISON_COUNT = 300  # more than may be in flight at once


class NotedEvent(asyncio.Event):
    """An event that tells when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = asyncio.Event()

    async def wait(self):
        self.is_awaited.set()
        return await super().wait()


@contextlib.asynccontextmanager
async def running(part):
    task = asyncio.create_task(part.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


def request_of(world, owner):
    (request,) = world.sequencer.exchange.settlement_requests(owner)
    return request


def commands(world, kind):
    return [row.command for row in world.applied if isinstance(row.command, kind)]


async def collateral(world, wallet):
    return await token_balance(world.rpc, wallet, world.facts.collateral_mint) or 0


async def pay(world, settler, owner):
    async def is_paid() -> bool:
        await settler.step()
        return request_of(world, owner).state == SETTLED

    await until(is_paid)


async def final(world):
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])


async def withdrawal(world, tip_e6=0):
    """Return a user with one mature withdrawal."""
    user = await world.user()
    owner = address_of(user)
    await world.send(user, await world.builders.create_margin_account(owner, 1, 100 * USD))
    await world.send(user, await world.builders.withdraw_margin(owner, 1, AMOUNT_E6, tip_e6))
    await world.advance(DAY_S + 60)
    return user


async def processed(world, user, processor):
    by = address_of(processor)
    built = await world.builders.process_settlement_requests(by, address_of(user))
    await world.send(processor, built)
    await final(world)


async def give_account(world, wallet, signer, new_owner):
    """Hand the wallet's associated collateral account from the signer to somebody."""
    account = token_account(address_of(wallet), world.facts.collateral_mint)
    change = SetAuthorityParams(
        program_id=TOKEN_PROGRAM,
        account=Pubkey(account),
        authority=AuthorityType.ACCOUNT_OWNER,
        current_authority=signer.pubkey(),
        signers=[],
        new_authority=new_owner.pubkey(),
    )
    await send_instructions(world.rpc, [set_authority(change)], [world.keys.faucet, signer])


async def quarantined(world, amount_e6=7 * USD, mint=None):
    """Return a user whose bare transfer waits to be claimed, and the deposit's id."""
    facts = world.facts
    user = await world.user()
    is_token = mint == facts.token_mint
    vault = facts.token_vault if is_token else facts.collateral_vault
    transfer = transfer_tokens(address_of(user), vault, mint or facts.collateral_mint, amount_e6)
    await world.send_raw([user], [transfer])
    (deposit,) = world.sequencer.exchange.quarantined_deposits(address_of(user))
    return user, deposit.deposit_id


async def claim(world, user, deposit_id):
    built = await world.builders.claim_deposit(address_of(user), deposit_id)
    await world.send(user, built)
    await final(world)


async def poison(world, owner):
    """Give an owner more payable requests than may be in flight."""
    slot = world.sequencer.exchange.chain_cursor[0] + 1
    rows = []
    for number in range(1, POISON_COUNT + 1):
        place = {"user": owner, "slot": slot}
        rows.append(
            IgnoreTransaction(
                **place,
                transaction_index=2 * number,
                attached_e6=USD,
                attached_mint=1,
                reason="test",
            )
        )
        rows.append(
            ClaimDeposit(
                **place,
                transaction_index=2 * number + 1,
                nonce=number,
                expires_slot=slot + 9,
                deposit_id=number,
            )
        )
    await asyncio.gather(*(world.sequencer.submit(row) for row in rows))


# waking


async def test_a_claim_wakes_an_idle_settler(world, monkeypatch):
    monkeypatch.setattr(settler_module, "RESCAN_S", 3600.0)
    user, deposit_id = await quarantined(world)
    settler = world.new_settler()
    settler._has_work = NotedEvent()
    async with running(settler):
        await settler._has_work.is_awaited.wait()
        await claim(world, user, deposit_id)

        async def is_paid() -> bool:
            return request_of(world, address_of(user)).state == SETTLED

        await until(is_paid)
    assert await collateral(world, address_of(user)) == FAUCET_E6


async def test_an_idle_settler_looks_again_by_itself(world, monkeypatch):
    monkeypatch.setattr(settler_module, "RESCAN_S", 0.05)
    user, deposit_id = await quarantined(world)
    settler = world.new_settler()
    settler._has_work = NotedEvent()
    settler._on_applied = lambda _applied: None  # whatever should have woken it did not
    async with running(settler):
        await settler._has_work.is_awaited.wait()
        await claim(world, user, deposit_id)

        async def is_paid() -> bool:
            return request_of(world, address_of(user)).state == SETTLED

        await until(is_paid)


# processors


async def test_a_processor_without_a_usable_account_forfeits_the_tip(world, caplog):
    user, processor, friend = await withdrawal(world, TIP_E6), await world.user(), Keypair()
    owner = address_of(user)
    await give_account(world, processor, processor, friend)
    await processed(world, user, processor)
    await pay(world, world.new_settler(), owner)
    assert await collateral(world, owner) == FAUCET_E6 - 100 * USD + AMOUNT_E6
    assert len(commands(world, AuthorisePayout)) == 1
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()
    (record,) = [row for row in caplog.records if row.message == "tip_forfeited"]
    assert record.tip_e6 == TIP_E6


async def test_a_processor_who_spoils_the_account_in_flight_gets_no_second_try(world):
    """Good when the settler looks, bad when the payout lands, good again: once, not for ever."""
    user, processor, friend = await withdrawal(world, TIP_E6), await world.user(), Keypair()
    owner = address_of(user)
    await processed(world, user, processor)
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    await world.new_settler().step()
    assert request_of(world, owner).state == AUTHORISED
    await give_account(world, processor, processor, friend)
    settler = world.new_settler()

    async def is_refused() -> bool:
        await settler.step()
        return request_of(world, owner).state == PAYABLE

    await until(is_refused)
    await give_account(world, processor, friend, processor)
    await pay(world, settler, owner)
    assert await collateral(world, owner) == FAUCET_E6 - 100 * USD + AMOUNT_E6
    assert await collateral(world, address_of(processor)) == FAUCET_E6


async def test_a_processor_who_closed_the_account_gets_a_new_one(world):
    user, processor = await withdrawal(world, TIP_E6), await world.user()
    wallet = address_of(processor)
    account = token_account(wallet, world.facts.collateral_mint)
    facts = world.facts
    await world.send_raw(
        [processor],
        [
            transfer_tokens(wallet, facts.collateral_vault, facts.collateral_mint, FAUCET_E6),
            close_account(
                CloseAccountParams(
                    program_id=TOKEN_PROGRAM,
                    account=Pubkey(account),
                    dest=processor.pubkey(),
                    owner=processor.pubkey(),
                    signers=[],
                )
            ),
        ],
    )
    await processed(world, user, processor)
    await pay(world, world.new_settler(), address_of(user))
    assert await collateral(world, wallet) == TIP_E6


# owners


async def test_an_owner_without_a_usable_account_waits_and_starves_nobody(world, monkeypatch):
    monkeypatch.setattr(settler_module, "POLL_S", 0.01)
    attacker, friend = await world.user(), Keypair()
    await give_account(world, attacker, attacker, friend)
    await poison(world, address_of(attacker))
    user = await withdrawal(world)
    await processed(world, user, user)
    rows = world.sequencer.exchange.open_settlement_requests()
    assert rows[-1].owner == address_of(user)
    settler = world.new_settler()
    await pay(world, settler, address_of(user))
    assert {row.owner for row in commands(world, AuthorisePayout)} == {address_of(user)}
    # given back, the account is paid as soon as its owner's turn comes again
    await give_account(world, attacker, friend, attacker)
    settler = world.new_settler()

    async def is_paid() -> bool:
        await settler.step()
        return bool(
            [row for row in commands(world, RecordPayout) if row.owner == address_of(attacker)]
        )

    await until(is_paid)


async def test_a_healthy_crowd_of_requests_leaves_room_for_others(world):
    hoarder = await world.user()
    await poison(world, address_of(hoarder))
    user = await withdrawal(world)
    await processed(world, user, user)
    settler = world.new_settler()
    await settler.step()
    assert request_of(world, address_of(user)).state == AUTHORISED
    states = [
        row.state for row in world.sequencer.exchange.settlement_requests(address_of(hoarder))
    ]
    assert 0 < states.count(AUTHORISED) <= settler_module.IN_FLIGHT_MAX // 8


async def test_parked_requests_are_not_scanned_again_and_again(world, monkeypatch):
    monkeypatch.setattr(settler_module, "POLL_S", 0.001)
    user, deposit_id = await quarantined(world)
    await claim(world, user, deposit_id)
    await give_account(world, user, user, Keypair())
    settler = world.new_settler()
    counts = {"_refresh": 0, "_work": 0}
    are_enough = asyncio.Event()

    def counted(name):
        real = getattr(settler, name)

        def call():
            counts[name] += 1
            if counts["_work"] == 20:
                are_enough.set()
            return real()

        setattr(settler, name, call)

    counted("_refresh")
    counted("_work")
    async with running(settler):
        await are_enough.wait()
    assert counts["_refresh"] == 1
    assert request_of(world, address_of(user)).state == PAYABLE


async def test_a_claim_is_not_a_way_to_be_given_rent(world):
    """Claiming and closing the token account in one transaction earns nothing."""
    user, deposit_id = await quarantined(world, FAUCET_E6)
    owner = address_of(user)
    account = token_account(owner, world.facts.collateral_mint)
    text = world.memo("claim-deposit", {"deposit": deposit_id}, nonce=1)
    closing = CloseAccountParams(
        program_id=TOKEN_PROGRAM,
        account=Pubkey(account),
        dest=user.pubkey(),
        owner=user.pubkey(),
        signers=[],
    )
    await world.send_raw([user], [close_account(closing), memo(text, owner)])
    await final(world)
    before = await world.rpc.balance(address_of(world.keys.settler_fee_payer))
    await world.new_settler().step()
    assert request_of(world, owner).state == PAYABLE
    assert commands(world, AuthorisePayout) == []
    assert await world.rpc.balance(address_of(world.keys.settler_fee_payer)) == before


async def test_a_claimed_token_deposit_gets_the_account_of_its_mint(world):
    facts = world.facts
    user, deposit_id = await quarantined(world, USD, facts.token_mint)
    built = await world.builders.claim_deposit(address_of(user), deposit_id)
    assert token_account(address_of(user), facts.token_mint) in built.tx
    assert token_account(address_of(user), facts.collateral_mint) not in built.tx


# nodes


def bad_blockhash(method, _params, answer):
    if method != "getLatestBlockhash":
        return answer
    return {**answer, "value": {**answer["value"], "blockhash": "zz"}}


def bad_simulation(method, _params, answer):
    return {**answer, "value": {"err": 5}} if method == "simulateTransaction" else answer


def bad_status(method, _params, answer):
    if method != "getSignatureStatuses":
        return answer
    status = {"err": None, "confirmationStatus": "finalized"}
    return {**answer, "value": [status for _ in answer["value"]]}


async def alive_after(part, message, caplog):
    """Run a loop until it has said that it waits; tell whether it goes on."""
    caplog.clear()
    async with running(part) as task:

        async def has_complained() -> bool:
            return task.done() or any(row.message == message for row in caplog.records)

        await until(has_complained)
        return not task.done()


async def test_malformed_answers_end_no_loop(world, caplog):
    user = await withdrawal(world)
    await processed(world, user, user)
    other = await withdrawal(world)
    assert request_of(world, address_of(other)).state == 0
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        exchange, clock = world.sequencer.exchange, world.sequencer.clock
        builders = Builders(rpc, exchange, world.facts, clock.now_s)
        keeper = SettlementKeeper(rpc, world.sequencer, builders, world.keys.settler_fee_payer)
        reconciler = Reconciler(rpc, world.sequencer, world.follower, world.facts, 0.01)
        proxy.rule = bad_blockhash
        assert await alive_after(world.new_settler([rpc]), "settler_waits", caplog)
        assert await alive_after(keeper, "keeper_waits", caplog)
        proxy.rule = bad_simulation
        assert await alive_after(keeper, "keeper_refused", caplog)
        await world.rpc.call("acreFault", [{"dropSends": 1}])
        await world.new_settler().step()
        assert request_of(world, address_of(user)).state == AUTHORISED
        proxy.rule = bad_status
        assert await alive_after(world.new_settler([rpc]), "settler_waits", caplog)
        assert await alive_after(reconciler, "reconciler_waits", caplog)
    await pay(world, world.new_settler(), address_of(user))


@pytest.mark.parametrize("part", ["settler", "keeper", "reconciler"])
async def test_an_unexpected_error_is_logged_and_the_loop_goes_on(world, caplog, part, monkeypatch):
    parts = {
        "settler": (world.new_settler(), "_work"),
        "keeper": (world.new_keeper(), "round"),
        "reconciler": (
            Reconciler(world.rpc, world.sequencer, world.follower, world.facts, 0.01),
            "compare",
        ),
    }
    loop, method = parts[part]

    async def broken():
        raise LookupError("nobody thought of this")

    monkeypatch.setattr(loop, method, broken)
    assert await alive_after(loop, f"{part}_trouble", caplog)
