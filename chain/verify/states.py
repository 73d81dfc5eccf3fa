"""Attested states: snapshots beside the journal, roots on the chain."""

from collections.abc import Iterable
from pathlib import Path

from chain.proof.leaves import Export, make_statement
from chain.proof.posted_roots import PostedRoot
from chain.proof.root_files import memo_of
from chain.proof.tree import SumTree
from chain.verify.errors import CannotVerify, Difference
from chain.verify.journal_side import Entry
from engine.core.exchange import Exchange
from engine.journal import SnapshotError, read_snapshot
from engine.journal.snapshots import NAME


class Snapshots:
    """The snapshots of a directory, each compared when the replay is where it was taken."""

    def __init__(self, directory: Path) -> None:
        self._paths: dict[int, Path] = {}
        self.compared = 0
        self.notes: list[str] = []
        try:
            paths = sorted(directory.iterdir()) if directory.is_dir() else []
        except OSError as error:
            raise CannotVerify(f"the snapshots {directory} cannot be read: {error}") from error
        for path in paths:
            if found := NAME.fullmatch(path.name):
                self._paths[int(found[1])] = path

    @property
    def sequences(self) -> set[int]:
        """After which commands there is a snapshot."""
        return set(self._paths)

    def compare(self, exchange: Exchange, entry: Entry) -> None:
        """Raise Difference unless the snapshot is the state that the commands lead to."""
        path = self._paths[entry.seq]
        if not path.exists():
            self.notes.append(f"{path.name} was replaced by a newer one meanwhile")
            return
        where = f"snapshot {path.name}, after command {entry.seq}"
        try:
            snapshot = read_snapshot(path)
        except SnapshotError as error:
            raise Difference(f"{where}: {error}") from error
        if snapshot.record_hash != entry.digest:
            raise Difference(
                f"{where}: taken on another journal: record hash {snapshot.record_hash.hex()}, "
                f"expected {entry.digest.hex()}"
            )
        if bytes(snapshot.payload) == exchange.snapshot():
            self.compared += 1
            return
        try:
            found = Exchange.restore(snapshot.payload)
        except ValueError as error:
            if "another layout" in str(error):
                self.notes.append(f"{path.name} was made by another version of the engine")
                return
            raise Difference(f"{where}: {error}") from error
        if found.chain_cursor[0] > entry.newest_slot:
            self.notes.append(f"{path.name} holds commands of blocks that the chain abandoned")
            return
        raise Difference(
            f"{where}: expected state hash {exchange.state_hash().hex()} of command "
            f"{exchange.sequence} at {exchange.now_s}, found {found.state_hash().hex()} of "
            f"{found.sequence} at {found.now_s}"
        )


class Roots:
    """The roots that the exchange posted, each compared when the replay is where it was made."""

    def __init__(self, roots: Iterable[PostedRoot]) -> None:
        self._roots: dict[int, list[PostedRoot]] = {}
        for root in roots:
            self._roots.setdefault(root.memo.sequence, []).append(root)
        self.compared = 0

    @property
    def sequences(self) -> set[int]:
        """After which commands there is a root."""
        return set(self._roots)

    def compare(self, exchange: Exchange) -> None:
        """Raise Difference unless state and root are those that the commands lead to."""
        try:
            expected = memo_of(SumTree(make_statement(Export.of(exchange))))
        except (ValueError, OverflowError) as error:
            raise Difference(f"state root after command {exchange.sequence}: {error}") from error
        for root in self._roots[exchange.sequence]:
            where = f"state root of command {exchange.sequence} in transaction {root.signature}"
            pairs = (
                ("state hash", expected.state_hash.hex(), root.memo.state_hash.hex()),
                ("root", expected.root, root.memo.root),
                ("time", expected.time_s, root.memo.time_s),
            )
            for name, right, found in pairs:
                if right != found:
                    raise Difference(f"{where}: expected {name} {right}, found {found}")
            self.compared += 1
