"""The running service's view of the imports: statistics, and prints as engine time continues."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from chain.catalogue.facts import Catalogue, MarketFacts
from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Metric, Statistics
from chain.importers.index_job import IndexJob
from chain.importers.kinds import KINDS
from chain.importers.store import Import, ImportStore, with_imports
from chain.oracle.prints_file import PrintsFileError
from chain.worker import Worker

log = logging.getLogger(__name__)

DATA: Final = "data"  # below ACRE_HOME
IMPORTS: Final = "imports"
PRINTS: Final = "prints"
POLL_S: Final = 2.0


class Imports:
    """Follows the store: an import by another process is taken up within POLL_S.

    An import that cannot be read leaves everything as it was, and an alarm.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        home: Path,
        now_s: Callable[[], int],
        *,
        writes_prints: bool = True,
    ) -> None:
        self._catalogue = catalogue
        self._store = ImportStore(home / DATA / IMPORTS)
        self._job = IndexJob(home / DATA / PRINTS)
        self._now_s = now_s
        self._writes_prints = writes_prints
        self._acre_ids = {market.symbol: market.acre_id for market in catalogue.markets}
        self._base: Statistics | None = None
        self._seen: list[str] = []
        self._statistics = Statistics({})
        self._driven: dict[MarketFacts, Metric] = {}
        self._trouble = ""
        self.worker = Worker("imports", self._step, POLL_S)

    async def _step(self) -> None:
        await asyncio.to_thread(self.step)

    def __call__(self) -> Statistics:
        """Return the statistics as they are loaded now."""
        return self._statistics

    def _refresh(self) -> None:
        """Load what is new in the store; raise CatalogueError and keep what was."""
        if self._base is None:
            self._base = self._statistics = self._catalogue.load_statistics()
        names = [path.name for path in self._store.paths()]
        if names == self._seen:
            return
        imports = self._store.all()
        self._statistics = with_imports(self._base, imports, self._acre_ids)
        self._driven = self._drivers(imports)
        self._seen = names

    def step(self) -> int:
        """Load what is new and write the prints that are due; return how many."""
        try:
            self._refresh()
            if not self._writes_prints:
                return 0
            written = self._job.step(self._statistics, self._driven, self._now_s())
        except (CatalogueError, PrintsFileError, OSError) as error:
            if str(error) != self._trouble:
                log.error("imports_unusable", extra={"reason": str(error)})
            self._trouble = str(error)
            return 0
        self._trouble = ""
        return written

    def _drivers(self, imports: list[Import]) -> dict[MarketFacts, Metric]:
        """Return each market's source of prints: its last import."""
        found: dict[str, Metric] = {}
        for one in imports:
            metric = KINDS[one.kind].index_metric if one.is_index else None
            if metric is not None:
                found.update(dict.fromkeys(one.figures.get(metric, {}), metric))
        markets = {market.symbol: market for market in self._catalogue.markets}
        return {markets[symbol]: found[symbol] for symbol in found if symbol in markets}
