"""Commands and their events into database rows: pure, in journal order."""

# ruff: noqa: ANN401 - values of any message or column pass through here

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from edge.projector import prediction_rows
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied

E8 = 10**8
VOLUME_BUCKET_S = 300
# Forced closes: excluded from public trades and volume.
AUTO_DELEVERAGED = 5
SETTLED = 6
EXCHANGE_ID = 0
Statement = tuple[str, tuple[Any, ...]]


@dataclass(slots=True)
class Batch:
    """Rows of consecutive commands, by table; `statements` run one after the other."""

    trades: list[tuple[Any, ...]] = field(default_factory=list)
    volumes: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    transfers: list[tuple[Any, ...]] = field(default_factory=list)
    lp_events: list[tuple[Any, ...]] = field(default_factory=list)
    liquidations: list[tuple[Any, ...]] = field(default_factory=list)
    commands: list[tuple[Any, ...]] = field(default_factory=list)
    market_points: list[tuple[Any, ...]] = field(default_factory=list)
    pool_points: list[tuple[Any, ...]] = field(default_factory=list)
    prints: list[tuple[int, int, int]] = field(default_factory=list)  # market id, time, price
    markets: list[tuple[int, int]] = field(default_factory=list)  # market id, acre id
    orders: dict[int, tuple[Any, ...]] = field(default_factory=dict)  # opened, by order id
    order_states: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    order_owners: dict[int, bytes] = field(default_factory=dict)  # of those opened before
    prediction_trades: list[tuple[Any, ...]] = field(default_factory=list)
    payouts: list[tuple[Any, ...]] = field(default_factory=list)
    participations: list[tuple[bytes, int, int]] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    exchange: bytes | None = None
    realized_pnl_e6: int = 0

    def add(self, applied: Applied) -> None:
        """Add the rows of one command."""
        command = applied.command
        if isinstance(command, m.CreateExchange):
            self.exchange = command.exchange
        for index, event in enumerate(applied.events):
            collect = COLLECTORS.get(type(event))
            if collect is not None:
                collect(self, command, event, index)


def origin(command: Any) -> tuple[int, bytes]:
    """Return slot and signature of a chain command, (0, zeros) of another."""
    signature = getattr(command, "signature", bytes(64))
    return (command.slot, signature) if hasattr(command, "instruction_index") else (0, bytes(64))


def _key(command: Any, owner: bytes, index: int) -> tuple[Any, ...]:
    slot, signature = origin(command)
    return (owner, command.seq, index, command.time_s, slot, signature)


def trade_row(command: Any, event: m.PositionModified, index: int) -> dict[str, Any]:
    """Return a trade by column, as the database has it."""
    return dict(zip(TRADE_COLUMNS, _trade(command, event, index), strict=True))


TRADE_COLUMNS = (
    "owner", "seq", "event_index", "at_s", "slot", "signature", "account_id", "market_id",
    "trade_kind", "fill_price_e8", "index_price_e8", "size_delta_e6", "notional_delta_e6",
    "new_size_e6", "new_notional_e6", "trade_fee_e6", "surcharge_e6", "pnl_e6",
    "price_performance_e6", "funding_performance_e6",
)  # fmt: skip


def _trade(command: Any, event: m.PositionModified, index: int) -> tuple[Any, ...]:
    return _key(command, event.owner, index) + tuple(
        getattr(event, name) for name in TRADE_COLUMNS[6:]
    )


