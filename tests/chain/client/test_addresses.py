"""Derived addresses: fixed for ever, since users and explorers keep them."""

import pytest
from solders.pubkey import Pubkey

from chain.client import addresses

EXCHANGE = bytes([7]) * 32
OWNER = bytes(range(32))


def test_seeds_are_word_owner_and_little_endian_id():
    def derived(*seeds):
        return bytes(Pubkey.find_program_address(list(seeds), Pubkey(EXCHANGE))[0])

    one32, one64 = b"\x01\0\0\0", b"\x01" + bytes(7)
    assert addresses.market(EXCHANGE, 1) == derived(b"market", one32)
    assert addresses.margin_account(EXCHANGE, OWNER, 1) == derived(b"margin_account", OWNER, one32)
    assert addresses.lp_account(EXCHANGE, OWNER) == derived(b"lp_account", OWNER)
    assert addresses.lp_position(EXCHANGE, OWNER, 1) == derived(b"lp_position", OWNER, one64)
    assert addresses.settlement_request(EXCHANGE, OWNER, 1) == derived(
        b"settlement_request", OWNER, one64
    )
    assert addresses.stake(EXCHANGE, OWNER) == derived(b"stake", OWNER)


def test_known_addresses_do_not_change():
    names = [
        addresses.market(EXCHANGE, 0),
        addresses.margin_account(EXCHANGE, OWNER, 2**32 - 1),
        addresses.token_account(OWNER, EXCHANGE),
    ]
    assert [addresses.to_base58(name) for name in names] == [
        "Bd2w7r6JJC7L6PVcAYdnB3CPFLo3Myk4Spp36EjUCgYc",
        "YCG8GssH6rMYDYKWZd36bYvjtqy9zZXKfgSHzu99DAt",
        "DesmsPzUGAtiLjKRsaujUPd1gZsow2TFzUc2wAotvsrm",
    ]


def test_addresses_are_strict():
    assert addresses.from_base58(addresses.to_base58(OWNER)) == OWNER
    for text in ("", "1" * 31, "0" * 32, "1" * 45, "z" * 44, "é" * 32):
        with pytest.raises(ValueError, match="base58"):
            addresses.from_base58(text)
    with pytest.raises(ValueError, match="32 bytes"):
        addresses.to_base58(bytes(31))
