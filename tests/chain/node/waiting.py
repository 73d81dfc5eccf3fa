"""Wait for the chain by its own events instead of by sleeping."""

import asyncio
from collections.abc import Callable

from chain.node.server.server import NodeServer
from chain.node.state.ledger import Commitment
from chain.node.state.store import Record


class _Waker:
    def __init__(self, is_done: Callable[[], bool]) -> None:
        self._is_done = is_done
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._check()

    def executed(self, record: Record) -> None:
        self._check()

    def slot_opened(self, slot: int) -> None:
        self._check()

    def commitment_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        self._check()

    def _check(self) -> None:
        if not self.future.done() and self._is_done():
            self.future.set_result(None)


async def until(node: NodeServer, is_done: Callable[[], bool]) -> None:
    waker = _Waker(is_done)
    node.ledger.listen(waker)
    await waker.future


async def settled(
    node: NodeServer, signature: bytes, commitment: Commitment = Commitment.CONFIRMED
) -> None:
    def is_done() -> bool:
        record = node.ledger.find(signature)
        return record is not None and record.slot <= node.ledger.slot_at(commitment)

    await until(node, is_done)
