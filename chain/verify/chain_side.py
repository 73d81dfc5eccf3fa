"""The chain's own account of the commands: final blocks, read as the follower reads them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.rpc import Json, Rpc, RpcError
from chain.follower.acceptance import Found
from chain.follower.blocks import BadBlock, BlockMark, ReadBlock, read_block
from chain.verify.errors import CannotVerify, Difference

RANGE_SLOTS: Final = 500
TELL_EVERY_RANGES: Final = 20
PREFETCH_MAX: Final = 8
FINALIZED: Final = "finalized"
NO_SUCH_METHOD: Final = -32601
SKIPPED: Final = frozenset({-32007, -32009})


class ChainSide:
    """Rows of the blocks of some slots, in order; every endpoint must agree.

    Endpoints are named by their number: a URL may hold a key.
    """

    def __init__(
        self,
        rpcs: Sequence[Rpc],
        facts: ChainFacts,
        slots: range,
        tell: Callable[[str], None] = lambda _line: None,
    ) -> None:
        assert rpcs, "a check needs an endpoint"
        self._rpcs = tuple(rpcs)
        self._facts = facts
        self._last: BlockMark | None = None
        self._tell = tell
        self._rows = self._read_rows(slots)
        self.blocks = 0

    async def next(self) -> Found | None:
        """Return the next row; None after the last one."""
        return await anext(self._rows, None)

    async def _read_rows(self, wanted: range) -> AsyncIterator[Found]:
        for number, start in enumerate(wanted[::RANGE_SLOTS]):
            slots = await self._list(start, min(wanted[-1], start + RANGE_SLOTS - 1))
            if number and number % TELL_EVERY_RANGES == 0:
                self._tell(f"slot {start:,}, {self.blocks:,} blocks")
            for place in range(0, len(slots), PREFETCH_MAX):
                some = slots[place : place + PREFETCH_MAX]
                blocks = await asyncio.gather(*(self._fetch(slot) for slot in some))
                for slot, answers in zip(some, blocks, strict=True):
                    for found in self._read(slot, answers):
                        yield found

    async def _list(self, start: int, end: int) -> list[int]:
        lists = [await rpc.blocks(start, end, FINALIZED) for rpc in self._rpcs]
        for number, slots in enumerate(lists, 1):
            if slots != sorted(set(slots)) or (slots and not start <= slots[0] <= slots[-1] <= end):
                raise Difference(
                    f"endpoint {number} lists blocks that were not asked for: {start} to {end}"
                )
            if slots != lists[0]:
                slot = min(set(slots) ^ set(lists[0]))
                raise Difference(
                    f"slot {slot}: the endpoints disagree whether it has a block: "
                    f"the first says {_yes(slot in lists[0])}, "
                    f"number {number} says {_yes(slot in slots)}"
                )
        return lists[0]

    async def _fetch(self, slot: int) -> list[Json]:
        return list(await asyncio.gather(*(self._block(rpc, slot) for rpc in self._rpcs)))

    async def _block(self, rpc: Rpc, slot: int) -> Json:
        try:
            return await rpc.block(slot, FINALIZED)
        except RpcError as error:
            if error.code in SKIPPED:
                raise Difference(f"slot {slot}: an endpoint lists a block and has none") from error
            raise

    def _read(self, slot: int, answers: list[Json]) -> list[Found]:
        reads: list[ReadBlock] = []
        for number, answer in enumerate(answers, 1):
            try:
                reads.append(read_block(slot, answer, self._last, self._facts))
            except BadBlock as error:
                raise Difference(f"slot {slot}: {error} (endpoint {number})") from error
            if reads[-1] != reads[0]:
                raise Difference(
                    f"slot {slot}: the endpoints disagree about its block: "
                    f"the first has {_summary(reads[0])}, "
                    f"number {number} has {_summary(reads[-1])}"
                )
        self._last = reads[0].mark
        self.blocks += 1
        return reads[0].found


async def check_genesis(rpcs: Sequence[Rpc], expected: str) -> None:
    """Raise CannotVerify unless every endpoint serves the chain that the journal names."""
    for number, rpc in enumerate(rpcs, 1):
        found = await rpc.genesis_hash()
        if found != expected:
            raise CannotVerify(
                f"the journal belongs to the chain with the genesis hash {expected}, endpoint "
                f"{number} serves {found}"
            )


async def first_available_slot(rpcs: Sequence[Rpc]) -> int:
    """Return the first slot of which all endpoints still have the block."""
    slots = []
    for rpc in rpcs:
        try:
            slot = await rpc.read("getFirstAvailableBlock")
        except RpcError as error:
            if error.code != NO_SUCH_METHOD:
                raise
            slot = 0
        if not isinstance(slot, int) or isinstance(slot, bool) or slot < 0:
            raise ChainError("NODE_UNAVAILABLE", {"method": "getFirstAvailableBlock"})
        slots.append(slot)
    return max(slots)


async def final_slot(rpcs: Sequence[Rpc]) -> int:
    """Return the newest slot that is final for all endpoints."""
    return min([await rpc.slot(FINALIZED) for rpc in rpcs])


def _yes(is_there: bool) -> str:
    return "yes" if is_there else "no"


def _summary(read: ReadBlock) -> str:
    rows = ", ".join(str(found.origin.order_key) for found in read.found) or "none"
    return f"blockhash {read.mark.blockhash}, rows {rows}"
