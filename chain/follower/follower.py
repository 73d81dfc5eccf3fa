"""`Follower`: walks the blocks of the chain and hands commands to the sequencer, in order.

Order is (slot, transaction index, instruction index). What the engine's cursor has passed is
skipped, so a restart at any point loses nothing and repeats nothing. Where the chain has abandoned
blocks that were processed, the follower goes back to the newest block of both forks; if the engine
has commands of later ones, a journaled RewindChain voids them, and the process starts again without
them. It never goes back behind a block that it has seen finalized. While the checkpoint cannot be
written, commands are applied when their block is final, and payouts wait.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from time import monotonic
from typing import Final

from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc, RpcError
from chain.commands.spec import UserCommand
from chain.follower.acceptance import Found
from chain.follower.ahead import Fetched, fetched_ahead
from chain.follower.blocks import BadBlock, BlockMark, ReadBlock, WrongParent, require_child
from chain.follower.checkpoint import CheckpointFile, CheckpointWriter
from chain.follower.endpoints import LAG_ALERT_SLOTS, Endpoints, EndpointsDisagree
from chain.follower.marks import Cursor, Marks, Worked
from chain.follower.rows import command_of
from engine.core.generated.messages import IgnoreTransaction, RewindChain
from engine.sequencer import Applied, Sequencer, SequencerOverloadedError

log = logging.getLogger(__name__)

RANGE_SLOTS: Final = 500
RANGE_SLOTS_MAX: Final = 256_000  # of ranges that widen over slots without blocks
EMPTY_RANGES_MAX: Final = 30
BACKOFF_START_S: Final = 0.1
BACKOFF_MAX_S: Final = 5.0
STUCK_S: Final = 5.0
PATIENT_ATTEMPTS: Final = 6  # about six seconds
CHECKPOINT_EVERY_BLOCKS: Final = 50
FLOWS_MAX: Final = 4096
SUBMIT_MAX: Final = 256  # flushed together

CONFIRMED: Final = "confirmed"
FINALIZED: Final = "finalized"


class FinalizedForkError(Exception):
    """The chain no longer holds a block that was finalized; the message is a sentence."""


class Follower:
    """The one reader of the chain; `run` continues until cancelled, whatever node and disk do.

    It ends with ChainRewoundError after a rewind, and with FinalizedForkError where none can help.
    """

    def __init__(
        self,
        rpcs: Rpc | Sequence[Rpc],
        sequencer: Sequencer,
        facts: ChainFacts,
        directory: Path,
        *,
        commitment: str = CONFIRMED,
        poll_s: float = 0.2,
    ) -> None:
        """Follow one endpoint, or several that must agree."""
        assert commitment in (CONFIRMED, FINALIZED), commitment
        endpoints = tuple(rpcs) if isinstance(rpcs, Sequence) else (rpcs,)
        self._endpoints = Endpoints(endpoints, facts, commitment)
        self._sequencer = sequencer
        self._commitment = commitment
        self._poll_s = poll_s
        self._checkpoint = CheckpointFile(directory / "follower.json", facts)
        self._writer = CheckpointWriter(self._checkpoint)
        self._marks = Marks(self._checkpoint.load(), self._cursor)
        last = self._marks.last
        self._next_slot = last.slot + 1 if last else max(self._cursor[0], facts.start_slot)
        self._is_start_checked = False
        self._suspected_slot: int | None = None
        self._since_checkpoint = 0
        self._moved = asyncio.Event()
        self.first_slot = self._next_slot
        # the newest block of ours that the chain has finalized: what payouts may rest on
        self.finalized_slot = 0
        self.trouble = ""  # why it waits at the moment
        self._trouble_at = float("inf")
        # (slot, mint, change) of the vault accounts, for the reconciler
        self.vault_flows: deque[tuple[int, int, int]] = deque(maxlen=FLOWS_MAX)

    @property
    def followed_slot(self) -> int:
        """The last slot whose commands have all been handed over."""
        return self._next_slot - 1

    @property
    def _cursor(self) -> Cursor:
        return self._sequencer.exchange.chain_cursor

    async def run(self) -> None:
        """Follow for ever; trouble with the node means waiting longer, never stopping."""
        backoff_s = BACKOFF_START_S
        try:
            while True:
                try:
                    await self.catch_up()
                    backoff_s, self.trouble = BACKOFF_START_S, ""
                    self._trouble_at = float("inf")
                    await asyncio.sleep(self._poll_s)
                except (
                    ChainError,
                    RpcError,
                    BadBlock,
                    SequencerOverloadedError,
                    OSError,  # no descriptor, a disk's error
                ) as error:
                    self._note_trouble(error)
                    await asyncio.sleep(backoff_s)
                    backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
        finally:
            self._save_last_checkpoint()

    def _save_last_checkpoint(self) -> None:
        try:
            self.save_checkpoint()
        except OSError as error:  # an older one only costs reading blocks again
            log.warning("checkpoint_not_written", extra={"reason": str(error)})

    @property
    def is_stuck(self) -> bool:
        """Whether it has waited, or not written its checkpoint, for long: an alarm."""
        return monotonic() - min(self._trouble_at, self._writer.failing_since) > STUCK_S

    def _note_trouble(self, error: Exception) -> None:
        self.trouble = str(error)
        self._trouble_at = min(self._trouble_at, monotonic())
        if isinstance(error, EndpointsDisagree):
            log.error("endpoints_disagree", extra={"reason": self.trouble})
        else:
            log.warning("follower_waits", extra={"reason": self.trouble})

    async def catch_up(self) -> int:
        """Work off every block up to the present tip; returns the followed slot.

        The tip only says how far to ask. What counts as followed ends at the last block read, so
        a wrong tip costs a few questions; slots without blocks are behind us once the block after
        them has named its parent. Raises BadBlock for what may still be a lie of the node, and
        ChainRewoundError after a rewind.
        """
        try:
            await self._check_start()
            return await self._walk()
        except WrongParent:
            await self._look_for_fork()
            raise

    async def catch_up_patiently(self) -> int:
        """Catch up, and try again a few times when the node contradicts itself."""
        for attempt in range(PATIENT_ATTEMPTS):
            try:
                return await self.catch_up()
            except BadBlock as error:
                self._note_trouble(error)
                await asyncio.sleep(BACKOFF_START_S * 2**attempt)
        return await self.catch_up()

    async def _walk(self) -> int:
        await self._note_finality()
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
        tip = await self._endpoints.tip()
        if abs(tip - self.followed_slot) > LAG_ALERT_SLOTS:
            event = "follower_behind" if tip > self.followed_slot else "node_behind_follower"
            log.warning(event, extra={"slots": abs(tip - self.followed_slot)})
        return tip

    async def wait_for_slot(self, slot: int) -> None:
        """Return once everything up to `slot` has been handed over (needs `run` elsewhere)."""
        while self.followed_slot < slot:
            await self._moved.wait()

    def save_checkpoint(self) -> None:
        """Remember the blocks processed."""
        if self._marks.all:
            self._checkpoint.save(self._marks.all)
            self._since_checkpoint = 0

    # blocks

    async def _follow_range(self, start: int, end: int) -> bool:
        """Work off the blocks of a range; returns whether there was any."""
        slots = await self._endpoints.slots(start, end)
        before = self._next_slot
        async with aclosing(fetched_ahead(self._endpoints, slots)) as ahead:
            async for some in ahead:
                await self._follow_blocks(some)
                if self._marks.is_long:
                    await self._note_finality()
        return self._next_slot > before

    async def _follow_blocks(self, fetched: Sequence[Fetched]) -> None:
        """Work off consecutive blocks; those before a bad one are applied before it is raised."""
        reads: list[ReadBlock] = []
        bad: BadBlock | None = None
        for block in fetched:
            try:
                read = self._read(block, reads)
            except BadBlock as error:
                bad = error
                break
            if read is not None:
                reads.append(read)
        if reads:
            await self._process_blocks(reads)
        if bad is not None:
            raise bad

    def _read(self, block: Fetched, before: Sequence[ReadBlock]) -> ReadBlock | None:
        """Return the content of a block that follows those `before` it, None where there is none.

        Raises BadBlock.
        """
        slot = block.slot
        last = before[-1].mark if before else self._marks.last
        next_slot = before[-1].mark.slot + 1 if before else self._next_slot
        read = block.read()
        if read is None:
            return None
        require_child(read, last)
        if next_slot <= read.parent.slot < slot:
            raise BadBlock(f"block {slot} does not follow slot {next_slot - 1}, the last read")
        if not before and self._marks.partial(self._cursor) not in (None, read.mark):
            raise WrongParent(f"block {slot} is in the place of another that was begun")
        if not self._marks.has_room(len(before) + 1):
            raise BadBlock("too many blocks wait for the cluster to finalize them")
        return read

    async def _process_blocks(self, reads: Sequence[ReadBlock]) -> None:
        """Apply blocks under one checkpoint; without it each waits until it is final."""
        self._marks.begin(self._worked(reads))
        self._since_checkpoint += len(reads)
        has_rows = bool(self._new_rows(reads))
        is_due = self._since_checkpoint >= CHECKPOINT_EVERY_BLOCKS or self._writer.failure
        if not (has_rows or is_due) or await self._write_checkpoint() or not has_rows:
            await self._apply(reads)
            return
        for read in reads:
            self._marks.begin(self._worked([read]))
            if self._new_rows([read]):
                await self._require_final(read.mark)
            await self._apply([read])

    async def _apply(self, reads: Sequence[ReadBlock]) -> None:
        """Submit what is new in blocks that were begun, and finish them."""
        rows = self._new_rows(reads)
        try:
            for start in range(0, len(rows), SUBMIT_MAX):
                await self._submit(rows[start : start + SUBMIT_MAX])
        except BaseException:
            worked = zip(reads, self._worked(reads), strict=True)
            self._finish([read for read, row in worked if row.cursor <= self._cursor])
            raise
        self._finish(reads)

    def _finish(self, reads: Sequence[ReadBlock]) -> None:
        """Count blocks as followed, whose commands the engine has."""
        if not reads:
            return
        for read in reads:
            flows = ((read.mark.slot, flow.mint, flow.delta_e6) for flow in read.flows)
            self.vault_flows.extend(flows)
        self._marks.finish(len(reads))
        self._suspected_slot = None
        self._advance(reads[-1].mark.slot + 1)

    def _new_rows(self, reads: Sequence[ReadBlock]) -> list[Found]:
        cursor = self._cursor
        return [found for read in reads for found in read.found if found.origin.order_key > cursor]

    def _worked(self, reads: Sequence[ReadBlock]) -> list[Worked]:
        """Return consecutive blocks with the place of the last command up to the end of each."""
        place = self._marks.blocks[-1].cursor if self._marks.blocks else self._cursor
        worked = []
        for read in reads:
            place = read.found[-1].origin.order_key if read.found else place
            worked.append(Worked(read.mark, place))
        return worked

    async def _write_checkpoint(self) -> bool:
        is_written = await self._writer.save(self._marks.all)
        if is_written:
            self._since_checkpoint = 0
        return is_written

    async def _require_final(self, mark: BlockMark) -> None:
        """Raise BadBlock unless a block can never be abandoned: the file does not know it."""
        if mark.slot > await self._endpoints.finalized():
            raise BadBlock(
                f"the checkpoint cannot be written ({self._writer.failure}): the commands of"
                f" block {mark.slot} wait until it is final"
            )
        if await self._endpoints.blockhash(mark.slot, FINALIZED) != mark.blockhash:
            raise WrongParent(f"the finalized block {mark.slot} is not the one that was read")

    async def _submit(self, rows: list[Found]) -> None:
        """Hand rows over together, in order; when cancelled, wait until all are applied."""
        commands = [self._command(found) for found in rows]
        done = asyncio.ensure_future(self._sequencer.submit_all(commands, _forget))
        try:
            await asyncio.shield(done)
        finally:
            await asyncio.wait([done])
            done.exception()  # seen, also when the caller was cancelled

    def _command(self, found: Found) -> UserCommand | IgnoreTransaction:
        return command_of(found, self._sequencer.exchange.market_id_of)

    def _advance(self, next_slot: int) -> None:
        if next_slot > self._next_slot:
            self._next_slot = next_slot
            self._moved.set()
            self._moved = asyncio.Event()

    # forks

    async def _check_start(self) -> None:
        """Make sure, once, that the engine's last command is in a block of known hash.

        An old or missing file does not show whether the chain has abandoned it since. Then it has
        to be at its place in a finalized block, which is waited for: of what may be behind it
        something may have been paid out already, and from where on is unknown.
        """
        known = self._marks.known(self._cursor)
        slot = self._cursor[0]
        if not self._is_start_checked and slot and all(mark.slot < slot for mark in known):
            await self._check_without_file(slot, known)
        self._is_start_checked = True

    async def _check_without_file(self, slot: int, known: list[BlockMark]) -> None:
        finalized = await self._endpoints.finalized()
        if slot > finalized:
            raise BadBlock(f"the node has not finalized slot {slot} yet, whose commands we have")
        if await self._is_there(self._cursor):
            return
        log.error("checkpoint_missing", extra={"slot": slot, "finalized": finalized})
        if self._commitment == FINALIZED or not known:
            raise FinalizedForkError(
                f"The finalized block of slot {slot} does not hold the journal's last command from"
                " the chain: node and journal do not belong together."
            )
        await self._sequencer.submit(RewindChain(slot=known[-1].slot))

    async def _is_there(self, place: Cursor) -> bool:
        """Return whether the chain has something of ours at a place."""
        slot = place[0]
        answers = await self._endpoints.fetch(slot)
        read = self._endpoints.read(slot, self._endpoints.open(slot, answers))
        return read is not None and any(row.origin.order_key == place for row in read.found)

    async def _note_finality(self) -> None:
        """Move `finalized_slot` on to the newest block of ours that the chain has finalized."""
        mark = self._marks.newest_up_to(await self._endpoints.finalized())
        if mark is None or mark.slot <= self.finalized_slot:
            return
        try:
            blockhash = await self._endpoints.blockhash(mark.slot, FINALIZED)
        except RpcError as error:  # it says two things; what is final stays as it was
            log.warning("finality_unclear", extra={"slot": mark.slot, "reason": str(error)})
            return
        if blockhash != mark.blockhash:
            raise WrongParent(f"the finalized block {mark.slot} is not the one that was read")
        has_commands = self._marks.forget_before(mark.slot)
        # payouts may rest on them from here on, so the file has to know it
        if (has_commands or self._writer.failure) and not await self._write_checkpoint():
            return
        self.finalized_slot = mark.slot

    async def _look_for_fork(self) -> None:
        """Leave an abandoned fork that was seen twice running; once may be a contradiction."""
        known = self._marks.known(self._cursor)
        count = await self._count_common(known)
        common_slot = known[count - 1].slot if count else -1
        if count == len(known):
            self._suspected_slot = None
        elif self._suspected_slot != common_slot:
            self._suspected_slot = common_slot
        elif not count or self._commitment == FINALIZED:
            log.critical("finalized_fork", extra={"slot": known[count].slot})
            raise FinalizedForkError(
                f"The chain no longer holds block {known[count].blockhash} of slot"
                f" {known[count].slot}, which was finalized when its commands were applied. Nothing"
                " more is applied or paid: find out which chain the node follows before you start"
                " again."
            )
        else:
            await self._leave_fork(common_slot)

    async def _count_common(self, known: list[BlockMark]) -> int:
        """Return the number of blocks still on the chain: a block holds with its parents."""
        low, high = 0, len(known)
        while low < high:
            middle = (low + high) // 2
            mark = known[middle]
            if await self._endpoints.blockhash(mark.slot, self._commitment) == mark.blockhash:
                low = middle + 1
            else:
                high = middle
        return low

    async def _leave_fork(self, common_slot: int) -> None:
        """Go back to a block of both forks; the engine too if it has commands of later ones."""
        extra = {"common_slot": common_slot, "followed": self.followed_slot}
        log.error("chain_fork", extra=extra)
        if self._cursor[0] > common_slot:
            await self._sequencer.submit(RewindChain(slot=common_slot))
        self._suspected_slot = None
        self._marks.cut_after(common_slot)
        kept = [flow for flow in self.vault_flows if flow[0] <= common_slot]
        self.vault_flows.clear()
        self.vault_flows.extend(kept)
        self._next_slot = common_slot + 1


def _forget(_applied: Applied) -> None:
    """Make no answer of a command: the exchange and its subscribers have it."""
