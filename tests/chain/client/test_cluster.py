"""Which chain an endpoint serves, and when it may not be used."""

import pytest
from solders.hash import Hash

from chain.client.cluster import GENESIS_HASHES, chain_of, genesis_refusal

OTHER = bytes([7]) * 32
MAINNET, DEVNET = (bytes(Hash.from_string(GENESIS_HASHES[name])) for name in ("mainnet", "devnet"))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://127.0.0.1:8090", "localnet"),
        ("http://localhost:8899", "localnet"),
        ("https://rpc.localnet.example", "localnet"),
        ("https://api.devnet.solana.com", "devnet"),
        ("https://api.testnet.solana.com", "testnet"),
        ("https://api.mainnet-beta.solana.com", "mainnet"),
        ("https://rpc.example/key", "mainnet"),
        ("http://localhost:8899/devnet", "devnet"),
    ],
)
def test_the_chain_follows_from_the_address(url, name):
    assert chain_of(url) == name


def test_a_node_must_serve_the_chain_that_its_address_names():
    assert genesis_refusal("mainnet", MAINNET, None) is None
    assert genesis_refusal("devnet", DEVNET, None) is None
    assert genesis_refusal("localnet", OTHER, None) is None
    refusal = genesis_refusal("mainnet", DEVNET, None)
    assert refusal == (
        "By its address the chain node serves mainnet, but its genesis hash "
        f"{GENESIS_HASHES['devnet']} is that of devnet. Correct ACRE_NODE_URL, or name the hash "
        "in ACRE_GENESIS_HASH. Nothing was changed."
    )
    assert "is that of no public cluster" in str(genesis_refusal("testnet", OTHER, None))
    assert "is that of mainnet" in str(genesis_refusal("localnet", MAINNET, None))


def test_a_pinned_hash_decides_alone():
    assert genesis_refusal("mainnet", OTHER, OTHER) is None
    refusal = str(genesis_refusal("mainnet", MAINNET, OTHER))
    assert f"ACRE_GENESIS_HASH is {Hash(OTHER)}" in refusal
