"""Types of the compiled exchange: the deterministic state machine of docs/rules."""

from collections.abc import Sequence

from engine.core.arrays import Records
from engine.core.generated.messages import Command, Event
from engine.core.orders.order_views import ComingAuctionView, PerpOrderView
from engine.core.perps.figures import TradeFigures
from engine.core.views import (
    AddLiquidityQuote,
    BasketQuote,
    ExchangeView,
    LimitsQuote,
    LiquidationCandidate,
    LiquidationQuote,
    LpAccountView,
    LpPositionView,
    MarginAccountView,
    MarketView,
    OutflowView,
    PoolValueView,
    PredictionBookView,
    PredictionMarketView,
    PredictionOrderView,
    PredictionPortfolioView,
    PredictionPositionView,
    PredictionTotals,
    QuarantinedDepositView,
    RemoveLiquidityQuote,
    SettlementRequestView,
    StakingTotalsView,
    StakingView,
    TradeQuote,
    UserView,
)
from engine.schema.errors import ErrorCode

def snapshot_checksum(body: bytes) -> bytes:
    """Checksum that follows the body in a whole snapshot."""

class Exchange:
    """All state of one exchange; a pure function of the commands applied so far."""

    def __init__(self) -> None: ...
    # transitions
    def apply(self, command: Command) -> list[Event]:
        """Apply one command (its header's seq and time_s filled in) and return its events.

        A refusal is an event. ValueError is for what no sequencer issues: a number, time or
        chain position that does not rise, or a time beyond 2**40 seconds. Ids of markets, LP
        positions, requests and deposits count from 1.
        """
    def apply_record(self, record: bytes) -> list[Event]: ...
    def apply_batch(self, records: bytes | memoryview) -> bytes:
        """Apply consecutive command records without the GIL; returns the event records."""
    def replay_batch(self, records: bytes | memoryview) -> None:
        """Apply consecutive command records without the GIL; keeps no events."""
    def state_address(self) -> int:
        """Where the state is, for callers of c_interface.pxd; as long as the exchange lives."""
    def state_hash(self) -> bytes:
        """32 bytes over all money and rules (not the chain cursor); costs what changed."""
    # snapshots
    def snapshot(self) -> bytes:
        """All state as bytes; the same commands give the same bytes."""
    def snapshot_body(self) -> bytes:
        """A snapshot without its checksum, one copy; `snapshot_checksum` works in any thread."""
    @classmethod
    def restore(cls, data: bytes | memoryview) -> Exchange:
        """Raise ValueError, saying what is wrong, for anything but a whole snapshot."""
    # facts about the prefix
    @property
    def sequence(self) -> int: ...
    @property
    def now_s(self) -> int: ...
    @property
    def chain_cursor(self) -> tuple[int, int, int]:
        """Slot, transaction and instruction index of the last chain command; zeros at first."""
    # reads; `now_s` projects funding and ages to that moment, never below the engine's own time
    def exchange_view(self, now_s: int) -> ExchangeView: ...
    def market_ids(self) -> list[int]: ...
    def market_id_of(self, symbol: str) -> int | None: ...
    def market_view(self, market_id: int, now_s: int) -> MarketView:
        """Raise EngineError(MARKET_NOT_FOUND) for an unknown id."""
    def user_view(self, owner: bytes) -> UserView: ...
    def margin_account_view(
        self, owner: bytes, account_id: int, now_s: int
    ) -> MarginAccountView: ...
    def perp_orders(self, owner: bytes, account_id: int, now_s: int) -> list[PerpOrderView]:
        """Waiting orders of a margin account, by id."""
    def coming_auction(self, market_id: int, now_s: int) -> ComingAuctionView:
        """Raise EngineError(MARKET_NOT_FOUND) for an unknown id; visits the market's orders."""
    def lp_positions(self, owner: bytes, now_s: int) -> list[LpPositionView]: ...
    def lp_position(
        self, owner: bytes, lp_position_id: int, now_s: int
    ) -> LpPositionView | None: ...
    def lp_position_page(
        self,
        owner: bytes,
        now_s: int,
        *,
        limit: int,
        after: tuple[int, int] | None = None,
        is_all: bool = False,
        is_descending: bool = False,
    ) -> list[LpPositionView]:
        """At most 256 positions by (maturity, id), behind `after`; closed ones with `is_all`."""
    def lp_value_e6(self, owner: bytes, now_s: int) -> int: ...
    def lp_account(self, owner: bytes, now_s: int) -> LpAccountView | None:
        """The legacy account of a wallet to which the operator granted one."""
    def outflow_view(self, now_s: int) -> OutflowView:
        """Looks at every account; not for hot paths."""
    def do_removals_wait(self, now_s: int) -> bool: ...
    def pool_if_moved(self, move_e12: int, now_s: int, market_id: int = 0) -> PoolValueView:
        """Value of the pool with an index, or for 0 every one, moved by `move`.

        Each price is p * (1 + move), rounded down. Raise EngineError(MARKET_NOT_FOUND) for an
        unknown id, ValueError for a move beyond -100 to +100 %.
        """
    def settlement_requests(self, owner: bytes) -> list[SettlementRequestView]: ...
    def settlement_request(self, owner: bytes, request_id: int) -> SettlementRequestView | None: ...
    def unsettled_request_page(
        self,
        owner: bytes,
        *,
        limit: int,
        after: tuple[int, int] | None = None,
        mature_at_s: int | None = None,
        is_descending: bool = False,
    ) -> list[SettlementRequestView]:
        """At most 256 by (maturity, id), behind `after`; see `open_request_page`."""
    def unsettled_e6(self, owner: bytes, mint: int) -> int: ...
    def open_request_page(
        self,
        *,
        limit: int,
        after: tuple[int, bytes, int] | None = None,
        mature_at_s: int | None = None,
    ) -> list[SettlementRequestView]:
        """At most 256 of all wallets by (maturity, owner, id), behind `after`.

        With `mature_at_s` only those that can be processed at that time.
        """
    def open_settlement_requests(self) -> list[SettlementRequestView]:
        """Every request not yet settled, oldest maturity first, then owner, then id."""
    def quarantined_deposit(
        self, owner: bytes, deposit_id: int
    ) -> QuarantinedDepositView | None: ...
    def quarantined_deposits(self, owner: bytes) -> list[QuarantinedDepositView]: ...
    def staking_view(self, owner: bytes, now_s: int) -> StakingView:
        """Return a wallet's staking balance; zeros without a stake account."""
    def staking_totals(self, now_s: int) -> StakingTotalsView:
        """Sums over all stakers; visits every stake."""
    # predictions
    def prediction_market_ids(self) -> list[int]: ...
    def prediction_market(self, market_id: int) -> PredictionMarketView:
        """Raise EngineError(PREDICTION_MARKET_NOT_FOUND) for an unknown id."""
    def prediction_book(self, market_id: int, depth: int) -> PredictionBookView:
        """Up to `depth` levels of each side; raises as `prediction_market` does."""
    def prediction_orders(self, owner: bytes, market_id: int = 0) -> list[PredictionOrderView]:
        """Open orders by id; `market_id` 0 means every market."""
    def prediction_order(self, owner: bytes, order_id: int) -> PredictionOrderView | None:
        """An order of the owner that is open or kept for its client id."""
    def prediction_order_by_client_id(
        self, owner: bytes, client_order_id: str
    ) -> PredictionOrderView | None:
        """The newest order of the owner with this client id, while it is open or kept."""
    def prediction_positions(self, owner: bytes) -> list[PredictionPositionView]: ...
    def prediction_portfolio(self, owner: bytes) -> PredictionPortfolioView: ...
    def prediction_totals(self) -> PredictionTotals:
        """Visits every wallet and market."""
    # quotes: the transition on a scratch copy; nothing changes
    def quote_modify_position(
        self,
        owner: bytes,
        account_id: int,
        market_id: int,
        size_e6: int,
        now_s: int,
        actor: bytes | None = None,
        limit_e8: int = 0,
        index_e8: int = 0,
    ) -> TradeQuote:
        """The actor is the owner unless given; a limit price of 0 accepts any fill.

        With an index as a waiting order that runs when the index is there.
        """
    def trade_figures(
        self,
        owner: bytes,
        account_id: int,
        market_id: int,
        size_e6: int,
        now_s: int,
        is_close: bool,
        actor: bytes | None = None,
        limit_e8: int = 0,
        index_e8: int = 0,
    ) -> TradeFigures:
        """The quote of a change or a close, as figures that a form reads in place."""
    def quote_basket(
        self,
        owner: bytes,
        account_id: int,
        legs: Sequence[tuple[int, int]],
        now_s: int,
        actor: bytes | None = None,
        limits_e8: Sequence[int] | None = None,
    ) -> BasketQuote:
        """Legs are (market id, size) in their order; EngineError for an impossible one."""
    def quote_close_position(
        self,
        owner: bytes,
        account_id: int,
        market_id: int,
        size_e6: int,
        now_s: int,
        actor: bytes | None = None,
        limit_e8: int = 0,
    ) -> TradeQuote:
        """`size_e6` is the amount to close, 0 for all."""
    def quote_limits(
        self, owner: bytes, account_id: int, market_id: int, is_long: bool, now_s: int
    ) -> LimitsQuote: ...
    def quote_add_liquidity(self, amount_e6: int, now_s: int) -> AddLiquidityQuote: ...
    def liquidation_candidates(self, now_s: int, limit: int) -> list[LiquidationCandidate]:
        """Accounts that are liquidatable: worst health first, then owner, then id."""
    def account_scan(self, now_s: int, out: Records | None = None, *, _lanes: int = 0) -> Records:
        """Every open margin account with its value, as rows of `arrays.SCAN_ROW`.

        Prices are the last accepted ones. `out` is overwritten if given and needs a row for each
        account; the result is its beginning. `_lanes` is for tests and benchmarks: 4, 2 or 1
        positions at a time, instead of as many as the processor can; ValueError if it cannot.
        """
    def scan_owner(self, account: int) -> tuple[bytes, int]:
        """Owner and account id of a table row."""
    def claim_rows(self) -> Records:
        """Claims of each creditor as rows of `arrays.CLAIM_ROW`, in no order."""
    def position_rows(self) -> Records:
        """Every position, by account, as rows of `arrays.POSITION_ROW`."""
    def quote_liquidation(self, owner: bytes, account_id: int, now_s: int) -> LiquidationQuote:
        """Closes and payments of a call by anyone but an endorsed liquidator."""
    def quote_remove_liquidity(
        self, owner: bytes, position_id: int, shares_e6: int, now_s: int
    ) -> RemoveLiquidityQuote: ...
    def check_admission(self, command: Command) -> ErrorCode:
        """The code that refuses a wallet's command before its rule runs now, or NONE."""
    def check(self, command: Command) -> ErrorCode:
        """The code with which `apply` would refuse the command now, or NONE; nothing changes."""
