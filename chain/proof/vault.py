"""The vault's balance: from the reconciler, else from the node."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

from chain.client.balances import token_balance
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc

AGE_S: Final = 2.0


class VaultBalances:
    """Balances by the engine's number of the mint; the node is asked once in two seconds at most.

    `known` is what the reconciler found at the slot that was followed last, None before it did.
    """

    def __init__(
        self, rpc: Rpc, facts: ChainFacts, monotonic_s: Callable[[], float] = monotonic
    ) -> None:
        self._rpc = rpc
        self._facts = facts
        self._monotonic_s = monotonic_s
        self._read: dict[int, tuple[float, asyncio.Task[int]]] = {}
        self.known: Callable[[int], int | None] = lambda _mint: None

    async def balance_e6(self, mint: int) -> int:
        """Return the raw balance; ChainError when it is not known and the node does not answer."""
        known_e6 = self.known(mint)
        if known_e6 is not None:
            return known_e6
        at_s, reading = self._read.get(mint, (float("-inf"), None))
        failed = reading is not None and reading.done() and reading.exception() is not None
        if reading is None or failed or self._monotonic_s() - at_s > AGE_S:
            reading = asyncio.create_task(self._ask(mint))
            self._read[mint] = self._monotonic_s(), reading
        return await asyncio.shield(reading)

    async def _ask(self, mint: int) -> int:
        owner, address = self._facts.vault_authority, self._facts.mint_address(mint)
        return await token_balance(self._rpc, owner, address) or 0
