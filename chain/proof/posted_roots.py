"""The state roots on the chain, found by the address that their transactions name."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from chain.client.addresses import state_root, to_base58
from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.rpc import TRANSACTION_VERSION_MAX, Json, Rpc
from chain.commands.lines import MemoError
from chain.follower.transaction import UndecodableTransaction, decode, raw_transaction
from chain.proof.root_memo import RootMemo, root_of

log = logging.getLogger(__name__)

PAGE: Final = 1000
PAGES_MAX: Final = 1000
AT_ONCE: Final = 16  # transactions asked for


@dataclass(frozen=True, slots=True)
class PostedRoot:
    """A root with its transaction."""

    memo: RootMemo
    slot: int
    signature: str


async def posted_roots(
    rpc: Rpc, facts: ChainFacts, signer: bytes, pages_max: int = PAGES_MAX
) -> AsyncIterator[PostedRoot]:
    """Yield the final roots that `signer` posted, newest first; of strangers there is no end.

    Transactions of other signers and texts that are no root are skipped.
    """
    before: str | None = None
    for _ in range(pages_max):
        rows = await _page(rpc, facts, before)
        for first in range(0, len(rows), AT_ONCE):
            some = rows[first : first + AT_ONCE]
            found = await asyncio.gather(*(_read(rpc, facts, signer, row) for row in some))
            for root in found:
                if root is not None:
                    yield root
        if len(rows) < PAGE:
            return
        before = rows[-1]["signature"]
    log.warning("roots_not_all_read", extra={"rows": PAGE * pages_max})


async def _page(rpc: Rpc, facts: ChainFacts, before: str | None) -> list[dict[str, Json]]:
    config = {"limit": PAGE, "commitment": "finalized"}
    if before is not None:
        config["before"] = before
    method = "getSignaturesForAddress"
    rows = await rpc.read(method, [to_base58(state_root(facts.exchange)), config])
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and isinstance(row.get("signature"), str) for row in rows
    ):
        raise ChainError("NODE_UNAVAILABLE", {"method": method, "reason": "unexpected answer"})
    return rows


async def _read(
    rpc: Rpc, facts: ChainFacts, signer: bytes, row: dict[str, Json]
) -> PostedRoot | None:
    if row.get("err") is not None:
        return None
    config = {
        "encoding": "base64",
        "commitment": "finalized",
        "maxSupportedTransactionVersion": TRANSACTION_VERSION_MAX,
    }
    answer = await rpc.read("getTransaction", [row["signature"], config])
    try:
        transaction = decode(raw_transaction(answer), answer["meta"])
        memo = root_of(transaction, signer, facts.chain_name)
        if memo is None:
            return None
        return PostedRoot(memo, int(answer["slot"]), row["signature"])
    except (UndecodableTransaction, MemoError, KeyError, TypeError, ValueError) as error:
        extra = {"signature": row["signature"], "reason": str(error)}
        log.warning("root_transaction_unreadable", extra=extra)
        return None
