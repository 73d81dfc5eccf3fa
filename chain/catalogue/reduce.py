"""Reduce the txhousing table to texas_sales.csv.gz: `python -m chain.catalogue.reduce FILE`.

The same source gives the same bytes. Nothing is computed: columns that the rest implies are left
out, `NA` becomes empty, numbers like 1.6e+07 are written out.
"""

import gzip
import io
import sys
from pathlib import Path

from chain.catalogue.table import Row, read_rows
from chain.catalogue.texas import AREA_COLUMNS, AREAS_FILE, SALES_COLUMNS, SALES_FILE

SOURCE_COLUMNS = (
    "city",
    "year",
    "month",
    "sales",
    "volume",
    "median",
    "listings",
    "inventory",
)


def reduce_table(source: Path) -> str:
    """Return the text of the reduced table, areas and months in the order of the source."""
    symbols = {
        row.text("source_name"): row.text("symbol") for row in read_rows(AREAS_FILE, AREA_COLUMNS)
    }
    lines = [",".join(SALES_COLUMNS)]
    for row in read_rows(source, SOURCE_COLUMNS):
        city = row.text("city")
        if city not in symbols:
            raise row.refuse("city", f"{city} is not in {AREAS_FILE.name}")
        month = f"{row.whole('year')}-{row.whole('month'):02d}"
        cells = [_plain(row, name) for name in ("sales", "volume", "median", "listings")]
        lines.append(",".join([symbols[city], month, *cells, _decimal(row, "inventory")]))
    return "\n".join(lines) + "\n"


def pack(text: str) -> bytes:
    """Return the gzip file of a text, without name and time."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, compresslevel=9, mtime=0) as packed:
        packed.write(text.encode("ascii"))
    return buffer.getvalue()


def _plain(row: Row, column: str) -> str:
    number = row.not_negative_or_none(column)
    if number is None:
        return ""
    if number != int(number):
        raise row.refuse(column, f"{number} is no whole number")
    return str(int(number))


def _decimal(row: Row, column: str) -> str:
    number = row.not_negative_or_none(column)
    return "" if number is None else f"{number:g}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m chain.catalogue.reduce txhousing.csv")
    SALES_FILE.write_bytes(pack(reduce_table(Path(sys.argv[1]))))
