"""Guard rent is reclaimed, payouts stay exactly once, and the fee payer cannot be drained."""

import asyncio
import itertools
import shutil
import time

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer

from chain.client.addresses import token_account
from chain.client.faucet import airdrop_if_low
from chain.client.instructions import transfer_tokens
from chain.client.rpc import RpcError
from chain.client.wallet import address_of, send_instructions
from chain.custody import reclaimer as reclaimer_module
from chain.custody import settler as settler_module
from chain.custody.guard import GUARD_RENT_E9, Guard, GuardState, allocate_seeded
from chain.custody.health import CustodyHealth
from chain.custody.lent_guards import LentGuards
from chain.custody.payout import FEE_E9, PAYOUT_COST_E9
from chain.custody.reclaimer import RETENTION_S, Reclaimer
from chain.custody.runway import LOW_HOURS, LOW_PAYOUTS, WINDOW_S, Runway
from engine.core.generated.messages import AuthorisePayout, RecordPayout
from tests.chain.cold_world import USD, cold_world
from tests.chain.follower.test_forks import NEVER
from tests.chain.payouts import (
    AUTHORISED,
    PAYABLE,
    SETTLED,
    assert_exact,
    authorised,
    be_impatient,
    collateral,
    count,
    paid_e6,
    pay,
    payable,
    request_of,
    state_of,
)
from tests.chain.restoring import back_up, custody_of, recovered, restore
from tests.chain.world import until

OLD_GUARD_RENT_E9 = 897_840


class Wall:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.s = time.time()

    def __call__(self) -> float:
        return self.s


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    be_impatient(monkeypatch)
    monkeypatch.setattr(reclaimer_module, "EXPIRY_BLOCKS", 160)  # the node's blockhashes: 151
    monkeypatch.setattr(reclaimer_module, "SEND_AGAIN_S", 0.5)


def reclaimer_of(world, wall=None):
    lent = LentGuards.beside(world.home / "chain" / "payouts")
    runway = Runway(world.sequencer, CustodyHealth())
    payer = world.keys.settler_fee_payer
    return Reclaimer([world.rpc], world.sequencer, lent, payer, runway, wall or late)


def late() -> float:
    """After the retention."""
    return time.time() + RETENTION_S + 60


def guard_of(world, owner, request_id=None):
    base = (world.custody or world.new_settler()._custody).guard_bases[0]
    number = request_of(world, owner).request_id if request_id is None else request_id
    return Guard.of_request(base, owner, number)


async def fees(world):
    return await world.rpc.balance(address_of(world.keys.settler_fee_payer))


async def old_enough(world, reclaimer):
    """Let the blocks pass after which nothing that was signed can land."""
    await reclaimer.step()
    height = await world.rpc.block_height("finalized")
    await world.wait_height(height + reclaimer_module.EXPIRY_BLOCKS + 1)


async def reclaimed(world, reclaimer):
    """Run the loop until no rent is lent."""
    await old_enough(world, reclaimer)

    async def is_empty() -> bool:
        await reclaimer.step()
        return reclaimer._lent.count() == 0

    await until(is_empty)


async def is_there(world, guard):
    return await guard.state(world.rpc, "confirmed") is GuardState.USED


async def test_the_rent_of_a_guard_comes_back(world):
    owner = address_of(await payable(world))
    before = await fees(world)
    await pay(world, world.new_settler(), owner)
    assert await fees(world) == before - PAYOUT_COST_E9
    await reclaimed(world, reclaimer_of(world))
    assert await fees(world) == before - FEE_E9 - 5_000
    assert not await is_there(world, guard_of(world, owner))
    await assert_exact(world, owner, authorisations=1)


