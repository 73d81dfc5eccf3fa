"""Vault against claims: collateral and ACRE tokens, the stop of outflows and how it ends."""

import asyncio
import contextlib

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.instructions import mint_to_checked
from spl.token.models import MintToCheckedParams

from chain.client.addresses import TOKEN_PROGRAM, token_account
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.instructions import create_token_account, transfer_tokens
from chain.client.mints import ensure_mints
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions, sign_and_send
from chain.custody import reconciler as reconciler_module
from chain.custody.outflow_stop import ACCEPTED_FILE
from chain.custody.reconciler import CONFIRMATIONS
from chain.follower.follower import Follower
from engine.core.generated.messages import DepositMargin, SettlementPaid
from tests.chain.fault_proxy import FaultProxy
from tests.chain.payouts import pay, payable
from tests.chain.world import SLOT_MS, new_reconciler, until

USD = 10**6
NONE = {MINT_COLLATERAL: 0, MINT_TOKEN: 0}


async def compared(world, reconciler):
    async def is_compared() -> bool:
        await world.follow()
        return await reconciler.compare() is not None

    await until(is_compared)
    return reconciler.differences


async def stolen(world, amount_e6=USD, mint=MINT_COLLATERAL):
    """Take tokens out of the vault with its key."""
    thief = await world.user()
    address = world.facts.mint_address(mint)
    theft = transfer_tokens(
        world.facts.vault_authority, token_account(address_of(thief), address), address, amount_e6
    )
    await send_instructions(world.rpc, [theft], [thief, world.keys.vault_authority])
    await world.wait_finalized(await world.rpc.slot())


async def stopped(world, reconciler, differences):
    """Compare until outflows are stopped."""
    for _ in range(CONFIRMATIONS):
        assert not reconciler.is_alarmed
        assert await compared(world, reconciler) == differences
        assert not reconciler.may_pay()
    assert reconciler.is_alarmed


async def test_nothing_is_paid_before_the_first_comparison(world):
    reconciler = new_reconciler(world)
    assert not reconciler.may_pay()
    assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()


async def test_vault_and_claims_agree_through_deposits_and_stakes(world):
    user = await world.user()
    address = address_of(user)
    reconciler = new_reconciler(world)
    await world.send(
        user,
        await world.builders.build(address, "create-margin-account", account=1, amount=12 * USD),
    )
    # the deposit is followed and not yet final
    assert await compared(world, reconciler) == NONE
    assert reconciler.vault_balances_e6[MINT_COLLATERAL] == world.vault_e6()
    await world.send(
        user, await world.builders.build(address, "stake", amount=5 * USD, create_account=True)
    )
    assert await compared(world, reconciler) == NONE
    assert reconciler.vault_balances_e6[MINT_TOKEN] == 5 * USD
    assert reconciler.may_pay()


async def test_claims_without_tokens_stop_outflows(world):
    owner = address_of(Keypair())
    reconciler = new_reconciler(world)
    slot = world.sequencer.exchange.chain_cursor[0] + 1
    await world.sequencer.submit(
        DepositMargin(
            user=owner,
            owner=owner,
            account_id=1,
            amount_e6=9 * USD,
            attached_e6=9 * USD,
            attached_mint=1,
            slot=slot,
            nonce=1,
            expires_slot=slot + 9,
        )
    )
    await stopped(world, reconciler, {MINT_COLLATERAL: -9 * USD, MINT_TOKEN: 0})


@pytest.mark.parametrize("mint", [MINT_COLLATERAL, MINT_TOKEN])
async def test_a_theft_stops_outflows_of_both_mints(world, mint, caplog):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "stake", amount=5 * USD, create_account=True
    )
    await world.send(user, built)
    reconciler = new_reconciler(world)
    assert await compared(world, reconciler) == NONE
    await stolen(world, USD, mint)
    await stopped(world, reconciler, {**NONE, mint: -USD})
    assert "outflows_stopped" in [row.message for row in caplog.records]


