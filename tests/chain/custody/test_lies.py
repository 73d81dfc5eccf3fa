"""The settler against nodes that lie, hide and time out, and accounts that change in flight."""

import pytest
from solders.account import Account
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.instructions import close_account, set_authority
from spl.token.models import AuthorityType, CloseAccountParams, SetAuthorityParams

from chain.client.addresses import TOKEN_PROGRAM, to_base58, token_account
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of, send_instructions
from chain.custody.endpoints import Endpoints, Outcome, outcome
from chain.custody.guard import Guard
from engine.core.generated.messages import AuthorisePayout, ExpirePayout, RecordPayout
from tests.chain.fault_proxy import Down, honest
from tests.chain.payouts import (
    AMOUNT_E6,
    AUTHORISED,
    DEPOSIT_E6,
    FAUCET_E6,
    PAYABLE,
    assert_exact,
    authorised,
    be_impatient,
    collateral,
    count,
    landed,
    lying,
    paid_e6,
    pay,
    payable,
    request_of,
    state_of,
    steps,
)
from tests.chain.world import until

FAR = 10**6  # blocks
FINAL = {"slot": 1, "err": None, "confirmationStatus": "finalized", "confirmations": None}
FROZEN = 2


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    be_impatient(monkeypatch)


# what a node says of a payout


def said_final(method, _params, answer):
    if method != "getSignatureStatuses":
        return answer
    return {**answer, "value": [FINAL for _ in answer["value"]]}


def hidden(method, _params, answer):
    if method != "getSignatureStatuses":
        return answer
    return {**answer, "value": [None for _ in answer["value"]]}


@pytest.mark.parametrize("is_liar_first", [True, False])
async def test_a_payout_that_one_node_calls_final_is_not_recorded(world, is_liar_first):
    owner = address_of(await payable(world))
    async with lying(world, said_final) as (proxy, liar):
        rpcs = [liar, world.rpc] if is_liar_first else [world.rpc, liar]
        settler = world.new_settler(rpcs)
        await authorised(world, settler, owner)
        await world.rpc.call("acreFault", [{"dropSends": 100}])
        await steps(settler)
        assert state_of(world, owner) == AUTHORISED
        assert await collateral(world, owner) == FAUCET_E6 - DEPOSIT_E6
        await world.rpc.call("acreFault", [{"dropSends": 0}])
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_a_status_of_another_transaction_is_not_taken_for_the_payouts(world, caplog):
    """The only node mixes its answers up; the guard shows that nothing was paid."""
    owner = address_of(await payable(world))
    async with lying(world, said_final) as (proxy, liar):
        settler = world.new_settler([liar])
        await authorised(world, settler, owner)
        await steps(settler)
        assert state_of(world, owner) == AUTHORISED
        assert [row.message for row in caplog.records].count("payout_disputed") == 1
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_a_hidden_status_delays_and_repeats_nothing(world):
    owner = address_of(await payable(world))
    async with lying(world, hidden) as (proxy, liar):
        settler = world.new_settler([liar, world.rpc])
        await settler.step()
        await landed(world, owner)
        await world.wait_height(request_of(world, owner).last_valid_block_height)
        await steps(settler)
        assert state_of(world, owner) == AUTHORISED
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_a_status_that_the_only_node_hides_is_betrayed_by_the_guard(world, caplog):
    owner = address_of(await payable(world))
    async with lying(world, hidden) as (proxy, liar):
        settler = world.new_settler([liar])
        await settler.step()
        await landed(world, owner)
        await world.wait_height(request_of(world, owner).last_valid_block_height)
        await steps(settler)
        assert state_of(world, owner) == AUTHORISED
        assert count(world, ExpirePayout) == 0
        assert "payout_disputed" in [row.message for row in caplog.records]
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


@pytest.mark.parametrize("field", [{"err": {"InstructionError": [1, 5]}}, {"slot": 3}])
async def test_endpoints_that_contradict_each_other_end_nothing(world, field, caplog):
    owner = address_of(await payable(world))

    def contradicting(method, _params, answer):
        if method != "getSignatureStatuses":
            return answer
        return {**answer, "value": [value and {**value, **field} for value in answer["value"]]}

    async with lying(world, contradicting) as (proxy, liar):
        settler = world.new_settler([world.rpc, liar])
        await settler.step()
        await landed(world, owner)
        await steps(settler)
        assert state_of(world, owner) == AUTHORISED
        assert [row.message for row in caplog.records].count("payout_disputed") == 1
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_a_failure_that_did_not_happen_is_repaired_by_the_guard(world):
    """The only node says that the payout failed: it is found by its guard, and not repeated."""
    owner = address_of(await payable(world))

    def failed(method, _params, answer):
        if method != "getSignatureStatuses":
            return answer
        values = [
            value and {**value, "err": {"InstructionError": [1, 5]}} for value in answer["value"]
        ]
        return {**answer, "value": values}

    async with lying(world, failed) as (proxy, liar):
        settler = world.new_settler([liar])
        await settler.step()
        await landed(world, owner)

        async def is_given_up() -> bool:
            await settler.step()
            return count(world, ExpirePayout) > 0

        await until(is_given_up)
        proxy.rule = honest
        await pay(world, settler, owner)
    assert {row.command.payout_signature for row in authorisations(world)} == {
        authorisations(world)[0].command.payout_signature
    }
    assert await collateral(world, owner) == paid_e6()


