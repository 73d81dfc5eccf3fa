"""The vault belongs to cold keys; the key at hand can move what they allowed, and no more."""

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from spl.token.instructions import (
    approve_checked,
    close_account,
    set_authority,
    transfer_checked,
)
from spl.token.models import (
    ApproveCheckedParams,
    AuthorityType,
    CloseAccountParams,
    SetAuthorityParams,
    TransferCheckedParams,
)

from chain.client import instructions
from chain.client.addresses import TOKEN_PROGRAM, to_base58, token_account
from chain.client.balances import token_balance
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.instructions import create_token_account, memo, transfer_from, transfer_tokens
from chain.client.wallet import TransactionFailed, address_of, send_instructions, wait_confirmed
from chain.custody import queue as queue_module
from chain.custody.allowance_watch import AllowanceWatch
from chain.custody.evidence import use_of
from chain.custody.guard import Guard, GuardState
from chain.custody.health import CustodyHealth
from chain.custody.vault import vault_account
from engine.core.generated.messages import AuthorisePayout, RecordPayout
from tests.chain.cold_world import ALLOWANCE_E6, cold_world
from tests.chain.payouts import AUTHORISED, PAYABLE, lying
from tests.chain.world import DAY_S, new_reconciler, until

USD = 10**6
FAUCET_E6 = 10_000 * USD
AMOUNT_E6 = 20 * USD
SETTLED = 3
NONE = {MINT_COLLATERAL: 0, MINT_TOKEN: 0}


@pytest.fixture
async def cold(tmp_path, monkeypatch):
    monkeypatch.setattr(queue_module, "BACKOFF_START_S", 0.01)
    monkeypatch.setattr(queue_module, "BACKOFF_MAX_S", 0.02)
    async with cold_world(tmp_path) as opened:
        yield opened


def states(world, owner):
    rows = world.sequencer.exchange.settlement_requests(owner)
    return sorted(row.state for row in rows)


async def collateral(world, wallet):
    return await token_balance(world.rpc, wallet, world.facts.collateral_mint) or 0


async def withdrawals(world, count=1, amount_e6=AMOUNT_E6):
    """Return a wallet with so many mature withdrawals that its owner has processed."""
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=1000 * USD),
    )
    for _ in range(count):
        await world.send(
            user, await world.builders.build(owner, "withdraw-margin", account=1, amount=amount_e6)
        )
    await world.advance(DAY_S + 60)
    await world.send(user, await world.builders.build(owner, "process-settlement-requests"))
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    return owner


async def settle(world, settler, owner, wanted):
    async def is_reached() -> bool:
        await settler.step()
        return states(world, owner) == wanted

    await until(is_reached)


async def agree(world):
    """Vault and claims match exactly, in both mints."""
    assert await compared(world, new_reconciler(world)) == NONE


async def compared(world, reconciler):
    """Differences at a moment at which both sides are known."""

    async def is_compared() -> bool:
        await world.follow()
        return await reconciler.compare() is not None

    await until(is_compared)
    return reconciler.differences


def vault_of(world, mint=MINT_COLLATERAL):
    facts = world.facts
    return facts.collateral_vault if mint == MINT_COLLATERAL else facts.token_vault


def theft(cold, thief, amount_e6, mint=MINT_COLLATERAL):
    """Move tokens of the vault with the hot key alone."""
    facts = cold.world.facts
    address = facts.mint_address(mint)
    to = token_account(address_of(thief), address)
    return transfer_from(vault_of(cold.world, mint), to, address_of(cold.hot), address, amount_e6)


# paying


async def test_the_vault_belongs_to_the_multisig_and_the_delegate_pays(cold):
    world = cold.world
    assert (cold.multisig.threshold, len(cold.multisig.signers)) == (2, 3)
    assert world.facts.vault_authority == cold.multisig.address
    assert world.keys.vault_authority is None
    assert not (world.home / "keys" / "vault-authority.json").exists()
    await cold.approve()
    owner = await withdrawals(world)
    await settle(world, world.new_settler(), owner, [SETTLED])
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + AMOUNT_E6
    assert await cold.allowance_e6() == ALLOWANCE_E6 - AMOUNT_E6
    assert await cold.allowance_e6(MINT_TOKEN) == ALLOWANCE_E6
    await agree(world)


