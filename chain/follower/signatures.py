"""Signatures of many transactions in one call, outside the interpreter's lock."""

from collections.abc import Iterable

from engine.signatures.batch import verify_batch

_SIGNATURE = 64
_KEY = 32
_VERSIONED = 0x80


def verified(transactions: Iterable[bytes]) -> frozenset[bytes]:
    """Return the transactions whose every signature is valid.

    Layouts that are not read here (without a signer, with more than 127 keys, of later versions)
    are left out, as are signatures that only another library takes.
    """
    raws: list[bytes] = []
    rows: list[tuple[bytes, bytes]] = []
    for raw in transactions:
        mine = _signed_rows(raw)
        raws += [raw] * len(mine)
        rows += mine
    valid = verify_batch(rows)
    invalid = {raw for raw, is_valid in zip(raws, valid, strict=True) if not is_valid}
    return frozenset(raws) - invalid


def _signed_rows(raw: bytes) -> list[tuple[bytes, bytes]]:
    """Return each signature with the message behind it, and its key; none for another layout."""
    count = raw[0] if raw else 0
    start = 1 + count * _SIGNATURE
    message = raw[start:]
    head = 1 if message and message[0] == _VERSIONED else 0  # a version's byte is signed, too
    keys_at = head + 4  # behind three counts of the header and that of the keys
    if (
        not 0 < count < _VERSIONED
        or len(message) < keys_at + count * _KEY
        or message[head] != count
        or not count <= message[keys_at - 1] < _VERSIONED
    ):
        return []
    return [
        (
            raw[1 + place * _SIGNATURE : 1 + (place + 1) * _SIGNATURE] + message,
            message[keys_at + place * _KEY : keys_at + (place + 1) * _KEY],
        )
        for place in range(count)
    ]
