"""Block sources: one endpoint, or two that must agree.

With two, a block counts when both name the same hash and parent for its slot, and the follower
reads the same rows from what each says about it. Both are read whole: a list of signatures would
not show that one of them changed the bytes of a transaction, and a command that is left out cannot
be missed later. A difference, and silence, is a reason to wait: nothing is guessed.
"""

import asyncio
import logging
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from chain.client.facts import ChainFacts
from chain.client.rpc import Json, Rpc, RpcError
from chain.follower.blocks import BadBlock, OpenBlock, ReadBlock, open_block, read_rows

log = logging.getLogger(__name__)

LAG_ALERT_SLOTS: Final = 150
_BLOCK_SKIPPED = frozenset({-32007, -32009})


class EndpointsDisagree(BadBlock):
    """Two endpoints say different things about the same slot."""


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The endpoints, the first of which is asked where to go; `commitment` is of blocks."""

    rpcs: tuple[Rpc, ...]
    facts: ChainFacts
    commitment: str

    async def tip(self) -> int:
        """Return the newest slot that every endpoint has reached."""
        return self._lowest(await asyncio.gather(*(rpc.slot(self.commitment) for rpc in self.rpcs)))

    async def finalized(self) -> int:
        """Return the newest slot that every endpoint calls finalized."""
        return self._lowest(await asyncio.gather(*(rpc.slot("finalized") for rpc in self.rpcs)))

    def _lowest(self, slots: list[int]) -> int:
        if max(slots) - min(slots) > LAG_ALERT_SLOTS:
            log.warning("endpoints_apart", extra={"slots": max(slots) - min(slots)})
        return min(slots)

    async def slots(self, start: int, end: int) -> list[int]:
        """Return the slots in start…end of which the first endpoint says that they hold a block.

        What it leaves out shows in the parent of the next block.
        """
        slots = await self.rpcs[0].blocks(start, end, self.commitment)
        if slots != sorted(set(slots)) or (slots and not start <= slots[0] <= slots[-1] <= end):
            raise BadBlock("the node lists blocks that were not asked for")
        return slots

    async def fetch(self, slot: int) -> list[Json | None]:
        """Return the block of a slot as each endpoint has it, None where it was skipped."""
        return list(await asyncio.gather(*(self._fetch(rpc, slot) for rpc in self.rpcs)))

    async def _fetch(self, rpc: Rpc, slot: int) -> Json | None:
        try:
            return await rpc.block(slot, self.commitment)
        except RpcError as error:
            if error.code in _BLOCK_SKIPPED:
                return None
            raise

    def open(self, slot: int, answers: Sequence[Json | None]) -> list[OpenBlock | None]:
        """Open the block of a slot as each endpoint has it; raises BadBlock."""
        return [
            None if answer is None else open_block(slot, answer, self.facts) for answer in answers
        ]

    def read(
        self,
        slot: int,
        opened: Sequence[OpenBlock | None],
        known_valid: Set[bytes] = frozenset(),
    ) -> ReadBlock | None:
        """Return the block's content, None where the cluster skipped the slot.

        Raises EndpointsDisagree.
        """
        reads = [
            None if block is None else read_rows(block, self.facts, known_valid) for block in opened
        ]
        for other in reads[1:]:
            _require_same(slot, "the block", reads[0], other)
        return reads[0]

    async def blockhash(self, slot: int, commitment: str) -> str | None:
        """Return the hash of the block in a slot, None where there is none."""
        hashes = await asyncio.gather(
            *(self._blockhash(rpc, slot, commitment) for rpc in self.rpcs)
        )
        for other in hashes[1:]:
            _require_same(slot, "the hash", hashes[0], other)
        return hashes[0]

    async def _blockhash(self, rpc: Rpc, slot: int, commitment: str) -> str | None:
        try:
            return await rpc.blockhash_at(slot, commitment)
        except RpcError as error:
            if error.code in _BLOCK_SKIPPED:
                return None
            raise


def _require_same(slot: int, what: str, one: object, other: object) -> None:
    if one != other:
        raise EndpointsDisagree(f"the two endpoints disagree about {what} of slot {slot}")
