"""Pages of stored histories: keyset pagination over (sequence, event index)."""

from collections.abc import Callable
from typing import Annotated, Any, Protocol

from msgspec import Meta

from edge.api.context import Context
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import invalid
from edge.http.limits import CSV_ROWS_MAX, PAGE_ROWS_MAX
from edge.http.route import Page
from edge.http.schema.inputs import TIME_END_S, HistoryQuery
from edge.http.slices import in_slices
from edge.http.windows import check_range

Sequence = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Index = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Place = tuple[Sequence, Index]
_NEWEST = (2**63 - 1, 2**31 - 1)
_OLDEST = (0, -1)


class Limited(Protocol):
    """A query with a page size."""

    limit: int


def page_limit(query: Limited, *, is_csv: bool = False) -> int:
    """Return the limit of a page; raise VALIDATION beyond the largest."""
    largest = CSV_ROWS_MAX if is_csv else PAGE_ROWS_MAX
    if query.limit > largest:
        raise invalid("limit", f"at most {largest}")
    return query.limit


async def history_page(
    context: Context,
    query: HistoryQuery,
    name: str,
    encode: Callable[[Any], Any],
    lead: tuple[Any, ...],
    filters: tuple[Any, ...],
) -> Page:
    """Return one page of a named query: `lead` stands before the cursor's key, `filters` after."""
    check_range(query.from_s, query.to_s)
    is_csv = query.format == "csv"
    limit = page_limit(query, is_csv=is_csv)
    scope = (name, lead, filters, query.order, query.from_s, query.to_s)
    start = _NEWEST if query.order == "desc" else _OLDEST
    place = start if query.cursor is None else read_cursor(query.cursor, Place, *scope)
    from_s = query.from_s if query.from_s is not None else 0
    to_s = query.to_s if query.to_s is not None else TIME_END_S
    statement = f"history.{name}" + ("" if query.order == "desc" else "_ascending")
    rows = await context.store.rows(statement, *lead, *place, *filters, from_s, to_s, limit + 1)
    next_cursor = None
    if len(rows) > limit:
        rows = rows[:limit]
        next_cursor = make_cursor((rows[-1]["seq"], rows[-1]["event_index"]), *scope)
    encoded = await in_slices(rows, encode)
    return Page(rows=encoded, next_cursor=next_cursor, limit=limit, is_csv=is_csv)
