"""Pages of stored histories: keyset pagination over (sequence, event index)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, Protocol, TypeVar

from msgspec import Meta

from edge.api.context import Context
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import invalid
from edge.http.limits import CSV_ROWS_MAX, PAGE_ROWS_MAX
from edge.http.route import Page
from edge.http.schema.inputs import TIME_END_S, HistoryQuery
from edge.http.slices import in_slices
from edge.http.windows import check_range
from edge.store.queries import in_order
from edge.store.tables import PagedRow

Sequence = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Index = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Place = tuple[Sequence, Index]
_NEWEST = (2**63 - 1, 2**31 - 1)
_OLDEST = (0, -1)
R = TypeVar("R", bound=PagedRow)


@dataclass(frozen=True, slots=True)
class History(Generic[R]):
    """A list of `history.sql` in both orders, with its row type and their encoder."""

    name: str
    row: type[R]
    encode: Callable[[R], object]


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
    history: History[R],
    lead: tuple[object, ...],
    filters: tuple[object, ...],
) -> Page:
    """Return one page; the values of its query are `lead`, the cursor's key and `filters`."""
    check_range(query.from_s, query.to_s)
    is_csv = query.format == "csv"
    limit = page_limit(query, is_csv=is_csv)
    scope = (history.name, lead, filters, query.order, query.from_s, query.to_s)
    start = _NEWEST if query.order == "desc" else _OLDEST
    place = start if query.cursor is None else read_cursor(query.cursor, Place, *scope)
    from_s = query.from_s if query.from_s is not None else 0
    to_s = query.to_s if query.to_s is not None else TIME_END_S
    statement = in_order(f"history.{history.name}", query.order)
    values = (*lead, *place, *filters, from_s, to_s, limit + 1)
    rows = await context.store.select(history.row, statement, *values)
    next_cursor = None
    if len(rows) > limit:
        rows = rows[:limit]
        next_cursor = make_cursor(rows[-1].place, *scope)
    encoded = await in_slices(rows, history.encode)
    return Page(rows=encoded, next_cursor=next_cursor, limit=limit, is_csv=is_csv)