async def test_staked_tokens_leave_by_the_allowance_of_their_mint(cold):
    world = cold.world
    user = await world.user()
    owner = address_of(user)
    await cold.approve(5 * USD, [MINT_TOKEN])
    await world.send(
        user, await world.builders.build(owner, "stake", amount=5 * USD, create_account=True)
    )
    await world.send(user, await world.builders.build(owner, "unstake", amount=5 * USD))
    await world.send(user, await world.builders.build(owner, "stake-withdraw", amount=5 * USD))
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await settle(world, world.new_settler(), owner, [SETTLED])
    assert await token_balance(world.rpc, owner, world.facts.token_mint) == FAUCET_E6
    assert await cold.allowance_e6(MINT_TOKEN) == 0
    await agree(world)


async def test_an_exhausted_allowance_makes_payouts_wait_and_a_refill_lets_them_go(cold, caplog):
    world = cold.world
    await cold.approve(ALLOWANCE_E6)
    owner = await withdrawals(world, count=4)
    settler = world.new_settler()
    health = CustodyHealth()
    watch = AllowanceWatch(world.rpc, world.sequencer, cold.custody(), health)
    await watch.check()
    assert health.is_allowance_low  # 80 asked for, 50 allowed: reported before a payout waits
    await settle(world, settler, owner, [PAYABLE, PAYABLE, SETTLED, SETTLED])
    for _ in range(20):
        await settler.step()
    assert states(world, owner) == [PAYABLE, PAYABLE, SETTLED, SETTLED]
    assert len(signed(world)) == 2  # nothing was signed that could not land
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + 2 * AMOUNT_E6
    await watch.check()
    assert health.allowance_e6[MINT_COLLATERAL] == ALLOWANCE_E6 - 2 * AMOUNT_E6
    assert "allowance_low" in [row.message for row in caplog.records]
    await cold.approve(ALLOWANCE_E6)
    await watch.check()
    assert not health.is_allowance_low
    await settle(world, settler, owner, [SETTLED] * 4)
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + 4 * AMOUNT_E6
    await agree(world)


async def test_without_an_allowance_nothing_is_signed(cold):
    world = cold.world
    owner = await withdrawals(world)
    settler = world.new_settler()
    await settler.step()
    assert states(world, owner) == [PAYABLE]
    assert signed(world) == []
    assert not (world.home / "chain" / "payouts").exists()


async def test_a_revocation_stops_everything(cold):
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world, count=2)
    await world.rpc.call("acreFault", [{"dropSends": 2}])
    settler = world.new_settler()
    await settler.step()
    assert states(world, owner) == [AUTHORISED, AUTHORISED]
    await cold.revoke()
    assert await cold.allowance_e6() == await cold.allowance_e6(MINT_TOKEN) == 0
    before_e6 = await cold.vault_e6()
    # the bytes that were signed before are sent, refused by the chain, and given up
    settler = world.new_settler()
    await settle(world, settler, owner, [PAYABLE, PAYABLE])
    count = len(signed(world))
    await settler.step()
    assert len(signed(world)) == count
    assert await cold.vault_e6() == before_e6
    thief = await world.user()
    await refused(world, theft(cold, thief, 1), [thief, cold.hot])
    await cold.approve()
    await settle(world, settler, owner, [SETTLED, SETTLED])
    await agree(world)


def signed(world):
    return [row.command for row in world.applied if isinstance(row.command, AuthorisePayout)]


# thieves


async def refused(world, instruction, signers):
    with pytest.raises(TransactionFailed):
        await send_instructions(world.rpc, [instruction], signers)


async def with_account(cold):
    """Return a wallet that pays fees; the hot key has an account that could take tokens."""
    payer, hot = await cold.world.user(), address_of(cold.hot)
    account = create_token_account(address_of(payer), hot, cold.world.facts.collateral_mint)
    await send_instructions(cold.world.rpc, [account], [payer])
    return payer


