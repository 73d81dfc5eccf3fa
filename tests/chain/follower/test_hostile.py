"""The follower against nodes that fail or lie, and strangers who send anything at all."""

import asyncio
import base64
import dataclasses
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from chain.client.addresses import to_base58
from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.instructions import memo, signed, transfer_tokens
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import address_of, sign_and_send
from chain.commands.memo import Memo, render
from chain.follower.acceptance import UNPARSED_TOKENS
from chain.follower.blocks import BadBlock, BlockMark, read_block
from chain.follower.follower import Follower
from engine.schema.errors import ErrorCode
from tests.chain.fault_proxy import Down, FaultProxy, honest
from tests.chain.world import HandClock, new_follower, open_sequencer, rejected_code, until

USD = 10**6
BLOCKHASH = str(Hash.default())
LIGHTHOUSE_LIKE = Pubkey.from_string("BPFLoaderUpgradeab1e11111111111111111111111")


def meta_of(err=None, changes=(), inner=(), logs=()):
    """Meta of a transaction; a change is (account index, owner, mint, before, after)."""

    def rows(position):
        return [
            {
                "accountIndex": change[0],
                "owner": to_base58(change[1]),
                "mint": to_base58(change[2]),
                "uiTokenAmount": {"amount": str(change[position])},
            }
            for change in changes
        ]

    return {
        "err": err,
        "preTokenBalances": rows(3),
        "postTokenBalances": rows(4),
        "innerInstructions": list(inner),
        "logMessages": list(logs),
        "loadedAddresses": {"writable": [], "readonly": []},
    }


def block_of(*rows, previous=BLOCKHASH, parent=1):
    return {
        "blockhash": BLOCKHASH,
        "previousBlockhash": previous,
        "parentSlot": parent,
        "transactions": [
            {"transaction": [base64.b64encode(raw).decode(), "base64"], "meta": meta}
            for raw, meta in rows
        ],
    }


def keys_of(raw):
    return [bytes(key) for key in VersionedTransaction.from_bytes(raw).message.account_keys]


def command_text(amount_e6=5 * USD):
    fields = {"amount": amount_e6}
    return render("localnet", Memo(name="add-liquidity", fields=fields, nonce=1, expires=99))


def deposit_of(facts, user, amount_e6):
    return transfer_tokens(
        address_of(user), facts.collateral_vault, facts.collateral_mint, amount_e6
    )


def found_in(facts, raw, meta):
    return read_block(2, block_of((raw, meta)), BlockMark(1, BLOCKHASH), facts).found


def vault_change(facts, raw, before, after):
    index = keys_of(raw).index(facts.collateral_vault)
    return (index, facts.vault_authority, facts.collateral_mint, before, after)


def test_logs_and_inner_instructions_are_never_read(world_facts):
    user = Keypair()
    raw = signed([memo("hello", address_of(user))], [user], BLOCKHASH)
    forged = command_text()
    meta = meta_of(
        logs=[f'Program log: Memo (len 9): "{forged}"', f"Program log: {forged}"],
        inner=[{"index": 0, "instructions": [{"programIdIndex": 1, "data": forged}]}],
    )
    assert found_in(world_facts, raw, meta) == []


def test_a_command_beside_an_unknown_program_is_ignored(world_facts):
    user = Keypair()
    unknown = Instruction(LIGHTHOUSE_LIKE, b"", [])
    raw = signed([unknown, memo(command_text(), address_of(user))], [user], BLOCKHASH)
    (row,) = found_in(world_facts, raw, meta_of())
    assert row.memo is None
    assert row.reason == "the transaction calls a program that Acre does not know"


def test_a_lying_balance_credits_only_what_arrived(world_facts):
    """The transfer says 5, the balances say 3: no command, and 3 go to quarantine."""
    user = Keypair()
    raw = signed(
        [deposit_of(world_facts, user, 5 * USD), memo(command_text(), address_of(user))],
        [user],
        BLOCKHASH,
    )
    changes = [vault_change(world_facts, raw, 10 * USD, 13 * USD)]
    tokens, ignored = found_in(world_facts, raw, meta_of(changes=changes))
    assert ignored.reason == "the transfer does not match the balance change of the vault"
    assert (ignored.has_magic, ignored.origin.attached_e6) == (True, 0)
    assert (tokens.origin.attached_e6, tokens.origin.user) == (3 * USD, address_of(user))


