"""The priority fee of a transaction: what our accounts' recent traffic paid, small and capped."""

from collections.abc import Sequence
from time import monotonic
from typing import Final

from chain.client.addresses import to_base58
from chain.client.errors import ChainError
from chain.client.rpc import Json, Rpc, RpcError

PRICE_MIN: Final = 1  # micro-lamports per compute unit
PRICE_MAX: Final = 10_000
CACHE_S: Final = 5.0


class PriorityFee:
    """Median of the recent prices over the writable accounts, read at most every few seconds."""

    def __init__(self, rpc: Rpc, accounts: Sequence[bytes]) -> None:
        self._rpc = rpc
        self._accounts = [to_base58(account) for account in accounts]
        self._price = PRICE_MIN
        self._read_at = float("-inf")

    async def price(self) -> int:
        """Return micro-lamports per compute unit; the last known value while the node fails."""
        if monotonic() - self._read_at >= CACHE_S:
            self._read_at = monotonic()
            try:
                rows = await self._rpc.call("getRecentPrioritizationFees", [self._accounts])
                self._price = median_price(rows)
            except (ChainError, RpcError):
                pass
        return self._price


def median_price(rows: Json) -> int:
    """Return the median of the prices that were paid at all, within our bounds."""
    if not isinstance(rows, list):
        return PRICE_MIN
    prices = sorted(
        fee
        for row in rows
        if isinstance(row, dict)
        and isinstance(fee := row.get("prioritizationFee"), int)
        and fee > 0
    )
    if not prices:
        return PRICE_MIN
    return max(PRICE_MIN, min(PRICE_MAX, prices[len(prices) // 2]))
