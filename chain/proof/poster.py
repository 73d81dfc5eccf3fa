"""`RootPoster`: puts the state root on the chain at an interval, each command's at most once.

export (the loop stops for one copy) → leaves and tree (a thread) → wait until the chain
commands of that state are final, so that no fork can take it back → sign → file → send the same
bytes until they are final, or can no longer land.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solders.compute_budget import set_compute_unit_limit
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey

from chain.client.addresses import state_root
from chain.client.facts import ChainFacts
from chain.client.instructions import memo as memo_instruction
from chain.client.instructions import signature_of, signed
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, signature_text
from chain.commands.lines import U64_MAX
from chain.proof.leaves import Export, make_statement
from chain.proof.posted_roots import posted_roots
from chain.proof.root_files import RootFiles, SignedRoot, memo_of
from chain.proof.root_memo import render
from chain.proof.tree import SumTree
from chain.worker import Worker
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

PERIOD_S: Final = 1.0
COMPUTE_UNITS: Final = 200_000
INTERVAL_S: Final = 3600
RETRY_S: Final = 60  # after a root that was lost, which costs a fee and a tree
READY_S: Final = 60  # a root must not be much older than the vault's balance beside it


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """Signer, payer, paths, and the real seconds between two roots."""

    key: Keypair
    directory: Path
    interval_s: int = INTERVAL_S
    wall_s: Callable[[], float] = time.time


@dataclass(frozen=True, slots=True)
class _Made:
    """A tree that is not posted yet, the slot of the last chain command in its state, and when."""

    tree: SumTree
    chain_slot: int
    made_at_s: float


class RootPoster:
    """`posted` is the last root that is final on the chain, with its tree; None before the first.

    It names the vault's token accounts in its transaction, so that the chain itself keeps what the
    vault held at that slot.
    """

    def __init__(
        self,
        rpc: Rpc,
        sequencer: Sequencer,
        facts: ChainFacts,
        posting: Posting,
        final_slot: Callable[[], int] = lambda: U64_MAX,
    ) -> None:
        """Post nothing beyond `final_slot`: up to there the blocks that were applied are final."""
        self._rpc = rpc
        self._sequencer = sequencer
        self._facts = facts
        self._key = posting.key
        self._files = RootFiles(posting.directory)
        self._interval_s = posting.interval_s
        self._wall_s = posting.wall_s
        self._final_slot = final_slot
        self._is_loaded = False
        self._ready: _Made | None = None
        self._pending: SignedRoot | None = None
        self._least_sequence = 0
        self._not_before_s = 0.0
        self._first: asyncio.Task[_Made] | None = None
        self.posted: SignedRoot | None = None
        self.worker = Worker("root_poster", self.step, PERIOD_S)

    async def step(self) -> None:
        """Do what is next: load, watch what was sent, make a tree when it is time, or post it."""
        if not self._is_loaded:
            await self._load()
        # the hash costs what changed since the last call: a little each second, not all at once
        self._sequencer.exchange.state_hash()
        if self._ready is not None and self._wall_s() - self._ready.made_at_s > READY_S:
            self._ready = None
        if self._pending is not None:
            await self._watch(self._pending)
        elif self._ready is not None:
            # what the node calls final may be blocks of another fork than those that were applied
            finalized = min(await self._rpc.slot("finalized"), self._final_slot())
            if finalized >= self._ready.chain_slot:
                await self._post(self._ready.tree)
        elif self._is_due():
            self._ready = await self._make()

    async def tree(self) -> SumTree:
        """Return the tree of the last root on the chain; before that, one made on request."""
        if self.posted is not None:
            return self.posted.tree
        if self._pending is not None:
            return self._pending.tree
        if self._ready is not None:
            return self._ready.tree
        if self._first is None or (self._first.done() and self._first.exception() is not None):
            self._first = asyncio.create_task(self._make())
        return (await asyncio.shield(self._first)).tree

    async def _load(self) -> None:
        self._pending, self.posted = await asyncio.to_thread(self._files.load)
        signer = address_of(self._key)
        async for root in posted_roots(self._rpc, self._facts, signer):
            self._least_sequence = root.memo.sequence
            break  # the newest
        self._is_loaded = True

    def _is_due(self) -> bool:
        last = self.posted
        if self._wall_s() < self._not_before_s:
            return False
        if last is None:
            return self._sequencer.sequence > self._least_sequence
        is_new = self._sequencer.sequence > max(last.memo.sequence, self._least_sequence)
        return is_new and self._wall_s() - last.signed_at_s >= self._interval_s

    async def _make(self) -> _Made:
        export, made_at_s = Export.of(self._sequencer.exchange), self._wall_s()
        tree = await asyncio.to_thread(lambda: SumTree(make_statement(export)))
        return _Made(tree, export.chain_slot, made_at_s)

    async def _post(self, tree: SumTree) -> None:
        blockhash, last_valid, _slot = await self._rpc.latest_blockhash()
        text = render(self._facts.chain_name, memo_of(tree))
        signer = address_of(self._key)
        tx = signed(
            [self._limit(), memo_instruction(text, signer)],
            [self._key],
            blockhash,
        )
        root = SignedRoot(
            tree=tree,
            tx=tx,
            signature=signature_text(signature_of(tx)),
            last_valid=last_valid,
            signed_at_s=int(self._wall_s()),
        )
        await asyncio.to_thread(self._files.save_pending, root)
        self._pending, self._ready = root, None
        await self._rpc.send(root.tx)

    def _limit(self) -> Instruction:
        """Limit the compute units; the accounts ride along readonly."""
        plain = set_compute_unit_limit(COMPUTE_UNITS)
        named = (
            state_root(self._facts.exchange),
            self._facts.collateral_vault,
            self._facts.token_vault,
        )
        metas = [AccountMeta(Pubkey(key), is_signer=False, is_writable=False) for key in named]
        return Instruction(plain.program_id, plain.data, metas)

    async def _watch(self, root: SignedRoot) -> None:
        """See whether the root is final; send it again, or give it up when it cannot land."""
        height = await self._rpc.block_height("finalized")
        (status,) = await self._rpc.signature_statuses([root.signature])
        if status is None and height <= root.last_valid:
            await self._rpc.send(root.tx)
        elif status is None or status.get("err") is not None:
            await asyncio.to_thread(self._files.drop_pending)
            self._pending, self._first = None, None  # the next request counts again
            self._not_before_s = self._wall_s() + RETRY_S
            log.error("root_lost", extra={"sequence": root.memo.sequence, "status": status})
        elif status["confirmationStatus"] == "finalized":
            landed = root.landed(int(status["slot"]))
            await asyncio.to_thread(self._files.save_posted, landed)
            self.posted, self._pending, self._first = landed, None, None
            extra = {"sequence": root.memo.sequence, "signature": root.signature}
            log.info("root_posted", extra=extra)