async def test_a_difference_that_grows_stops_outflows_too(world):
    """Money that leaves between any two comparisons never differs twice by the same amount."""
    reconciler = new_reconciler(world)
    seen = set()
    for _ in range(CONFIRMATIONS):
        assert not reconciler.is_alarmed
        await stolen(world)
        seen.add((await compared(world, reconciler))[MINT_COLLATERAL])
    assert seen == {-USD, -2 * USD, -3 * USD}
    assert reconciler.is_alarmed


async def test_a_stop_outlives_a_restart(world):
    reconciler = new_reconciler(world)
    await stolen(world)
    await stopped(world, reconciler, {**NONE, MINT_COLLATERAL: -USD})
    await world.restart_engine()
    again = new_reconciler(world)
    assert again.is_alarmed
    assert again._health.is_alarmed
    assert not again.may_pay()


async def test_an_accepted_difference_covers_only_itself(world):
    reconciler = new_reconciler(world)
    await stolen(world)
    await stopped(world, reconciler, {**NONE, MINT_COLLATERAL: -USD})
    reconciler._stop.accept({**NONE, MINT_COLLATERAL: -USD})
    for _ in range(CONFIRMATIONS):
        assert not reconciler.may_pay()
        assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()
    await stolen(world)
    await stopped(world, reconciler, {**NONE, MINT_COLLATERAL: -USD})


async def test_a_damaged_acceptance_accepts_nothing(world, caplog):
    reconciler = new_reconciler(world)
    await stolen(world)
    reconciler._stop.accept({**NONE, MINT_COLLATERAL: -USD})
    (world.home / "custody" / ACCEPTED_FILE).write_text('{"collateral": "-1"')
    await stopped(world, reconciler, {**NONE, MINT_COLLATERAL: -USD})
    assert "accepted_difference_unreadable" in [row.message for row in caplog.records]


async def test_a_difference_that_goes_away_lets_outflows_go_on(world):
    reconciler = new_reconciler(world)

    def note(*differences):
        for difference in differences:
            reconciler._note(NONE, {**NONE, MINT_COLLATERAL: difference}, 1)

    note(-1, -2)
    assert not reconciler.may_pay()
    note(0)
    assert reconciler.may_pay()
    note(5, 5, 5, 0, 0)
    assert reconciler.is_alarmed
    note(4, 0, 0)
    assert not reconciler.may_pay()
    note(0)
    assert reconciler.may_pay()


def minting(authority, mint, amount_e6, owner):
    """Make tokens of a mint, for the owner's associated account."""
    params = MintToCheckedParams(
        program_id=TOKEN_PROGRAM,
        mint=Pubkey(mint),
        dest=Pubkey(token_account(owner, mint)),
        mint_authority=authority.pubkey(),
        amount=amount_e6,
        decimals=6,
        signers=[],
    )
    return mint_to_checked(params)


async def test_tokens_minted_into_the_vault_are_quarantined_and_no_surplus(world):
    """They came by no transfer; the fee payer may claim them, and the sums agree."""
    facts, faucet = world.facts, world.keys.faucet
    made = minting(faucet, facts.collateral_mint, 3 * USD, facts.vault_authority)
    await world.send_raw([faucet], [made])
    (row,) = world.sequencer.exchange.quarantined_deposits(address_of(faucet))
    assert (row.amount_e6, row.mint) == (3 * USD, MINT_COLLATERAL)
    reconciler = new_reconciler(world)
    assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()


async def test_an_airdropped_foreign_mint_creates_no_claim(world):
    stranger, vault = await world.user(), world.facts.vault_authority
    foreign, _other = await ensure_mints(world.rpc, stranger)
    account = create_token_account(address_of(stranger), vault, foreign)
    rows = await world.send_raw([stranger], [account, minting(stranger, foreign, 10**15, vault)])
    assert rows == []
    reconciler = new_reconciler(world)
    assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()


async def test_a_deposit_that_was_never_followed_is_a_surplus(world):
    """A follower that missed a block: the vault holds more than is owed."""
    user, facts = await world.user(), world.facts
    gift = transfer_tokens(address_of(user), facts.collateral_vault, facts.collateral_mint, 4 * USD)
    reconciler = new_reconciler(world)
    real = world.follower._submit

    async def forget(_rows):
        """The rows of the block are lost."""

    world.follower._submit = forget
    await send_instructions(world.rpc, [gift], [user])
    await world.follow()
    world.follower._submit = real
    await stopped(world, reconciler, {**NONE, MINT_COLLATERAL: 4 * USD})