def authorisations(world):
    return [row for row in world.applied if isinstance(row.command, AuthorisePayout)]


# time and heights


def in_the_future(guard):
    """Everything that makes a payout look expired: height, status, guard and its history."""

    def rule(method, params, answer):
        if method == "getBlockHeight":
            return answer + FAR
        if method == "getLatestBlockhash":
            value = answer["value"]
            later = value["lastValidBlockHeight"] + FAR
            return {**answer, "value": {**value, "lastValidBlockHeight": later}}
        if method == "getAccountInfo" and params[0] == to_base58(guard.address):
            return {**answer, "value": None}
        if method == "getSignaturesForAddress" and params[0] == to_base58(guard.address):
            return []
        return hidden(method, params, answer)

    return rule


async def test_one_node_cannot_make_a_payout_expire_too_early(world):
    owner = address_of(await payable(world))
    guard = Guard.of_request(world.facts.vault_authority, owner, 1)
    async with lying(world) as (proxy, liar):
        settler = world.new_settler([world.rpc, liar])
        await authorised(world, settler, owner)
        await world.rpc.call("acreFault", [{"dropSends": 100}])
        proxy.rule = in_the_future(guard)
        await steps(settler)
        assert count(world, ExpirePayout) == 0
        await world.rpc.call("acreFault", [{"dropSends": 0}])
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_when_the_only_node_makes_it_expire_the_chain_refuses_the_second(world):
    owner = address_of(await payable(world))
    guard = Guard.of_request(world.facts.vault_authority, owner, 1)
    async with lying(world) as (proxy, liar):
        settler = world.new_settler([liar])
        await settler.step()
        first = request_of(world, owner).payout_signature
        await landed(world, owner)
        proxy.rule = in_the_future(guard)

        async def is_signed_again() -> bool:
            await settler.step()
            return count(world, AuthorisePayout) > 1

        await until(is_signed_again)
        assert request_of(world, owner).payout_signature != first
        proxy.rule = honest
        await pay(world, settler, owner)
    assert request_of(world, owner).payout_signature == first
    await assert_exact(world, owner, 3)  # the payout, its refused twin, the payout adopted


@pytest.mark.parametrize("height", [0, 10**12])
async def test_nothing_is_signed_on_a_blockhash_of_an_impossible_height(world, height):
    owner = address_of(await payable(world))

    def rule(method, _params, answer):
        if method != "getLatestBlockhash":
            return answer
        return {**answer, "value": {**answer["value"], "lastValidBlockHeight": height}}

    async with lying(world, rule) as (_proxy, liar):
        settler = world.new_settler([liar])
        with pytest.raises(Exception, match="NODE_UNAVAILABLE"):
            await settler.step()
    assert state_of(world, owner) == PAYABLE
    assert not (world.home / "chain" / "payouts").exists()
    await pay(world, world.new_settler(), owner)
    await assert_exact(world, owner, 1)


async def test_a_cause_is_final_when_it_is_for_every_node(world):
    owner = address_of(await payable(world))
    early = world.sequencer.exchange.chain_cursor[0] - 1

    def rule(method, params, answer):
        return early if method == "getSlot" else answer

    async with lying(world, rule) as (proxy, slow):
        settler = world.new_settler([world.rpc, slow])
        await steps(settler)
        assert state_of(world, owner) == PAYABLE
        assert count(world, AuthorisePayout) == 0
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


# nodes that are not there


async def test_a_node_that_times_out_after_accepting_is_paid_through_once(world):
    owner = address_of(await payable(world))

    def rule(method, _params, answer):
        if method == "sendTransaction":
            raise Down
        return answer

    async with lying(world, rule) as (_proxy, liar):
        await pay(world, world.new_settler([liar]), owner)
    await assert_exact(world, owner, 1)


async def test_a_node_that_refuses_again_for_the_same_reason_is_told_once(world, caplog):
    endpoints = Endpoints([world.rpc])
    for wire in (b"payout", b"payout", b"payout", b"other", b"other"):
        await endpoints.send(wire)
    reasons = [row.reason for row in caplog.records if row.message == "payout_not_sent"]
    assert len(reasons) == len(set(reasons)) == 2