def test_tokens_that_came_another_way_are_quarantined_for_the_payer(world_facts):
    """As when a foreign program moves them by an inner instruction."""
    user = Keypair()
    touch = Instruction(
        LIGHTHOUSE_LIKE,
        b"",
        list(deposit_of(world_facts, user, 1).accounts),
    )
    raw = signed([touch], [user], BLOCKHASH)
    changes = [vault_change(world_facts, raw, 0, 4 * USD)]
    (row,) = found_in(world_facts, raw, meta_of(changes=changes))
    assert (row.reason, row.has_magic) == (UNPARSED_TOKENS, False)
    assert (row.origin.user, row.origin.attached_e6) == (address_of(user), 4 * USD)


@pytest.mark.parametrize(
    ("lost_by_signer", "lost_by_other", "payer_gets"),
    [(4, 0, False), (3, 0, True), (0, 4, True), (4, 4, False)],
    ids=["signer", "too little", "not a signer", "only one signed"],
)
def test_tokens_that_came_another_way_belong_to_the_signer_who_lost_them(
    world_facts, lost_by_signer, lost_by_other, payer_gets
):
    relayer, owner, other = Keypair(), Keypair(), Keypair()
    accounts = [
        AccountMeta(Pubkey(world_facts.collateral_vault), is_signer=False, is_writable=True),
        AccountMeta(owner.pubkey(), is_signer=True, is_writable=False),
        AccountMeta(other.pubkey(), is_signer=False, is_writable=True),
    ]
    raw = signed([Instruction(LIGHTHOUSE_LIKE, b"", accounts)], [relayer, owner], BLOCKHASH)
    mint = world_facts.collateral_mint
    indexes = [keys_of(raw).index(address_of(wallet)) for wallet in (owner, other)]
    changes = [
        vault_change(world_facts, raw, 0, 4 * USD),
        (indexes[0], address_of(owner), mint, 9 * USD, (9 - lost_by_signer) * USD),
        (indexes[1], address_of(other), mint, 9 * USD, (9 - lost_by_other) * USD),
    ]
    (row,) = found_in(world_facts, raw, meta_of(changes=changes))
    assert row.origin.attached_e6 == 4 * USD
    assert row.origin.user == address_of(relayer if payer_gets else owner)


def test_a_row_with_a_wrong_signature_is_the_nodes_lie(world_facts, caplog):
    user = Keypair()
    raw = signed([memo(command_text(), address_of(user))], [user], BLOCKHASH)
    forged = raw[:1] + bytes(64) + raw[65:]
    with caplog.at_level(logging.WARNING):
        assert found_in(world_facts, forged, meta_of()) == []
    assert caplog.records[0].reason == "a signature does not verify"


def test_even_a_panic_of_the_decoder_is_survived(world_facts, monkeypatch):
    class Panic(BaseException):
        pass

    def panic(_raw, _meta, **_more):
        raise Panic

    monkeypatch.setattr("chain.follower.blocks.decode", panic)
    user = Keypair()
    raw = signed([memo(command_text(), address_of(user))], [user], BLOCKHASH)
    assert found_in(world_facts, raw, meta_of()) == []


def test_addresses_from_a_lookup_table_count_too(world_facts):
    user = Keypair()
    table = AddressLookupTableAccount(
        Pubkey(bytes([9]) * 32), [Pubkey(world_facts.collateral_vault)]
    )
    message = MessageV0.try_compile(
        user.pubkey(),
        [deposit_of(world_facts, user, 5 * USD), memo(command_text(), address_of(user))],
        [table],
        Hash.default(),
    )
    raw = bytes(VersionedTransaction(message, [user]))
    assert world_facts.collateral_vault not in raw
    static = len(message.account_keys)
    vault = (static, world_facts.vault_authority, world_facts.collateral_mint, 0, 5 * USD)
    meta = meta_of(changes=[vault])
    meta["loadedAddresses"]["writable"] = [to_base58(world_facts.collateral_vault)]
    (row,) = found_in(world_facts, raw, meta)
    assert row.memo is not None
    assert row.origin.attached_e6 == 5 * USD


def test_payouts_of_our_own_are_no_deposits(world_facts):
    vault = Keypair()
    facts = dataclasses.replace(world_facts, vault_authority=address_of(vault))
    raw = signed([deposit_of(facts, vault, USD)], [vault], BLOCKHASH)
    changes = [vault_change(facts, raw, 5 * USD, 4 * USD)]
    read = read_block(2, block_of((raw, meta_of(changes=changes))), None, facts)
    assert read.found == []
    assert [flow.delta_e6 for flow in read.flows] == [-USD]


@settings(deadline=None)
@given(st.binary(max_size=600), st.binary(max_size=40))
def test_random_transactions_never_stop_the_follower(noise, tail):
    facts = example_facts()
    for raw in (noise, b"Acre v1" + noise, facts.collateral_vault + tail, b"\x01" + noise):
        assert found_in(facts, raw, meta_of()) == []


