"""Blocks are fetched, and their signatures verified, while those before them are applied.

At most `BATCH_BLOCKS * (AHEAD_MAX + 1)` blocks are held at any time, whatever the node sends.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Final

from chain.client.rpc import Json
from chain.follower.blocks import verified_rows
from chain.follower.endpoints import Endpoints

BATCH_BLOCKS: Final = 5  # whose commands share one checkpoint
AHEAD_MAX: Final = 2


@dataclass(frozen=True, slots=True)
class Fetched:
    """The block of a slot as each endpoint has it, None where it was skipped.

    `verified` has the bytes of transactions whose signatures were found to be valid.
    """

    slot: int
    answers: list[Json | None]
    verified: frozenset[bytes]


async def fetched_ahead(
    endpoints: Endpoints, slots: Sequence[int]
) -> AsyncGenerator[list[Fetched]]:
    """Yield the blocks of the slots in order, some at a time; close it to cancel the rest."""
    starts = iter(range(0, len(slots), BATCH_BLOCKS))
    ahead: deque[asyncio.Task[list[Fetched]]] = deque()

    def fetch_more() -> None:
        while len(ahead) < AHEAD_MAX and (start := next(starts, None)) is not None:
            ahead.append(
                asyncio.create_task(_fetch(endpoints, slots[start : start + BATCH_BLOCKS]))
            )

    try:
        fetch_more()
        while ahead:
            fetched = await ahead.popleft()
            fetch_more()
            yield fetched
    finally:
        for task in ahead:
            task.cancel()
        await asyncio.gather(*ahead, return_exceptions=True)


async def _fetch(endpoints: Endpoints, slots: Sequence[int]) -> list[Fetched]:
    """Fetch some blocks and verify their signatures, in a thread that leaves the loop alone."""
    blocks = await asyncio.gather(*(endpoints.fetch(slot) for slot in slots))
    answers = [answer for block in blocks for answer in block if answer is not None]
    verified = await asyncio.to_thread(verified_rows, answers, endpoints.facts)
    return [Fetched(slot, block, verified) for slot, block in zip(slots, blocks, strict=True)]
