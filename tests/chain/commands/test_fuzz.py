"""The decoders of what strangers send: mutated by the thousand, by the million at night.

`ACRE_TEST_FUZZ_INPUTS` says how many inputs each test tries, `ACRE_TEST_FUZZ_SEED` where it begins.
A failure names seed and input; it is found again with that seed.
"""

import base64
import logging
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from solders.compute_budget import set_compute_unit_limit
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message, MessageV0, MessageV1
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

from chain.client.addresses import (
    LIGHTHOUSE_PROGRAM,
    MEMO_PROGRAM,
    MEMO_PROGRAMS,
    to_base58,
    token_account,
)
from chain.client.facts import ChainFacts
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of
from chain.commands.memo import Memo, MemoError, parse_bytes, render
from chain.follower import blocks
from chain.follower.blocks import BlockMark, read_block
from chain.node.encoding.wire import decode, verify_signatures
from chain.node.errors import RpcError
from chain.node.methods.params import Params
from chain.node.methods.sending import request_airdrop
from chain.node.server.server import wall_clock
from chain.node.state.ledger import Ledger
from edge.api.auth.hardware import read_signed_memo
from edge.http.errors import ApiError
from tests.chain.memo_grammar import is_command

INPUTS = int(os.environ.get("ACRE_TEST_FUZZ_INPUTS", "20000"))
SEED = int(os.environ.get("ACRE_TEST_FUZZ_SEED", "1"))
GOLDEN = [path.read_bytes() for path in sorted((Path(__file__).parent / "golden").glob("*.txt"))]
TOKENS = (
    b"0", b"1", b"00", b"-0.000000", b"+0.000000", b"0.000000", b"9223372036854.775807",
    b"9223372036854.775808", b"4294967295", b"4294967296", b"18446744073709551615",
    b"18446744073709551616", b"9007199254740992", b"9007199254740993", b"none", b"yes",
    b"1" * 32, b"1" * 31 + b"2", b"Z" * 44, b"MIA", b"A", b"ABCDEFGHIJKLM", b" ", b"", b"\r", b"\t",
    b"\x00", b"\n", "é".encode(), b"92233720368.54775807", b"92233720368.54775808", b"+1.5", b"1e6",
)  # fmt: skip
WALLET = Keypair.from_seed(bytes(range(32)))
FACTS = ChainFacts(
    chain_name="localnet",
    genesis=bytes(32),
    exchange=bytes(range(1, 33)),
    vault_authority=bytes(range(2, 34)),
    collateral_mint=bytes(range(3, 35)),
    token_mint=bytes(range(4, 36)),
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """A line of log for each input would be all that a failure shows."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def mutations(
    seeds: list[bytes], mutate: Callable[[random.Random, bytes], bytes]
) -> Iterator[bytes]:
    """Yield each seed as it is, then INPUTS mutated ones."""
    source = random.Random(SEED)
    yield from seeds
    for _ in range(INPUTS):
        data = source.choice(seeds)
        for _ in range(source.choice((1, 1, 1, 2, 3, 8))):
            data = mutate(source, data)
        yield data


def mutate_bytes(source: random.Random, data: bytes) -> bytes:
    place = source.randrange(len(data) + 1)
    end = min(len(data), place + source.choice((1, 1, 2, 8, 32)))
    kind = source.randrange(6)
    if kind == 0 and data:
        place = source.randrange(len(data))
        return data[:place] + bytes([data[place] ^ (1 << source.randrange(8))]) + data[place + 1 :]
    if kind == 1:
        return data[:place] + data[end:]
    if kind == 2:
        return data[:place] + source.randbytes(source.choice((1, 2, 8))) + data[place:]
    if kind == 3:
        return data[:place] + data[place:end] * 2 + data[end:]
    if kind == 4:
        return data[:place]
    filler = bytes([source.choice((0, 1, 0x7F, 0x80, 0x81, 0xFF))])
    return data[:place] + filler * (end - place) + data[end:]


def mutate_text(source: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    place = source.randrange(len(lines))
    name, _, value = lines[place].partition(b" ")
    kind = source.randrange(8)
    if kind == 0:
        return mutate_bytes(source, data)
    if kind == 1:
        lines[place] = name + b" " + source.choice(TOKENS)
    elif kind == 2:
        lines[place] = name + b" " + str(source.randrange(10 ** source.randrange(1, 22))).encode()
    elif kind == 3:
        other = source.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    elif kind == 4:
        lines.insert(place, source.choice(source.choice(GOLDEN).split(b"\n")))
    elif kind == 5:
        del lines[place]
    elif kind == 6:
        digits = source.choice((0, 5, 6, 7, 8))
        sign = source.choice((b"", b"", b"+", b"-"))
        number = str(source.randrange(10 ** source.randrange(1, 15))).encode()
        lines[place] = name + b" " + sign + number + b"." + b"%0*d" % (digits, source.randrange(10))
    else:
        lines[place] = name + b" " + mutate_bytes(source, value)
    return b"\n".join(lines)


def memo_of(data: bytes) -> Memo | None:
    try:
        return parse_bytes(data, "localnet")
    except MemoError:
        return None


def test_memos_are_read_in_their_one_spelling_and_no_other():
    accepted = set()
    for data in mutations(GOLDEN, mutate_text):
        memo = memo_of(data)
        assert (memo is not None) == is_command(data), (SEED, data)
        if memo is not None:
            assert render("localnet", memo).encode() == data
            accepted.add(data)
    assert len(accepted) > INPUTS // 100  # mutations that are commands too


def command() -> list[Instruction]:
    """A command with its transfer."""
    account = AccountMeta(WALLET.pubkey(), is_signer=True, is_writable=False)
    vault = token_account(FACTS.vault_authority, FACTS.collateral_mint)
    return [
        set_compute_unit_limit(200_000),
        transfer_tokens(address_of(WALLET), vault, FACTS.collateral_mint, 1_500_000),
        Instruction(MEMO_PROGRAM, GOLDEN[0], [account]),
    ]


def transfers() -> list[Instruction]:
    """Lamports for a stranger, and for oneself."""
    me, stranger = WALLET.pubkey(), Pubkey(bytes(range(5, 37)))
    return [
        transfer(TransferParams(from_pubkey=me, to_pubkey=to, lamports=1_000_000))
        for to in (stranger, me)
    ]


def transactions(
    blockhash: Hash | None = None, instructions: list[Instruction] | None = None
) -> list[bytes]:
    """The wallet's transaction in each version: legacy, 0 and 1."""
    me = WALLET.pubkey()
    blockhash = blockhash or Hash(bytes(range(32)))
    instructions = instructions or command()
    messages = (
        Message.new_with_blockhash(instructions, me, blockhash),
        MessageV0.try_compile(me, instructions, [], blockhash),
        MessageV1.try_compile(me, instructions, blockhash),
    )
    return [bytes(VersionedTransaction(message, [WALLET])) for message in messages]


def meta_of(raw: bytes) -> Any:
    """The balances that the transfer of `transactions` moves."""
    keys = [bytes(key) for key in VersionedTransaction.from_bytes(raw).message.account_keys]
    vault = token_account(FACTS.vault_authority, FACTS.collateral_mint)
    source = token_account(address_of(WALLET), FACTS.collateral_mint)

    def row(account: bytes, owner: bytes, amount: int) -> Any:
        return {
            "accountIndex": keys.index(account),
            "owner": to_base58(owner),
            "mint": to_base58(FACTS.collateral_mint),
            "uiTokenAmount": {"amount": str(amount), "decimals": 6},
        }

    before = [row(source, address_of(WALLET), 9_000_000), row(vault, FACTS.vault_authority, 7)]
    after = [
        row(source, address_of(WALLET), 7_500_000),
        row(vault, FACTS.vault_authority, 1_500_007),
    ]
    return {
        "err": None,
        "preTokenBalances": before,
        "postTokenBalances": after,
        "loadedAddresses": {"writable": [], "readonly": []},
        "innerInstructions": [],
        "logMessages": [],
    }


def found_in(raw: bytes, meta: Any) -> list[Any]:
    """What the follower makes of one row of a block."""
    block = {
        "blockhash": str(Hash.default()),
        "previousBlockhash": str(Hash.default()),
        "parentSlot": 1,
        "transactions": [{"transaction": [base64.b64encode(raw).decode(), "base64"], "meta": meta}],
    }
    return read_block(2, block, BlockMark(1, str(Hash.default())), FACTS).found


def test_only_the_signed_bytes_are_a_command():
    seeds = transactions()
    metas = [meta_of(raw) for raw in seeds]
    for raw, meta in zip(seeds, metas, strict=True):
        (found,) = found_in(raw, meta)
        assert found.memo is not None
        assert found.origin.attached_e6 == 1_500_000
    for data in mutations(seeds, mutate_bytes):
        rows = found_in(data, metas[0])
        # only the wallet can sign: no change counts
        assert data in seeds or not rows, (SEED, data.hex())


def test_the_node_takes_whole_signed_transactions_only():
    seeds = transactions()
    for data in mutations(seeds, mutate_bytes):
        try:
            decoded = decode(data)
            verify_signatures(decoded)
        except RpcError:
            assert data not in seeds
            continue
        assert data in seeds, (SEED, data.hex())


def test_a_hardware_login_takes_whole_signed_transactions_only():
    seeds = transactions()[:2]
    for data in mutations(seeds, mutate_bytes):
        try:
            memo = read_signed_memo(address_of(WALLET), base64.b64encode(data).decode())
        except ApiError:
            assert data not in seeds
            continue
        assert data in seeds, (SEED, data.hex())
        assert memo.text is not None
        assert not memo.is_alone  # there is a transfer in it


def unsigned(raw: bytes) -> bytes:
    """The bytes that one signature is over: before it in version 1, behind it in the others."""
    return raw[:-64] if raw[0] == 0x81 else raw[65:]


def signed(message: bytes) -> bytes:
    """Any bytes with the wallet's signature, in the place where their version has it."""
    signature = bytes(WALLET.sign_message(message))
    return message + signature if message[:1] == b"\x81" else b"\x01" + signature + message


def signed_mutations(seeds: list[bytes]) -> Iterator[bytes]:
    """Yield each seed, then mutated ones that are signed anew: no check of signatures ends them."""
    assert [signed(unsigned(raw)) for raw in seeds] == seeds
    yield from map(signed, mutations([unsigned(raw) for raw in seeds], mutate_bytes))


def test_whatever_a_wallet_signs_the_follower_reads_or_leaves(monkeypatch):
    def surprise(*_: object, **__: object) -> None:
        raise AssertionError("the follower met an unexpected error")

    monkeypatch.setattr(blocks.log, "error", surprise)
    seeds = transactions()
    meta = meta_of(seeds[0])
    reasons = set()
    for data in signed_mutations(seeds):
        rows = found_in(data, meta)
        # every token is accounted for: in the command or in quarantine
        assert sum(row.origin.attached_e6 for row in rows) in (0, 1_500_000), (SEED, data.hex())
        for row in rows:
            reasons.add(row.reason)
            if row.memo is not None:
                assert render("localnet", row.memo).encode() in data
    assert len(reasons) > 3, reasons  # good ones, and ones that are refused for this and that


def test_whatever_a_wallet_signs_makes_no_money_on_the_node(tmp_path):
    ledger = Ledger.open(tmp_path, 400, wall_clock())
    try:
        request_airdrop(ledger, Params([str(WALLET.pubkey()), 100 * 10**9]))
        (airdrop,) = ledger.block(ledger.open_slot)
        blockhash = decode(airdrop.wire).recent_blockhash
        errors = {}
        for data in signed_mutations(transactions(Hash(blockhash), transfers())):
            try:
                ledger.submit(decode(data), skip_preflight=True)
            except RpcError as error:
                errors[error.message] = error.code
        records = ledger.block(ledger.open_slot)
        for record in records:
            before, after = (sum(record.meta[name]) for name in ("preBalances", "postBalances"))
            assert before - after == record.meta["fee"], (SEED, record.wire.hex())
        assert len(records) > INPUTS // 200  # many get as far as to be executed
        assert len({str(record.err) for record in records}) > 2
        assert len(errors) > 5
        assert set(errors.values()) <= {-32602, -32002, -32003, -32005}, errors
    finally:
        ledger.store.close()


def test_whatever_a_wallet_signs_for_a_login_is_a_memo_alone_or_refused():
    me, text = WALLET.pubkey(), b"acre.example wants you to sign in with your Solana account:"
    memo = Instruction(MEMO_PROGRAM, text, [AccountMeta(me, is_signer=True, is_writable=False)])
    guards = [set_compute_unit_limit(1), Instruction(LIGHTHOUSE_PROGRAM, b"\x06", [])]
    seeds = [
        raw
        for instructions in ([memo], [*guards, memo], [memo, *transfers()])
        for raw in transactions(Hash(bytes(range(32))), instructions)[:2]
    ]
    outcomes, refusals = [], set()
    for data in signed_mutations(seeds):
        try:
            found = read_signed_memo(address_of(WALLET), base64.b64encode(data).decode())
        except ApiError as error:
            refusals.add(error.code)
            continue
        outcomes.append(found.is_alone)
        if found.is_alone:
            message = VersionedTransaction.from_bytes(data).message
            programs = [message.account_keys[one.program_id_index] for one in message.instructions]
            others = {one for one in programs if one not in MEMO_PROGRAMS}
            assert sum(one in MEMO_PROGRAMS for one in programs) == 1, (SEED, data.hex())
            assert others <= {guard.program_id for guard in guards}, (SEED, data.hex())
            assert message.account_keys[0] == me
            assert message.header.num_required_signatures == 1
            assert not getattr(message, "address_table_lookups", [])
    assert refusals == {"VALIDATION", "HARDWARE_TX_NOT_SIGNED"}
    assert min(outcomes.count(True), outcomes.count(False)) > INPUTS // 200


ODD = (
    None,
    True,
    -1,
    0,
    2**64,
    1.5,
    "",
    "x",
    "-5",
    "99999999999999999999",
    [],
    {},
    [None],
    {"a": 1},
)


def mutated(source: random.Random, value: Any) -> Any:
    """Return the JSON value with one part of it replaced."""
    if isinstance(value, dict) and value and source.random() < 0.9:
        name = source.choice(sorted(value))
        if source.random() < 0.1:
            return {key: item for key, item in value.items() if key != name}
        return {**value, name: mutated(source, value[name])}
    if isinstance(value, list) and value and source.random() < 0.9:
        place = source.randrange(len(value))
        return [*value[:place], mutated(source, value[place]), *value[place + 1 :]]
    return source.choice(ODD)


@pytest.mark.parametrize("version", range(3))
def test_whatever_a_node_says_of_balances_no_more_counts_than_was_signed(version):
    source = random.Random(SEED)
    raw = transactions()[version]
    honest = meta_of(raw)
    outcomes = set()
    for _ in range(INPUTS // 10):
        meta = honest
        for _ in range(source.choice((1, 1, 2, 4))):
            meta = mutated(source, meta)
        rows = found_in(raw, meta)
        outcomes.add(tuple((row.memo is not None, bool(row.reason)) for row in rows))
        for row in rows:
            assert 0 <= row.origin.attached_e6 < 2**63, (SEED, meta)
            if row.memo is not None:
                assert row.origin.attached_e6 == 1_500_000, (SEED, meta)
    assert len(outcomes) > 2
