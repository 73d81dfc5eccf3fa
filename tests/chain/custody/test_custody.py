"""Payouts: exactly once, whatever is lost on the way."""

import shutil
from dataclasses import replace

import pytest
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer

from chain.builders.builders import Builders
from chain.client.balances import token_balance
from chain.client.instructions import transfer_tokens
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions
from chain.custody.guard import Guard, GuardState
from chain.genesis import ensure_genesis
from chain.operator_key import sign_operator_command
from engine.core.generated.messages import (
    AuthorisePayout,
    ExpirePayout,
    Halt,
    RecordPayout,
    Resume,
    SettlementPaid,
)
from engine.journal import ExpectedEnd, JournalShortError
from engine.schema.errors import ErrorCode
from tests.chain.fault_proxy import FaultProxy
from tests.chain.payouts import AUTHORISED, PAYABLE
from tests.chain.world import (
    DAY_S,
    SEED_E6,
    genesis_settings,
    new_follower,
    rejected_code,
    small_catalogue,
    until,
)

USD = 10**6
DEPOSIT_E6 = 100 * USD
AMOUNT_E6 = 40 * USD
TIP_E6 = 300_000
FAUCET_E6 = 10_000 * USD


@pytest.fixture
async def owner(world):
    """A user who has asked for a withdrawal with a tip."""
    user = await world.user()
    address = address_of(user)
    await world.send(
        user,
        await world.builders.build(address, "create-margin-account", account=1, amount=DEPOSIT_E6),
    )
    built = await world.builders.build(
        address, "withdraw-margin", account=1, amount=AMOUNT_E6, tip=TIP_E6
    )
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    return address


def bare_transfer(world, user, amount_e6):
    facts = world.facts
    return transfer_tokens(
        address_of(user), facts.collateral_vault, facts.collateral_mint, amount_e6
    )


async def mature(world):
    await world.advance(DAY_S + 60)


async def process(world):
    """Let the keeper process by a real transaction and wait until that is final."""
    keeper = world.new_keeper()
    assert await keeper.round() == 1
    cursor = world.sequencer.exchange.chain_cursor

    async def is_followed() -> bool:
        await world.follow()
        return world.sequencer.exchange.chain_cursor > cursor

    await until(is_followed)
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])


def request_of(world, owner):
    (request,) = world.sequencer.exchange.settlement_requests(owner)
    return request


def commands(world, kind):
    return [row.command for row in world.applied if isinstance(row.command, kind)]


async def pay(world, settler, owner):
    async def is_paid() -> bool:
        await settler.step()
        return request_of(world, owner).state == 3

    await until(is_paid)


async def collateral(world, wallet):
    return await token_balance(world.rpc, wallet, world.facts.collateral_mint) or 0


async def assert_paid_once(world, owner):
    """Owner and keeper hold exactly their shares, and vault and engine agree."""
    keeper = address_of(world.keys.settler_fee_payer)
    assert await collateral(world, owner) == FAUCET_E6 - DEPOSIT_E6 + AMOUNT_E6 - TIP_E6
    assert await collateral(world, keeper) == TIP_E6
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_nothing_is_processed_before_maturity(world, owner):
    assert await world.new_keeper().round() == 0
    assert await world.new_settler().step() == 0
    assert request_of(world, owner).state == 0


async def test_a_withdrawal_is_paid_exactly_once(world, owner):
    await mature(world)
    await process(world)
    assert request_of(world, owner).state == PAYABLE
    settler = world.new_settler()
    await pay(world, settler, owner)
    assert await settler.step() == 0
    await assert_paid_once(world, owner)
    (record,) = commands(world, RecordPayout)
    assert len(commands(world, AuthorisePayout)) == 1
    (paid,) = [
        event for row in world.applied for event in row.events if isinstance(event, SettlementPaid)
    ]
    assert (paid.owner, paid.amount_e6, paid.slot) == (owner, AMOUNT_E6, record.slot)
    assert list((world.home / "chain" / "payouts").iterdir()) == []


async def test_an_owner_who_processes_keeps_the_tip(world):
    user = await world.user()
    address = address_of(user)
    await world.send(
        user,
        await world.builders.build(address, "create-margin-account", account=1, amount=DEPOSIT_E6),
    )
    await world.send(
        user,
        await world.builders.build(
            address, "withdraw-margin", account=1, amount=AMOUNT_E6, tip=TIP_E6
        ),
    )
    await mature(world)
    await world.send(user, await world.builders.build(address, "process-settlement-requests"))
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await pay(world, world.new_settler(), address)
    assert await collateral(world, address) == FAUCET_E6 - DEPOSIT_E6 + AMOUNT_E6
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_the_settler_waits_until_the_processing_is_final(world, owner):
    await mature(world)
    keeper = world.new_keeper()
    assert await keeper.round() == 1
    settler = world.new_settler()

    async def is_payable() -> bool:
        await world.follow()
        return request_of(world, owner).state == PAYABLE

    await until(is_payable)
    processed_at = world.sequencer.exchange.chain_cursor[0]
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = lambda method, params, answer: (
            processed_at - 1 if method == "getSlot" else answer
        )
        settler = world.new_settler([rpc])
        await settler.step()
        assert request_of(world, owner).state == PAYABLE
        assert not (world.home / "chain" / "payouts").exists()


