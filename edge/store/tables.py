"""The tables of the projection: their columns once, as row types.

From a row type come its INSERT statement, its column list in the queries of `edge/store/*.sql`, and
the attributes of its rows. `tests/edge/store` compares it with the migrated database.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import msgspec
from msgspec.structs import astuple

Bigint = Annotated[int, "bigint"]
Integer = Annotated[int, "integer"]
Smallint = Annotated[int, "smallint"]
Numeric = Annotated[int, "numeric"]  # whole numbers beyond 64 bits
Boolean = Annotated[bool, "boolean"]
Bytea = Annotated[bytes, "bytea"]
Text = Annotated[str, "text"]
_WHOLE = frozenset({"bigint", "integer", "numeric", "smallint"})


class Row(msgspec.Struct, gc=False):
    """A row of `TABLE`, with a field for each column."""

    TABLE: ClassVar[str]
    ON_CONFLICT: ClassVar[str] = "DO NOTHING"


class PagedRow(Row, gc=False):
    """A row of a history that is read in pages."""

    @property
    def place(self) -> tuple[int, int]:
        """Sequence and event index, by which pages are ordered."""
        raise NotImplementedError


class EventRow(PagedRow, gc=False):
    """Common columns of event rows."""

    owner: Bytea
    seq: Bigint
    event_index: Integer
    at_s: Bigint
    slot: Bigint
    signature: Bytea

    @property
    def place(self) -> tuple[int, int]:
        """Sequence and event index."""
        return self.seq, self.event_index


class TradeRow(EventRow, gc=False):
    """A change of a position: a trade or a forced close."""

    TABLE = "trade"
    account_id: Bigint
    market_id: Bigint
    trade_kind: Smallint
    fill_price_e8: Bigint
    index_price_e8: Bigint
    size_delta_e6: Bigint
    notional_delta_e6: Bigint
    new_size_e6: Bigint
    new_notional_e6: Bigint
    trade_fee_e6: Bigint
    surcharge_e6: Bigint
    pnl_e6: Bigint
    price_performance_e6: Bigint
    funding_performance_e6: Bigint
    order_id: Bigint = 0  # of the waiting order that traded


class PerpOrderRow(EventRow, gc=False):
    """What happened to a waiting order; a column without a meaning there is 0."""

    TABLE = "perp_order_event"
    account_id: Bigint
    market_id: Bigint
    order_id: Bigint
    action: Smallint
    kind: Smallint
    source: Smallint
    is_reduce_only: Smallint
    is_whole: Smallint
    size_e6: Bigint
    trigger_e8: Bigint
    trail_e6: Bigint
    worst_e8: Bigint
    order_group: Bigint
    expires_at_s: Bigint
    stop_e8: Bigint
    target_e8: Bigint
    parent_id: Bigint
    matched_e6: Bigint
    price_e8: Bigint
    fee_e6: Bigint
    surcharge_e6: Bigint
    left_e6: Bigint
    reason: Smallint
    code: Smallint


class AuctionRow(PagedRow, gc=False):
    """A call auction of a market."""

    TABLE = "auction"
    market_id: Bigint
    seq: Bigint
    event_index: Integer
    at_s: Bigint
    index_price_e8: Bigint
    order_count: Bigint
    buy_e6: Bigint
    sell_e6: Bigint
    matched_e6: Bigint
    pool_e6: Bigint
    pool_price_e8: Bigint

    @property
    def place(self) -> tuple[int, int]:
        """Sequence and event index."""
        return self.seq, self.event_index


class MarketVolumeRow(Row, gc=False):
    """Traded notional of a market in one bucket of time; batches add to it."""

    TABLE = "market_volume"
    ON_CONFLICT = """(market_id, bucket_s) DO UPDATE
SET
    notional_e6 = market_volume.notional_e6 + EXCLUDED.notional_e6,
    trades = market_volume.trades + EXCLUDED.trades"""
    market_id: Bigint
    bucket_s: Bigint
    notional_e6: Numeric
    trades: Bigint


class MarginTransferRow(EventRow, gc=False):
    """A deposit or a withdrawal of margin."""

    TABLE = "margin_transfer"
    account_id: Bigint
    is_withdraw: Boolean
    margin_e6: Bigint
    maturity_s: Bigint


class LpEventRow(EventRow, gc=False):
    """A change of the pool's deposits."""

    TABLE = "lp_event"
    kind: Smallint
    lp_position_id: Bigint
    liquidity_e6: Bigint
    shares_e6: Bigint
    share_price_e8: Bigint
    new_liquidity_e6: Bigint
    new_shares_e6: Bigint
    maturity_s: Bigint


class LiquidationRow(EventRow, gc=False):
    """A piece of a position that a liquidation closed."""

    TABLE = "liquidation"
    account_id: Bigint
    market_id: Bigint
    liquidator: Bytea
    started_at_s: Bigint
    max_liquidation_fee_e6: Bigint
    liquidated_margin_e6: Bigint
    liquidation_fee_e6: Bigint
    size_e6: Bigint
    notional_e6: Bigint
    new_size_e6: Bigint
    index_price_e8: Bigint


