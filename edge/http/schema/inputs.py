"""Input types and base queries that several resources share (API 1.5)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from edge.http.limits import (
    CSV_ROWS_MAX,
    LEADERBOARD_ROWS_DEFAULT,
    LEADERBOARD_ROWS_MAX,
    LIST_ITEMS_MAX,
    LIST_TEXT_MAX,
    PAGE_ROWS_DEFAULT,
    PAGE_ROWS_MAX,
)
from edge.http.schema.base import Request
from edge.http.schema.examples import WALLET, example
from edge.http.schema.units import AddressInput, Count32, WalletInput

TIME_END_S = 2**40
TimeInput = Annotated[int, Meta(ge=0, le=TIME_END_S)]
LimitInput = Annotated[int, Meta(ge=1, extra_json_schema={"maximum": PAGE_ROWS_MAX})]
CsvLimitInput = Annotated[
    int,
    Meta(
        ge=1,
        description=f"at most {PAGE_ROWS_MAX} unless format is csv",
        extra_json_schema={"maximum": CSV_ROWS_MAX},
    ),
]
WINDOWS = ["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"]
Window = Annotated[str, Meta(extra_json_schema={"enum": WINDOWS})]
IdList = Annotated[
    list[Count32],
    Meta(max_length=LIST_ITEMS_MAX, description="absent: all of them; empty: none of them"),
]
Cursor = Annotated[
    str,
    Meta(
        description="as `nextCursor` of an answer to the same query gave it",
        extra_json_schema={"pattern": "^[A-Za-z0-9_-]{11,511}={0,2}$"},
    ),
]
Base64 = Annotated[
    str,
    Meta(extra_json_schema={"pattern": "^[A-Za-z0-9+/]+={0,2}$", "contentEncoding": "base64"}),
]
NameInput = Annotated[
    str,
    Meta(
        description="printable ASCII without spaces around it; empty for none",
        extra_json_schema={"pattern": "^([!-~]([ -~]{0,30}[!-~])?)?$"},
    ),
]
Word = Annotated[str, Meta(max_length=LIST_TEXT_MAX)]
WordList = Annotated[list[Word], Meta(max_length=LIST_ITEMS_MAX)]


def up_to(most: int) -> Meta:
    """Return the documented bounds of a list: one item to `most`."""
    return Meta(extra_json_schema={"minItems": 1, "maxItems": most})


Interval = Literal["1h", "1d", "1w"]
CandleInterval = Literal["5m", "1h", "4h", "1d", "1w"]


class OfExchange(Request):
    """Asks about one exchange; there is one, number 0."""

    exchange_id: Count32 = 0


class IdQuery(Request):
    """One area."""

    id: Count32


class WindowQuery(Request):
    """A window that ends now."""

    window: Window | None = None


class RangeQuery(WindowQuery):
    """A window, or from (inclusive) and to (exclusive)."""

    from_s: TimeInput | None = field(default=None, name="from")
    to_s: TimeInput | None = field(default=None, name="to")


@example(address=WALLET)
class AddressBody(Request):
    """One wallet."""

    address: AddressInput | None = None


@example(address=WALLET)
class WalletBody(Request):
    """One wallet, which has to be named."""

    address: WalletInput = None


class PageQuery(Request):
    """A page of a list."""

    limit: LimitInput = PAGE_ROWS_DEFAULT
    cursor: Cursor | None = None


class LeaderboardQuery(Request):
    """A part of a leaderboard."""

    limit: Annotated[int, Meta(ge=1, le=LEADERBOARD_ROWS_MAX)] = LEADERBOARD_ROWS_DEFAULT
    offset: Count32 = 0


class HistoryQuery(PageQuery):
    """A page of a history."""

    limit: CsvLimitInput = PAGE_ROWS_DEFAULT
    order: Literal["desc", "asc"] = "desc"
    from_s: TimeInput | None = field(default=None, name="from")
    to_s: TimeInput | None = field(default=None, name="to")
    format: Literal["json", "csv"] = "json"


class RowsQuery(PageQuery):
    """A page of a wallet's rows by maturity."""

    limit: LimitInput = PAGE_ROWS_MAX
    order: Literal["desc", "asc"] = "asc"
