"""Payouts that stand on the chain although the journal has the request open.

A journal restored from a backup is older than its chain: payouts that landed after the backup are
missing from it. Their guards tell, or the transactions that name a guard which was reclaimed since;
for pending requests too, since a request that is created again from the chain matures later.
"""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Final

from chain.custody.evidence import GuardUse, use_of
from chain.custody.guard import Guard
from chain.custody.payout import RequestKey, key_of
from chain.facts import ChainFacts
from chain.rpc import Rpc
from engine.core.views import SettlementRequestView

LOOK_AGAIN_S: Final = 5.0
LOOK_MAX: Final = 256  # requests in one look; later looks take their turn with the others
AT_ONCE: Final = 16  # questions to the node


class EarlierPayouts:
    """Searches by the guards of open requests, a bounded part of them every few seconds."""

    def __init__(self, rpc: Rpc, guard_bases: Sequence[bytes]) -> None:
        self._rpc = rpc
        self._bases = tuple(guard_bases)
        self._known: dict[RequestKey, tuple[int, GuardUse]] = {}  # with the amount it was found for
        self._looked_at = float("-inf")
        self._turn = 0

    async def find(
        self, requests: Sequence[SettlementRequestView], facts: ChainFacts
    ) -> list[tuple[SettlementRequestView, GuardUse]]:
        """Return the requests that a final transaction has paid, with that transaction."""
        amounts = {key_of(request): request.amount_e6 for request in requests}
        self._known = {
            key: known for key, known in self._known.items() if amounts.get(key) == known[0]
        }
        if monotonic() - self._looked_at >= LOOK_AGAIN_S:
            self._looked_at = monotonic()
            await self._look(requests, facts)
        return self.known(requests)

    def known(
        self, requests: Sequence[SettlementRequestView]
    ) -> list[tuple[SettlementRequestView, GuardUse]]:
        """Return those of the requests whose payout was found before."""
        found = [(request, self._known.get(key_of(request))) for request in requests]
        return [
            (request, known[1])
            for request, known in found
            if known is not None and known[0] == request.amount_e6
        ]

    async def _look(self, requests: Sequence[SettlementRequestView], facts: ChainFacts) -> None:
        unknown = [request for request in requests if key_of(request) not in self._known]
        start = self._turn if self._turn < len(unknown) else 0
        some = unknown[start : start + LOOK_MAX]
        self._turn = start + len(some)
        for first in range(0, len(some), AT_ONCE):
            await asyncio.gather(*(self._ask(row, facts) for row in some[first : first + AT_ONCE]))

    async def _ask(self, request: SettlementRequestView, facts: ChainFacts) -> None:
        for base in self._bases:
            guard = Guard.of_request(base, request.owner, request.request_id)
            use = await use_of(self._rpc, guard, request, facts, "finalized")
            if use.payout is not None:
                self._known[key_of(request)] = request.amount_e6, use
