"""Signatures in a batch: the answers of Solana's strict rule, one by one."""

import hashlib
import sys
import threading
import time

import nacl.bindings as sodium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.signature import Signature

from engine.signatures.batch import verify_batch

ORDER = 2**252 + 27742317777372353535851937790883648493
OF_ORDER_2 = bytes.fromhex("ec" + "ff" * 30 + "7f")
NEUTRAL = b"\x01" + bytes(31)
MESSAGE = b"Acre v1 localnet"


def signed_by(key: Keypair, message: bytes) -> tuple[bytes, bytes]:
    return bytes(key.sign_message(message)) + message, bytes(key.pubkey())


def is_valid(signed: bytes, key: bytes) -> bool:
    return Signature.from_bytes(signed[:64]).verify(Pubkey(key), signed[64:])


def test_each_row_has_its_own_answer():
    keys = [Keypair() for _ in range(5)]
    rows = [signed_by(key, MESSAGE * place) for place, key in enumerate(keys)]
    assert verify_batch(rows) == b"\x01" * 5
    rows[1] = (rows[1][0], rows[0][1])
    rows[3] = (rows[3][0] + b"!", rows[3][1])
    assert verify_batch(rows) == b"\x01\x00\x01\x00\x01"
    assert verify_batch([]) == b""


def damaged(message: bytes, data: st.DataObject) -> tuple[bytes, bytes]:
    """Return a signed message and its key, of which up to two bytes are changed."""
    signed, key = signed_by(Keypair.from_seed(bytes(32)), message)
    both = bytearray(key + signed)
    for _ in range(data.draw(st.integers(0, 2))):
        both[data.draw(st.integers(0, len(both) - 1))] ^= data.draw(st.integers(0, 255))
    return bytes(both[32:]), bytes(both[:32])


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=80), st.data())
def test_a_damaged_row_is_answered_as_by_the_strict_rule(message, data):
    row = damaged(message, data)
    assert verify_batch([row]) == bytes([is_valid(*row)])


def crafted(nonce_point: bytes, key: bytes, secret: int, nonce: int) -> bytes:
    """Return a signature of MESSAGE whose equation holds up to the point's small part."""
    digest = hashlib.sha512(nonce_point + key + MESSAGE).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return nonce_point + ((nonce + challenge * secret) % ORDER).to_bytes(32, "little") + MESSAGE


def times_base(number: int) -> bytes:
    return sodium.crypto_scalarmult_ed25519_base_noclamp(number.to_bytes(32, "little"))


def test_a_part_of_small_order_is_refused():
    """Libraries that multiply by the cofactor take the second one; a cluster of Solana does not."""
    secret, nonce = 1234567, 7654321
    key, point = times_base(secret), times_base(nonce)
    other = sodium.crypto_core_ed25519_add(point, OF_ORDER_2)
    rows = [(crafted(place, key, secret, nonce), key) for place in (point, other)]
    assert [is_valid(*row) for row in rows] == [True, False]
    assert verify_batch(rows) == b"\x01\x00"


@pytest.mark.parametrize("key", [NEUTRAL, OF_ORDER_2, bytes(32)])
def test_a_key_of_small_order_signs_nothing(key):
    rows = [(crafted(point, key, 0, 0), key) for point in (NEUTRAL, times_base(5))]
    rows.append((crafted(times_base(5), key, 0, 5), key))
    assert not any(is_valid(*row) for row in rows)
    assert verify_batch(rows) == bytes(3)


def test_a_scalar_beyond_the_order_is_refused():
    signed, key = signed_by(Keypair(), MESSAGE)
    scalar = int.from_bytes(signed[32:64], "little") + ORDER
    row = signed[:32] + scalar.to_bytes(32, "little") + MESSAGE, key
    assert not is_valid(*row)
    assert verify_batch([row]) == b"\x00"


@pytest.mark.parametrize("row", [(bytes(63), bytes(32)), (bytes(64), bytes(31)), (b"", b"")])
def test_what_is_no_signature_or_key_is_an_error(row):
    with pytest.raises(ValueError, match="has 32 bytes"):
        verify_batch([row])
    for wrong in ([None], [(None, bytes(32))], [(bytes(64), None)], [("a", "b")]):
        with pytest.raises(TypeError):
            verify_batch(wrong)


def test_other_threads_continue_meanwhile():
    """With no forced switches, another thread makes steps only where the lock is given up."""
    rows = [signed_by(Keypair(), MESSAGE)] * 50
    steps: list[None] = []
    is_over = False

    def count() -> None:
        while not is_over:
            steps.append(None)
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    try:
        assert any(_grows_during(steps, rows) for _ in range(1_000))
    finally:
        sys.setswitchinterval(interval)
        is_over = True
        thread.join()


def _grows_during(steps: list[None], rows: list[tuple[bytes, bytes]]) -> bool:
    before = len(steps)
    verify_batch(rows)
    return len(steps) > before
