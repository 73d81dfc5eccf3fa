"""`Follower`: walks the blocks of the chain and hands commands to the sequencer, in order.

Order is (slot, transaction index, instruction index). What the engine's cursor has passed is
skipped, so a restart at any point loses nothing and repeats nothing.
"""

import asyncio
import logging
from collections import deque
from pathlib import Path
from typing import Final

from chain.commands import UserCommand, to_command
from chain.errors import ChainError
from chain.facts import ChainFacts
from chain.follower.acceptance import Found
from chain.follower.blocks import BadBlock, read_block
from chain.follower.checkpoint import CheckpointFile
from chain.rpc import Json, Rpc, RpcError
from engine.core.generated.messages import IgnoreTransaction
from engine.sequencer import Sequencer, SequencerOverloadedError

log = logging.getLogger(__name__)

RANGE_SLOTS: Final = 500
RANGE_SLOTS_MAX: Final = 256_000  # of ranges that widen over slots without blocks
EMPTY_RANGES_MAX: Final = 30
PREFETCH_MAX: Final = 8
BACKOFF_START_S: Final = 0.1
BACKOFF_MAX_S: Final = 5.0
CHECKPOINT_EVERY_BLOCKS: Final = 50
FLOWS_MAX: Final = 4096
SUBMIT_MAX: Final = 256
LAG_ALERT_SLOTS: Final = 150
REASON_MAX: Final = 80

_BLOCK_SKIPPED = frozenset({-32007, -32009})


