"""A checkpoint of the programmes as bytes: a version, a hash, and a document of plain types.

It saves time and holds nothing that the journal does not. The bytes are untrusted: what
does not fit the types, or contradicts itself, is a ValueError, and the journal is read instead. One
of a newer version is a NewerSnapshotError: its program applied rules that this one may lack.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

import msgspec

from engine.journal.snapshots import NewerSnapshotError
from engine.programmes.contests.contests import SavedContest
from engine.programmes.points import SavedLedger
from engine.programmes.seasons import Programme

# The layout, and the rules that the figures came from: another one is passed over.
VERSION = b"ACREBOOK 7\n"
_NUMBER = re.compile(rb"ACREBOOK ([0-9]{1,9})\n")
_HASH_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedState:
    """The folded state at `sequence`; `slot` is the newest slot of a chain command."""

    sequence: int
    now_s: int
    slot: int
    midnight_s: int
    ledger: SavedLedger
    contests: list[SavedContest]
    high_risk: list[bytes]
    days: dict[Programme, list[tuple[int, bytes]]]
    replay_rate: int


def encode_state(saved: SavedState) -> bytes:
    """Return the document; `seal` makes a checkpoint of it in any thread."""
    return _ENCODER.encode(saved)


def seal(document: bytes) -> list[bytes]:
    """Return the parts of a checkpoint."""
    return [VERSION, sha256(VERSION + document).digest(), document]


def decode_state(data: bytes | memoryview) -> SavedState:
    """Return what was saved; raise ValueError for anything but a whole checkpoint."""
    head, found_hash = len(VERSION), len(VERSION) + _HASH_BYTES
    if bytes(data[:head]) != VERSION:
        _refuse_newer(bytes(data))
        raise ValueError("it is no checkpoint of this version")
    document = data[found_hash:]
    if sha256(VERSION + bytes(document)).digest() != bytes(data[head:found_hash]):
        raise ValueError("it fails its hash")
    try:
        return _DECODER.decode(document)
    except (msgspec.MsgspecError, RecursionError, ArithmeticError) as error:
        raise ValueError(f"it cannot be read: {error}") from error


def _refuse_newer(data: bytes) -> None:
    """Raise NewerSnapshotError for a whole checkpoint of a newer version; a damaged one is none."""
    found, ours = _NUMBER.match(data), _NUMBER.match(VERSION)
    if found is None or ours is None or int(found[1]) <= int(ours[1]):
        return
    hash_end = found.end() + _HASH_BYTES
    if sha256(found[0] + data[hash_end:]).digest() == data[found.end() : hash_end]:
        raise NewerSnapshotError(
            f"the checkpoint has version {int(found[1])}, this program reads {int(ours[1])}"
        )


def _plain(value: object) -> str:
    """A ratio as its two whole numbers."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise TypeError(f"{type(value).__name__} has no place in a checkpoint")


def _from_plain(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        numerator, _, denominator = value.partition("/")
        return Fraction(int(numerator), int(denominator))
    raise ValueError(f"{value!r} is no {kind.__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_DECODER = msgspec.json.Decoder(SavedState, dec_hook=_from_plain)
