"""One import from the file to the store: read, match, compare, keep."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from chain.catalogue.facts import Catalogue
from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Figure, Metric, month_of
from chain.importers.areas import Areas
from chain.importers.cross_check import CORRELATION_MIN, FOR_EVER_S, Comparison, compare
from chain.importers.dates import YEAR_MAX, YEAR_MIN, day_of
from chain.importers.figures import figures_of
from chain.importers.kinds import KINDS, read_file
from chain.importers.levels import chained_prices
from chain.importers.reading import Reading, Series, Step
from chain.importers.store import LAYOUT, Import, ImportStore, Triple, with_imports

Key = tuple[int | None, Metric]


@dataclass(slots=True)
class Checked:
    """A file that may be imported."""

    reading: Reading
    series: dict[Key, Series]
    figures: dict[Key, list[Figure]]
    comparisons: dict[Key, Comparison] = field(default_factory=dict)


class Importer:
    """Imports files for the markets of a catalogue, or for all but some, into a store."""

    def __init__(
        self, catalogue: Catalogue, store: ImportStore, without: frozenset[str] = frozenset()
    ) -> None:
        self._catalogue = catalogue
        self._store = store
        self._areas = Areas(one for one in catalogue.markets if one.symbol not in without)

    def check(self, path: Path, kind: str) -> Checked:
        """Read a file whole and compare it; raise CatalogueError with what is wrong."""
        reading = read_file(path, kind, self._areas.is_wanted)
        series = self._areas.assigned(reading.series)
        if not series:
            raise CatalogueError(f"{path.name}: no region of it is one of our markets")
        checked = Checked(reading, series, {key: figures_of(one) for key, one in series.items()})
        acre_ids = {symbol: acre_id for acre_id, symbol in self._areas.symbols.items()}
        loaded = with_imports(self._catalogue.load_statistics(), self._store.all(), acre_ids)
        for (acre_id, metric), one in series.items():
            if one.step is Step.DAY:
                continue
            values = {month_of(f.period_s): f.value for f in checked.figures[acre_id, metric]}
            comparison = compare(acre_id, metric, values, loaded)
            if comparison is not None:
                checked.comparisons[acre_id, metric] = comparison
                if not comparison.is_good:
                    raise self._differs(one, acre_id, comparison)
        return checked

    def add(self, path: Path, kind: str, vintage: str, *, is_index: bool) -> tuple[Import, bool]:
        """Import a file; return its record, and whether it is new.

        `vintage` is a day like 2026-01-31 and counts where the file names none.
        """
        metric = KINDS[kind].index_metric
        if is_index and metric is None:
            raise CatalogueError(f"{path.name}: no index can be made of a file of the kind {kind}")
        with self._store.writing():
            imports = self._store.all()
            checked = self.check(path, kind)
            for one in imports:
                if self._holds(one, checked, is_index=is_index):
                    return one, False
                if one.sha256 == checked.reading.sha256:  # it did not become newer since
                    vintage = one.vintage
            if is_index:
                if metric is Metric.PRICE_PER_UNIT:
                    self._add_prices(checked, imports)
                self._check_index(path, checked, kind, imports)
            number = imports[-1].number + 1 if imports else 1  # also where one was taken away
            record = self._record(checked, vintage, number, is_index=is_index)
            self._store.add(record)
        return record, True

    def symbol(self, acre_id: int | None) -> str:
        """Return the symbol of an area, `*` for all."""
        return "*" if acre_id is None else self._areas.symbols[acre_id]

    def _holds(self, one: Import, checked: Checked, *, is_index: bool) -> bool:
        """Return whether an import is of the same file and brought all that it would bring now."""
        reading = checked.reading
        is_same = (one.sha256, one.kind) == (reading.sha256, reading.kind)
        return (
            is_same
            and (one.is_index or not is_index)
            and all(
                self.symbol(acre_id) in one.figures.get(metric, {})
                for acre_id, metric in checked.figures
            )
        )

    def _differs(self, one: Series, acre_id: int | None, comparison: Comparison) -> CatalogueError:
        return CatalogueError(
            f"{one.place}: {one.metric} of {one.region.name or one.region.code!r} does not move"
            f" with {comparison.with_metric} of {self.symbol(acre_id)}: the correlation of their"
            f" 12-month changes over {comparison.common} months is {comparison.correlation:.2f},"
            f" must be above {CORRELATION_MIN}"
        )

    def _check_index(self, path: Path, checked: Checked, kind: str, imports: list[Import]) -> None:
        """Refuse a file without prices, and one of another kind than a market is made of."""
        metric = KINDS[kind].index_metric
        symbols = {self.symbol(acre_id) for acre_id, one in checked.figures if one is metric}
        if not symbols:
            raise CatalogueError(f"{path.name}: holds no {metric} of our markets")
        for one in imports:
            other = KINDS[one.kind].index_metric
            if one.is_index and one.kind != kind and other is not None:
                shared = symbols & one.figures.get(other, {}).keys()
                if shared:
                    raise CatalogueError(
                        f"{path.name}: the index of {sorted(shared)[0]} is made of {one.kind}"
                        f" (import {one.number}); a mix of kinds would make it jump"
                    )

    def _add_prices(self, checked: Checked, imports: list[Import]) -> None:
        """Add the prices of the quarters that are new, for an index without a level."""
        acre_ids = {symbol: acre_id for acre_id, symbol in self._areas.symbols.items()}
        loaded = with_imports(self._catalogue.load_statistics(), imports, acre_ids)
        for (acre_id, metric), index in list(checked.figures.items()):
            if metric is not Metric.HOUSE_PRICE_INDEX:
                continue
            known = loaded.first_known(acre_id, Metric.PRICE_PER_UNIT, FOR_EVER_S)
            prices = {at: one.value for at, one in known.items() if one.value is not None}
            name = f"{checked.reading.file_name}, {self.symbol(acre_id)}"
            checked.figures[acre_id, Metric.PRICE_PER_UNIT] = chained_prices(index, prices, name)

    def _record(self, checked: Checked, vintage: str, number: int, *, is_index: bool) -> Import:
        reading = checked.reading
        named = reading.vintage or vintage
        day = day_of(named)
        if day is None:
            raise CatalogueError(
                f"{reading.file_name}: the vintage {named!r} is no day between {YEAR_MIN} and"
                f" {YEAR_MAX}"
            )
        figures: dict[str, dict[str, list[Triple]]] = {}
        for (acre_id, metric), found in checked.figures.items():
            by_symbol = figures.setdefault(metric, {})
            by_symbol[self.symbol(acre_id)] = [figure[:3] for figure in found]
        return Import(
            layout=LAYOUT,
            number=number,
            kind=reading.kind,
            publisher=KINDS[reading.kind].publisher,
            file_name=reading.file_name,
            sha256=reading.sha256,
            smoothness=KINDS[reading.kind].smoothness,
            vintage=day.isoformat(),
            vintage_s=_start_s(day),
            is_index=is_index,
            figures=figures,
        )


def _start_s(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