class Crash(Exception):
    """The process ends here."""


STEPS = [
    "save",  # bytes signed and stored, nothing journaled
    "authorise",  # journaled, not sent
    "send",  # sent, not seen to land
    "record",  # landed, not recorded
]


def crash_at(settler, step):
    """Make the settler die before or after one of its steps."""

    async def die(*_args):
        raise Crash

    if step == "save":
        settler._journal_authorisation = die
    elif step == "authorise":
        settler._broadcast = die
    elif step == "send":
        settler._settle = die
    else:
        settler._record = die


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("is_engine_restarted", [False, True])
async def test_a_crash_at_any_step_pays_exactly_once(world, owner, step, is_engine_restarted):
    await mature(world)
    await process(world)
    settler = world.new_settler()
    crash_at(settler, step)

    async def has_crashed() -> bool:
        try:
            await settler.step()
        except Crash:
            return True
        return False

    await until(has_crashed)
    if is_engine_restarted:
        await world.restart_engine()
        await world.follow()
    await pay(world, world.new_settler(), owner)
    await assert_paid_once(world, owner)


async def test_lost_bytes_expire_and_are_signed_anew(world, owner):
    await mature(world)
    await process(world)
    settler = world.new_settler()
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    await settler.step()
    first = request_of(world, owner)
    assert first.state == AUTHORISED
    for path in (world.home / "chain" / "payouts").iterdir():
        path.unlink()
    settler = world.new_settler()
    await settler.step()
    assert request_of(world, owner).state == AUTHORISED  # may still land: nothing new is signed
    assert request_of(world, owner).payout_signature == first.payout_signature
    await world.wait_height(first.last_valid_block_height)
    await pay(world, settler, owner)
    assert len(commands(world, ExpirePayout)) == 1
    assert len(commands(world, AuthorisePayout)) == 2
    await assert_paid_once(world, owner)


async def test_a_dropped_send_is_sent_again_as_the_same_bytes(world, owner):
    await mature(world)
    await process(world)
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    await world.new_settler().step()
    await pay(world, world.new_settler(), owner)
    assert len(commands(world, AuthorisePayout)) == 1
    await assert_paid_once(world, owner)


async def test_one_endpoint_alone_cannot_expire_a_payout(world, owner):
    await mature(world)
    await process(world)
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as second:
        settler = world.new_settler([world.rpc, second])
        await world.rpc.call("acreFault", [{"dropSends": 2}])  # each endpoint is given the bytes
        await settler.step()
        for path in (world.home / "chain" / "payouts").iterdir():
            path.unlink()
        request = request_of(world, owner)
        await world.wait_height(request.last_valid_block_height)
        proxy.rule = lambda method, params, answer: 0 if method == "getBlockHeight" else answer
        await settler.step()
        assert commands(world, ExpirePayout) == []
        proxy.rule = lambda method, params, answer: answer
        await settler.step()
        assert len(commands(world, ExpirePayout)) == 1


async def test_the_chain_refuses_a_second_payout(world, owner):
    """A settler that lost its state and believes that no payout was made."""
    await mature(world)
    await process(world)
    request = request_of(world, owner)
    settler = world.new_settler()
    await pay(world, settler, owner)
    assert await settler._authorise(request) is False
    guard = Guard.of_request(world.facts.vault_authority, owner, request.request_id)
    assert await guard.state(world.rpc, "confirmed") is GuardState.USED
    with pytest.raises(AssertionError):
        guard.claim(owner, GuardState.USED)
    for state in (GuardState.FREE, GuardState.PREFUNDED):
        payer = world.keys.settler_fee_payer
        instructions = guard.claim(address_of(payer), state)
        with pytest.raises(Exception, match="refused"):
            await send_instructions(world.rpc, instructions, [payer, world.keys.vault_authority])
    await assert_paid_once(world, owner)


async def test_a_prefunded_guard_blocks_no_payout(world, owner):
    """Anyone can send lamports to the guard's address; the payout comes all the same."""
    griefer = await world.user()
    guard = Guard.of_request(
        world.facts.vault_authority, owner, request_of(world, owner).request_id
    )
    await send_instructions(
        world.rpc,
        [
            transfer(
                TransferParams(
                    from_pubkey=griefer.pubkey(),
                    to_pubkey=Pubkey(guard.address),
                    lamports=1_000_000,
                )
            )
        ],
        [griefer],
    )
    await mature(world)
    await process(world)
    await pay(world, world.new_settler(), owner)
    await assert_paid_once(world, owner)


async def test_a_guard_prefunded_too_late_to_be_seen_only_delays(world, owner):
    await mature(world)
    await process(world)
    griefer = await world.user()
    guard = Guard.of_request(
        world.facts.vault_authority, owner, request_of(world, owner).request_id
    )
    settler = world.new_settler()
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    await settler.step()
    gift = TransferParams(
        from_pubkey=griefer.pubkey(), to_pubkey=Pubkey(guard.address), lamports=1_000_000
    )
    await send_instructions(world.rpc, [transfer(gift)], [griefer])
    await pay(world, world.new_settler(), owner)
    assert len(commands(world, ExpirePayout)) == 1
    await assert_paid_once(world, owner)


