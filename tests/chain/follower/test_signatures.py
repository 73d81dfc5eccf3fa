"""Transactions verified in a batch: never one that the reader itself would refuse."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.transaction import VersionedTransaction

from chain.client.instructions import memo, signed, transfer_tokens
from chain.client.wallet import address_of
from chain.follower.blocks import open_block, read_block, read_rows
from chain.follower.signatures import verified
from tests.chain.follower.test_hostile import (
    BLOCKHASH,
    block_of,
    command_text,
    example_facts,
    meta_of,
)

KEYS = [Keypair.from_seed(bytes([n]) * 32) for n in range(4)]


def legacy(count: int) -> bytes:
    rows = [memo(command_text(), address_of(key)) for key in KEYS[:count]]
    return signed(rows, KEYS[:count], BLOCKHASH)


def versioned() -> bytes:
    rows = [memo(command_text(), address_of(key)) for key in KEYS[:2]]
    message = MessageV0.try_compile(KEYS[0].pubkey(), rows, [], Hash.default())
    return bytes(VersionedTransaction(message, KEYS[:2]))


def is_valid(raw: bytes) -> bool:
    """Return what the reader itself says about bytes."""
    try:
        decoded = VersionedTransaction.from_bytes(raw)
    except ValueError:
        return False
    return bytes(decoded) == raw and all(decoded.verify_with_results())


EXAMPLES = [legacy(1), legacy(2), legacy(4), versioned()]


def test_whatever_is_signed_is_found_in_one_call():
    assert verified(EXAMPLES) == frozenset(EXAMPLES)


@pytest.mark.parametrize("place", [0, 1])
def test_one_wrong_signature_spoils_the_whole_transaction(place):
    raw = bytearray(legacy(2))
    raw[1 + 64 * place + 5] ^= 1
    assert verified([bytes(raw), legacy(2)]) == {legacy(2)}


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_bytes_are_verified_only_if_the_reader_agrees(raw, data):
    damaged = bytearray(raw)
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        kind = data.draw(st.sampled_from(["change", "cut", "insert"]))
        if kind == "change":
            damaged[place] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del damaged[place]
        else:
            damaged.insert(place, data.draw(st.integers(0, 255)))
    damaged = bytes(damaged)
    assert (damaged in verified([damaged])) == is_valid(damaged)


@settings(deadline=None)
@given(st.binary(max_size=400), st.integers(0, 140))
def test_random_bytes_are_not_verified(noise, count):
    rows = [noise, bytes([count]) + noise, bytes([count]) + bytes(64) * count + noise]
    assert verified(rows) <= {raw for raw in rows if is_valid(raw)}


def test_a_transaction_without_signers_is_left_to_the_reader():
    message = legacy(1)[65:]
    assert verified([b"", b"\x00", b"\x00" + message, b"\x00\x00" + message[1:]]) == frozenset()


def valid_rows(block):
    """Return the bytes of a block that may concern us and whose signatures are valid."""
    return verified(raw for _index, raw, _meta in open_block(2, block, example_facts()).rows)


def test_rows_that_concern_others_or_are_nonsense_are_passed_over():
    facts = example_facts()
    vault = facts.collateral_vault
    gift = signed(
        [transfer_tokens(address_of(KEYS[0]), vault, facts.collateral_mint, 5)],
        KEYS[:1],
        BLOCKHASH,
    )
    other = signed([memo("hello", address_of(KEYS[0]))], KEYS[:1], BLOCKHASH)
    block = block_of(*((raw, meta_of()) for raw in (*EXAMPLES, gift, other)))
    block["transactions"] += [None, 5, {}, {"transaction": ["!", "base64"]}]
    assert valid_rows(block) == {*EXAMPLES, gift}


@pytest.mark.parametrize("is_forged", [False, True])
def test_a_block_reads_the_same_with_and_without_the_batch(is_forged):
    facts = example_facts()
    raws = list(EXAMPLES)
    if is_forged:
        raws[0] = raws[0][:1] + bytes(64) + raws[0][65:]
    block = block_of(*((raw, meta_of()) for raw in raws))
    known = valid_rows(block)
    assert (raws[0] in known) != is_forged
    with_batch = read_rows(open_block(2, block, facts), facts, known)
    assert with_batch == read_block(2, block, None, facts)
    assert len(with_batch.found) == len(raws) - is_forged


def test_what_was_verified_is_not_verified_again(monkeypatch):
    facts = example_facts()
    block = block_of(*((raw, meta_of()) for raw in EXAMPLES))
    known, opened = valid_rows(block), open_block(2, block, facts)
    wanted = read_block(2, block, None, facts).found
    monkeypatch.setattr("chain.follower.transaction.VersionedTransaction.from_bytes", Unverifiable)
    assert read_rows(opened, facts, known).found == wanted
    assert read_block(2, block, None, facts).found == []


class Unverifiable:
    """A decoded transaction that cannot be verified."""

    from_bytes_of = VersionedTransaction.from_bytes

    def __init__(self, raw: bytes) -> None:
        self._right = Unverifiable.from_bytes_of(raw)

    def __bytes__(self) -> bytes:
        return bytes(self._right)

    def __getattr__(self, name: str):
        return getattr(self._right, name)

    def verify_with_results(self) -> list[bool]:
        raise AssertionError("verified again")