class Follower:
    """The one reader of the chain; `run` goes on until cancelled, whatever the node does."""

    def __init__(
        self,
        rpc: Rpc,
        sequencer: Sequencer,
        facts: ChainFacts,
        directory: Path,
        *,
        commitment: str = "confirmed",
        poll_s: float = 0.2,
    ) -> None:
        assert commitment in ("confirmed", "finalized"), commitment
        self._rpc = rpc
        self._sequencer = sequencer
        self._facts = facts
        self._commitment = commitment
        self._poll_s = poll_s
        self._checkpoint = CheckpointFile(directory / "follower.json", facts)
        cursor = sequencer.exchange.chain_cursor
        self._last = self._checkpoint.load(cursor)
        self._next_slot = self._last.slot + 1 if self._last else cursor[0]
        self._since_checkpoint = 0
        self._moved = asyncio.Event()
        self.first_slot = self._next_slot
        # (slot, mint, change) of the vault accounts, for the reconciler
        self.vault_flows: deque[tuple[int, int, int]] = deque(maxlen=FLOWS_MAX)

    @property
    def followed_slot(self) -> int:
        """The last slot whose commands have all been handed over."""
        return self._next_slot - 1

    async def run(self) -> None:
        """Follow for ever; trouble with the node means waiting longer, never stopping."""
        backoff_s = BACKOFF_START_S
        try:
            while True:
                try:
                    await self.catch_up()
                    backoff_s = BACKOFF_START_S
                    await asyncio.sleep(self._poll_s)
                except (ChainError, RpcError, BadBlock, SequencerOverloadedError) as error:
                    log.warning("follower_waits", extra={"reason": str(error)})
                    await asyncio.sleep(backoff_s)
                    backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
        finally:
            self.save_checkpoint()

    async def catch_up(self) -> int:
        """Work off every block up to the present tip; returns the followed slot.

        The tip only says how far to ask. What counts as followed ends at the last block read, so
        a wrong tip costs a few questions; slots without blocks are behind us once the block after
        them has named its parent.
        """
        tip = await self._read_tip()
        start, width, empty_ranges = self._next_slot, RANGE_SLOTS, 0
        while start <= tip and empty_ranges < EMPTY_RANGES_MAX:
            end = min(tip, start + width - 1)
            if await self._follow_range(start, end):
                start, width, empty_ranges = self._next_slot, RANGE_SLOTS, 0
            elif end == tip:
                break
            else:
                start, width = end + 1, min(2 * width, RANGE_SLOTS_MAX)
                empty_ranges += 1
                tip = await self._read_tip()
        return self.followed_slot

    async def _read_tip(self) -> int:
        tip = await self._rpc.slot(self._commitment)
        if abs(tip - self.followed_slot) > LAG_ALERT_SLOTS:
            event = "follower_behind" if tip > self.followed_slot else "node_behind_follower"
            log.warning(event, extra={"slots": abs(tip - self.followed_slot)})
        return tip

    async def wait_for_slot(self, slot: int) -> None:
        """Return once everything up to `slot` has been handed over (needs `run` elsewhere)."""
        while self.followed_slot < slot:
            await self._moved.wait()

    def save_checkpoint(self) -> None:
        """Remember the last block worked off."""
        if self._last is not None:
            self._checkpoint.save(self._last, self._sequencer.exchange.chain_cursor)
            self._since_checkpoint = 0

    async def _follow_range(self, start: int, end: int) -> bool:
        """Work off the blocks of a range; returns whether there was any."""
        slots = await self._rpc.blocks(start, end, self._commitment)
        if slots != sorted(set(slots)) or (slots and not start <= slots[0] <= slots[-1] <= end):
            raise BadBlock("the node lists blocks that were not asked for")
        before = self._next_slot
        for first in range(0, len(slots), PREFETCH_MAX):
            some = slots[first : first + PREFETCH_MAX]
            for slot, block in zip(some, await self._fetch(some), strict=True):
                if block is not None:
                    await self._follow_block(slot, block)
        return self._next_slot > before

    async def _fetch(self, slots: list[int]) -> list[Json | None]:
        return list(await asyncio.gather(*(self._fetch_block(slot) for slot in slots)))

    async def _fetch_block(self, slot: int) -> Json | None:
        """Return the block, None where the cluster skipped the slot."""
        try:
            return await self._rpc.block(slot, self._commitment)
        except RpcError as error:
            if error.code in _BLOCK_SKIPPED:
                return None
            raise

    async def _follow_block(self, slot: int, block: Json) -> None:
        read = read_block(slot, block, self._last, self._facts)
        if self._next_slot <= read.parent_slot < slot:
            raise BadBlock(f"block {slot} does not follow slot {self.followed_slot}, the last read")
        cursor = self._sequencer.exchange.chain_cursor
        new = [found for found in read.found if found.origin.order_key > cursor]
        for start in range(0, len(new), SUBMIT_MAX):
            await self._submit(new[start : start + SUBMIT_MAX])
        self.vault_flows.extend((slot, flow.mint, flow.delta_e6) for flow in read.flows)
        self._last = read.mark
        self._advance(slot + 1)
        self._since_checkpoint += 1
        if self._since_checkpoint >= CHECKPOINT_EVERY_BLOCKS:
            self.save_checkpoint()

    async def _submit(self, rows: list[Found]) -> None:
        """Hand rows over together, in order; when cancelled, wait until all are applied.

        `submit` queues before it first waits, so tasks that start in order queue in order.
        """
        tasks = [
            asyncio.ensure_future(self._sequencer.submit(self._command(found))) for found in rows
        ]
        done = asyncio.gather(*tasks, return_exceptions=True)
        try:
            await asyncio.shield(done)
        finally:
            results = await done
        for result in results:
            if isinstance(result, BaseException):
                raise result

    def _command(self, found: Found) -> UserCommand | IgnoreTransaction:
        if found.memo is not None:
            return to_command(found.memo, found.origin, self._sequencer.exchange.market_id_of)
        return IgnoreTransaction(
            **found.origin.as_fields(),
            reason=found.reason[:REASON_MAX],
            has_magic=int(found.has_magic),
        )

    def _advance(self, next_slot: int) -> None:
        if next_slot > self._next_slot:
            self._next_slot = next_slot
            self._moved.set()
            self._moved = asyncio.Event()