async def test_a_censoring_node_is_passed_by(world):
    """The first endpoint never forwards what it is given; the second does."""
    owner = address_of(await payable(world))
    async with lying(world) as (_proxy, second):
        await world.rpc.call("acreFault", [{"dropSends": 1}])
        settler = world.new_settler([world.rpc, second])
        await settler.step()
        await landed(world, owner)
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


async def test_a_silent_second_node_delays_the_record_and_loses_nothing(world):
    owner = address_of(await payable(world))

    def silent(_method, _params, _answer):
        raise Down

    async with lying(world) as (proxy, second):
        settler = world.new_settler([world.rpc, second])
        await settler.step()
        proxy.rule = silent
        await landed(world, owner)
        with pytest.raises(Exception, match="NODE_UNAVAILABLE"):
            await settler.step()
        assert state_of(world, owner) == AUTHORISED
        proxy.rule = honest
        await pay(world, settler, owner)
    await assert_exact(world, owner, 1)


# destinations that change while the payout is on its way


async def give(world, wallet, signer, to):
    change = SetAuthorityParams(
        program_id=TOKEN_PROGRAM,
        account=Pubkey(token_account(address_of(wallet), world.facts.collateral_mint)),
        authority=AuthorityType.ACCOUNT_OWNER,
        current_authority=signer.pubkey(),
        signers=[],
        new_authority=to.pubkey(),
    )
    await send_instructions(world.rpc, [set_authority(change)], [world.keys.faucet, signer])


async def given_up(world, settler, owner):
    async def is_given_up() -> bool:
        await settler.step()
        return state_of(world, owner) == PAYABLE

    await until(is_given_up)
    await steps(settler)
    assert count(world, RecordPayout) == 0


async def test_an_account_given_away_in_flight_pays_the_new_owner_nothing(world):
    user, thief = await payable(world), Keypair()
    owner = address_of(user)
    settler = world.new_settler()
    await authorised(world, settler, owner)
    await give(world, user, user, thief)
    before_e6 = await collateral(world, owner)
    vault_e6 = await collateral(world, world.facts.vault_authority)
    await given_up(world, settler, owner)
    assert await collateral(world, owner) == before_e6
    assert await collateral(world, world.facts.vault_authority) == vault_e6
    await give(world, user, thief, user)
    await pay(world, settler, owner)
    await assert_exact(world, owner, count(world, AuthorisePayout))


def set_state(world, account, state):
    """Freeze or thaw a token account, as the authority of its mint could."""
    svm = world.node.ledger.bank._svm
    was = svm.get_account(Pubkey(account))
    data = was.data[:108] + bytes([state]) + was.data[109:]
    svm.set_account(
        Pubkey(account), Account(was.lamports, data, was.owner, was.executable, was.rent_epoch)
    )


async def test_an_account_frozen_in_flight_waits_until_it_is_thawed(world):
    owner = address_of(await payable(world))
    account = token_account(owner, world.facts.collateral_mint)
    settler = world.new_settler()
    await authorised(world, settler, owner)
    set_state(world, account, FROZEN)
    vault_e6 = await collateral(world, world.facts.vault_authority)
    await given_up(world, settler, owner)
    assert await collateral(world, world.facts.vault_authority) == vault_e6
    set_state(world, account, 1)
    await pay(world, settler, owner)
    await assert_exact(world, owner, count(world, AuthorisePayout))


async def test_an_account_closed_in_flight_is_made_again(world):
    user = await payable(world)
    owner, mint = address_of(user), world.facts.collateral_mint
    settler = world.new_settler()
    await authorised(world, settler, owner)
    friend = await world.user()
    rest_e6 = await collateral(world, owner)
    moving = transfer_tokens(owner, token_account(address_of(friend), mint), mint, rest_e6)
    closing = CloseAccountParams(
        program_id=TOKEN_PROGRAM,
        account=Pubkey(token_account(owner, mint)),
        dest=user.pubkey(),
        owner=user.pubkey(),
        signers=[],
    )
    await send_instructions(world.rpc, [moving, close_account(closing)], [user])
    await pay(world, settler, owner)
    assert await collateral(world, owner) == AMOUNT_E6
    assert count(world, AuthorisePayout) == 1


# how statuses are judged


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ((None, None), Outcome.NOWHERE),
        ((FINAL, None), Outcome.PENDING),
        ((None, FINAL), Outcome.PENDING),
        ((FINAL, {**FINAL, "confirmationStatus": "confirmed"}), Outcome.PENDING),
        ((FINAL, FINAL), Outcome.PAID),
        ((FINAL, {**FINAL, "slot": 2}), Outcome.DISPUTED),
        ((FINAL, {**FINAL, "err": "x"}), Outcome.DISPUTED),
        (({**FINAL, "err": "x"}, {**FINAL, "err": "x"}), Outcome.FAILED),
    ],
)
def test_combined_status_of_all_endpoints(statuses, expected):
    assert outcome(statuses) is expected
    assert outcome(statuses[::-1]) is expected
