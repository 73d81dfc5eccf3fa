"""The named queries of `edge/store/*.sql`.

A head `-- name: trades_of_user -> TradeRow` names the row type of the result. In the text,
`{TradeRow}` is the column list of that type. A query with `{after}` is a page of a list: it is
loaded in descending order, and in ascending order as `..._ascending`, with `{order}` DESC or ASC.
"""

import re
from pathlib import Path
from typing import NamedTuple

from edge.store import tables

FOLDER = Path(__file__).parent
ASCENDING = "_ascending"

_HEAD = re.compile(r"^-- name: (\w+)(?: -> (\w+))?\n", re.MULTILINE)
_DESCENDING_WORDS = {"after": "<", "order": "DESC"}
_ASCENDING_WORDS = {"after": ">", "order": "ASC"}


class Queries(NamedTuple):
    """Statements by `noun.name`, and the row types of statements whose head names one."""

    texts: dict[str, str]
    rows: dict[str, type[tables.Row]]


def load_queries(folder: Path = FOLDER) -> Queries:
    """Read every query; a duplicate name is a programming error."""
    queries = Queries({}, {})
    for path in sorted(folder.glob("*.sql")):
        _, *parts = _HEAD.split(path.read_text())
        for name, row_name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            for suffix, words in _orders(text):
                key = f"{path.stem}.{name}{suffix}"
                assert key not in queries.texts, key
                queries.texts[key] = _filled(text.strip().rstrip(";"), words)
                if row_name is not None:
                    queries.rows[key] = _row_type(row_name)
    return queries


def in_order(name: str, order: str) -> str:
    """Return the name of a list in the order of a page: `asc` or `desc`."""
    return name if order == "desc" else name + ASCENDING


def _orders(text: str) -> tuple[tuple[str, dict[str, str]], ...]:
    if "{after}" not in text:
        return (("", {}),)
    return ("", _DESCENDING_WORDS), (ASCENDING, _ASCENDING_WORDS)


def _row_type(name: str) -> type[tables.Row]:
    row: type[tables.Row] = getattr(tables, name)
    return row


def _filled(text: str, words: dict[str, str]) -> str:
    def word(found: re.Match[str]) -> str:
        name = found.group(1)
        if name == "projected_tables":
            return ", ".join(row.TABLE for row in tables.TABLES)
        return words[name] if name in words else tables.column_list(_row_type(name))

    return re.sub(r"\{(\w+)\}", word, text)
