"""The chain of an endpoint: from its address, checked by its genesis hash."""

from typing import Final

from solders.hash import Hash

LOCALNET: Final = "localnet"
MAINNET: Final = "mainnet"
_LOCAL_WORDS: Final = (LOCALNET, "localhost", "127.0.0.1")
# Genesis hashes of the public clusters, as `getGenesisHash` of each answers.
GENESIS_HASHES: Final = {
    MAINNET: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    "devnet": "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
    "testnet": "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
}
CHAINS: Final = (LOCALNET, *sorted(GENESIS_HASHES))


def chain_of(url: str) -> str:
    """Return the chain's name in memos and sign-in texts (API 6)."""
    for name in ("devnet", "testnet"):
        if name in url:
            return name
    return LOCALNET if any(word in url for word in _LOCAL_WORDS) else MAINNET


def genesis_refusal(chain_name: str, genesis: bytes, pinned: bytes | None) -> str | None:
    """Return why a node may not be used, a sentence, or None.

    A pinned hash decides alone. Without one, a public cluster must be the one that its address
    names, and a local chain none of them.
    """
    shown = str(Hash(genesis))
    if pinned is not None:
        if genesis == pinned:
            return None
        return (
            f"The chain node's genesis hash is {shown}, but ACRE_GENESIS_HASH is {Hash(pinned)}: "
            "it serves another chain. Nothing was changed."
        )
    expected = GENESIS_HASHES.get(chain_name)
    actual = next((name for name, text in GENESIS_HASHES.items() if text == shown), None)
    if expected in (shown, None) and actual in (chain_name, None):
        return None
    return (
        f"By its address the chain node serves {chain_name}, but its genesis hash {shown} is that "
        f"of {actual or 'no public cluster'}. Correct ACRE_NODE_URL, or name the hash in "
        "ACRE_GENESIS_HASH. Nothing was changed."
    )