@settings(deadline=None)
@given(st.data())
def test_a_damaged_transaction_never_becomes_a_command(data):
    facts = example_facts()
    user = Keypair.from_seed(bytes(32))
    raw = signed([memo(command_text(), address_of(user))], [user], BLOCKHASH)
    position = data.draw(st.integers(0, len(raw) - 1))
    damaged = bytearray(raw)
    damaged[position] ^= data.draw(st.integers(1, 255))
    assert all(row.memo is None for row in found_in(facts, bytes(damaged), meta_of()))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(_JSON, _JSON)
def test_nonsense_in_rows_and_meta_never_stops_the_follower(row, meta):
    facts = example_facts()
    user = Keypair.from_seed(bytes(32))
    raw = signed([memo(command_text(), address_of(user))], [user], BLOCKHASH)
    block = block_of((raw, meta))
    block["transactions"].append(row)
    read_block(2, block, None, facts)


@settings(deadline=None)
@given(_JSON)
def test_nonsense_instead_of_a_block_is_a_bad_block(block):
    with pytest.raises(BadBlock):
        read_block(2, block, None, example_facts())


@pytest.mark.parametrize("text", ["", "1", "0", "zz", BLOCKHASH + "1", "1" * 5_000, "\ud800", "²"])
def test_a_blockhash_that_is_none_makes_a_bad_block(text):
    with pytest.raises(BadBlock, match="malformed"):
        read_block(2, {**block_of(), "blockhash": text}, None, example_facts())


def example_facts():
    return ChainFacts(
        chain_name="localnet",
        genesis=bytes(32),
        exchange=bytes([1]) * 32,
        vault_authority=bytes([2]) * 32,
        collateral_mint=bytes([3]) * 32,
        token_mint=bytes([4]) * 32,
    )


def test_a_block_must_follow_the_one_before(world_facts):
    good = block_of()
    assert read_block(2, good, BlockMark(1, BLOCKHASH), world_facts).mark.slot == 2
    for parent in (BlockMark(0, BLOCKHASH), BlockMark(1, str(Hash.new_unique()))):
        with pytest.raises(BadBlock, match="does not follow"):
            read_block(2, good, parent, world_facts)


async def follow_through(world, rpc, rule, proxy):
    """Send a command while the node misbehaves, then let it recover; the command must apply."""
    follower = new_follower(world.home, rpc, world.sequencer, world.facts)
    await follower.catch_up()
    proxy.rule = rule
    running = asyncio.create_task(follower.run())
    try:
        user = await world.user()
        built = await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=USD
        )
        signature = await sign_and_send(world.rpc, built, [user])
        tip = await world.rpc.slot()

        async def node_moved_on() -> bool:
            return await world.rpc.slot() > tip + 20

        await until(node_moved_on)
        assert not running.done()
        proxy.rule = honest

        async def is_applied() -> bool:
            return len(world.outcomes(signature)) == 1

        await until(is_applied)
        assert rejected_code(world.outcome(signature)) is ErrorCode.NONE
    finally:
        running.cancel()
        await asyncio.wait([running])


def _down(_method, _params, _answer):
    raise Down


def _wrong_parent(method, _params, answer):
    if method == "getBlock":
        answer["previousBlockhash"] = str(Hash.new_unique())
    return answer


def _forgets_blocks(method, _params, answer):
    return answer[:-1][::2] if method == "getBlocks" else answer


def _invents_slots(method, _params, answer):
    return [*answer, 10**9] if method == "getBlocks" else answer


def _nonsense(method, _params, answer):
    return {"getBlock": None, "getBlocks": "x", "getSlot": -1}.get(method, answer)


@pytest.mark.parametrize("rule", [_down, _wrong_parent, _forgets_blocks, _invents_slots, _nonsense])
async def test_a_node_that_fails_or_lies_only_delays(world, rule):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        await follow_through(world, rpc, rule, proxy)


class OnceWrong:
    """A node that says once that it is far ahead, be it of slots or of blocks."""

    def __init__(self, method, lie):
        self.method, self.lie, self.received = method, lie, 0

    def __call__(self, method, params, answer):
        if method != self.method or self.received or params == [{"commitment": "finalized"}]:
            return answer
        self.received += 1
        return self.lie(answer)


