"""The journal's account: its commands in order, and what can be said about each by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Any, Final

from chain.client.facts import ChainFacts
from chain.operator_key import is_record_signed
from chain.verify.errors import CannotVerify, Difference
from engine.core.generated.messages import Command, CreateExchange, decode
from engine.journal import JournalArchiveError, JournalCorruptError, read_journal
from engine.schema.commands import COMMANDS
from engine.schema.records import Origin
from engine.sequencer.rewinds import REWIND_HEAD, Rewinds

HEADER: Final = Struct("<IHHQq")  # length, tag, version, seq, time
GENESIS_WITHIN: Final = 10_000  # records among which the exchange must have been created
TAGS: Final = {
    origin: frozenset(message.tag for message in COMMANDS if message.origin is origin)
    for origin in Origin
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of the journal."""

    seq: int
    time_s: int
    tag: int
    payload: bytes
    digest: bytes  # of the journal's record, which stands for all before it
    newest_slot: int  # chain commands up to here count if they are not of a later slot

    @property
    def is_from_chain(self) -> bool:
        """Return whether the command claims to be on the chain."""
        return self.tag in TAGS[Origin.CHAIN]

    @property
    def is_from_operator(self) -> bool:
        """Return whether the command claims to be the operator's."""
        return self.tag in TAGS[Origin.OPERATOR]

    def command(self) -> Command:
        """Decode the command; Difference when this engine does not know it."""
        try:
            return decode(self.payload)  # type: ignore[return-value]
        except ValueError as error:
            raise Difference(f"record {self.seq}: no command of this engine: {error}") from error


def effective_entries(directory: Path) -> Iterator[Entry]:
    """Yield the commands that make up the exchange, in order.

    This is the one place that reads the journal for a check: once for its rewinds, which make ticks
    of commands before them, and once for the commands, up to where the first reading ended. Raises
    Difference at the first record that is damaged, out of number or out of time.
    """
    last_seq, last_time_s = 0, 0
    try:
        rewinds, end_seq = _rewinds(directory)
        for found, digest in read_journal(directory):
            if found.seq > end_seq:
                return
            (record,) = rewinds.effective((found,))
            length, tag, _version, seq, time_s = _header(record.payload)
            if length != len(record.payload) or seq != record.seq or seq != last_seq + 1:
                raise Difference(
                    f"record {record.seq}: expected command {last_seq + 1} of "
                    f"{len(record.payload)} bytes, found command {seq} of {length}"
                )
            if time_s < last_time_s:
                raise Difference(f"record {seq}: its time {time_s} is before {last_time_s}")
            newest_slot = rewinds.last_slot(seq)
            yield Entry(seq, time_s, tag, record.payload, digest, newest_slot)
            last_seq, last_time_s = seq, time_s
    except JournalCorruptError as error:
        raise Difference(f"the journal is damaged: {error}") from error
    except JournalArchiveError as error:
        raise CannotVerify(str(error)) from error
    except OSError as error:
        raise CannotVerify(f"the journal {directory} cannot be read: {error}") from error


def _rewinds(directory: Path) -> tuple[Rewinds, int]:
    """Return the rewinds of the journal and the number of its last record."""
    found, last_seq = [], 0
    for record, _digest in read_journal(directory):
        last_seq = record.seq
        if record.payload.startswith(REWIND_HEAD):
            found.append(record)
    return Rewinds(found), last_seq


def creation(directory: Path) -> CreateExchange:
    """Return the command that created the exchange."""
    for entry in effective_entries(directory):
        command = entry.command() if entry.is_from_operator else None
        if isinstance(command, CreateExchange):
            return command
        if entry.seq == GENESIS_WITHIN:
            break
    raise CannotVerify(f"the journal {directory} creates no exchange")


def facts_of(created: CreateExchange, chain_name: str) -> ChainFacts:
    """Return the facts that the exchange's commands must match."""
    return ChainFacts(
        chain_name=chain_name,
        genesis=created.chain_genesis,
        exchange=created.exchange,
        vault_authority=created.vault_authority,
        collateral_mint=created.collateral_mint,
        token_mint=created.token_mint,
    )


def check_operator(entry: Entry, operator: bytes) -> None:
    """Raise Difference unless the operator of the exchange signed this very command."""
    command: Any = entry.command()
    if command.operator != operator:
        raise Difference(
            f"record {entry.seq}, {command.WIRE}: names the operator {command.operator.hex()}, "
            f"expected {operator.hex()}"
        )
    if not is_record_signed(entry.payload):
        raise Difference(f"record {entry.seq}, {command.WIRE}: the operator's signature is wrong")


def _header(payload: bytes) -> tuple[int, int, int, int, int]:
    if len(payload) < HEADER.size:
        raise Difference(f"a record of {len(payload)} bytes is no command")
    fields: tuple[int, int, int, int, int] = HEADER.unpack_from(payload)
    return fields
