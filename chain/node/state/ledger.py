"""The chain: slots that open and close, transactions in them, and what is confirmed.

A transaction is processed when it executes in the open slot, confirmed when that slot has closed
and is on disk, finalized 32 slots later.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import orjson
from solders.account import Account
from solders.errors import BincodeError
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM
from solders.transaction_metadata import SimulateResult

from chain.node.encoding.wire import AccountKeys, Decoded, decode, verify_signatures
from chain.node.errors import (
    PREFLIGHT_FAILURE,
    RpcError,
    describe_transaction_error,
    invalid_params,
    unhealthy,
)
from chain.node.limits import (
    ACCOUNT_BYTES_MAX,
    AIRDROP_BANK_LAMPORTS,
    BLOCKHASH_AGE_MAX,
    CACHED_SLOTS_MAX,
    FINALITY_SLOTS,
    LARGE_ACCOUNTS_BYTES,
    REPLACED_BYTES_MAX,
    SLOT_LAG_MAX,
    SLOT_RECORD_BYTES_MAX,
    SLOT_RESERVATION,
    STORE_RETRY_S_MAX,
    STORE_RETRY_S_MIN,
    TRANSACTIONS_PER_SLOT_MAX,
)
from chain.node.state.bank import AccountChanges, Bank, Outcome
from chain.node.state.blockhashes import Blockhashes
from chain.node.state.nonces import may_advance, nonce_account_of
from chain.node.state.recent_messages import RecentMessages
from chain.node.state.samples import Samples
from chain.node.state.store import ForkWrite, Genesis, Record, SlotWrite, Store
from chain.node.state.store_health import explained
from chain.node.state.timeline import Anchor, SkippedRange, Timeline

log = logging.getLogger(__name__)

_LAG_MIN_MS = 500
_RESERVATION_MARGIN = 8


class Commitment(StrEnum):
    """The commitment level of a request."""

    PROCESSED = "processed"
    CONFIRMED = "confirmed"
    FINALIZED = "finalized"


class Listener(Protocol):
    """A receiver of ledger events; called on the loop, must not block."""

    def executed(self, record: Record) -> None:
        """Handle a processed transaction."""

    def slot_opened(self, slot: int) -> None:
        """Handle a new open slot."""

    def commitment_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        """Handle the slots in `(after_slot, to_slot]` that reached a commitment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Closed:
    slot: int
    write: SlotWrite
    needs_write: bool


@dataclass(frozen=True, slots=True)
class _ForkRequest:
    slot: int
    leaves_gap: bool