def _on_trade(batch: Batch, command: Any, event: m.PositionModified, index: int) -> None:
    batch.trades.append(_trade(command, event, index))
    bucket = (event.market_id, command.time_s // VOLUME_BUCKET_S * VOLUME_BUCKET_S)
    volume = batch.volumes.setdefault(bucket, [0, 0])
    volume[0] += abs(event.notional_delta_e6)
    volume[1] += 1
    batch.realized_pnl_e6 += event.pnl_e6


def deleveraged_row(command: Any, event: m.AutoDeleveraged, index: int) -> dict[str, Any]:
    """Return a forced close as a trade at the shown price, without fee, by column.

    Its notional is counted at that price, rounded down; its price performance is what is left of
    it after the haircut, so that performance and funding make up the P&L.
    """
    return _forced_row(command, event, index, (AUTO_DELEVERAGED, event.index_price_e8))


def settled_row(command: Any, event: m.PositionSettled, index: int) -> dict[str, Any]:
    """Return a position that settle-market closed as a trade without fee, by column."""
    return _forced_row(command, event, index, (SETTLED, event.price_e8))


def _forced_row(
    command: Any, event: m.AutoDeleveraged | m.PositionSettled, index: int, named: tuple[int, int]
) -> dict[str, Any]:
    """Return the row of a forced close; `named`: its kind and the index."""
    kind, index_price_e8 = named
    notional_e6 = abs(event.size_delta_e6) * event.price_e8 // E8
    return dict(
        zip(
            TRADE_COLUMNS,
            (
                *_key(command, event.owner, index),
                event.account_id,
                event.market_id,
                kind,
                event.price_e8,
                index_price_e8,
                event.size_delta_e6,
                notional_e6 if event.size_delta_e6 > 0 else -notional_e6,
                *(0, 0, 0, 0),  # new size and notional, fee, surcharge
                event.pnl_e6,
                event.pnl_e6 - event.funding_performance_e6,
                event.funding_performance_e6,
            ),
            strict=True,
        )
    )


def _on_forced(
    batch: Batch, command: Any, event: m.AutoDeleveraged | m.PositionSettled, index: int
) -> None:
    if isinstance(event, m.AutoDeleveraged):
        row = deleveraged_row(command, event, index)
    else:
        row = settled_row(command, event, index)
    batch.trades.append(tuple(row.values()))
    batch.realized_pnl_e6 += event.pnl_e6


LIQUIDATION_COLUMNS = (
    *TRADE_COLUMNS[:6], "account_id", "market_id", "liquidator", "started_at_s",
    "max_liquidation_fee_e6", "liquidated_margin_e6", "liquidation_fee_e6", "size_e6",
    "notional_e6", "new_size_e6", "index_price_e8",
)  # fmt: skip


def liquidation_row(command: Any, event: m.PositionLiquidated, index: int) -> tuple[Any, ...]:
    """Return a closed piece in the order of LIQUIDATION_COLUMNS."""
    return _key(command, event.owner, index) + tuple(
        getattr(event, name) for name in LIQUIDATION_COLUMNS[6:]
    )


def _on_liquidation(batch: Batch, command: Any, event: m.PositionLiquidated, index: int) -> None:
    batch.liquidations.append(liquidation_row(command, event, index))
    batch.realized_pnl_e6 += event.pnl_e6


def _on_debt(batch: Batch, _command: Any, event: m.BadDebtCovered, _index: int) -> None:
    """What reserve and pool pay of a loss is no loss of traders."""
    batch.realized_pnl_e6 += event.from_reserve_e6 + event.from_pool_e6


def _on_remark(batch: Batch, _command: Any, event: m.PositionRemarked, _index: int) -> None:
    batch.realized_pnl_e6 += event.pnl_e6


def transfer_row(command: Any, event: m.MarginTransferred, index: int) -> tuple[Any, ...]:
    """Return a margin transfer in the order of TRANSFER_COLUMNS."""
    return (
        *_key(command, event.owner, index),
        event.account_id,
        bool(event.is_withdraw),
        event.margin_e6,
        event.maturity_s,
    )


TRANSFER_COLUMNS = (
    *TRADE_COLUMNS[:6], "account_id", "is_withdraw", "margin_e6", "maturity_s"
)  # fmt: skip


def _on_transfer(batch: Batch, command: Any, event: m.MarginTransferred, index: int) -> None:
    batch.transfers.append(transfer_row(command, event, index))


LP_COLUMNS = (
    *TRADE_COLUMNS[:6], "kind", "lp_position_id", "liquidity_e6", "shares_e6", "share_price_e8",
    "new_liquidity_e6", "new_shares_e6", "maturity_s",
)  # fmt: skip


def lp_row(command: Any, event: m.LiquidityModified, index: int) -> tuple[Any, ...]:
    """Return a change of the pool's deposits in the order of LP_COLUMNS."""
    return _key(command, event.owner, index) + tuple(
        getattr(event, name) for name in LP_COLUMNS[6:]
    )


def _on_lp(batch: Batch, command: Any, event: m.LiquidityModified, index: int) -> None:
    batch.lp_events.append(lp_row(command, event, index))


COMMAND_COLUMNS = (
    "owner", "seq", "at_s", "slot", "signature", "name", "nonce", "status", "code", "detail",
)  # fmt: skip


def command_outcome(command: Any, event: Any) -> tuple[Any, ...] | None:
    """Return the outcome of a user's command in the order of COMMAND_COLUMNS, if it is one."""
    if not hasattr(command, "instruction_index"):
        return None
    head = (command.user, command.seq, command.time_s, command.slot, command.signature)
    if isinstance(event, m.CommandApplied):
        return (*head, command.WIRE, command.nonce, "applied", None, 0)
    if isinstance(event, m.CommandRejected):
        code = ErrorCode(event.code).name
        return (*head, command.WIRE, command.nonce, "rejected", code, event.detail)
    if isinstance(event, m.CommandIgnored) and event.has_magic:
        return (*head, None, None, "ignored", event.reason, 0)
    return None


def _on_outcome(batch: Batch, command: Any, event: Any, _index: int) -> None:
    row = command_outcome(command, event)
    if row is not None:
        batch.commands.append(row)


def _on_market(batch: Batch, command: Any, event: m.MarketUpdated, _index: int) -> None:
    batch.market_points.append(
        (
            event.market_id,
            command.seq,
            command.time_s,
            event.index_price_e8,
            event.market_price_e8,
            event.long_size_e6,
            event.short_size_e6,
            event.funding_rate_e12,
            event.funding_velocity_e12,
            event.funding_per_unit_e18,
        )
    )


def _on_pool(batch: Batch, command: Any, event: m.PoolUpdated, _index: int) -> None:
    batch.pool_points.append(
        (
            EXCHANGE_ID,
            command.seq,
            command.time_s,
            event.lp_balance_e6,
            event.lp_shares_e6,
            event.unrealized_pnl_e6,
            batch.realized_pnl_e6,
            event.cumulative_volume_e6,
            event.cumulative_lp_fee_e6,
        )
    )


def _on_print(batch: Batch, _command: Any, event: m.PrintAccepted, _index: int) -> None:
    batch.prints.append((event.market_id, event.published_at_s, event.price_e8))


def _on_created(batch: Batch, command: Any, event: m.MarketCreated, _index: int) -> None:
    batch.markets.append((event.market_id, command.acre_id))


def _then(name: str, *fields: str) -> Callable[..., None]:
    def collect(batch: Batch, _command: Any, event: Any, _index: int) -> None:
        values = tuple(getattr(event, field) for field in ("owner", *fields))
        batch.statements.append((f"projection.{name}", values))

    return collect


def _on_quarantine(batch: Batch, command: Any, event: m.DepositQuarantined, _index: int) -> None:
    slot, signature = origin(command)
    values = (event.owner, event.deposit_id, event.amount_e6, event.mint)
    batch.statements.append(("projection.add_deposit", (*values, signature, slot, event.reason)))


# The state of a request is kept by the statements in their order.
_REQUEST = ("request_id", "kind", "mint", "amount_e6", "tip_e6", "maturity_s")
COLLECTORS: Mapping[type, Callable[[Batch, Any, Any, int], None]] = {
    m.PositionModified: _on_trade,
    m.PositionRemarked: _on_remark,
    m.PositionLiquidated: _on_liquidation,
    m.BadDebtCovered: _on_debt,
    m.AutoDeleveraged: _on_forced,
    m.PositionSettled: _on_forced,
    m.MarginTransferred: _on_transfer,
    m.LiquidityModified: _on_lp,
    m.CommandApplied: _on_outcome,
    m.CommandRejected: _on_outcome,
    m.CommandIgnored: _on_outcome,
    m.MarketUpdated: _on_market,
    m.PoolUpdated: _on_pool,
    m.PrintAccepted: _on_print,
    m.MarketCreated: _on_created,
    m.SettlementRequestCreated: _then("add_request", *_REQUEST),
    m.SettlementProcessed: _then(
        "process_request", "request_id", "processor", "amount_e6", "tip_e6"
    ),
    m.PayoutAuthorised: _then("authorise_request", "request_id", "payout_signature"),
    m.PayoutExpired: _then("expire_request", "request_id"),
    m.SettlementPaid: _then("pay_request", "request_id", "payout_signature"),
    m.DepositQuarantined: _on_quarantine,
    m.DepositClaimed: _then("claim_deposit", "deposit_id"),
    **prediction_rows.COLLECTORS,
}

# Events without a row: reads ask the engine for what they changed, or another event's row has it.
NOT_PROJECTED: frozenset[type] = (
    frozenset(
        {
            m.ExchangeCreated,  # the command names the exchange
            m.StatusChanged,
            m.ParameterChanged,
            m.AuthorizedLiquidatorChanged,
            m.RiskSet,
            m.PrintHeld,
            m.MarketSettled,  # each position has its row, and the market's point its price
            m.MarginAccountCreated,
            m.MarginAccountClosed,
            m.DelegateSet,
            m.LiquidationStarted,  # each piece carries its start
            m.LiquidationEnded,
            m.LpPositionClosed,
            m.StakeAccountCreated,
            m.Staked,
            m.Unstaked,
            m.UnstakeRequested,
            m.StakeWithdrawn,  # a settlement request follows it
            m.VestingSet,
        }
    )
    | prediction_rows.NOT_PROJECTED
)
