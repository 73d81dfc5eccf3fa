"""Payouts with hostile owners, processors or node: no other user pays or waits."""

import asyncio
import contextlib
import logging

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.instructions import close_account, set_authority
from spl.token.models import AuthorityType, CloseAccountParams, SetAuthorityParams

from chain import worker as worker_module
from chain.builders.builders import Builders
from chain.client.addresses import TOKEN_PROGRAM, to_base58, token_account
from chain.client.balances import token_balance
from chain.client.instructions import create_token_account, memo, transfer_tokens
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions
from chain.custody import queue as queue_module
from chain.custody import settler as settler_module
from chain.custody.settler import ACCOUNT_WORTH_E6
from chain.keepers.settlement import settlement_keeper
from engine.core.generated.messages import (
    AuthorisePayout,
    RecordPayout,
)
from tests.chain.fault_proxy import FaultProxy
from tests.chain.payouts import AUTHORISED, PAYABLE, poison
from tests.chain.world import DAY_S, new_reconciler, until

USD = 10**6
FAUCET_E6 = 10_000 * USD
AMOUNT_E6 = 40 * USD
TIP_E6 = 300_000
SETTLED = 3
RENT_LAMPORTS = 2_000_000  # a little less than what a token account asks for
NONCE = 10**15  # above those of builders
IN_FLIGHT = 64
POISON_COUNT = 100  # more than may be in flight at once in these tests


class NotedEvent(asyncio.Event):
    """An event that records when it is awaited."""

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
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=100 * USD),
    )
    await world.send(
        user,
        await world.builders.build(
            owner, "withdraw-margin", account=1, amount=AMOUNT_E6, tip=tip_e6
        ),
    )
    await world.advance(DAY_S + 60)
    return user


async def processed(world, user, processor):
    by = address_of(processor)
    built = await world.builders.build(by, "process-settlement-requests", owner=address_of(user))
    await world.send(processor, built)
    await final(world)


async def close_emptied(world, wallet, mint):
    """Send all tokens of a mint to another owner and close the account."""
    owner, friend = address_of(wallet), address_of(await world.user())
    have_e6 = await token_balance(world.rpc, owner, mint)
    closing = CloseAccountParams(
        program_id=TOKEN_PROGRAM,
        account=Pubkey(token_account(owner, mint)),
        dest=wallet.pubkey(),
        owner=wallet.pubkey(),
        signers=[],
    )
    moving = transfer_tokens(owner, token_account(friend, mint), mint, have_e6)
    await world.send_raw([wallet], [moving, close_account(closing)])


async def assert_not_paid(world, owner):
    """The settler signs nothing and spends nothing."""
    before = await world.rpc.balance(address_of(world.keys.settler_fee_payer))
    settler = world.new_settler()
    for _ in range(2):
        await settler.step()
    assert request_of(world, owner).state == PAYABLE
    assert not (world.home / "chain" / "payouts").exists()
    assert await world.rpc.balance(address_of(world.keys.settler_fee_payer)) == before


async def give_account(world, wallet, signer, new_owner):
    """Transfer the wallet's associated collateral account to another owner."""
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
    built = await world.builders.build(address_of(user), "claim-deposit", deposit=deposit_id)
    await world.send(user, built)
    await final(world)


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


async def test_a_processor_who_closed_the_account_makes_a_new_one(world):
    user, processor = await withdrawal(world, TIP_E6), await world.user()
    wallet = address_of(processor)
    await close_emptied(world, processor, world.facts.collateral_mint)
    before = await world.rpc.balance(wallet)
    await processed(world, user, processor)
    assert before - await world.rpc.balance(wallet) > RENT_LAMPORTS
    await pay(world, world.new_settler(), address_of(user))
    assert await collateral(world, wallet) == TIP_E6


async def test_processing_does_not_create_an_owners_account(world):
    """Not the keeper either, who shares its wallet with the settler."""
    user, processor = await withdrawal(world), await world.user()
    mint = world.facts.collateral_mint
    for wallet in (user, processor):
        await close_emptied(world, wallet, mint)
    built = await world.builders.build(
        address_of(processor), "process-settlement-requests", owner=address_of(user)
    )
    assert token_account(address_of(processor), mint) in built.tx
    assert token_account(address_of(user), mint) not in built.tx


async def test_a_small_tip_is_not_a_way_to_be_given_rent(world, caplog):
    user, processor = await withdrawal(world, TIP_E6), await world.user()
    by, owner = address_of(processor), address_of(user)
    await close_emptied(world, processor, world.facts.collateral_mint)
    text = world.memo("process-settlement-requests", {"owner": owner, "requests": (1,)}, nonce=1)
    await world.send_raw([processor], [memo(text, by)])
    await final(world)
    await pay(world, world.new_settler(), owner)
    assert await collateral(world, owner) == FAUCET_E6 - 100 * USD + AMOUNT_E6
    assert await token_balance(world.rpc, by, world.facts.collateral_mint) is None
    assert "tip_forfeited" in [row.message for row in caplog.records]


