"""Reading CSV tables strictly: every refusal names file, row, column and reason."""

import csv
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

MISSING = frozenset({"", "NA", "."})
MONTHS_PER_YEAR = 12
EPOCH_YEAR = 1970
ROWS_MAX = 1_000_000


class CatalogueError(ValueError):
    """A data file that cannot be used; nothing of it was loaded."""


class Row:
    """One data row; cells are taken by column name."""

    __slots__ = ("_cells", "_table", "number")

    def __init__(self, table: "Table", number: int, cells: list[str]) -> None:
        self._table = table
        self._cells = cells
        self.number = number

    def refuse(self, column: str, reason: str) -> CatalogueError:
        """Return the error that names this row and column."""
        return CatalogueError(f"{self._table.name}, row {self.number}, column {column}: {reason}")

    def text(self, column: str) -> str:
        """Return a cell that must not be empty."""
        value = self.optional_text(column)
        if not value:
            raise self.refuse(column, "is empty")
        return value

    def optional_text(self, column: str) -> str:
        """Return a cell without surrounding space."""
        return self._cells[self._table.column_index[column]].strip()

    def whole(self, column: str) -> int:
        """Return a cell that must be a whole number of at least 0."""
        value = self.text(column)
        if not (value.isascii() and value.isdigit()):
            raise self.refuse(column, f"{value!r} is no whole number")
        return int(value)

    def number_or_none(self, column: str) -> float | None:
        """Return a finite number, or None for a missing one (empty, NA or a dot)."""
        value = self.optional_text(column)
        if value in MISSING:
            return None
        try:
            number = float(value)
        except ValueError:
            raise self.refuse(column, f"{value!r} is no number") from None
        if not math.isfinite(number):
            raise self.refuse(column, f"{value!r} is not finite")
        return number

    def number_between(self, column: str, low: float, high: float) -> float:
        """Return a number that must be there and within the bounds, inclusive."""
        number = self.number_or_none(column)
        if number is None:
            raise self.refuse(column, "is missing")
        if not low <= number <= high:
            raise self.refuse(column, f"{number} is outside {low}…{high}")
        return number

    def positive_or_none(self, column: str) -> float | None:
        """Return a number above 0, or None; a zero is an error, never a missing value."""
        number = self.number_or_none(column)
        if number is not None and number <= 0:
            raise self.refuse(column, f"{number} is not positive")
        return number

    def not_negative_or_none(self, column: str) -> float | None:
        """Return a number of at least 0, or None."""
        number = self.number_or_none(column)
        if number is not None and number < 0:
            raise self.refuse(column, f"{number} is negative")
        return number

    def month(self, column: str) -> int:
        """Return the month of `2000-01` or `2000-01-31`, counted from 1970-01."""
        value = self.text(column)
        parts = value.split("-")
        if len(parts) not in (2, 3) or not all(p.isascii() and p.isdigit() for p in parts):
            raise self.refuse(column, f"{value!r} is no date like 2000-01 or 2000-01-31")
        year, month = int(parts[0]), int(parts[1])
        if not (1900 <= year <= 2200 and 1 <= month <= MONTHS_PER_YEAR):
            raise self.refuse(column, f"{value!r} is no date like 2000-01 or 2000-01-31")
        return (year - EPOCH_YEAR) * MONTHS_PER_YEAR + month - 1


class Table:
    """A CSV stream whose columns are matched by name."""

    def __init__(self, name: str, stream: TextIO, columns: tuple[str, ...]) -> None:
        self.name = name
        self._reader = csv.reader(stream, strict=True)
        try:
            header = next(self._reader, None)
        except (csv.Error, UnicodeDecodeError) as error:
            raise CatalogueError(f"{name}, row 1: {error}") from None
        if header is None:
            raise CatalogueError(f"{name}, row 1: the file is empty")
        self.column_index: dict[str, int] = {}
        for column in columns:
            if header.count(column) != 1:
                raise CatalogueError(
                    f"{name}, row 1, column {column}: stands {header.count(column)} times"
                    " in the header, must stand once"
                )
            self.column_index[column] = header.index(column)
        self._width = len(header)

    def rows(self) -> Iterator[Row]:
        """Yield the data rows; the first is row 2 of the file."""
        number = 1
        try:
            for number, cells in enumerate(self._reader, start=2):
                if len(cells) != self._width:
                    raise CatalogueError(
                        f"{self.name}, row {number}: {len(cells)} columns, the header has"
                        f" {self._width}"
                    )
                if number > ROWS_MAX:
                    raise CatalogueError(f"{self.name}, row {number}: more than {ROWS_MAX} rows")
                yield Row(self, number, cells)
        except (csv.Error, UnicodeDecodeError) as error:
            raise CatalogueError(f"{self.name}, after row {number}: {error}") from None


def read_rows(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of a file; raise CatalogueError where it cannot be read."""
    try:
        stream = path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise CatalogueError(f"{path.name}: cannot be read: {error.strerror}") from None
    with stream:
        yield from Table(path.name, stream, columns).rows()
