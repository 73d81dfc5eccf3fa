"""Blocks are fetched, verified and read while those before them are applied.

A batch is what is fetched together. All batches that are ready are handed over together: while the
disk is slow they share one checkpoint. At most `BATCH_BLOCKS * AHEAD_MAX` blocks are on their way,
and so many are applied, whatever the node sends.
"""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chain.follower.blocks import BadBlock, OpenBlock, ReadBlock
from chain.follower.endpoints import Endpoints
from chain.follower.signatures import verified

BATCH_BLOCKS: Final = 5
AHEAD_MAX: Final = 3

_VERIFYING: Final = threading.Lock()

Opened = Sequence[OpenBlock | None]  # the block of a slot, as each endpoint has it


@dataclass(frozen=True, slots=True)
class Fetched:
    """The content of a slot's block, None where it was skipped; or why there is none.

    Whether the block follows the one before it is not known yet.
    """

    slot: int
    content: ReadBlock | None = None
    bad: BadBlock | None = None

    def read(self) -> ReadBlock | None:
        """Return the content; raise what is wrong with the block."""
        if self.bad is not None:
            raise self.bad
        return self.content


async def fetched_ahead(
    endpoints: Endpoints, slots: Sequence[int]
) -> AsyncGenerator[list[Fetched]]:
    """Yield the blocks of the slots in order, all that are ready; close it to cancel the rest."""
    starts = iter(range(0, len(slots), BATCH_BLOCKS))
    ahead: deque[asyncio.Task[list[Fetched]]] = deque()

    def fetch_more() -> None:
        while len(ahead) < AHEAD_MAX and (start := next(starts, None)) is not None:
            some = slots[start : start + BATCH_BLOCKS]
            ahead.append(asyncio.create_task(_fetch(endpoints, some)))

    try:
        fetch_more()
        while ahead:
            fetched = await ahead.popleft()
            while ahead and _is_ready(ahead[0]):
                fetched += ahead.popleft().result()
            fetch_more()
            yield fetched
    finally:
        for task in ahead:
            task.cancel()
        await asyncio.gather(*ahead, return_exceptions=True)


def _is_ready(task: asyncio.Task[list[Fetched]]) -> bool:
    """Return whether a batch is there; a failure is raised in its turn."""
    return task.done() and not task.cancelled() and task.exception() is None


async def _fetch(endpoints: Endpoints, slots: Sequence[int]) -> list[Fetched]:
    """Fetch some blocks, verify their signatures in a thread, and read them."""
    opened = await asyncio.gather(*(_opened(endpoints, slot) for slot in slots))
    raws = {raw for one in opened if not isinstance(one, BadBlock) for raw in _raws_of(one)}
    valid = frozenset[bytes]()
    if raws:
        valid = await asyncio.to_thread(_verified_alone, raws)
    fetched: list[Fetched] = []
    for slot, one in zip(slots, opened, strict=True):
        fetched.append(_read(endpoints, slot, one, valid))
        await asyncio.sleep(0)  # the loop has others to serve
    return fetched


async def _opened(endpoints: Endpoints, slot: int) -> Opened | BadBlock:
    answers = await endpoints.fetch(slot)
    try:
        return endpoints.open(slot, answers)
    except BadBlock as error:
        return error


def _verified_alone(raws: set[bytes]) -> frozenset[bytes]:
    """Verify one batch at a time, the next one at once: the loop needs a processor, too."""
    with _VERIFYING:
        return verified(raws)


def _raws_of(opened: Opened) -> Iterator[bytes]:
    return (raw for block in opened if block is not None for _index, raw, _meta in block.rows)


def _read(
    endpoints: Endpoints, slot: int, opened: Opened | BadBlock, valid: frozenset[bytes]
) -> Fetched:
    if isinstance(opened, BadBlock):
        return Fetched(slot, bad=opened)
    try:
        return Fetched(slot, endpoints.read(slot, opened, valid))
    except BadBlock as error:
        return Fetched(slot, bad=error)
