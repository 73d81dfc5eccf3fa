"""Hashes that the chain is built from: block hashes and durable nonces."""

import hashlib

GENESIS_PARENT = bytes(32)


def blockhash(genesis_hash: bytes, slot: int) -> bytes:
    """Return the hash of the block in a slot.

    It depends on nothing but genesis and slot, so an empty block needs no row in the store.
    """
    assert len(genesis_hash) == 32
    assert slot >= 0
    return hashlib.sha256(genesis_hash + slot.to_bytes(8, "little")).digest()


def durable_nonce(block_hash: bytes) -> bytes:
    """Return the nonce value that an account advanced after this blockhash holds."""
    return hashlib.sha256(b"DURABLE_NONCE" + block_hash).digest()