class UserCommandRow(PagedRow, gc=False):
    """The outcome of a command that a wallet signed."""

    TABLE = "user_command"
    owner: Bytea
    seq: Bigint
    at_s: Bigint
    slot: Bigint
    signature: Bytea
    name: Text | None
    nonce: Bigint | None
    status: Text
    code: Text | None
    detail: Bigint

    @property
    def place(self) -> tuple[int, int]:
        """The sequence; a command has one outcome."""
        return self.seq, 0


class WalletLedgerRow(Row, gc=False):
    """Running totals of a wallet after a command, USD with six decimals.

    A batch carries the changes of each command; the database adds them up.
    """

    TABLE = "wallet_ledger"
    owner: Bytea
    seq: Bigint
    margin_in_e6: Numeric = 0
    margin_out_e6: Numeric = 0
    lp_in_e6: Numeric = 0
    lp_out_e6: Numeric = 0
    price_e6: Numeric = 0  # realized, without funding
    funding_e6: Numeric = 0  # realized; below 0 when paid
    trade_fees_e6: Numeric = 0  # with surcharges
    liquidation_fees_e6: Numeric = 0
    other_e6: Numeric = 0  # liquidator's fees into margin, bad debt covered for the wallet

    def __post_init__(self) -> None:
        for name in self.__struct_fields__[2:]:
            setattr(self, name, int(getattr(self, name)))  # the driver reads a Decimal


class PositionRealizedRow(Row, gc=False):
    """What a position realized since it was opened from flat, USD with six decimals.

    A batch carries its changes, and with `opened_seq` those since an opening in the batch.
    """

    TABLE = "position_realized"
    ON_CONFLICT = """(owner, account_id, market_id) DO UPDATE
SET
    opened_seq = GREATEST(position_realized.opened_seq, EXCLUDED.opened_seq),
    price_e6 = EXCLUDED.price_e6
        + CASE WHEN EXCLUDED.opened_seq = 0 THEN position_realized.price_e6 ELSE 0 END,
    funding_e6 = EXCLUDED.funding_e6
        + CASE WHEN EXCLUDED.opened_seq = 0 THEN position_realized.funding_e6 ELSE 0 END,
    fees_e6 = EXCLUDED.fees_e6
        + CASE WHEN EXCLUDED.opened_seq = 0 THEN position_realized.fees_e6 ELSE 0 END"""
    owner: Bytea
    account_id: Bigint
    market_id: Bigint
    opened_seq: Bigint = 0  # 0 in a batch: opened before it
    price_e6: Numeric = 0  # without funding
    funding_e6: Numeric = 0  # below 0 when paid
    fees_e6: Numeric = 0  # of trades, with surcharges

    def __post_init__(self) -> None:
        for name in self.__struct_fields__[4:]:
            setattr(self, name, int(getattr(self, name)))  # the driver reads a Decimal


class SettlementRequestRow(Row, gc=False):
    """A withdrawal from the request to the payout."""

    TABLE = "settlement_request"
    owner: Bytea
    request_id: Bigint
    kind: Smallint
    mint: Smallint
    amount_e6: Bigint
    tip_e6: Bigint
    maturity_s: Bigint
    state: Smallint
    processor: Bytea | None
    payout_signature: Bytea | None


class QuarantinedDepositRow(Row, gc=False):
    """Tokens that came without an accepted command."""

    TABLE = "quarantined_deposit"
    owner: Bytea
    deposit_id: Bigint
    amount_e6: Bigint
    mint: Smallint
    signature: Bytea
    slot: Bigint
    reason: Text
    is_claimed: Boolean


class MarketPointRow(Row, gc=False):
    """The state of a market after a command."""

    TABLE = "market_point"
    market_id: Bigint
    seq: Bigint
    at_s: Bigint
    index_price_e8: Bigint
    market_price_e8: Bigint
    long_size_e6: Bigint
    short_size_e6: Bigint
    funding_rate_e12: Bigint
    funding_velocity_e12: Bigint
    funding_per_unit_e18: Numeric
    holding_per_unit_e18: Numeric

    def __post_init__(self) -> None:
        self.funding_per_unit_e18 = int(self.funding_per_unit_e18)  # the driver reads a Decimal
        self.holding_per_unit_e18 = int(self.holding_per_unit_e18)


class PoolPointRow(Row, gc=False):
    """The state of the pool after a command."""

    TABLE = "pool_point"
    exchange_id: Bigint
    seq: Bigint
    at_s: Bigint
    lp_balance_e6: Bigint
    lp_shares_e6: Bigint
    unrealized_pnl_e6: Bigint
    realized_pnl_e6: Bigint
    cumulative_volume_e6: Bigint
    cumulative_lp_fee_e6: Bigint


class MarketAreaRow(Row, gc=False):
    """The symbol of a market and the area whose index it follows."""

    TABLE = "market_area"
    market_id: Bigint
    acre_id: Bigint
    symbol: Text | None  # null: written by an earlier version, until the core has started