@pytest.mark.parametrize("mint", [MINT_COLLATERAL, MINT_TOKEN])
async def test_a_stolen_hot_key_moves_the_allowance_and_no_more(cold, mint):
    world = cold.world
    user, thief = await world.user(), await world.user()
    built = await world.builders.build(
        address_of(user), "stake", amount=1000 * USD, create_account=True
    )
    await world.send(user, built)
    await cold.approve()
    whole_e6 = await cold.vault_e6(mint)
    signers = [thief, cold.hot]
    await refused(world, theft(cold, thief, ALLOWANCE_E6 + 1, mint), signers)
    await send_instructions(world.rpc, [theft(cold, thief, ALLOWANCE_E6, mint)], signers)
    assert await cold.vault_e6(mint) == whole_e6 - ALLOWANCE_E6
    await refused(world, theft(cold, thief, 1, mint), signers)
    assert await cold.vault_e6(mint) == whole_e6 - ALLOWANCE_E6
    await world.wait_finalized(await world.rpc.slot())
    reconciler = new_reconciler(world)
    assert await compared(world, reconciler) == {**NONE, mint: -ALLOWANCE_E6}
    assert not reconciler.may_pay()


def takings(cold, owner, extra=()):
    """All that could be done with the vault's account by its owner, not by a delegate."""
    facts = cold.world.facts
    account, me = Pubkey(facts.collateral_vault), cold.hot.pubkey()
    signers = [key.pubkey() for key in extra]
    mint = Pubkey(facts.collateral_mint)
    to = Pubkey(token_account(bytes(me), facts.collateral_mint))
    program = TOKEN_PROGRAM
    return [
        transfer_checked(
            TransferCheckedParams(
                program_id=program, source=account, mint=mint, dest=to, owner=owner,
                amount=USD, decimals=6, signers=signers,
            )
        ),
        approve_checked(
            ApproveCheckedParams(
                program_id=program, source=account, mint=mint, delegate=me, owner=owner,
                amount=2**63, decimals=6, signers=signers,
            )
        ),
        set_authority(
            SetAuthorityParams(
                program_id=program, account=account, authority=AuthorityType.ACCOUNT_OWNER,
                current_authority=owner, signers=signers, new_authority=me,
            )
        ),
        close_account(
            CloseAccountParams(
                program_id=program, account=account, dest=me, owner=owner, signers=signers
            )
        ),
    ]  # fmt: skip


