"""Types of the compiled exchange: the deterministic state machine of engine.md."""

from engine.core.errors import ErrorCode
from engine.core.generated.messages import Command, Event
from engine.core.views import (
    AddLiquidityQuote,
    ExchangeView,
    LimitsQuote,
    LpPositionView,
    MarginAccountView,
    MarketView,
    QuarantinedDepositView,
    SettlementRequestView,
    TradeQuote,
    UserView,
)

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
    def state_hash(self) -> bytes:
        """32 bytes over all money and rules (not the chain cursor)."""
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
    def lp_positions(self, owner: bytes, now_s: int) -> list[LpPositionView]: ...
    def settlement_requests(self, owner: bytes) -> list[SettlementRequestView]: ...
    def open_settlement_requests(self) -> list[SettlementRequestView]:
        """Every request not yet settled, oldest maturity first, then owner, then id."""
    def quarantined_deposits(self, owner: bytes) -> list[QuarantinedDepositView]: ...
    # quotes: the transition on a scratch copy; nothing changes
    def quote_modify_position(
        self, owner: bytes, account_id: int, market_id: int, size_e6: int, now_s: int
    ) -> TradeQuote: ...
    def quote_close_position(
        self, owner: bytes, account_id: int, market_id: int, size_e6: int, now_s: int
    ) -> TradeQuote:
        """`size_e6` is the amount to close, 0 for all."""
    def quote_limits(
        self, owner: bytes, account_id: int, market_id: int, is_long: bool, now_s: int
    ) -> LimitsQuote: ...
    def quote_add_liquidity(self, amount_e6: int, now_s: int) -> AddLiquidityQuote: ...
    def check(self, command: Command) -> ErrorCode:
        """The code with which `apply` would refuse the command now, or NONE; nothing changes."""