class PredictionOrderState(Row, gc=False):
    """The columns of a prediction order that change, behind its key."""

    TABLE = "prediction_order"
    KEY: ClassVar = ("owner", "order_id")
    owner: Bytea
    order_id: Bigint
    price: Smallint
    contracts: Integer
    filled: Integer
    canceled: Integer
    cost_e6: Bigint
    fee_e6: Bigint
    status: Smallint
    updated_at_s: Bigint


class PredictionOrderRow(PredictionOrderState, gc=False):
    """An order of a prediction market in its last state."""

    market_id: Bigint
    client_order_id: Text | None
    order_type: Smallint
    time_in_force: Smallint
    expires_at_s: Bigint | None
    is_post_only: Boolean
    self_trade_prevention: Smallint
    side: Smallint
    created_at_s: Bigint


class PredictionTradeRow(Row, gc=False):
    """A fill of a prediction market."""

    TABLE = "prediction_trade"
    trade_id: Bigint
    at_s: Bigint
    market_id: Bigint
    taker: Bytea
    taker_order_id: Bigint
    taker_side: Smallint
    maker: Bytea
    maker_order_id: Bigint
    yes_price: Smallint
    contracts: Integer
    fee_e6: Bigint


class PredictionFillRow(PredictionTradeRow, gc=False):
    """A fill as one of its two wallets reads it."""

    is_taker: Boolean  # no column: the query says which of the two the wallet is


class PredictionPayoutRow(Row, gc=False):
    """A payout of a wallet's contracts."""

    TABLE = "prediction_payout"
    owner: Bytea
    market_id: Bigint
    at_s: Bigint
    side: Smallint
    contracts: Integer
    cost_e6: Bigint
    payout_e6: Bigint


class ParticipationRow(Row, gc=False):
    """A wallet that takes part in a programme."""

    TABLE = "participation"
    owner: Bytea
    programme: Smallint
    at_s: Bigint


TABLES: tuple[type[Row], ...] = (
    TradeRow,
    MarketVolumeRow,
    MarginTransferRow,
    LpEventRow,
    LiquidationRow,
    PerpOrderRow,
    AuctionRow,
    UserCommandRow,
    WalletLedgerRow,
    PositionRealizedRow,
    SettlementRequestRow,
    QuarantinedDepositRow,
    MarketPointRow,
    PoolPointRow,
    MarketAreaRow,
    PredictionOrderRow,
    PredictionTradeRow,
    PredictionPayoutRow,
    ParticipationRow,
)


@cache
def column_types(row: type[Row]) -> dict[str, str]:
    """Return the SQL type of each column, in the order of the fields."""
    hints = get_type_hints(row, include_extras=True)
    return {name: _annotation(hints[name]) for name in row.__struct_fields__}


def _annotation(hint: object) -> str:
    """Return the SQL type of a field, which is annotated itself or as the first part of a union."""
    found: tuple[str, ...] = getattr(hint, "__metadata__", None) or get_args(hint)[0].__metadata__
    return found[0]


def column_list(row: type[Row]) -> str:
    """Return the columns as a query lists them."""
    return ", ".join(row.__struct_fields__)


@cache
def _array_casts(row: type[Row]) -> tuple[str, ...]:
    """Return the types through which the array of each column goes; `arrays_of` makes them."""
    kinds = column_types(row).values()
    return tuple(f"text::{kind}[]" if kind in _WHOLE else f"{kind}[]" for kind in kinds)


def arrays_of(rows: Sequence[Row]) -> list[object]:
    """Return the columns of rows of one type, as their statements take them.

    Whole numbers go as the text of an array: the driver looks at each value of a list several
    times, which took a third of the time of a row.
    """
    columns = zip(*map(astuple, rows), strict=True)
    kinds = column_types(type(rows[0])).values()
    pairs = zip(columns, kinds, strict=True)
    return [_text(column) if kind in _WHOLE else column for column, kind in pairs]


def _text(column: tuple[Any, ...]) -> str:
    as_text = int.__repr__  # of any kind of integer
    if None in column:
        return f"{{{','.join('NULL' if one is None else as_text(one) for one in column)}}}"
    return f"{{{','.join(map(as_text, column))}}}"


@cache
def insert_statement(row: type[Row]) -> str:
    """Return the statement that inserts rows given as an array for each column."""
    arrays = ", ".join(f"unnest(${i}::{cast})" for i, cast in enumerate(_array_casts(row), 1))
    return (
        f"INSERT INTO {row.TABLE} ({column_list(row)})\n"
        f"SELECT {arrays}\nON CONFLICT {row.ON_CONFLICT}"
    )


@cache
def update_statement(row: type[PredictionOrderState]) -> str:
    """Return the statement that updates rows by their key, given as an array for each column."""
    arrays = ", ".join(f"${i}::{cast}" for i, cast in enumerate(_array_casts(row), 1))
    names = (name for name in row.__struct_fields__ if name not in row.KEY)
    changes = ", ".join(f"{name} = u.{name}" for name in names)
    keys = " AND ".join(f"o.{name} = u.{name}" for name in row.KEY)
    return (
        f"UPDATE {row.TABLE} o\nSET {changes}\n"
        f"FROM unnest({arrays}) AS u ({column_list(row)})\nWHERE {keys}"
    )