async def test_a_delegate_cannot_raise_its_allowance_or_take_the_account(cold):
    world = cold.world
    await cold.approve(USD // 2)  # of less than the transfer among the takings
    before_e6 = await cold.vault_e6()
    payer = await with_account(cold)
    for instruction in takings(cold, cold.hot.pubkey()):
        await refused(world, instruction, [payer, cold.hot])
    assert await cold.vault_e6() == before_e6
    assert await cold.allowance_e6() == USD // 2


async def test_one_cold_key_short_of_the_threshold_moves_nothing(cold):
    world = cold.world
    before_e6 = await cold.vault_e6()
    payer, one = await with_account(cold), cold.cold[0]
    stranger = Keypair()
    for extra in ([one], [one, one], [one, stranger], [stranger, cold.hot]):
        for instruction in takings(cold, Pubkey(cold.multisig.address), extra):
            await refused(world, instruction, [payer, *dict.fromkeys(extra)])
    assert await cold.vault_e6() == before_e6
    assert await cold.allowance_e6() == 0
    enough = takings(cold, Pubkey(cold.multisig.address), cold.cold[:2])[0]
    await send_instructions(world.rpc, [enough], [payer, *cold.cold[:2]])
    assert await cold.vault_e6() == before_e6 - USD


async def test_no_two_thirds_can_be_forged_from_a_proposal(cold):
    """A ceremony with one of two signatures is refused by the chain, even past the preflight."""
    world = cold.world
    half = (await cold.propose()).signed_by(cold.cold[0]).signed_by(cold.payer)
    with pytest.raises(Exception, match="ignature"):
        await world.rpc.send(bytes(half.transaction), skip_preflight=True)
    assert await cold.allowance_e6() == 0


async def test_a_deposit_signed_by_the_hot_key_is_a_deposit_like_any_other(cold):
    """The follower knows no signer whose transfers it overlooks: no thief can make a surplus."""
    world, facts = cold.world, cold.world.facts
    thief = await world.user()
    gift = transfer_tokens(
        address_of(thief), facts.collateral_vault, facts.collateral_mint, 3 * USD
    )
    dust = theft(cold, thief, 1)
    await cold.approve()
    await world.send_raw([thief, cold.hot], [gift, dust])
    (row,) = world.sequencer.exchange.quarantined_deposits(address_of(thief))
    assert row.amount_e6 == 3 * USD - 1  # what arrived on balance
    await agree(world)


# rotation


async def rotated(cold):
    """Give the vault to a new hot key; returns the old one."""
    old, cold.hot = cold.hot, Keypair()
    await cold.approve()
    cold.world.custody = cold.custody(former=[address_of(old)])
    return old


async def test_a_new_hot_key_pays_what_the_old_one_did_not(cold):
    world = cold.world
    await cold.approve()
    first = await withdrawals(world)
    await settle(world, world.new_settler(), first, [SETTLED])
    old = await rotated(cold)
    second = await withdrawals(world)
    await settle(world, world.new_settler(), second, [SETTLED])
    thief, cold.hot = await world.user(), old
    await refused(world, theft(cold, thief, 1), [thief, old])  # one delegate at a time
    await agree(world)


async def test_a_payout_under_a_former_key_is_found_and_not_repeated(cold):
    """Its record is lost, and the key was changed meanwhile: adopted, not paid again."""
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world)
    settler = world.new_settler()

    async def lose(_request, _signature, _last_valid):
        return True

    settler._journal_authorisation = lose
    await settler.step()
    guard = Guard.of_request(address_of(cold.hot), owner, 1)

    async def is_used() -> bool:
        return await guard.state(world.rpc, "finalized") is GuardState.USED

    await until(is_used)
    await rotated(cold)
    await settle(world, world.new_settler(), owner, [SETTLED])
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + AMOUNT_E6
    assert await cold.allowance_e6() == ALLOWANCE_E6  # the new key has paid nothing
    await agree(world)


async def test_a_failed_transaction_in_a_full_page_does_not_prove_that_nothing_was_paid(
    cold, monkeypatch
):
    """The newest three transactions of a guard are a thief's, one of them failed.

    The payout is behind them, so the page does not show whether the guard was spoiled.
    """
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world)
    await settle(world, world.new_settler(), owner, [SETTLED])
    (request,) = world.sequencer.exchange.settlement_requests(owner)
    guard, thief = Guard.of_request(address_of(cold.hot), owner, 1), await world.user()

    def touch(lamports):
        named = {"from_pubkey": thief.pubkey(), "to_pubkey": Pubkey(guard.address)}
        return transfer(TransferParams(**named, lamports=lamports))

    for lamports in (1, 2):  # with the stolen key, but without a payout
        mark = memo("x", address_of(cold.hot))
        await send_instructions(world.rpc, [touch(lamports), mark], [thief, cold.hot])
    assert (await use_of(world.rpc, guard, request, world.facts)).payout is not None
    blockhash, last_valid, _slot = await world.rpc.latest_blockhash()
    failing = instructions.signed([touch(10**18)], [thief], blockhash)
    signature = await world.rpc.send(failing, skip_preflight=True)
    with pytest.raises(TransactionFailed):
        await wait_confirmed(world.rpc, signature, last_valid)
    await world.wait_finalized(await world.rpc.slot())
    monkeypatch.setattr("chain.custody.evidence.SIGNATURES_MAX", 3)
    use = await use_of(world.rpc, guard, request, world.facts)
    assert use.is_signed
    assert use.payout is None
    assert not use.is_spoiled


async def test_bytes_that_a_former_key_signed_cannot_land_beside_new_ones(cold):
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world)
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    await world.new_settler().step()
    (old_bytes,) = (world.home / "chain" / "payouts").iterdir()
    assert states(world, owner) == [AUTHORISED]
    await rotated(cold)
    settler = world.new_settler()
    await settle(world, settler, owner, [SETTLED])
    assert len(signed(world)) == 2
    assert not old_bytes.exists()
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + AMOUNT_E6
    await agree(world)


