"""Reading CSV tables strictly: every refusal names file, row, column and reason."""

import csv
import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from chain.catalogue.lines import CatalogueError, SourceFile

MISSING = frozenset({"", "NA", "."})
MONTHS_PER_YEAR = 12
EPOCH_YEAR = 1970
ROWS_MAX = 1_000_000
ROW_LINES_MAX: Final = 64  # text in quotes may continue in the next line
DIGITS_MAX: Final = 18
SHOWN_CHARACTERS_MAX: Final = 40
_PLAIN: Final = re.compile(r"(-?)([0-9]{1,16})(?:\.([0-9]{0,24}))?")


class Row:
    """One data row; cells are taken by column name."""

    __slots__ = ("_cells", "_table", "number")

    def __init__(self, table: "Table", number: int, cells: list[str]) -> None:
        self._table = table
        self._cells = cells
        self.number = number

    def refuse(self, column: str, reason: str) -> CatalogueError:
        """Return the error that names this row and column."""
        return CatalogueError(f"{self.place}, column {shown(column, quoted=False)}: {reason}")

    @property
    def place(self) -> str:
        """Return file and row."""
        return f"{self._table.name}, row {self.number}"

    def text(self, column: str) -> str:
        """Return a cell that must not be empty."""
        value = self.optional_text(column)
        if not value:
            raise self.refuse(column, "is empty")
        return value

    def optional_text(self, column: str) -> str:
        """Return a cell without surrounding space, empty where the file has no such column."""
        index = self._table.column_index[column]
        return "" if index is None else self._cells[index].strip()

    def whole(self, column: str) -> int:
        """Return a cell that must be a whole number of at least 0."""
        value = self.text(column)
        if not (value.isascii() and value.isdigit()):
            raise self.refuse(column, f"{shown(value)} is no whole number")
        if len(value) > DIGITS_MAX:
            raise self.refuse(column, f"{shown(value)} has over {DIGITS_MAX} digits")
        return int(value)

    def scaled_or_none(self, column: str, places: int, *, high: int) -> int | None:
        """Return a plain decimal of at least 0 and at most `high`, in units of 10^-places.

        Exact up to rounding to the nearest unit, ties up; None for a missing one.
        """
        return self.scaled(column, self.optional_text(column), places, high)

    def scaled(self, column: str, value: str, places: int, high: int) -> int | None:
        """Return `scaled_or_none` of a column's text."""
        if value in MISSING:
            return None
        match = _PLAIN.fullmatch(value)
        if match is None:
            raise self.refuse(column, f"{shown(value)} is no plain decimal")
        fraction = (match[3] or "").ljust(places + 1, "0")
        raw: int = int(match[2]) * 10**places + int(fraction[:places] or "0")
        raw += fraction[places] >= "5"
        if match[1] and raw:
            raise self.refuse(column, f"{shown(value)} is negative")
        if raw > high * 10**places:
            raise self.refuse(column, f"{shown(value)} is above {high}")
        return raw

    def positive_scaled_or_none(self, column: str, places: int, *, high: int) -> int | None:
        """Return `scaled_or_none`; a zero is an error, never a missing value."""
        raw = self.scaled_or_none(column, places, high=high)
        if raw == 0:
            raise self.refuse(column, "0 is no value of a price")
        return raw

    def number_or_none(self, column: str) -> float | None:
        """Return a finite number, or None for a missing one (empty, NA or a dot)."""
        value = self.optional_text(column)
        if value in MISSING:
            return None
        try:
            if "_" in value or not value.isascii():
                raise ValueError
            number = float(value)
        except ValueError:
            raise self.refuse(column, f"{shown(value)} is no number") from None
        if not math.isfinite(number):
            raise self.refuse(column, f"{shown(value)} is not finite")
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
    """Lines of CSV whose columns are matched by name.

    Where the lines do not begin with the header its names are given as `header`, and the number
    of their first row.
    """

    def __init__(
        self,
        name: str,
        lines: Iterable[str],
        columns: tuple[str, ...],
        *,
        header: tuple[str, ...] | None = None,
        first_row: int = 2,
        delimiter: str = ",",
    ) -> None:
        self.name = name
        self._row_lines = 0
        self._number = first_row - 1  # of the last row that was read
        self._reader = csv.reader(self._counted(lines), strict=True, delimiter=delimiter)
        self._first_row = first_row
        self.header = list(header) if header is not None else self._read_header()
        self._row_lines = 0
        self.column_index: dict[str, int | None] = {}
        for column in columns:
            self.need(column)

    def _read_header(self) -> list[str]:
        try:
            header = next(self._reader, None)
        except csv.Error as error:
            raise CatalogueError(f"{self.name}, row 1: {error}") from None
        if header is None:
            raise CatalogueError(f"{self.name}, row 1: the file is empty")
        return [column.strip() for column in header]

    def _counted(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines; refuse a row that does not end, before it fills the memory."""
        for line in lines:
            self._row_lines += 1
            if self._row_lines > ROW_LINES_MAX:
                raise CatalogueError(
                    f"{self.name}, row {self._number + 1}: has over {ROW_LINES_MAX} lines"
                )
            yield line

    def need(self, column: str) -> None:
        """Take a column, which must appear once in the header."""
        count = self.header.count(column)
        if count != 1:
            raise CatalogueError(
                f"{self.name}, row 1, column {shown(column, quoted=False)}: appears {count} times"
                " in the header, must appear once"
            )
        self.column_index[column] = self.header.index(column)

    def allow(self, column: str) -> None:
        """Take a column that may be absent, but must not appear twice."""
        if column in self.header:
            self.need(column)
        else:
            self.column_index[column] = None

    def rows(self) -> Iterator[Row]:
        """Yield the data rows."""
        width = len(self.header)
        try:
            for number, cells in enumerate(self._reader, start=self._first_row):
                self._number, self._row_lines = number, 0
                if len(cells) != width:
                    raise CatalogueError(
                        f"{self.name}, row {number}: {len(cells)} columns, the header has {width}"
                    )
                if number > ROWS_MAX:
                    raise CatalogueError(f"{self.name}, row {number}: more than {ROWS_MAX} rows")
                yield Row(self, number, cells)
        except csv.Error as error:
            raise CatalogueError(f"{self.name}, after row {self._number}: {error}") from None


def shown(value: str, *, quoted: bool = True) -> str:
    """Return a value for an error: quoted, and cut where it is long."""
    if len(value) > SHOWN_CHARACTERS_MAX:
        value = value[:SHOWN_CHARACTERS_MAX] + "…"
    return repr(value) if quoted else value


def read_rows(
    path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Iterator[Row]:
    """Yield the rows of a file; raise CatalogueError where it cannot be read."""
    with SourceFile(path) as file:
        table = Table(path.name, file.lines(), columns)
        for column in optional:
            table.allow(column)
        yield from table.rows()