@pytest.mark.parametrize(
    "rule",
    [
        OnceWrong("getSlot", lambda slot: slot + 20_000),
        OnceWrong("getSlot", lambda _slot: 10**18),
        OnceWrong("getSlot", lambda _slot: 0),
        OnceWrong("getBlocks", lambda _slots: []),
        OnceWrong("getBlocks", lambda slots: slots[:1]),
    ],
)
async def test_one_wrong_answer_makes_the_follower_leave_nothing_out(world, rule):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        follower = new_follower(world.home, rpc, world.sequencer, world.facts)
        await follower.catch_up()
        user = await world.user()
        built = await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=USD
        )
        signature = await sign_and_send(world.rpc, built, [user])
        proxy.rule = rule
        await follower.catch_up()
        assert rule.received == 1
        assert follower.followed_slot <= await world.rpc.slot()
        await follower.catch_up()
        assert rejected_code(world.outcome(signature)) is ErrorCode.NONE


async def test_a_node_that_always_claims_to_be_far_ahead_is_followed_all_the_same(world):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        follower = new_follower(world.home, rpc, world.sequencer, world.facts)
        proxy.rule = lambda method, params, answer: 10**18 if method == "getSlot" else answer
        user = await world.user()
        built = await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=USD
        )
        signature = await sign_and_send(world.rpc, built, [user])
        await follower.catch_up()
        assert follower.followed_slot <= await world.rpc.slot()
        assert rejected_code(world.outcome(signature)) is ErrorCode.NONE


class OldChain:
    """A chain as an Rpc sees it: empty blocks at some slots only."""

    def __init__(self, *slots):
        self.slots = list(slots)
        self.calls = 0
        self.hidden = set()

    async def slot(self, _commitment):
        self.calls += 1
        return self.slots[-1]

    async def blocks(self, start, end, _commitment):
        self.calls += 1
        assert end - start < 500_000
        return [slot for slot in self.slots if start <= slot <= end and slot not in self.hidden]

    async def block(self, slot, _commitment):
        self.calls += 1
        return self._block(slot)

    async def blockhash_at(self, slot, _commitment):
        self.calls += 1
        return self._block(slot)["blockhash"]

    def _block(self, slot):
        parent = max((other for other in self.slots if other < slot), default=-1)
        return {
            "blockhash": str(Hash((slot + 1).to_bytes(32, "little"))),
            "previousBlockhash": str(Hash((parent + 1).to_bytes(32, "little"))),
            "parentSlot": parent,
            "transactions": [],
        }


@pytest.fixture
async def fresh(tmp_path):
    """An engine that has not heard of any chain."""
    sequencer = await open_sequencer(tmp_path, HandClock())
    yield sequencer
    await sequencer.close()


async def test_a_long_row_of_empty_slots_is_crossed_cheaply(fresh, world_facts, tmp_path):
    chain = OldChain(1, 2, 2_000_000, 2_000_003)
    follower = Follower(chain, fresh, world_facts, tmp_path)
    assert await follower.catch_up() == chain.slots[-1]
    assert chain.calls < 50


async def test_blocks_hidden_behind_an_empty_range_are_asked_for_again(
    fresh, world_facts, tmp_path
):
    """Also right after the start, when there is no block before to compare with."""
    chain = OldChain(10, 600)
    chain.hidden = {10}
    follower = Follower(chain, fresh, world_facts, tmp_path)
    with pytest.raises(BadBlock, match="does not follow"):
        await follower.catch_up()
    assert follower.followed_slot == -1
    chain.hidden = set()
    assert await follower.catch_up() == 600


async def test_skipped_slots_and_refused_requests_only_delay(world):
    user = await world.user()
    await world.rpc.call("acreFault", [{"skipSlots": 5}])
    built = await world.builders.build(address_of(user), "create-margin-account", account=1)
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    await world.rpc.call("acreFault", [{"rateLimit": 2}])
    await world.follow()  # reads are tried three times
    await world.rpc.call("acreFault", [{"rateLimit": 3}])
    with pytest.raises(ChainError, match="429"):
        await world.follow()
    await world.follow()


async def test_the_client_names_what_is_wrong(world):
    with pytest.raises(RpcError) as refusal:
        await world.rpc.call("noSuchMethod")
    assert refusal.value.code == -32601
    async with Rpc("http://127.0.0.1:1") as stranger:
        with pytest.raises(ChainError) as trouble:
            await stranger.slot()
    assert trouble.value.code == "NODE_UNAVAILABLE"
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = lambda method, params, answer: "nonsense"
        for read in (
            rpc.slot,
            rpc.latest_blockhash,
            lambda: rpc.balance(bytes(32)),
            lambda: rpc.account(bytes(32)),
            lambda: rpc.blocks(0, 1),
            lambda: rpc.block(1),
            lambda: rpc.signature_statuses(["1" * 64]),
        ):
            with pytest.raises(ChainError):
                await read()