async def test_guards_used_up_by_a_thief_do_not_prevent_payouts(cold, caplog):
    """With the stolen key the guard is used up without a payout; a new key pays all the same."""
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world)
    thief = await world.user()
    guard = Guard.of_request(address_of(cold.hot), owner, 1)
    claim = guard.claim(address_of(thief), GuardState.FREE)
    await send_instructions(world.rpc, claim, [thief, cold.hot])
    await world.wait_finalized(await world.rpc.slot())
    await world.new_settler().step()
    assert states(world, owner) == [PAYABLE]
    assert "guard_spoiled" in [row.message for row in caplog.records]
    await rotated(cold)
    await settle(world, world.new_settler(), owner, [SETTLED])
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + AMOUNT_E6
    await agree(world)


async def test_one_payment_cannot_be_passed_off_for_two(cold):
    """A thief uses up two guards with one payment of equal amount: the second is no payout."""
    world = cold.world
    await cold.approve(30 * USD)
    owner = await withdrawals(world, count=2)
    thief, facts = await world.user(), world.facts
    claims = [
        instruction
        for request_id in (1, 2)
        for instruction in Guard.of_request(address_of(cold.hot), owner, request_id).claim(
            address_of(thief), GuardState.FREE
        )
    ]
    pay = transfer_from(
        facts.collateral_vault,
        token_account(owner, facts.collateral_mint),
        address_of(cold.hot),
        facts.collateral_mint,
        AMOUNT_E6,
    )
    await send_instructions(world.rpc, [*claims, pay], [thief, cold.hot])
    await world.wait_finalized(await world.rpc.slot())
    await world.new_settler().step()
    assert states(world, owner) == [PAYABLE, PAYABLE]
    assert [row for row in world.applied if isinstance(row.command, RecordPayout)] == []


async def test_an_allowance_that_one_node_invents_signs_nothing(cold):
    """It shows the vault as it was before the revocation; the other endpoint knows better."""
    world = cold.world
    await cold.approve()
    vault, seen = to_base58(vault_of(world)), []

    def rule(method, params, answer):
        if method != "getAccountInfo" or params[0] != vault:
            return answer
        seen.append(answer)
        return seen[0]

    owner = await withdrawals(world)
    async with lying(world, rule) as (_proxy, liar):
        await vault_account(liar, world.facts, MINT_COLLATERAL)
        await cold.revoke()
        settler = world.new_settler([liar, world.rpc])
        for _ in range(5):
            await settler.step()
    assert len(seen) > 1
    assert signed(world) == []
    assert states(world, owner) == [PAYABLE]
    await cold.approve()
    await settle(world, world.new_settler(), owner, [SETTLED])
    assert len(signed(world)) == 1
    await agree(world)


async def test_a_payout_of_another_amount_under_a_former_key_is_not_repeated(cold, caplog):
    """A journal that was derived again may owe another amount than was paid: a person decides."""
    world = cold.world
    await cold.approve()
    owner = await withdrawals(world)
    facts, fee_payer = world.facts, world.keys.settler_fee_payer
    guard = Guard.of_request(address_of(cold.hot), owner, 1)
    pay = transfer_from(
        facts.collateral_vault,
        token_account(owner, facts.collateral_mint),
        address_of(cold.hot),
        facts.collateral_mint,
        AMOUNT_E6 - 1,
    )
    claim = guard.claim(address_of(fee_payer), GuardState.FREE)
    await send_instructions(world.rpc, [*claim, pay], [fee_payer, cold.hot])
    await world.wait_finalized(await world.rpc.slot())
    await rotated(cold)
    settler = world.new_settler()
    for _ in range(20):
        await settler.step()
    assert states(world, owner) == [PAYABLE]
    # let pass by those behind it, without bytes
    assert [command.last_valid_block_height for command in signed(world)] == [0]
    assert not (world.home / "chain" / "payouts").exists()
    assert await cold.allowance_e6() == ALLOWANCE_E6
    assert await collateral(world, owner) == FAUCET_E6 - 1000 * USD + AMOUNT_E6 - 1
    assert "payout_waits" in [row.message for row in caplog.records]