# owners


async def test_an_owner_without_a_usable_account_waits_and_does_not_starve_others(
    world, monkeypatch
):
    monkeypatch.setattr(settler_module, "POLL_S", 0.01)
    monkeypatch.setattr(settler_module, "IN_FLIGHT_MAX", IN_FLIGHT)
    attacker, friend = await world.user(), Keypair()
    await give_account(world, attacker, attacker, friend)
    await poison(world, address_of(attacker), [USD] * POISON_COUNT)
    user = await withdrawal(world)
    await processed(world, user, user)
    rows = world.sequencer.exchange.open_settlement_requests()
    assert rows[-1].owner == address_of(user)
    settler = world.new_settler()
    await pay(world, settler, address_of(user))
    # the attacker's passed the line without a payout; nothing of them is in flight
    attempts = [row.owner for row in commands(world, AuthorisePayout)]
    assert attempts == [address_of(attacker)] * POISON_COUNT + [address_of(user)]
    assert {row.owner for row in commands(world, RecordPayout)} == {address_of(user)}
    rows = world.sequencer.exchange.settlement_requests(address_of(attacker))
    assert {(row.state, row.payable_order, row.payout_signature) for row in rows} == {
        (PAYABLE, None, None)
    }
    # given back, the account is paid as soon as its owner's turn comes again
    await give_account(world, attacker, friend, attacker)
    settler = world.new_settler()

    async def is_paid() -> bool:
        await settler.step()
        return bool(
            [row for row in commands(world, RecordPayout) if row.owner == address_of(attacker)]
        )

    await until(is_paid)


async def test_a_healthy_crowd_is_paid_in_its_order_and_then_the_next(world, monkeypatch):
    monkeypatch.setattr(settler_module, "IN_FLIGHT_MAX", IN_FLIGHT)
    hoarder = await world.user()
    await poison(world, address_of(hoarder), [USD] * POISON_COUNT)
    user = await withdrawal(world)
    await processed(world, user, user)
    settler = world.new_settler()
    await settler.step()
    exchange = world.sequencer.exchange
    states = [row.state for row in exchange.settlement_requests(address_of(hoarder))]
    assert states.count(AUTHORISED) == IN_FLIGHT
    assert request_of(world, address_of(user)).payable_order == 37  # of 100, 64 have passed
    await pay(world, settler, address_of(user))
    rows = [(row.owner, row.request_id) for row in commands(world, AuthorisePayout)]
    line = [(address_of(hoarder), number) for number in range(1, POISON_COUNT + 1)]
    assert list(dict.fromkeys(rows)) == [*line, (address_of(user), 1)]


async def test_a_full_outflow_holds_the_line_in_order_and_harms_nothing(world, monkeypatch, caplog):
    monkeypatch.setattr(queue_module, "BACKOFF_START_S", 0.01)
    monkeypatch.setattr(queue_module, "BACKOFF_MAX_S", 0.02)
    users = [await world.user() for _ in range(3)]
    owners = [address_of(user) for user in users]
    # an hour and a day let 100,000 pass, or anything when nothing has passed before
    for owner, amount_e6 in zip(owners, (USD, 100_000 * USD, USD), strict=True):
        await poison(world, owner, [amount_e6])
    settler = world.new_settler()

    async def states(wanted: list[int]) -> None:
        async def are_reached() -> bool:
            await settler.step()
            return [request_of(world, owner).state for owner in owners] == wanted

        await until(are_reached)

    await states([SETTLED, PAYABLE, PAYABLE])
    await settler.step()
    assert [request_of(world, owner).payable_order for owner in owners] == [None, 1, 2]
    await world.advance(DAY_S)
    await states([SETTLED, SETTLED, PAYABLE])
    await world.advance(DAY_S)
    await states([SETTLED, SETTLED, SETTLED])
    assert [row.levelname for row in caplog.records if row.levelno >= logging.WARNING] == []
    assert [await collateral(world, owner) for owner in owners] == [
        FAUCET_E6 + USD,
        FAUCET_E6 + 100_000 * USD,
        FAUCET_E6 + USD,
    ]


async def test_a_crash_while_letting_others_pass_is_made_good(world):
    user = await withdrawal(world)
    await processed(world, user, user)
    owner = address_of(user)
    await give_account(world, user, user, Keypair())
    settler = world.new_settler()

    async def die(*_args):
        raise RuntimeError

    settler._expire = die
    with pytest.raises(RuntimeError):
        await settler.step()
    assert request_of(world, owner).state == AUTHORISED
    await world.new_settler().step()
    assert request_of(world, owner).state == PAYABLE
    assert request_of(world, owner).payable_order is None
    assert commands(world, RecordPayout) == []


