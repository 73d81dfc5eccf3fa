"""Payouts that stand on the chain although the journal has the request open.

A journal restored from a backup is older than its chain: payouts that landed after the backup are
missing from it. Their guards tell, for pending requests too, since a request that is created again
from the chain matures later than the first time.
"""

from collections.abc import Sequence
from time import monotonic
from typing import Final

from chain.custody.evidence import GuardUse, use_of
from chain.custody.guard import Guard, GuardState, guard_state
from chain.custody.payout import RequestKey, key_of
from chain.facts import ChainFacts
from chain.rpc import Rpc
from engine.core.views import SettlementRequestView

LOOK_AGAIN_S: Final = 5.0
LOOK_MAX: Final = 2048  # requests in one look; later looks take their turn with the others


class EarlierPayouts:
    """Searches the guards of open requests, a bounded part of them at most every few seconds."""

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
        return [
            (request, self._known[key_of(request)][1])
            for request in requests
            if key_of(request) in self._known
        ]

    async def _look(self, requests: Sequence[SettlementRequestView], facts: ChainFacts) -> None:
        unknown = [request for request in requests if key_of(request) not in self._known]
        start = self._turn if self._turn < len(unknown) else 0
        some = unknown[start : start + LOOK_MAX]
        self._turn = start + len(some)
        for base in self._bases:
            guards = [Guard.of_request(base, row.owner, row.request_id) for row in some]
            accounts = await self._rpc.accounts([guard.address for guard in guards], "finalized")
            for request, guard, account in zip(some, guards, accounts, strict=True):
                if guard_state(account) is GuardState.USED:
                    use = await use_of(self._rpc, guard, request, facts, "finalized")
                    if use.payout is not None:
                        self._known[key_of(request)] = request.amount_e6, use
