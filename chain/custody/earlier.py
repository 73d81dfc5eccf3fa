"""Payouts on the chain whose requests are open in the journal.

A journal restored from a backup is older than its chain: payouts that landed after the backup are
missing from it. Their guards show them, or the transactions that name a guard which was reclaimed
since; for pending requests too, since a request that is created again from the chain matures later.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from chain.client.backoff import longer
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.custody.evidence import GuardUse, use_of
from chain.custody.guard import Guard
from chain.custody.payout import RequestKey, key_of
from engine.core.views import SettlementRequestView

LOOK_AGAIN_S: Final = 5.0
LOOK_AGAIN_MAX_S: Final = 60.0  # after rounds over all requests that found nothing
LOOK_MAX: Final = 256  # requests in one look; later looks take their turn with the others
AT_ONCE: Final = 16  # questions to the node


class EarlierPayouts:
    """Searches by the guards of open requests, a bounded part of them in one look.

    A round over all requests that finds nothing, or fails, doubles the pause before the next one.
    A request that was not asked about yet is looked at after the shortest pause.
    """

    def __init__(
        self,
        rpc: Rpc,
        guard_bases: Sequence[bytes],
        monotonic_s: Callable[[], float] = monotonic,
    ) -> None:
        self._rpc = rpc
        self._bases = tuple(guard_bases)
        self._known: dict[RequestKey, tuple[int, GuardUse]] = {}  # with the amount it was found for
        self._monotonic_s = monotonic_s
        self._looked_at = float("-inf")
        self._turn = 0
        self._asked: set[RequestKey] = set()
        self._round_pause_s = 0.0
        self._wait_s = 0.0  # from the last look to the next
        self._has_found = False  # in this round

    async def find(
        self, requests: Sequence[SettlementRequestView], facts: ChainFacts
    ) -> list[tuple[SettlementRequestView, GuardUse]]:
        """Return the requests that a final transaction has paid, with that transaction."""
        amounts = {key_of(request): request.amount_e6 for request in requests}
        self._known = {
            key: known for key, known in self._known.items() if amounts.get(key) == known[0]
        }
        self._asked &= amounts.keys()
        wait_s = self._wait_s if amounts.keys() <= self._asked else LOOK_AGAIN_S
        if self._monotonic_s() - self._looked_at >= wait_s:
            self._looked_at = self._monotonic_s()
            await self._look(requests, facts)
        return self.known(requests)

    def known(
        self, requests: Sequence[SettlementRequestView]
    ) -> list[tuple[SettlementRequestView, GuardUse]]:
        """Return the requests whose payout was already found."""
        found = [(request, self._known.get(key_of(request))) for request in requests]
        return [
            (request, known[1])
            for request, known in found
            if known is not None and known[0] == request.amount_e6
        ]

    async def _look(self, requests: Sequence[SettlementRequestView], facts: ChainFacts) -> None:
        known, is_round_over = len(self._known), True
        try:
            is_round_over = await self._ask_some(requests, facts)
        finally:
            self._has_found |= len(self._known) > known
            self._wait_s = self._end_of_round() if is_round_over else LOOK_AGAIN_S

    def _end_of_round(self) -> float:
        """Return the pause before the next round."""
        last_s = 0.0 if self._has_found else self._round_pause_s
        self._has_found = False
        self._round_pause_s = longer(last_s, LOOK_AGAIN_S, LOOK_AGAIN_MAX_S)
        return self._round_pause_s

    async def _ask_some(self, requests: Sequence[SettlementRequestView], facts: ChainFacts) -> bool:
        """Ask about the next part of the requests; return whether it was the last of a round."""
        unknown = [request for request in requests if key_of(request) not in self._known]
        start = self._turn if self._turn < len(unknown) else 0
        some = unknown[start : start + LOOK_MAX]
        self._turn = start + len(some)
        for first in range(0, len(some), AT_ONCE):
            await asyncio.gather(*(self._ask(row, facts) for row in some[first : first + AT_ONCE]))
        return self._turn >= len(unknown)

    async def _ask(self, request: SettlementRequestView, facts: ChainFacts) -> None:
        self._asked.add(key_of(request))
        for base in self._bases:
            guard = Guard.of_request(base, request.owner, request.request_id)
            use = await use_of(self._rpc, guard, request, facts, "finalized")
            if use.payout is not None:
                self._known[key_of(request)] = request.amount_e6, use
