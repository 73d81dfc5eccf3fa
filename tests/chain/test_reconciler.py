"""Vault against claims."""

from solders.keypair import Keypair

from chain.addresses import token_account
from chain.custody.reconciler import CONFIRMATIONS, Reconciler
from chain.follower.follower import Follower
from chain.instructions import transfer_tokens
from chain.wallet import address_of, send_instructions
from engine.core.generated.messages import DepositMargin
from tests.chain.world import until

USD = 10**6


def reconciler_of(world, follower=None):
    return Reconciler(world.rpc, world.sequencer, follower or world.follower, world.facts)


async def compared(world, reconciler):
    async def is_compared() -> bool:
        await world.follow()
        return await reconciler.compare() is not None

    await until(is_compared)
    return reconciler.difference_e6


async def test_vault_and_claims_agree_through_deposits(world):
    user = await world.user()
    reconciler = reconciler_of(world)
    assert await compared(world, reconciler) == 0
    built = await world.builders.create_margin_account(address_of(user), 1, 12 * USD)
    await world.send(user, built)
    # the deposit is followed and not yet final
    assert await compared(world, reconciler) == 0
    assert reconciler.vault_balance_e6 == world.vault_e6()
    assert reconciler.may_pay()


async def test_a_difference_that_stays_stops_outflows(world):
    owner = address_of(Keypair())
    reconciler = reconciler_of(world)
    # claims without tokens behind them: the vault is short
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
    for _ in range(CONFIRMATIONS):
        assert reconciler.may_pay()
        assert await compared(world, reconciler) == -9 * USD
    assert not reconciler.may_pay()


async def test_a_difference_that_grows_stops_outflows_too(world):
    """Money that leaves between any two comparisons never differs twice by the same amount."""
    thief = await world.user()
    facts = world.facts
    theft = transfer_tokens(
        facts.vault_authority,
        token_account(address_of(thief), facts.collateral_mint),
        facts.collateral_mint,
        USD,
    )
    reconciler = reconciler_of(world)
    seen = set()
    for _ in range(CONFIRMATIONS):
        assert reconciler.may_pay()
        signers = [thief, world.keys.vault_authority]
        await send_instructions(world.rpc, [theft], signers)
        await world.wait_finalized(await world.rpc.slot())
        seen.add(await compared(world, reconciler))
    assert len(seen) == CONFIRMATIONS
    assert not reconciler.may_pay()


async def test_a_difference_that_goes_away_lets_outflows_go_on(world):
    reconciler = reconciler_of(world)
    for differences in ([-1, -2, 0, -3, -4, 0], [5, 5, 5, 0]):
        for difference in differences:
            reconciler._note(0, difference, 1)
    assert reconciler.may_pay()


async def test_nothing_is_said_before_the_follower_covers_the_slot(world):
    late = Follower(world.rpc, world.sequencer, world.facts, world.home / "late")
    late.first_slot = 10**9
    assert await reconciler_of(world, late).compare() is None