class Ledger:
    """Own bank, timeline and store of one chain."""

    def __init__(
        self, store: Store, genesis: Genesis, slot_ms: int, now_ms: Callable[[], int]
    ) -> None:
        self.store = store
        self.genesis_hash = genesis.hash
        self.airdrop_keypair = Keypair.from_seed(genesis.airdrop_seed)
        # Signs nothing: a name of the validator that outlives restarts.
        self.identity = Keypair.from_seed(sha256(genesis.airdrop_seed).digest()).pubkey()
        self.bank = Bank()
        self.bank.load(
            (Pubkey.from_bytes(address), Account.from_bytes(account))
            for address, account in store.accounts()
        )
        self.timeline = Timeline(store.anchors(), store.skips(), store.forks())
        self.slot_ms = slot_ms
        self.now_ms = now_ms
        self._reserved = store.reserved_slot()
        self.open_slot = self._reserved + 1
        self._schedule = (self.open_slot, now_ms())
        anchor = self._anchor_at(self.open_slot, after_slot=store.last_transaction_slot())
        self._reserved = self.open_slot + SLOT_RESERVATION
        store.write(SlotWrite(anchors=[anchor], reserved_slot=self._reserved))
        self._reserved_on_disk = self._reserved
        self.confirmed_slot = self.timeline.parent(self.open_slot)
        self.finalized_slot = self.confirmed_slot
        self._closed_slot = self.confirmed_slot
        self.blockhashes = Blockhashes(genesis.hash, self.timeline, self.confirmed_slot)
        self.recent_messages = RecentMessages()
        for record in store.since(self.blockhashes.oldest_valid_slot + 1):
            self.recent_messages.add(decode(record.wire), record.slot)
        self.transaction_count = store.transaction_count()
        self.samples = Samples(self.open_slot, self.transaction_count, now_ms())
        self.confirmation_delay_slots = 0
        self.finality_delay_slots = 0
        self.is_healthy = True
        self.trouble = ""
        self._skip_slots = 0
        self._fork: _ForkRequest | None = None
        self._records: dict[int, list[Record]] = {}
        self._by_signature: dict[bytes, Record] = {}
        self._sysvars_slot = -1
        self._open_record_bytes = 0
        self._open_large_bytes = 0
        self._listeners: list[Listener] = []
        self._stopping = asyncio.Event()
        self.bank.open_slot(self.open_slot)

    @classmethod
    def open(cls, home: Path, slot_ms: int, now_ms: Callable[[], int]) -> "Ledger":
        """Continue the chain in a directory, or begin a new one there."""
        store = Store(home / "chain.sqlite3")
        try:
            return cls(store, store.genesis() or _begin_chain(store), slot_ms, now_ms)
        except (sqlite3.Error, ValueError, BincodeError) as error:
            store.close()
            raise explained(error, store.path) from error
        except BaseException:
            store.close()
            raise

    def listen(self, listener: Listener) -> None:
        """Add a listener for the life of the ledger."""
        self._listeners.append(listener)

    async def run(self) -> None:
        """Close slots at their time until `stop`; they wait for a store that cannot be written."""
        while not self._stopping.is_set():
            wait_ms = self._close_time_ms() - self.now_ms()
            if wait_ms > 0:
                await self._wait_for_stop(wait_ms / 1000)
            else:
                # Late: let others have their turn between the slots that are caught up.
                await asyncio.sleep(0)
            await self._close_slot()
        if self.is_healthy:
            # Nothing opened after this point is used, so the promise of slots can shrink to it.
            await self._persist(SlotWrite(reserved_slot=self.open_slot))

    def stop(self) -> None:
        """Ask `run` to close the open slot and return."""
        self._stopping.set()

    def slot_at(self, commitment: Commitment) -> int:
        """Return the newest slot of a commitment."""
        if commitment is Commitment.PROCESSED:
            return self.open_slot
        if commitment is Commitment.CONFIRMED:
            return self.confirmed_slot
        return self.finalized_slot

    def commitment_of(self, slot: int) -> Commitment:
        """Return the commitment level of a slot."""
        if slot <= self.finalized_slot:
            return Commitment.FINALIZED
        return Commitment.CONFIRMED if slot <= self.confirmed_slot else Commitment.PROCESSED

    def last_valid_height(self, slot: int) -> int:
        """Return the last block height at which the blockhash of this slot may be used."""
        return self.timeline.block_height(slot) + BLOCKHASH_AGE_MAX

    def block(self, slot: int) -> list[Record]:
        """Return the transactions in a slot, in order."""
        cached = self._records.get(slot)
        return self.store.block(slot) if cached is None else cached

    def records_between(self, after_slot: int, to_slot: int) -> list[Record]:
        """Return the recent transactions in the slots `(after_slot, to_slot]`, in order."""
        return [
            record
            for slot, records in self._records.items()
            if after_slot < slot <= to_slot
            for record in records
        ]

    def find(self, signature: bytes) -> Record | None:
        """Find a transaction, from processed on."""
        return self._by_signature.get(signature) or self.store.by_signature(signature)

    def is_processed(self, decoded: Decoded) -> bool:
        """Return whether the transaction, under this or another signature, has executed."""
        if decoded in self.recent_messages:
            return True
        if self.blockhashes.slot_of(decoded.recent_blockhash) is not None:
            return False  # what has executed with a recent blockhash is among the recent messages
        return self.find(decoded.signature) is not None

    def submit(self, decoded: Decoded, *, skip_preflight: bool) -> bytes:
        """Execute a transaction in the open slot and return its signature.

        A replay returns the signature and executes nothing; the same message under another
        signature is refused. Raises RpcError if it cannot land;
        without preflight a failure that pays its fee lands as a failed transaction.
        """
        self.require_healthy()
        verify_signatures(decoded)
        if self._has_executed(decoded):
            return decoded.signature
        records = self._records.get(self.open_slot, [])
        is_full = self._open_record_bytes >= SLOT_RECORD_BYTES_MAX
        if is_full or len(records) >= TRANSACTIONS_PER_SLOT_MAX:
            raise unhealthy("The block is full; send again in the next slot")
        keys = self.bank.account_keys(decoded)
        size = self._require_room(keys)
        if not self.is_alive(decoded):
            raise preflight_error("BlockhashNotFound", None)
        self._prepare_sysvars()
        outcome = self.bank.execute(
            decoded,
            keys,
            next_nonce=self.blockhashes.next_nonce,
            keep_failure=skip_preflight,
        )
        if not outcome.has_landed:
            raise preflight_error(outcome.err, outcome)
        record = Record(
            slot=self.open_slot,
            position=len(records),
            signature=decoded.signature,
            wire=decoded.wire,
            meta_json=orjson.dumps(outcome.meta),
            addresses=tuple(map(bytes, keys.all)),
            written=outcome.written,
        )
        self._open_record_bytes += len(record.wire) + len(record.meta_json)
        self._open_large_bytes += size
        self._records.setdefault(self.open_slot, records).append(record)
        self._by_signature[record.signature] = record
        self.recent_messages.add(decoded, record.slot)
        self.transaction_count += 1
        self._notify(lambda listener: listener.executed(record))
        return record.signature

    def _has_executed(self, decoded: Decoded) -> bool:
        """Return whether this is a replay; raises RpcError for one under another signature."""
        if not self.is_processed(decoded):
            return False
        if self.find(decoded.signature) is None:
            raise preflight_error("AlreadyProcessed", None)
        return True

    def require_healthy(self) -> None:
        """Raise RpcError while the store cannot be written."""
        if not self.is_healthy:
            message = f"Node is unhealthy: its store cannot be written ({self.trouble})"
            raise unhealthy(message)

    def simulate(self, decoded: Decoded) -> SimulateResult:
        """Run a transaction on the tip without effect; raises RpcError for too large accounts."""
        self._require_room(self.bank.account_keys(decoded))
        self._prepare_sysvars()
        return self.bank.simulate(decoded)

    def _require_room(self, keys: AccountKeys) -> int:
        """Return the slot cost of a transaction's accounts: only large ones count."""
        size = self.bank.data_bytes(keys)
        if size <= LARGE_ACCOUNTS_BYTES:
            return 0
        if size > ACCOUNT_BYTES_MAX:
            raise invalid_params(f"the accounts hold more than {ACCOUNT_BYTES_MAX} bytes")
        is_full = self._open_large_bytes + size > ACCOUNT_BYTES_MAX
        if is_full or self.bank.replaced_bytes + size > REPLACED_BYTES_MAX:
            raise unhealthy("No room for so large accounts now; send again in a later slot")
        return size

    def is_alive(self, decoded: Decoded) -> bool:
        """Return whether the transaction names a recent blockhash or a due durable nonce."""
        if self.blockhashes.slot_of(decoded.recent_blockhash) is not None:
            return True
        address = nonce_account_of(decoded)
        if address is None:
            return False
        return may_advance(decoded, self.bank.read(address), self.blockhashes.next_nonce)

    def skip_slots(self, count: int) -> None:
        """Leave the next slots without blocks (fault injection)."""
        assert count >= 0
        self._skip_slots = count

    def fork_after(self, slot: int, *, leaves_gap: bool) -> None:
        """Continue from an older unfinalized block when the open slot closes (fault injection).

        Every transaction after it is gone unless it is sent again; the accounts are as they were.
        The slots since then hold empty blocks with other hashes, or none if `leaves_gap`.
        """
        if not self.timeline.has_room:
            raise ValueError("no more forks are kept")
        if not self.finalized_slot <= slot < self.open_slot or not self.timeline.has_block(slot):
            raise ValueError(
                f"a fork begins after a block from slot {self.finalized_slot} to"
                f" {self.open_slot - 1}, not after slot {slot}"
            )
        self._fork = _ForkRequest(slot, leaves_gap)

    def _prepare_sysvars(self) -> None:
        if self._sysvars_slot == self.open_slot:
            return
        self._sysvars_slot = self.open_slot
        self.bank.set_sysvars(
            self.open_slot,
            self.timeline.block_time_s(self.open_slot),
            self.blockhashes.slot_hashes(),
        )

    async def _close_slot(self) -> None:
        closed = self._roll()
        self.samples.note(closed.slot, self.transaction_count, self.now_ms())
        if closed.needs_write:
            if not await self._persist(closed.write):
                return  # stopping: what is not on disk is not confirmed
            self._reserved_on_disk = closed.write.reserved_slot
        self._closed_slot = closed.slot
        if self._fork is not None:
            self._abandon_slots_after(self._fork)
            self._fork = None
        self._move_commitments()

    async def _persist(self, write: SlotWrite) -> bool:
        """Write, again and again until the disk takes it; False when the node stops first.

        Meanwhile no slot closes, nothing is confirmed and every send is refused; reads continue.
        """
        pause_s = STORE_RETRY_S_MIN
        while True:
            try:
                await asyncio.to_thread(self.store.write, write)
            except sqlite3.Error as error:
                self.is_healthy = False
                self.trouble = str(error)
                details = {"reason": self.trouble, "again_after_s": pause_s}
                log.critical("chain_store_failed", extra=details)
            else:
                if not self.is_healthy:
                    log.warning("chain_store_works_again")
                self.is_healthy = True
                return True
            await self._wait_for_stop(pause_s)
            if self._stopping.is_set():
                log.critical("chain_stopped_without_its_last_slot", extra={"reason": self.trouble})
                return False
            pause_s = min(2 * pause_s, STORE_RETRY_S_MAX)

    def _roll(self) -> _Closed:
        """Close the open slot in memory and open the next one."""
        slot = self.open_slot
        next_slot = slot + 1
        skips: list[SkippedRange] = []
        if self._skip_slots and next_slot + self._skip_slots <= self._reserved_on_disk:
            skips.append(SkippedRange(first=next_slot, last=slot + self._skip_slots))
            next_slot += self._skip_slots
            self._skip_slots = 0
            self.timeline.add_skip(skips[0])
        anchors: list[Anchor] = []
        lag_ms = self.now_ms() - self._close_time_ms()
        if skips or lag_ms > max(SLOT_LAG_MAX * self.slot_ms, _LAG_MIN_MS):
            anchors.append(self._anchor_at(next_slot, after_slot=slot))
        needs_promise = next_slot + self._skip_slots + _RESERVATION_MARGIN >= self._reserved
        if needs_promise:
            self._reserved = next_slot + self._skip_slots + SLOT_RESERVATION + _RESERVATION_MARGIN
        records = self._records.get(slot, [])
        write = SlotWrite(
            records=records,
            accounts=_stored(self.bank.changed_in(slot)),
            anchors=anchors,
            skips=skips,
            reserved_slot=self._reserved,
        )
        self.blockhashes.add(slot)
        self.recent_messages.forget_through(self.blockhashes.oldest_valid_slot)
        self.open_slot = next_slot
        self._open_record_bytes = self._open_large_bytes = 0
        self.bank.open_slot(next_slot)
        self._notify(lambda listener: listener.slot_opened(next_slot))
        needs_write = bool(records or anchors or skips) or needs_promise
        return _Closed(slot=slot, write=write, needs_write=needs_write)

    def _abandon_slots_after(self, request: _ForkRequest) -> None:
        """Fork in memory and on disk at once; no other write is under way at this point."""
        slot = request.slot
        skip: SkippedRange | None = None
        if request.leaves_gap and slot + 1 < self.open_slot:
            skip = SkippedRange(first=slot + 1, last=self.open_slot - 1)
            self.timeline.forget_skips_after(slot)
            self.timeline.add_skip(skip)
        fork = self.timeline.fork_after(slot)
        restored = _stored(self.bank.rewind(slot))
        self.store.rewind(ForkWrite(fork=fork, accounts=restored, skip=skip))
        for past in [past for past in self._records if past > slot]:
            for record in self._records.pop(past):
                del self._by_signature[record.signature]
        self.recent_messages.forget_after(slot)
        self.transaction_count = self.store.transaction_count()
        newest = self.timeline.parent(self.open_slot)
        self.blockhashes = Blockhashes(self.genesis_hash, self.timeline, newest)
        self.confirmed_slot = min(self.confirmed_slot, newest)
        self._sysvars_slot = -1

    def _move_commitments(self) -> None:
        block_at = self.timeline.block_at_or_before
        confirmed = block_at(self._closed_slot - self.confirmation_delay_slots)
        if confirmed > self.confirmed_slot:
            after, self.confirmed_slot = self.confirmed_slot, confirmed
            self._tell_moved(Commitment.CONFIRMED, after, confirmed)
        finalized = block_at(self.confirmed_slot - FINALITY_SLOTS - self.finality_delay_slots)
        if finalized > self.finalized_slot:
            after, self.finalized_slot = self.finalized_slot, finalized
            self.bank.forget_before(finalized)
            self._tell_moved(Commitment.FINALIZED, after, finalized)
            self._drop_old_records()

    def _tell_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        self._notify(lambda listener: listener.commitment_moved(commitment, after_slot, to_slot))

    def _notify(self, notify: Callable[[Listener], None]) -> None:
        """Notify all listeners; the error of one listener is logged and ends no other."""
        for listener in self._listeners:
            try:
                notify(listener)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException:  # a panic of the native code is no Exception
                log.exception("listener_failed", extra={"listener": type(listener).__name__})

    def _drop_old_records(self) -> None:
        oldest_kept = self.finalized_slot - CACHED_SLOTS_MAX
        for slot in list(self._records):
            if slot >= oldest_kept:
                break
            for record in self._records.pop(slot):
                del self._by_signature[record.signature]

    def _anchor_at(self, slot: int, *, after_slot: int) -> Anchor:
        """Let the schedule begin anew at a slot; block time never falls behind an earlier block."""
        self._schedule = (slot, self.now_ms())
        floor_ms = self.timeline.unix_ms(after_slot)
        anchor = Anchor(slot=slot, unix_ms=max(self.now_ms(), floor_ms), slot_ms=self.slot_ms)
        self.timeline.add_anchor(anchor)
        return anchor

    def _close_time_ms(self) -> int:
        slot, started_ms = self._schedule
        return started_ms + (self.open_slot + 1 - slot) * self.slot_ms

    async def _wait_for_stop(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return


def _begin_chain(store: Store) -> Genesis:
    genesis = Genesis(hash=os.urandom(32), airdrop_seed=os.urandom(32))
    address = Keypair.from_seed(genesis.airdrop_seed).pubkey()
    account = Account(AIRDROP_BANK_LAMPORTS, b"", SYSTEM_PROGRAM)
    store.create(genesis, SlotWrite(accounts=[(bytes(address), bytes(account))], reserved_slot=0))
    return genesis


def preflight_error(err: object, outcome: Outcome | None) -> RpcError:
    """Build the refusal of a transaction that would not succeed."""
    meta = {} if outcome is None else outcome.meta
    return RpcError(
        PREFLIGHT_FAILURE,
        f"Transaction simulation failed: {describe_transaction_error(err)}",
        {
            "accounts": None,
            "err": err,
            "innerInstructions": None,
            "logs": meta.get("logMessages", []),
            "replacementBlockhash": None,
            "returnData": meta.get("returnData"),
            "unitsConsumed": meta.get("computeUnitsConsumed", 0),
        },
    )


def _stored(changes: AccountChanges) -> list[tuple[bytes, bytes | None]]:
    return [
        (bytes(address), None if account is None else bytes(account))
        for address, account in changes.items()
    ]
