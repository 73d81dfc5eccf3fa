"""The role `data`: files of publishers into the statistics and prints of the markets."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from chain.catalogue import Catalogue, CatalogueError, load_catalogue
from chain.importers.importing import Checked, Importer
from chain.importers.imports import DATA, IMPORTS
from chain.importers.kinds import KINDS, kind_of
from chain.importers.store import Import, ImportStore
from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings

GOOD, REFUSED, USAGE = 0, 1, 2
FILES_MAX = 1_000


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Import, check, update or list; returns the exit status."""
    store = ImportStore(settings.home / DATA / IMPORTS)
    try:
        catalogue = load_catalogue(settings.data_dir, settings.catalogue)
    except CatalogueError as error:
        print(f"acre: ACRE_DATA_DIR: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    try:
        if parsed.action == "list":
            return _list(store)
        unknown = set(parsed.without) - {market.symbol for market in catalogue.markets}
        if unknown:
            print(f"acre: there is no market {sorted(unknown)[0]!r}", file=sys.stderr)
            return USAGE
        if parsed.action == "check":
            return _check(catalogue, store, parsed)
        if parsed.action == "update":
            return _update(catalogue, store, parsed)
        return _import(catalogue, store, parsed)
    except CatalogueError as error:
        print(f"acre: refused: {error}", file=sys.stderr)
        return REFUSED
    except OSError as error:
        print(f"acre: {error.filename or store.directory}: {error.strerror}", file=sys.stderr)
        return REFUSED


def _check(catalogue: Catalogue, store: ImportStore, parsed: argparse.Namespace) -> int:
    path = Path(parsed.file)
    importer = Importer(catalogue, store, frozenset(parsed.without))
    checked = importer.check(path, parsed.kind or kind_of(path))
    reading = checked.reading
    kind = KINDS[reading.kind]
    print(f"{reading.file_name}: {reading.row_count:,} rows")
    print(f"kind     {reading.kind}: {kind.publisher}, {kind.text}")
    print(f"sha256   {reading.sha256}")
    print(f"vintage  {reading.vintage or 'not in the file'}")
    print(f"figures  {kind.smoothness}")
    print("\n".join(_series_lines(importer, checked)))
    print("GOOD: the file can be imported.")
    return GOOD


def _series_lines(importer: Importer, checked: Checked) -> list[str]:
    lines = []
    for (acre_id, metric), figures in sorted(
        checked.figures.items(), key=lambda item: (importer.symbol(item[0][0]), item[0][1])
    ):
        dates = [datetime.fromtimestamp(figure.period_s, UTC).date() for figure in figures]
        known = sum(figure.value is not None for figure in figures)
        line = f"{importer.symbol(acre_id):<12} {metric:<20} {dates[0]} to {dates[-1]}"
        line += f"  {known:>6,} of {len(figures):,} figures"
        comparison = checked.comparisons.get((acre_id, metric))
        if comparison is not None and comparison.correlation is not None:
            line += f"  correlation {comparison.correlation:.2f} with {comparison.with_metric}"
        lines.append(line)
    return lines


def _import(catalogue: Catalogue, store: ImportStore, parsed: argparse.Namespace) -> int:
    importer = Importer(catalogue, store, frozenset(parsed.without))
    vintage = parsed.vintage or datetime.now(UTC).date().isoformat()
    record, is_new = importer.add(Path(parsed.file), parsed.kind, vintage, is_index=parsed.index)
    if not is_new:
        print(f"The file is import {record.number} already; nothing was changed.")
        return GOOD
    print(_line(record))
    return GOOD


def _update(catalogue: Catalogue, store: ImportStore, parsed: argparse.Namespace) -> int:
    """Import each file of a folder; a refused one is named and keeps no other back."""
    found = [path for path in Path(parsed.folder).iterdir() if path.is_file()]
    paths = sorted((path for path in found if not path.name.startswith(".")), key=str)
    if len(paths) > FILES_MAX:
        print(
            f"acre: {parsed.folder}: has {len(paths)} files, at most {FILES_MAX}", file=sys.stderr
        )
        return REFUSED
    importer = Importer(catalogue, store, frozenset(parsed.without))
    vintage = parsed.vintage or datetime.now(UTC).date().isoformat()
    status = GOOD
    for path in paths:
        try:
            kind = kind_of(path)
            # Prints that are made of this kind go on with its new files.
            is_index = any(one.is_index and one.kind == kind for one in store.all())
            record, is_new = importer.add(path, kind, vintage, is_index=is_index)
        except CatalogueError as error:
            print(f"acre: refused: {error}", file=sys.stderr)
            status = REFUSED
            continue
        print(_line(record) if is_new else f"{record.number:>6}  there already  {path.name}")
    return status


def _list(store: ImportStore) -> int:
    for record in store.all():
        print(_line(record))
    return GOOD


def _line(record: Import) -> str:
    symbols = {symbol for by_symbol in record.figures.values() for symbol in by_symbol}
    count = sum(
        len(triples) for by_symbol in record.figures.values() for triples in by_symbol.values()
    )
    line = f"{record.number:>6}  {record.kind:<17} {record.vintage}  {record.sha256[:12]}"
    line += f"  {count:,} figures of {len(symbols)} markets  {record.file_name}"
    return line + ("  makes prints" if record.is_index else "")