async def test_nothing_is_said_before_the_follower_covers_the_slot(world):
    late = Follower(world.rpc, world.sequencer, world.facts, world.home / "late")
    late.first_slot = 10**9
    reconciler = new_reconciler(world, follower=late)
    assert await reconciler.compare() is None
    assert not reconciler.may_pay()


async def test_a_second_endpoint_that_sees_a_theft_is_believed(world):
    """The first endpoint may lie about the balance; the vault has to match for all of them."""
    honest = {}

    def before_the_theft(method, params, answer):
        if method == "getAccountInfo" and params[1]["commitment"] == "finalized":
            value = honest.setdefault(params[0], answer["value"])
            return {**answer, "value": value}
        return answer

    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as liar:
        await world.wait_finalized(await world.rpc.slot())
        proxy.rule = before_the_theft
        reconciler = new_reconciler(world, [liar, world.rpc])
        assert await compared(world, reconciler) == NONE
        blind = Follower(liar, world.sequencer, world.facts, world.home / "blind")
        blind.vault_flows = world.follower.vault_flows.copy()
        blind.first_slot = world.follower.first_slot
        await stolen(world)
        await world.follow()
        blind._next_slot = world.follower._next_slot  # it was shown blocks without the theft
        reconciler._follower = blind
        assert await reconciler.compare() == {**NONE, MINT_COLLATERAL: -USD}
        assert not reconciler.may_pay()


async def test_every_block_that_changes_the_vault_is_compared(world):
    """No period has to pass: the change itself wakes the comparison."""
    user = await world.user()
    reconciler = new_reconciler(world)
    reconciler._period_s = 3600.0
    world.follower._poll_s = SLOT_MS / 1000
    async with asyncio.timeout(60):
        tasks = [asyncio.create_task(part.run()) for part in (world.follower, reconciler)]
        try:

            async def is_first() -> bool:
                return bool(reconciler.differences)

            await until(is_first)
            built = await world.builders.build(
                address_of(user), "create-margin-account", account=1, amount=12 * USD
            )
            before = world.vault_e6()
            await sign_and_send(world.rpc, built, [user])

            async def is_seen() -> bool:
                return reconciler.vault_balances_e6[MINT_COLLATERAL] == before + 12 * USD

            await until(is_seen)
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks)


async def test_a_payout_recorded_ahead_of_the_follower_is_no_difference(world):
    """Where commands count when they are final, the record may be faster than the follower."""
    user = await payable(world)
    await world.follow()
    reconciler = new_reconciler(world)
    before = await reconciler._read(world.rpc, world.facts)
    await pay(world, world.new_settler(), address_of(user))
    (paid,) = [
        event for row in world.applied for event in row.events if isinstance(event, SettlementPaid)
    ]
    assert paid.slot > world.follower.followed_slot

    async def read_just_before(_rpc, _facts):
        return before

    reconciler._read, real = read_just_before, reconciler._read
    assert await reconciler.compare() == NONE
    reconciler._read = real
    assert await compared(world, reconciler) == NONE
    assert world.follower.followed_slot >= paid.slot


async def test_an_old_comparison_allows_no_payout(world, monkeypatch, caplog):
    """Vault and claims are not known to match while nothing can be compared."""
    reconciler = new_reconciler(world)
    assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()
    monkeypatch.setattr(reconciler_module, "KNOWN_FOR_S", 0.0)
    assert not reconciler.may_pay()
    reconciler._follower.first_slot = 10**9  # it knows nothing of what was before
    await reconciler._compare_until_changed()
    await reconciler._compare_until_changed()
    assert [row.message for row in caplog.records].count("vault_not_compared") == 1
    assert reconciler._health.is_alarmed
    monkeypatch.undo()
    reconciler._follower.first_slot = 0
    assert await compared(world, reconciler) == NONE
    assert reconciler.may_pay()
