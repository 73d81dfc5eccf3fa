"""Queries and bodies of the routes (API 4 and 5)."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from edge.http.limits import (
    CSV_ROWS_MAX,
    IDS_PER_LIMITS_QUOTE_MAX,
    LEADERBOARD_ROWS_DEFAULT,
    LEADERBOARD_ROWS_MAX,
    LIST_ITEMS_MAX,
    LIST_TEXT_MAX,
    PAGE_ROWS_DEFAULT,
    PAGE_ROWS_MAX,
    SEARCH_TEXT_MAX,
    SYMBOLS_PER_QUERY_MAX,
)
from edge.http.schema.base import Request
from edge.http.schema.units import (
    BASE58,
    REQUIRED,
    AddressInput,
    AmountInput,
    AmountOrZero,
    AmountText,
    Count32,
    Count64,
    PriceInput,
    PriceText,
    SlippageInput,
    WalletInput,
)

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


def _up_to(most: int) -> Meta:
    return Meta(extra_json_schema={"minItems": 1, "maxItems": most})


Interval = Literal["1h", "1d", "1w"]
CandleInterval = Literal["5m", "1h", "4h", "1d", "1w"]


class OfExchange(Request):
    """Asks about one exchange; there is one, number 0."""

    exchange_id: Count32 = 0


class PausedQuery(OfExchange):
    """Whether trading is paused."""

    refresh: bool = False


class MarketsQuery(OfExchange):
    """Markets by id; all of them without ids."""

    ids: IdList | None = None


class IdQuery(Request):
    """One area."""

    id: Count32


class AcreInfosBody(Request):
    """Up to ten areas."""

    ids: Annotated[list[Count32], _up_to(IDS_PER_LIMITS_QUOTE_MAX)]


class FeedQuery(IdQuery):
    """The index of one area."""

    window: Window | None = None


class WindowQuery(Request):
    """A window that ends now."""

    window: Window | None = None


class StatisticsQuery(Request):
    """A window that ends now, over monthly figures."""

    window: Window = "1y"


class RangeQuery(WindowQuery):
    """A window, or from (inclusive) and to (exclusive)."""

    from_s: TimeInput | None = field(default=None, name="from")
    to_s: TimeInput | None = field(default=None, name="to")


class SeriesQuery(RangeQuery):
    """A series of the pool."""

    exchange_id: Count32 = 0
    interval: Interval | None = None


class PoolReturnQuery(RangeQuery):
    """The return of the pool; days begin at midnight, UTC."""

    exchange_id: Count32 = 0


class CandlesQuery(RangeQuery):
    """Candles of a market."""

    interval: CandleInterval = "1h"
    source: Literal["index", "market"] = "market"


class FundingQuery(RangeQuery):
    """Funding of a market."""

    interval: Literal["1h", "1d"] = "1h"


class AddressQuery(Request):
    """One wallet."""

    address: WalletInput = None


UseCookie = Annotated[
    bool,
    Meta(
        description=(
            "for pages of this site: the refresh token comes as an HttpOnly cookie, not in the body"
        )
    ),
]


class LoginBody(Request):
    """A signed message."""

    address: WalletInput = None
    message: Annotated[
        str | None, Meta(description="the text that was signed; needed without signedMessage")
    ] = None
    signed_message: Annotated[
        Base64 | None,
        Meta(description="base64 of the bytes that a wallet signed by `solana:signIn`"),
    ] = None
    signature: Annotated[
        str,
        REQUIRED,
        Meta(description="base58 of the 64 bytes of the ed25519 signature"),
        Meta(extra_json_schema={"pattern": f"^{BASE58}{{64,88}}$", "format": "base58"}),
    ] = ""
    use_cookie: UseCookie = False


class HardwareLoginBody(Request):
    """A signed memo transaction, base64."""

    address: WalletInput = None
    tx: Annotated[
        Base64, REQUIRED, Meta(description="base64 of a signed transaction, which nobody sends")
    ] = ""
    use_cookie: UseCookie = False


class AddressBody(Request):
    """One wallet."""

    address: AddressInput | None = None


class WalletBody(Request):
    """One wallet, which has to be named."""

    address: WalletInput = None


class RefreshBody(Request):
    """A refresh token."""

    refresh_token: str


class SessionBody(Request):
    """A refresh token, else the wallet whose cookie holds one."""

    refresh_token: str | UnsetType = UNSET
    address: Annotated[
        AddressInput | UnsetType,
        Meta(description="instead of the token: the wallet whose cookie the browser sends"),
    ] = UNSET


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


class AccountHistoryQuery(HistoryQuery):
    """A history of margin accounts."""

    margin_account_id: Count32 | None = None
    market_id: Count32 | None = None


class MarketHistoryQuery(HistoryQuery):
    """A history of one market or of all."""

    market_id: Count32 | None = None


class CommandsQuery(HistoryQuery):
    """Commands of a wallet."""

    status: Literal["applied", "rejected", "ignored"] | None = None


class TradeStreamQuery(HistoryQuery):
    """Trades of everybody."""

    direction: Literal["long", "short", "all"] = "all"


class MatureQuery(PageQuery):
    """Settlement requests of all wallets."""

    mature: bool = True


class MarginAccountQuery(Request):
    """One margin account; the lowest open one without an id."""

    margin_account_id: Count32 | None = None


class MarginAccountsQuery(Request):
    """Margin accounts by id; all of them without ids."""

    ids: IdList | None = None


class RowsQuery(PageQuery):
    """A page of a wallet's rows by maturity."""

    limit: LimitInput = PAGE_ROWS_MAX
    order: Literal["desc", "asc"] = "asc"