async def test_parked_requests_are_not_scanned_again_and_again(world, monkeypatch):
    monkeypatch.setattr(settler_module, "POLL_S", 0.001)
    user = await withdrawal(world)
    await processed(world, user, user)
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
    assert counts["_refresh"] == 2  # at first, and after it was let pass
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
    await assert_not_paid(world, owner)


async def test_a_withdrawn_stake_is_not_a_way_to_be_given_rent(world):
    """Tokens come out one by one without a delay; who lacks the account brings it."""
    user = await world.user()
    owner, mint = address_of(user), world.facts.token_mint
    await world.send(
        user, await world.builders.build(owner, "stake", amount=3, create_account=True)
    )
    await world.send(user, await world.builders.build(owner, "unstake", amount=3))
    await close_emptied(world, user, mint)
    await world.send_raw(
        [user], [memo(world.memo("stake-withdraw", {"amount": 3}, nonce=NONCE), owner)]
    )
    await final(world)
    await assert_not_paid(world, owner)
    await world.send_raw([user], [create_token_account(owner, owner, mint)])
    await pay(world, world.new_settler(), owner)
    assert await token_balance(world.rpc, owner, mint) == 3


@pytest.mark.parametrize("amount_e6", [USD - 1, ACCOUNT_WORTH_E6 - 1, ACCOUNT_WORTH_E6])
async def test_a_withdrawal_is_not_a_way_to_be_given_rent_again_and_again(world, amount_e6):
    user = await world.user()
    owner, mint = address_of(user), world.facts.collateral_mint
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=2_000 * USD),
    )
    await world.send(
        user, await world.builders.build(owner, "withdraw-margin", account=1, amount=amount_e6)
    )
    await world.advance(DAY_S + 60)
    await close_emptied(world, user, mint)
    await processed(world, user, await world.user())
    if amount_e6 < ACCOUNT_WORTH_E6:
        await assert_not_paid(world, owner)
        assert request_of(world, owner).payable_order is None  # it passed the line
        await world.send_raw([user], [create_token_account(owner, owner, mint)])
    await pay(world, world.new_settler(), owner)
    assert await collateral(world, owner) == amount_e6


async def test_a_claimed_token_deposit_gets_the_account_of_its_mint(world):
    facts = world.facts
    user, deposit_id = await quarantined(world, USD, facts.token_mint)
    built = await world.builders.build(address_of(user), "claim-deposit", deposit=deposit_id)
    assert token_account(address_of(user), facts.token_mint) in built.tx
    assert token_account(address_of(user), facts.collateral_mint) not in built.tx


async def test_a_repeatedly_failing_request_does_not_starve_others(world, monkeypatch):
    """The node cannot read the account of one owner; the others are paid all the same."""
    monkeypatch.setattr(queue_module, "BACKOFF_START_S", 3600.0)
    monkeypatch.setattr(worker_module, "PAUSE_START_S", 0.01)
    monkeypatch.setattr(worker_module, "PAUSE_MAX_S", 0.02)
    for _ in range(2):
        user, deposit_id = await quarantined(world, USD, world.facts.token_mint)
        built = await world.builders.build(address_of(user), "claim-deposit", deposit=deposit_id)
        await world.send(user, built)
    await final(world)
    owners = [row.owner for row in world.sequencer.exchange.open_settlement_requests()]
    poisoned = to_base58(token_account(owners[0], world.facts.token_mint))

    def rule(method, params, answer):
        if method == "getAccountInfo" and params[0] == poisoned:
            return {**answer, "value": {"data": 5}}
        return answer

    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = rule
        async with running(world.new_settler([rpc])):

            async def is_paid() -> bool:
                return request_of(world, owners[1]).state == SETTLED

            await until(is_paid)
        assert request_of(world, owners[0]).state == PAYABLE
    await pay(world, world.new_settler(), owners[0])


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
    """Run a loop until it has said that it waits; tell whether it continues."""
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
        keeper = settlement_keeper(rpc, world.sequencer, builders, world.keys.settler_fee_payer)
        reconciler = new_reconciler(world, [rpc])
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
        async with running(world.follower):
            assert await alive_after(reconciler, "reconciler_waits", caplog)
    await pay(world, world.new_settler(), address_of(user))


@pytest.mark.parametrize("part", ["settler", "keeper", "reconciler"])
async def test_an_unexpected_error_is_logged_and_the_loop_goes_on(world, caplog, part, monkeypatch):
    parts = {
        "settler": (world.new_settler(), "_work"),
        "keeper": (world.new_keeper(), "_drop_expired"),
        "reconciler": (
            new_reconciler(world),
            "compare",
        ),
    }
    loop, method = parts[part]

    async def broken():
        raise LookupError("unexpected")

    monkeypatch.setattr(loop, method, broken)
    assert await alive_after(loop, f"{part}_trouble", caplog)
