"""The answer to `getBlock`: of each transaction only what is read here is decoded.

Logs, inner instructions and balances of lamports are most of a block. They are passed over in the
bytes and make no objects. An answer of another shape is decoded whole: what is wrong with it, and
with which of its rows, is found where it is read.
"""

from typing import Any, TypedDict

import msgspec
import orjson


class _Meta(TypedDict, total=False):
    err: Any
    preTokenBalances: Any
    postTokenBalances: Any
    loadedAddresses: Any


class _Row(TypedDict, total=False):
    transaction: Any
    meta: _Meta | None


class _Block(TypedDict, total=False):
    blockhash: Any
    previousBlockhash: Any
    parentSlot: Any
    blockTime: Any
    transactions: list[_Row]


class _Answer(TypedDict, total=False):
    id: Any
    error: Any
    result: _Block | None


_DECODER = msgspec.json.Decoder(_Answer)


def decode_block_answer(body: bytes) -> object:
    """Return the answer without what is never read; raises JSONDecodeError for what is no JSON."""
    try:
        return _DECODER.decode(body)
    except (ValueError, RecursionError):  # another shape, not UTF-8, nested too deep
        return orjson.loads(body)
