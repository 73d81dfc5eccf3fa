"""Risk screening (API 7.9): the operator's list of wallets, and what was last known of it."""

import asyncio
import logging
from pathlib import Path

from edge.operator.list_files import OperatorFile, RiskLines, risk_flaw, risk_lines
from edge.store.pool import DATABASE_ERRORS, Store

log = logging.getLogger("acre.lists")


class RiskScreen:
    """Sanctioned or high-risk wallets.

    The list is about the real world: it is read by the wall clock, as often as an answer of it may
    be old. A list that cannot be read leaves what was known, also over a restart; one with lines
    that are no addresses adds the others, and removes none until it is whole again.
    """

    def __init__(self, path: Path | None = None, store: Store | None = None) -> None:
        self.listed: frozenset[bytes] = frozenset()
        self._file: OperatorFile[RiskLines] | None = None
        if path is not None:
            self._file = OperatorFile(path, risk_lines, risk_flaw)
        self._store = store
        self._stored: frozenset[bytes] | None = None  # None: not known

    @property
    def is_on(self) -> bool:
        """Return whether there is a list."""
        return self._file is not None

    async def open(self) -> None:
        """Begin with what was last known, then read the list."""
        if self._file is None or self._store is None:
            return
        rows = await self._store.rows("screening.listed")
        self.listed = self._stored = frozenset(row["address"] for row in rows)
        await self.check()

    async def check(self) -> None:
        """Read the list again, and keep what it says for when it is missing."""
        if self._file is None:
            return
        if await asyncio.to_thread(self._file.read):
            found = self._file.value
            assert found is not None
            self.listed = found.addresses | (self.listed if found.refused else frozenset())
        await self._keep()

    async def _keep(self) -> None:
        store, listed = self._store, self.listed
        if store is None or listed == self._stored:
            return
        try:
            async with store.transaction() as transaction:
                addresses = list(listed)
                await transaction.run("screening.unlist", addresses)
                await transaction.run("screening.list", addresses)
        except DATABASE_ERRORS as error:
            log.warning("risk_list_not_stored", extra={"error": type(error).__name__})
            return
        self._stored = listed
