"""The chain of a world: the embedded node's ledger under the virtual clock, and RPC that fails.

The ledger executes real transactions. Slots are skipped, finality lags, and confirmed blocks are
abandoned; their transactions may land again, later and in another order.
"""

import asyncio
import base64
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from solders.signature import Signature

from chain.client.errors import ChainError
from chain.client.rpc import Json, Rpc, RpcError
from chain.node.encoding.wire import decode
from chain.node.errors import RpcError as NodeError
from chain.node.methods.params import Params
from chain.node.server.dispatcher import Dispatcher
from chain.node.server.turns import at_once
from chain.node.state.ledger import Commitment, Ledger
from chain.node.state.store import Record

SLOT_MS = 400
FINALITY_SLOTS = 10  # instead of 32, so that a run is short
BLOCKHASH_AGE_MAX = 40  # instead of 150
TIMEOUT_S = 10.0
STALE_S = 4.0  # by so much a provider's node can lag


@dataclass(frozen=True, slots=True)
class Landed:
    """A transaction in a block: what it did to the vault, by mint."""

    slot: int
    position: int
    signature: bytes
    is_failed: bool
    vault: dict[bytes, int]  # change of each of the vault's accounts
    addresses: tuple[bytes, ...]
    wire: bytes


class _Ledger(Ledger):
    """Tells when blocks are abandoned."""

    on_fork: Callable[[int], None]

    def _abandon_slots_after(self, request: Any) -> None:
        super()._abandon_slots_after(request)
        self.on_fork(request.slot)


class Chain:
    """One chain, which every machine of a world asks."""

    def __init__(self, home: Path, chance: random.Random, now_s: Callable[[], float]) -> None:
        self.chance = chance
        self.is_faulty = False
        self.ledger = _Ledger.open(home, SLOT_MS, lambda: 1_262_304_000_000 + int(now_s() * 1000))
        self.ledger.store._writer.execute("PRAGMA synchronous = OFF")
        self.ledger.on_fork = self._forked
        self.ledger.listen(self)
        self.dispatcher = Dispatcher(self.ledger, None)
        self.vaults: tuple[bytes, ...] = ()
        self.landed: list[Landed] = []
        self.forks = 0
        self.note: Callable[[str], None] = lambda _text: None
        self.on_landed: Callable[[Landed], None] = lambda _landed: None
        self.on_slot: Callable[[], None] = lambda: None

    def close(self) -> None:
        """Close the files of the node."""
        self.ledger.store.close()

    # what the ledger tells

    def executed(self, record: Record) -> None:
        """Handle a processed transaction."""
        landed = Landed(
            record.slot, record.position, record.signature, record.err is not None,
            _changes(record, self.vaults), record.addresses, record.wire,
        )  # fmt: skip
        self.landed.append(landed)
        self.on_landed(landed)

    def slot_opened(self, slot: int) -> None:
        """Handle a new open slot: what is to go wrong with it."""
        self.on_slot()
        ledger, roll = self.ledger, self.chance.random
        if not self.is_faulty:
            ledger.finality_delay_slots = ledger.confirmation_delay_slots = 0
            return
        if roll() < 0.04:
            ledger.skip_slots(self.chance.randint(1, 4))
        if roll() < 0.05:
            ledger.finality_delay_slots = self.chance.choice((0, 0, 5, 20))
        if roll() < 0.05:
            ledger.confirmation_delay_slots = self.chance.choice((0, 0, 1, 3))
        if roll() < 0.06:
            self.fork(self.chance.randint(1, FINALITY_SLOTS))

    def commitment_moved(self, commitment: Commitment, after_slot: int, to_slot: int) -> None:
        """Handle the slots that reached a commitment."""

    def fork(self, depth: int) -> None:
        """Abandon the blocks of the last slots, as many as are not final."""
        ledger = self.ledger
        slot = ledger.timeline.block_at_or_before(
            max(ledger.finalized_slot, ledger.open_slot - depth)
        )
        if ledger.finalized_slot <= slot < ledger.open_slot:
            ledger.fork_after(slot, leaves_gap=self.chance.random() < 0.5)

    def _forked(self, slot: int) -> None:
        gone = [row for row in self.landed if row.slot > slot]
        self.landed = [row for row in self.landed if row.slot <= slot]
        self.forks += bool(gone)
        self.note(f"FORK after slot {slot}: {len(gone)} transactions are gone")
        for row in gone:
            if self.chance.random() < 0.7:
                late_s = 5 * self.chance.random()
                asyncio.get_running_loop().call_later(late_s, self.send_again, row.wire)

    def send_again(self, wire: bytes) -> None:
        """Let a transaction land if it still can."""
        try:
            self.ledger.submit(decode(wire), skip_preflight=True)
        except NodeError:
            return

    def vault_e6(self, vault: bytes, slot: int | None = None) -> int:
        """Return the sum of an account's changes, up to a slot."""
        return sum(
            row.vault.get(vault, 0) for row in self.landed if slot is None or row.slot <= slot
        )

    def blockhash(self, slot: int) -> bytes:
        """Return the hash of a slot's block on the present fork."""
        return self.ledger.blockhashes.of(slot)


