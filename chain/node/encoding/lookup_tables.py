"""Address lookup tables as bytes."""

from dataclasses import dataclass

from solders.pubkey import Pubkey

LOOKUP_TABLE_PROGRAM = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
HEADER_BYTES = 56
_KEY_BYTES = 32
_INITIALIZED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupTable:
    """A table that transactions of version 0 load addresses from."""

    deactivation_slot: int
    last_extended_slot: int
    last_extended_start: int
    authority: Pubkey | None
    addresses: tuple[Pubkey, ...]


def read_lookup_table(data: bytes) -> LookupTable | None:
    """Read an initialized table; None for anything else."""
    if len(data) < HEADER_BYTES or int.from_bytes(data[:4], "little") != _INITIALIZED:
        return None
    if (len(data) - HEADER_BYTES) % _KEY_BYTES or data[21] > 1:
        return None
    return LookupTable(
        deactivation_slot=int.from_bytes(data[4:12], "little"),
        last_extended_slot=int.from_bytes(data[12:20], "little"),
        last_extended_start=data[20],
        authority=Pubkey(data[22:54]) if data[21] else None,
        addresses=table_addresses(data),
    )


def table_addresses(data: bytes) -> tuple[Pubkey, ...]:
    """Return the addresses after the header."""
    starts = range(HEADER_BYTES, len(data) - _KEY_BYTES + 1, _KEY_BYTES)
    return tuple(Pubkey(data[start : start + _KEY_BYTES]) for start in starts)
