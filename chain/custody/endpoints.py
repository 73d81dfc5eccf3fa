"""Several endpoints asked as one: what ends a payout has to be said by all of them."""

import asyncio
import logging
from collections.abc import Sequence
from enum import Enum
from typing import Final

from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.rpc import Json, Rpc, RpcError
from chain.custody.custody import Custody
from chain.custody.evidence import use_of
from chain.custody.guard import Guard, GuardState
from engine.core.views import SettlementRequestView

log = logging.getLogger(__name__)

LAST_VALID_AHEAD_MAX: Final = 512  # blocks from the finalized one to where a blockhash ends

Statuses = tuple[dict[str, Json] | None, ...]


class Outcome(Enum):
    """The combined status of a transaction from all endpoints."""

    NOWHERE = "nowhere"  # none has it
    PENDING = "pending"  # some have it, not all of them as final
    PAID = "paid"
    FAILED = "failed"
    DISPUTED = "disputed"  # final for all, and not the same


def outcome(statuses: Statuses) -> Outcome:
    """Judge the statuses of one signature, one from each endpoint."""
    known = [status for status in statuses if status is not None]
    if not known:
        return Outcome.NOWHERE
    if len(known) < len(statuses) or any(
        status["confirmationStatus"] != "finalized" for status in known
    ):
        return Outcome.PENDING
    if any(
        (status["slot"], status["err"]) != (known[0]["slot"], known[0]["err"]) for status in known
    ):
        return Outcome.DISPUTED
    return Outcome.PAID if known[0]["err"] is None else Outcome.FAILED


class Endpoints:
    """The first endpoint is the one that is worked with; the others have to agree."""

    def __init__(self, rpcs: Sequence[Rpc]) -> None:
        assert rpcs, "custody needs at least one endpoint"
        self.rpcs = tuple(rpcs)
        self.first = self.rpcs[0]
        self._refusals: dict[Rpc, str] = {}  # the last one of each, so that it is logged once

    async def finalized_slot(self) -> int:
        """Return the newest slot that is final for every endpoint."""
        return min(await asyncio.gather(*(rpc.slot("finalized") for rpc in self.rpcs)))

    async def remaining_allowance_e6(self, custody: Custody, mint: int) -> int | None:
        """Return the lowest remaining allowance of all endpoints; None without a limit."""
        rooms = [await custody.remaining_allowance_e6(rpc, mint) for rpc in self.rpcs]
        return min(
            (allowance_e6 for allowance_e6 in rooms if allowance_e6 is not None),
            default=None,
        )

    async def blockhash(self) -> tuple[str, int]:
        """Return a blockhash to sign on and the last height at which it can land.

        A height that no cluster gives a blockhash would make a lost payout wait for ever.
        """
        blockhash, last_valid, _slot = await self.first.latest_blockhash()
        height = await self.first.block_height("finalized")
        if not height <= last_valid <= height + LAST_VALID_AHEAD_MAX:
            raise ChainError("NODE_UNAVAILABLE", {"reason": "a blockhash of an impossible height"})
        return blockhash, last_valid

    async def statuses(self, signatures: Sequence[str]) -> list[Statuses]:
        """Return per signature what each endpoint knows of it."""
        columns = await asyncio.gather(*(rpc.signature_statuses(signatures) for rpc in self.rpcs))
        return list(zip(*columns, strict=True))

    async def is_used(self, guards: Sequence[Guard]) -> bool:
        """Return whether every endpoint reports a permanently used guard of a request."""
        for rpc in self.rpcs:
            states = [await guard.state(rpc, "finalized") for guard in guards]
            if GuardState.USED not in states:
                return False
        return True

    async def is_untouched(self, guard: Guard) -> bool:
        """Return whether no endpoint has ever seen a guard used."""
        for rpc in self.rpcs:
            if await guard.state(rpc, "confirmed") is GuardState.USED:
                return False
        return True

    async def has_paid(
        self, guard: Guard, request: SettlementRequestView, facts: ChainFacts
    ) -> bool:
        """Return whether any endpoint knows of a payout by a guard, wherever the guard is now."""
        for rpc in self.rpcs:
            if (await use_of(rpc, guard, request, facts)).payout is not None:
                return True
        return False

    async def is_past(self, height: int) -> bool:
        """Return whether every endpoint has finalized a block above a height."""
        heights = await asyncio.gather(*(rpc.block_height("finalized") for rpc in self.rpcs))
        return min(heights) > height

    async def is_spoiled(
        self, guard: Guard, request: SettlementRequestView, facts: ChainFacts
    ) -> bool:
        """Return whether every endpoint reports a guard permanently used, but not by a payout."""
        for rpc in self.rpcs:
            if await guard.state(rpc, "finalized") is not GuardState.USED:
                return False
            if not (await use_of(rpc, guard, request, facts, "finalized")).is_spoiled:
                return False
        return True

    async def send(self, transaction: bytes) -> None:
        """Hand the bytes to every endpoint; one that refuses them changes nothing.

        They are sent again and again until they are final or expired: a refusal for the same
        reason as the one before is not logged again.
        """
        for rpc in self.rpcs:
            try:
                await rpc.send(transaction, skip_preflight=True)
                self._refusals.pop(rpc, None)
            except (RpcError, ChainError) as error:
                reason = str(error)
                if self._refusals.get(rpc) != reason:
                    log.warning("payout_not_sent", extra={"reason": reason})
                self._refusals[rpc] = reason
