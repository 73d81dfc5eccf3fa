"""The Merkle sum tree over the leaves; everything that is hashed is plain ASCII.

A node is the text `hash:leaves:collateral:tokens`: SHA-256 in hex, the number of leaves below it,
and the sums of their amounts (raw, `_e6`). Of a leaf the hash is that of a byte 0 and its line; of
a node above, of a byte 1, the text of the left one, a line feed, the text of the right one. Its
three numbers are the sums of both. An odd last node goes up as it is. The root is a node like all
others, so it says how many leaves there are and what they add up to, and no tree of another shape,
nor one that leaves out or lessens an amount, has the same root.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.proof.leaves import AMOUNT_MAX, Kind, Statement, leaf_text, sum_of
from engine.core.arrays import Records

DIGEST: Final = 32
LEAF_MARK: Final = "\0"
NODE_MARK: Final = "\1"
RUN: Final = 128  # digests computed between two pauses: a fraction of a millisecond
PAUSE_S: Final = 5e-5  # a real wait: the thread of the loop takes over

Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Proof:
    """That one leaf is under the root: the nodes beside the way up, and on which side."""

    kind: Kind
    owner: bytes
    number: int
    amount_e6: int
    leaf: str
    path: tuple[tuple[str, Side], ...]


class SumTree:
    """The tree of one statement. Building takes seconds a million leaves: do it in a thread."""

    def __init__(self, statement: Statement) -> None:
        leaves = statement.leaves
        assert len(leaves), "the exchange's own leaves are always there"
        self.statement = statement
        self._collateral = _running(leaves, MINT_COLLATERAL)
        self._tokens = _running(leaves, MINT_TOKEN)
        self._levels = [_leaf_digests(leaves)]
        while len(self._levels[-1]) > DIGEST:
            self._levels.append(self._parents(len(self._levels) - 1))
        self.root = self._text(len(self._levels) - 1, 0)

    def proofs(self, owner: bytes, limit: int) -> list[Proof]:
        """Return the proofs of up to `limit` leaves of a wallet, by kind and number."""
        leaves = self.statement.leaves
        first = end = _first_of(leaves, owner)
        while end < min(len(leaves), first + limit) and leaves[end]["owner"].tobytes() == owner:
            end += 1
        paths = self._paths(range(first, end))
        return [
            Proof(
                kind=Kind(fields[3]),
                owner=owner,
                number=fields[1],
                amount_e6=fields[2],
                leaf=leaf_text(*fields),
                path=tuple(path),
            )
            for fields, path in zip(_fields(leaves[first:end]), paths, strict=True)
        ]

    def _paths(self, rows: range) -> list[list[tuple[str, Side]]]:
        """Return the ways up from neighbouring leaves; the texts of a level are made together."""
        paths: list[list[tuple[str, Side]]] = [[] for _ in rows]
        for level in range(len(self._levels) - 1 if rows else 0):
            start = rows[0] >> level & ~1
            end = min((rows[-1] >> level | 1) + 1, len(self._levels[level]) // DIGEST)
            texts = self._texts(level, start, end)
            for row, path in zip(rows, paths, strict=True):
                sibling = row >> level ^ 1
                if sibling < end:
                    path.append((texts[sibling - start], "right" if sibling & 1 else "left"))
        return paths

    def _text(self, level: int, place: int) -> str:
        """Return the text of one node."""
        return self._texts(level, place, place + 1)[0]

    def _texts(self, level: int, start: int, end: int) -> list[str]:
        """Return the texts of some nodes; each overrides the leaves `place << level` and on."""
        size = 1 << level
        bounds = np.minimum(
            np.arange(start, end + 1, dtype=np.int64) * size, len(self.statement.leaves)
        )
        counts = np.diff(bounds).tolist()
        collateral = np.diff(self._collateral[bounds]).tolist()
        tokens = np.diff(self._tokens[bounds]).tolist()
        digests = self._levels[level][start * DIGEST : end * DIGEST].hex()
        width = 2 * DIGEST
        return [
            f"{digests[row * width : (row + 1) * width]}:{count}:{collateral[row]}:{tokens[row]}"
            for row, count in enumerate(counts)
        ]

    def _parents(self, level: int) -> bytearray:
        """Return the digests of the level above."""
        below = self._levels[level]
        parents = bytearray()
        pairs = len(below) // (2 * DIGEST)
        for start in range(0, pairs, RUN):
            texts = self._texts(level, 2 * start, 2 * min(pairs, start + RUN))
            for left, right in zip(texts[::2], texts[1::2], strict=True):
                parents += sha256(f"{NODE_MARK}{left}\n{right}".encode("ascii")).digest()
            time.sleep(PAUSE_S)
        return parents + below[2 * pairs * DIGEST :]


def _leaf_digests(leaves: Records) -> bytearray:
    digests = bytearray()
    for start in range(0, len(leaves), RUN):
        for fields in _fields(leaves[start : start + RUN]):
            digests += sha256((LEAF_MARK + leaf_text(*fields)).encode("ascii")).digest()
        time.sleep(PAUSE_S)
    return digests


def _fields(leaves: Records) -> Iterator[tuple[bytes, int, int, int, int]]:
    """Yield owner, number, amount, kind and mint of each leaf."""
    owners = leaves["owner"].tobytes()
    for row, (number, amount_e6, kind, mint) in enumerate(
        zip(
            leaves["number"].tolist(),
            leaves["amount_e6"].tolist(),
            leaves["kind"].tolist(),
            leaves["mint"].tolist(),
            strict=True,
        )
    ):
        yield owners[row * DIGEST : (row + 1) * DIGEST], number, amount_e6, kind, mint


def _running(leaves: Records, mint: int) -> NDArray[np.int64]:
    """Return the sums of one unit's amounts before each leaf, and of all at the end."""
    if sum_of(leaves, mint) > AMOUNT_MAX:
        raise OverflowError("more is owed than an amount can say")
    sums = np.zeros(len(leaves) + 1, np.int64)
    np.cumsum(np.where(leaves["mint"] == mint, leaves["amount_e6"], 0), out=sums[1:])
    return sums


def _first_of(leaves: Records, owner: bytes) -> int:
    """Return the row of the first leaf whose owner is not before `owner`."""
    low, high = 0, len(leaves)
    while low < high:
        middle = (low + high) // 2
        if leaves[middle]["owner"].tobytes() < owner:
            low = middle + 1
        else:
            high = middle
    return low
