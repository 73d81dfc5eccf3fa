"""The operator's lists of one installation, and the loop that reads them again."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any

from chain.worker import Worker
from edge.http.limits import OPERATOR_FILE_PERIOD_S
from edge.operator.list_files import Claim, OperatorFile, airdrop_table, badge_table
from edge.operator.list_paths import ListPaths
from edge.operator.screening import RiskScreen
from edge.store.pool import Store

log = logging.getLogger("acre.lists")


@dataclass(frozen=True, slots=True)
class Lists:
    """Screened wallets, airdrops and badge mints."""

    screen: RiskScreen = field(default_factory=RiskScreen)
    airdrop: OperatorFile[dict[bytes, Claim]] | None = None  # None: no airdrop
    badges: OperatorFile[dict[bytes, str | None]] | None = None  # None: there are no badges

    @classmethod
    async def open(cls, paths: ListPaths, store: Store) -> "Lists":
        """Read the lists for the first time; what cannot be read is logged."""
        lists = cls(
            RiskScreen(paths.risk, store),
            OperatorFile(paths.airdrop, airdrop_table) if paths.airdrop is not None else None,
            OperatorFile(paths.badges, badge_table) if paths.badges is not None else None,
        )
        await lists.screen.open()
        await lists._read_tables()
        return lists

    async def check(self) -> None:
        """Read every list again."""
        await self.screen.check()
        await self._read_tables()

    async def _read_tables(self) -> None:
        tables: tuple[OperatorFile[Any] | None, ...] = (self.airdrop, self.badges)
        for table in tables:
            if table is not None:
                await asyncio.to_thread(table.read)

    def worker(self) -> Worker:
        """Return the loop that reads the lists again every hour of real time."""
        return Worker("lists", self.check, OPERATOR_FILE_PERIOD_S)
