"""The last roots of this exchange in files: one on its way to the chain, one that is there.

A file is a line of JSON and the leaves. Losing a file costs a root that is posted again under a
later number, never a wrong one: what is read is checked by building the tree again.
"""

import base64
import binascii
import json
import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from chain.client.wallet import write_durably
from chain.proof.leaves import Claims, Statement
from chain.proof.root_memo import RootMemo
from chain.proof.tree import SumTree
from engine.core.arrays import CLAIM_ROW
from engine.journal.files import make_directory

log = logging.getLogger(__name__)

FORMAT: Final = 1
HEAD_BYTES_MAX: Final = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedRoot:
    """A root with the transaction that posts it; `slot` is None until that is final."""

    tree: SumTree
    tx: bytes
    signature: str
    last_valid: int
    signed_at_s: int  # wall clock
    slot: int | None = None

    @property
    def memo(self) -> RootMemo:
        """The memo of the transaction."""
        return memo_of(self.tree)

    def landed(self, slot: int) -> "SignedRoot":
        """Return it with its slot."""
        return replace(self, slot=slot)


def memo_of(tree: SumTree) -> RootMemo:
    statement = tree.statement
    return RootMemo(
        sequence=statement.sequence,
        time_s=statement.time_s,
        state_hash=statement.state_hash,
        root=tree.root,
    )


class RootFiles:
    """The two files; every call blocks, `load` for seconds a million leaves."""

    def __init__(self, directory: Path) -> None:
        self._pending = directory / "pending.root"
        self._posted = directory / "posted.root"

    def save_pending(self, root: SignedRoot) -> None:
        """Store the transaction before it is sent."""
        _write(self._pending, root)

    def save_posted(self, root: SignedRoot) -> None:
        """Store the finalized root; no transaction is in flight."""
        _write(self._posted, root)
        self.drop_pending()

    def drop_pending(self) -> None:
        """Forget what can no longer land."""
        self._pending.unlink(missing_ok=True)

    def newest_sequence(self) -> int:
        """Return the later sequence of the two as their first lines say it, 0 without a file."""
        return max(_sequence(self._pending), _sequence(self._posted))

    def load(self) -> tuple[SignedRoot | None, SignedRoot | None]:
        """Return the transaction in flight and the finalized root."""
        return _read(self._pending), _read(self._posted)


def _write(path: Path, root: SignedRoot) -> None:
    statement = root.tree.statement
    claims = {name: getattr(statement.claims, name) for name in Claims.__slots__}
    head = {
        "format": FORMAT,
        "sequence": statement.sequence,
        "time_s": statement.time_s,
        "state_hash": statement.state_hash.hex(),
        "claims": claims,
        "root": root.tree.root,
        "tx": base64.b64encode(root.tx).decode(),
        "signature": root.signature,
        "last_valid": root.last_valid,
        "signed_at_s": root.signed_at_s,
        "slot": root.slot,
    }
    make_directory(path.parent, 0o700)
    write_durably(path, json.dumps(head).encode() + b"\n" + statement.leaves.tobytes())


def _sequence(path: Path) -> int:
    try:
        with path.open("rb") as stream:
            return int(json.loads(stream.readline(HEAD_BYTES_MAX))["sequence"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0  # `load` says what is wrong with it


def _read(path: Path) -> SignedRoot | None:
    try:
        line, _, rows = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise ValueError(f"format {head['format']}")
        statement = Statement(
            sequence=int(head["sequence"]),
            time_s=int(head["time_s"]),
            state_hash=bytes.fromhex(head["state_hash"]),
            claims=Claims(**head["claims"]),
            leaves=np.frombuffer(rows, CLAIM_ROW),
        )
        tree = SumTree(statement)
        if tree.root != head["root"]:
            raise ValueError("the leaves do not have the root in the file")
        return SignedRoot(
            tree=tree,
            tx=base64.b64decode(head["tx"], validate=True),
            signature=str(head["signature"]),
            last_valid=int(head["last_valid"]),
            signed_at_s=int(head["signed_at_s"]),
            slot=None if head["slot"] is None else int(head["slot"]),
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AssertionError, binascii.Error) as error:
        log.warning("root_file_unusable", extra={"path": str(path), "reason": str(error)})
        return None