async def test_n_claims_cost_the_operator_no_more_than_twice_what_they_cost_the_claimer(world):
    """Each deposit by itself, as small as can be; every spent lamport is counted."""
    claims = 20
    user = await world.user()
    owner = address_of(user)
    mint = world.facts.collateral_mint
    claimer, operator = await world.rpc.balance(owner), await fees(world)
    for _ in range(2):
        dust = transfer_tokens(owner, world.facts.collateral_vault, mint, 1)
        await world.send_raw([user], [dust] * (claims // 2))
    deposits = world.sequencer.exchange.quarantined_deposits(owner)
    assert len(deposits) == claims
    for deposit in deposits:
        await world.send(
            user, await world.builders.build(owner, "claim-deposit", deposit=deposit.deposit_id)
        )
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    settler = world.new_settler()

    async def are_paid() -> bool:
        await settler.step()
        rows = world.sequencer.exchange.settlement_requests(owner)
        return all(row.state == SETTLED for row in rows)

    await until(are_paid)
    lent = await fees(world)
    await reclaimed(world, reclaimer_of(world))
    spent_by_claimer = claimer - await world.rpc.balance(owner)
    spent_by_operator = operator - await fees(world)
    assert operator - lent == claims * PAYOUT_COST_E9
    assert spent_by_operator == claims * FEE_E9 + 2 * 5_000  # two transactions close them all
    assert spent_by_claimer < (claims + 2) * 5_002  # with the price of its compute units
    assert spent_by_operator <= 2 * spent_by_claimer
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_a_guard_stays_for_its_time(world):
    wall = Wall()
    owner = address_of(await payable(world))
    await pay(world, world.new_settler(), owner)
    reclaimer = reclaimer_of(world, wall)
    await old_enough(world, reclaimer)
    wall.s += RETENTION_S - 3600
    assert await reclaimer.step() == 0
    assert await is_there(world, guard_of(world, owner))
    wall.s += 7200
    assert await reclaimer.step() == 1


async def test_a_guard_stays_while_anything_signed_could_land(world):
    """However old it is by the clock, and however little the fee payer has."""
    owner = address_of(await payable(world))
    await pay(world, world.new_settler(), owner)
    reclaimer = reclaimer_of(world)
    await reclaimer.step()
    start = await world.rpc.block_height("finalized")
    while await world.rpc.block_height("finalized") < start + reclaimer_module.EXPIRY_BLOCKS - 20:
        assert await reclaimer.step() == 0
        await asyncio.sleep(0.05)


async def test_little_money_brings_rent_back_early(world, monkeypatch):
    wall = Wall()
    owner = address_of(await payable(world))
    await pay(world, world.new_settler(), owner)
    reclaimer = reclaimer_of(world, wall)
    await old_enough(world, reclaimer)
    wall.s += 3600
    assert await reclaimer.step() == 0
    monkeypatch.setattr(reclaimer_module, "COMFORT_E9", 10**15)
    assert await reclaimer.step() == 1


@pytest.mark.parametrize("state", [PAYABLE, AUTHORISED])
async def test_a_guard_of_a_request_that_is_open_here_is_never_closed(world, state):
    """The database of lent guards is newer than a restored journal."""
    owner = address_of(await payable(world))
    if state == AUTHORISED:
        await world.new_settler().step()
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    await restore(world)
    assert state_of(world, owner) == state
    reclaimer = reclaimer_of(world)
    await old_enough(world, reclaimer)
    for _ in range(3):
        assert await reclaimer.step() == 0
    assert await is_there(world, guard_of(world, owner))
    await recovered(world, [owner])
    assert await collateral(world, owner) == paid_e6()
    assert count(world, RecordPayout) == 1


async def test_a_guard_of_an_unknown_request_is_never_closed(world):
    await back_up(world)
    owner = address_of(await payable(world))
    await pay(world, world.new_settler(), owner)
    guard = guard_of(world, owner)
    await restore(world)
    reclaimer = reclaimer_of(world)
    await old_enough(world, reclaimer)
    assert await reclaimer.step() == 0
    assert await is_there(world, guard)


@pytest.mark.parametrize("is_in_flight", [False, True])
async def test_a_journal_older_than_reclaimed_guards_does_not_pay_twice(world, is_in_flight):
    owner = address_of(await payable(world))
    if is_in_flight:
        await world.new_settler().step()
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    await reclaimed(world, reclaimer_of(world))
    assert not await is_there(world, guard_of(world, owner))
    await restore(world)
    await recovered(world, [owner])
    assert await collateral(world, owner) == paid_e6()
    assert count(world, RecordPayout) == 1


@pytest.mark.parametrize("is_in_flight", [False, True])
async def test_a_settler_alone_does_not_pay_twice_after_a_reclaim(world, is_in_flight):
    """Nothing holds outflows: the history of the guard is evidence by itself."""
    owner = address_of(await payable(world))
    if is_in_flight:
        await world.new_settler().step()
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    await reclaimed(world, reclaimer_of(world))
    await restore(world)
    await world.follow()
    await pay(world, world.new_settler(), owner)
    assert await collateral(world, owner) == paid_e6()
    assert count(world, RecordPayout) == 1


async def test_strangers_who_fill_the_history_of_a_guard_block_no_payout(world, monkeypatch):
    """Naming a guard in a transaction makes no payout of it and hides no money."""
    owner = address_of(await payable(world))
    griefer = await world.user()
    guard = guard_of(world, owner)
    for number in range(5):
        gift = TransferParams(
            from_pubkey=griefer.pubkey(), to_pubkey=Pubkey(guard.address), lamports=900_000 + number
        )
        await send_instructions(world.rpc, [transfer(gift)], [griefer])
    monkeypatch.setattr("chain.custody.evidence.SIGNATURES_MAX", 3)  # a page that is full
    await world.restart_engine()
    await world.follow()
    await pay(world, world.new_settler(), owner)
    await assert_exact(world, owner, authorisations=1)


async def test_bytes_that_expired_never_land_after_the_guard_is_gone(world):
    """The first bytes were lost in transit and arrive after everything else."""
    owner = address_of(await payable(world))
    await authorised(world, world.new_settler(), owner)
    (path,) = (world.home / "chain" / "payouts").iterdir()
    settler = world.new_settler()
    lost = settler._files.load(
        (owner, request_of(world, owner).request_id), request_of(world, owner).payout_signature
    )
    path.unlink()
    await world.wait_height(request_of(world, owner).last_valid_block_height)
    await pay(world, settler, owner)
    await reclaimed(world, reclaimer_of(world))
    with pytest.raises(RpcError):
        await world.rpc.send(lost.transaction)
    with pytest.raises(RpcError, match="Blockhash not found"):
        await world.rpc.send(lost.transaction, skip_preflight=True)
    assert await collateral(world, owner) == paid_e6()


async def test_lamports_added_meanwhile_do_not_delay_payouts_forever(world, monkeypatch):
    """A closing names the whole sum; a stranger changes the sum of one guard before it lands."""
    owners = [address_of(await payable(world)) for _ in range(3)]
    for owner in owners:
        await pay(world, world.new_settler(), owner)
    griefer = await world.user()
    reclaimer = reclaimer_of(world)
    await old_enough(world, reclaimer)
    real = reclaimer._close

    async def disturbed(closings):
        gift = TransferParams(
            from_pubkey=griefer.pubkey(),
            to_pubkey=Pubkey(guard_of(world, owners[1]).address),
            lamports=1,
        )
        await send_instructions(world.rpc, [transfer(gift)], [griefer])
        return await real(closings)

    monkeypatch.setattr(reclaimer, "_close", disturbed)
    assert await reclaimer.step() == 3
    monkeypatch.setattr(reclaimer, "_close", real)

    async def is_empty() -> bool:
        await reclaimer.step()
        return reclaimer._lent.count() == 0

    await until(is_empty)


async def test_a_guard_of_one_byte_stays_and_counts_for_ever(world):
    """Earlier payouts made guards that cannot be closed."""
    owner = address_of(await payable(world))
    guard = guard_of(world, owner)
    payer, vault_key = world.keys.settler_fee_payer, world.keys.vault_authority
    top_up = TransferParams(
        from_pubkey=payer.pubkey(), to_pubkey=Pubkey(guard.address), lamports=OLD_GUARD_RENT_E9
    )
    old = allocate_seeded(guard.address, guard.base, guard.seed, 1)
    paid = transfer_tokens(
        address_of(vault_key),
        token_account(owner, world.facts.collateral_mint),
        world.facts.collateral_mint,
        request_of(world, owner).amount_e6,
    )
    await send_instructions(world.rpc, [transfer(top_up), old, paid], [payer, vault_key])
    await world.wait_finalized(await world.rpc.slot())
    await pay(world, world.new_settler(), owner)  # adopted
    assert await collateral(world, owner) == paid_e6()
    reclaimer = reclaimer_of(world)
    await reclaimed(world, reclaimer)  # nothing to close, and the row is forgotten
    assert await is_there(world, guard)


async def test_small_payouts_wait_while_little_is_left_for_fees(world, monkeypatch):
    """Dust of a crowd never takes what others need; it is paid when the wallet is filled."""
    user = await world.user()
    owner = address_of(user)
    mint = world.facts.collateral_mint
    await world.send_raw(
        [user], [transfer_tokens(owner, world.facts.collateral_vault, mint, 1)] * 3
    )
    for deposit in world.sequencer.exchange.quarantined_deposits(owner):
        await world.send(
            user, await world.builders.build(owner, "claim-deposit", deposit=deposit.deposit_id)
        )
    large = address_of(await payable(world))
    monkeypatch.setattr(settler_module, "SMALL_RESERVE_E9", 10**15)
    settler = world.new_settler()
    await pay(world, settler, large)
    rows = world.sequencer.exchange.settlement_requests(owner)
    assert [row.state for row in rows] == [PAYABLE] * 3
    monkeypatch.setattr(settler_module, "SMALL_RESERVE_E9", 0)

    async def are_paid() -> bool:
        await settler.step()
        rows = world.sequencer.exchange.settlement_requests(owner)
        return all(row.state == SETTLED for row in rows)

    await until(are_paid)


async def test_a_start_with_another_fee_payer_forgets_no_rent(world):
    user = await payable(world)
    owner = address_of(user)
    await pay(world, world.new_settler(), owner)
    ours, theirs = reclaimer_of(world), reclaimer_of(world)
    theirs._fee_payer = Keypair()
    theirs._address = address_of(theirs._fee_payer)
    await old_enough(world, theirs)
    await theirs.step()
    assert theirs._lent.count() == 1
    assert await is_there(world, guard_of(world, owner))
    await reclaimed(world, ours)


async def test_a_lost_database_of_guards_costs_rent_only(world):
    owner = address_of(await payable(world))
    settler = world.new_settler()
    (world.home / "chain" / "custody").mkdir()
    settler._lent.path.write_bytes(b"no database" * 999)
    await pay(world, settler, owner)
    await assert_exact(world, owner, authorisations=1)


async def test_the_runway_is_what_can_still_be_paid_at_this_rate(world, caplog):
    now = [1000.0]
    health = CustodyHealth()
    runway = Runway(world.sequencer, health, lambda: now[0])
    runway.note(10**12, 3)
    assert health.gauges()["runway_payouts"] == 10**12 // PAYOUT_COST_E9
    assert health.gauges()["guards_lent"] == 3
    assert not health.is_alarmed
    runway.note((LOW_PAYOUTS - 1) * PAYOUT_COST_E9, 0)
    assert health.is_alarmed
    assert health.gauges()["runway_low"] == 1
    assert [row.message for row in caplog.records].count("runway_low") == 1
    runway.note(10**12, 0)
    assert not health.is_alarmed
    await pay(world, world.new_settler(), address_of(await payable(world)))
    runway._paid_at.extend([now[0]] * 24)  # and those of a crowd within the hour
    runway.note(LOW_HOURS * 25 * PAYOUT_COST_E9 - 1, 0)
    assert health.gauges()["runway_hours"] == LOW_HOURS - 1
    assert health.is_alarmed
    now[0] += WINDOW_S + 1
    runway.note(LOW_HOURS * 25 * PAYOUT_COST_E9 - 1, 0)
    assert not health.is_alarmed


class Crash(Exception):
    """The process ends here."""


async def crash_at(world, reclaimer, at: int) -> bool:
    """Close everything; the process dies before its n-th effect. Returns whether it died."""
    effects = itertools.count(1)
    rpc, lent = reclaimer._rpcs[0], reclaimer._lent
    real_send, real_drop = rpc.send, lent.drop

    def strike() -> None:
        if next(effects) == at:
            raise Crash

    async def send(*args, **kwargs):
        strike()
        signature = await real_send(*args, **kwargs)
        strike()
        return signature

    class Lent:
        def __getattr__(self, name):
            return getattr(lent, name)

        def drop(self, guards):
            strike()
            real_drop(guards)
            strike()

    reclaimer._lent = Lent()
    rpc.send = send
    try:
        await reclaimed(world, reclaimer)
    except Crash:
        return True
    finally:
        rpc.send = real_send
    return False


async def test_a_crash_at_every_step_of_a_reclaim_is_made_good(world):
    for at in itertools.count(1):
        owner = address_of(await payable(world))
        await pay(world, world.new_settler(), owner)
        before = await fees(world)
        has_died = await crash_at(world, reclaimer_of(world), at)
        await world.restart_engine()
        await world.follow()
        await reclaimed(world, reclaimer_of(world))
        assert await world.rpc.account(guard_of(world, owner).address) is None
        assert before + GUARD_RENT_E9 - 2 * 5_000 <= await fees(world)
        assert await fees(world) <= before + GUARD_RENT_E9 - 5_000
        await world.new_settler().step()
        assert await collateral(world, owner) == paid_e6()
        if not has_died:
            assert at > 4  # before and after: send, drop
            return


@pytest.mark.parametrize("is_noted", [False, True])
async def test_a_crash_around_the_record_loses_no_payout_and_no_rent(world, is_noted):
    """Noted and not recorded: the payout is recorded later. The note alone closes nothing."""
    owner = address_of(await payable(world))
    settler = world.new_settler()

    async def die(_request):
        raise Crash

    if is_noted:
        real = settler._submit

        async def submit(command):
            if isinstance(command, RecordPayout):
                raise Crash
            return await real(command)

        settler._submit = submit
    else:
        settler._note_lent = die

    async def has_crashed() -> bool:
        try:
            await settler.step()
        except Crash:
            return True
        return False

    await until(has_crashed)
    reclaimer = reclaimer_of(world)
    await old_enough(world, reclaimer)
    assert await reclaimer.step() == 0
    await world.restart_engine()
    await world.follow()
    await pay(world, world.new_settler(), owner)
    await reclaimed(world, reclaimer_of(world))
    assert not await is_there(world, guard_of(world, owner))
    assert await collateral(world, owner) == paid_e6()
    assert count(world, AuthorisePayout) == 0  # of the engine that was opened last


async def test_a_delegate_gets_its_rent_back_and_pays_once(tmp_path):
    async with cold_world(tmp_path) as cold:
        await cold.approve(10_000 * USD)
        world = cold.world
        owner = address_of(await payable(world))
        await back_up(world)
        before = await fees(world)
        await pay(world, world.new_settler(), owner)
        # a new hot key: guards of the former are closed by the fee payer all the same
        guard, former = guard_of(world, owner), address_of(cold.hot)
        cold.hot = Keypair()
        world.custody = cold.custody([former])
        await cold.approve(10_000 * USD)
        await reclaimed(world, reclaimer_of(world))
        assert not await is_there(world, guard)
        assert before - await fees(world) == FEE_E9 + 5_000
        await restore(world)
        await recovered(world, [owner])
        assert await collateral(world, owner) == paid_e6()


async def test_the_database_may_be_lost_after_a_restore(world):
    owner = address_of(await payable(world))
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    await restore(world)
    shutil.rmtree(world.home / "chain" / "custody")
    settler, _reconciler = custody_of(world)
    await recovered(world, [owner])
    assert settler._lent.count() == 1  # noted again with its adoption
    await reclaimed(world, reclaimer_of(world))
    assert not await is_there(world, guard_of(world, owner))


async def test_a_payer_that_was_just_funded_is_no_alarm(world):
    payer = Keypair()
    world.node.ledger.finality_delay_slots = NEVER
    await airdrop_if_low(world.rpc, address_of(payer))
    health = CustodyHealth()
    lent = LentGuards.beside(world.home / "chain" / "payouts")
    runway = Runway(world.sequencer, health)
    await Reclaimer([world.rpc], world.sequencer, lent, payer, runway).step()
    assert not health.is_alarmed
    assert health.gauges()["fee_payer_lamports"] >= LOW_PAYOUTS * PAYOUT_COST_E9
