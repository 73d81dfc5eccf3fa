"""`Verifier`: chain and journal, command by command; the replay; snapshots and posted roots.

Everything is streamed: of the journal one segment is in memory, of the chain a few blocks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from solders.hash import Hash

from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.client.wallet import signature_text
from chain.follower.acceptance import Found
from chain.follower.rows import command_of
from chain.proof.posted_roots import posted_roots
from chain.verify.chain_side import (
    ChainSide,
    check_genesis,
    final_slot,
    first_available_slot,
)
from chain.verify.errors import CannotVerify, Difference
from chain.verify.journal_side import (
    Entry,
    check_operator,
    creation,
    effective_entries,
    facts_of,
)
from chain.verify.states import Roots, Snapshots
from engine.core.exchange import Exchange
from engine.core.generated.messages import Command, encode

CHUNK: Final = 1000
TELL_EVERY: Final = 50_000
LAG_SLOTS: Final = 150  # a running core may not have followed the newest ones yet
NEVER: Final = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Inputs of a verification."""

    journal: Path
    snapshots: Path
    rpcs: Sequence[Rpc]
    chain_name: str
    root_signer: bytes | None
    from_slot: int = 0
    to_slot: int | None = None  # None: what a running core must have read
    to_sequence: int = NEVER
    tell: Callable[[str], None] = lambda _line: None


@dataclass(slots=True)
class Counts:
    """The result of a verification."""

    commands: int = 0
    chain_commands: int = 0
    before_first_slot: int = 0
    after_last_slot: int = 0
    operator_commands: int = 0
    blocks: int = 0
    first_slot: int = 0
    last_slot: int = 0
    snapshots: int = 0
    roots: int = 0
    state_hash: str = ""


