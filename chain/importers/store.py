"""Import store: one numbered file per import, written atomically, never changed."""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Figure, Metric, Statistics
from chain.importers.kinds import KINDS

IMPORTS_MAX: Final = 10_000
RECORD_BYTES_MAX: Final = 512 * 1024 * 1024
LAYOUT: Final = 1
_NAME: Final = re.compile(r"([0-9]{6})-[a-z-]+\.json")
Triple = tuple[int, int, int | None]  # period, published at, value


class Import(msgspec.Struct, kw_only=True, frozen=True):
    """One imported file: where it is from, and its figures by metric and symbol (`*`: all)."""

    layout: int
    number: int
    kind: str
    publisher: str
    file_name: str
    sha256: str
    smoothness: str
    vintage: str  # the day on which the publisher put this version of the figures out
    vintage_s: int
    is_index: bool  # the markets' prints are made of it
    figures: dict[str, dict[str, list[Triple]]]


class ImportStore:
    """The imports of one state directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._decoder = msgspec.json.Decoder(Import)

    def paths(self) -> list[Path]:
        """Return the files of the imports in their order."""
        if not self.directory.is_dir():
            return []
        found = [path for path in self.directory.iterdir() if _NAME.fullmatch(path.name)]
        return sorted(found, key=lambda path: path.name)

    def read(self, path: Path) -> Import:
        """Return one import; raise CatalogueError for a file that is none of ours."""
        try:
            size = path.stat().st_size
            content = path.read_bytes() if size <= RECORD_BYTES_MAX else None
        except OSError as error:
            raise CatalogueError(f"{path.name}: cannot be read: {error.strerror}") from None
        if content is None:
            raise CatalogueError(f"{path.name}: has over {RECORD_BYTES_MAX} bytes")
        try:
            record = self._decoder.decode(content)
        except msgspec.DecodeError as error:
            raise CatalogueError(f"{path.name}: is damaged: {error}") from None
        is_known = record.kind in KINDS and set(record.figures) <= set(Metric)
        is_here = path.name.startswith(f"{record.number:06}-")
        if record.layout != LAYOUT or not is_known or not is_here:
            raise CatalogueError(f"{path.name}: was not written by this version")
        return record

    def all(self) -> list[Import]:
        """Return every import in its order."""
        return [self.read(path) for path in self.paths()]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other processes from adding imports meanwhile."""
        self.directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(self.directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def add(self, record: Import) -> Path:
        """Write an import so that it is there whole or not at all; raise CatalogueError."""
        if record.number > IMPORTS_MAX:
            raise CatalogueError(f"there are {IMPORTS_MAX} imports, which is the most")
        path = self.directory / f"{record.number:06}-{record.kind}.json"
        partial = path.with_suffix(".partial")
        with partial.open("wb") as file:
            file.write(msgspec.json.encode(record))
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
        folder = os.open(self.directory, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return path


def with_imports(base: Statistics, imports: list[Import], acre_ids: dict[str, int]) -> Statistics:
    """Return the figures with those of the imports, each from the day on which it was out.

    The first figure of a period counts as out by its publisher's lag. A later one with another
    value is a revision: it counts from the day of its file's vintage on, and what was shown
    before stays what it was then. A figure that a later file leaves out stays.
    """
    series: dict[tuple[int | None, Metric], list[Figure]] = {
        key: list(base.figures(*key)) for key in base.series()
    }
    for one in imports:
        for name, by_symbol in one.figures.items():
            for symbol, triples in by_symbol.items():
                if symbol != "*" and symbol not in acre_ids:
                    continue  # a market of another catalogue
                key = (None if symbol == "*" else acre_ids[symbol], Metric(name))
                _revise(series.setdefault(key, []), triples, one)
    return Statistics(series)


def _revise(known: list[Figure], triples: list[Triple], one: Import) -> None:
    last = {figure.period_s: figure.value for figure in sorted(known, key=lambda f: f[:2])}
    for period_s, published_at_s, value in triples:
        if last.get(period_s) is None:
            known.append(Figure(period_s, published_at_s, value, one.publisher))
        elif value is not None and value != last[period_s]:
            out_s = max(published_at_s, one.vintage_s)
            known.append(Figure(period_s, out_s, value, one.publisher))
