"""`CsvSource`: prints from a file, or from all `*.csv` files of a directory, as they change."""

import asyncio
import logging
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from chain.oracle.prints_file import PrintRow, PrintsFileError, read_prints
from chain.oracle.source import (
    OBSERVATIONS_MAX,
    FeedMarket,
    Observation,
    OracleError,
    SourceState,
    SourceStatus,
)

log = logging.getLogger(__name__)

POLL_S: Final = 5.0
FILES_MAX: Final = 5_000
ROWS_MAX: Final = 200_000
_published_at_s: Final = attrgetter("published_at_s")
Market = str | int
Version = tuple[int, ...]


class _Known(NamedTuple):
    """A file's rows as they were last good; what is wrong with or odd in its newest version."""

    version: Version
    rows: list[PrintRow]
    problem: str = ""
    note: str = ""


class _Scan(NamedTuple):
    """All rows by market, ascending; the first problem and the first note, empty without one."""

    rows: dict[Market, list[PrintRow]]
    problem: str
    note: str


class CsvSource:
    """Looks every few seconds; a file is read again when it was appended to or replaced.

    A file with an error gives what its last good version gave, and the source is failed until it
    is mended. Of rows that say different things of the same market and time none counts.
    """

    name: Final = "csv"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[Path, _Known] = {}
        self._last: _Scan | None = None
        self._rows: dict[Market, list[PrintRow]] = {}
        self._state = SourceState.STARTING
        self._detail = ""
        self._strangers: set[Market] = set()
        self._followed: set[Market] = set()

    def serves(self, market: FeedMarket) -> bool:
        """Return True: any market may have rows."""
        return True

    def follow(self, markets: Sequence[FeedMarket]) -> None:
        """Note which markets there are, to name rows of others."""
        self._followed = {name for one in markets for name in (one.symbol, one.market_id)}

    def observations(self, market: FeedMarket, from_s: int, to_s: int) -> list[Observation]:
        """Return the rows of the market, whether they name its symbol or its number."""
        found: dict[int, Observation | None] = {}
        for name in (market.symbol, market.market_id):
            rows = self._rows.get(name, [])
            start = bisect_left(rows, from_s, key=_published_at_s)
            for row in rows[start : bisect_right(rows, to_s, key=_published_at_s)]:
                _, at_s, price_e8, confidence_e8, _ = row
                one = Observation(market.market_id, price_e8, confidence_e8, at_s, self.name)
                found[at_s] = one if found.get(at_s, one) == one else None
        usable = [one for _, one in sorted(found.items()) if one is not None]
        return usable[-OBSERVATIONS_MAX:]

    def ends_at_s(self, market: FeedMarket) -> int | None:
        """Return None: more rows may come."""
        return None

    def status(self) -> SourceStatus:
        """Return whether the files can be read."""
        last = [rows[-1].published_at_s for rows in self._rows.values()]
        return SourceStatus(self.name, self._state, self._detail, max(last, default=None))

    async def run(self) -> None:
        """Look at the files until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(POLL_S)

    async def look(self) -> None:
        """Read the changes since the last pass."""
        try:
            scan = await asyncio.to_thread(self._scan)
        except (OSError, OracleError) as error:
            reason = str(error) if isinstance(error, OracleError) else _reason(self._path, error)
            self._enter(SourceState.FAILED, reason)
            return
        self._rows = scan.rows
        self._name_strangers()
        state = SourceState.FAILED if scan.problem else SourceState.CONNECTED
        self._enter(state, scan.problem or scan.note)

    def _scan(self) -> _Scan:
        """Read changed files and put all rows together; runs in a thread, one at a time."""
        paths = sorted(self._path.glob("*.csv")) if self._path.is_dir() else [self._path]
        if len(paths) > FILES_MAX:
            raise OracleError(f"{self._path} has over {FILES_MAX} files.")
        files = {path: self._read(path) for path in paths}
        if self._last is not None and files == self._files:
            return self._last
        if sum(len(known.rows) for known in files.values()) > ROWS_MAX:
            raise OracleError(f"The files of {self._path} have over {ROWS_MAX} rows.")
        self._files = files
        self._last = _merged(files.values())
        return self._last

    def _read(self, path: Path) -> _Known:
        """Return the content of a file; it is read only if it has changed."""
        before = self._files.get(path)
        version: Version = ()
        try:
            seen = path.stat()
            version = (seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
            if before is not None and before.version == version:
                return before
            rows, has_unfinished_line = read_prints(path)
        except (OSError, PrintsFileError) as error:
            reason = str(error) if isinstance(error, PrintsFileError) else _reason(path, error)
            return _Known(version, before.rows if before is not None else [], reason)
        note = f"{path.name}: the last line has no end and is not read yet."
        return _Known(version, rows, note=note if has_unfinished_line else "")

    def _name_strangers(self) -> None:
        if self._followed and (new := self._rows.keys() - self._followed - self._strangers):
            self._strangers |= new
            log.warning("prints_of_unknown_markets", extra={"markets": sorted(map(str, new))})

    def _enter(self, state: SourceState, detail: str) -> None:
        if (state, detail) == (self._state, self._detail):
            return
        self._state, self._detail = state, detail
        level = (logging.WARNING if detail else logging.INFO) if state.is_healthy else logging.ERROR
        extra = {"source": self.name, "state": state.value, "reason": detail}
        log.log(level, "oracle_source", extra=extra)


def _reason(path: Path, error: OSError) -> str:
    return f"{path} cannot be read: {error.strerror or type(error).__name__}."


def _merged(files: Iterable[_Known]) -> _Scan:
    rows: dict[tuple[Market, int], PrintRow] = {}
    disputed: set[tuple[Market, int]] = set()
    problems, notes = [], []
    for known in files:
        problems += [known.problem] if known.problem else []
        notes += [known.note] if known.note else []
        for row in known.rows:
            key = (row.market, row.published_at_s)
            first = rows.setdefault(key, row)
            if (first.price_e8, first.confidence_e8) != (row.price_e8, row.confidence_e8):
                disputed.add(key)
                problems.append(f"{row.place}: says otherwise than {first.place}.")
    by_market: dict[Market, list[PrintRow]] = {}
    for key in sorted(rows.keys() - disputed, key=lambda key: key[1]):
        by_market.setdefault(key[0], []).append(rows[key])
    return _Scan(by_market, problems[0] if problems else "", notes[0] if notes else "")