class Verifier:
    """One check. `run` returns what was counted, or raises Difference or CannotVerify."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._exchange = Exchange()
        self._chunk: list[bytes] = []
        self._place = (-1, 0, 0)
        self.counts = Counts()
        self.notes: list[str] = []

    async def run(self) -> Counts:
        """Check everything that can be checked."""
        wanted, counts = self._wanted, self.counts
        created = creation(wanted.journal)
        facts = facts_of(created, wanted.chain_name)
        await check_genesis(wanted.rpcs, str(Hash(facts.genesis)))
        await self._choose_slots()
        snapshots = Snapshots(wanted.snapshots)
        roots = await self._roots(facts)
        slots = range(counts.first_slot, counts.last_slot + 1)
        chain = ChainSide(wanted.rpcs, facts, slots, wanted.tell)
        try:
            await self._walk(created.operator, chain, snapshots, roots)
            self._check_later(snapshots, roots)
        finally:
            counts.blocks = chain.blocks
            counts.snapshots, counts.roots = snapshots.compared, roots.compared
            counts.state_hash = self._exchange.state_hash().hex()
            self.notes += snapshots.notes
        return counts

    async def _walk(
        self, operator: bytes, chain: ChainSide, snapshots: Snapshots, roots: Roots
    ) -> None:
        wanted = self._wanted
        stops = snapshots.sequences | roots.sequences
        for entry in effective_entries(wanted.journal):
            if entry.seq > wanted.to_sequence:
                break
            if entry.is_from_operator:
                check_operator(entry, operator)
                self.counts.operator_commands += 1
            if entry.is_from_chain:
                await self._match(entry, chain)
            self._take(entry, is_stop=entry.seq in stops)
            if entry.seq in snapshots.sequences:
                snapshots.compare(self._exchange, entry)
            if entry.seq in roots.sequences:
                roots.compare(self._exchange)
            if entry.seq % TELL_EVERY == 0:
                wanted.tell(f"{entry.seq:,} commands")
        self._apply()
        if wanted.to_sequence >= NEVER:
            await self._check_end(chain)

    async def _choose_slots(self) -> None:
        wanted, counts = self._wanted, self.counts
        available = await first_available_slot(wanted.rpcs)
        counts.first_slot = max(wanted.from_slot, available)
        if available > wanted.from_slot:
            self.notes.append(
                f"the endpoint has no blocks before slot {available}: "
                f"chain commands are compared from there on"
            )
        newest = await final_slot(wanted.rpcs)
        counts.last_slot = newest - LAG_SLOTS if wanted.to_slot is None else wanted.to_slot
        if counts.last_slot > newest:
            raise CannotVerify(f"slot {counts.last_slot} is not final yet; the newest is {newest}")
        if counts.last_slot < counts.first_slot:
            counts.last_slot = counts.first_slot - 1
            self.notes.append("no command is compared with the chain: there is no slot to compare")

    async def _roots(self, facts: ChainFacts) -> Roots:
        signer = self._wanted.root_signer
        if signer is None:
            self.notes.append("state roots are not compared: their signer was not named")
            return Roots(())
        return Roots([root async for root in posted_roots(self._wanted.rpcs[0], facts, signer)])

    # the chain

    async def _match(self, entry: Entry, chain: ChainSide) -> None:
        """Raise Difference unless the chain's next row is this very command."""
        command: Any = entry.command()
        place = (command.slot, command.transaction_index, command.instruction_index)
        if place <= self._place:
            raise Difference(
                f"record {entry.seq}, {command.WIRE}: at {_at(place)}, which is not after "
                f"{_at(self._place)} of the chain command before it"
            )
        self._place = place
        if command.slot < self.counts.first_slot:
            self.counts.before_first_slot += 1
            return
        if command.slot > self.counts.last_slot:
            self.counts.after_last_slot += 1
            return
        found = await chain.next()
        if found is None or found.origin.order_key > place:
            raise Difference(
                f"record {entry.seq}, {command.WIRE} at {_at(place)}: the chain has no such "
                f"command; its next one is {_row(found)}"
            )
        if found.origin.order_key < place:
            raise Difference(
                f"record {entry.seq}: expected {_row(found)}, found {command.WIRE} at {_at(place)}:"
                " a command of the chain is missing here"
            )
        self._apply()  # a market's name is read as it was known then
        expected = replace(
            command_of(found, self._exchange.market_id_of), seq=entry.seq, time_s=entry.time_s
        )
        if encode(expected) != entry.payload:
            raise Difference(
                f"record {entry.seq} differs from the chain at {_at(place)}: "
                f"{_changes(expected, command)}"
            )
        self.counts.chain_commands += 1

    async def _check_end(self, chain: ChainSide) -> None:
        """Raise Difference when the chain has a command that the journal has not."""
        found = await chain.next()
        if found is not None:
            raise Difference(
                f"after record {self.counts.commands}, the last: {_row(found)} is missing"
            )

    # the replay

    def _take(self, entry: Entry, *, is_stop: bool) -> None:
        self._chunk.append(entry.payload)
        self.counts.commands += 1
        if is_stop or len(self._chunk) >= CHUNK:
            self._apply()

    def _apply(self) -> None:
        if not self._chunk:
            return
        try:
            self._exchange.replay_batch(b"".join(self._chunk))
        except (ValueError, TypeError) as error:
            raise Difference(
                f"record {self._exchange.sequence + 1} cannot be applied: {error}"
            ) from error
        if self._exchange.sequence != self.counts.commands:
            raise Difference(
                f"record {self.counts.commands} holds command {self._exchange.sequence}"
            )
        self._chunk.clear()

    def _check_later(self, snapshots: Snapshots, roots: Roots) -> None:
        """Raise Difference for what was stated of commands that the journal has not.

        Both were listed before the journal was read.
        """
        for name, sequences in (("snapshot", snapshots.sequences), ("root", roots.sequences)):
            last = max(sequences, default=0)
            if last > self.counts.commands and self._wanted.to_sequence >= NEVER:
                raise Difference(
                    f"there is a {name} of command {last}, and the journal ends at command "
                    f"{self.counts.commands}"
                )


def _at(place: tuple[int, int, int]) -> str:
    return f"slot {place[0]}, transaction {place[1]}, instruction {place[2]}"


def _row(found: Found | None) -> str:
    if found is None:
        return "none up to the last slot that is compared"
    what = found.memo.name if found.memo is not None else "ignored transaction"
    signature = signature_text(found.origin.signature)
    return f"{what} at {_at(found.origin.order_key)} ({signature})"


def _changes(expected: Command, found: Command) -> str:
    """Describe the differences, field by field."""
    if type(expected) is not type(found):
        return f"expected {expected.WIRE}, found {found.WIRE}"
    differing = [
        field.name
        for field in fields(expected)
        if getattr(expected, field.name) != getattr(found, field.name)
    ]
    return "; ".join(
        f"expected {name} {_shown(getattr(expected, name))}, found {_shown(getattr(found, name))}"
        for name in differing
    )


def _shown(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)
