"""The posted root and its tree, for a process that does not post."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from chain.proof.leaves import Export, make_statement
from chain.proof.root_files import RootFiles, SignedRoot
from chain.proof.tree import SumTree
from engine.core.exchange import Exchange


class Roots(Protocol):
    """The last root that is final on the chain."""

    @property
    def posted(self) -> SignedRoot | None:
        """The root with its tree, None before the first."""

    async def tree(self) -> SumTree:
        """Return the tree of the last root; before the first, one made on request."""


class RootReader:
    """Reads the files of the poster of this machine."""

    def __init__(self, directory: Path, exchange: Callable[[], Exchange]) -> None:
        self._files = RootFiles(directory)
        self._exchange = exchange
        self._first: asyncio.Task[SumTree] | None = None
        self.posted: SignedRoot | None = None

    async def refresh(self, sequence: int) -> None:
        """Read the files when the poster has a newer root than we."""
        if self.posted is None or self.posted.memo.sequence < sequence:
            _, posted = await asyncio.to_thread(self._files.load)
            self.posted = posted or self.posted

    async def tree(self) -> SumTree:
        """Return the tree of the last root; before the first, one made on request."""
        if self.posted is not None:
            return self.posted.tree
        if self._first is None or (self._first.done() and self._first.exception() is not None):
            export = Export.of(self._exchange())
            work = asyncio.to_thread(lambda: SumTree(make_statement(export)))
            self._first = asyncio.create_task(work)
        return await asyncio.shield(self._first)