def _changes(record: Record, accounts: Sequence[bytes]) -> dict[bytes, int]:
    """Return what a transaction changed in token accounts, as its meta says."""
    changes: dict[bytes, int] = {}
    for sign, rows in ((-1, "preTokenBalances"), (1, "postTokenBalances")):
        for row in record.meta[rows]:
            address = record.addresses[row["accountIndex"]]
            if address in accounts:
                amount = sign * int(row["uiTokenAmount"]["amount"])
                changes[address] = changes.get(address, 0) + amount
    return changes


class SimRpc(Rpc):
    """One endpoint as a machine sees it: late, away, lagging; sends get lost and doubled."""

    def __init__(self, chain: Chain, chance: random.Random) -> None:
        super().__init__("sim")
        self.chain = chain
        self.chance = chance
        self.is_cut = False
        self._seen: dict[bytes, tuple[float, Json]] = {}

    async def call(self, method: str, params: Sequence[Json] = ()) -> Json:
        roll, is_faulty = self.chance.random, self.chain.is_faulty
        await asyncio.sleep(0.01 * roll())
        if self.is_cut or (is_faulty and roll() < 0.003):
            await asyncio.sleep(TIMEOUT_S)
            raise _away(method) from TimeoutError()
        if is_faulty and roll() < 0.01:
            raise _away(method)
        answer = self._answer(method, params)
        if is_faulty and roll() < 0.02:
            await asyncio.sleep(2 * roll())  # the chain may fork meanwhile
        if is_faulty and roll() < 0.01:
            raise _away(method)
        await asyncio.sleep(0.01 * roll())
        return orjson.loads(answer)

    def _answer(self, method: str, params: Sequence[Json]) -> bytes:
        roll, is_faulty = self.chance.random, self.chain.is_faulty
        if method == "sendTransaction":
            return self._send(params)
        key, now_s = orjson.dumps([method, params]), asyncio.get_running_loop().time()
        at_s, old = self._seen.get(key, (float("-inf"), b""))
        if is_faulty and now_s - at_s < STALE_S and roll() < 0.03:
            return old
        answer = self._ask(method, params)
        self._seen[key] = now_s, answer
        return answer

    def _send(self, params: Sequence[Json]) -> bytes:
        roll, is_faulty = self.chance.random, self.chain.is_faulty
        if is_faulty and roll() < 0.05:  # lost on its way to the leader
            return orjson.dumps(str(Signature(decode(_wire(params)).signature)))
        if is_faulty and roll() < 0.1:
            loop = asyncio.get_running_loop()
            loop.call_later(8 * roll(), self.chain.send_again, _wire(params))
        return self._ask("sendTransaction", params)

    def _ask(self, method: str, params: Sequence[Json]) -> bytes:
        try:
            return orjson.dumps(at_once(self.chain.dispatcher.call(method, Params(list(params)))))
        except NodeError as error:
            raise RpcError(error.code, error.message, error.data) from error


def _wire(params: Sequence[Json]) -> bytes:
    return base64.b64decode(params[0])


def _away(method: str) -> ChainError:
    return ChainError("NODE_UNAVAILABLE", {"method": method, "reason": "simulated"})
