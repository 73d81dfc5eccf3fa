"""The journal's end as known from files and the chain: detects a lost or shortened journal."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from chain.client.addresses import to_base58
from chain.client.facts import MINT_COLLATERAL, ChainFacts
from chain.client.rpc import Rpc
from chain.custody.vault import vault_account
from chain.proof.posted_roots import posted_roots
from chain.proof.root_files import RootFiles

log = logging.getLogger(__name__)

ROOTS_MAX_S = 60.0  # a start waits for them no longer
ROOT_PAGES_MAX = 3  # of the newest transactions at the roots' address; strangers can write there


def known_by_files(paths: Sequence[Path], roots_dir: Path) -> dict[str, int]:
    """Return the minimum number of commands known from the files of an earlier run."""
    known = {f"the file {path}": 1 for path in paths if path.exists()}
    sequence = RootFiles(roots_dir).newest_sequence()
    if sequence:
        known[f"the state root in {roots_dir}"] = sequence
    return known


async def known_by_vault(rpc: Rpc, facts: ChainFacts) -> dict[str, int]:
    """Return that there was a command where the vault's account is on the chain already."""
    account = await vault_account(rpc, facts, MINT_COLLATERAL)
    return {} if account is None else {f"the vault {to_base58(facts.collateral_vault)}": 1}


async def known_by_roots(rpc: Rpc, facts: ChainFacts, signer: bytes) -> dict[str, int]:
    """Return the sequence of the newest state root that `signer` has put on the chain."""
    try:
        async with asyncio.timeout(ROOTS_MAX_S):
            async for root in posted_roots(rpc, facts, signer, ROOT_PAGES_MAX):
                return {f"the state root {root.signature} on the chain": root.memo.sequence}
    except TimeoutError:  # strangers wrote more than can be read: the other evidence has to do
        log.error("roots_not_read", extra={"seconds": ROOTS_MAX_S})
    return {}