async def test_a_payout_whose_record_was_lost_is_adopted(world, owner):
    """The engine believes the request payable, the chain has paid it: record, do not pay."""
    await mature(world)
    await process(world)
    settler = world.new_settler()

    async def pretend(request, signature, last_valid):
        return True

    real = settler._journal_authorisation
    settler._journal_authorisation = pretend  # broadcast without a trace in the journal
    await settler.step()
    guard = Guard.of_request(
        world.facts.vault_authority, owner, request_of(world, owner).request_id
    )

    async def is_used() -> bool:
        return await guard.state(world.rpc, "confirmed") is GuardState.USED

    await until(is_used)
    assert request_of(world, owner).state == PAYABLE
    settler._journal_authorisation = real
    await pay(world, world.new_settler(), owner)
    assert len(commands(world, AuthorisePayout)) == 1
    await assert_paid_once(world, owner)


async def test_payouts_stop_when_the_reconciler_says_so(world, owner):
    await mature(world)
    await process(world)
    settler = world.new_settler()
    settler._may_pay = lambda: False
    await settler.step()
    assert request_of(world, owner).state == PAYABLE


async def test_a_stop_holds_back_what_was_signed_before_it(world, owner):
    await mature(world)
    await process(world)
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    settler = world.new_settler()
    await settler.step()
    assert request_of(world, owner).state == AUTHORISED
    settler = world.new_settler()  # it has not sent the bytes a moment ago
    settler._may_pay = lambda: False
    await settler.step()
    await world.wait_height(request_of(world, owner).last_valid_block_height)
    await settler.step()
    assert request_of(world, owner).state == PAYABLE
    assert await collateral(world, owner) == FAUCET_E6 - DEPOSIT_E6
    settler._may_pay = lambda: True
    await pay(world, settler, owner)
    await assert_paid_once(world, owner)


async def test_a_claimed_deposit_is_paid_back_whole(world):
    user = await world.user()
    await world.send_raw([user], [bare_transfer(world, user, 7 * USD)])
    (deposit,) = world.sequencer.exchange.quarantined_deposits(address_of(user))
    built = await world.builders.build(
        address_of(user), "claim-deposit", deposit=deposit.deposit_id
    )
    await world.send(user, built)
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await pay(world, world.new_settler(), address_of(user))
    assert await collateral(world, address_of(user)) == FAUCET_E6
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_one_round_takes_eight_requests_of_an_owner(world):
    user = await world.user()
    address = address_of(user)
    await world.send(
        user,
        await world.builders.build(address, "create-margin-account", account=1, amount=DEPOSIT_E6),
    )
    for _ in range(9):
        await world.send(
            user, await world.builders.build(address, "withdraw-margin", account=1, amount=USD)
        )
    await mature(world)
    keeper = world.new_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    for left in (1, 0):
        assert await keeper.round() == 1
        assert await keeper.round() == 0  # one in flight per owner

        async def is_done(left: int = left) -> bool:
            await world.follow()
            states = [row.state for row in world.sequencer.exchange.settlement_requests(address)]
            return states.count(0) == left

        await until(is_done)
    assert await keeper.round() == 0
    unsubscribe()


async def test_a_halt_holds_payouts_and_the_resume_lets_them_go(world, owner):
    await mature(world)
    await process(world)
    await world.sequencer.submit(sign_operator_command(Halt(), world.keys.operator))
    settler = world.new_settler()
    await settler.step()
    assert request_of(world, owner).state == PAYABLE
    await settler.step()  # refused once: it waits before it asks again
    assert len(commands(world, AuthorisePayout)) == 1
    await world.sequencer.submit(sign_operator_command(Resume(), world.keys.operator))
    await pay(world, world.new_settler(), owner)
    await assert_paid_once(world, owner)


async def test_a_lost_journal_derived_from_the_chain_does_not_pay_twice(world, owner):
    await mature(world)
    await process(world)
    await pay(world, world.new_settler(), owner)
    shutil.rmtree(world.home / "journal")
    await world.restart_engine()
    settings = genesis_settings(world.home, SEED_E6)
    with pytest.raises(JournalShortError, match="ACRE_ACCEPT_JOURNAL_END=0"):
        await ensure_genesis(world.sequencer, world.rpc, settings, small_catalogue())
    settings = replace(settings, expected_end=ExpectedEnd(accepted=0))
    facts, _keys = await ensure_genesis(world.sequencer, world.rpc, settings, small_catalogue())
    assert facts.exchange != world.facts.exchange
    world.facts = facts
    world.follower = new_follower(world.home, world.rpc, world.sequencer, facts)
    world.builders = Builders(
        world.rpc, world.sequencer.exchange, facts, world.sequencer.clock.now_s
    )
    await world.follow()
    assert request_of(world, owner).state == 0
    await mature(world)
    await process(world)
    await pay(world, world.new_settler(), owner)
    await assert_paid_once(world, owner)
