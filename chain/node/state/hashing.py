"""Hashes that the chain is built from: block hashes and durable nonces."""

import hashlib


def blockhash(genesis_hash: bytes, slot: int, fork: int = 0) -> bytes:
    """Return the hash of the block in a slot.

    It depends on nothing but genesis, slot and the number of the fork that the block is on, so an
    empty block needs no row in the store. Fork 0, on which every chain begins, is left out.
    """
    assert len(genesis_hash) == 32
    assert slot >= 0
    assert fork >= 0
    suffix = fork.to_bytes(8, "little") if fork else b""
    return hashlib.sha256(genesis_hash + slot.to_bytes(8, "little") + suffix).digest()


def durable_nonce(block_hash: bytes) -> bytes:
    """Return the nonce value that an account advanced after this blockhash holds."""
    return hashlib.sha256(b"DURABLE_NONCE" + block_hash).digest()