class LpPositionsQuery(RowsQuery):
    """LP positions."""

    include_closed: bool = False


class LpPositionQuery(Request):
    """One LP position."""

    lp_position_id: Count64


class SettlementQuery(RowsQuery):
    """Settlement requests of one wallet."""

    include_settled: bool = False


class AliasQuery(Request):
    """The wallet that a quote is for, where neither path nor body name it."""

    user: AddressInput | None = None


class WithdrawQuoteQuery(Request):
    """What can be withdrawn."""

    margin_account_id: Count32


class WithdrawAliasQuery(WithdrawQuoteQuery):
    """What a wallet can withdraw."""

    user: WalletInput = None


class LiquidityQuoteQuery(Request):
    """What a deposit would bring."""

    liquidity: AmountText


class LiquidityAliasQuery(LiquidityQuoteQuery):
    """What a deposit of a wallet would bring."""

    user: WalletInput = None


class RemovalQuoteQuery(Request):
    """What shares of a position would pay."""

    lp_position_id: Count64
    shares: AmountText


class RemovalAliasQuery(RemovalQuoteQuery):
    """What shares of a position of a wallet would pay."""

    user: WalletInput = None


class PositionBody(Request):
    """A change of a position; `user` only on the alias paths."""

    margin_account_id: Count32
    market_id: Count32
    side: Literal["long", "short"]
    input: Annotated[AmountInput | None, REQUIRED] = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    user: AddressInput | None = None


class ClosePositionBody(Request):
    """A close of a position; without input all of it."""

    margin_account_id: Count32
    market_id: Count32
    input: AmountInput | None = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    user: AddressInput | None = None


class LimitsBody(Request):
    """Markets whose largest and smallest modification is asked for."""

    margin_account_id: Count32
    market_ids: Annotated[list[Count32], _up_to(IDS_PER_LIMITS_QUOTE_MAX)] | None = None
    market_id: Count32 | None = None
    side: Literal["long", "short"] | None = None
    user: AddressInput | None = None


class CreateMarginAccountBody(Request):
    """Create a margin account."""

    margin_account_id: Count32 | None = None
    margin: AmountOrZero | None = None
    name: NameInput | None = None


class DepositMarginBody(Request):
    """Deposit margin."""

    margin_account_id: Count32
    margin: AmountInput
    owner: AddressInput | None = None


class WithdrawMarginBody(Request):
    """Withdraw margin."""

    margin_account_id: Count32
    margin: AmountInput
    keeper_tip: AmountOrZero = "0"


class ModifyPositionBody(PositionBody):
    """Change a position by a transaction."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


class CloseTransactionBody(ClosePositionBody):
    """Close a position by a transaction."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


class AccountBody(Request):
    """One margin account."""

    margin_account_id: Count32


class AddLiquidityBody(Request):
    """Deposit into the pool."""

    liquidity: AmountInput


class RemoveLiquidityBody(Request):
    """Remove shares of a position from the pool."""

    lp_position_id: Count64
    shares: AmountInput
    keeper_tip: AmountOrZero = "0"


class LpPositionBody(Request):
    """One LP position."""

    lp_position_id: Count64


class NoBody(Request):
    """A command without any field."""


class LiquidateBody(Request):
    """Liquidate a margin account; the fee goes to the wallet or to an own margin account."""

    owner: AddressInput
    margin_account_id: Count32
    fee_margin_account_id: Count32 | None = None


class StakeBody(Request):
    """Stake ACRE tokens."""

    amount: AmountInput
    create_account: bool = False


class StakeAmountBody(Request):
    """An amount of stake."""

    amount: AmountInput


class UnlockingQuery(Request):
    """The epoch from whose start an amount can be withdrawn."""

    unlocking_epoch: Annotated[int, Meta(ge=0, le=TIME_END_S)]


class EstimateQuery(Request):
    """An unstake made now, or an epoch later."""

    add_one_epoch: bool = False


class ProcessBody(Request):
    """Process mature settlement requests."""

    owner: AddressInput | None = None
    settlement_request_ids: Annotated[list[Count64], Meta(max_length=8)] | None = None


class DelegateBody(Request):
    """The wallet that may trade for the user; null for none."""

    delegate: Annotated[AddressInput | msgspec.UnsetType | None, REQUIRED] = msgspec.UNSET


class ClaimBody(Request):
    """A quarantined deposit."""

    deposit_id: Count64


class FilterQuery(Request):
    """Filters of the market search."""

    q: Annotated[str, Meta(max_length=SEARCH_TEXT_MAX)] = ""
    tags: WordList | None = None
    state: Word | None = None
    country: Word | None = None
    category: Word | None = None
    tradable: bool | None = None
    min_price: PriceText | None = None
    max_price: PriceText | None = None


class SearchQuery(FilterQuery):
    """A page of the market search."""

    limit: LimitInput = PAGE_ROWS_DEFAULT
    cursor: Cursor | None = None
    sort: Literal["name", "price", "change1d", "change1y", "volume", "openInterest"] = "name"
    order: Literal["desc", "asc"] = "asc"


class SymbolsQuery(Request):
    """Markets by symbol."""

    symbols: Annotated[list[str], _up_to(SYMBOLS_PER_QUERY_MAX)]
